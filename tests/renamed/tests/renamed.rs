//! The program whose kit has another name answers like any other.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use answers::prelude::*;
use answers::{Envelope, SessionSource};
use serde_json::{Value, json};
use tests_renamed::RollDie;
use tests_renamed::registry::dice::invalid::TooManySides;
use tests_renamed::registry::dice::success::Rolled;
use tests_renamed::registry::{Code, start};

#[test]
fn a_renamed_kit_answers_all_the_same() {
    let folder = std::env::temp_dir().join("tests-renamed");
    let program = start(CrashDir::at(folder)).unwrap();
    let tools = Toolset::new(program.wrapper).with(RollDie { dice: program.voices.dice });
    let call = |arguments: Value| -> Envelope {
        tools.call("roll_die", &arguments, &CallContext::new(SessionSource::Implied)).unwrap()
    };

    let rolled = call(json!({ "sides": 6, "throw": "from_cup" }));
    assert_eq!(rolled.code(), Rolled::CODE);
    assert_eq!(rolled.as_value()["data"], json!({ "top": 6, "throw": "from_cup" }));
    assert_eq!(call(json!({ "sides": 21 })).code(), TooManySides::CODE);
    assert_eq!(call(json!({ "sides": 6, "throw": "far" })).code(), Code::BadArguments);
    assert_eq!(serde_json::to_value(Code::Rolled).unwrap(), json!("DICE-ROLL-S-001"));
}
