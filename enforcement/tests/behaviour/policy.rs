//! The whole product of mode, place, operation, contract and token, against an expectation written by hand (L64).

use replies::Code;
use serde_json::json;
use world_adapter::{Mode, SessionAuthority};

use crate::support::*;

/// Places the policy knows, by an address that each mode can use for it.
const PLACES: [(&str, &str, &str); 8] = [
    // what            ck3lens                       ck3raven-dev
    ("wip", "root:ck3raven_data/wip/a.txt", "root:ck3raven_data/wip/a.txt"),
    ("local mod", "mod:A/a.txt", "root:user_docs/mod/A/a.txt"),
    ("descriptor", "mod:A/descriptor.MOD", "root:user_docs/mod/A/descriptor.MOD"),
    ("game", "root:game/common/a.txt", "root:game/common/a.txt"),
    ("workshop", "mod:Shop/a.txt", "root:steam/123/a.txt"),
    ("launcher", "root:user_docs/launcher-v2.sqlite", "root:user_docs/launcher-v2.sqlite"),
    ("repo", "root:repo/src/a.txt", "root:repo/src/a.txt"),
    ("anything else", "root:ck3raven_data/config/a.txt", "root:user_docs/logs/a.txt"),
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Contract {
    None,
    Covering,
    Elsewhere,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token {
    None,
    Granted,
    Refused,
}

/// The law's table, in other words than the code's: what each of the three things does to the answer.
#[expect(clippy::match_same_arms, reason = "one arm a row of the law, so that it can be read beside it")]
fn expected(mode: Mode, place: &str, operation: &str, contract: Contract, token: Token) -> Code {
    let success = if operation == "write" { WRITTEN } else { DELETED };
    let with_token = match token {
        Token::None => TOKEN_REQUIRED,
        Token::Granted => success,
        Token::Refused => REFUSED,
    };
    let under_contract = |then| match contract {
        Contract::None => CONTRACT_REQUIRED,
        Contract::Elsewhere => OUTSIDE,
        Contract::Covering => then,
    };
    match (mode, place, operation) {
        (_, "wip", "write") => success,
        (_, "wip", "delete") => with_token,
        (Mode::Ck3lens, "local mod", "write") => under_contract(success),
        (Mode::Ck3lens, "local mod", "delete") => under_contract(with_token),
        (Mode::Ck3ravenDev, "local mod", _) | (_, "descriptor" | "game" | "workshop", _) => NEVER,
        (Mode::Ck3lens, "launcher" | "repo", _) => NOT_FOUND,
        (Mode::Ck3ravenDev, "launcher", _) => with_token,
        (Mode::Ck3ravenDev, "repo", _) => under_contract(with_token),
        _ => NO_RULE,
    }
}

#[test]
fn l64_every_case_of_the_policy() {
    let mut cases = 0;
    for mode in Mode::ALL {
        for (place, lens, dev) in PLACES {
            let address = if mode == Mode::Ck3lens { lens } else { dev };
            for operation in ["write", "delete"] {
                for contract in [Contract::None, Contract::Covering, Contract::Elsewhere] {
                    for token in [Token::None, Token::Granted, Token::Refused] {
                        let found = run(mode, address, operation, contract, token);
                        assert_eq!(
                            found,
                            expected(mode, place, operation, contract, token),
                            "{mode} {place} {operation} {contract:?} {token:?}"
                        );
                        cases += 1;
                    }
                }
            }
        }
    }
    assert_eq!(cases, 2 * 8 * 2 * 3 * 3);
}

fn run(mode: Mode, address: &str, operation: &str, contract: Contract, token: Token) -> Code {
    let world = World::new(mode);
    let before: Vec<_> = FILES.iter().map(|file| world.read(file)).collect();
    let scope = address.split('/').next().unwrap();
    match contract {
        Contract::None => {}
        Contract::Covering => drop(world.open_for(scope)),
        Contract::Elsewhere => drop(world.open_for("root:vscode")),
    }
    let ask = || if operation == "write" { world.write(address, "new") } else { world.delete(address) };
    let mut answer = ask();
    if answer.code == TOKEN_REQUIRED && token != Token::None {
        let decision = if token == Token::Granted {
            enforcement::ApprovalAnswer::Granted
        } else {
            enforcement::ApprovalAnswer::Refused
        };
        world.queue.decide(&answer.request(), decision).unwrap();
        answer = ask();
    }
    if !answer.code.as_str().contains("-S-") {
        let after: Vec<_> = FILES.iter().map(|file| world.read(file)).collect();
        assert_eq!(before, after, "{address}: what is not permitted changes nothing");
    }
    answer.code
}

#[test]
fn l64_a_rename_is_a_delete_here_and_a_write_there() {
    let world = World::new(Mode::Ck3lens);
    assert_eq!(world.rename("root:ck3raven_data/wip/a.txt", "root:game/common/b.txt").code, NEVER);
    assert_eq!(world.rename("root:game/common/a.txt", "root:ck3raven_data/wip/b.txt").code, NEVER);
    assert_eq!(world.rename("root:ck3raven_data/wip/a.txt", "root:ck3raven_data/config/b.txt").code, NO_RULE);
    assert_eq!(world.rename("root:ck3raven_data/wip/a.txt", "mod:A/b.txt").code, CONTRACT_REQUIRED);
    let denial = world.rename("root:ck3raven_data/wip/a.txt", "root:ck3raven_data/wip/b.txt");
    world.grant(&denial);
    assert_eq!(world.rename("root:ck3raven_data/wip/a.txt", "root:ck3raven_data/wip/b.txt").code, RENAMED);
    assert_eq!(world.read("data/wip/b.txt").as_deref(), Some("old"));
    assert_eq!(world.read("data/wip/a.txt"), None);
}

/// L105: every denial on the way names a step that helps.
#[test]
fn l67_a_rename_takes_a_contract_for_the_ends_that_need_one() {
    let world = World::new(Mode::Ck3lens);
    let (wip, inside) = ("root:ck3raven_data/wip/a.txt", "mod:A/moved.txt");
    let into = world.rename(wip, inside);
    assert_eq!((into.code, &into.data["scope"]), (CONTRACT_REQUIRED, &json!("mod:A")), "where the contract is needed");
    world.open_for("mod:A");
    world.grant(&world.rename(wip, inside));
    assert_eq!(world.rename(wip, inside).code, RENAMED);
    world.grant(&world.rename(inside, wip));
    assert_eq!(world.rename(inside, wip).code, RENAMED, "a deletion in the mod, under its contract");

    let across = world.rename("mod:A/a.txt", "mod:AB/b.txt");
    assert_eq!(across.code, Code::TwoContracts, "whatever contract is open");
    assert_eq!((&across.data["first_scope"], &across.data["then_scope"]), (&json!("mod:AB"), &json!("mod:A")));
    world.close();
    assert_eq!(world.rename("mod:A/a.txt", "mod:AB/b.txt").code, Code::TwoContracts);
}

#[test]
fn l104_no_agent_writes_a_descriptor_by_any_way() {
    let world = World::new(Mode::Ck3lens);
    world.open_for("mod:A");
    for name in ["x.mod", "X.MOD", "sub/y.mod"] {
        assert_eq!(world.write(&format!("mod:A/{name}"), "path=\"C:/\"").code, NEVER, "{name}");
        assert_eq!(world.rename("mod:A/a.txt", &format!("mod:A/{name}")).code, NEVER, "{name}");
    }
    assert_eq!(world.write("mod:A/x.mod.txt", "x").code, WRITTEN);
}

#[test]
fn l62_the_mode_of_the_moment_decides() {
    let world = World::new(Mode::Ck3lens);
    world.open_for("mod:A");
    assert_eq!(world.write("mod:A/a.txt", "x").code, WRITTEN);
    world.adapter.replace_session(&SessionAuthority::of(&tests_started::program().wa), world.session, |session| {
        session.with_mode(Some(Mode::Ck3ravenDev))
    });
    assert_eq!(world.write("mod:A/a.txt", "y").code, NEVER);
}

#[test]
fn l62_a_dry_run_is_judged_like_the_real_thing_and_uses_nothing_up() {
    let world = World::new(Mode::Ck3ravenDev);
    assert_eq!(world.rehearse_write("root:game/common/a.txt", "x").code, NEVER);
    assert_eq!(world.rehearse_write("root:ck3raven_data/wip/a.txt", "x").code, PERMITTED);
    let denial = world.rehearse_write("root:user_docs/launcher-v2.sqlite", "x");
    world.grant(&denial);
    assert_eq!(world.rehearse_write("root:user_docs/launcher-v2.sqlite", "x").code, PERMITTED);
    assert_eq!(world.read("docs/launcher-v2.sqlite").as_deref(), Some("old"));
    assert_eq!(world.write("root:user_docs/launcher-v2.sqlite", "x").code, WRITTEN);
    assert_eq!(world.write("root:user_docs/launcher-v2.sqlite", "x").code, TOKEN_REQUIRED);
}
