//! Everything in a reply has a largest size, and what is left out is counted (L100).

use std::collections::BTreeMap;

use replies::{Code, ct, mcp, wa};
use reply_kit::{
    Address, AnyCode, ArgumentProblem, DataWriter, MAX_DATA, MAX_DEPTH, MAX_LISTED, ReplyData, Text, Verbatim,
};
use tests_wrapper::{json, start};

#[test]
fn l100_a_megabyte_of_input_gives_a_short_reply() {
    let program = start();
    for piece in ["a", "é", "/a", ":/a", "%25", "%252f", "mod:a ", "\\", "~a/", "\"", "\u{1}", "\u{202e}"] {
        let input = piece.repeat(1_000_000 / piece.len());
        let unknown = mcp::invalid::SessionUnknown { session: Text::echo(&input) };
        let envelope = program.wrapper.call::<AnyCode, _>("x", |rb| Err(rb.invalid(&program.voices.mcp, unknown)));
        assert_eq!(envelope.code(), Code::SessionUnknown, "{piece:?}");
        assert!(envelope.as_json().len() < 8_000, "{piece:?}: {} bytes", envelope.as_json().len());
    }
}

#[test]
fn l100_many_problems_are_listed_up_to_a_bound_and_the_rest_is_counted() {
    let program = start();
    let problem = |index: usize| ArgumentProblem {
        field: Text::echo(&format!("{index}{}", "a".repeat(5_000))),
        problem: "is not a field of this tool".into(),
        expected: Text::echo(&"b".repeat(5_000)),
    };
    let problems = || (0..2_000).map(problem).collect::<Vec<_>>();
    let by_tool = program.wrapper.call::<AnyCode, _>("x", |rb| {
        Err(rb.invalid(&program.voices.ct, ct::invalid::ContractInvalid { problems: problems() }))
    });
    for envelope in [program.wrapper.bad_arguments("x", problems()), by_tool] {
        let value = json(&envelope);
        let listed = value["data"]["problems"].as_array().unwrap();
        assert_eq!(listed.len(), ArgumentProblem::MAX_LISTED);
        assert_eq!(listed[ArgumentProblem::MAX_LISTED - 1]["problem"], "1981 more problems are not listed");
        assert!(envelope.as_json().len() < 100_000, "{} bytes", envelope.as_json().len());
    }
}

#[test]
fn l100_a_list_that_fits_says_nothing_of_more() {
    let program = start();
    let problem = || ArgumentProblem { field: "a".into(), problem: "b".into(), expected: "c".into() };
    let value = json(&program.wrapper.bad_arguments("x", (0..10).map(|_| problem()).collect()));
    assert!(value["data"]["problems_more"].is_null() && !value.to_string().contains(" more"));
}

#[derive(ReplyData)]
struct Entries {
    entries: Vec<Text>,
    by_name: BTreeMap<Text, Option<u64>>,
}

#[test]
fn l100_a_reply_that_is_too_large_is_a_crash_and_its_rest_is_not_written() {
    let program = start();
    let text = Text::new("a".repeat(10_000));
    let named = |index: u64| (Text::new(format!("{index}{}", "a".repeat(10_000))), Some(index));
    let listed = Entries { entries: vec![text; 2_000], by_name: BTreeMap::new() };
    let mapped = Entries { entries: vec![], by_name: (0..2_000).map(named).collect() };
    for data in [listed, mapped] {
        let envelope = program
            .wrapper
            .call::<AnyCode, _>("x", |rb| Ok(rb.success(&program.voices.mcp, mcp::success::Home, &data)));
        assert_eq!(envelope.code(), Code::Crash);
        assert!(program.crash_file(envelope.trace_id()).contains("too large"));
    }
}

