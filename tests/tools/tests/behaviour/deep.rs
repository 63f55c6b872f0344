//! `ck3_check` with `deep`: a validator as a process of its own, whose words reach an agent only as addresses, checked text and
//! verbatim lines (L95).

use std::time::{Duration, Instant};

use replies::Code;
use reply_kit::{CallContext, Outcome, SessionSource, block_on};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::world::World;

const PROGRAM: &str = env!("CARGO_BIN_EXE_stand-in-validator");

/// A world with a validator that does as a file in mod B says.
fn world(behaviour: &str, timeout: Duration) -> World {
    let world = World::builder().validator(PROGRAM, timeout).build();
    world.put("docs/mod/B/behaviour.txt", behaviour);
    world.put("docs/mod/B/common/traits/b.txt", "x").put("docs/mod/B/events/e.txt", "x");
    world
}

fn patient(behaviour: &str) -> World {
    world(behaviour, Duration::from_mins(1))
}

fn deep(world: &World, path: &str) -> Answer {
    world.call("ck3_check", &json!({ "path": path, "deep": true }))
}

/// A report of the validator about places of the host.
fn report(message: &str, places: &[(String, u32, &str)]) -> Value {
    let places = places.iter().map(|(path, line, content)| {
        json!({ "path": "x", "from": "MOD", "stage": null, "fullpath": path, "linenr": line, "column": 2, "length": 3,
                "line": content, "tag": "seen from here" })
    });
    json!({ "severity": "error", "confidence": "reasonable", "key": "unknown-field", "message": message, "info": null,
            "wiki": null, "locations": places.collect::<Vec<_>>() })
}

