//! No host path reaches an agent: not in data, not in keys, not in the message (L49, L80).

use std::collections::BTreeMap;

use replies::{Code, ct, mcp, wa};
use reply_kit::{AnyCode, ArgumentProblem, ReplyData, Text};
use tests_wrapper::{json, start};

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
    let target: reply_kit::Address = "mod:Why?/data/nate".parse().unwrap();
    assert!(reply_kit::find_host_path(target.as_str()).is_some());
    let large = wa::invalid::FileTooLarge { target, size: 2, limit: 1 };
    let envelope = program.wrapper.call::<AnyCode, _>("x", |rb| Err(rb.invalid(&program.voices.wa, large)));
    assert_eq!(envelope.code(), Code::FileTooLarge);
    let message = &envelope.as_value()["error"]["message"];
    assert!(message.as_str().is_some_and(|message| message.contains("mod:Why?/data/nate")), "{message}");
}

/// By itself each of these is no path; between the words of a message, or cut there, it would read as one.
#[test]
fn l49_no_input_becomes_an_error_by_the_words_around_it_or_by_where_it_is_cut() {
    let program = start();
    let cut = (480..520).flat_map(|at| {
        let head = "x".repeat(at);
        [format!("{head} / / / / /"), format!("{head} a/b c/d"), format!("{head}#/homestead"), "/".repeat(at + 40)]
    });
    for input in cut.chain(["/", "//", "\\", "~", ":", "C", "file:", "/'", "a'/"].map(str::to_owned)) {
        let told = Text::echo(&input);
        let nearest = vec![Text::echo(&input)];
        let unknown = wa::invalid::NotInPlayset { kind: Kind::Folder.into(), name: told.clone(), nearest };
        let envelope = program.wrapper.call::<AnyCode, _>("x", |rb| Err(rb.invalid(&program.voices.wa, unknown)));
        assert_eq!(envelope.code(), Code::NotInPlayset, "{input}");
        let envelope = envelope.as_value();
        assert_eq!(envelope["data"]["name"], told.as_str(), "the data has it whatever the message shows");
        assert!(!holds_path(&envelope["error"]["message"]), "{envelope}");
    }
}

#[derive(ReplyData)]
enum Kind {
    Folder,
}

fn holds_path(text: &serde_json::Value) -> bool {
    text.as_str().is_some_and(|text| reply_kit::find_host_path(text).is_some())
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
fn l49_a_word_with_a_path_in_it_is_a_crash_and_is_not_returned() {
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

/// A tool that repeats its input as if it were its own words.
struct Careless {
    leaks: Option<&'static str>,
}

#[derive(reply_kit::Arguments)]
struct CarelessArguments {
    session: String,
}

#[derive(ReplyData)]
struct Repeated {
    text: Text,
    by_name: BTreeMap<Text, u64>,
}

reply_kit::codes!(Careless { mcp::success::Home => Repeated; mcp::invalid::SessionUnknown });

impl reply_kit::Tool for Careless {
    const NAME: &'static str = "careless";
    const TITLE: &'static str = "Careless";
    const DESCRIPTION: &'static str = "Repeats what it is given.";
    const EFFECT: reply_kit::Effect = reply_kit::Effect::READ_ONLY;
    type Arguments = CarelessArguments;

    async fn run<'c>(
        &self,
        rb: reply_kit::ReplyBuilder<'c, Self>,
        arguments: CarelessArguments,
        _: &reply_kit::CallContext,
    ) -> reply_kit::ReplyResult<'c> {
        let voice = &start().voices.mcp;
        let session = self.leaks.map_or(arguments.session, str::to_owned);
        if session.starts_with("S:") {
            let text = Text::new(format!("It is '{session}'."));
            return Ok(rb.success(
                voice,
                mcp::success::Home,
                &Repeated { text, by_name: [(Text::new(session), 1)].into() },
            ));
        }
        Err(rb.invalid(voice, mcp::invalid::SessionUnknown { session: Text::new(session) }))
    }
}

fn careless(leaks: Option<&'static str>, session: &str) -> reply_kit::Envelope {
    let tools = reply_kit::Toolset::new(start().wrapper.clone()).with(Careless { leaks });
    let context = reply_kit::CallContext::new(reply_kit::SessionSource::Implied);
    tools.call("careless", &serde_json::json!({ "session": session }), &context).expect("there is such a tool")
}

#[test]
fn l49_no_input_of_an_agent_is_made_an_error_by_the_leak_gate() {
    for input in ["/home/nate/x", r"C:\Users\nate", "%2fhome%2fnate", "~nate/x", "see /etc/passwd, please"] {
        let envelope = careless(None, input);
        assert_eq!(envelope.code(), Code::SessionUnknown, "{input}");
        assert_eq!(json(&envelope)["data"]["session"], "(a path of the host)", "{input}");
        let envelope = careless(None, &format!("S: {input}"));
        assert_eq!(envelope.code(), Code::Home, "{input}");
        assert_eq!(json(&envelope)["data"]["text"], "It is '(a path of the host)'.", "{input}");
        assert_eq!(json(&envelope)["data"]["by_name"]["(a path of the host)"], 1, "{input}");
    }
}

#[test]
fn l80_what_the_agent_did_not_send_is_a_leak_as_before() {
    for (leak, input) in [(SECRET, "Emma"), (SECRET, "/home"), ("S: /mnt/nate and more", "/mnt/nat")] {
        let envelope = careless(Some(leak), input);
        assert_eq!(envelope.code(), Code::LeakPrevented, "{leak}");
        assert!(!envelope.as_json().contains("nate"));
    }
}
