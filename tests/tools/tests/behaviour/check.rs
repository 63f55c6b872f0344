//! `ck3_check`, and what `ck3_file` refuses to write (L93).

use std::fs;

use replies::Code;
use serde_json::json;

use crate::world::World;

const TRAITS: &str = "mod:A/common/traits/a.txt";
const GOOD: &str = "\u{feff}brave = {\n\tmartial = 2\n}\ncraven = {\n}\n";
const BROKEN: &str = "\u{feff}brave = {\n\tmartial = 2\n\ncraven = {\n}\n";

fn world() -> World {
    let world = World::lens();
    let contract = json!({ "intent": "traits", "scope": "mod:A", "operations": ["write", "delete"] });
    let opened = world.call("ck3_contract", &json!({ "command": "open", "contract": contract }));
    assert_eq!(opened.code, Code::ContractOpened);
    world
}

#[expect(clippy::needless_pass_by_value, reason = "called with `json!` all over")]
fn check(world: &World, arguments: serde_json::Value) -> crate::answer::Answer {
    world.call("ck3_check", &arguments)
}

#[test]
fn a_file_that_parses_is_reported_with_its_definitions_and_one_that_does_not_with_its_places() {
    let world = world();
    let good = check(&world, json!({ "path": TRAITS, "content": GOOD }));
    assert_eq!(good.code, Code::ScriptParsed);
    assert_eq!(
        good.data["definitions"],
        json!([{ "key": "brave", "kind": "object", "line": 1 }, { "key": "craven", "kind": "object", "line": 4 }])
    );
    let broken = check(&world, json!({ "path": TRAITS, "content": BROKEN }));
    assert_eq!(broken.code, Code::ScriptInvalid);
    assert_eq!(broken.data["problems"][0]["field"], "line 1, column 9");
    let problem = broken.data["problems"][0]["problem"].as_str().unwrap();
    assert!(problem.starts_with("UNCLOSED_BRACE: "), "{problem}");
    let other = check(&world, json!({ "path": "mod:A/picture.dds", "content": "{{{" }));
    assert_eq!((other.code, &other.data["files"]), (Code::ScriptParsed, &json!(0)));
}

#[test]
fn l49_of_a_problem_only_the_key_that_reads_as_a_path_is_withheld() {
    let broken = check(&world(), json!({ "path": TRAITS, "content": "\u{feff}/home/bob/x = {\n\tmartial = 2\n" }));
    assert_eq!(broken.code, Code::ScriptInvalid);
    let problem = broken.data["problems"][0]["problem"].as_str().unwrap();
    assert_eq!(problem, "UNCLOSED_BRACE: the block of `(a path of the host)` is never closed");
    // A backquote in the key leaves nothing of it to be told.
    let broken = check(&world(), json!({ "path": TRAITS, "content": "\u{feff}a`/home/bob/x = {\n\tmartial = 2\n" }));
    let problem = broken.data["problems"][0]["problem"].as_str().unwrap();
    assert!(problem.starts_with("UNCLOSED_BRACE: ") && !problem.contains("bob"), "{problem}");
}

