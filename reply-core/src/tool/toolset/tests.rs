//! Tools of a registry that is written by hand, as only this crate can.

use std::sync::Mutex;

use serde_json::json;

use super::*;
use crate::call::builder::ReplyBuilder;
use crate::call::context::{ClientDecision, Question, SessionSource};
use crate::call::crash::CrashDir;
use crate::call::progress::Progress;
use crate::codes::answer::{Answer, AnsweredBy, CodeType, Ending, NoVariant};
use crate::codes::code_ref::CodeRef;
use crate::codes::code_table::{CodeTable, Roles, Row};
use crate::codes::declares::{Declares, StatedInCodes};
use crate::codes::layer::Layer;
use crate::codes::voice::{Voice, VoiceMint};
use crate::data::reply_data::NoData;
use crate::data::text::Text;
use crate::data::word::Id;
use crate::tool::arguments::NoArguments;
use crate::tool::definition::ReplyResult;
use reply_vocabulary::{AddressForms, GateLevel};

const fn row(code: &'static str, key: &'static str) -> Row {
    Row { code, key, template: "", params: &[], since: "0.1.0", docs: "" }
}

struct Seal(());
const ROLES: Roles = Roles { crash: 0, leak: 0, overload: 1, bad_arguments: 0 };
static TABLE: CodeTable = CodeTable::new(
    &Seal(()),
    &[],
    &[],
    &[
        row("DESK-CALL-E-001", "CRASH"),
        row("DESK-CALL-E-002", "OVERLOADED"),
        row("DESK-CALL-E-003", "CLOSED"),
        row("DESK-CALL-S-001", "DONE"),
    ],
    &[],
    ROLES,
    GateLevel::Strict,
    AddressForms::NONE,
);

/// The registry of another program.
static OTHER: CodeTable = CodeTable::new(
    &Seal(()),
    &[],
    &[],
    &[row("BANK-CALL-S-001", "PAID")],
    &[],
    Roles { crash: 0, leak: 0, overload: 0, bad_arguments: 0 },
    GateLevel::Strict,
    AddressForms::NONE,
);

enum Desk {}
impl Layer for Desk {
    const NAME: &'static str = "DESK";
    type Seal = Seal;
    fn registry() -> &'static CodeTable {
        &TABLE
    }
}

struct Closed;
impl CodeType for Closed {
    type Variant = NoVariant;
    const CODE: CodeRef = TABLE.code(2);
}

struct Done;
impl CodeType for Done {
    type Variant = NoVariant;
    const CODE: CodeRef = TABLE.code(3);
}

struct Paid;
impl CodeType for Paid {
    type Variant = NoVariant;
    const CODE: CodeRef = OTHER.code(0);
}

impl<E: Ending, C: CodeType> AnsweredBy<Desk, E, C> for CodeRef {
    fn answer(code: C) -> Answer<Desk, E> {
        Answer::new(&Seal(()), code)
    }
}

enum Does {
    /// Answers with a code that its list does not have.
    Closes,
    Succeeds,
    /// Answers with a code that its list has, and its registry has not.
    Pays,
    Asks,
}

struct Door(Does);

crate::codes!(Door { Done => NoData, Paid => NoData });

/// What `codes!` would have written, had the list the code.
impl Declares<Closed> for Door {
    const STATED: StatedInCodes = StatedInCodes;
}

impl Tool for Door {
    const NAME: &'static str = "door";
    const TITLE: &'static str = "Door";
    const DESCRIPTION: &'static str = "A door.";
    const EFFECT: Effect = Effect::READ_ONLY;
    type Arguments = NoArguments;

    async fn run<'c>(&self, rb: ReplyBuilder<'c, Self>, _: NoArguments, context: &CallContext) -> ReplyResult<'c> {
        let desk: Voice<Desk> = VoiceMint::new().voice();
        match self.0 {
            Does::Closes => Err(rb.error(&desk, Closed)),
            Does::Succeeds => {
                rb.progress().report(1, 2, "doors opened");
                context.label_session("first");
                context.label_session("second");
                Ok(rb.success(&desk, Done, &NoData))
            }
            Does::Pays => Ok(rb.success(&desk, Paid, &NoData)),
            Does::Asks => {
                let (rb, client) = rb.require_some(context.elicit(), |rb| rb.error(&desk, Closed))?;
                Err(rb.ask(client, Question { id: Id::fresh(), message: "May it?".into(), agree: "Yes".into() }))
            }
        }
    }
}

