use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::SystemTime;

use serde_json::Value;
use world_adapter::OperationName;

use super::rotation::{files, rotated_files, sequences};
use super::*;

#[test]
fn l68_several_writers_and_a_rotation_leave_whole_lines_and_lose_none() {
    const WRITERS: usize = 8;
    const LINES: usize = 200;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("approved.jsonl");
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let path = path.clone();
            scope.spawn(move || {
                // Each as another process has it: a handle of its own. The whole is set aside once on the way.
                let journal = JournalFile::rotating_at(50_000, &path);
                for line in 0..LINES {
                    journal.person(&serde_json::json!({ "event": "test", "writer": writer, "line": line })).unwrap();
                }
            });
        }
    });
    assert!(!rotated_files(&path).unwrap().is_empty());
    let text = approved(&path);
    assert_eq!(text.lines().count(), WRITERS * LINES);
    assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
}

#[test]
fn l68_a_rotation_while_others_have_the_file_open_loses_no_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("approved.jsonl");
    let open = |_| JournalFile::rotating_at(2_000, &path);
    let journals: Vec<JournalFile> = (0..8).map(open).collect();
    for number in 0..200 {
        journals[number % journals.len()].person(&json!({ "event": "test", "number": number })).unwrap();
    }
    assert!(rotated_files(&path).unwrap().len() > 4);
    let number = |line: &str| serde_json::from_str::<Value>(line).unwrap()["number"].as_u64().unwrap();
    assert_eq!(approved(&path).lines().map(number).collect::<Vec<_>>(), (0..200).collect::<Vec<_>>());
}

/// Everything that lasts, the oldest first.
fn approved(path: &Path) -> String {
    let approved = files(&sequences(path)[0]).unwrap();
    approved.iter().filter_map(|path| fs::read_to_string(path).ok()).collect()
}

#[test]
fn l106_no_amount_of_calls_costs_a_decision() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let mut journal = JournalFile::rotating_at(1_000, &path);
    journal.calls.kept.bytes = 2_000;
    journal.person(&serde_json::json!({ "event": "decision", "number": 0 })).unwrap();
    for number in 0..500 {
        journal.calls.append(&serde_json::json!({ "event": "call", "number": number }), Durability::Synced).unwrap();
    }
    // Many decisions do not cost one either, as long as there is room for all.
    for number in 1..100 {
        journal.person(&serde_json::json!({ "event": "decision", "number": number })).unwrap();
    }
    let numbers: Vec<_> = approved(&path)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["number"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, (0..100).collect::<Vec<_>>());
    let calls = files(&sequences(&path)[3]).unwrap();
    let kept: u64 = calls.iter().filter_map(|path| Some(fs::metadata(path).ok()?.len())).sum();
    assert!(kept < 5_000, "{kept} bytes of calls");
}

#[test]
fn l106_no_amount_of_denials_costs_a_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let mut journal = JournalFile::rotating_at(1_000, &path);
    (journal.approved.kept.bytes, journal.denials.kept.bytes) = (2_000, 2_000);
    journal.person(&serde_json::json!({ "event": "undo", "number": 0 })).unwrap();
    let id = reply_kit::Id::fresh().to_string();
    let denial = Record::Decision {
        trace_id: id.parse().unwrap(),
        session: world_adapter_label(),
        target: format!("root:game/{}", "x".repeat(250)).parse().unwrap(),
        destination: None,
        operation: world_adapter::OperationName::Write,
        mode: None,
        decision: enforcement::Decision::Deny,
        code: Some(replies::en::Denied::WriteDenied.into()),
        contract: None,
        request: None,
        dry_run: false,
    };
    for _ in 0..200 {
        enforcement::Journal::record(&journal, &denial).unwrap();
    }
    assert!(approved(&path).contains("undo") && !approved(&path).contains("root:game"));
    let denials = files(&sequences(&path)[2]).unwrap();
    let kept: u64 = denials.iter().filter_map(|path| Some(fs::metadata(path).ok()?.len())).sum();
    assert!((500..5_000).contains(&kept), "{kept} bytes of denials");
}

