//! `ck3_search`: what is found where, in load order, within bounds, and nothing that is hidden.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use ck3_search::SearchTool;
use ck3_session::Sessions;
use index::{Index, IndexOptions};
use replies::Code;
use reply_kit::{CallContext, SessionSource, Toolset};
use serde_json::{Value, json};
use world_adapter::{SessionAuthority, TOKEN_CAPACITY};

use crate::answer::Answer;
use crate::codes::spent;
use crate::world::World;

#[expect(clippy::needless_pass_by_value, reason = "called with `json!` all over")]
fn search(world: &World, arguments: Value) -> Answer {
    world.call("ck3_search", &arguments)
}

/// `file:line:column` of every hit.
fn hits(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.code, Code::TextFound, "{answer:?}");
    let mut told = Vec::new();
    for file in answer.data["files"].as_array().unwrap() {
        for hit in file["hits"].as_array().unwrap() {
            told.push(format!("{}:{}:{}", file["file"].as_str().unwrap(), hit["line"], hit["column"]));
        }
    }
    told
}

fn files(answer: &Answer) -> Vec<&str> {
    assert_eq!(answer.code, Code::FilesFound, "{answer:?}");
    answer.data["files"].as_array().unwrap().iter().map(|found| found["file"].as_str().unwrap()).collect()
}

/// A game with a DLC and two mods that both touch it.
fn playset() -> World {
    let world = World::lens();
    world
        .put(
            "game/common/traits/00_traits.txt",
            "\u{feff}brave = {\n\tmartial = 2\n}\ncraven = {\n\topposite = brave\n}\n",
        )
        .put("game/dlc/dlc012/common/traits/01_dlc.txt", "bold = { opposite = craven }\n")
        .put("game/events/war.txt", "war.1 = { trigger = { has_trait = brave } }\n")
        .put("game/localization/english/traits_l_english.yml", "\u{feff}l_english:\n trait_brave:0 \"Brave\"\n")
        .put("game/localization/french/traits_l_french.yml", "\u{feff}l_french:\n trait_brave:0 \"Courageux\"\n")
        .put("game/gfx/brave.dds", "brave")
        .put("docs/mod/A/common/traits/00_traits.txt", "brave = {\r\n\tmartial = 3\r\n}\r\n")
        .put("docs/mod/B/common/traits/zz_b.txt", "# brave\nbrave = { }\n");
    world
}

#[test]
fn r2_what_a_replace_path_hides_says_by_whom_as_the_lens_does() {
    let world = playset();
    world
        .put("game/common/traits/sub/a.txt", "brave = { }\n")
        .put("game/dlc/dlc012/common/traits/00_traits.txt", "brave = { }\n")
        .put("docs/mod/B/descriptor.mod", "name=\"B\"\nreplace_path=\"common/traits\"\n");
    let shadows = |arguments: Value| {
        let answer = world.call("ck3_search", &arguments);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let files = answer.data["files"].as_array().unwrap();
        files.iter().map(|found| (text(&found["file"]), text(&found["shadowed_by"]))).collect::<Vec<_>>()
    };
    let expected = [
        ("root:game/common/traits/00_traits.txt", "mod:A/common/traits/00_traits.txt"),
        ("root:game/common/traits/sub/a.txt", ""),
        ("root:game/dlc/dlc012/common/traits/00_traits.txt", "mod:A/common/traits/00_traits.txt"),
        ("mod:A/common/traits/00_traits.txt", "mod:B"),
        ("mod:B/common/traits/zz_b.txt", ""),
    ];
    let expected = expected.map(|(file, by)| (file.to_owned(), by.to_owned()));
    assert_eq!(shadows(json!({ "query": "brave = {" })), expected);
    let by_name = shadows(json!({ "command": "files", "glob": "common/traits/**" }));
    assert_eq!(by_name.iter().filter(|(file, _)| !file.ends_with("01_dlc.txt")).cloned().collect::<Vec<_>>(), expected);
    assert!(by_name.contains(&("root:game/dlc/dlc012/common/traits/01_dlc.txt".to_owned(), "mod:B".to_owned())));
    // The lens says the same of each.
    for (file, by) in by_name {
        let path = file.split_once("/common/").map(|(_, rest)| format!("common/{rest}")).unwrap();
        let told = world.call("ck3_lens", &json!({ "command": "file", "path": path }));
        let told =
            told.data["files"].as_array().unwrap().iter().find(|found| found["address"] == *file).unwrap().clone();
        let source = by.split_once('/').map_or(&*by, |(source, _)| source);
        assert_eq!(told["by"].as_str().unwrap_or_default(), source, "{file}");
    }
}

