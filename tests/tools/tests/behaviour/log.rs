//! `ck3_log`: what the game said, parsed, joined, by mod and file, and never a host path (L49, L51).

use std::fs::OpenOptions;
use std::io::Write as _;

use replies::Code;
use serde_json::{Value, json};
use world_adapter::{Mode, SessionAuthority};

use crate::answer::Answer;
use crate::world::World;

const LOG: &str = "\
[08:41:12][E][pdx_persistent_reader.cpp:216]: Error: \"Unknown trigger: bravery, near line: 12\" in file: \"common/traits/a.txt\" near line: 12\r
[08:41:13][E][jomini_script_system.cpp:304]: Script system error!\r
  Error: stress_impact effect [ Cannot find scholar in trait database ]\r
  Script location: file: events/travel.txt line: 4129 (travel.7039:option)\r
\r
[08:41:14][E][jomini_script_system.cpp:304]: Script system error!\r
  Error: stress_impact effect [ Cannot find scholar in trait database ]\r
  Script location: file: events/travel.txt line: 4129 (travel.7039:option)\r
\r
[08:41:15][W][lexer.cpp:306]: File 'common/traits/00_traits.txt' should be in utf8-bom encoding\r
";

/// A world whose game has run: mods A and B of the session have files that the log names.
fn world() -> World {
    let world = World::lens();
    world.put("docs/logs/error.log", LOG);
    world.put("docs/mod/A/events/travel.txt", "old").put("game/events/travel.txt", "old");
    world.put("docs/mod/A/common/traits/a.txt", "old").put("docs/mod/B/common/traits/a.txt", "old");
    world
}

#[expect(clippy::needless_pass_by_value, reason = "called with `json!` all over")]
fn log(world: &World, arguments: Value) -> Answer {
    world.call("ck3_log", &arguments)
}

/// The texts of an answer's messages.
fn texts(answer: &Answer) -> Vec<String> {
    let messages = answer.data["messages"].as_array().unwrap_or_else(|| panic!("{answer:?}"));
    messages.iter().map(|message| message["text"].as_str().unwrap().to_owned()).collect()
}

