//! No host path reaches an agent: not in data, not in keys, not in the message (L49, L80).

use std::collections::BTreeMap;

use replies::{Code, ct, mcp, wa};
use reply_kit::{AnyCode, ArgumentProblem, ReplyData, Text};
use tests_wrapper::start;

const SECRET: &str = "/home/nate/secret";

#[derive(ReplyData)]
struct Note {
    inner: Inner,
}

#[derive(ReplyData)]
struct Inner {
    notes: Vec<Text>,
    by_name: BTreeMap<Text, u64>,
}

fn note(notes: Vec<Text>, key: &str) -> Note {
    Note { inner: Inner { notes, by_name: BTreeMap::from([(Text::new(key.to_owned()), 1)]) } }
}

#[test]
fn l80_a_path_in_the_data_turns_the_reply_into_the_leak_code() {
    let program = start();
    for data in [note(vec!["fine".into(), SECRET.into()], "fine"), note(vec![], SECRET)] {
        let envelope = program
            .wrapper
            .call::<AnyCode, _>("x", |rb| Ok(rb.success(&program.voices.mcp, mcp::success::Home, &data)));
        assert_eq!(envelope.code(), Code::LeakPrevented);
        assert!(!envelope.as_json().contains("nate") && !envelope.as_json().contains("(withheld)"));
        let file = program.crash_file(envelope.trace_id());
        assert!(file.contains("inner.") && file.contains("leaks.rs"), "field and stack are on disk:\n{file}");
        assert!(!file.contains("nate"), "the path itself is not kept");
    }
}

#[test]
fn l80_a_path_in_a_parameter_is_caught_however_deep() {
    let program = start();
    let problem = ArgumentProblem {
        field: "path".into(),
        problem: Text::new(format!("cannot open {SECRET}")),
        expected: "x".into(),
    };
    let invalid = ct::invalid::ContractInvalid { problems: vec![problem] };
    let envelope = program.wrapper.call::<AnyCode, _>("x", |rb| Err(rb.invalid(&program.voices.ct, invalid)));
    assert_eq!(envelope.code(), Code::LeakPrevented);
    assert!(program.crash_file(envelope.trace_id()).contains("`problems.problem`"));
}

#[test]
fn l80_an_address_in_a_message_is_skipped_by_type() {
    let program = start();
    // A mod may be called so, and have such a folder; as free text it would be taken for a path.
    let target: reply_kit::Address = "mod:Why? /home/nate".parse().unwrap();
    assert!(reply_kit::find_host_path(target.as_str()).is_some());
    let large = wa::invalid::FileTooLarge { target, size: 2, limit: 1 };
    let envelope = program.wrapper.call::<AnyCode, _>("x", |rb| Err(rb.invalid(&program.voices.wa, large)));
    assert_eq!(envelope.code(), Code::FileTooLarge);
}

#[test]
fn l80_a_path_in_any_spelling_is_caught_on_the_way_out() {
    let program = start();
    for path in [r"C:\\Users\\nate", "%2Fhome%2Fnate", r"\\nas\nate", "~nate/x", "file:///home/nate", r"\/home\/nate"] {
        let data = note(vec![Text::new(format!("cannot open '{path}'"))], "fine");
        let envelope = program
            .wrapper
            .call::<AnyCode, _>("x", |rb| Ok(rb.success(&program.voices.mcp, mcp::success::Home, &data)));
        assert_eq!(envelope.code(), Code::LeakPrevented, "{path}");
        assert!(!envelope.as_json().contains("nate"), "{path}");
    }
}

#[test]
fn l49_an_input_that_is_a_host_path_is_not_repeated() {
    let program = start();
    let unknown = mcp::invalid::SessionUnknown { session: Text::echo(r"C:\Users\nate") };
    let envelope = program.wrapper.call::<AnyCode, _>("x", |rb| Err(rb.invalid(&program.voices.mcp, unknown)));
    assert_eq!(envelope.code(), Code::SessionUnknown);
    assert!(!envelope.as_json().contains("nate"));
}

#[test]
fn l49_file_content_is_passed_as_it_is() {
    #[derive(ReplyData)]
    struct Content {
        content: reply_kit::Verbatim,
    }
    let program = start();
    let content = reply_kit::Verbatim::read_from_file(&program.voices.wa, SECRET.to_owned());
    let read = Content { content };
    let envelope =
        program.wrapper.call::<AnyCode, _>("x", |rb| Ok(rb.success(&program.voices.wa, wa::success::FileRead, &read)));
    assert_eq!(envelope.code(), Code::FileRead);
    assert!(envelope.as_json().contains(SECRET));
}

#[test]
fn l80_debugging_a_withheld_text_shows_nothing_of_it() {
    let text = Text::from(SECRET);
    assert!(!format!("{text:?} {text}").contains("nate"));
}

#[test]
fn l49_a_word_with_a_path_in_it_is_a_crash_and_is_not_told() {
    let program = start();
    let leaked: &'static str = String::from(SECRET).leak();
    let envelope = program.wrapper.call::<AnyCode, _>("x", |rb| {
        let kind = reply_kit::Word::new(leaked);
        let target = "root:game".parse().unwrap();
        Err(rb.invalid(&program.voices.wa, wa::invalid::NotADirectory { target, kind }))
    });
    assert_eq!(envelope.code(), Code::Crash);
    assert!(!envelope.as_json().contains("nate"));
}

#[test]
fn l80_what_passed_before_is_caught_on_the_way_out() {
    let program = start();
    let deep = format!("%{}2fhome%{}2fnate", "25".repeat(8_000), "25".repeat(8_000));
    for path in [
        "cannot copy mod:My Mod to E:/backup/nate",
        "mod:A/b.txt failed:/data/nate",
        "(ok)/data/nate",
        "**/data/nate",
        "E\u{200b}:\\data\\nate",
        &deep,
    ] {
        let data = note(vec![Text::new(path.to_owned())], "fine");
        let envelope = program
            .wrapper
            .call::<AnyCode, _>("x", |rb| Ok(rb.success(&program.voices.mcp, mcp::success::Home, &data)));
        assert_eq!(envelope.code(), Code::LeakPrevented, "{path}");
        let keyed = note(vec![], path);
        let envelope = program
            .wrapper
            .call::<AnyCode, _>("x", |rb| Ok(rb.success(&program.voices.mcp, mcp::success::Home, &keyed)));
        assert_eq!(envelope.code(), Code::LeakPrevented, "{path}");
        assert_eq!(Text::echo(path).as_str(), "(a path of the host)");
    }
}

#[test]
fn l33_an_input_in_an_older_spelling_is_echoed() {
    let program = start();
    for input in ["mod:Name:/missing", "mod:My Mod:/common/x", "ROOT_REPO:/missing"] {
        let unknown = mcp::invalid::SessionUnknown { session: Text::echo(input) };
        let envelope = program.wrapper.call::<AnyCode, _>("x", |rb| Err(rb.invalid(&program.voices.mcp, unknown)));
        assert_eq!(envelope.code(), Code::SessionUnknown);
        assert!(envelope.as_json().contains(input), "{input}");
    }
}