#[test]
fn a_dlcs_file_shadows_the_games() {
    let world = playset();
    world.put("game/dlc/dlc012/events/war.txt", "war.1 = { }\n");
    let found = search(&world, json!({ "command": "files", "glob": "war.txt" }));
    let dlc = "root:game/dlc/dlc012/events/war.txt";
    let expected = [
        json!({ "file": dlc, "shadowed_by": null }),
        json!({ "file": "root:game/events/war.txt", "shadowed_by": dlc }),
    ];
    assert_eq!(found.data["files"], json!(expected));
}

#[test]
fn text_is_found_in_load_order_and_what_is_shadowed_says_by_what() {
    let world = playset();
    let answer = search(&world, json!({ "query": "brave = {" }));
    assert_eq!(
        hits(&answer),
        [
            "root:game/common/traits/00_traits.txt:1:1",
            "mod:A/common/traits/00_traits.txt:1:1",
            "mod:B/common/traits/zz_b.txt:2:1"
        ]
    );
    let data = &answer.data;
    assert_eq!((&data["total"], &data["incomplete"], &data["cursor"]), (&json!(3), &json!(false), &json!(null)));
    let shadowed: Vec<&Value> = data["files"].as_array().unwrap().iter().map(|file| &file["shadowed_by"]).collect();
    assert_eq!(shadowed, [&json!("mod:A/common/traits/00_traits.txt"), &json!(null), &json!(null)]);
    assert_eq!(data["files"][1]["hits"][0], json!({ "line": 1, "column": 1, "text": "brave = {" }));
    assert_eq!(data["searched"]["sources"], 4);
    // Told of one source, it is shadowed all the same.
    let game = search(&world, json!({ "query": "brave = {", "source": "root:game" }));
    assert_eq!(hits(&game), ["root:game/common/traits/00_traits.txt:1:1"]);
    assert_eq!(game.data["files"][0]["shadowed_by"], "mod:A/common/traits/00_traits.txt");
}

#[test]
fn patterns_letter_case_and_filters() {
    let world = playset();
    let game = "root:game/common/traits/00_traits.txt";
    for (arguments, expected) in [
        (
            json!({ "query": "^brave = ", "regex": true, "source": "mod:A" }),
            vec!["mod:A/common/traits/00_traits.txt:1:1"],
        ),
        // A line ends before either line end, and begins behind the mark.
        (
            json!({ "query": r"^(brave = \{|\})$", "regex": true, "folder": "common" }),
            vec![
                "root:game/common/traits/00_traits.txt:1:1",
                "root:game/common/traits/00_traits.txt:3:1",
                "root:game/common/traits/00_traits.txt:6:1",
                "mod:A/common/traits/00_traits.txt:1:1",
                "mod:A/common/traits/00_traits.txt:3:1",
            ],
        ),
        (
            json!({ "query": "BRAVE = {", "ignore_case": true, "source": "mod:B" }),
            vec!["mod:B/common/traits/zz_b.txt:2:1"],
        ),
        (json!({ "query": "BRAVE", "source": "mod:B" }), vec![]),
        (json!({ "query": "[brave", "source": "root:game" }), vec![]),
        (
            json!({ "query": "brave", "word": true, "source": "root:game" }),
            vec![
                "root:game/common/traits/00_traits.txt:1:1",
                "root:game/common/traits/00_traits.txt:5:13",
                "root:game/events/war.txt:1:35",
            ],
        ),
        // What a DLC holds lies where the game's own files lie.
        (
            json!({ "query": "craven", "folder": "common/traits" }),
            vec!["root:game/common/traits/00_traits.txt:4:1", "root:game/dlc/dlc012/common/traits/01_dlc.txt:1:21"],
        ),
        (
            json!({ "query": "craven", "folder": "/common/traits/", "glob": "01_*" }),
            vec!["root:game/dlc/dlc012/common/traits/01_dlc.txt:1:21"],
        ),
        (json!({ "query": "brave", "glob": "events/*.txt" }), vec!["root:game/events/war.txt:1:35"]),
        (
            json!({ "query": "brave", "language": "english" }),
            vec!["root:game/localization/english/traits_l_english.yml:2:8"],
        ),
        (
            json!({ "query": "Brave|Courageux", "regex": true, "language": "french" }),
            vec!["root:game/localization/french/traits_l_french.yml:2:17"],
        ),
        (
            json!({ "query": "opposite = brave", "source": "root:game/common" }),
            vec!["root:game/common/traits/00_traits.txt:5:2"],
        ),
    ] {
        assert_eq!(hits(&search(&world, arguments.clone())), expected, "{arguments} {game}");
    }
}

