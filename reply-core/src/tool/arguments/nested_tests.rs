//! Commands that share fields, an object within the arguments, and each kind of value, word for word.

use serde_json::{Map, Value, json};

use super::{
    Argument, ArgumentOutline, ArgumentVisitor, Arguments, FieldReader, FieldSpec, Keep, Outline, read_word,
    words_schema,
};

fn spec(name: &'static str) -> FieldSpec {
    let description = if name == "only" { "What." } else { "" };
    FieldSpec { name, description, min: None, max: None, max_length: Some(8), default: None, keep: Keep::Shown }
}

const COLOURS: [&str; 2] = ["red", "green"];

#[derive(Clone, Debug, PartialEq)]
struct Colour(usize);

impl Argument for Colour {
    fn schema(_: &FieldSpec) -> Map<String, Value> {
        words_schema(&COLOURS)
    }

    fn expected(_: &FieldSpec) -> String {
        "a colour".to_owned()
    }

    fn read(value: &Value, _: &FieldSpec, field: &mut FieldReader<'_, '_>) -> Option<Self> {
        read_word(value, &COLOURS, field).map(Self)
    }
}

/// Two commands; both take `name` and `scope`, and `scope` is left to one of them.
#[derive(Clone, Debug, PartialEq)]
enum Verb {
    Find(String, Option<String>),
    Set(String, String, Colour),
}

impl Arguments for Verb {
    fn visit(visitor: &mut ArgumentVisitor<'_, '_>) -> Option<Self> {
        visitor.commands("command", &["find", "set"], "What to do.", None);
        let mut read = None;
        if visitor.enters("find") {
            let name = visitor.field::<String>(&spec("name"));
            let scope = visitor.field::<Option<String>>(&spec("scope"));
            read = name.zip(scope).map(|(name, scope)| Self::Find(name, scope));
        }
        if visitor.enters("set") {
            let name = visitor.field::<String>(&spec("name"));
            let scope = visitor.field::<String>(&spec("scope"));
            let only = visitor.field::<Colour>(&spec("only"));
            read = name.zip(scope).zip(only).map(|((name, scope), only)| Self::Set(name, scope, only)).or(read);
        }
        visitor.leave();
        read
    }
}

/// The commands, and two fields of all.
#[derive(Clone, Debug, PartialEq)]
struct Whole {
    verb: Verb,
    deep: bool,
    share: Option<f64>,
}

impl Arguments for Whole {
    fn visit(visitor: &mut ArgumentVisitor<'_, '_>) -> Option<Self> {
        let verb = visitor.flatten::<Verb>();
        let deep = visitor.field::<bool>(&spec("deep"));
        let share = visitor.field::<Option<f64>>(&spec("share"));
        Some(Self { verb: verb?, deep: deep?, share: share? })
    }
}

/// One within an object.
#[derive(Clone, Debug, PartialEq)]
struct Inner(Whole);

impl Argument for Inner {
    fn schema(_: &FieldSpec) -> Map<String, Value> {
        Whole::json_schema()
    }

    fn expected(_: &FieldSpec) -> String {
        "an object".to_owned()
    }

    fn read(value: &Value, _: &FieldSpec, field: &mut FieldReader<'_, '_>) -> Option<Self> {
        field.object(value).map(Self)
    }
}

#[derive(Debug, PartialEq)]
struct Outer(Inner);

impl Arguments for Outer {
    fn visit(visitor: &mut ArgumentVisitor<'_, '_>) -> Option<Self> {
        visitor.field::<Inner>(&spec("inner")).map(Self)
    }
}

#[test]
fn l20_a_field_is_required_where_every_command_requires_it_and_says_whose_it_is() {
    let schema = json!({
        "type": "object",
        "properties": {
            "command": { "type": "string", "enum": ["find", "set"], "description": "What to do." },
            "name": { "type": "string", "maxLength": 8 },
            "scope": { "type": "string", "maxLength": 8 },
            "only": { "type": "string", "enum": COLOURS, "description": "For set: What." },
            "deep": { "type": "boolean" },
            "share": { "type": "number" },
        },
        "required": ["command", "name", "deep"],
        "additionalProperties": false,
    });
    assert_eq!(Value::Object(Whole::json_schema()), schema);
    assert_eq!(
        <Map<String, Value> as Argument>::schema(&spec("any")),
        json!({ "type": "object" }).as_object().unwrap().clone()
    );
}

