//! One registry per program (L23). In a process of its own, because the first start decides.

mod other {
    #![allow(missing_docs, reason = "a registry for this test alone")]
    reply_macros::registry!("other_registry.toml");
}

use reply_core::{CrashDir, NoData, Program, SecondRegistry};

#[test]
fn l23_a_second_registry_is_an_error_and_its_codes_are_not_spoken() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(&replies::REGISTRY, CrashDir::at(folder.path())).unwrap();
    assert!(Program::start(&replies::REGISTRY, CrashDir::at("unused")).is_ok(), "the same one is harmless");
    assert_eq!(Program::start(&other::REGISTRY, CrashDir::at("unused")).unwrap_err(), SecondRegistry);

    let envelope =
        program.wrapper.call("x", |rb| Ok(rb.success(&program.voices.mcp, other::mcp::success::Hello, &NoData)));
    assert_eq!(envelope.code().as_str(), "MCP-SYS-E-001", "a code of another registry is a bug, not an answer");
}
