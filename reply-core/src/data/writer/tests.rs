use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use crate::data::fields::schema_of_words;
use crate::data::reply_data::NoData;
use crate::data::word::ArgumentProblem;
use crate::envelope::schema::Schemas;

fn written(write: impl FnOnce(&mut DataWriter)) -> Json {
    let mut out = DataWriter::new();
    write(&mut out);
    assert!(out.flaw.is_none());
    out.json
}

#[test]
fn numbers_are_written_as_they_are() {
    assert_eq!(written(|out| out.number(-7)), json!(-7));
    assert_eq!(written(|out| out.fraction(0.5)), json!(0.5));
    assert_eq!(written(|out| out.fraction(f64::NAN)), json!(null));
}

#[test]
fn l100_depth_is_what_encloses_a_value_and_not_what_came_before_it() {
    let mut out = DataWriter::new();
    for _ in 0..=MAX_DEPTH {
        out.list(&[Text::from("a")]);
        out.object().end();
    }
    assert!(out.flaw.is_none());
    assert_eq!(out.depth, 0);
}

#[test]
fn l100_every_value_counts_with_its_text_and_what_surrounds_it() {
    let mut out = DataWriter::new();
    out.safe("abc");
    out.count(1);
    assert_eq!(out.size, 3 + VALUE_COST + VALUE_COST);
}

#[test]
fn l100_after_a_flaw_nothing_more_is_written() {
    let mut out = DataWriter::new();
    let mut object = out.object();
    object.field(FieldName::new("a"), &Text::from("a"));
    object.writer.stop();
    object.field(FieldName::new("b"), &Text::from("b"));
    object.entry(&Text::from("c"), &Text::from("c"));
    assert_eq!(object.fields.keys().collect::<Vec<_>>(), ["a"]);
}

#[test]
fn a_schema_says_what_is_written() {
    let schemas = &mut Schemas::default();
    assert_eq!(written(|out| NoData.write(out)), json!({}));
    assert_eq!(NoData::schema(schemas), json!({ "type": "object", "additionalProperties": false }));
    let number = u64::schema(schemas);
    assert_eq!((written(|out| 7_usize.write(out)), usize::schema(schemas)), (json!(7), number.clone()));
    assert_eq!(CodeRef::schema(schemas), json!({ "type": "string" }));
    let words = json!({ "type": "string", "enum": ["a", "b"], "description": "Which." });
    assert_eq!(schema_of_words(&["a", "b"], "Which."), words);
    assert_eq!(Box::<u64>::schema(schemas), number);
    assert_eq!(BTreeMap::<Text, u64>::schema(schemas), json!({ "type": "object", "additionalProperties": number }));
    let problem = ArgumentProblem { field: "a".into(), problem: "b".into(), expected: "c".into() };
    assert_eq!(written(|out| problem.write(out)), json!({ "field": "a", "problem": "b", "expected": "c" }));
    assert!(ArgumentProblem::schema(schemas).is_object());
}
