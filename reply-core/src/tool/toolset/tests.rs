//! Tools of a registry that is written by hand, as only this crate can.

use serde_json::json;

use super::*;
use crate::call::builder::ReplyBuilder;
use crate::call::context::{Question, SessionSource};
use crate::call::crash::CrashDir;
use crate::codes::answer::{Answer, AnsweredBy, CodeType, Ending, NoVariant};
use crate::codes::code_table::{CodeRef, CodeTable, Roles, Row};
use crate::codes::declares::{Declares, StatedInCodes};
use crate::codes::layer::Layer;
use crate::codes::voice::{Voice, VoiceMint};
use crate::data::reply_data::NoData;
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

impl<E: Ending, C: CodeType> AnsweredBy<Desk, E, C> for CodeRef {
    fn answer(code: C) -> Answer<Desk, E> {
        Answer::new(&Seal(()), code)
    }
}

enum Does {
    /// Answers with a code that its list does not have.
    Closes,
    Succeeds,
    Asks,
}

struct Door(Does);

crate::codes!(Door { Done => NoData });

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
            Does::Succeeds => Ok(rb.success(&desk, Done, &NoData)),
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
fn a_code_that_the_list_of_the_tool_does_not_have_is_not_told() {
    assert_eq!(answer(Does::Succeeds), "DESK-CALL-S-001");
    assert_eq!(answer(Does::Closes), "DESK-CALL-E-001");
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