#[test]
fn a_folder_or_a_mod_is_reported_file_by_file_and_can_be_continued() {
    let world = world();
    for (file, content) in [("common/traits/a.txt", GOOD), ("common/traits/b.txt", BROKEN), ("events/c.txt", BROKEN)] {
        let path = world.path("docs/mod/A").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    let first = check(&world, json!({ "path": "mod:A", "limit": 1 }));
    assert_eq!(first.code, Code::ScriptParsed);
    assert_eq!(first.data["problems"][0]["target"], "mod:A/common/traits/b.txt");
    assert_eq!((&first.data["truncated"], &first.data["after"]), (&json!(true), &json!("mod:A/common/traits/b.txt")));
    let rest = check(&world, json!({ "path": "mod:A", "limit": 1, "after": "mod:A/common/traits/b.txt" }));
    assert_eq!(rest.data["problems"][0]["target"], "mod:A/events/c.txt");
    assert_eq!(rest.data["truncated"], false);
    let whole = check(&world, json!({ "path": "mod:A" }));
    assert_eq!((&whole.data["files"], &whole.data["definitions_total"]), (&json!(3), &json!(6)));
    // By another address of the same folder, what a file holds is known by where it lies in its mod.
    let folder = check(&world, json!({ "path": "root:user_docs/mod/A/common" }));
    assert_eq!((&folder.data["files"], &folder.data["problems_total"]), (&json!(2), &json!(1)));
    // Errors and warnings are told apart, and those that are not listed are counted.
    let problem = &folder.data["problems"][0];
    assert_eq!((problem["problems"].as_array().map(Vec::len), &problem["more"]), (Some(1), &json!(0)));
    assert!(problem["problems"][0]["problem"].as_str().unwrap().starts_with("error "), "{problem}");
    world.put("docs/mod/A/events/c.txt", "}\n".repeat(1_000));
    let many = check(&world, json!({ "path": "mod:A/events" })).data;
    let (total, of_file) = (many["problems_total"].as_u64().unwrap(), &many["problems"][0]);
    let listed = of_file["problems"].as_array().unwrap().len() as u64;
    assert!(total >= 1_000 && listed < 100 && of_file["more"] == total - listed, "{total} {listed}");
    world.put("docs/mod/A/localization/english/a_l_english.yml", "\u{feff}l_english:\n a:0\t\"x\"\n");
    let warned = check(&world, json!({ "path": "mod:A/localization" })).data;
    assert!(warned["problems"][0]["problems"][0]["problem"].as_str().unwrap().starts_with("warning "), "{warned}");
}

#[test]
fn l93_nothing_newly_malformed_is_written() {
    let world = world();
    let file = world.path("docs/mod/A/common/traits/a.txt");
    let write = |content: &str, more: serde_json::Value| {
        let mut call = json!({ "command": "write", "path": TRAITS, "content": content });
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        world.file(call).code
    };
    for call in [json!({}), json!({ "dry_run": true })] {
        assert_eq!(write(BROKEN, call), Code::ScriptInvalid);
    }
    assert!(!file.exists());
    assert_eq!(write(GOOD, json!({})), Code::FileWritten);
    let edit = json!({ "command": "edit", "path": TRAITS, "old_text": "martial = 2\n}", "new_text": "martial = 3" });
    let refused = world.file(edit.clone());
    assert_eq!(refused.code, Code::ScriptInvalid);
    assert_eq!(fs::read_to_string(&file).unwrap(), GOOD);

    // Said so, it is written; and what was wrong before is not a reason against a later change.
    let mut as_is = edit;
    as_is["syntax"] = json!("as_is");
    assert_eq!(world.file(as_is).code, Code::FileWritten);
    let later = json!({ "command": "edit", "path": TRAITS, "old_text": "martial = 3", "new_text": "martial = 4" });
    assert_eq!(world.file(later).code, Code::FileWritten);
    // What is neither script nor localization is not looked at.
    let notes = json!({ "command": "write", "path": "mod:A/notes.md", "content": "{{{" });
    assert_eq!(world.file(notes).code, Code::FileWritten);
}

#[test]
fn l61_a_denial_comes_before_the_syntax_and_the_syntax_before_a_person() {
    let world = World::lens();
    let broken = |path: &str| world.file(json!({ "command": "write", "path": path, "content": "a = {" })).code;
    assert_eq!(broken("root:game/common/traits/a.txt"), Code::WriteDenied);
    assert_eq!(broken("mod:A/common/traits/a.txt"), Code::ContractRequired);
    assert_eq!(broken("root:ck3raven_data/wip/common/traits/a.txt"), Code::ScriptInvalid);
    assert!(world.queue.pending().unwrap().is_empty());
}

#[test]
fn a_new_script_file_gets_the_mark_that_the_game_wants_and_the_line_ends_of_its_neighbours() {
    let world = world();
    let folder = world.path("docs/mod/A/common/traits");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("00_neighbour.txt"), "\u{feff}a = {\r\n}\r\n").unwrap();
    let written = world.file(json!({ "command": "write", "path": TRAITS, "content": "brave = {\n}\n" }));
    assert_eq!(written.code, Code::FileWritten);
    assert_eq!(fs::read_to_string(folder.join("a.txt")).unwrap(), "\u{feff}brave = {\r\n}\r\n");
    let events = json!({ "command": "write", "path": "mod:A/events/a.txt", "content": "namespace = a\n" });
    assert_eq!(world.file(events).code, Code::FileWritten);
    assert_eq!(fs::read_to_string(world.path("docs/mod/A/events/a.txt")).unwrap(), "\u{feff}namespace = a\n");
}

#[test]
fn what_is_too_large_or_too_deep_is_counted_and_hides_no_other() {
    let world = world();
    world.put("docs/mod/A/common/traits/a.txt", GOOD);
    let folder = world.path("docs/mod/A/common/traits");
    let big = fs::File::create_new(folder.join("big.txt")).unwrap();
    big.set_len(65 * 1024 * 1024).unwrap();
    let checked = check(&world, json!({ "path": "mod:A/common" }));
    assert_eq!((&checked.data["files"], &checked.data["unreadable"]), (&json!(1), &json!(1)), "{checked:?}");
    let deep = vec!["d"; 70].join("/");
    fs::create_dir_all(folder.join(&deep)).unwrap();
    let checked = check(&world, json!({ "path": "mod:A/common" }));
    assert_eq!((&checked.data["files"], &checked.data["unreadable"]), (&json!(1), &json!(2)), "{checked:?}");
}