/// Every operation; a new one does not build until it is among them.
fn operations() -> [OperationName; 4] {
    use OperationName::{CreateMod, Delete, Rename, Write};
    let all = [Write, Delete, Rename, CreateMod];
    for operation in all {
        match operation {
            Write | Delete | Rename | CreateMod => {}
        }
    }
    all
}

#[test]
fn l106_no_amount_of_changes_that_took_no_person_costs_one_that_did() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let mut journal = JournalFile::rotating_at(1_000, &path);
    (journal.approved.kept.bytes, journal.changes.kept.bytes) = (20_000, 2_000);
    let trace_id: TraceId = reply_kit::Id::fresh().to_string().parse().unwrap();
    let request = reply_kit::Id::fresh();
    let target = |operation: OperationName, request: Option<reply_kit::Id>| -> reply_kit::Address {
        let with = if request.is_some() { "with" } else { "without" };
        format!("root:ck3raven_data/wip/{}_{with}.txt", operation.word()).parse().unwrap()
    };
    let decided = |operation, request| Record::Decision {
        trace_id,
        session: world_adapter_label(),
        target: target(operation, request),
        destination: None,
        operation,
        mode: None,
        decision: enforcement::Decision::Allow,
        code: None,
        contract: None,
        request,
        dry_run: false,
    };
    let executed = |operation, request| Record::Executed {
        trace_id,
        session: world_adapter_label(),
        target: target(operation, request),
        operation,
        contract: None,
        request,
        failure: None,
    };
    let record = |record: &Record| enforcement::Journal::record(&journal, record).unwrap();
    let granted = Record::Approval {
        trace_id,
        session: world_adapter_label(),
        request,
        granted: true,
        decided_at: enforcement::DecidedAt::Queue,
    };
    record(&granted);
    for operation in operations() {
        record(&decided(operation, Some(request)));
        record(&executed(operation, Some(request)));
    }
    for operation in operations() {
        for _ in 0..50 {
            record(&decided(operation, None));
            record(&executed(operation, None));
        }
    }
    for _ in 0..50 {
        let contract = reply_kit::Id::fresh();
        record(&Record::ContractClosed { trace_id, session: world_adapter_label(), contract, changes: 0 });
    }
    let approved = approved(&path);
    assert_eq!(approved.lines().count(), 1 + 2 * operations().len(), "{approved}");
    assert!(approved.contains("\"approval\""), "{approved}");
    for operation in operations() {
        let name = format!("{}_with.txt", operation.word());
        assert_eq!(approved.matches(&name).count(), 2, "{name}: {approved}");
    }
}

/// Some session's label.
fn world_adapter_label() -> world_adapter::SessionLabel {
    let id: world_adapter::SessionId = world_adapter::SessionId::fresh();
    id.label()
}

#[test]
fn l106_what_lasts_is_bounded_by_size_and_by_age() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("approved.jsonl");
    let mut journal = JournalFile::rotating_at(100, &path);
    let line = serde_json::json!({ "event": "decision" });
    let fill = |journal: &JournalFile| (0..30).for_each(|_| journal.person(&line).unwrap());
    fill(&journal);
    let aside = rotated_files(&path).unwrap();
    assert!(aside.len() > 8, "{}", aside.len());
    let old = SystemTime::now() - LASTING.age - Duration::from_mins(1);
    File::options().append(true).open(&aside[3].path).unwrap().set_modified(old).unwrap();
    fill(&journal);
    assert!(aside[2].path.exists() && !aside[3].path.exists() && aside[4].path.exists());
    journal.approved.kept.bytes = 500;
    fill(&journal);
    assert!(rotated_files(&path).unwrap().len() <= 5);
}

#[cfg(unix)]
#[test]
fn what_is_journalled_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    JournalFile::at(&path).check_opens().unwrap();
    for path in sequences(&path) {
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn l68_a_line_cut_short_does_not_spoil_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("approved.jsonl");
    fs::write(&path, "{\"event\":\"whole\"}\n{\"event\":\"cut sho").unwrap();
    JournalFile::at(&path).person(&serde_json::json!({ "event": "next" })).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let whole: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert_eq!(whole.iter().map(|line| &line["event"]).collect::<Vec<_>>(), ["whole", "next"]);
}

