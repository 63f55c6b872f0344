//! A writer that is killed, two hundred times (L69): files are whole, the journal and the store of changes can be read.
#![cfg(unix)]

use enforcement::UndoRecorder as _;
use replies::Code;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, SystemTime};

use enforcement::UndoStore;
use enforcement::{Journal, JournalUnavailable, Record};
use serde_json::{Value, json};

use crate::child::{count_step, folder, kill_after};
use crate::world::World;

const KILLS: u64 = 200;
const FILES: u64 = 4;

/// A journal of lines: one write a line, always at the end.
struct Lines(fs::File);

impl Lines {
    fn append_to(path: &Path) -> Self {
        Self(OpenOptions::new().create(true).append(true).open(path).unwrap())
    }
}

impl Journal for Lines {
    fn record(&self, record: &Record) -> Result<(), JournalUnavailable> {
        let mut line = serde_json::to_vec(record).map_err(|_| JournalUnavailable)?;
        line.push(b'\n');
        (&self.0).write_all(&line).map_err(|_| JournalUnavailable)
    }
}

/// A content that tells whether it is whole: a number, as many lines as it says, and an end.
fn content(number: u64) -> String {
    let lines = 1 + number % 5_000;
    let body = format!("line of {number}\n").repeat(usize::try_from(lines).unwrap());
    format!("{number}\n{body}end\n")
}

fn is_whole(text: &str) -> bool {
    let number = text.lines().next().and_then(|line| line.parse().ok());
    number.is_some_and(|number| text == content(number))
}

#[test]
fn writes_until_it_is_killed() {
    let Some(folder) = folder() else { return };
    let journal = Lines::append_to(&folder.join("journal.jsonl"));
    let world = World::reopen(&folder).journal(journal).build();
    let seed = u64::from(std::process::id()) * 7_919;
    // Long enough to be killed, and an end if nobody does.
    for number in seed..seed + 100_000 {
        let path = format!("root:ck3raven_data/wip/killed/{}.txt", number % FILES);
        let answer = world.file(json!({ "command": "write", "path": path, "content": content(number) }));
        assert_eq!(answer.code, Code::FileWritten);
        count_step(&folder);
    }
}

#[test]
fn l69_a_writer_killed_at_any_moment_leaves_whole_files_and_a_readable_journal() {
    let world = World::lens();
    let folder = world.folder.path();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..KILLS {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (steps, delay) = ((random >> 40) % 8, Duration::from_millis((random >> 33) % 10));
        kill_after("killed::writes_until_it_is_killed", folder, 1 + steps, delay);
    }

    let (temporary, files): (Vec<_>, Vec<_>) =
        world.names("data/wip/killed").into_iter().partition(|name| name.starts_with(".ck3raven-"));
    assert_eq!(files, (0..FILES).map(|number| format!("{number}.txt")).collect::<Vec<_>>());
    for file in files {
        let text = world.text(&format!("data/wip/killed/{file}")).unwrap();
        assert!(is_whole(&text), "{file} holds half of something: {text:.60}");
    }

    let journal = fs::read_to_string(folder.join("journal.jsonl")).unwrap();
    assert!(journal.ends_with('\n'));
    let lines: Vec<Value> = journal.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let decided = lines.iter().filter(|line| line["event"] == "decision").count();
    assert!(decided as u64 >= KILLS, "only {decided} decisions: the writers were killed before they wrote");

    // What can be undone can be undone: every record that is listed has its content beside it, whole.
    let changes = UndoStore::at(folder.join("undo")).list().unwrap();
    assert!(!changes.is_empty() && changes.len() <= 1_000, "{} changes", changes.len());
    for change in changes {
        let (_, before) = world.undo.load(&change.trace_id).unwrap();
        assert!(before.is_none_or(|before| is_whole(std::str::from_utf8(&before).unwrap())));
    }

    // What the killed left beside the files goes away with a later write, once it is old enough to be nobody's.
    assert!(temporary.len() as u64 <= KILLS);
    world.put("data/wip/killed/.ck3raven-notes.tmp", "not ours");
    let fresh = "data/wip/killed/.ck3raven-0d2f6a3c-7f0e-4a57-9c39-5d7a6b1c2e3f.tmp";
    world.put(fresh, "of a writer that still writes");
    for name in temporary {
        let file = OpenOptions::new().write(true).open(world.path("data/wip/killed").join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_mins(11)).unwrap();
    }
    // A name proves nothing: what nobody noted when it was made is not ours, however old it is.
    let alike = ".ck3raven-11111111-7f0e-4a57-9c39-5d7a6b1c2e3f.tmp";
    world.put(&format!("data/wip/killed/{alike}"), "somebody's only copy");
    let file = OpenOptions::new().write(true).open(world.path("data/wip/killed").join(alike)).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_hours(24)).unwrap();
    world.file(json!({ "command": "write", "path": "root:ck3raven_data/wip/killed/0.txt", "content": "" }));
    assert_eq!(
        world.names("data/wip/killed"),
        [
            ".ck3raven-0d2f6a3c-7f0e-4a57-9c39-5d7a6b1c2e3f.tmp",
            alike,
            ".ck3raven-notes.tmp",
            "0.txt",
            "1.txt",
            "2.txt",
            "3.txt"
        ]
    );
}