fn append(world: &World, text: &str) {
    let mut file = OpenOptions::new().append(true).open(world.path("docs/logs/error.log")).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

#[test]
fn the_same_message_from_the_same_place_is_one_with_a_count_and_the_file_in_force() {
    let world = world();
    let answer = log(&world, json!({}));
    assert_eq!(answer.code, Code::LogRead);
    assert_eq!((&answer.data["entries_total"], &answer.data["messages_total"]), (&json!(4), &json!(3)));
    let messages = &answer.data["messages"];
    assert_eq!(messages[0]["level"], "warning", "the newest comes first");
    let script = &messages[1];
    assert_eq!(
        (&script["count"], &script["first"], &script["last"]),
        (&json!(2), &json!("08:41:13"), &json!("08:41:14"))
    );
    assert_eq!(script["engine"], "jomini_script_system.cpp:304");
    assert!(script["text"].as_str().unwrap().contains("Cannot find scholar"), "{script}");
    assert_eq!(
        script["locations"],
        json!([{ "file": "events/travel.txt", "line": 4129, "object": "travel.7039:option", "in_force": "mod:A/events/travel.txt" }])
    );
    assert_eq!(messages[2]["locations"][0]["in_force"], "mod:B/common/traits/a.txt", "the last source that has it");
    assert_eq!(messages[0]["locations"][0]["in_force"], "root:game/common/traits/00_traits.txt");
    let frequent = log(&world, json!({ "order": "frequent" }));
    assert_eq!(frequent.data["messages"][0]["count"], 2);
}

/// What an agent is not shown it cannot ask for either: it would find a path out letter by letter.
#[test]
fn l49_the_text_of_a_query_is_compared_with_what_is_shown() {
    let world = world();
    append(&world, "[10:00:00][E][a.cpp:1]: Could not open /Users/nate smithson/x.txt for reading\n");
    let count = |text: &str| log(&world, json!({ "text": text })).data["messages_total"].clone();
    assert_eq!(count("could not open"), 1);
    for hidden in ["/Users", "nate", ":/u", "smithson/x.txt", "/"] {
        let found = log(&world, json!({ "text": hidden }));
        assert!(texts(&found).iter().all(|text| !text.contains("Could not open")), "{hidden}: {found:?}");
    }
    assert_eq!(count("nate"), 0);
}

#[test]
fn messages_are_chosen_by_mod_file_level_engine_and_text() {
    let world = world();
    for (arguments, count) in [
        (json!({ "path": "mod:A" }), 1),
        (json!({ "path": "mod:A/common" }), 0),
        (json!({ "path": "mod:B/common/traits/a.txt" }), 1),
        (json!({ "path": "root:game/common" }), 1),
        (json!({ "path": "root:game/events" }), 0),
        (json!({ "level": "warning" }), 1),
        (json!({ "level": "debug" }), 0),
        (json!({ "engine": "lexer.cpp" }), 1),
        (json!({ "engine": "lexer.cpp:306" }), 1),
        (json!({ "engine": "lexer.cpp:1" }), 0),
        (json!({ "text": "SCHOLAR" }), 1),
        (json!({ "text": "nothing of the kind" }), 0),
    ] {
        let answer = log(&world, arguments.clone());
        assert_eq!((answer.code, texts(&answer).len()), (Code::LogRead, count), "{arguments}: {answer:?}");
    }
    assert_eq!(log(&world, json!({ "path": "mod:A/absent" })).code, Code::PathNotFound);
}

#[test]
fn since_the_last_look_only_what_is_new_is_returned() {
    let world = world();
    let first = log(&world, json!({}));
    assert!(texts(&log(&world, json!({ "since": "last" }))).is_empty(), "nothing came since");
    append(&world, "[08:42:00][E][a.cpp:1]: new\n");
    let new = log(&world, json!({ "since": "last" }));
    assert_eq!(texts(&new), ["new"]);
    assert_eq!(texts(&log(&world, json!({ "since": first.data["cursor"] }))), ["new"], "a cursor stays what it was");
    // An entry that had not been written to its end is told again when it has.
    append(&world, "[08:42:01][E][a.cpp:1]: Script");
    assert_eq!(texts(&log(&world, json!({ "since": "last" }))), ["Script"]);
    append(&world, " system error!\n  Error: x\n[08:42:");
    assert_eq!(texts(&log(&world, json!({ "since": "last" }))), ["Script system error!\n  Error: x"]);
    append(&world, "02][E][a.cpp:1]: whole\n");
    assert_eq!(texts(&log(&world, json!({ "since": "last" }))), ["whole"]);
    // The game was started again.
    world.put("docs/logs/error.log", "[09:00:00][E][a.cpp:1]: after the start\n");
    let anew = log(&world, json!({ "since": "last" }));
    assert_eq!(texts(&anew), ["after the start"]);
    assert_eq!(anew.data["logs"][0]["restarted"], true);
}

#[test]
fn each_session_and_each_log_has_its_own_last_look() {
    let world = world();
    world.put("docs/logs/game.log", "[08:00:00][D][a.cpp:1]: a game\n");
    log(&world, json!({}));
    assert_eq!(texts(&log(&world, json!({ "log": "game", "since": "last" }))), ["a game"]);
    assert!(texts(&log(&world, json!({ "log": "all", "since": "last" }))).is_empty());
    let other = world
        .adapter
        .add_session(
            &SessionAuthority::of(&tests_started::program().wa),
            (*world.adapter.session(world.session)).clone(),
        )
        .unwrap();
    let all = log(&world, json!({ "log": "all", "since": "last", "session": other.id().to_string() }));
    assert_eq!(texts(&all).len(), 4);
    assert_eq!(all.data["logs"][2]["state"], "absent", "debug.log");
}

#[test]
fn l76_an_answer_is_bounded_and_continued_although_the_game_writes_on() {
    let world = world();
    let lines: Vec<String> = (0..1_000).map(|n| format!("[08:00:00][E][a.cpp:{n}]: message {n}\n")).collect();
    world.put("docs/logs/error.log", lines.concat());
    let (mut seen, mut after) = (Vec::new(), Value::Null);
    loop {
        let mut arguments = json!({ "limit": 300 });
        if after.is_string() {
            arguments["after"] = after.clone();
        }
        let page = log(&world, arguments);
        assert_eq!(page.data["messages_total"], 1_000);
        seen.extend(texts(&page));
        append(&world, "[08:00:01][E][b.cpp:1]: later\n");
        after = page.data["after"].clone();
        if page.data["truncated"] == false {
            break;
        }
    }
    let expected: Vec<String> = (0..1_000).rev().map(|n| format!("message {n}")).collect();
    assert_eq!(seen, expected);
    let cursor = log(&world, json!({ "limit": 1 })).string("after");
    let other = log(&world, json!({ "limit": 1, "after": cursor, "level": "error" }));
    assert_eq!((other.code, &other.data["reason"]), (Code::LogCursorUnknown, &json!("other_query")));
    world.put("docs/logs/error.log", "[09:00:00][E][a.cpp:1]: anew\n");
    let replaced = log(&world, json!({ "limit": 1, "after": cursor }));
    assert_eq!((replaced.code, &replaced.data["reason"]), (Code::LogCursorUnknown, &json!("log_replaced")));
    for argument in ["since", "after"] {
        for wrong in ["", "x", "s1.error-1", "p1.1.1.error-0-0-0-0-18446744073709551616", "/home/nate"] {
            let answer = log(&world, json!({ argument: wrong }));
            assert_eq!((answer.code, &answer.data["reason"]), (Code::LogCursorUnknown, &json!("malformed")), "{wrong}");
        }
    }
}

#[test]
fn l20_a_cursor_with_numbers_beyond_the_log_is_refused() {
    let world = world();
    let page = log(&world, json!({ "limit": 1 }));
    let after = page.data["after"].as_str().unwrap();
    let size = page.data["logs"][0]["size"].as_u64().unwrap();
    let (head, end) = after.rsplit_once('-').unwrap();
    assert_eq!(end, size.to_string());
    let from = |at: u64| head.replace("error-0-", &format!("error-{at}-"));
    assert_eq!(log(&world, json!({ "limit": 1, "after": after })).code, Code::LogRead);
    for (from, end) in [(from(0), size + 1), (from(0), u64::MAX), (from(size + 1), size), (from(u64::MAX), size)] {
        let answer = log(&world, json!({ "limit": 1, "after": format!("{from}-{end}") }));
        assert_eq!(answer.code, Code::LogCursorUnknown, "{from}-{end}: {answer:?}");
    }
    let past_all = after.replacen("p1.1.", &format!("p1.{}.", usize::MAX), 1);
    let answer = log(&world, json!({ "limit": 1, "after": past_all }));
    assert_eq!((answer.code, texts(&answer).len()), (Code::LogRead, 0));
}

#[test]
fn l49_host_paths_become_addresses_and_those_outside_the_visible_world_disappear() {
    let world = world();
    let mods = world.path("docs/mod/A").canonicalize().unwrap();
    let mods = mods.to_str().unwrap();
    let docs = world.path("docs").canonicalize().unwrap();
    let game = world.path("game");
    let lines = [
        (format!("Could not open '{mods}/events/travel.txt' twice"), "Could not open 'mod:A/events/travel.txt' twice"),
        (format!("Could not open {mods}/events/gone.txt line: 3"), "Could not open mod:A/events/gone.txt line: 3"),
        (format!("Mounted Data: {mods}"), "Mounted Data: mod:A"),
        (format!("Mounted Data: {}", game.display()), "Mounted Data: root:game"),
        (format!("at {mods}/a.txt, again"), "at mod:A/a.txt, again"),
        (format!("at {mods}/a.txt, and then: again"), "at mod:A/a.txt, and then: again"),
        (format!("at {mods}/some folder/a.txt, and then: again"), "at …"),
        (format!("Save {}/settings.txt, and then: again", docs.display()), "Save …"),
        ("'C:/Users/Nate O'Brien/x.txt' and more".to_owned(), "'…' and more"),
        (format!("Save {}/save games/Nate.ck3", docs.display()), "Save …"),
        (format!("'{}/launcher-v2.sqlite' is locked", docs.display()), "'…' is locked"),
        ("Opened C:\\Users\\Nate O'Brien\\x y.txt and more".to_owned(), "Opened …"),
        ("\"C:/Users/Nate O'Brien/x y.txt\" and more".to_owned(), "\"…\" and more"),
        ("Mounted Data: D:/SteamLibrary/steamapps/workshop/content/1158310/222".to_owned(), "Mounted Data: …"),
        ("%2Fhome%2Fnate%2Fx".to_owned(), "…"),
        ("evil \u{202e}\u{1b}[2Jtext".to_owned(), "evil \\u{202e}\\u{1b}[2Jtext"),
        ("and/or 1066/12/25".to_owned(), "and/or 1066/12/25"),
    ];
    let entries: Vec<String> = lines.iter().map(|(line, _)| format!("[08:00:00][E][a.cpp:1]: {line}\n")).collect();
    world.put("docs/logs/error.log", entries.concat());
    let answer = log(&world, json!({}));
    let mut told = texts(&answer);
    told.reverse();
    assert_eq!(told, lines.map(|(_, expected)| expected));
    assert!(!answer.envelope.to_string().contains("Nate"), "{answer:?}");
    // What a developer sees as files is told by its address.
    world.set_mode(Some(Mode::Ck3ravenDev));
    let told = texts(&log(&world, json!({ "text": "launcher" })));
    assert_eq!(told, ["'root:user_docs/launcher-v2.sqlite' is locked"]);
}

#[test]
fn l100_hostile_logs_are_read_within_bounds() {
    let world = world();
    let long = format!("[08:00:00][E][a.cpp:1]: {}\n", "x/".repeat(2_000_000));
    let mut log_bytes = long.into_bytes();
    log_bytes.extend(b"[08:00:00][E][b.cpp:1]: \xff\xfe\0 broken\n\n\n[08:00:00][E][");
    log_bytes.extend(vec![b'z'; 1_000_000]);
    log_bytes.extend(b"\n[08:00:01][E][c.cpp:1]: ");
    log_bytes.extend("'/home/a' ".repeat(100_000).bytes());
    world.put("docs/logs/error.log", &log_bytes);
    let answer = log(&world, json!({}));
    assert_eq!((answer.code, &answer.data["entries_total"]), (Code::LogRead, &json!(3)));
    assert!(answer.envelope.to_string().len() < 60_000);
    let messages = &answer.data["messages"];
    assert!(messages[2]["cut_bytes"].as_u64().unwrap() > 3_900_000, "{}", messages[2]["cut_bytes"]);
    assert!(messages[1]["text"].as_str().unwrap().starts_with("\u{fffd}\u{fffd}\\u{0} broken"));
    assert!(messages[0]["text"].as_str().unwrap().ends_with('…'));
    // Nothing but zeros, and nothing at all.
    world.put("docs/logs/error.log", vec![0; 2_000_000]);
    assert_eq!(log(&world, json!({ "since": "last" })).data["entries_total"], 0);
    world.put("docs/logs/error.log", "");
    assert_eq!(log(&world, json!({ "since": "last" })).data["entries_total"], 0);
}

#[test]
fn l76_an_answer_holds_as_much_text_as_a_model_takes() {
    let world = world();
    // 40,000 bytes, of which 150 count for what else a message has; for a file in force, its names and 60 more.
    let in_force = "mod:B/common/traits/a.txt".len();
    for (text, length, places) in [("x", 1_000, 0), ("file: common/traits/a.txt line: 1", 850, 19 + in_force + 60)] {
        let entry = |n: usize| format!("[08:00:00][E][a.cpp:{n}]: {text}{}\n", "x".repeat(length - text.len()));
        world.put("docs/logs/error.log", (0..100).map(entry).collect::<String>());
        let answer = log(&world, json!({ "limit": 100 }));
        assert_eq!(texts(&answer)[0].len(), length);
        assert_eq!(texts(&answer).len(), 40_000 / (length + 150 + places), "{text}");
        assert_eq!((&answer.data["truncated"], &answer.data["overwritten"]), (&json!(true), &json!(0)));
    }
}

#[test]
fn more_entries_than_are_read_before_a_look_at_the_clock_are_all_read() {
    let world = world();
    world.put("docs/logs/error.log", "[08:00:00][E][a.cpp:1]: again\n".repeat(10_000));
    let answer = log(&world, json!({}));
    assert_eq!((&answer.data["entries_total"], &answer.data["messages"][0]["count"]), (&json!(10_000), &json!(10_000)));
    append(&world, "[08:00:00][E][a.cpp:1]: again\n");
    append(&world, "[08:00:00][E][a.cpp:1]: again\n");
    let new = log(&world, json!({ "since": "last" }));
    assert_eq!(new.data["entries_total"], 2, "the last that was read is not counted again, and the same text is");
}

#[test]
fn a_log_that_became_shorter_or_changed_under_a_page_is_another_one() {
    let world = world();
    let lines = |count: usize| {
        let lines: Vec<String> = (0..count).map(|n| format!("[08:00:00][E][a.cpp:{n}]: message {n}\n")).collect();
        lines.concat()
    };
    world.put("docs/logs/error.log", lines(200));
    log(&world, json!({}));
    world.put("docs/logs/error.log", lines(100));
    let shorter = log(&world, json!({ "since": "last" }));
    assert_eq!((&shorter.data["entries_total"], &shorter.data["logs"][0]["restarted"]), (&json!(100), &json!(true)));
    // What was short when it was first read is known by more of it once it has grown.
    world.put("docs/logs/error.log", lines(1));
    log(&world, json!({}));
    append(&world, &lines(3));
    let page = log(&world, json!({ "since": "last", "limit": 1 }));
    world.put("docs/logs/error.log", [lines(1), "[08:00:00][E][b.cpp:1]: other\n".repeat(50)].concat());
    let other = log(&world, json!({ "since": "last", "limit": 1, "after": page.string("after") }));
    assert_eq!((other.code, &other.data["reason"]), (Code::LogCursorUnknown, &json!("log_replaced")), "{other:?}");
}

#[cfg(unix)]
#[test]
fn l49_both_spellings_of_a_folder_that_a_link_leads_to_become_addresses() {
    let world = world();
    let linked = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(world.folder.path(), linked.path().join("w")).unwrap();
    let world = World::reopen(linked.path().join("w")).build();
    let as_configured = world.path("game").join("a.txt").display().to_string();
    let as_it_is = world.path("game").canonicalize().unwrap().join("a.txt").display().to_string();
    assert_ne!(as_configured, as_it_is);
    let lines = [as_configured, as_it_is].map(|path| format!("[08:00:00][E][a.cpp:1]: '{path}' is twice\n"));
    world.put("docs/logs/error.log", lines.concat());
    assert_eq!(texts(&log(&world, json!({}))), ["'root:game/a.txt' is twice"; 2]);
}

/// A world whose game says what it loaded: brave was overridden twice, and two mods were mounted.
fn loaded_world() -> World {
    let world = World::lens();
    world
        .put("game/common/traits/00_traits.txt", "brave = { }\ncraven = { }\n")
        .put("docs/mod/A/common/traits/zz_a.txt", "# mine\nbrave = { }\n")
        .put("docs/mod/B/common/traits/01_b.txt", "brave = { }\ncraven = { }\n");
    world
}

fn overriding(key: &str, file: &str, line: u32) -> String {
    format!(
        "[08:40:44][W][game_database.h:272]: Overriding entry '{key}' for database 'common/traits' in 'file: \
         common/traits/{file} line: {line}'\n"
    )
}

fn mounting(world: &World, folders: &[&str]) -> String {
    let line = |folder: &&str| format!("[08:40:40][D][a.cpp:1]: Mounted Data: {}\n", world.path(folder).display());
    folders.iter().map(line).collect()
}

#[test]
fn what_the_game_loaded_is_compared_with_the_lens() {
    let world = loaded_world();
    let winners =
        [overriding("brave", "01_b.txt", 1), overriding("craven", "01_b.txt", 2), overriding("brave", "zz_a.txt", 2)];
    world.put("docs/logs/database_conflicts.log", winners.concat());
    let mods = ["game/dlc/dlc001", "steam/123", "docs/mod/B", "docs/mod/A", "docs/mod/A", "docs/save games"];
    world.put("docs/logs/debug.log", mounting(&world, &mods));
    let session = world.call("ck3_session", &json!({})).data["mods"].clone();
    let same = log(&world, json!({ "log": "loaded" }));
    assert_eq!(same.code, Code::LogsCompared, "{same:?}");
    let compared = &same.data["winners"];
    assert_eq!(
        (&compared["keys"], &compared["agreeing"], &compared["differences_total"]),
        (&json!(2), &json!(2), &json!(0))
    );
    assert!(!same.envelope.to_string().contains(&world.path("docs").display().to_string()));
    assert_eq!((&compared["cut_bytes"], &same.data["mounted"]["unknown"]), (&json!(0), &json!(1)), "{}", same.data);
    assert_eq!(same.data["mounted"]["mounted"].as_array().map(Vec::len), Some(3), "each once");
    let order: Vec<&Value> = session.as_array().into_iter().flatten().map(|found| &found["address"]).collect();
    assert_eq!(same.data["agrees"], same.data["mounted"]["agrees"], "{} {order:?}", same.data["mounted"]);
    // The game says otherwise than the lens, of a key that nobody defines, and of a file that is on no disk.
    let wrong = [overriding("brave", "01_b.txt", 1), overriding("gone", "x.txt", 7)];
    world.put("docs/logs/database_conflicts.log", wrong.concat());
    let differs = log(&world, json!({ "log": "loaded", "limit": 1 }));
    assert_eq!((&differs.data["agrees"], &differs.data["winners"]["differences_total"]), (&json!(false), &json!(2)));
    let difference = &differs.data["winners"]["differences"];
    assert_eq!(difference.as_array().map(Vec::len), Some(1), "as many as asked for");
    assert_eq!(
        (&difference[0]["game_file"], &difference[0]["lens_file"], &difference[0]["lens_line"], &difference[0]["rule"]),
        (&json!("common/traits/01_b.txt"), &json!("mod:A/common/traits/zz_a.txt"), &json!(2), &json!("R4"))
    );
    // A mod was not mounted, and one that the session does not see was.
    world.put("docs/logs/debug.log", mounting(&world, &["docs/mod/B", "docs/mod/Other", "elsewhere"]));
    let mounted = &log(&world, json!({ "log": "loaded" })).data["mounted"];
    assert_eq!(
        (&mounted["agrees"], &mounted["mounted"], &mounted["unseen"]),
        (&json!(false), &json!(["mod:B"]), &json!(1))
    );
    assert!(mounted["not_mounted"].as_array().unwrap().contains(&json!("mod:A")), "{mounted}");
}

#[test]
fn l100_hostile_lines_about_what_was_loaded_are_counted_and_not_returned() {
    let world = loaded_world();
    let mut hostile = overriding("/home/nate/x", "../../../../etc/passwd", 1).into_bytes();
    hostile
        .extend(b"[08:40:44][W][game_database.h:272]: Overriding entry '\xff' for database 'common/traits' in 'x'\n");
    hostile.extend(b"[08:40:44][W][game_database.h:272]: Overriding entry 'a\n' for database\n");
    hostile.extend(overriding(&"k".repeat(100_000), "zz_a.txt", 1).bytes());
    hostile.extend(overriding("brave", "zz_a.txt", 2).bytes());
    world.put("docs/logs/database_conflicts.log", &hostile);
    world.put("docs/logs/debug.log", "[08:40:40][D][a.cpp:1]: Mounted Data: /home/nate/secret\n[");
    let answer = log(&world, json!({ "log": "loaded" }));
    assert_eq!(answer.code, Code::LogsCompared, "{answer:?}");
    let winners = &answer.data["winners"];
    assert_eq!((&winners["keys"], &winners["agreeing"], &winners["other_entries"]), (&json!(2), &json!(1), &json!(3)));
    let told = answer.envelope.to_string();
    assert!(!told.contains("/home/nate") && !told.contains("secret") && told.len() < 4_000, "{told}");
    assert_eq!(answer.data["mounted"]["unknown"], 1);
    for field in ["path", "text", "since", "after"] {
        let mut arguments = json!({ "log": "loaded" });
        arguments[field] = json!("mod:A");
        assert_eq!(log(&world, arguments).code, Code::BadArguments, "{field}");
    }
    assert_eq!(log(&World::lens(), json!({ "log": "loaded" })).code, Code::LogNotFound);
}

#[test]
fn l51_raw_logs_stay_invisible_and_their_absence_says_how_they_are_read() {
    let world = world();
    let hidden = world.read(json!({ "path": "root:user_docs/logs/error.log" }));
    let absent = world.read(json!({ "path": "root:user_docs/logs/absent.log" }));
    assert_eq!((hidden.code, absent.code), (Code::PathNotFound, Code::PathNotFound));
    assert!(hidden.string("expected").contains("ck3_log"));
    assert_eq!(hidden.data["expected"], absent.data["expected"], "it says nothing of what is there");
    for path in ["root:user_docs/logs", "user_docs/logs/error.log", "error.log"] {
        let answer = world.dir(json!({ "command": "list", "path": path }));
        assert!(answer.string("expected").contains("ck3_log"), "{path}: {answer:?}");
    }
    let several = world.read(json!({ "paths": ["root:user_docs/logs/error.log", "root:game/x"] }));
    assert!(several.string("expected").contains("ck3_log"));
    assert!(!world.read(json!({ "path": "root:game/x" })).string("expected").contains("ck3_log"));
    let session = world.call("ck3_session", &json!({}));
    assert_eq!(session.data["logs"], json!({ "tool": "ck3_log", "log": ["error", "game", "debug"] }));
}

#[test]
fn without_logs_or_mode_the_reply_says_what_to_do() {
    let world = World::lens();
    let absent = log(&world, json!({}));
    assert_eq!((absent.code, &absent.data["reason"]), (Code::LogNotFound, &json!("absent")));
    assert_eq!(absent.data["wanted"], json!(["error.log"]));
    world.set_mode(None);
    assert_eq!(log(&world, json!({})).code, Code::ModeNotInitialised);
}

#[cfg(unix)]
#[test]
fn l36_a_log_that_leads_elsewhere_or_is_not_a_file_is_not_read() {
    let world = world();
    let is_told = || {
        let told = log(&world, json!({}));
        assert_eq!((told.code, &told.data["reason"]), (Code::LogNotFound, &json!("not_a_file")));
    };
    let log_path = world.path("docs/logs/error.log");
    world.put("secret.log", LOG);
    std::fs::remove_file(&log_path).unwrap();
    std::os::unix::fs::symlink(world.path("secret.log"), &log_path).unwrap();
    is_told();
    std::fs::remove_file(&log_path).unwrap();
    std::fs::create_dir(&log_path).unwrap();
    is_told();
    std::fs::remove_dir(&log_path).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&log_path).status().unwrap();
    assert!(made.success());
    is_told();
    // The others are read, and it is told what this one is.
    world.put("docs/logs/game.log", LOG).put("docs/logs/database_conflicts.log", "");
    let both = log(&world, json!({ "log": "all" }));
    let states: Vec<&Value> = both.data["logs"].as_array().unwrap().iter().map(|log| &log["state"]).collect();
    assert_eq!((both.code, states), (Code::LogRead, vec![&json!("not_a_file"), &json!("read"), &json!("absent")]));
    std::fs::rename(&log_path, world.path("docs/logs/debug.log")).unwrap();
    let loaded = log(&world, json!({ "log": "loaded" }));
    let states = (&loaded.data["winners"]["log"], &loaded.data["mounted"]["log"]);
    assert_eq!(states, (&json!("read"), &json!("not_a_file")), "{loaded:?}");
}

#[test]
fn l100_a_long_message_is_cut_and_the_rest_counted() {
    let world = World::lens();
    world.put("docs/logs/error.log", format!("[08:41:12][E][a.cpp:1]: {}\n", "x".repeat(2_345)));
    let answer = log(&world, json!({}));
    assert_eq!((texts(&answer)[0].len(), &answer.data["messages"][0]["cut_bytes"]), (2_000, &json!(345)), "{answer:?}");
}
