//! A program with layers of its own, from its registry to its envelopes.
#![allow(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking, and `json!` is a value"
)]

mod registry {
    reply_kit::registry!("registry.toml", layers { SHLF: SIE, RULE: DE, DESK: SIE });
}

use std::sync::{Arc, LazyLock};

use registry::rule::denied::LoanRefused;
use registry::shlf::invalid::{BookAway, BookUnknown};
use registry::shlf::success::BookFound;
use registry::{Rule, Shlf};
use reply_kit::{
    Arguments, CallContext, CodeType, CrashDir, Effect, Envelope, Program, ReplyBuilder, ReplyData, ReplyResult,
    ReplyType, SessionSource, Text, Tool, Toolset, Voice,
};
use serde_json::json;

#[derive(ReplyData)]
struct Book {
    /// What it is called.
    title: Text,
    pages: u32,
}

struct Borrow {
    shelf: Arc<Voice<Shlf>>,
    rules: Arc<Voice<Rule>>,
}

#[derive(Arguments)]
enum BorrowArguments {
    /// Look a book up.
    #[default]
    Look {
        /// What it is called.
        title: String,
    },
    /// Take it home.
    Take {
        /// What it is called.
        title: String,
        /// For how many days.
        #[arg(min = 1, max = 28, default = "7")]
        days: Option<u8>,
    },
}

reply_kit::codes!(Borrow { BookFound => Book; BookAway, BookUnknown, LoanRefused });

impl Tool for Borrow {
    const NAME: &'static str = "borrow";
    const TITLE: &'static str = "Borrow";
    const DESCRIPTION: &'static str = "Looks up and borrows books.";
    const EFFECT: Effect = Effect::ADDITIVE;
    type Arguments = BorrowArguments;

    async fn run<'c>(&self, rb: ReplyBuilder<'c, Self>, args: BorrowArguments, _: &CallContext) -> ReplyResult<'c> {
        let (BorrowArguments::Look { title } | BorrowArguments::Take { title, .. }) = &args;
        // An await, as nearly every server has one.
        std::future::ready(()).await;
        let pages = title.strip_prefix("Volume ").ok_or("not a volume");
        let (rb, number) = rb.require(pages, |rb, _| {
            let nearest = vec!["Volume 1".into()];
            rb.invalid(&self.shelf, BookUnknown { title: Text::echo(title), nearest })
        })?;
        let (rb, number) = rb.require(number.parse::<u32>(), |rb, _| {
            rb.invalid(&self.shelf, BookUnknown { title: Text::echo(title), nearest: Vec::new() })
        })?;
        assert!(number != 13, "volume 13 is unlucky");
        if number == 99 {
            return Err(rb.invalid(&self.shelf, BookAway { title: Text::echo(title) }));
        }
        if let BorrowArguments::Take { days: Some(28), .. } = args {
            return Err(rb.denied(&self.rules, LoanRefused { title: Text::echo(title) }));
        }
        Ok(rb.success(&self.shelf, BookFound, &Book { title: Text::echo(title), pages: number * 100 }))
    }
}

static TOOLS: LazyLock<Toolset> = LazyLock::new(|| {
    let Program { wrapper, voices, .. } =
        registry::start(CrashDir::at(std::env::temp_dir().join("kit-crashes"))).expect("the first start");
    Toolset::new(wrapper).with(Borrow { shelf: Arc::new(voices.shlf), rules: Arc::new(voices.rule) })
});

#[expect(clippy::needless_pass_by_value, reason = "called with `json!` all over")]
fn call(arguments: serde_json::Value) -> Envelope {
    TOOLS.call("borrow", &arguments, &CallContext::new(SessionSource::Implied)).expect("there is such a tool")
}

#[test]
fn a_tool_with_layers_of_its_own_gives_all_four_types() {
    let found = call(json!({ "title": "Volume 3" }));
    assert_eq!(found.code(), BookFound::CODE);
    assert_eq!(found.as_value()["data"], json!({ "title": "Volume 3", "pages": 300 }));
    assert_eq!(call(json!({ "title": "x" })).code(), BookUnknown::CODE);
    let refused = call(json!({ "command": "take", "title": "Volume 1", "days": 28 }));
    assert_eq!(refused.code(), LoanRefused::CODE);
    assert_eq!(refused.reply_type(), ReplyType::D);
    assert_eq!(call(json!({ "title": "Volume 13" })).code(), registry::Code::Crash);
}

/// No parameter holds the path: the author of the message put it there.
#[test]
fn l80_a_path_that_only_the_message_has_is_withheld() {
    let withheld = call(json!({ "title": "Volume 99" }));
    assert_eq!(withheld.code(), registry::Code::Leak);
    assert!(!withheld.as_json().contains("nate"), "{}", withheld.as_json());
}

#[test]
fn every_wrong_field_is_reported_at_once_with_what_was_expected() {
    let wrong = call(json!({ "command": "look", "days": 3, "titel": "x" }));
    assert_eq!(wrong.code(), registry::Code::BadArguments);
    insta::assert_json_snapshot!(wrong.as_value()["data"]);
    insta::assert_json_snapshot!(TOOLS.find("borrow").unwrap().input_schema);
}

#[test]
fn a_code_is_matched_and_looked_up_without_a_reply() {
    let code: registry::shlf::Invalid = "SHLF-BOOK-I-001".parse().unwrap();
    let name = match code {
        registry::shlf::Invalid::BookUnknown => "unknown",
        registry::shlf::Invalid::BookAway => "away",
    };
    assert_eq!((name, code.entry().key), ("unknown", "BOOK_UNKNOWN"));
    assert!("RULE-LOAN-D-001".parse::<registry::shlf::Invalid>().is_err());
    assert_eq!(serde_json::to_value(registry::Code::LoanRefused).unwrap(), json!("RULE-LOAN-D-001"));
}

#[test]
fn voices_are_handed_out_once() {
    LazyLock::force(&TOOLS);
    let again = registry::start(CrashDir::at(std::env::temp_dir())).unwrap_err();
    assert_eq!(again, reply_kit::StartError::AlreadyStarted);
}
