//! Sessions: by handle, replaced as a whole, seen by the very next call (L32, L52).

use replies::Code;
use serde_json::json;
use world_adapter::{Config, Existence, MAX_MODS, ModName, ModSource, Mode, RootKey, RootState, SessionConfig};

use crate::support::{World, code, problem};

#[test]
fn l52_a_change_of_playset_is_seen_by_the_very_next_call() {
    let world = World::new().file("user_docs/mod/a/x.txt", "x").file("user_docs/mod/b/x.txt", "x");
    let lens = || SessionConfig::new().mode(Mode::Ck3lens);
    world.use_session(lens().with_mod("A", world.path("user_docs/mod/a")).playset("first"));
    assert_eq!(code(&world.resolve("mod:A/x.txt")), Code::AddressResolved);
    assert_eq!(problem(&world.resolve("mod:B/x.txt")), "unknown_mod");
    world.use_session(lens().with_mod("B", world.path("user_docs/mod/b")).playset("second"));
    assert_eq!(problem(&world.resolve("mod:A/x.txt")), "unknown_mod");
    assert_eq!(code(&world.resolve("mod:B/x.txt")), Code::AddressResolved);
    assert_eq!(problem(&world.resolve("root:user_docs/mod/a/x.txt")), "not_found");
    assert_eq!(world.adapter.session(world.adapter.default_session()).playset(), Some("second"));
}

#[test]
fn l52_sessions_are_kept_apart_by_their_handles() {
    let world = World::new().file("repo/x", "x");
    let (session, _) = world.adapter.load_session(&world.sessions, SessionConfig::new().mode(Mode::Ck3lens));
    let other = world.adapter.add_session(&world.sessions, session).unwrap();
    assert_ne!(other, world.adapter.default_session());
    assert_eq!(world.adapter.find_session(&other.id().to_string()), Some(other));
    assert_eq!(world.adapter.find_session("default"), None);
    let resolve = |id| {
        let answer = world.call(|rb| {
            let (rb, found) = world.adapter.resolve(rb, id, "root:repo/x", Existence::Required)?;
            Ok(world.adapter.answer(rb, &found.data()))
        });
        code(&answer)
    };
    assert_eq!(resolve(world.adapter.default_session()), Code::AddressResolved);
    assert_eq!(resolve(other), Code::PathNotFound);
    world.adapter.close_session(other);
    assert_eq!(resolve(other), Code::ModeNotInitialised);
}

#[test]
fn l101_a_session_with_work_outlasts_those_that_came_after_it() {
    let world = World::new();
    let add = || {
        world.adapter.add_session(&world.sessions, (*world.adapter.session(world.adapter.default_session())).clone())
    };
    let (at_work, idle) = (add().unwrap(), add().unwrap());
    for session in [at_work, idle] {
        assert_eq!(world.adapter.find_session(&session.id().to_string()), Some(session));
    }
    world.adapter.mark_work(at_work);
    // More than are kept.
    for _ in 0..2_000 {
        let later = add().unwrap();
        world.adapter.find_session(&later.id().to_string());
    }
    assert!(world.adapter.has_session(at_work) && !world.adapter.has_session(idle));
}

#[test]
fn l52_all_sessions_are_replaced_in_one_step() {
    let world = World::new();
    let one = world.adapter.default_session();
    let two = world.adapter.add_session(&world.sessions, (*world.adapter.session(one)).clone()).unwrap();
    world.adapter.replace_sessions(&world.sessions, |session| Some(session.with_mode(Some(Mode::Ck3ravenDev))));
    for session in [one, two] {
        assert_eq!(world.adapter.session(session).mode(), Some(Mode::Ck3ravenDev));
    }
    world.adapter.replace_sessions(&world.sessions, |_| None);
    assert_eq!(world.adapter.session(two).mode(), Some(Mode::Ck3ravenDev), "none is returned, none is replaced");
}

#[test]
fn l32_aliases_are_reported_and_resolve() {
    let world =
        World::new().file("steam/123/x", "x").file("user_docs/mod/traits/y", "x").file("user_docs/mod/s/z", "x");
    let report = world.use_session(
        SessionConfig::new()
            .mode(Mode::Ck3lens)
            .with_mod("Traits", world.path("steam/123"))
            .with_mod("Traits", world.path("user_docs/mod/traits"))
            .with_mod("A/B", world.path("user_docs/mod/s")),
    );
    let aliases: Vec<_> = report.aliased.iter().map(|found| found.alias.to_string()).collect();
    assert_eq!(aliases, ["Traits (123)", "Traits (traits)", "A_B (s)"]);
    assert_eq!(code(&world.resolve("mod:Traits (123)/x")), Code::AddressResolved);
    assert_eq!(code(&world.resolve("mod:A_B (s)/z")), Code::AddressResolved);
    let answer = world.resolve("mod:Traits/x");
    assert_eq!(problem(&answer), "unknown_mod");
    assert_eq!(answer["data"]["nearest"], json!(["mod:Traits (123)", "mod:Traits (traits)"]));
}

#[test]
fn a_mod_whose_folder_is_missing_is_reported_and_the_others_work() {
    let world = World::new().file("user_docs/mod/a/x", "x");
    world.use_session(
        SessionConfig::new()
            .mode(Mode::Ck3lens)
            .with_mod("Gone", world.path("user_docs/mod/gone"))
            .with_mod("A", world.path("user_docs/mod/a")),
    );
    assert_eq!(world.unusable_mods(), [RootState::Missing]);
    assert_eq!(problem(&world.resolve("mod:Gone/x")), "not_found");
    assert_eq!(code(&world.resolve("mod:A/x")), Code::AddressResolved);
}

