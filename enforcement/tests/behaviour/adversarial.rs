//! What an over-eager agent tries.

use replies::Code;
use world_adapter::Mode;

use crate::support::*;

#[test]
fn l36_no_spelling_borrows_the_rules_of_wip() {
    let world = World::new(Mode::Ck3lens);
    for address in [
        "root:ck3raven_data/wip/../config/a.txt",
        "root:ck3raven_data/wip/./../config/a.txt",
        "root:ck3raven_data/wip//../config/a.txt",
        "root:ck3raven_data/wip/..",
        "root:ck3raven_data/wip/%2e%2e/config/a.txt",
        "root:ck3raven_data\\wip\\a.txt",
    ] {
        let answer = world.write(address, "x");
        assert!(!answer.code.as_str().contains("-S-") || address.contains("%2e"), "{address}: {}", answer.code);
        assert_eq!(world.read("data/config/a.txt").as_deref(), Some("old"), "{address}");
    }
    for address in ["root:ck3raven_data/wipe/x.txt", "root:ck3raven_data/x.txt", "root:ck3raven_data/x/wip/y.txt"] {
        assert_eq!(world.write(address, "x").code, NO_RULE, "{address}");
    }
    // Another folder, or on a disk that ignores letter case the same one in a spelling that is corrected.
    let ignores_case = world.path("DATA").exists();
    let expected = if ignores_case { Code::PathNotFound } else { NO_RULE };
    assert_eq!(world.write("root:ck3raven_data/WIP/x.txt", "x").code, expected);
}

#[test]
fn l65_a_contract_on_one_mod_does_not_cover_its_longer_namesake() {
    let world = World::new(Mode::Ck3lens);
    world.open_for("mod:A");
    assert_eq!(world.write("mod:AB/a.txt", "x").code, OUTSIDE);
    assert_eq!(world.write("mod:A/a.txt", "x").code, WRITTEN);
}

#[test]
fn l54_one_file_by_two_addresses_is_one_target() {
    let world = World::new(Mode::Ck3lens);
    world.open_for("mod:A");
    // In ck3lens mode the documents are seen only inside a session mod, and then it is the same file.
    assert_eq!(world.write("root:user_docs/mod/A/a.txt", "x").code, WRITTEN);
    assert_eq!(world.write("root:user_docs/mod/AB/a.txt", "x").code, OUTSIDE);

    let denial = world.delete("mod:A/a.txt");
    assert_eq!(
        world.delete("root:user_docs/mod/A/a.txt").request(),
        denial.request(),
        "one request, whatever it is called"
    );
    world.grant(&denial);
    assert_eq!(world.delete("root:user_docs/mod/A/a.txt").code, DELETED);
}

#[test]
fn l50_a_mod_that_looks_like_a_root_is_judged_by_where_it_lies() {
    let world = World::new(Mode::Ck3lens);
    std::fs::create_dir_all(world.path("docs/mod/A/wip")).unwrap();
    assert_eq!(world.write("mod:A/wip/x.txt", "x").code, CONTRACT_REQUIRED);
    assert_eq!(world.write("mod:Shop/wip/x.txt", "x").code, NEVER);
}

#[cfg(unix)]
#[test]
fn l54_a_link_in_wip_does_not_make_its_target_wip() {
    let world = World::new(Mode::Ck3lens);
    std::os::unix::fs::symlink("../config", world.path("data/wip/link")).unwrap();
    let answer = world.write("root:ck3raven_data/wip/link/a.txt", "x");
    assert!(!answer.code.as_str().contains("-S-"), "{}", answer.code);
    assert_eq!(world.read("data/config/a.txt").as_deref(), Some("old"));
}

#[test]
fn l66_the_folder_of_approvals_cannot_be_addressed() {
    let world = World::new(Mode::Ck3ravenDev);
    for address in ["root:ck3raven_data/../../approvals/x", "root:repo/../../approvals/x"] {
        assert_eq!(world.write(address, "{}").code, NOT_FOUND);
    }
}
