//! Lists and trees: sorted, bounded, continued, in the namespace that was asked for (L73, L74, L76).

use replies::Code;
use serde_json::{Value, json};
use world_adapter::{Config, Depth, Existence, Mode, Page, RootKey, SessionConfig};

use crate::support::{World, code, problem};

pub(crate) fn list(world: &World, input: &str, page: &Page) -> Value {
    world.call(|rb| {
        let (rb, found) = world.adapter.resolve(rb, world.adapter.default_session(), input, Existence::Required)?;
        let (rb, listing) = world.adapter.list(rb, found.reference(), page)?;
        Ok(world.adapter.answer(rb, &listing))
    })
}

pub(crate) fn tree(world: &World, input: &str, depth: usize, page: &Page) -> Value {
    world.call(|rb| {
        let (rb, found) = world.adapter.resolve(rb, world.adapter.default_session(), input, Existence::Required)?;
        let (rb, tree) = world.adapter.tree(rb, found.reference(), Depth::levels(depth), page)?;
        Ok(world.adapter.answer(rb, &tree))
    })
}

#[test]
fn l73_a_list_has_the_immediate_children_by_kind_sorted_by_bytes() {
    let world = World::new()
        .file("game/b.txt", "x")
        .file("game/C.txt", "x")
        .file("game/ä.txt", "x")
        .file("game/sub/deep.txt", "x")
        .dir("game/Tub");
    let answer = list(&world, "root:game", &Page::default());
    assert_eq!(code(&answer), Code::DirectoryListed);
    assert_eq!(answer["data"]["files"], json!(["root:game/C.txt", "root:game/b.txt", "root:game/ä.txt"]));
    assert_eq!(answer["data"]["directories"], json!(["root:game/Tub", "root:game/sub"]));
    assert_eq!(answer["data"]["total"], 5);
    assert_eq!(answer["data"]["truncated"], false);
    assert_eq!(answer["data"]["after"], json!(null));
}

#[test]
fn l74_entries_are_in_the_namespace_that_was_asked_for() {
    let world = World::new().file("user_docs/mod/a/events/x.txt", "x");
    world.use_session(SessionConfig::new().mode(Mode::Ck3lens).with_mod("My A", world.path("user_docs/mod/a")));
    assert_eq!(list(&world, "mod:My A:/events", &Page::default())["data"]["files"], json!(["mod:My A/events/x.txt"]));
    assert_eq!(tree(&world, "mod:My A", 3, &Page::default())["data"]["directories"], json!(["mod:My A/events"]));
    let by_root = list(&world, "root:user_docs/mod/a/events", &Page::default());
    assert_eq!(by_root["data"]["files"], json!(["root:user_docs/mod/a/events/x.txt"]));
}