#[test]
fn l65_the_mods_are_one_list_in_load_order() {
    let world = World::new().dir("user_docs/mod/a").dir("user_docs/mod/b");
    world.use_session(
        SessionConfig::new().with_mod("B", world.path("user_docs/mod/b")).with_mod("A", world.path("user_docs/mod/a")),
    );
    let session = world.adapter.session(world.adapter.default_session());
    assert_eq!(session.mods().iter().map(world_adapter::Mod::key).collect::<Vec<_>>(), ["B", "A"]);
}

#[test]
fn l101_more_mods_than_files_can_be_open_are_all_usable_and_past_a_bound_they_are_counted() {
    let world = World::new();
    let sources = |count: usize| {
        (0..count).map(|number| {
            let folder = world.path(&format!("steam/{number}"));
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("x.txt"), "x").unwrap();
            ModSource::new("Same", folder)
        })
    };
    let started = std::time::Instant::now();
    let report = world.use_session(SessionConfig::new().mode(Mode::Ck3lens).mods(sources(MAX_MODS + 100)));
    assert!(started.elapsed() < std::time::Duration::from_secs(10), "{:?}", started.elapsed());
    assert_eq!((report.left_out, world.unusable_mods()), (100, Vec::new()));
    if cfg!(target_os = "linux") {
        let open = std::fs::read_dir("/proc/self/fd").unwrap().count();
        assert!(open < 600, "{open} files are open");
    }
    for number in [0, 500, MAX_MODS - 1] {
        assert_eq!(code(&world.resolve(&format!("mod:Same ({number})/x.txt"))), Code::AddressResolved);
    }
}

#[test]
fn l51_a_session_lists_the_roots_it_sees_and_no_other() {
    let disk = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(disk.path().join("repo/game")).unwrap();
    let config = Config::new().root(RootKey::Repo, disk.path().join("repo"));
    let config = config.root(RootKey::Game, disk.path().join("repo/game"));
    let world = World::open(disk, config);
    let seen = |mode: Option<Mode>| {
        let id = world.adapter.default_session();
        world.adapter.replace_session(&world.sessions, id, |session| session.with_mode(mode)).unwrap();
        let roots = world.adapter.roots_seen(id);
        roots.into_iter().map(|root| (root.key, root.inside)).collect::<Vec<_>>()
    };
    assert_eq!(seen(Some(Mode::Ck3ravenDev)).len(), RootKey::ALL.len());
    assert!(seen(Some(Mode::Ck3ravenDev)).contains(&(RootKey::Game, Some(RootKey::Repo))));
    let lens = seen(Some(Mode::Ck3lens));
    assert!(lens.contains(&(RootKey::Game, None)) && lens.iter().all(|(key, _)| *key != RootKey::Repo), "{lens:?}");
    assert_eq!(seen(None), []);
}

#[test]
fn l103_the_name_of_an_aliased_mod_is_shown_visibly() {
    let world = World::new().dir("steam/1");
    let report = world.use_session(SessionConfig::new().with_mod("a\u{202e}\u{1b}[2Jb/c", world.path("steam/1")));
    let name = report.aliased[0].name.to_string();
    assert_eq!(name, "a\\u{202e}\\u{1b}[2Jb/c");
}

#[cfg(unix)]
#[test]
fn l104_a_mod_or_the_local_mods_folder_that_became_a_link_is_not_followed_when_it_is_opened_again() {
    let world = World::new().file("user_docs/mod/a/x.txt", "x").file("elsewhere/a/secret.txt", "x");
    let config = SessionConfig::new()
        .mode(Mode::Ck3lens)
        .with_mod("A", world.path("user_docs/mod/a"))
        .local_mods_folder(world.path("user_docs/mod"));
    world.use_session(config.clone());
    assert_eq!(code(&world.resolve("mod:A/x.txt")), Code::AddressResolved);

    std::fs::rename(world.path("user_docs/mod/a"), world.path("a.old")).unwrap();
    let world = world.link("user_docs/mod/a", "@elsewhere/a");
    world.use_session(config.clone());
    assert_eq!(world.unusable_mods(), [RootState::Replaced]);
    for address in ["mod:A", "mod:A/secret.txt", "root:user_docs/mod/a/secret.txt"] {
        assert_eq!(problem(&world.resolve(address)), "not_found", "{address}");
    }

    std::fs::rename(world.path("user_docs/mod"), world.path("mod.old")).unwrap();
    let world = world.link("user_docs/mod", "@elsewhere");
    world.use_session(config);
    assert_eq!(world.unusable_mods().len(), 1, "nor through a link above it");
    let created = world.call(|rb| {
        let (name, id) = (ModName::new("New").unwrap(), world.adapter.default_session());
        let (rb, found) = world.adapter.resolve_new_mod(rb, id, &name)?;
        Ok(world.adapter.answer(rb, &found.data()))
    });
    assert_eq!(problem(&created), "not_found", "nor is a mod made there");
}

#[test]
fn l50_where_a_mod_lies_is_returned_for_display() {
    let world = World::new().dir("user_docs/mod/Mine").dir("steam/1").dir("elsewhere").with_session(|world| {
        SessionConfig::new()
            .mode(Mode::Ck3lens)
            .local_mods_folder(world.path("user_docs/mod"))
            .with_mod("Mine", world.path("user_docs/mod/Mine"))
            .with_mod("Shop", world.path("steam/1"))
            .with_mod("Other", world.path("elsewhere"))
            .with_mod("Gone", world.path("gone"))
    });
    let session = world.adapter.session(world.adapter.default_session());
    let told: Vec<_> = session.mods().iter().map(|found| session.ui_hint_domain(found)).collect();
    let told: Vec<_> = told.iter().map(|told| told.as_ref().map(reply_kit::Text::as_str)).collect();
    assert_eq!(told, [Some("local_mod"), Some("workshop"), Some("other"), None]);
}