fn answer(does: Does) -> String {
    let crashes = tempfile::tempdir().expect("a directory for crash files");
    let tools = Toolset::new(Wrapper::new(&TABLE, CrashDir::at(crashes.path()))).with(Door(does));
    let call = tools.begin("door").expect("there is such a tool");
    let context = CallContext::new(SessionSource::Implied).with_elicitation(&call);
    let envelope = tools.call("door", &json!({}), &context).expect("there is such a tool");
    envelope.code().to_string()
}

#[test]
fn a_code_that_the_list_of_the_tool_does_not_have_is_not_returned() {
    assert_eq!(answer(Does::Succeeds), "DESK-CALL-S-001");
    assert_eq!(answer(Does::Closes), "DESK-CALL-E-001");
}

#[test]
fn l18_an_envelope_is_the_same_as_a_value_and_as_text() {
    let tools = Toolset::new(Wrapper::new(&TABLE, CrashDir::at("unused"))).with(Door(Does::Succeeds));
    let envelope =
        tools.call("door", &json!({}), &CallContext::new(SessionSource::Implied)).expect("there is such a tool");
    let (value, text) = envelope.into_parts();
    assert_eq!(value["code"], "DESK-CALL-S-001");
    assert_eq!(serde_json::from_str::<Value>(&text).expect("it is JSON"), value);
}

#[test]
fn l23_a_code_of_another_registry_is_not_returned() {
    assert_eq!(answer(Does::Pays), "DESK-CALL-E-001");
}

#[test]
fn l19_that_a_tool_answered_with_a_code_of_another_list_is_in_its_crash_file() {
    let crashes = tempfile::tempdir().expect("a directory for crash files");
    let tools = Toolset::new(Wrapper::new(&TABLE, CrashDir::at(crashes.path()))).with(Door(Does::Closes));
    let context = CallContext::new(SessionSource::Implied);
    let envelope = tools.call("door", &json!({}), &context).expect("there is such a tool");
    let report = std::fs::read_to_string(tools.wrapper().crashes().file(envelope.trace_id())).expect("a crash file");
    assert!(report.contains("bug: the code is not of the layer"), "{report}");
}

#[test]
fn l26_a_question_where_nobody_is_asked_is_a_crash() {
    assert_eq!(answer(Does::Asks), "DESK-CALL-E-001");
}

#[test]
fn l27_a_panic_of_the_observer_takes_no_reply_back() {
    let crashes = tempfile::tempdir().expect("a directory for crash files");
    let tools = Toolset::new(Wrapper::new(&TABLE, CrashDir::at(crashes.path()))).with(Door(Does::Succeeds));
    let observed = tools.observed_by(|_| panic!("the journal has a bug"));
    let context = CallContext::new(SessionSource::Implied);
    let envelope = observed.call("door", &json!({}), &context).expect("there is such a tool");
    assert_eq!(envelope.code().as_str(), "DESK-CALL-S-001");
    let files: Vec<_> = std::fs::read_dir(crashes.path()).expect("the directory of crash files").collect();
    assert_eq!(files.len(), 1, "people hear of it");
    // A reply that no tool gave, on the way that has no call around it.
    observed.observe(CallEvent::replied("door", &envelope));
}

#[test]
#[should_panic(expected = "two tools are called `door`: give one of them another `NAME`")]
fn two_tools_of_one_name_are_refused() {
    let tools = Toolset::new(Wrapper::new(&TABLE, CrashDir::at("unused")));
    let _ = tools.with(Door(Does::Succeeds)).with(Door(Does::Asks));
}

