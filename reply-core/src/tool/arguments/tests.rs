//! A definition by hand, as the derive would write it: described, read and outlined.

use serde_json::{Map, Value, json};

use super::{ArgumentOutline, ArgumentSchema, ArgumentVisitor, Arguments, FieldSpec, Keep, Outline};

fn spec(name: &'static str, max_length: Option<usize>) -> FieldSpec {
    FieldSpec { name, description: "", min: None, max: None, max_length, default: None, keep: Keep::Shown }
}

/// Two commands, a field that both take, and a check of the whole.
#[derive(Debug, PartialEq)]
enum Command {
    Find { session: Option<String>, words: Vec<String> },
    Set { session: Option<String>, values: Map<String, Value> },
}

impl Arguments for Command {
    fn visit(visitor: &mut ArgumentVisitor<'_, '_>) -> Option<Self> {
        let session = visitor.field::<Option<String>>(&spec("session", Some(8)));
        visitor.commands("command", &["find", "set"], "What to do.", Some(0));
        let mut read = None;
        if visitor.enters("find") {
            let words = visitor.field::<Vec<String>>(&spec("words", Some(2)));
            visitor.check(|problems| {
                if words.as_ref().is_some_and(Vec::is_empty) {
                    problems.add("words", "is empty", "a word");
                }
            });
            read = session.clone().zip(words).map(|(session, words)| Self::Find { session, words });
        }
        if visitor.enters("set") {
            let values = visitor.field::<Map<String, Value>>(&spec("values", None));
            read = session.zip(values).map(|(session, values)| Self::Set { session, values }).or(read);
        }
        visitor.leave();
        read
    }
}

/// What is wrong, as `field problem; expected`.
fn problems(arguments: &Value) -> Vec<String> {
    let found = Command::from_json(arguments).unwrap_err();
    found.iter().map(|found| format!("{} {}; {}", found.field, found.problem, found.expected)).collect()
}

#[test]
fn l20_each_command_takes_its_own_fields_and_those_of_all() {
    let find = Command::Find { session: Some("s".to_owned()), words: vec!["a".to_owned(), "b".to_owned()] };
    assert_eq!(Command::from_json(&json!({ "session": "s", "words": ["a", "b"] })).unwrap(), find);
    let values = json!({ "a": 1 });
    let set = Command::Set { session: None, values: values.as_object().unwrap().clone() };
    assert_eq!(Command::from_json(&json!({ "command": "set", "values": values })).unwrap(), set);
    for (arguments, expected) in [
        (
            json!({ "command": "set", "values": {}, "words": [] }),
            "words does not belong to the command set; the command find, or one of session, command, values",
        ),
        (json!({ "words": ["a", "b", "c"] }), "words has 3 items; a list of at most 2"),
        (json!({ "words": [] }), "words is empty; a word"),
        (json!({ "command": "set", "values": 1 }), "values is a number; an object"),
        (json!({ "words": ["a"], "session": 1 }), "session is a number; a string"),
    ] {
        let found = problems(&arguments);
        assert!(found.iter().any(|found| found == expected), "{arguments}: {found:?}");
    }
}

#[test]
fn l100_the_bound_of_a_list_counts_its_items_and_not_their_bytes() {
    let words = vec!["longer than two".to_owned()];
    let read = Command::from_json(&json!({ "words": words })).unwrap();
    assert_eq!(read, Command::Find { session: None, words });
    let schema = Value::Object(Command::json_schema());
    let list = &schema["properties"]["words"];
    assert_eq!((&list["maxItems"], &list["items"]["maxLength"]), (&json!(2), &json!(super::MAX_ARGUMENT_LENGTH)));
}

#[test]
fn l20_the_schema_names_the_commands_and_every_field() {
    let schema = Value::Object(Command::json_schema());
    let fields = schema["properties"].as_object().unwrap();
    let mut names: Vec<&str> = fields.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["command", "session", "values", "words"]);
    assert_eq!(fields["command"]["enum"], json!(["find", "set"]));
    assert_eq!((&fields["words"]["type"], &fields["words"]["items"]["type"]), (&json!("array"), &json!("string")));
    assert_eq!(ArgumentSchema::of::<Command>().names_for(Some("set")), ["session", "command", "values"]);
}

#[test]
fn l106_of_a_command_its_own_fields_are_outlined() {
    let arguments = json!({ "command": "find", "words": ["a"], "values": {}, "other": 1 });
    let outline = ArgumentOutline::of::<Command>(&arguments);
    let names: Vec<&str> = outline.fields.iter().map(|(name, _)| *name).collect();
    assert_eq!((names, outline.unknown), (vec!["command", "words"], 2));
    assert_eq!(outline.fields[0].1, Outline::Shown("find"));
}