#[test]
fn l68_a_line_that_another_process_cut_short_does_not_spoil_a_decision() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("approved.jsonl");
    let journal = JournalFile::at(&path);
    journal.person(&serde_json::json!({ "event": "first" })).unwrap();
    OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"event\":\"cut sho").unwrap();
    journal.person(&serde_json::json!({ "event": "next" })).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().filter(|line| serde_json::from_str::<Value>(line).is_ok()).count(), 2, "{text}");
}

#[test]
fn l68_a_journal_that_was_moved_away_is_recreated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state/approved.jsonl");
    let journal = JournalFile::at(&path);
    let line = serde_json::json!({ "event": "test" });
    journal.person(&line).unwrap();
    fs::rename(folder.path().join("state"), folder.path().join("away")).unwrap();
    journal.person(&line).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1);
}

#[test]
fn l68_a_journal_in_whose_place_another_was_begun_is_not_written_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("approved.jsonl");
    let journal = JournalFile::at(&path);
    journal.person(&json!({ "event": "first" })).unwrap();
    fs::rename(&path, folder.path().join("away.jsonl")).unwrap();
    // As another process begins it.
    JournalFile::at(&path).person(&json!({ "event": "other" })).unwrap();
    journal.person(&json!({ "event": "second" })).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 2);
}

#[test]
fn lines_of_earlier_versions_are_read_in_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let old = |at: u64, nanos: u32| format!("{{\"at\":{at},\"nanos\":{nanos},\"event\":\"old\",\"number\":{nanos}}}\n");
    fs::write(&path, old(1_700_000_000, 7) + &old(1_700_000_000, 9)).unwrap();
    fs::write(&sequences(&path)[3], old(1_700_000_000, 8)).unwrap();
    JournalFile::at(&path).person(&json!({ "event": "new", "number": 10 })).unwrap();
    let mut numbers = Vec::new();
    each(&path, |line| numbers.push(line.value()["number"].as_u64().unwrap())).unwrap();
    assert_eq!(numbers, [7, 8, 9, 10]);
    let last = fs::read_to_string(&sequences(&path)[0]).unwrap();
    let at = serde_json::from_str::<Value>(last.lines().last().unwrap()).unwrap()["at"].as_str().unwrap().to_owned();
    assert!(at.len() == "2026-03-01T17:04:05.123Z".len() && at.ends_with('Z'), "{at}");
}

#[test]
fn what_is_added_is_seen_once_and_whole_across_a_rotation() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let journal = JournalFile::rotating_at(400, &path);
    journal.person(&json!({ "event": "before" })).unwrap();
    let mut tail = JournalTail::from_end(&path);
    let mut seen = Vec::new();
    for number in 0..20 {
        journal.person(&json!({ "event": "x", "number": number })).unwrap();
        seen.extend(tail.added().unwrap().iter().map(|line| line.value()["number"].as_u64().unwrap()));
    }
    assert_eq!(seen, (0..20).collect::<Vec<_>>());
    // Several files were filled since the last look.
    for number in 20..50 {
        journal.person(&json!({ "event": "x", "number": number })).unwrap();
    }
    let added = tail.added().unwrap();
    let numbers: Vec<_> = added.iter().map(|line| line.value()["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (20..50).collect::<Vec<_>>());
    OpenOptions::new().append(true).open(&sequences(&path)[0]).unwrap().write_all(b"{\"at\":1,\"ev").unwrap();
    assert!(tail.added().unwrap().is_empty(), "a line that is being written is not one yet");
}

#[test]
fn l68_why_the_journal_cannot_be_written_is_kept_under_the_call_that_failed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    fs::create_dir(&path).unwrap();
    let trace_id: reply_kit::TraceId = reply_kit::Id::fresh().to_string().parse().unwrap();
    let record = Record::ContractClosed {
        trace_id,
        session: world_adapter_label(),
        contract: reply_kit::Id::fresh(),
        changes: 0,
    };
    assert!(enforcement::Journal::record(&JournalFile::at(&path), &record).is_err());
    let kept = fs::read_to_string(&sequences(&path)[3]).unwrap();
    assert!(kept.contains(&trace_id.to_string()) && kept.contains("failure"), "{kept}");
}
