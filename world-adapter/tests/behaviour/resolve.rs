//! Resolving: one entry point, one failure surface, visibility by mode, identity and domain by place.

use replies::Code;
use serde_json::json;
use world_adapter::{Config, Domain, Existence, Mode, RootKey, SessionConfig};

use crate::support::{World, code, comparable, problem};

fn modder() -> World {
    World::new()
        .file("game/common/traits.txt", "x")
        .file("repo/src/lib.rs", "x")
        .file("steam/123/descriptor.mod", "x")
        .file("steam/999/descriptor.mod", "x")
        .file("user_docs/mod/mine/wip/a.txt", "x")
        .file("user_docs/mod/other/a.txt", "x")
        .file("user_docs/launcher-v2.sqlite", "x")
        .file("ck3raven_data/wip/a.txt", "x")
        .file("ck3raven_data/config/a.txt", "x")
        .file("vscode/settings.json", "x")
        .file("outside/secret.txt", "OUTSIDE")
        .with_session(|world| {
            SessionConfig::new()
                .mode(Mode::Ck3lens)
                .local_mods_folder(world.path("user_docs/mod"))
                .with_mod("Mine", world.path("user_docs/mod/mine"))
                .with_mod("Shop", world.path("steam/123"))
        })
}

#[test]
fn l48_success_data_has_the_parts_of_the_address() {
    let world = modder();
    let answer = world.resolve("root:game//common/traits.txt");
    assert_eq!(code(&answer), Code::AddressResolved);
    let expected = json!({ "resolved": "root:game/common/traits.txt", "root_key": "game", "subdirectory": "common",
        "relative_path": "common/traits.txt", "mod_name": null });
    assert_eq!(answer["data"], expected);
    let expected = json!({ "resolved": "mod:Mine", "root_key": "user_docs", "subdirectory": null, "relative_path": "",
        "mod_name": "Mine" });
    assert_eq!(world.resolve("mod:Mine/")["data"], expected);
}

#[test]
fn l48_a_mod_outside_every_root_has_no_root_key() {
    let world = World::new().file("elsewhere/m/a.txt", "x");
    world.use_session(SessionConfig::new().mode(Mode::Ck3lens).with_mod("M", world.path("elsewhere/m")));
    assert_eq!(world.resolve("mod:M/a.txt")["data"]["root_key"], json!(null));
}

#[test]
fn l44_without_a_mode_nothing_is_visible_yet() {
    let world = World::new();
    world.use_session(SessionConfig::new());
    for input in ["root:game", "nonsense", ""] {
        assert_eq!(code(&world.resolve(input)), Code::ModeNotInitialised);
    }
}

#[test]
fn l44_the_mode_is_read_at_every_resolve() {
    let world = modder();
    assert_eq!(problem(&world.resolve("root:repo/src")), "not_found");
    let id = world.adapter.default_session();
    world.adapter.replace_session(&world.sessions, id, |session| session.with_mode(Some(Mode::Ck3ravenDev))).unwrap();
    assert_eq!(code(&world.resolve("root:repo/src")), Code::AddressResolved);
    world.adapter.replace_session(&world.sessions, id, |session| session.with_mode(None)).unwrap();
    assert_eq!(code(&world.resolve("root:repo/src")), Code::ModeNotInitialised);
}

#[test]
fn l51_each_mode_sees_what_the_law_says() {
    let world = modder();
    let cases = [
        // address, seen by ck3lens, seen by ck3raven-dev
        ("root:game/common", true, true),
        ("root:ck3raven_data/config/a.txt", true, true),
        ("root:vscode/settings.json", true, true),
        ("root:repo", false, true),
        ("root:repo/src/lib.rs", false, true),
        ("root:steam", false, true),
        ("root:steam/123/descriptor.mod", true, true),
        ("root:steam/999/descriptor.mod", false, true),
        ("root:user_docs", false, true),
        ("root:user_docs/mod", false, true),
        ("root:user_docs/mod/mine/wip/a.txt", true, true),
        ("root:user_docs/mod/other/a.txt", false, true),
        ("root:user_docs/launcher-v2.sqlite", false, true),
        ("mod:Mine/wip/a.txt", true, true),
        ("mod:Shop", true, true),
    ];
    for (mode, column) in [(Mode::Ck3lens, 0), (Mode::Ck3ravenDev, 1)] {
        let id = world.adapter.default_session();
        world.adapter.replace_session(&world.sessions, id, |session| session.with_mode(Some(mode))).unwrap();
        for (address, lens, dev) in cases {
            let seen = [lens, dev][column];
            let answer = world.resolve(address);
            let expected = if seen { Code::AddressResolved } else { Code::PathNotFound };
            assert_eq!(code(&answer), expected, "{mode} {address}");
        }
    }
}