#[test]
fn l100_file_content_is_bounded_as_well() {
    #[derive(ReplyData)]
    struct Content {
        content: Verbatim,
    }
    let program = start();
    let content = Verbatim::read_from_file(&program.voices.wa, "a".repeat(MAX_DATA + 1));
    let envelope = program
        .wrapper
        .call::<AnyCode, _>("x", |rb| Ok(rb.success(&program.voices.wa, wa::success::FileRead, &Content { content })));
    assert_eq!(envelope.code(), Code::Crash);
}

/// A type that holds itself: how deep it is, is data.
struct Nested(Option<Box<Nested>>);

impl Nested {
    fn deep(depth: usize) -> Self {
        (0..depth).fold(Self(None), |inner, _| Self(Some(Box::new(inner))))
    }
}

impl Drop for Nested {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut inner) = next {
            next = inner.0.take();
        }
    }
}

impl ReplyData for Nested {
    fn write(&self, out: &mut DataWriter) {
        out.object_of(self);
    }

    fn schema(_: &mut reply_kit::Schemas) -> serde_json::Value {
        serde_json::json!({ "type": "object" })
    }
}

impl reply_kit::ReplyObject for Nested {
    fn write_fields(&self, object: &mut reply_kit::ObjectWriter<'_>) {
        if let Some(inner) = &self.0 {
            object.field(const { reply_kit::FieldName::new("inner") }, &**inner);
        }
    }
}

#[test]
fn l100_data_that_holds_itself_is_written_to_a_depth_and_no_deeper() {
    let program = start();
    for (depth, code) in [(MAX_DEPTH - 1, "MCP-SYS-S-001"), (MAX_DEPTH, "MCP-SYS-E-001"), (1_000_000, "MCP-SYS-E-001")]
    {
        let data = Nested::deep(depth);
        let envelope = program
            .wrapper
            .call::<AnyCode, _>("x", |rb| Ok(rb.success(&program.voices.mcp, mcp::success::Home, &data)));
        assert_eq!(envelope.code().as_str(), code, "{depth}");
        assert!(json(&envelope).is_object());
    }
}

#[test]
fn l100_a_message_shows_the_beginning_of_a_long_address() {
    let program = start();
    let target: Address = format!("root:game/{}", "a".repeat(4_000)).parse().unwrap();
    let large = wa::invalid::FileTooLarge { target: target.clone(), size: 2, limit: 1 };
    let value = json(&program.wrapper.call::<AnyCode, _>("x", |rb| Err(rb.invalid(&program.voices.wa, large))));
    assert_eq!(value["data"]["target"], target.as_str(), "the data has all of it");
    assert!(value["error"]["message"].as_str().unwrap().len() < 1_000);
}

#[test]
fn l100_a_crash_file_is_bounded_whatever_the_arguments_and_the_panic_say() {
    let program = start();
    let huge = "é".repeat(4_000_000);
    let call = program.wrapper.begin("x").with_arguments(huge.clone());
    let envelope = call.run::<AnyCode, _>(|_| panic!("{huge}")).reply().unwrap();
    let file = program.crash_file(envelope.trace_id());
    assert!(file.len() < 300_000, "{} bytes", file.len());
    assert!(file.contains("more bytes)") && file.contains("bounds.rs"));
}

#[test]
fn l100_a_message_with_many_addresses_is_searched_once_not_once_for_each() {
    // Each address looks like a path in prose, so that the message is searched again without them.
    let program = start();
    let address = |index: usize| -> Address { format!("mod:Why?/data/{index}").parse().unwrap() };
    let possible: Vec<Address> = (0..20_000).map(address).collect();
    let home = mcp::invalid::NotAHome { input: Text::echo("x"), possible };
    let envelope = program.wrapper.call::<AnyCode, _>("x", |rb| Err(rb.invalid(&program.voices.mcp, home)));
    assert_eq!(envelope.code().reply_type().as_str(), "I");
    let value = json(&envelope);
    assert_eq!(value["data"]["possible"].as_array().unwrap().len(), MAX_LISTED);
}