#[test]
fn every_encoding_is_searched_and_returned_as_text() {
    let world = World::lens();
    let wide = |text: &str| -> Vec<u8> {
        [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
    };
    world
        .put("docs/mod/A/latin.txt", b"name = J\xF3zsef\n")
        .put("docs/mod/A/wide.txt", wide("a\nname = J\u{f3}zsef\n"))
        .put("docs/mod/A/utf8.txt", "\u{e9}\u{e9} name = J\u{f3}zsef")
        .put("docs/mod/A/zero.txt", b"name = \0\x01")
        .put("docs/mod/A/late.txt", [&b"name = x\n".repeat(2_000)[..], b"\0"].concat())
        .put("docs/mod/A/late2.txt", [&b"x = x\n".repeat(4_000)[..], b"name = \0"].concat());
    let answer = search(&world, json!({ "query": "name = ", "source": "mod:A" }));
    assert_eq!(hits(&answer), ["mod:A/latin.txt:1:1", "mod:A/utf8.txt:1:4", "mod:A/wide.txt:2:1"]);
    for (file, text) in [(0, "name = J\u{f3}zsef"), (1, "\u{e9}\u{e9} name = J\u{f3}zsef"), (2, "name = J\u{f3}zsef")] {
        assert_eq!(answer.data["files"][file]["hits"][0]["text"], text);
    }
    assert_eq!((&answer.data["total"], &answer.data["searched"]["binary"]), (&json!(3), &json!(3)));
}

#[test]
fn l76_pages_list_every_hit_once_and_the_same_total() {
    let world = World::lens();
    for file in 0..40 {
        let lines = "needle\nhay\n".repeat(file % 7);
        world.put(&format!("game/common/{file:02}.txt"), lines.as_bytes());
        world.put(&format!("docs/mod/B/common/{file:02}.txt"), lines.as_bytes());
    }
    let whole = search(&world, json!({ "query": "needle", "limit": 1_000 }));
    let all = hits(&whole);
    assert_eq!((all.len(), whole.data["total"].as_u64()), (230, Some(230)));
    for limit in [1, 7, 50, 115] {
        let (mut told, mut cursor) = (Vec::new(), Value::Null);
        loop {
            let mut arguments = json!({ "query": "needle", "limit": limit });
            if cursor.is_string() {
                arguments["cursor"] = cursor;
            }
            let answer = search(&world, arguments);
            assert_eq!(answer.data["total"], 230);
            told.extend(hits(&answer));
            cursor = answer.data["cursor"].clone();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(told, all, "{limit}");
    }
    let (mut told, mut cursor) = (0, None);
    loop {
        let mut arguments = json!({ "command": "files", "glob": "common/*.txt", "limit": 33 });
        arguments.as_object_mut().unwrap().extend(cursor.map(|cursor: String| ("cursor".to_owned(), cursor.into())));
        let answer = search(&world, arguments);
        assert_eq!(answer.data["total"], 81);
        told += files(&answer).len();
        cursor = answer.data["cursor"].as_str().map(ToOwned::to_owned);
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(told, 81);
}

#[test]
fn files_are_found_by_glob_with_what_shadows_them() {
    let world = playset();
    let answer = search(&world, json!({ "command": "files", "glob": "*traits*" }));
    assert_eq!(
        files(&answer),
        [
            "root:game/common/traits/00_traits.txt",
            "root:game/localization/english/traits_l_english.yml",
            "root:game/localization/french/traits_l_french.yml",
            "mod:A/common/traits/00_traits.txt"
        ]
    );
    assert_eq!(answer.data["files"][0]["shadowed_by"], "mod:A/common/traits/00_traits.txt");
    let dds = search(&world, json!({ "command": "files", "glob": "gfx/**" }));
    assert_eq!(files(&dds), ["root:game/gfx/brave.dds"]);
}

#[test]
fn l105_no_hits_say_what_was_searched_and_what_may_have_been_meant() {
    let world = playset();
    let none = search(&world, json!({ "query": "bravery" }));
    assert_eq!((none.code, &none.data["total"]), (Code::TextFound, &json!(0)));
    let searched = &none.data["searched"];
    assert_eq!((&searched["sources"], &searched["files"], &searched["binary"]), (&json!(4), &json!(11), &json!(1)));
    assert!(searched["bytes"].as_u64().unwrap() > 200);
    let folder = search(&world, json!({ "query": "brave", "folder": "common/trait" }));
    assert_eq!(folder.data["nearest"], json!(["common/traits"]));
    assert_eq!(folder.data["searched"]["files"], 0);
    let folder = search(&world, json!({ "query": "brave", "folder": "comon/traits" }));
    assert_eq!(folder.data["nearest"], json!(["common"]));
    let name = search(&world, json!({ "command": "files", "glob": "00_trait.txt" }));
    assert_eq!((&name.data["total"], &name.data["nearest"]), (&json!(0), &json!(["00_traits.txt"])));
}

#[test]
fn what_is_wrong_with_a_question_is_said_by_field_and_place() {
    let world = playset();
    let problem = |arguments: Value| {
        let answer = search(&world, arguments);
        assert_eq!(answer.code, Code::BadArguments, "{answer:?}");
        let problem = &answer.data["problems"][0];
        format!("{} {}", problem["field"].as_str().unwrap(), problem["problem"].as_str().unwrap())
    };
    for (arguments, expected) in [
        (json!({ "query": "" }), "query is empty"),
        (json!({ "query": "a\nb" }), "query holds a line end"),
        (json!({ "query": "brave(", "regex": true }), "query column 6: unclosed group"),
        (json!({ "query": "a[z-a]", "regex": true }), "query column 3: invalid character class range"),
        (json!({ "query": r"\w{500}{50}", "regex": true }), "query cannot be searched for"),
        (json!({ "query": "a", "glob": "[a" }), "glob is not a glob: unclosed character class"),
        (json!({ "command": "files", "glob": "{a" }), "glob is not a glob: unclosed alternate group"),
        (json!({ "query": "a", "folder": "mod:A/common" }), "folder is not a folder below a source"),
        (json!({ "query": "a", "folder": "common/../.." }), "folder is not a folder below a source"),
        (json!({ "query": "a", "source": "root:ck3raven_data" }), "source is not a source of the playset"),
        (json!({ "query": "a", "cursor": "nonsense" }), "cursor is not of this question"),
        (json!({ "query": "x".repeat(1_001) }), "query has 1001 bytes"),
        (json!({ "query": "a", "glob": "x".repeat(501) }), "glob has 501 bytes"),
        (json!({ "query": "a", "limit": 1_001 }), "limit is out of range"),
        (json!({ "command": "files", "glob": "*", "regex": true }), "regex "),
    ] {
        let told = problem(arguments.clone());
        assert!(told.starts_with(expected), "{arguments}: {told}");
    }
    assert_eq!(search(&world, json!({ "query": "a", "source": "mod:Nobody's" })).code, Code::PathNotFound);
    assert_eq!(search(&World::without_mode(), json!({ "query": "a" })).code, Code::ModeNotInitialised);
    assert_eq!(search(&spent(), json!({ "query": "a" })).code, Code::VisibilityCapacityExceeded);
}

#[test]
fn a_cursor_of_another_question_or_another_playset_is_refused() {
    let world = playset();
    let first = search(&world, json!({ "query": "brave", "limit": 1 }));
    let cursor = first.string("cursor");
    let with = |query: &str| search(&world, json!({ "query": query, "limit": 3, "cursor": cursor })).code;
    assert_eq!(with("brave"), Code::TextFound);
    assert_eq!(with("craven"), Code::BadArguments);
    world.set_mode(None);
    assert_eq!(with("brave"), Code::ModeNotInitialised);
    let other = World::reopen(world.folder.path()).build();
    assert_eq!(search(&other, json!({ "query": "brave", "cursor": cursor })).code, Code::TextFound, "the same playset");
    let right = SessionAuthority::of(&tests_started::program().wa);
    let (fewer, _) = other.adapter.load_session(
        &right,
        world_adapter::SessionConfig::new().mode(world_adapter::Mode::Ck3lens).with_mod("A", world.path("docs/mod/A")),
    );
    other.adapter.replace_session(&right, other.session, |_| fewer).unwrap();
    assert_eq!(search(&other, json!({ "query": "brave", "cursor": cursor })).code, Code::BadArguments);
}

#[test]
fn l51_what_the_session_does_not_see_is_not_found() {
    let world = World::lens();
    for file in [
        "repo/src/secret.txt",
        "docs/mod/Other/secret.txt",
        "docs/secret.txt",
        "steam/999/secret.txt",
        "data/secret.txt",
    ] {
        world.put(file, "hidden treasure");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(world.path("repo"), world.path("docs/mod/A/repo")).unwrap();
        std::os::unix::fs::symlink(world.path("repo/src/secret.txt"), world.path("docs/mod/A/link.txt")).unwrap();
    }
    assert_eq!(hits(&search(&world, json!({ "query": "hidden treasure" }))), Vec::<String>::new());
    assert_eq!(files(&search(&world, json!({ "command": "files", "glob": "*secret*" }))), Vec::<&str>::new());
    assert_eq!(files(&search(&world, json!({ "command": "files", "glob": "link.txt" }))), Vec::<&str>::new());
    for source in ["root:repo", "mod:Other", "root:user_docs/mod/Other"] {
        assert_eq!(search(&world, json!({ "query": "x", "source": source })).code, Code::PathNotFound, "{source}");
    }
}

/// `key kind in_force:line definitions` of every symbol.
fn symbols(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.code, Code::SymbolsFound, "{answer:?}");
    let told = answer.data["symbols"].as_array().unwrap().iter().map(|symbol| {
        let text = |field: &str| symbol[field].as_str().unwrap_or("-").to_owned();
        format!("{} {} {}:{} {}", text("key"), text("kind"), text("in_force"), symbol["line"], symbol["definitions"])
    });
    told.collect()
}

#[test]
fn symbols_are_found_by_key_and_beginning_with_the_definition_in_force() {
    let world = playset();
    world.put("game/common/traits/02_more.txt", "brave_soldier = { }\n@brave = 3\n");
    let brave = search(&world, json!({ "command": "symbols", "query": "brave" }));
    assert_eq!(
        symbols(&brave),
        [
            "brave object mod:B/common/traits/zz_b.txt:2 3",
            "brave_soldier object root:game/common/traits/02_more.txt:1 1"
        ]
    );
    assert_eq!((&brave.data["total"], &brave.data["nearest"]), (&json!(2), &json!([])));
    let symbol = &brave.data["symbols"][0];
    assert_eq!((&symbol["database"], &symbol["certainty"]), (&json!("common/traits"), &json!("certain")));
    for (arguments, expected) in [
        (
            json!({ "command": "symbols", "query": "brave", "source": "mod:A" }),
            vec!["brave object mod:B/common/traits/zz_b.txt:2 3"],
        ),
        (
            json!({ "command": "symbols", "query": "war", "folder": "events" }),
            vec!["war.1 event root:game/events/war.txt:1 1"],
        ),
        (
            json!({ "command": "symbols", "query": "trait_", "language": "french" }),
            vec!["trait_brave localization_key root:game/localization/french/traits_l_french.yml:2 1"],
        ),
        (
            json!({ "command": "symbols", "query": "", "folder": "common/traits", "source": "root:game/dlc/dlc012" }),
            vec![],
        ),
    ] {
        assert_eq!(symbols(&search(&world, arguments.clone())), expected, "{arguments}");
    }
    // What was written since is there, as everywhere (L92).
    world.put("docs/mod/A/common/traits/aa.txt", "bravest = { }\n");
    assert_eq!(search(&world, json!({ "command": "symbols", "query": "brave" })).data["total"], 3);
}

#[test]
fn l105_a_symbol_that_nothing_defines_says_what_comes_near() {
    let world = playset();
    for (arguments, near) in [
        (json!({ "command": "symbols", "query": "brvae" }), "brave"),
        (json!({ "command": "symbols", "query": "rav", "folder": "common/traits" }), "brave"),
        (json!({ "command": "symbols", "query": "brave", "folder": "common/trait" }), "common/traits"),
        (json!({ "command": "symbols", "query": "trait_brave", "language": "frensh" }), "french"),
        (json!({ "command": "references", "query": "brvae" }), "brave"),
        (json!({ "command": "references", "query": "brave", "folder": "evnts" }), "events"),
        (json!({ "query": "brvae" }), "brave"),
        (json!({ "query": "Brave", "language": "englsh" }), "english"),
    ] {
        let answer = search(&world, arguments.clone());
        assert_eq!(answer.data["total"], 0, "{arguments}");
        assert_eq!(answer.data["nearest"][0], near, "{arguments}: {}", answer.data);
    }
    let nothing = search(&world, json!({ "command": "symbols", "query": "xyzzy" }));
    assert_eq!(nothing.data["looked_at"]["files"], 8, "{}", nothing.data);
    let unbounded = search(&world, json!({ "command": "symbols", "query": "" }));
    assert_eq!(unbounded.code, Code::BadArguments);
}

#[test]
fn l76_symbols_are_told_up_to_so_many_bytes_whatever_their_number() {
    let world = World::lens();
    let told = |length: usize| {
        let start = "k".repeat(length - 3);
        let keys: Vec<String> = (0..300).map(|key| format!("{start}{key:03} = {{ }}\n")).collect();
        world.put("game/common/traits/long.txt", keys.concat());
        let answer = search(&world, json!({ "command": "symbols", "query": "kk", "limit": 1_000 }));
        assert_eq!(answer.data["total"], 300);
        (symbols(&answer).len(), answer.data["cursor"].is_string())
    };
    assert_eq!(told(600), (300, false));
    let (some, is_cut) = told(1_000);
    assert!((200..300).contains(&some) && is_cut, "{some}");
}

#[test]
fn l76_pages_list_every_symbol_once() {
    let world = World::lens();
    for file in 0..20 {
        let keys: Vec<String> = (0..7).map(|key| format!("k_{:03} = {{ }}\n", (key * 31 + file) % 90)).collect();
        let keys = keys.concat();
        world.put(&format!("game/common/traits/{file:02}.txt"), keys.as_bytes());
        world.put(&format!("docs/mod/A/common/perks/{file:02}.txt"), keys.as_bytes());
    }
    let whole = search(&world, json!({ "command": "symbols", "query": "k_", "limit": 1_000 }));
    let all = symbols(&whole);
    assert_eq!(whole.data["total"].as_u64(), Some(all.len() as u64));
    assert!(all.len() > 100 && all.is_sorted_by_key(|line| line[..5].to_owned()), "{all:?}");
    for limit in [1, 7, 50] {
        let (mut told, mut cursor) = (Vec::new(), Value::Null);
        loop {
            let mut arguments = json!({ "command": "symbols", "query": "k_", "limit": limit });
            if cursor.is_string() {
                arguments["cursor"] = cursor;
            }
            let answer = search(&world, arguments);
            assert_eq!(answer.data["total"], whole.data["total"]);
            told.extend(symbols(&answer));
            cursor = answer.data["cursor"].clone();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(told, all, "{limit}");
    }
    let cursor = search(&world, json!({ "command": "symbols", "query": "k_", "limit": 1 })).string("cursor");
    let other = search(&world, json!({ "command": "symbols", "query": "k_0", "cursor": cursor }));
    assert_eq!(other.code, Code::BadArguments);
}

#[test]
fn references_distinguish_definitions_from_uses_and_leave_comments_out() {
    let world = playset();
    world.put(
        "game/events/title.txt",
        "t.1 = { x = title:brave.holder y = brave_2 z = \"brave\" # brave\n\t# brave\n}\n",
    );
    let answer = search(&world, json!({ "command": "references", "query": "brave" }));
    assert_eq!(answer.code, Code::ReferencesFound, "{answer:?}");
    let lines = |file: &Value, field: &str| -> Vec<u64> {
        file[field].as_array().unwrap().iter().map(|hit| hit["line"].as_u64().unwrap()).collect()
    };
    let told: Vec<(String, Vec<u64>, Vec<u64>)> = answer.data["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| (file["file"].as_str().unwrap().to_owned(), lines(file, "definitions"), lines(file, "uses")))
        .collect();
    let expected = [
        ("root:game/common/traits/00_traits.txt", vec![1], vec![5]),
        ("root:game/events/title.txt", vec![], vec![1]),
        ("root:game/events/war.txt", vec![], vec![1]),
        ("mod:A/common/traits/00_traits.txt", vec![1], vec![]),
        ("mod:B/common/traits/zz_b.txt", vec![2], vec![]),
    ];
    assert_eq!(told, expected.map(|(file, definitions, uses)| (file.to_owned(), definitions, uses)));
    let data = &answer.data;
    assert_eq!(
        (&data["total"], &data["definitions_total"], &data["comments"]),
        (&json!(6), &json!(3), &json!(2)),
        "{data}"
    );
    assert_eq!(data["files"][0]["shadowed_by"], "mod:A/common/traits/00_traits.txt");
    let text =
        search(&world, json!({ "command": "references", "query": "trait_brave", "folder": "localization/french" }));
    assert_eq!((&text.data["total"], &text.data["definitions_total"]), (&json!(1), &json!(1)));
    let (mut told, mut cursor) = (0, Value::Null);
    loop {
        let mut arguments = json!({ "command": "references", "query": "brave", "limit": 2 });
        if cursor.is_string() {
            arguments["cursor"] = cursor;
        }
        let answer = search(&world, arguments);
        assert_eq!(answer.data["total"], 6);
        for file in answer.data["files"].as_array().unwrap() {
            told += lines(file, "definitions").len() + lines(file, "uses").len();
        }
        cursor = answer.data["cursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!(told, 6);
    let wrong = search(&world, json!({ "command": "references", "query": "a\nb" }));
    assert_eq!(wrong.code, Code::BadArguments);
}

#[test]
fn l94_a_search_gives_its_references_back() {
    let world = playset();
    assert_eq!(search(&world, json!({ "query": "brave", "source": "mod:A" })).code, Code::TextFound);
    assert_eq!(world.adapter.references_left(), TOKEN_CAPACITY);
}

#[test]
fn l100_long_lines_large_files_and_many_hits_are_bounded() {
    let world = World::lens();
    let long = format!("{}needle{}", "x".repeat(100_000), "\u{e9}".repeat(25_000));
    world.put("docs/mod/A/long.txt", long).put("docs/mod/A/many.txt", "needle\n".repeat(10_000));
    // A line that long would hold a thread for as long as a pattern likes.
    world.put("docs/mod/A/one_line.txt", format!("{}needle", "x".repeat(300_000)));
    world.put("docs/mod/A/control.txt", "\u{1}needle\n".repeat(10)).put("docs/mod/A/x.txt", "needle");
    fs::File::create(world.path("docs/mod/A/sparse.txt")).unwrap().set_len(2 * 1024 * 1024 * 1024).unwrap();
    let answer = search(&world, json!({ "query": "needle", "limit": 1_000 }));
    assert_eq!(answer.data["total"], 10_000 + 12);
    assert_eq!(answer.data["searched"]["too_large"], 2);
    assert_eq!(answer.data["cut_lines"], 1);
    let file = answer.data["files"].as_array().unwrap().iter().find(|file| file["file"] == "mod:A/long.txt").unwrap();
    let hit = &file["hits"][0];
    assert_eq!((&hit["line"], &hit["column"]), (&json!(1), &json!(100_001)));
    let text = hit["text"].as_str().unwrap();
    assert!(text.starts_with("xxx") && text.contains("needle\u{e9}") && text.len() <= 240, "{text}");
    let size = answer.envelope.to_string().len();
    assert!(size < 300_000, "{size}");
    assert!(answer.data["cursor"].is_string());
    let every = search(&world, json!({ "query": "", "regex": true }));
    assert_eq!(every.code, Code::BadArguments);
    let every = search(&world, json!({ "query": ".*", "regex": true, "limit": 1 }));
    assert_eq!(every.data["total"].as_u64(), Some(10_000 + 12 + 5), "every line of every file");
}

#[test]
fn l100_a_line_is_cut_where_it_is_too_long_and_control_characters_count_as_they_are_written() {
    let world = World::lens();
    // Of 240 bytes it is whole; of 241 it is shown from 60 bytes before the hit.
    let line = |length: usize| format!("{}needle{}\n", "a".repeat(100), "b".repeat(length - 106));
    world.put("docs/mod/A/1.txt", line(240)).put("docs/mod/A/2.txt", line(241));
    let answer = search(&world, json!({ "query": "needle" }));
    assert_eq!(answer.data["cut_lines"], 1);
    let text = |file: usize| answer.data["files"][file]["hits"][0]["text"].as_str().unwrap().to_owned();
    assert_eq!(text(0), line(240).trim_end());
    assert!(text(1).starts_with(&["a".repeat(60), "needle".to_owned()].concat()), "{}", text(1));
    // A control character takes six bytes of an answer.
    world.put("docs/mod/A/3.txt", format!("{}point\n", "\u{1}".repeat(200)).repeat(1_000));
    let answer = search(&world, json!({ "query": "point", "limit": 1_000 }));
    assert!(answer.data["cursor"].is_string() && answer.envelope.to_string().len() < 300_000);
}

#[test]
fn a_page_goes_on_with_the_next_file_where_the_last_one_is_gone() {
    let world = playset();
    for limit in [1, 2] {
        let by_name = json!({ "command": "files", "glob": "*.txt", "limit": limit });
        for mut question in [by_name, json!({ "query": "brave", "limit": limit })] {
            let first = search(&world, question.clone());
            let shown = first.data["files"].as_array().unwrap().clone();
            let last = shown.last().unwrap()["file"].as_str().unwrap().strip_prefix("root:").unwrap().to_owned();
            let kept = fs::read(world.path(&last)).unwrap();
            fs::remove_file(world.path(&last)).unwrap();
            question["limit"] = json!(100);
            let all = search(&world, question.clone());
            question["cursor"] = first.data["cursor"].clone();
            let rest = search(&world, question);
            let files = |answer: &Answer| answer.data["files"].as_array().unwrap().clone();
            let name = |file: &Value| file["file"].as_str().unwrap().to_owned();
            let all: Vec<String> = files(&all).iter().map(name).collect();
            let seen: Vec<String> = shown.iter().chain(&files(&rest)).map(name).collect();
            assert!(all.iter().all(|file| seen.contains(file)), "{all:?} {seen:?}");
            world.put(&last, kept);
        }
    }
}

#[test]
fn a_mod_that_cannot_be_opened_is_reported_and_the_others_are_searched() {
    let world = playset();
    fs::remove_dir_all(world.path("docs/mod/B")).unwrap();
    fs::write(world.path("docs/mod/B"), "").unwrap();
    let world = World::reopen(world.folder.path()).build();
    let answer = search(&world, json!({ "query": "brave = {" }));
    assert_eq!(hits(&answer).len(), 2);
    assert_eq!(answer.data["searched"]["unopened"], json!(["mod:B"]));
}

#[test]
fn a_search_without_time_is_continued_to_its_end() {
    let world = playset();
    let all = hits(&search(&world, json!({ "query": "brave", "limit": 1_000 })));
    let program = tests_started::program();
    let sessions = Arc::new(Sessions::new(
        Arc::clone(&world.adapter),
        SessionAuthority::of(&program.wa),
        Arc::clone(&program.mcp),
    ));
    let tools = Toolset::new(world.wrapper.clone()).with(
        SearchTool::new(sessions, Index::new(IndexOptions::default()), Duration::from_secs(5))
            .with_time(Duration::ZERO),
    );
    let (mut told, mut cursor, mut calls) = (Vec::new(), None::<String>, 0);
    loop {
        let mut arguments = json!({ "query": "brave", "limit": 1_000 });
        if let Some(cursor) = &cursor {
            arguments["cursor"] = cursor.as_str().into();
        }
        let envelope = tools.call("ck3_search", &arguments, &CallContext::new(SessionSource::Implied)).unwrap();
        let answer = Answer::of(&envelope);
        told.extend(hits(&answer));
        calls += 1;
        assert!(calls < 50);
        assert_eq!(answer.data["incomplete"], answer.data["cursor"].is_string());
        match answer.data["cursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => break,
        }
    }
    assert!(calls > 3, "{calls}");
    assert_eq!(told, all);
}

#[test]
fn what_lies_too_deep_is_counted() {
    let world = World::lens();
    let deep = vec!["d"; 70].join("/");
    std::fs::create_dir_all(world.path("game/common").join(deep)).unwrap();
    let found = world.call("ck3_search", &json!({ "query": "nowhere" }));
    assert_eq!(found.data["searched"]["unreadable"], 1, "{found:?}");
    assert_eq!((&found.data["incomplete"], &found.data["cursor"]), (&json!(true), &Value::Null), "{found:?}");
    let files = world.call("ck3_search", &json!({ "command": "files", "glob": "*.nowhere" }));
    assert_eq!(
        (&files.data["searched"]["unreadable"], &files.data["incomplete"]),
        (&json!(1), &json!(true)),
        "{files:?}"
    );
}