#[cfg(unix)]
#[test]
fn l38_absent_hidden_and_escaping_answer_alike() {
    let world = modder()
        .link("game/out", "../outside/secret.txt")
        .link("game/out_dir", "@outside")
        .link("game/loop", "loop")
        .link("game/dangling", "nowhere")
        .file("user_docs/secret/s.txt", "x")
        .link("user_docs/mod/mine/peek", "../../secret/s.txt");
    let alike = [
        "root:game/absent.txt",
        "root:game/common/traits.txt/below_a_file",
        "root:game/out",
        "root:game/out_dir/secret.txt",
        "root:game/out_dir/absent",
        "root:game/loop",
        "root:game/dangling",
        "root:repo/src/lib.rs",
        "root:repo/absent",
        "root:repo",
        "root:user_docs/secret/s.txt",
        "root:user_docs/mod/mine/peek",
        "mod:Mine/peek",
        "root:steam/999/descriptor.mod",
        "root:user_docs/launcher-v2.sqlite",
    ];
    let first = comparable(&world.resolve(alike[0]), alike[0]);
    for input in alike {
        let answer = world.resolve(input);
        assert_eq!(problem(&answer), "not_found");
        assert_eq!(comparable(&answer, input), first, "{input}");
    }
}

#[cfg(unix)]
#[test]
fn l38_hidden_and_escaping_answer_alike_also_where_nothing_need_exist() {
    let world = modder().link("game/out", "../outside/new.txt").link("ck3raven_data/wip/out", "@outside");
    let alike = ["root:repo/new", "root:game/out", "root:ck3raven_data/wip/out/new", "root:user_docs/mod/new/a.txt"];
    let first = comparable(&world.resolve_as(alike[0], Existence::Optional), alike[0]);
    for input in alike {
        assert_eq!(comparable(&world.resolve_as(input, Existence::Optional), input), first, "{input}");
    }
}

#[test]
fn l37_what_need_not_exist_keeps_its_whole_path() {
    let world = modder();
    assert_eq!(problem(&world.resolve("mod:Mine/events/new/a.txt")), "not_found");
    let answer = world.resolve_as("mod:Mine/events/new/a.txt", Existence::Optional);
    assert_eq!(answer["data"]["resolved"], "mod:Mine/events/new/a.txt");
    assert_eq!(answer["data"]["relative_path"], "events/new/a.txt");
}

#[test]
fn l38_a_mistyped_key_is_answered_with_the_nearest_visible_ones_only() {
    let world = modder();
    let nearest = |input: &str| world.resolve(input)["data"]["nearest"].clone();
    assert_eq!(nearest("root:gane/x"), json!(["root:game"]));
    // Neither repo nor steam is visible as a whole in ck3lens: what is, is named instead.
    let visible = nearest("root:nowhere");
    assert_eq!(visible[0], "root:game");
    for hidden in ["root:rep/x", "root:repo/x", "root:steem", "root:steam", "root:user_docs/x"] {
        assert_eq!(nearest(hidden), visible, "{hidden}");
    }
    assert_eq!(nearest("mod:nothing like it")[0].as_str().map(|name| name.starts_with("mod:")), Some(true));
    assert_eq!(nearest("ROOT_GAMES:/x"), json!(["root:game"]));
    assert_eq!(nearest("mod:mine/x"), json!(["mod:Mine"]));
    assert_eq!(nearest("mod:Mime:/x"), json!(["mod:Mine"]));
    assert_eq!(nearest("root:game/absent"), json!(["root:game"]));
}

