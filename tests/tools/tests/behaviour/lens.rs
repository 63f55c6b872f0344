//! `ck3_lens`: what is in force, who overrides whom, and how certain that is (L90 to L94).

use std::fs;
use std::time::Duration;

use replies::Code;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::world::World;

#[expect(clippy::needless_pass_by_value, reason = "called with `json!` all over")]
fn lens(world: &World, arguments: Value) -> Answer {
    world.call("ck3_lens", &arguments)
}

/// The last mod of the playset loses to the first, because its file comes first by name.
fn world() -> World {
    let world = World::lens();
    world
        .put(
            "game/common/traits/00_traits.txt",
            "brave = {\n\tindex = 1\n\tmartial = 2\n}\n\ncraven = {\n\tmartial = -2\n}\n",
        )
        .put("docs/mod/A/common/traits/zz_a.txt", "brave = {\n\tindex = 1\n\tmartial = 4\n}\n")
        .put("docs/mod/B/common/traits/01_b.txt", "brave = {\n\tmartial = 9\n}\n")
        .put("steam/123/common/traits/00_traits.txt", "brave = { }\n");
    world
}

fn outcomes(object: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    object["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| (text(&found["address"]), text(&found["outcome"])))
        .collect()
}

#[test]
fn l91_an_object_comes_with_rule_certainty_candidates_and_body() {
    let world = world();
    for folder in [json!("common/traits"), json!("root:game/common/traits/"), Value::Null] {
        let mut call = json!({ "command": "object", "key": "brave", "compare": true });
        if !folder.is_null() {
            call["folder"] = folder;
        }
        let found = lens(&world, call);
        assert_eq!(found.code, Code::ObjectsJudged);
        let object = &found.data["objects"][0];
        assert_eq!(object["in_force"], "mod:A/common/traits/zz_a.txt");
        assert_eq!(
            (&object["certainty"], &object["rule"]["id"], &object["line"]),
            (&json!("certain"), &json!("R4"), &json!(1))
        );
        let expected = [
            ("root:game/common/traits/00_traits.txt", "file_replaced"),
            ("mod:Shop/common/traits/00_traits.txt", "overridden"),
            ("mod:B/common/traits/01_b.txt", "overridden"),
            ("mod:A/common/traits/zz_a.txt", "in_force"),
        ];
        assert_eq!(outcomes(object), expected.map(|(file, outcome)| (file.to_owned(), outcome.to_owned())));
        assert_eq!(object["candidates"][0]["by"], "mod:Shop");
        assert_eq!(object["body"], "brave = {\n\tindex = 1\n\tmartial = 4\n}");
        assert_eq!(object["game_body"], "brave = {\n\tindex = 1\n\tmartial = 2\n}");
        let diff: Vec<_> = object["diff"]
            .as_array()
            .unwrap()
            .iter()
            .map(|part| (part["change"].clone(), part["line"].clone(), part["text"].clone()))
            .collect();
        assert_eq!(
            diff,
            [
                (json!("removed"), json!(3), json!("\tmartial = 2\n")),
                (json!("added"), json!(3), json!("\tmartial = 4\n"))
            ]
        );
    }
}

#[test]
fn an_unknown_key_is_reported_with_its_neighbours() {
    let found = lens(&world(), json!({ "command": "object", "key": "brvae", "folder": "common/traits" }));
    assert_eq!(found.code, Code::ObjectUnknown);
    assert_eq!(found.data["nearest"], json!(["brave"]));
    assert_eq!(found.data["searched"], 4);
    let nobody = lens(&world(), json!({ "command": "conflicts", "source": "Nobody" }));
    assert_eq!(nobody.code, Code::PathNotFound);
}

#[test]
fn a_file_has_one_provider_and_says_who_replaced_the_others() {
    let world = world();
    let found = lens(&world, json!({ "command": "file", "path": "common/traits/00_traits.txt" }));
    assert_eq!(found.code, Code::FilesJudged);
    assert_eq!(found.data["in_force"], "mod:Shop/common/traits/00_traits.txt");
    assert_eq!(found.data["files"][0]["by"], "mod:Shop");
    world.put("docs/mod/A/gfx/a.dds", "x").put("game/gfx/a.dds", "x");
    let picture = lens(&world, json!({ "command": "file", "path": "mod:A/gfx/a.dds" }));
    assert_eq!(picture.data["in_force"], "mod:A/gfx/a.dds");
    assert_eq!(picture.data["remark"], Value::Null, "everything was read");
}

#[test]
fn l105_a_folder_file_language_or_mod_that_is_not_there_names_the_nearest() {
    let world = world();
    world
        .put("game/events/e.txt", "namespace = e\n")
        .put("game/gfx/a.dds", "x")
        .put("game/common/on_action/a.txt", "on_birth = { }\n")
        .put("game/common/defines/a.txt", "NCombat = { WIDTH = 3 }\n")
        .put("game/localization/english/a_l_english.yml", "\u{feff}l_english:\n trait_brave: \"Brave\"\n")
        .put("game/localization/french/a_l_french.yml", "\u{feff}l_french:\n other: \"x\"\n");
    for (arguments, kind, near) in [
        (json!({ "command": "conflicts", "folder": "common/trait" }), "folder", "common/traits"),
        (json!({ "command": "conflicts", "folder": "comon/traits" }), "folder", "common"),
        (json!({ "command": "vanished", "folder": "evnts" }), "folder", "events"),
        (json!({ "command": "order", "folder": "common/trats" }), "folder", "common/traits"),
        (json!({ "command": "object", "key": "brave", "folder": "common/triats" }), "folder", "common/traits"),
        (
            json!({ "command": "patch", "key": "brave", "source": "A", "folder": "common/trait" }),
            "folder",
            "common/traits",
        ),
        (json!({ "command": "what_if", "source": "A", "folder": "common/trait" }), "folder", "common/traits"),
        (json!({ "command": "file", "path": "common/traits/00_trait.txt" }), "file", "common/traits/00_traits.txt"),
        (json!({ "command": "file", "path": "gfx/b.dds" }), "file", "gfx/a.dds"),
        (json!({ "command": "file", "path": "comon/traits/x.txt" }), "file", "common"),
        (json!({ "command": "loc", "key": "trait_brave", "language": "englsh" }), "language", "english"),
    ] {
        let found = lens(&world, arguments.clone());
        assert_eq!((found.code, &found.data["kind"]), (Code::NotInPlayset, &json!(kind)), "{arguments}");
        assert_eq!(found.data["nearest"][0], near, "{arguments}: {}", found.data);
    }
    for (arguments, near) in [
        (json!({ "command": "define", "key": "NCombat|WIDHT" }), "NCombat|WIDTH"),
        (json!({ "command": "on_action", "key": "on_brith" }), "on_birth"),
        (json!({ "command": "loc", "key": "trait_brvae" }), "trait_brave"),
        (json!({ "command": "patch", "key": "brvae", "source": "A" }), "brave"),
    ] {
        let found = lens(&world, arguments.clone());
        assert_eq!((found.code, &found.data["nearest"][0]), (Code::ObjectUnknown, &json!(near)), "{arguments}");
    }
    for command in ["conflicts", "vanished", "what_if"] {
        let found = lens(&world, json!({ "command": command, "source": "Shup" }));
        assert_eq!((found.code, &found.data["nearest"][0]), (Code::PathNotFound, &json!("mod:Shop")), "{command}");
    }
    let found = lens(&world, json!({ "command": "conflicts", "source": "A", "other": "Shup" }));
    assert_eq!((found.code, &found.data["nearest"][0]), (Code::PathNotFound, &json!("mod:Shop")));
    for (arguments, field) in [
        (json!({ "command": "conflicts", "source": "A", "other": "mod:A" }), "other"),
        (json!({ "command": "conflicts", "after": "brave" }), "after"),
        (json!({ "command": "what_if", "source": "A", "position": 4 }), "position"),
    ] {
        let found = lens(&world, arguments.clone());
        let problem = &found.data["problems"][0]["field"];
        assert_eq!((found.code, problem), (Code::BadArguments, &json!(field)), "{arguments}");
    }
    // A folder that is there and holds no script is empty, and a language that is there may lack a key.
    let pictures = lens(&world, json!({ "command": "conflicts", "folder": "gfx" }));
    assert_eq!((pictures.code, &pictures.data["objects_total"]), (Code::ConflictsListed, &json!(0)));
    let french = lens(&world, json!({ "command": "loc", "key": "trait_brave", "language": "french" }));
    assert_eq!((&french.data["total"], &french.data["missing_languages"]), (&json!(0), &json!(["french"])));
}

#[test]
fn conflicts_are_those_of_the_playset_of_a_mod_or_between_two() {
    let world = world();
    world
        .put("docs/mod/B/common/traits/more.txt", "craven = { }\n")
        .put("docs/mod/A/common/traits/more.txt", "craven = { }\n");
    let total = |arguments: Value| {
        let found = lens(&world, arguments);
        assert_eq!(found.code, Code::ConflictsListed);
        (found.data["objects_total"].as_u64().unwrap(), found.data["files_total"].as_u64().unwrap())
    };
    assert_eq!(total(json!({ "command": "conflicts" })), (2, 1));
    assert_eq!(total(json!({ "command": "conflicts", "source": "Shop" })), (1, 0));
    assert_eq!(total(json!({ "command": "conflicts", "source": "Shop", "other": "mod:A" })), (1, 0));
    assert_eq!(total(json!({ "command": "conflicts", "source": "Shop", "other": "game" })), (1, 1));
    // Of one mod: what it disputes with another mod. The game is not one, and what others dispute is not its.
    world.put("docs/mod/A/common/perks/a.txt", "own = { }\n").put("game/common/perks/g.txt", "own = { }\n");
    assert_eq!(total(json!({ "command": "conflicts", "source": "A", "folder": "common/perks" })), (0, 0));
    assert_eq!(total(json!({ "command": "conflicts", "source": "game", "folder": "common/perks" })), (1, 0));
    world.put("docs/mod/B/common/perks/b.txt", "own = { }\n");
    assert_eq!(total(json!({ "command": "conflicts", "source": "Shop", "folder": "common/perks" })), (0, 0));
    fs::remove_dir_all(world.path("docs/mod/A/common/perks")).unwrap();
    fs::remove_dir_all(world.path("docs/mod/B/common/perks")).unwrap();
    world.put("game/events/e.txt", "namespace = e\n");
    assert_eq!(total(json!({ "command": "conflicts", "folder": "events" })), (0, 0));
    let first = lens(&world, json!({ "command": "conflicts", "limit": 1 }));
    assert_eq!((&first.data["objects"][0]["key"], &first.data["truncated"]), (&json!("brave"), &json!(true)));
    let rest = lens(&world, json!({ "command": "conflicts", "limit": 1, "after": first.data["after"] }));
    assert_eq!((&rest.data["objects"][0]["key"], &rest.data["truncated"]), (&json!("craven"), &json!(false)));
    assert_eq!(rest.data["objects"][0]["in_force"], "mod:B/common/traits/more.txt");
    // Of the game: what others change of it, and not what they dispute among themselves.
    world.put("docs/mod/A/common/deeds/a.txt", "deed = { }\n").put("docs/mod/B/common/deeds/b.txt", "deed = { }\n");
    assert_eq!(total(json!({ "command": "conflicts", "folder": "common/deeds" })), (1, 0));
    assert_eq!(total(json!({ "command": "conflicts", "source": "game", "folder": "common/deeds" })), (0, 0));
}

#[test]
fn a_list_goes_on_after_a_key_that_reads_as_a_path() {
    let world = world();
    let keys = ["/home/bob/a", "/home/bob/b", "c", "d\u{200b}e", "~f"];
    let text = keys.map(|key| format!("{key} = {{ }}\n")).concat();
    world.put("docs/mod/A/common/relations/a.txt", &text).put("docs/mod/B/common/relations/b.txt", &text);
    let (mut after, mut told) = (Value::Null, 0);
    for _ in 0..=keys.len() {
        let mut call = json!({ "command": "conflicts", "folder": "common/relations", "limit": 1 });
        if !after.is_null() {
            call["after"] = after;
        }
        let found = lens(&world, call);
        assert_eq!((found.code, &found.data["objects_total"]), (Code::ConflictsListed, &json!(keys.len())));
        told += found.data["objects"].as_array().unwrap().len();
        after = found.data["after"].clone();
        if after.is_null() {
            break;
        }
    }
    assert_eq!((told, after), (keys.len(), Value::Null));
}

#[test]
fn l91_a_merge_of_a_part_of_the_definitions_is_uncertain() {
    let world = world();
    let merged = |definitions: usize| {
        world.put("game/common/on_action/a.txt", "on_birth = { events = { birth.1 } }\n".repeat(definitions));
        let found = lens(&world, json!({ "command": "on_action", "key": "on_birth" }));
        assert_eq!(found.code, Code::OnActionMerged);
        (found.data["total"].as_u64().unwrap(), found.string("certainty") == "uncertain")
    };
    assert_eq!(merged(3), (3, false));
    assert_eq!(merged(1_001), (1_000, true));
}

#[test]
fn the_files_of_a_folder_are_listed_as_they_load() {
    let world = world();
    world.put("game/common/traits/sub/00.txt", "x = { }\n");
    let names = |found: &Answer| -> Vec<String> {
        found.data["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|file| file["address"].as_str().unwrap().to_owned())
            .collect()
    };
    let all = lens(&world, json!({ "command": "order", "folder": "common/traits" }));
    assert_eq!((all.code, &all.data["certainty"]), (Code::FilesJudged, &json!("likely")));
    let expected = [
        "root:game/common/traits/00_traits.txt",
        "mod:Shop/common/traits/00_traits.txt",
        "mod:B/common/traits/01_b.txt",
        "mod:A/common/traits/zz_a.txt",
        "root:game/common/traits/sub/00.txt",
    ];
    assert_eq!(names(&all), expected);
    // Files of one path are not torn apart.
    let first = lens(&world, json!({ "command": "order", "folder": "common/traits", "limit": 1 }));
    assert_eq!(names(&first), expected[..2]);
    let next = lens(
        &world,
        json!({ "command": "order", "folder": "common/traits", "limit": 2, "after": first.data["after"] }),
    );
    assert_eq!(names(&next), expected[2..4]);
}

#[test]
fn what_vanished_and_what_would_change_is_listed() {
    let world = world();
    let gone = lens(&world, json!({ "command": "vanished", "folder": "common/traits" }));
    assert_eq!((gone.code, &gone.data["objects_total"]), (Code::ConflictsListed, &json!(1)));
    assert_eq!(gone.data["objects"][0]["key"], "craven");
    assert_eq!(lens(&world, json!({ "command": "vanished", "source": "A" })).data["objects_total"], 0);
    assert_eq!(lens(&world, json!({ "command": "vanished", "source": "Shop" })).data["objects_total"], 1);
    let dropped = lens(&world, json!({ "command": "what_if", "source": "A", "folder": "common/traits" }));
    assert_eq!(dropped.data["objects"][0]["then"], "mod:B/common/traits/01_b.txt");
    let shop = lens(&world, json!({ "command": "what_if", "source": "Shop" }));
    assert_eq!((&shop.data["objects_total"], &shop.data["objects"][0]["key"]), (&json!(1), &json!("craven")));
    let moved = lens(&world, json!({ "command": "what_if", "source": "Shop", "position": 1 }));
    assert_eq!(moved.data["objects_total"], 0);
    let last =
        |position: u64| lens(&world, json!({ "command": "what_if", "source": "Shop", "position": position })).code;
    assert_eq!((last(3), last(4)), (Code::ConflictsListed, Code::BadArguments), "there are three mods");
    // Nothing of it was stored.
    assert_eq!(lens(&world, json!({ "command": "vanished" })).data["objects_total"], 1);
}

#[test]
fn texts_defines_and_on_actions_are_merged() {
    let world = world();
    world
        .put("game/localization/english/a_l_english.yml", "\u{feff}l_english:\n trait_brave: \"Brave\"\n")
        .put(
            "docs/mod/A/localization/english/replace/a_l_english.yml",
            "\u{feff}l_english:\n trait_brave: \"Braver\"\n",
        )
        .put("game/localization/german/a_l_german.yml", "\u{feff}l_german:\n trait_brave: \"Tapfer\"\n")
        .put("game/common/defines/00.txt", "NCombat = {\n\tWIDTH = 3\n}\n")
        .put("docs/mod/B/common/defines/01.txt", "NCombat = { WIDTH = 5 }\n")
        .put("game/common/on_action/a.txt", "on_birth = {\n\tevents = { birth.1 }\n\teffect = { a = yes }\n}\n")
        .put(
            "docs/mod/A/common/on_action/b.txt",
            "on_birth = {\n\tevents = { mine.1 mine.2 }\n\teffect = { b = yes }\n}\n",
        );
    let text = lens(&world, json!({ "command": "loc", "key": "trait_brave" }));
    assert_eq!(text.data["total"], 2);
    assert_eq!(text.data["objects"][0]["body"], "trait_brave: \"Braver\"");
    assert_eq!(
        (&text.data["objects"][0]["group"], &text.data["objects"][0]["certainty"]),
        (&json!("english"), &json!("certain"))
    );
    let german = lens(&world, json!({ "command": "loc", "key": "trait_brave", "language": "german" }));
    assert_eq!(
        (&german.data["total"], &german.data["objects"][0]["body"]),
        (&json!(1), &json!("trait_brave: \"Tapfer\""))
    );
    let width = lens(&world, json!({ "command": "define", "key": "NCombat|WIDTH" }));
    assert_eq!(
        (&width.data["objects"][0]["body"], &width.data["objects"][0]["rule"]["id"]),
        (&json!("WIDTH = 5"), &json!("R6"))
    );
    let birth = lens(&world, json!({ "command": "on_action", "key": "on_birth" }));
    assert_eq!(birth.code, Code::OnActionMerged);
    let texts = |field: &str| -> Vec<String> {
        birth.data[field].as_array().unwrap().iter().map(|part| part["text"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(texts("lists"), ["birth.1", "mine.1", "mine.2"]);
    assert_eq!(
        (texts("slots"), texts("lost")),
        (vec!["effect = { b = yes }".to_owned()], vec!["effect = { a = yes }".to_owned()])
    );
    assert_eq!(birth.data["lists"][1]["from"], "mod:A/common/on_action/b.txt");
}

#[test]
fn a_patch_that_is_written_where_the_lens_says_wins() {
    let world = world();
    world
        .put("game/events/e.txt", "namespace = e\ne.1 = {\n\ttype = character_event\n}\n")
        .put("game/gui/shared.gui", "types T {\n\ttype box = widget { }\n}\n")
        .put("game/localization/english/a_l_english.yml", "\u{feff}l_english:\n trait_brave: \"Brave\"\n")
        .put("docs/mod/A/common/decisions/zzz/zzz_z.txt", "decide = { }\n");
    for (key, content) in [
        ("brave", "brave = { }\n"),
        ("decide", "decide = { }\n"),
        ("e.1", "namespace = e\ne.1 = {\n\tid_override_priority = 1\n}\n"),
        ("box", "types U {\n\ttype box = widget { }\n}\n"),
        ("trait_brave", "\u{feff}l_english:\n trait_brave: \"Bravest\"\n"),
    ] {
        let placed = lens(&world, json!({ "command": "patch", "key": key, "source": "B" }));
        assert_eq!(placed.code, Code::PatchPlaced, "{key}");
        let patch = &placed.data["patches"][0];
        assert_eq!(patch["wins"], true, "{key}: {patch}");
        let target = patch["target"].as_str().unwrap();
        world.put(&target.replace("mod:B/", "docs/mod/B/"), content);
        let found = lens(&world, json!({ "command": "object", "key": key }));
        assert_eq!(found.data["objects"][0]["in_force"], target, "{key}");
        assert_eq!(found.data["objects"][0]["certainty"], patch["certainty"], "{key}");
    }
}

#[test]
fn l100_a_file_of_two_gigabytes_is_counted_and_its_neighbours_are_read() {
    let world = world();
    let huge = std::fs::File::create(world.path("docs/mod/A/common/traits/zzz_huge.txt")).unwrap();
    huge.set_len(2 * 1024 * 1024 * 1024).unwrap();
    let found = lens(&world, json!({ "command": "object", "key": "brave", "folder": "common/traits" })).data;
    assert_eq!(found["objects"][0]["in_force"], "mod:A/common/traits/zz_a.txt");
    assert_eq!((&found["looked_at"]["too_large"], &found["looked_at"]["unreadable"]), (&json!(1), &json!(0)));
    assert_eq!(found["objects"][0]["certainty"], "uncertain", "what it defines is not known: {found}");
}

#[test]
fn l91_where_something_could_not_be_read_no_answer_that_it_may_change_is_certain() {
    let world = world();
    world
        .put("game/common/culture/00_c.txt", "swabian = { }\n")
        .put("docs/mod/B/common/culture/b.txt", "swabian = { }\n");
    let object = |key: &str| lens(&world, json!({ "command": "object", "key": key })).data["objects"][0].clone();
    assert_eq!(
        (&object("brave")["certainty"], &object("swabian")["certainty"]),
        (&json!("certain"), &json!("certain"))
    );
    // Too deep to be read: to the lens the same as a folder without permission, which root can always read.
    std::fs::create_dir_all(world.path("docs/mod/B/common/traits").join(vec!["d"; 70].join("/"))).unwrap();
    let doubt = "1 of the files and folders here could not be read or are too large: what they define is not known";
    let brave = object("brave");
    assert_eq!((&brave["certainty"], &brave["doubts"]), (&json!("uncertain"), &json!([doubt])));
    assert_eq!(object("swabian")["certainty"], "certain", "it cannot define a culture");
    let missing = |folder: &str| {
        let call = json!({ "command": "object", "key": "bravest", "folder": folder });
        let answer = lens(&world, call);
        assert_eq!(answer.code, Code::ObjectUnknown);
        answer.data["unreadable"].clone()
    };
    assert_eq!(
        (missing("common/traits"), missing("common"), missing("common/culture")),
        (json!(1), json!(1), json!(0))
    );
    let patch = lens(&world, json!({ "command": "patch", "key": "brave", "source": "B" })).data["patches"][0].clone();
    assert_eq!((&patch["certainty"], &patch["doubts"]), (&json!("uncertain"), &json!([doubt])));
    let listed = lens(&world, json!({ "command": "conflicts" })).data["objects"].clone();
    let certainty = |key: &str| {
        let found = listed.as_array().unwrap().iter().find(|object| object["key"] == key);
        found.unwrap_or_else(|| panic!("{listed}"))["certainty"].clone()
    };
    assert_eq!(certainty("brave"), "uncertain");
    let order = lens(&world, json!({ "command": "order", "folder": "common/traits" })).data;
    assert_eq!(order["certainty"], "uncertain");
    assert!(order["remark"].as_str().unwrap().starts_with("1 folders or descriptors could not be read"), "{order}");
    let what_if = lens(&world, json!({ "command": "what_if", "source": "A" })).data;
    assert_eq!(
        (&what_if["objects"][0]["certainty"], &what_if["looked_at"]["unreadable"]),
        (&json!("uncertain"), &json!(1))
    );
}

#[test]
fn l91_the_version_that_is_installed_decides_which_rules_hold() {
    let world = world();
    world
        .put("game/events/a.txt", "namespace = a\na.1 = { }\n")
        .put("docs/mod/A/events/b.txt", "namespace = a\na.1 = {\n\tid_override_priority = 1\n}\n");
    let ask = |settings: Option<&str>| {
        if let Some(settings) = settings {
            world.put("launcher/launcher-settings.json", settings);
        }
        lens(&world, json!({ "command": "object", "key": "a.1", "folder": "events" })).data
    };
    let told = |data: &Value| {
        let object = &data["objects"][0];
        (object["in_force"].clone(), object["certainty"].clone(), data["looked_at"]["game_version"].clone())
    };
    let mine = json!("mod:A/events/b.txt");
    let unknown = ask(None);
    assert_eq!(told(&unknown), (mine.clone(), json!("likely"), Value::Null));
    let doubt = unknown["objects"][0]["doubts"][0].as_str().unwrap();
    assert!(doubt.starts_with("the game's version is not known"), "{doubt}");
    // What is not a version is none.
    for settings in ["", "{", "[]", "{\"rawVersion\": 3}", "{\"version\": \"/home/nate\"}"] {
        assert_eq!(told(&ask(Some(settings))), told(&unknown), "{settings}");
    }
    // Seen by the very next call, as Steam updates the game.
    let new = ask(Some("\u{feff}{\"version\": \"1.20.0.4 (Crane)\", \"rawVersion\": \"v1.20.0.4\"}"));
    assert_eq!(told(&new), (mine, json!("certain"), json!("1.20.0.4")));
    assert_eq!(new["objects"][0]["doubts"], json!([]));
    let old = ask(Some("{\"gameId\": \"ck3\", \"version\": \"1.19.0.3 (Ibex)\"}"));
    assert_eq!(told(&old), (Value::Null, json!("uncertain"), json!("1.19.0.3")));
    let placed = lens(&world, json!({ "command": "patch", "key": "a.1", "source": "B" })).data;
    assert_eq!(placed["patches"][0]["wins"], false, "an older game knows no priorities: {placed}");
}

#[cfg(unix)]
#[test]
fn l36_the_version_is_not_read_through_a_link_that_leaves_the_installation() {
    let world = world();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("launcher-settings.json"), "{\"rawVersion\": \"1.19.0\"}").unwrap();
    std::os::unix::fs::symlink(outside.path(), world.path("launcher")).unwrap();
    let found = lens(&world, json!({ "command": "object", "key": "brave" })).data;
    assert_eq!(found["looked_at"]["game_version"], Value::Null);
}

#[test]
fn r16_mods_that_load_before_what_they_depend_on_are_reported() {
    let world = world();
    world
        .put("docs/mod/A/descriptor.mod", "name=\"A\"\ndependencies={ \"Shop\" \"Nobody\" }\n")
        .put("steam/123/descriptor.mod", "name=\"Shop\"\n");
    let told = |arguments| lens(&world, arguments).data;
    let all = told(json!({ "command": "conflicts" }));
    assert_eq!(all["misordered"], json!([{ "source": "mod:A", "depends_on": "mod:Shop" }]));
    assert_eq!(all["misordered_total"], 1);
    let other = told(json!({ "command": "conflicts", "source": "B" }));
    assert_eq!((&other["misordered"], &other["misordered_total"]), (&json!([]), &json!(0)));
    // Nothing is reordered.
    let brave = told(json!({ "command": "object", "key": "brave" }));
    assert_eq!(brave["objects"][0]["in_force"], "mod:A/common/traits/zz_a.txt");
}

#[test]
fn l92_what_changed_on_disk_is_in_the_next_answer() {
    let world = world();
    let winner = |world: &World| {
        lens(world, json!({ "command": "object", "key": "brave" })).data["objects"][0]["in_force"].clone()
    };
    assert_eq!(winner(&world), "mod:A/common/traits/zz_a.txt");
    world.put("docs/mod/A/common/traits/zz_a.txt", "craven = {\n\tindex = 1\n\tmartia = 4\n}\n");
    assert_eq!(winner(&world), "mod:B/common/traits/01_b.txt");
    std::fs::rename(world.path("docs/mod/B/common/traits/01_b.txt"), world.path("docs/mod/B/common/traits/b.mod"))
        .unwrap();
    assert_eq!(winner(&world), "mod:Shop/common/traits/00_traits.txt");
    std::fs::remove_file(world.path("steam/123/common/traits/00_traits.txt")).unwrap();
    assert_eq!(winner(&world), "root:game/common/traits/00_traits.txt");
}

#[test]
fn l49_a_key_that_reads_as_a_host_path_is_not_shown() {
    let world = world();
    world
        .put("game/common/traits/x.txt", "/home/nate/brave = { }\n")
        .put("docs/mod/A/common/traits/x.txt", "/home/nate/brave = { }\n");
    for arguments in [
        json!({ "command": "conflicts", "source": "A", "other": "game" }),
        json!({ "command": "object", "key": "home/nate/brav", "folder": "common/traits" }),
    ] {
        let found = lens(&world, arguments);
        assert!(!found.data.to_string().contains("/home/nate"), "{}", found.data);
    }
}

#[test]
fn a_world_without_a_mode_and_one_that_is_still_read_say_so() {
    let none = World::without_mode();
    assert_eq!(lens(&none, json!({ "command": "object", "key": "a" })).code, Code::ModeNotInitialised);
    let impatient = World::builder().index_wait(Duration::ZERO).build();
    for number in 0..50 {
        impatient.put(&format!("game/common/traits/{number}.txt"), "a = { }\n".repeat(100));
    }
    let building = lens(&impatient, json!({ "command": "object", "key": "a" }));
    assert_eq!(building.code, Code::IndexBuilding);
    assert_eq!(building.data["total"].as_u64().map(|total| total >= 50), Some(true));
    assert!(building.data["retry_after_ms"].as_u64().unwrap() > 0);
}

#[test]
fn l94_files_that_do_not_parse_are_counted_and_what_is_hidden_is_not_seen() {
    let world = world();
    world.put("docs/mod/A/common/traits/broken.txt", "broken = {\n").put("repo/common/traits/zzz.txt", "brave = { }\n");
    let found = lens(&world, json!({ "command": "object", "key": "brave", "folder": "common/traits" }));
    assert_eq!(found.data["looked_at"]["malformed"], 1);
    assert!(!found.data.to_string().contains("zzz.txt"));
    let left = world.adapter.references_left();
    for _ in 0..50 {
        lens(&world, json!({ "command": "object", "key": "brave" }));
    }
    assert_eq!(world.adapter.references_left(), left);
}