#[test]
fn each_kind_of_value_is_read() {
    let set = json!({ "command": "set", "name": "12345678", "scope": "", "only": "green", "deep": true, "share": 0.5 });
    let verb = Verb::Set("12345678".to_owned(), String::new(), Colour(1));
    assert_eq!(Whole::from_json(&set).unwrap(), Whole { verb, deep: true, share: Some(0.5) });
    let find = json!({ "inner": { "command": "find", "name": "a", "scope": null, "deep": false, "share": null } });
    let verb = Verb::Find("a".to_owned(), None);
    assert_eq!(Outer::from_json(&find).unwrap(), Outer(Inner(Whole { verb, deep: false, share: None })));
}

#[test]
fn l20_every_wrong_value_is_reported_once_with_what_was_expected() {
    let cases = [
        (json!({ "deep": 1 }), ["deep is a number; true or false"].as_slice()),
        (json!({ "deep": null }), &["deep is null; true or false"]),
        (json!({ "name": null }), &["name is null; a string"]),
        (json!({ "share": "x" }), &["share is a string; a number"]),
        (json!({ "name": "123456789" }), &["name has 9 bytes; a string of at most 8 bytes"]),
        (json!({ "only": 1 }), &["only is a number; one of red, green"]),
        (json!({ "only": "blue" }), &["only is none of the known words; one of red, green"]),
        // Of which command a field would be is not known.
        (json!({ "command": "get" }), &["command is not a command; one of find, set"]),
        (json!({ "x": 1 }), &["x is not a field of this tool; one of command, name, scope, only, deep, share"]),
    ];
    for (wrong, expected) in cases {
        let mut inner = json!({ "command": "set", "name": "a", "scope": "b", "only": "red", "deep": true });
        inner.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        let told = |arguments: &Value| -> Vec<String> {
            let problems = Whole::from_json(arguments).unwrap_err();
            problems.iter().map(|found| format!("{} {}; {}", found.field, found.problem, found.expected)).collect()
        };
        assert_eq!(told(&inner), expected, "{wrong}");
        let nested = Outer::from_json(&json!({ "inner": inner })).unwrap_err();
        let nested: Vec<String> = nested.iter().map(|found| found.field.to_string()).collect();
        let field = expected[0].split(' ').next().unwrap();
        assert_eq!(nested, [format!("inner.{field}")], "{wrong}");
    }
    let missing = Whole::from_json(&json!({ "command": "find", "deep": true })).unwrap_err();
    assert_eq!(missing.len(), 1);
    assert_eq!(missing[0].expected.as_str(), "a string of at most 8 bytes");
    let missing = Whole::from_json(&json!({ "command": "find", "name": "a" })).unwrap_err();
    assert_eq!((missing.len(), missing[0].expected.as_str()), (1, "true or false"));
}

#[test]
fn l106_an_outline_is_one_line_for_people() {
    let long = "x".repeat(201);
    let arguments = json!({ "command": "find", "name": "a\"b", "scope": long, "deep": true, "share": 2, "x": 1 });
    let outline = ArgumentOutline::of::<Whole>(&arguments);
    let shown = r#"command: "find", name: "a\"b", scope: (201 bytes), deep: true, share: 2 and 1 unknown fields"#;
    assert_eq!(outline.to_string(), shown);
    let just_short_enough = "x".repeat(200);
    assert_eq!(Outline::Shown(&just_short_enough).to_string(), format!("{just_short_enough:?}"));
    let list = Outline::List(vec![Outline::Flag(true)], 3);
    assert_eq!(
        (list.to_string(), Outline::Opaque("a list", 2).to_string()),
        ("(4 items)".into(), "(a list, 2 parts)".into())
    );
    assert_eq!(
        (Outline::Text("abc").to_string(), Outline::Object(outline).to_string()),
        ("(3 bytes)".into(), format!("({shown})"))
    );
}
