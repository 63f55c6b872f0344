//! The wire shape of every reply type (L18), and its schema.

use std::marker::PhantomData;

use replies::{Code, en, mcp, wa};
use reply_kit::{
    Address, AnyCode, ArgumentProblem, CallContext, DeclaredCodes, Effect, Envelope, NoArguments, NoData, ReplyBuilder,
    ReplyData, ReplyObject, ReplyResult, Text, Tool, Toolset,
};
use serde_json::Value;
use tests_wrapper::{address, json, stable, start};

/// What a listing tells.
#[derive(ReplyData)]
struct Listing {
    /// The directory that was listed.
    target: Address,
    entries: Vec<Entry>,
    truncated: bool,
    next: Option<Address>,
}

#[derive(ReplyData)]
struct Entry {
    address: Address,
    kind: Kind,
    size: u64,
}

/// What kind of thing an entry is.
#[derive(Clone, Copy, ReplyData)]
enum Kind {
    File,
    Directory,
    SymbolicLink,
}

#[derive(ReplyData)]
enum Operation {
    Write,
}

fn listing() -> Listing {
    let entry = |name: &str, kind| Entry { address: address(&format!("root:game/common/{name}")), kind, size: 7 };
    Listing {
        target: address("root:game/common"),
        entries: vec![
            entry("traits", Kind::Directory),
            entry("a \"b\".txt", Kind::File),
            entry("link", Kind::SymbolicLink),
        ],
        truncated: false,
        next: None,
    }
}

/// The output schema of a tool whose one success carries `D`.
fn schema<D: ReplyObject + 'static>() -> Value {
    struct One<D>(PhantomData<fn() -> D>);
    impl<D: ReplyObject> DeclaredCodes for One<D> {
        fn codes() -> Vec<reply_kit::CodeRef> {
            vec![Code::DirectoryListed.into()]
        }
        fn data(schemas: &mut reply_kit::Schemas) -> Vec<Value> {
            vec![schemas.of::<D>()]
        }
    }
    impl<D: ReplyObject + 'static> Tool for One<D> {
        const NAME: &'static str = "one";
        const TITLE: &'static str = "One";
        const DESCRIPTION: &'static str = "One kind of success.";
        const EFFECT: Effect = Effect::READ_ONLY;
        type Arguments = NoArguments;
        async fn run<'c>(&self, _: ReplyBuilder<'c, Self>, _: NoArguments, _: &CallContext) -> ReplyResult<'c> {
            panic!("never called")
        }
    }
    let tools = Toolset::new(start().wrapper.clone()).with(One::<D>(PhantomData));
    tools.find("one").expect("it was added").output_schema.clone().into()
}

fn one_of_each() -> Vec<Envelope> {
    let program = start();
    let (wrapper, voices) = (&program.wrapper, &program.voices);
    let target = || address("root:game/common/traits");
    vec![
        wrapper
            .call::<AnyCode, _>("ck3_dir", |rb| Ok(rb.success(&voices.wa, wa::success::DirectoryListed, &listing()))),
        wrapper.call::<AnyCode, _>("ck3_dir", |rb| {
            Err(rb.invalid(
                &voices.wa,
                wa::invalid::PathNotFound {
                    also: Vec::new(),
                    input: Text::echo("root:gane/common"),
                    problem: Operation::Write.into(),
                    expected: "a root key".into(),
                    nearest: vec!["root:game".into()],
                },
            ))
        }),
        wrapper.call::<AnyCode, _>("ck3_file", |rb| {
            let denial = en::denied::NoRule {
                target: target(),
                operation: Operation::Write.into(),
                mode: Operation::Write.into(),
            };
            Err(rb.denied(&voices.en, denial))
        }),
        wrapper
            .call::<AnyCode, _>("ck3_file", |rb| Err(rb.error(&voices.wa, wa::error::ReadFailed { target: target() }))),
    ]
}

#[test]
fn l18_the_envelope_of_each_reply_type() {
    for envelope in one_of_each() {
        insta::assert_json_snapshot!(format!("envelope_{}", envelope.reply_type()), stable(&envelope));
    }
}

#[test]
fn l18_the_fields_of_an_envelope_are_these_and_no_others() {
    for envelope in one_of_each() {
        let value = json(&envelope);
        let fields: Vec<&String> = value.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["status", "reply_type", "code", "data", "meta", "error"], "status first");
        match value["error"].as_object() {
            None => assert_eq!(value["reply_type"], "S"),
            Some(error) => {
                assert_eq!(error.keys().collect::<Vec<_>>(), ["message_key", "message", "action"]);
            }
        }
    }
}

#[test]
fn l25_the_action_follows_from_the_type() {
    let actions: Vec<_> = one_of_each().iter().map(|envelope| json(envelope)["error"]["action"].clone()).collect();
    assert_eq!(actions[1..], ["correct_and_retry", "escalate", "stop_and_report"]);
}

#[test]
fn the_schema_of_an_envelope() {
    insta::assert_json_snapshot!(schema::<Listing>());
}

#[test]
fn the_schema_holds_for_all_four_types_and_for_nothing_less() {
    let schema = jsonschema::validator_for(&schema::<Listing>()).unwrap();
    for envelope in one_of_each() {
        let value = json(&envelope);
        let errors: Vec<String> = schema.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{value}: {errors:?}");
        for (field, wrong) in
            [("reply_type", Value::from("W")), ("code", Value::from(1)), ("data", Value::from("text"))]
        {
            let mut broken = value.clone();
            broken[field] = wrong;
            assert!(!schema.is_valid(&broken), "{field} must not fit: {broken}");
        }
        for field in ["status", "reply_type", "code", "data", "meta", "error"] {
            let mut less = value.clone();
            less.as_object_mut().unwrap().remove(field);
            assert!(!schema.is_valid(&less), "an envelope without {field} must not fit");
        }
    }
}

#[test]
fn the_schema_of_no_data_admits_an_empty_object() {
    let program = start();
    let envelope =
        program.wrapper.call::<AnyCode, _>("x", |rb| Ok(rb.success(&program.voices.mcp, mcp::success::Home, &NoData)));
    let schema = jsonschema::validator_for(&schema::<NoData>()).unwrap();
    assert!(schema.is_valid(&json(&envelope)));
}

#[test]
fn text_is_escaped_as_json_demands() {
    #[derive(ReplyData)]
    struct Odd {
        text: Text,
    }
    fn is_data<D: ReplyData>(_: &D) {}
    let program = start();
    let original = "quote \" backslash-n \n tab \t bell \u{7} unit \u{1f} é 漢 😀 \u{2028}";
    let odd = Odd { text: original.into() };
    is_data(&odd);
    let envelope =
        program.wrapper.call::<AnyCode, _>("x", |rb| Ok(rb.success(&program.voices.mcp, mcp::success::Home, &odd)));
    assert_eq!(json(&envelope)["data"]["text"], original);
}

#[test]
fn l20_bad_arguments_name_every_field() {
    let program = start();
    let problem = |field: &'static str| ArgumentProblem {
        field: field.into(),
        problem: "is missing".into(),
        expected: "a string".into(),
    };
    let envelope = program.wrapper.bad_arguments("ck3_dir", vec![problem("path"), problem("depth")]);
    insta::assert_json_snapshot!(stable(&envelope));
}