#[test]
fn l76_a_cut_list_is_continued_until_every_entry_was_listed_once() {
    let world = World::new();
    let mut expected: Vec<String> = (0..257).map(|n| format!("root:game/f{n}.txt")).collect();
    expected.sort_unstable();
    (0..257).for_each(|n| world.put(&format!("game/f{n}.txt"), "x"));
    let (mut told, mut page) = (Vec::new(), Page::first(50));
    loop {
        let answer = list(&world, "root:game", &page);
        let data = &answer["data"];
        assert_eq!(data["total"], 257);
        told.extend(data["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap().to_owned()));
        match data["after"].as_str() {
            None => break,
            Some(after) => page = Page::first(50).after(after),
        }
    }
    assert_eq!(told, expected);
}

#[test]
fn l76_a_huge_directory_is_cut_to_its_first_entries() {
    let world = World::new();
    std::fs::create_dir(world.path("game/big")).unwrap();
    (0..20_000).rev().for_each(|n| std::fs::write(world.path(&format!("game/big/{n:05}")), "").unwrap());
    let answer = list(&world, "root:game/big", &Page::first(3));
    assert_eq!(answer["data"]["files"], json!(["root:game/big/00000", "root:game/big/00001", "root:game/big/00002"]));
    assert_eq!((answer["data"]["total"].as_u64(), &answer["data"]["truncated"]), (Some(20_000), &json!(true)));
}

/// Behind a mark a slash can read as the start of a path of the host: what has no address is counted.
#[test]
fn l76_a_mod_whose_name_ends_in_a_mark_is_listed_and_what_reads_as_a_path_is_counted() {
    let world = World::new();
    for folder in ["bin", "common", "data", "home", "opt", "zed"] {
        std::fs::create_dir_all(world.path("m").join(folder)).unwrap();
    }
    for name in ["Fine (beta)", "Nobles'", "The \"Best\"", "A, B,"] {
        world.use_session(SessionConfig::new().mode(Mode::Ck3lens).with_mod(name, world.path("m")));
        let target = format!("mod:{name}");
        let mut listed = Vec::new();
        let mut page = Page::first(1);
        loop {
            let answer = list(&world, &target, &page);
            let data = &answer["data"];
            assert_eq!((&data["total"], &data["unlisted"]), (&json!(3), &json!(3)), "{answer}");
            listed.extend(data["directories"].as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()));
            let Some(after) = data["after"].as_str() else { break };
            page = Page::first(1).after(after);
        }
        assert_eq!(listed, ["common", "data", "zed"].map(|folder| format!("{target}/{folder}")));
        let tree = tree(&world, &target, 3, &Page::default());
        assert_eq!(tree["data"]["unlisted"], 3, "{tree}");
    }
}

#[test]
fn l76_continuing_from_elsewhere_is_invalid() {
    let world = World::new().dir("game/a").dir("game/ab");
    for after in ["root:repo/x", "root:game/ab/x", "root:game/a", "root:game/a/../b", "x", "/etc", "root:game/a/"] {
        let answer = list(&world, "root:game/a", &Page::default().after(after));
        assert_eq!(problem(&answer), "not_below_target", "{after}");
    }
    // It need not exist any more.
    assert_eq!(code(&list(&world, "root:game/a", &Page::default().after("root:game/a/gone"))), Code::DirectoryListed);
}

#[test]
fn l73_a_tree_has_directories_only_each_before_what_is_in_it_to_its_depth() {
    let world = World::new().file("game/a/b/c/d/x.txt", "x").dir("game/a.b").dir("game/a/z").file("game/f.txt", "x");
    let answer = tree(&world, "root:game", 3, &Page::default());
    assert_eq!(code(&answer), Code::TreeListed);
    let expected = ["root:game/a", "root:game/a/b", "root:game/a/b/c", "root:game/a/z", "root:game/a.b"];
    assert_eq!(answer["data"]["directories"], json!(expected));
    assert_eq!(
        tree(&world, "root:game", 1, &Page::default())["data"]["directories"],
        json!(["root:game/a", "root:game/a.b"])
    );
    assert_eq!(tree(&world, "root:game", 0, &Page::default())["data"]["depth"], 1);
}

#[test]
fn l76_a_cut_tree_is_continued_until_every_directory_was_listed_once() {
    let world = World::new();
    for n in 0..40 {
        std::fs::create_dir_all(world.path(&format!("game/d{}/e{}/f{}", n % 3, n % 7, n))).unwrap();
    }
    let whole = tree(&world, "root:game", 5, &Page::default())["data"]["directories"].clone();
    let (mut told, mut page) = (Vec::new(), Page::first(7));
    loop {
        let data = tree(&world, "root:game", 5, &page)["data"].clone();
        told.extend(data["directories"].as_array().unwrap().iter().cloned());
        match data["after"].as_str() {
            None => break,
            Some(after) => page = Page::first(7).after(after),
        }
    }
    assert_eq!(Value::Array(told), whole);
    assert_eq!(whole.as_array().unwrap().len(), 40 + 21 + 3);
}

#[test]
fn l76_a_tree_and_a_list_are_cut_by_bytes_before_they_are_cut_by_number() {
    const MAX_BYTES: usize = 512 * 1024;
    let world = World::new();
    for n in 0..2_500 {
        std::fs::create_dir(world.path(&format!("game/{n:04}{}", "x".repeat(236)))).unwrap();
    }
    for answer in [list, |world: &World, input: &str, page: &Page| tree(world, input, 1, page)] {
        let (mut told, mut page, mut answers) = (0, Page::first(10_000), 0);
        loop {
            let data = answer(&world, "root:game", &page)["data"].clone();
            let directories = data["directories"].as_array().unwrap();
            let bytes: usize = directories.iter().map(|address| address.as_str().unwrap().len()).sum();
            assert!(bytes <= MAX_BYTES, "{bytes} bytes in one answer");
            told += directories.len();
            answers += 1;
            let Some(after) = data["after"].as_str() else { break };
            assert!(bytes > MAX_BYTES / 2, "cut at {bytes} bytes");
            page = Page::first(10_000).after(after);
        }
        assert_eq!((told, answers), (2_500, 2));
    }
}

#[test]
fn a_file_where_a_directory_is_needed_is_invalid_and_names_its_kind() {
    let world = World::new().file("game/f.txt", "x");
    for answer in
        [list(&world, "root:game/f.txt", &Page::default()), tree(&world, "root:game/f.txt", 3, &Page::default())]
    {
        assert_eq!(code(&answer), Code::NotADirectory);
        assert_eq!(answer["data"], json!({ "target": "root:game/f.txt", "kind": "file" }));
    }
}

#[test]
fn l38_a_directory_that_went_away_since_it_was_resolved_is_not_found() {
    let world = World::new().dir("game/a");
    let target = world.target("root:game/a", Existence::Required);
    std::fs::remove_dir(world.path("game/a")).unwrap();
    let answer = world.call(|rb| {
        let (rb, listing) = world.adapter.list(rb, target.reference(), &Page::default())?;
        Ok(world.adapter.answer(rb, &listing))
    });
    assert_eq!(problem(&answer), "not_found");
}

/// A game that holds, some levels down, the source, the workshop with two mods, and the player's documents.
fn nested() -> World {
    let disk = tempfile::tempdir().unwrap();
    for path in ["game/common", "game/a/repo/src", "game/steam/1/x", "game/steam/2/x", "game/a/docs/mod/A"] {
        std::fs::create_dir_all(disk.path().join(path)).unwrap();
    }
    let at = |path: &str| disk.path().join(path);
    let config = Config::new()
        .root(RootKey::Game, at("game"))
        .root(RootKey::Repo, at("game/a/repo"))
        .root(RootKey::Steam, at("game/steam"))
        .root(RootKey::UserDocs, at("game/a/docs"));
    World::open(disk, config).with_session(|world| {
        let at = |path: &str| world.path(path);
        SessionConfig::new().mode(Mode::Ck3lens).with_mod("One", at("game/steam/1")).with_mod("Whole", at("game"))
    })
}

#[test]
fn l51_a_mod_in_a_hidden_root_is_seen_by_every_address_that_leads_to_it() {
    let world = nested();
    let mods = |config: SessionConfig| config.mode(Mode::Ck3lens).with_mod("Whole", world.path("game"));
    let hidden = ["mod:Whole/a/repo/src", "root:game/a/repo/src", "mod:Whole/a/repo", "root:game/a/repo"];
    world.use_session(mods(SessionConfig::new()));
    for address in hidden {
        assert_eq!(problem(&world.resolve(address)), "not_found", "{address}");
    }
    world.use_session(mods(SessionConfig::new().with_mod("Inner", world.path("game/a/repo/src"))));
    for (address, is_seen) in hidden.into_iter().chain(["mod:Inner"]).zip([true, false, false, false, true]) {
        let expected = if is_seen { Code::AddressResolved } else { Code::PathNotFound };
        assert_eq!(code(&world.resolve(address)), expected, "{address}");
    }
}

#[test]
fn l51_a_root_that_is_hidden_is_not_listed_in_one_that_is_visible() {
    let world = nested();
    for start in ["root:game", "mod:Whole"] {
        let below = |path: &str| format!("{start}/{path}");
        let answer = tree(&world, start, 9, &Page::default());
        assert_eq!(answer["data"]["directories"], json!([below("a"), below("common")]), "{answer}");
        let answer = list(&world, start, &Page::default());
        assert_eq!(answer["data"]["directories"], json!([below("a"), below("common")]));
        assert_eq!((&answer["data"]["total"], &answer["data"]["unlisted"]), (&json!(2), &json!(0)));
        let answer = list(&world, &below("a"), &Page::default());
        assert_eq!((&answer["data"]["directories"], &answer["data"]["total"]), (&json!([]), &json!(0)));
        for hidden in ["a/repo", "a/repo/src", "steam", "steam/2", "a/docs"] {
            assert_eq!(problem(&world.resolve(&below(hidden))), "not_found", "{start} {hidden}");
        }
    }
    assert_eq!(code(&world.resolve("root:game/steam/1/x")), Code::AddressResolved, "a session's mod is seen");
    world.use_session(SessionConfig::new().mode(Mode::Ck3ravenDev));
    let answer = tree(&world, "root:game", 2, &Page::default());
    assert_eq!(answer["data"]["directories"].as_array().unwrap().len(), 7, "{answer}");
}
