//! Arguments as agents get them wrong: nothing panics, and every refusal names a field.

use ck3_dir::DirArguments;
use ck3_file::FileArguments;
use proptest::prelude::*;
use replies::Code;
use reply_kit::Arguments;
use serde_json::{Map, Value, json};

use crate::world::World;

/// What is not an argument of either tool, besides random names.
const FOREIGN: [&str; 3] = ["Command", "paths", "../path"];

fn fields<T: Arguments>() -> Vec<String> {
    T::json_schema()["properties"].as_object().unwrap().keys().cloned().collect()
}

fn value() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        "pwd|cd|list|tree|read|write|edit|rename|delete",
        "root:ck3raven_data/wip/[a-b].txt",
        "(root|mod):[a-zA-Z0-9_]{0,6}(/[a-z.]{0,3}){0,3}",
        "[0-9a-f]{64}",
        "\\PC{0,12}",
    ];
    let leaf = prop_oneof![
        3 => word.prop_map(Value::from),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        2 => prop_oneof![0..5_i64, any::<i64>()].prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            proptest::collection::hash_map("[a-z]{1,3}", inner, 0..3)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Objects whose fields are mostly those of a tool; few enough that many of them fit.
fn object<T: Arguments>(commands: &'static [&'static str]) -> impl Strategy<Value = Map<String, Value>> {
    let known = proptest::sample::select(fields::<T>());
    let name =
        prop_oneof![12 => known, 1 => proptest::sample::select(&FOREIGN[..]).prop_map(String::from), 1 => "\\PC{0,4}"];
    let command = proptest::sample::select(commands);
    (proptest::collection::hash_map(name, value(), 0..5), command, any::<bool>()).prop_map(
        |(fields, command, is_named)| {
            let mut fields: Map<String, Value> = fields.into_iter().collect();
            if is_named {
                fields.insert("command".into(), command.into());
                fields.entry("path").or_insert_with(|| "root:ck3raven_data/wip/a.txt".into());
            }
            fields
        },
    )
}

