//! Arguments as agents get them wrong: nothing panics, and every refusal names a field.

use ck3_dir::DirArgs;
use ck3_file::FileArgs;
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::world::World;

/// What is not an argument of either tool, besides random names.
const FOREIGN: [&str; 3] = ["Command", "paths", "../path"];

fn fields<T: schemars::JsonSchema>() -> Vec<String> {
    let schema = serde_json::to_value(schemars::schema_for!(T)).unwrap();
    schema["properties"].as_object().unwrap().keys().cloned().collect()
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
fn object<T: schemars::JsonSchema>(commands: &'static [&'static str]) -> impl Strategy<Value = Map<String, Value>> {
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

/// The arguments, or the fields that do not fit. Every field can be left out, so each is judged alone.
fn read<T: DeserializeOwned>(object: &Map<String, Value>) -> Result<T, Vec<String>> {
    serde_json::from_value(Value::Object(object.clone())).map_err(|_| {
        let does_not_fit = |(name, value): &(&String, &Value)| {
            serde_json::from_value::<T>(Value::Object(Map::from_iter([((*name).clone(), (*value).clone())]))).is_err()
        };
        object.iter().filter(does_not_fit).map(|(name, _)| name.clone()).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_arguments_of_ck3_file_are_answered_or_refused_by_field(
        object in object::<FileArgs>(&["read", "write", "edit", "rename", "delete"]),
    ) {
        match read::<FileArgs>(&object) {
            Err(names) => prop_assert!(!names.is_empty(), "no field is to blame in {:?}", object),
            Ok(args) => match args.request() {
                Err(problems) => {
                    prop_assert!(!problems.is_empty());
                    for problem in problems {
                        let field = problem.field.to_string();
                        prop_assert!(fields::<FileArgs>().contains(&field), "{} is no field", field);
                        prop_assert!(!problem.problem.as_str().is_empty() && !problem.expected.as_str().is_empty());
                    }
                }
                // The world checks that the answer is one of those that the tool declares: a panic is not.
                Ok(_) => drop(World::lens().file(Value::Object(object))),
            },
        }
    }

    #[test]
    fn any_arguments_of_ck3_dir_are_answered_or_refused_by_field(
        object in object::<DirArgs>(&["pwd", "cd", "list", "tree"]),
    ) {
        match read::<DirArgs>(&object) {
            Err(names) => prop_assert!(!names.is_empty(), "no field is to blame in {:?}", object),
            Ok(_) => drop(World::lens().dir(Value::Object(object))),
        }
    }
}

#[test]
fn each_command_says_which_fields_it_misses_and_which_are_not_its_own() {
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    for (arguments, expected) in [
        (json!({}), &["path"][..]),
        (json!({ "path": "p", "content": "" }), &["content"]),
        (json!({ "path": "p", "head": 0 }), &["head"]),
        (json!({ "path": "p", "head": 1, "tail": 1 }), &["head"]),
        (json!({ "path": "p", "first_line": 1, "tail": 1 }), &["tail"]),
        (json!({ "path": "p", "first_line": 3, "last_line": 2 }), &["last_line"]),
        (json!({ "path": "p", "max_bytes": 0 }), &["max_bytes"]),
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
        let args: FileArgs = serde_json::from_value(arguments.clone()).unwrap();
        let problems = args.request().unwrap_err();
        let named: Vec<_> = problems.iter().map(|problem| problem.field.to_string()).collect();
        assert_eq!(named, expected, "{arguments}");
    }
}

#[test]
fn a_content_that_is_too_long_is_refused_by_name() {
    let content = "x".repeat(usize::try_from(world_adapter::LARGEST_FILE).unwrap() + 1);
    let args = FileArgs {
        command: ck3_file::Command::Write,
        path: "root:ck3raven_data/wip/a.txt".into(),
        content: Some(content),
        ..FileArgs::default()
    };
    let problems = args.request().unwrap_err();
    assert_eq!((problems.len(), problems[0].field.as_str()), (1, "content"));
}