#[test]
fn l54_a_file_has_one_identity_however_it_was_addressed() {
    let world = modder();
    let identity = |input: &str| world.target(input, Existence::Optional).identity().clone();
    assert_eq!(identity("mod:Mine/wip/a.txt"), identity("root:user_docs/mod/mine/wip/a.txt"));
    assert_eq!(identity("mod:Mine/new"), identity("ROOT_USER_DOCS:/mod/mine/new"));
    assert!(identity("mod:Mine/wip/a.txt").lies_within(&identity("mod:Mine/wip")));
    assert!(!identity("mod:Mine/wipe").lies_within(&identity("mod:Mine/wip")));
}

#[cfg(unix)]
#[test]
fn l54_a_link_inside_a_root_has_the_identity_of_what_it_leads_to() {
    let world = modder().link("ck3raven_data/wip/way", "../config");
    let through = world.target("root:ck3raven_data/wip/way/new.txt", Existence::Optional);
    let direct = world.target("root:ck3raven_data/config/new.txt", Existence::Optional);
    assert_eq!(through.identity(), direct.identity());
    // The rules of wip cannot be borrowed by a link that leads out of it.
    assert_eq!(through.domain(&world.enforcement), Domain::Other);
}

#[test]
fn l50_every_target_has_one_domain_by_where_it_lies() {
    let world = modder();
    let id = world.adapter.default_session();
    world.adapter.replace_session(&world.sessions, id, |session| session.with_mode(Some(Mode::Ck3ravenDev))).unwrap();
    for (address, domain, owner) in [
        ("root:ck3raven_data/wip/new", Domain::Wip, RootKey::Ck3ravenData),
        ("root:ck3raven_data/wip", Domain::Wip, RootKey::Ck3ravenData),
        ("root:ck3raven_data/wipe", Domain::Other, RootKey::Ck3ravenData),
        ("root:ck3raven_data/config/a.txt", Domain::Other, RootKey::Ck3ravenData),
        ("mod:Mine/wip/a.txt", Domain::LocalMod, RootKey::UserDocs),
        ("root:user_docs/mod/mine/x", Domain::LocalMod, RootKey::UserDocs),
        ("root:user_docs/mod/new/x", Domain::LocalMod, RootKey::UserDocs),
        ("root:user_docs/mod", Domain::Other, RootKey::UserDocs),
        ("root:user_docs/module/x", Domain::Other, RootKey::UserDocs),
        ("mod:Shop/common", Domain::Workshop, RootKey::Steam),
        ("root:steam/123", Domain::Workshop, RootKey::Steam),
        ("root:game/common", Domain::Vanilla, RootKey::Game),
        ("root:user_docs/launcher-v2.sqlite", Domain::LauncherRegistry, RootKey::UserDocs),
        ("root:user_docs/launcher-v2_openbeta.sqlite-wal", Domain::LauncherRegistry, RootKey::UserDocs),
        ("root:user_docs/logs/launcher-v2.sqlite", Domain::Other, RootKey::UserDocs),
        ("root:repo/src", Domain::Other, RootKey::Repo),
        ("root:vscode/settings.json", Domain::Other, RootKey::Vscode),
    ] {
        let target = world.target(address, Existence::Optional);
        assert_eq!(target.domain(&world.enforcement), domain, "{address}");
        assert_eq!(target.owner(&world.enforcement), Some(owner), "{address}");
    }
}

#[cfg(unix)]
#[test]
fn l50_a_local_mod_that_is_a_link_to_a_checkout_is_local_and_one_that_leads_into_the_game_is_not() {
    let world = World::new()
        .file("checkouts/a/x.txt", "x")
        .file("game/common/x.txt", "x")
        .link("user_docs/mod/a", "@checkouts/a")
        .link("user_docs/mod/b", "@game/common");
    world.use_session(
        SessionConfig::new()
            .mode(Mode::Ck3lens)
            .local_mods_folder(world.path("user_docs/mod"))
            .with_mod("A", world.path("user_docs/mod/a"))
            .with_mod("B", world.path("user_docs/mod/b")),
    );
    let domain = |input: &str| world.target(input, Existence::Required).domain(&world.enforcement);
    assert_eq!(domain("mod:A/x.txt"), Domain::LocalMod);
    assert_eq!(domain("mod:B/x.txt"), Domain::Vanilla);
}