/// Calls a tool in a world of its own, which checks that the answer is one of those that the tool declares: a panic is not.
/// A refusal names fields, says what is wrong with each, and what was expected.
fn answered_or_refused_by_field<T: Arguments>(tool: &str, object: &Map<String, Value>) -> Result<(), TestCaseError> {
    let known = fields::<T>();
    let answer = World::lens().call(tool, &Value::Object(object.clone()));
    if answer.code == Code::BadArguments {
        let problems = answer.data["problems"].as_array().unwrap();
        prop_assert!(!problems.is_empty());
        for problem in problems {
            let field = problem["field"].as_str().unwrap();
            let name = field.split(['[', '.']).next().unwrap();
            let is_given = object.contains_key(field) || field.starts_with('(');
            prop_assert!(known.iter().any(|known| known == name) || is_given, "{} is not a field", field);
            prop_assert!(problem["problem"] != "" && problem["expected"] != "");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_arguments_of_ck3_file_are_answered_or_refused_by_field(
        object in object::<FileArguments>(&["write", "edit", "rename", "delete"]),
    ) {
        answered_or_refused_by_field::<FileArguments>("ck3_file", &object)?;
    }

    #[test]
    fn any_arguments_of_ck3_dir_are_answered_or_refused_by_field(
        object in object::<DirArguments>(&["pwd", "cd", "list", "tree"]),
    ) {
        answered_or_refused_by_field::<DirArguments>("ck3_dir", &object)?;
    }
}

#[test]
fn each_command_says_which_fields_it_misses_and_which_are_not_its_own() {
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    for (arguments, expected) in [
        (json!({}), &["command", "path"][..]),
        (json!({ "path": "p", "content": "" }), &["command"]),
        (json!({ "command": "write", "path": "p" }), &["content"]),
        (json!({ "command": "write", "content": "" }), &["path"]),
        (json!({ "command": "write", "path": "p", "content": "", "expected_digest": "abc" }), &["expected_digest"]),
        (
            json!({ "command": "write", "path": "p", "content": "", "new_only": true, "expected_digest": digest }),
            &["new_only"],
        ),
        (json!({ "command": "edit", "path": "p" }), &["old_text", "new_text"]),
        (json!({ "command": "edit", "path": "p", "old_text": "", "new_text": "" }), &["old_text"]),
        (
            json!({ "command": "edit", "path": "p", "old_text": "a", "new_text": "", "expected_count": 0 }),
            &["expected_count"],
        ),
        (json!({ "command": "rename", "path": "p" }), &["to"]),
        (json!({ "command": "rename", "path": "p", "to": "q", "dry_run": true }), &["dry_run"]),
        (json!({ "command": "delete", "path": "p", "dry_run": false }), &["dry_run"]),
    ] {
        let problems = FileArguments::from_json(&arguments).unwrap_err();
        let named: Vec<_> = problems.iter().map(|problem| problem.field.to_string()).collect();
        assert_eq!(named, expected, "{arguments}");
        assert!(problems.iter().all(|problem| !problem.expected.as_str().is_empty()), "{arguments}");
    }
}

#[test]
fn ck3_read_says_which_fields_do_not_go_together() {
    let world = World::lens();
    for (arguments, expected) in [
        (json!({}), &["path"][..]),
        (json!({ "path": "p", "paths": ["q"] }), &["paths"]),
        (json!({ "paths": [] }), &["paths"]),
        (json!({ "paths": vec!["p"; 51] }), &["paths"]),
        (json!({ "path": "p", "content": "" }), &["content"]),
        (json!({ "path": "p", "head": 0 }), &["head"]),
        (json!({ "path": "p", "head": 1, "tail": 1 }), &["head"]),
        (json!({ "path": "p", "first_line": 1, "tail": 1 }), &["tail"]),
        (json!({ "path": "p", "first_line": 3, "last_line": 2 }), &["last_line"]),
        (json!({ "path": "p", "max_bytes": 0 }), &["max_bytes"]),
    ] {
        let answer = world.read(arguments.clone());
        let problems = answer.data["problems"].as_array().unwrap_or_else(|| panic!("{arguments}: {answer:?}"));
        let named: Vec<_> = problems.iter().map(|problem| problem["field"].as_str().unwrap()).collect();
        assert_eq!(named, expected, "{arguments}");
    }
}

#[test]
fn l20_a_contract_that_is_missing_is_asked_for_with_what_it_holds() {
    let world = World::lens();
    for command in ["open", "validate"] {
        let answer = world.call("ck3_contract", &json!({ "command": command }));
        assert_eq!(answer.code, Code::BadArguments);
        let missing = json!([{ "field": "contract", "problem": "is missing", "expected": "an object with intent, scope and operations" }]);
        assert_eq!(answer.data["problems"], missing);
    }
}

#[test]
fn the_most_that_a_number_may_be_is_reported() {
    let count = |count: u64| json!({ "command": "edit", "path": "p", "old_text": "a", "new_text": "", "expected_count": count });
    assert!(FileArguments::from_json(&count(u32::MAX.into())).is_ok());
    let problems = FileArguments::from_json(&count(1 << 32)).unwrap_err();
    assert_eq!(problems[0].expected.as_str(), "a whole number from 1 to 4294967295");
}

#[test]
fn a_content_that_is_too_long_is_refused_by_name() {
    let content = "x".repeat(ck3_file::MAX_CONTENT + 1);
    let arguments = json!({ "command": "write", "path": "root:ck3raven_data/wip/a.txt", "content": content });
    let problems = FileArguments::from_json(&arguments).unwrap_err();
    assert_eq!((problems.len(), problems[0].field.as_str()), (1, "content"));
}

#[test]
fn an_argument_that_a_command_does_not_use_is_refused_with_the_command_that_would() {
    let answer = World::lens().dir(json!({ "path": "root:game/common" }));
    assert_eq!(answer.code, Code::BadArguments, "L70: it is never ignored");
    let problem = &answer.data["problems"][0];
    assert_eq!(problem["field"], "path");
    assert!(problem["expected"].as_str().unwrap().contains("cd or list or tree"), "{problem}");
}

#[test]
fn ten_thousand_wrong_fields_are_counted_and_not_listed() {
    let object: Map<String, Value> = (0..10_000).map(|number| (format!("x{number}"), number.into())).collect();
    let answer = World::lens().dir(Value::Object(object));
    let problems = answer.data["problems"].as_array().unwrap();
    assert!(problems.len() <= 21, "{}", problems.len());
    assert!(problems.last().unwrap()["problem"].as_str().unwrap().contains("more"), "{:?}", problems.last());
}