fn host(world: &World, name: &str) -> String {
    let path = world.path(name).canonicalize().unwrap_or_else(|_| world.path(name)).display().to_string();
    // As the validator writes paths, on Windows too.
    path.trim_start_matches(r"\\?\").replace('\\', "/")
}

fn put_reports(world: &World, reports: &[Value]) {
    world.put("docs/mod/B/reports.json", serde_json::to_string_pretty(reports).unwrap());
}

#[test]
fn without_a_validator_the_reply_says_what_the_operator_does() {
    let answer = deep(&World::lens(), "mod:A");
    assert_eq!(answer.code, Code::ValidatorNotConfigured);
    assert!(answer.string("expected").contains("[tiger]"));
}

#[test]
fn l95_findings_are_addresses_checked_text_and_verbatim_lines_and_nothing_else() {
    let world = patient("");
    let (traits, event) = (host(&world, "docs/mod/B/common/traits/b.txt"), host(&world, "docs/mod/B/events/e.txt"));
    let secret = host(&world, "docs/launcher-v2.sqlite");
    put_reports(
        &world,
        &[
            report("unknown field `x`", &[(event.clone(), 7, "\tx = \"C:/Users/nate\"")]),
            report(
                &format!("see {traits} line: 3"),
                &[(traits.clone(), 3, "brave = {"), (secret.clone(), 1, "hidden line")],
            ),
            report("only outside", &[(secret.clone(), 1, "hidden line")]),
            report("elsewhere", &[("/etc/passwd".to_owned(), 1, "root")]),
            report("vanilla", &[(host(&world, "game/common/00_defines.txt"), 1, "a"), (event.clone(), 1, "b")]),
        ],
    );
    let answer = deep(&world, "mod:B");
    assert_eq!(answer.code, Code::ModValidated, "{answer:?}");
    assert_eq!((&answer.data["findings_total"], &answer.data["outside_total"]), (&json!(2), &json!(2)));
    let files = &answer.data["files"];
    assert_eq!(files[0]["target"], "mod:B/common/traits/b.txt");
    assert_eq!(files[0]["findings"][0]["problem"], "see mod:B/common/traits/b.txt line: 3");
    assert_eq!(
        files[0]["findings"][0]["places"],
        json!([{ "target": "mod:B/common/traits/b.txt", "line": 3, "column": 2, "content": "brave = {", "note": "seen from here" }]),
        "the place outside the visible world is dropped"
    );
    assert_eq!(files[1]["findings"][0]["places"][0]["content"], "\tx = \"C:/Users/nate\"", "a line is verbatim");
    assert!(!answer.envelope.to_string().contains("hidden line"));
    let folder = deep(&world, "mod:B/events");
    assert_eq!(folder.data["files"].as_array().unwrap().len(), 1);
    let by_root = world.call("ck3_check", &json!({ "path": "root:user_docs/mod/B/events", "deep": true }));
    assert_eq!(by_root.code, Code::ModValidated);
}

#[test]
fn l95_the_configuration_is_generated_and_that_of_the_mod_is_not_used() {
    let world = patient("");
    let own =
        "name=\"B\"\npath=\"/etc\"\nreplace_path=\"history/wars\"\nreplace_path=\"../x\"\nreplace_path=\"a\\\"b\"\n";
    world.put("docs/mod/B/descriptor.mod", own);
    world.put("docs/mod/B/ck3-tiger.conf", "load_mod = { modfile = \"/etc/passwd\" }\n");
    assert_eq!(deep(&world, "mod:B").code, Code::ModValidated);
    let called = world.text("docs/mod/B/called.txt").unwrap();
    assert!(
        called.contains(&format!("path = \"{}\"", host(&world, "docs/mod/B"))) && !called.contains("/etc"),
        "{called}"
    );
    assert!(called.contains("replace_path = \"history/wars\"") && !called.contains(".."), "{called}");
    assert!(called.contains("label = \"1 A\"") && !called.contains("Shop"), "the mods before it are loaded: {called}");
    let game = called.lines().nth(1).unwrap().replace('\\', "/");
    assert_eq!(game, host(&world, ""), "the folder that holds `game`");
    let left = std::fs::read_dir(world.folder.path().join("validator")).unwrap().count();
    assert_eq!(left, 0, "nothing is left of a run");
}

#[test]
fn what_is_new_since_the_baseline_is_reported_and_moved_lines_are_not_new() {
    let world = patient("");
    let event = host(&world, "docs/mod/B/events/e.txt");
    let old = |line| report("old", &[(event.clone(), line, "a = b")]);
    let new = report("new", &[(event.clone(), 9, "c = d")]);
    let check = |baseline: &str| {
        let answer = world.call("ck3_check", &json!({ "path": "mod:B", "deep": true, "baseline": baseline }));
        assert_eq!(answer.code, Code::ModValidated);
        let told: usize = answer.data["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|file| file["findings"].as_array().unwrap().len())
            .sum();
        let count = |field: &str| answer.data[field].as_u64().unwrap();
        (told, count("new_total"), count("gone_total"), answer.data["baseline_set"] == true)
    };
    put_reports(&world, &[old(1), old(2)]);
    assert_eq!(check("compare"), (2, 0, 0, true), "the first run is the baseline");
    put_reports(&world, &[old(5), old(6), new.clone()]);
    assert_eq!(check("compare"), (3, 1, 0, false));
    assert_eq!(check("new"), (1, 1, 0, false));
    put_reports(&world, &[old(5), old(6), old(7)]);
    assert_eq!(check("new"), (1, 1, 0, false), "there were two of them, and a third is new");
    put_reports(&world, &[old(5), new]);
    assert_eq!(check("new"), (1, 1, 1, false));
    assert_eq!(check("set"), (2, 1, 1, true));
    assert_eq!(check("new"), (0, 0, 0, false));
}

#[test]
fn l76_a_long_list_is_cut_by_file_and_continued() {
    let world = patient("");
    let reports: Vec<Value> = (0..30)
        .flat_map(|file| {
            let path = host(&world, "docs/mod/B") + &format!("/events/{file:02}.txt");
            (0..60).map(move |line| report("x", &[(path.clone(), line, "y")]))
        })
        .collect();
    put_reports(&world, &reports);
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let mut call = json!({ "path": "mod:B", "deep": true, "limit": 10 });
        if let Some(after) = &after {
            call["after"] = json!(after);
        }
        let page = world.call("ck3_check", &call);
        assert_eq!(page.data["findings_total"], 1_800);
        assert_eq!(page.data["files"][0]["more"], 10);
        let files = page.data["files"].as_array().unwrap();
        assert!(files.len() <= 10 && page.envelope.to_string().len() < 200_000);
        seen.extend(files.iter().map(|file| file["target"].as_str().unwrap().to_owned()));
        after = page.data["after"].as_str().map(str::to_owned);
        assert_eq!(page.data["truncated"], after.is_some());
        if after.is_none() {
            break;
        }
    }
    assert_eq!(seen, (0..30).map(|file| format!("mod:B/events/{file:02}.txt")).collect::<Vec<_>>());
}

#[test]
fn l76_an_answer_is_cut_by_bytes_before_it_is_cut_by_number() {
    let world = patient("");
    let long = "p".repeat(1_500);
    let path = |file: u32| host(&world, "docs/mod/B") + &format!("/events/{file:02}.txt");
    // What makes a finding large: its problem, its places, or the lines that stand there.
    for (problem, places, line) in [(long.as_str(), 1, "y"), ("x", 8, "y"), ("x", 1, long.as_str())] {
        let reports: Vec<Value> = (0..30)
            .flat_map(|file| {
                let places: Vec<_> = (0..places).map(|line_number| (path(file), line_number, line)).collect();
                (0..50).map(move |_| report(problem, &places))
            })
            .collect();
        put_reports(&world, &reports);
        let page = world.call("ck3_check", &json!({ "path": "mod:B", "deep": true, "limit": 30 }));
        let (files, size) = (page.data["files"].as_array().unwrap().len(), page.envelope.to_string().len());
        assert!((1..30).contains(&files) && size < 200_000, "{files} files in {size} bytes");
        assert_eq!(page.data["truncated"], true);
        assert_eq!(page.data["after"], page.data["files"][files - 1]["target"], "the rest is one call away");
    }
    // 100,000 bytes, of which a finding takes 150, a place 100, and each its texts.
    let (line, report_of) = ("l".repeat(600), |file: u32, line: &str| report("problem", &[(path(file), 1, line)]));
    put_reports(&world, &(0..200).map(|file| report_of(file, &line)).collect::<Vec<_>>());
    let page = world.call("ck3_check", &json!({ "path": "mod:B", "deep": true, "limit": 200 }));
    let of_one = |target: &str| 150 + 100 + target.len() + line.len() + "problem".len();
    let mut left = 100_000_usize;
    let fits = (0..200).take_while(|file| {
        let size = of_one(&format!("mod:B/events/{file:02}.txt"));
        left.checked_sub(size).map(|rest| left = rest).is_some()
    });
    assert_eq!(page.data["files"].as_array().unwrap().len(), fits.count());
}

#[test]
fn the_findings_of_a_file_are_listed_by_line_and_column_whatever_order_the_validator_has() {
    let world = patient("");
    let event = host(&world, "docs/mod/B/events/e.txt");
    let at = |line: u32, column: u32, problem: &str| {
        let mut found = report(problem, &[(event.clone(), line, "y")]);
        found["locations"][0]["column"] = json!(column);
        found
    };
    put_reports(&world, &[at(9, 1, "a"), at(2, 7, "b"), at(2, 3, "d"), at(2, 3, "c"), at(10, 1, "a")]);
    let answer = deep(&world, "mod:B");
    let findings = answer.data["files"][0]["findings"].as_array().unwrap().iter();
    let told: Vec<_> = findings
        .map(|found| {
            (found["places"][0]["line"].clone(), found["places"][0]["column"].clone(), found["problem"].clone())
        })
        .collect();
    let expected = [(2, 3, "c"), (2, 3, "d"), (2, 7, "b"), (9, 1, "a"), (10, 1, "a")];
    assert_eq!(told, expected.map(|(line, column, problem)| (json!(line), json!(column), json!(problem))));
}

#[test]
fn l95_only_a_descriptor_of_ordinary_size_says_which_folders_are_replaced() {
    let world = patient("");
    let line = "replace_path=\"history/wars\"\n";
    let padded = |size: usize| format!("{line}{}", "#".repeat(size - line.len()));
    for (size, is_read) in [(line.len(), true), (64 * 1024, true), (64 * 1024 + 1, false)] {
        world.put("docs/mod/B/descriptor.mod", padded(size));
        assert_eq!(deep(&world, "mod:B").code, Code::ModValidated);
        let called = world.text("docs/mod/B/called.txt").unwrap();
        assert_eq!(called.contains("replace_path = \"history/wars\""), is_read, "{size} bytes");
    }
}

/// What a person finds under the trace id of a failure.
fn crash_file(answer: &Answer) -> String {
    let file = tests_started::program().crashes.path().join(format!("crash-{}.txt", answer.trace_id));
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn l95_a_validator_that_fails_or_takes_too_much_is_ended_with_a_crash_file_for_people() {
    for (behaviour, reason) in
        [("hang", "timeout"), ("flood", "too_much_output"), ("crash", "crashed"), ("garbage", "unreadable_output")]
    {
        let timeout = if behaviour == "hang" { Duration::from_millis(700) } else { Duration::from_mins(1) };
        let world = world(behaviour, timeout);
        let answer = deep(&world, "mod:B");
        assert_eq!((answer.code, &answer.data), (Code::ValidatorFailed, &json!({ "reason": reason })), "{behaviour}");
        let told = crash_file(&answer);
        assert!(told.contains("Using mod directory") && told.contains(&host(&world, "docs/mod/B")), "{told}");
        let pid = world.text("docs/mod/B/called.txt").unwrap().lines().next().unwrap().to_owned();
        assert!(!is_running(&pid), "{behaviour}");
    }
    let world = World::builder().validator("/nowhere/at/all", Duration::from_secs(1)).build();
    let answer = deep(&world, "mod:A");
    assert_eq!((answer.code, &answer.data["reason"]), (Code::ValidatorFailed, &json!("not_started")));
}

/// Whether a process is there, also as one that nobody waited for.
fn is_running(pid: &str) -> bool {
    std::path::Path::new("/proc").join(pid).exists()
}

#[cfg(target_os = "linux")]
#[test]
fn l95_children_of_the_validator_end_with_it() {
    let world = patient("child");
    let started = Instant::now();
    assert_eq!(deep(&world, "mod:B").code, Code::ModValidated);
    assert!(started.elapsed() < Duration::from_mins(1), "nobody waits for the child");
    let pid = world.text("docs/mod/B/called.txt").unwrap();
    // It is the system's to bury: its parent has ended.
    let gone = (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        std::fs::read_to_string(format!("/proc/{pid}/stat")).map_or(true, |stat| stat.contains(") Z "))
    });
    assert!(gone, "{pid}");
}

#[cfg(target_os = "linux")]
#[test]
fn l95_a_run_whose_output_stays_open_is_not_one_that_found_nothing() {
    /// How many threads read a validator's streams.
    fn readers() -> usize {
        let name =
            |thread: std::io::Result<std::fs::DirEntry>| std::fs::read_to_string(thread.ok()?.path().join("comm")).ok();
        let threads = std::fs::read_dir("/proc/self/task").unwrap().filter_map(name);
        threads.filter(|name| name.trim_end() == "validator").count()
    }
    let world = patient("");
    put_reports(&world, &[report("old", &[(host(&world, "docs/mod/B/events/e.txt"), 1, "a = b")])]);
    assert_eq!(deep(&world, "mod:B").data["findings_total"], 1);
    world.put("docs/mod/B/behaviour.txt", "escaped child");
    for baseline in ["compare", "set"] {
        let started = Instant::now();
        let answer = world.call("ck3_check", &json!({ "path": "mod:B", "deep": true, "baseline": baseline }));
        assert_eq!(
            (answer.code, &answer.data["reason"]),
            (Code::ValidatorFailed, &json!("unreadable_output")),
            "{answer:?}"
        );
        assert!(crash_file(&answer).contains("another process holds its output open"));
        assert!(started.elapsed() < Duration::from_secs(25), "nobody waits for the child");
        let child = world.text("docs/mod/B/called.txt").unwrap();
        assert!(is_running(&child), "the child still holds the streams");
        // Tests that run beside this one have readers of their own, for a short time.
        let is_over = (0..500).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            readers() == 0
        });
        assert!(is_over, "{} threads still read", readers());
        assert!(std::process::Command::new("kill").arg(&child).status().unwrap().success());
    }
    world.put("docs/mod/B/behaviour.txt", "");
    let answer = deep(&world, "mod:B");
    assert_eq!(
        (&answer.data["findings_total"], &answer.data["new_total"]),
        (&json!(1), &json!(0)),
        "the baseline stayed"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn l95_a_call_that_nobody_waits_for_ends_the_validator() {
    let world = patient("hang");
    let call = world.tools.begin("ck3_check").unwrap();
    let watch = call.watch();
    std::thread::scope(|scope| {
        let arguments = json!({ "path": "mod:B", "deep": true });
        let context = CallContext::new(SessionSource::Implied);
        let tools = &world.tools;
        let run = scope.spawn(move || block_on(tools.run(call, &arguments, &context)));
        let pid = loop {
            match world.text("docs/mod/B/called.txt").as_deref().and_then(|called| called.lines().next()) {
                Some(pid) if !pid.is_empty() => break pid.to_owned(),
                _ => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        assert!(is_running(&pid));
        let cancelled = Instant::now();
        assert!(watch.cancel("as asked").is_some());
        assert!(matches!(run.join().unwrap(), Outcome::Cancelled));
        assert!(cancelled.elapsed() < Duration::from_secs(30), "the cancellation ends it, not its timeout of a minute");
        assert!(!is_running(&pid));
    });
}

#[test]
fn a_deep_check_is_of_a_mod_that_lies_on_disk() {
    let world = patient("");
    let answer = deep(&world, "root:game/common");
    assert_eq!(answer.code, Code::TargetNotInMod);
    assert_eq!(answer.data["nearest"], json!(["mod:A", "mod:B", "mod:Shop"]));
    let content = world.call("ck3_check", &json!({ "path": "mod:B/x.txt", "deep": true, "content": "x" }));
    assert_eq!((content.code, &content.data["problems"][0]["field"]), (Code::BadArguments, &json!("content")));
    let baseline = world.call("ck3_check", &json!({ "path": "mod:B", "baseline": "set" }));
    assert_eq!((baseline.code, &baseline.data["problems"][0]["field"]), (Code::BadArguments, &json!("baseline")));
}