#[test]
fn l32_a_mod_named_like_a_root_or_with_punctuation_is_itself() {
    let world = World::new().file("user_docs/mod/a/x.txt", "x").file("user_docs/mod/b/y.txt", "x");
    let report = world.use_session(
        SessionConfig::new()
            .mode(Mode::Ck3lens)
            .with_mod("repo", world.path("user_docs/mod/a"))
            .with_mod("A: \"the\" <mod>?*", world.path("user_docs/mod/b")),
    );
    assert!(report.aliased.is_empty());
    assert_eq!(world.resolve("mod:repo/x.txt")["data"]["mod_name"], "repo");
    assert_eq!(world.resolve("mod:A: \"the\" <mod>?*/y.txt")["data"]["relative_path"], "y.txt");
}

#[test]
fn what_cd_can_take_is_what_the_mode_sees_whole() {
    let world = modder();
    let roots: Vec<_> = world.adapter.visible_roots(world.adapter.default_session());
    assert_eq!(
        roots.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["root:game", "root:ck3raven_data", "root:vscode"]
    );
}

#[test]
fn l45_there_is_no_current_directory_to_be_relative_to() {
    let world = modder();
    assert_eq!(code(&world.resolve("root:game/common")), Code::AddressResolved);
    // Whatever was resolved before, a relative path means nothing.
    for input in ["traits.txt", "./traits.txt", "common/traits.txt"] {
        assert_eq!(problem(&world.resolve(input)), "no_namespace");
    }
}

#[test]
fn l54_on_a_disk_that_ignores_letter_case_only_its_own_spelling_is_an_address() {
    let disk = tempfile::tempdir().unwrap();
    for path in ["game/common/Traits", "game/Secret/src", "game/mods/A"] {
        std::fs::create_dir_all(disk.path().join(path)).unwrap();
    }
    let at = |path: &str| disk.path().join(path);
    // No such disk can be had here: this one is said to be one, and names are looked up as there.
    let config =
        Config::new().root(RootKey::Game, at("game")).root(RootKey::Repo, at("game/Secret")).ignore_letter_case();
    let world = World::open(disk, config)
        .with_session(|world| SessionConfig::new().mode(Mode::Ck3lens).with_mod("A", world.path("game/mods/A")));
    assert_eq!(code(&world.resolve("root:game/common/Traits")), Code::AddressResolved);
    for (written, right) in [
        ("root:game/Common", "root:game/common"),
        ("root:game/COMMON/traits", "root:game/common/Traits"),
        ("root:game/Common/new/File.txt", "root:game/common/new/File.txt"),
    ] {
        for existence in [Existence::Required, Existence::Optional] {
            let answer = world.resolve_as(written, existence);
            assert_eq!(problem(&answer), "letter_case", "{written}");
            assert_eq!(answer["data"]["nearest"], json!([right]));
        }
    }
    // Another spelling of what is hidden is as hidden.
    for hidden in ["root:game/secret", "root:game/SECRET/src", "root:game/Secret", "root:game/secret/new.txt"] {
        for existence in [Existence::Required, Existence::Optional] {
            let answer = world.resolve_as(hidden, existence);
            assert_eq!(
                (problem(&answer), &answer["data"]["nearest"]),
                ("not_found", &json!(["root:game"])),
                "{hidden}"
            );
        }
    }
    // Where letters matter, two spellings are two places.
    let world = World::new().dir("game/a");
    if !world.path("game/A").exists() {
        let world = world.dir("game/A");
        assert_eq!(code(&world.resolve("root:game/A")), Code::AddressResolved);
        assert_eq!(problem(&world.resolve("root:game/Game")), "not_found");
    }
}