#[test]
fn a_call_is_observed_with_its_outline_its_client_and_its_session() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let events = Arc::clone(&seen);
    let tools = Toolset::new(Wrapper::new(&TABLE, CrashDir::at("unused"))).with(Door(Does::Succeeds)).observed_by(
        move |event: CallEvent<'_>| {
            let context = event.context.expect("a call of a tool has a context");
            let told = |text: Option<&Text>| text.map(ToString::to_string);
            let client = told(context.client().map(|client| &client.name));
            let unknown = event.arguments.map(|arguments| arguments.unknown);
            events.lock().unwrap().push((event.tool.to_owned(), client, told(context.session_label()), unknown));
        },
    );
    let context = CallContext::new(SessionSource::Implied).with_client("Editor", "1");
    tools.call("door", &json!({}), &context).expect("there is such a tool");
    let outline = tools.outline("door", &json!({ "x": 1 })).unknown;
    assert_eq!((outline, tools.outline("window", &json!({ "x": 1 })).unknown), (1, 0));
    let called = ("door".to_owned(), Some("Editor".to_owned()), Some("first".to_owned()), Some(0));
    assert_eq!(*seen.lock().unwrap(), [called]);
}

#[test]
fn an_event_says_whether_its_call_was_cancelled_and_whether_its_thread_may_block() {
    let tools = Toolset::new(Wrapper::new(&TABLE, CrashDir::at("unused")));
    let envelope = tools.wrapper().overloaded("door");
    let about = |event: CallEvent<'_>| (event.is_cancelled, event.is_on_reactor);
    assert_eq!(about(CallEvent::replied("door", &envelope)), (false, false));
    assert_eq!(about(CallEvent::replied("door", &envelope).on_reactor()), (false, true));
    assert_eq!(about(CallEvent::cancelled("door", &envelope)), (true, false));
}

#[test]
fn what_a_tool_reports_reaches_who_listens_to_its_call() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&told);
    let progress = Progress::new(move |step| listener.lock().unwrap().push((step.done, step.total, step.of)));
    let tools = Toolset::new(Wrapper::new(&TABLE, CrashDir::at("unused"))).with(Door(Does::Succeeds));
    let context = CallContext::new(SessionSource::Implied).with_progress(progress);
    tools.call("door", &json!({}), &context).expect("there is such a tool");
    assert_eq!(*told.lock().unwrap(), [(1, 2, "doors opened")]);
}

#[test]
fn l16_a_call_that_was_rejected_is_not_answered_for_its_arguments_as_well() {
    let tools = Toolset::new(Wrapper::new(&TABLE, CrashDir::at("unused"))).with(Door(Does::Succeeds));
    let context = CallContext::new(SessionSource::Implied);
    let run = |call, arguments| block_on(tools.run(call, &arguments, &context));
    let wrong = run(tools.begin("door").expect("a tool"), json!({ "x": 1 })).reply();
    assert_eq!(wrong.map(|envelope| envelope.code().to_string()).as_deref(), Some("DESK-CALL-E-001"));
    let call = tools.begin("door").expect("a tool");
    let rejected = call.watch().reject_overloaded();
    assert_eq!(rejected.map(|envelope| envelope.code().to_string()).as_deref(), Some("DESK-CALL-E-002"));
    assert!(matches!(run(call, json!({ "x": 1 })), Outcome::Cancelled), "it has been answered");
}

#[test]
fn l26_the_answer_of_a_person_comes_with_the_id_of_its_question() {
    let tools = Toolset::new(Wrapper::new(&TABLE, CrashDir::at("unused"))).with(Door(Does::Succeeds));
    let (question, context) = (Id::fresh(), CallContext::new(SessionSource::Implied));
    assert!(context.elicit().is_none() && context.answer().is_none());
    let call = tools.begin("door").expect("a tool");
    let context = context.with_elicitation(&call);
    assert!(context.elicit().is_some() && context.answer().is_none());
    let context = context.with_answer(&call, question, ClientDecision::Granted);
    assert!(context.elicit().is_none(), "who has answered is not asked again");
    assert_eq!(context.answer(), Some((question, ClientDecision::Granted)));
}

#[test]
fn a_future_that_is_woken_from_another_thread_is_waited_for() {
    let mut is_woken = false;
    let future = std::future::poll_fn(|context| {
        if std::mem::replace(&mut is_woken, true) {
            return Poll::Ready(7);
        }
        let waker = context.waker().clone();
        std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(20));
            waker.wake();
        });
        Poll::Pending
    });
    assert_eq!(block_on(future), 7);
}
