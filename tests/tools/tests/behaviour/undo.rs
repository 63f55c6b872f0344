//! The store of what changes have replaced.

use replies::Code;
use reply_kit::{ClientDecision, Envelope};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use enforcement::{
    LaterWork, PendingLock, Requirement, UndoAttempt, UndoEntry, UndoError, UndoRecorder, UndoStore, ZoneLimits,
};
use reply_kit::TraceId;
use serde_json::json;
use world_adapter::Prepared;

use crate::answer::Answer;
use crate::world::{Builder, World};

pub(crate) const FILE: &str = "root:ck3raven_data/wip/a.txt";

pub(crate) fn write(world: &World, content: &str) -> Answer {
    let answer = world.file(json!({ "command": "write", "path": FILE, "content": content }));
    assert_eq!(answer.code, Code::FileWritten);
    answer
}

#[test]
fn what_each_change_replaced_is_kept_under_its_trace_id() {
    let world = World::builder().person(ClientDecision::Granted).build();
    let new = world.file(json!({ "command": "write", "path": "root:ck3raven_data/wip/new.txt", "content": "new" }));
    let written = write(&world, "second");
    let edited = world.file(json!({ "command": "edit", "path": FILE, "old_text": "second", "new_text": "third" }));
    let moved = world.file(json!({ "command": "rename", "path": FILE, "to": "root:ck3raven_data/wip/b.txt" }));
    let deleted = world.file(json!({ "command": "delete", "path": "root:ck3raven_data/wip/b.txt" }));
    for (answer, operation, before) in [
        (&new, "write", None),
        (&written, "write", Some("old\n")),
        (&edited, "write", Some("second")),
        (&moved, "rename", Some("third")),
        (&deleted, "delete", Some("third")),
    ] {
        let (change, kept) = world.undo.load(&answer.trace_id).unwrap();
        assert_eq!(change.operation, operation);
        assert_eq!(change.target, answer.string("target"));
        assert_eq!(change.digest.as_deref(), answer.data["digest"].as_str());
        assert_eq!((change.existed, kept), (before.is_some(), before.map(|text| text.as_bytes().to_owned())));
    }
    let listed: Vec<_> = world.undo.list().unwrap().into_iter().map(|change| change.trace_id).collect();
    let newest_first = [deleted, moved, edited, written, new].map(|answer| answer.trace_id);
    assert_eq!(listed, newest_first);
}

/// What undoing a change answers.
pub(crate) fn undo(world: &World, trace_id: &str) -> reply_kit::CodeRef {
    world.undo(trace_id).unwrap().envelope.code()
}

#[test]
fn l106_an_undo_is_judged_and_answered_like_any_change() {
    let world = World::lens();
    let (first, second) = (write(&world, "first"), write(&world, "second"));
    let created = world.file(json!({ "command": "write", "path": "root:ck3raven_data/wip/new.txt", "content": "new" }));
    assert_eq!(undo(&world, &first.trace_id), Code::ContentDiffers, "the second change came after it");
    assert_eq!(undo(&world, &second.trace_id), Code::FileWritten);
    assert_eq!(undo(&world, &first.trace_id), Code::FileWritten);
    assert_eq!(fs::read_to_string(world.path("data/wip/a.txt")).unwrap(), "old\n");
    assert!(matches!(world.undo(&first.trace_id), Err(UndoError::AlreadyUndone(_))));

    fs::write(world.path("data/wip/new.txt"), "later").unwrap();
    assert_eq!(undo(&world, &created.trace_id), replies::en::Denied::UndoWouldLoseWork);
    assert_eq!(fs::read_to_string(world.path("data/wip/new.txt")).unwrap(), "later");
}

#[test]
fn an_undo_where_the_address_leads_elsewhere_is_denied_and_marks_nothing() {
    let world = World::lens();
    let written = write(&world, "new");
    let record = world.folder.path().join("undo/free").join(&written.trace_id).join("change.json");
    let elsewhere: String = "0".repeat(64);
    let mut entry: serde_json::Value = serde_json::from_slice(&fs::read(&record).unwrap()).unwrap();
    entry["location"] = elsewhere.into();
    fs::write(&record, entry.to_string()).unwrap();
    assert_eq!(undo(&world, &written.trace_id), replies::en::Denied::UndoOtherWorld);
    assert!(!world.undo.load(&written.trace_id).unwrap().0.undone);
    assert_eq!(fs::read_to_string(world.path("data/wip/a.txt")).unwrap(), "new");
}

#[test]
fn reads_denials_and_dry_runs_are_not_stored() {
    let world = World::lens();
    world.read(json!({ "path": FILE }));
    world.file(json!({ "command": "write", "path": "root:game/x.txt", "content": "" }));
    world.file(json!({ "command": "write", "path": FILE, "content": "", "dry_run": true }));
    world.file(json!({ "command": "edit", "path": FILE, "old_text": "absent", "new_text": "" }));
    assert!(world.undo.list().unwrap().is_empty());
}

#[test]
fn only_an_id_names_a_change() {
    let world = World::lens();
    let id = write(&world, "x").trace_id;
    for wrong in ["", "..", "../undo", "change.json", "*", "0d2f6a3c-7f0e-4a57-9c39-5d7a6b1c2e3f", &format!("{id}/..")]
    {
        assert!(matches!(world.undo.load(wrong), Err(UndoError::Unknown(named)) if named == wrong), "{wrong}");
        assert!(matches!(world.undo.mark_undone(wrong), Err(UndoError::Unknown(_))), "{wrong}");
    }
    assert!(world.undo.load(&id.to_uppercase()).is_ok());
}

#[test]
fn a_damaged_record_is_reported_when_it_is_asked_for_and_hides_no_other() {
    let world = World::lens();
    let (damaged, emptied, sound) = (write(&world, "1"), write(&world, "2"), write(&world, "3"));
    let folder = world.folder.path().join("undo/free");
    fs::write(folder.join(&damaged.trace_id).join("change.json"), "{ \"trace_id\": ").unwrap();
    fs::remove_file(folder.join(&emptied.trace_id).join("before")).unwrap();
    fs::write(folder.join("a note"), "not a change").unwrap();
    assert!(matches!(world.undo.load(&damaged.trace_id), Err(UndoError::Damaged(_))));
    assert!(matches!(world.undo.load(&emptied.trace_id), Err(UndoError::Store(_))));
    let listed: Vec<_> = world.undo.list().unwrap().into_iter().map(|change| change.trace_id).collect();
    assert_eq!(listed, [sound.trace_id, emptied.trace_id]);
}

#[test]
fn a_change_can_be_marked_as_undone_and_keeps_its_place() {
    let world = World::lens();
    let (first, second) = (write(&world, "1"), write(&world, "2"));
    world.undo.mark_undone(&first.trace_id).unwrap();
    world.undo.mark_undone(&first.trace_id).unwrap();
    let listed: Vec<_> =
        world.undo.list().unwrap().into_iter().map(|change| (change.trace_id, change.undone)).collect();
    assert_eq!(listed, [(second.trace_id, false), (first.trace_id.clone(), true)]);
    assert_eq!(world.undo.load(&first.trace_id).unwrap().1.as_deref(), Some(&b"old\n"[..]));
}

/// What the soak found on a full disk: the file was restored, and the person was told that it was not.
#[test]
fn an_undo_that_cannot_be_noted_restores_nothing() {
    let world = World::lens();
    let written = write(&world, "new");
    let blocked = world.folder.path().join("undo/free").join(&written.trace_id).join("undone.json.new");
    fs::create_dir(&blocked).unwrap();
    let refused = world.undo(&written.trace_id);
    assert!(matches!(refused, Err(UndoError::Store(_))), "{refused:?}");
    assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("new"));
    assert!(!world.undo.load(&written.trace_id).unwrap().0.undone);

    fs::remove_dir(&blocked).unwrap();
    let undone = world.undo(&written.trace_id).unwrap();
    assert!(undone.unmarked.is_none());
    assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("old\n"));
    assert!(world.undo.load(&written.trace_id).unwrap().0.undone);
}

/// A refused undo leaves nothing behind by which it would look undone.
#[test]
fn an_undo_that_was_refused_is_not_half_noted() {
    let world = World::lens();
    let written = write(&world, "new");
    world.put("data/wip/a.txt", "later work");
    assert_eq!(undo(&world, &written.trace_id), Code::ContentDiffers);
    let kept = world.folder.path().join("undo/free").join(&written.trace_id);
    let mut names: Vec<_> = fs::read_dir(kept).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["before", "change.json"]);
}

#[test]
fn an_empty_store_has_no_changes_and_one_that_is_not_a_folder_cannot_be_used() {
    let world = World::lens();
    assert!(world.undo.list().unwrap().is_empty());
    let file = UndoStore::at(world.path("data/wip/a.txt"));
    assert!(matches!(file.list(), Err(UndoError::Store(_))));
}

fn keeping(changes: usize, bytes: u64, age: Duration) -> Builder {
    let builder = World::builder();
    let store = builder.path("../undo");
    let [_, contract, approved] = ZoneLimits::DEFAULT;
    builder.recorder(UndoStore::at(store).with_limits([ZoneLimits { changes, bytes, age }, contract, approved]))
}

const A_DAY: Duration = Duration::from_hours(24);

#[test]
fn the_newest_changes_are_kept_and_older_ones_pruned() {
    let world = keeping(3, 1 << 30, A_DAY).build();
    let made: Vec<_> = (0..8).map(|number| write(&world, &number.to_string()).trace_id).collect();
    // That it was undone makes a change no younger.
    world.undo.mark_undone(&made[6]).unwrap();
    let made = [made, vec![write(&world, "8").trace_id]].concat();
    let listed: Vec<_> = world.undo.list().unwrap().into_iter().map(|change| change.trace_id).collect();
    assert_eq!(listed, [made[8].as_str(), &made[7], &made[0]], "the first has what was there before all of them");
    assert!(matches!(world.undo.load(&made[6]), Err(UndoError::Unknown(_))));
    assert_eq!(fs::read_dir(world.folder.path().join("undo/free")).unwrap().count(), 3);
}

#[test]
fn many_bytes_push_older_changes_out_but_never_the_last_one() {
    let world = keeping(1_000, 100, A_DAY).build();
    write(&world, &"a".repeat(60));
    write(&world, &"b".repeat(60));
    let kept = |world: &World| world.undo.list().unwrap().len();
    assert_eq!(kept(&world), 2, "4 and 60 bytes");
    let third = write(&world, &"c".repeat(500));
    assert_eq!(kept(&world), 2, "4, 60 and 60 bytes are too many together");
    assert_eq!(world.undo.list().unwrap()[0].trace_id, third.trace_id);
    write(&world, "d");
    assert_eq!(kept(&world), 1, "500 bytes are too many, and are kept all the same");
}

/// Makes a change so old.
fn age(world: &World, answer: &Answer, age: Duration) {
    let record = world.folder.path().join("undo/free").join(&answer.trace_id).join("change.json");
    fs::File::options().append(true).open(record).unwrap().set_modified(SystemTime::now() - age).unwrap();
}

/// One write while the clock was a year ahead cost every change.
#[test]
fn a_clock_that_is_ahead_costs_two_changes_a_write_and_never_the_newest() {
    // How many changes there were, and how many are left after two more writes.
    for (count, left) in [(1, [2, 3]), (2, [3, 4]), (3, [4, 4]), (4, [4, 4]), (9, [8, 7])] {
        let world = keeping(40, 1 << 30, A_DAY).build();
        let made: Vec<_> = (0..count).map(|number| write(&world, &number.to_string())).collect();
        for answer in &made {
            age(&world, answer, A_DAY * 400);
        }
        let counts = ["later", "later still"].map(|content| {
            write(&world, content);
            world.undo.list().unwrap().len()
        });
        assert_eq!(counts, left, "of {count}");
    }
}

/// Five thousand tiny writes cost what the first one had replaced.
#[test]
fn what_a_person_put_there_outlives_what_an_agent_made_of_it_since() {
    let world = keeping(4, 1 << 30, A_DAY).build();
    let original = write(&world, "by the agent");
    let at = |name: &str| format!("root:ck3raven_data/wip/{name}");
    let call = |name: &str, content: &str| {
        let answer = world.file(json!({ "command": "write", "path": at(name), "content": content }));
        assert_eq!(answer.code, Code::FileWritten);
        answer.trace_id
    };
    let listed = || world.undo.list().unwrap().into_iter().map(|change| change.trace_id).collect::<Vec<_>>();
    for number in 0..12 {
        call(&format!("{}.txt", number / 4), &number.to_string());
    }
    // What a person wrote over it is theirs again.
    world.put("data/wip/1.txt", "by hand");
    let second = call("1.txt", "by the agent");
    for number in 0..8 {
        call("2.txt", &number.to_string());
    }
    let last = call("2.txt", "last");
    assert_eq!(listed().len(), 4);
    assert!(listed().contains(&original.trace_id) && listed().contains(&second), "{:?}", listed());
    assert_eq!(undo(&world, &last), Code::FileWritten);
    assert_eq!(undo(&world, &second), Code::FileWritten);
    assert_eq!(world.text("data/wip/1.txt").as_deref(), Some("by hand"));
    assert_eq!(undo(&world, &original.trace_id), Code::FileWritten);
    assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("old\n"));
}

#[test]
fn where_originals_alone_reach_the_limit_the_oldest_goes() {
    let world = keeping(3, 1 << 30, A_DAY).build();
    let made: Vec<_> = (0..5)
        .map(|number| {
            world.put("data/wip/a.txt", format!("by hand {number}"));
            write(&world, &number.to_string()).trace_id
        })
        .collect();
    let listed: Vec<_> = world.undo.list().unwrap().into_iter().map(|change| change.trace_id).collect();
    assert_eq!(listed, [made[4].as_str(), &made[3], &made[2]]);
}

/// A rename moves what a file holds, and an undo brings back what a person had: neither makes it the agent's.
#[test]
fn what_was_renamed_or_brought_back_is_still_a_persons() {
    let world = keeping(3, 1 << 30, A_DAY).person(ClientDecision::Granted).build();
    let at = |name: &str| format!("root:ck3raven_data/wip/{name}");
    world.file(json!({ "command": "rename", "path": FILE, "to": at("b.txt") }));
    let moved = world.file(json!({ "command": "write", "path": at("b.txt"), "content": "new" })).trace_id;
    world.put("data/wip/b.txt", "by hand");
    let forced = world.enforcement.undo_all(&world.wrapper, std::slice::from_ref(&moved), LaterWork::Replace).unwrap();
    assert!(forced[0].is_undone());
    let restored = world.file(json!({ "command": "write", "path": at("b.txt"), "content": "newer" })).trace_id;
    for number in 0..6 {
        write(&world, &number.to_string());
    }
    for trace_id in [moved, restored] {
        assert_eq!(world.undo.load(&trace_id).unwrap().1.as_deref(), Some(&b"old\n"[..]));
    }
}

#[test]
fn changes_are_pruned_by_age() {
    let world = keeping(10, 1 << 30, A_DAY).build();
    let (old, young) = (write(&world, "1"), write(&world, "2"));
    age(&world, &old, A_DAY + Duration::from_secs(5));
    age(&world, &young, A_DAY.saturating_sub(Duration::from_mins(5)));
    let last = write(&world, "3");
    let listed: Vec<_> = world.undo.list().unwrap().into_iter().map(|change| change.trace_id).collect();
    assert_eq!(listed, [last.trace_id, young.trace_id]);
}

#[test]
fn l106_no_number_of_free_writes_pushes_out_what_a_person_approved_or_a_contract_covered() {
    let world = keeping(3, 1 << 30, A_DAY)
        .person(reply_kit::ClientDecision::Granted)
        .build()
        .with_contract("mod:A", &["mod:A"]);
    let covered = world.file(json!({ "command": "write", "path": "mod:A/new.txt", "content": "x" }));
    let moved = world.file(json!({ "command": "rename", "path": FILE, "to": "root:ck3raven_data/wip/b.txt" }));
    let deleted = world.file(json!({ "command": "delete", "path": "root:ck3raven_data/wip/b.txt" }));
    for number in 0..8 {
        write(&world, &number.to_string());
    }
    let listed: Vec<_> = world.undo.list().unwrap().into_iter().map(|change| change.trace_id).collect();
    assert_eq!(listed.len(), 6);
    assert_eq!(listed[3..], [deleted.trace_id, moved.trace_id, covered.trace_id]);
}

#[test]
fn what_is_kept_unless_said_otherwise() {
    let [free, contract, approved] = ZoneLimits::DEFAULT;
    assert_eq!((free.changes, free.bytes, free.age), (1_000, 1 << 30, A_DAY * 90));
    assert_eq!((contract.changes, contract.bytes, contract.age), (5_000, 2 << 30, A_DAY * 180));
    assert_eq!((approved.changes, approved.bytes, approved.age), (10_000, 4 << 30, A_DAY * 365));
}

#[test]
fn a_change_that_was_not_made_is_not_kept() {
    let world = World::builder();
    let file = world.path("data/wip/a.txt");
    let store = UndoStore::at(world.path("../undo"));
    let world = world.recorder(ConcurrentChange(store, file)).person(ClientDecision::Granted).build();
    for call in [
        json!({ "command": "write", "path": FILE, "content": "x" }),
        json!({ "command": "rename", "path": FILE, "to": "root:ck3raven_data/wip/b.txt" }),
        json!({ "command": "delete", "path": FILE }),
    ] {
        assert_eq!(world.file(call).code, Code::ContentDiffers);
        assert!(world.undo.list().unwrap().is_empty());
    }
    for zone in ["free", "approved"] {
        assert_eq!(fs::read_dir(world.folder.path().join("undo").join(zone)).unwrap().count(), 0, "{zone}");
    }
}

/// Keeps what is replaced, and somebody else changes the file right after.
struct ConcurrentChange(UndoStore, PathBuf);

impl UndoRecorder for ConcurrentChange {
    fn record(&self, trace_id: TraceId, change: &Prepared<'_>, needed: Requirement) -> std::io::Result<PendingLock> {
        let lock = self.0.record(trace_id, change, needed)?;
        fs::write(&self.1, format!("somebody else's {trace_id}")).map(|()| lock)
    }

    fn discard(&self, trace_id: TraceId) {
        self.0.discard(trace_id);
    }

    fn load(&self, trace_id: &str) -> Result<(UndoEntry, Option<Vec<u8>>), UndoError> {
        self.0.load(trace_id)
    }
}

#[cfg(unix)]
#[test]
fn what_is_kept_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let world = World::lens();
    let answer = write(&world, "x");
    let undo = world.folder.path().join("undo");
    for folder in [undo.clone(), undo.join("free"), undo.join("free").join(answer.trace_id)] {
        assert_eq!(fs::metadata(folder).unwrap().permissions().mode() & 0o777, 0o700);
    }
}

#[test]
fn undoing_a_creation_or_a_rename_removes_the_directories_that_it_made() {
    let world = World::builder().person(ClientDecision::Granted).build();
    let deep = "root:ck3raven_data/wip/x/y/new.txt";
    let created = world.file(json!({ "command": "write", "path": deep, "content": "new" }));
    assert_eq!(undo(&world, &created.trace_id), Code::FileDeleted);
    assert_eq!(world.names("data/wip"), ["a.txt"]);

    let moved = world.file(json!({ "command": "rename", "path": FILE, "to": "root:ck3raven_data/wip/x/y/b.txt" }));
    world.put("data/wip/x/kept.txt", "later");
    assert_eq!(undo(&world, &moved.trace_id), Code::FileRenamed);
    assert_eq!(world.names("data/wip/x"), ["kept.txt"], "a directory with later work stays");
    assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("old\n"));
}

#[cfg(unix)]
#[test]
fn undoing_a_rename_knows_a_later_file_with_the_same_content_and_number() {
    let world = World::builder().person(ClientDecision::Granted).build();
    let to = "root:ck3raven_data/wip/b.txt";
    let moved = world.file(json!({ "command": "rename", "path": FILE, "to": to }));
    // A later file of this name, with the same content, and as many as it takes to be given the same number.
    let number = |name: &str| {
        use std::os::unix::fs::MetadataExt as _;
        fs::metadata(world.path(name)).unwrap().ino()
    };
    let before = number("data/wip/b.txt");
    let is_reused = (0..200).any(|_| {
        fs::remove_file(world.path("data/wip/b.txt")).unwrap();
        fs::write(world.path("data/wip/b.txt"), "old\n").unwrap();
        number("data/wip/b.txt") == before
    });
    assert_eq!(undo(&world, &moved.trace_id), Code::UndoWouldLoseWork, "the same number: {is_reused}");
    assert!(world.path("data/wip/b.txt").exists());
}

/// Undoes several changes as one, in the order in which a person gives them: the newest first.
pub(crate) fn undo_all(world: &World, answers: &[&Answer], later: LaterWork) -> Vec<UndoAttempt> {
    let trace_ids: Vec<String> = answers.iter().map(|answer| answer.trace_id.clone()).collect();
    world.enforcement.undo_all(&world.wrapper, &trace_ids, later).unwrap()
}

/// Which of the recorded changes are marked as undone, the newest first.
fn undone(world: &World) -> Vec<bool> {
    world.undo.list().unwrap().into_iter().map(|change| change.undone).collect()
}

#[test]
fn several_changes_are_undone_as_one() {
    let world = World::lens();
    let (first, second, third) = (write(&world, "1"), write(&world, "2"), write(&world, "3"));
    let attempts = undo_all(&world, &[&third, &second, &first], LaterWork::Keep);
    assert!(attempts.iter().all(UndoAttempt::is_undone) && attempts.len() == 3, "{attempts:?}");
    assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("old\n"));
    assert_eq!(undone(&world), [true; 3]);
}

/// What an undo of several changes answered: for each the code, and that of making it again.
fn codes_of(attempts: &[UndoAttempt]) -> Vec<(Code, Option<Code>)> {
    let code = |envelope: &Envelope| Code::try_from(envelope.code()).unwrap();
    attempts.iter().map(|attempt| (code(&attempt.envelope), attempt.made_again.as_ref().map(code))).collect()
}

#[test]
fn of_several_changes_all_are_undone_or_none() {
    let world = World::lens();
    let lost = world.file(json!({ "command": "write", "path": "root:ck3raven_data/wip/new.txt", "content": "new" }));
    let (first, second) = (write(&world, "1"), write(&world, "2"));
    world.put("data/wip/new.txt", "later work");
    let attempts = undo_all(&world, &[&second, &first, &lost], LaterWork::Keep);
    let again = (Code::FileWritten, Some(Code::FileWritten));
    assert_eq!(codes_of(&attempts), [again, again, (Code::UndoWouldLoseWork, None)]);
    assert!(!attempts.iter().any(|attempt| attempt.is_undone() || attempt.is_stuck()));
    assert_eq!(["a.txt", "new.txt"].map(|name| world.text(&format!("data/wip/{name}")).unwrap()), ["2", "later work"]);
    assert_eq!(undone(&world), [false; 3]);
    // So all can be undone once nothing is in the way.
    world.put("data/wip/new.txt", "new");
    let attempts = undo_all(&world, &[&second, &first, &lost], LaterWork::Keep);
    assert!(attempts.iter().all(UndoAttempt::is_undone), "{attempts:?}");
    assert_eq!(
        (world.names("data/wip"), world.text("data/wip/a.txt").unwrap()),
        (vec!["a.txt".into()], "old\n".into())
    );
}

#[test]
fn what_was_undone_in_vain_is_made_again_whatever_it_was() {
    let world = World::builder().person(ClientDecision::Granted).build();
    world.put("data/wip/folder/a.txt", "a").put("data/wip/c.txt", "c");
    let lost = write(&world, "new");
    let changes = [
        json!({ "command": "write", "path": "root:ck3raven_data/wip/new.txt", "content": "new" }),
        crate::folders::delete("root:ck3raven_data/wip/folder", 1),
        json!({ "command": "delete", "path": "root:ck3raven_data/wip/c.txt" }),
        json!({ "command": "rename", "path": FILE, "to": "root:ck3raven_data/wip/b.txt" }),
    ];
    let changes = changes.map(|call| world.file(call));
    let before = (world.names("data/wip"), undone(&world));
    // Where the file of the first change is to be restored there will be another content.
    let answers: Vec<&Answer> = changes.iter().rev().chain([&lost]).collect();
    alter(&world, "free", &lost, |entry| entry["digest"] = "0".repeat(64).into());
    let attempts = undo_all(&world, &answers, LaterWork::Keep);
    assert_eq!(
        codes_of(&attempts),
        [
            (Code::FileRenamed, Some(Code::FileRenamed)),
            (Code::FileWritten, Some(Code::FileDeleted)),
            (Code::FolderRestored, Some(Code::FolderDeleted)),
            (Code::FileDeleted, Some(Code::FileWritten)),
            (Code::ContentDiffers, None),
        ]
    );
    assert_eq!((world.names("data/wip"), undone(&world)), before);
}

/// What an undo restores is another file to the disk, and is not taken for somebody's later work.
#[test]
fn a_rename_is_undone_after_what_was_done_to_the_file_since() {
    for as_one in [true, false] {
        let world = World::builder().person(ClientDecision::Granted).build();
        let at = |name: &str| format!("root:ck3raven_data/wip/{name}");
        world.put("data/wip/folder/a.txt", "a");
        let changes = [
            json!({ "command": "rename", "path": FILE, "to": at("b.txt") }),
            json!({ "command": "rename", "path": at("b.txt"), "to": at("c.txt") }),
            json!({ "command": "write", "path": at("c.txt"), "content": "new" }),
            json!({ "command": "delete", "path": at("c.txt") }),
            json!({ "command": "rename", "path": at("folder"), "to": at("other") }),
            crate::folders::delete(&at("other"), 1),
        ];
        let changes = changes.map(|call| world.file(call));
        let newest_first: Vec<&Answer> = changes.iter().rev().collect();
        for changes in newest_first.chunks(if as_one { 6 } else { 1 }) {
            let attempts = undo_all(&world, changes, LaterWork::Keep);
            assert!(attempts.iter().all(UndoAttempt::is_undone), "{:?}", codes_of(&attempts));
        }
        assert_eq!(world.names("data/wip"), ["a.txt", "folder"]);
        assert_eq!(
            ["a.txt", "folder/a.txt"].map(|name| world.text(&format!("data/wip/{name}")).unwrap()),
            ["old\n", "a"]
        );
    }
}

#[test]
fn l106_a_rename_is_undone_after_the_folders_around_its_file_were() {
    let world = World::builder().person(ClientDecision::Granted).build();
    let at = |name: &str| format!("root:ck3raven_data/wip/{name}");
    let rename = |from: &str, to: &str| world.file(json!({ "command": "rename", "path": at(from), "to": at(to) }));
    world.put("data/wip/f/other.txt", "other");
    let made =
        [rename("a.txt", "f/g.txt"), world.file(json!({ "command": "delete", "path": at("f"), "expected_files": 2 }))];
    for change in made.iter().rev() {
        assert!(undo(&world, &change.trace_id).reply_type() == reply_kit::ReplyType::S);
    }
    assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("old\n"));
    let made = [
        rename("a.txt", "d/b.txt"),
        rename("d", "e"),
        world.file(json!({ "command": "write", "path": at("e/b.txt"), "content": "new" })),
    ];
    let ids: Vec<String> = made.iter().rev().map(|answer| answer.trace_id.clone()).collect();
    let previews = world.enforcement.preview_undo(&world.wrapper, &ids, |preview| preview).unwrap();
    assert!(previews.shown.iter().all(|preview| !preview.is_changed_since), "{previews:?}");
    let attempts = world.enforcement.undo_all(&world.wrapper, &ids, LaterWork::Keep).unwrap();
    assert!(attempts.iter().all(UndoAttempt::is_undone), "{attempts:?}");
    assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("old\n"));
}

#[test]
fn a_change_in_a_folder_that_was_changed_since_is_undone_after_that() {
    let world = World::builder().person(ClientDecision::Granted).build();
    let at = |name: &str| format!("root:ck3raven_data/wip/{name}");
    world.put("data/wip/d/y.txt", "y").put("data/wip/d/z.txt", "z");
    let file = world.file(json!({ "command": "delete", "path": at("d/y.txt") }));
    let folder = world.file(json!({ "command": "delete", "path": at("d"), "expected_files": 1 }));
    let ids = std::slice::from_ref(&file.trace_id);
    let previews = world.enforcement.preview_undo(&world.wrapper, ids, |preview| preview.is_changed_since).unwrap();
    assert_eq!(previews.shown, [true]);
    assert_eq!(undo(&world, &file.trace_id), Code::UndoWouldLoseWork);
    assert!(world.text("data/wip/d/y.txt").is_none(), "it would be in the way of the folder");
    assert_eq!(undo(&world, &folder.trace_id), Code::FolderRestored);
    assert_eq!(undo(&world, &file.trace_id), Code::FileWritten);
    assert_eq!(world.text("data/wip/d/y.txt").as_deref(), Some("y"));
}

#[test]
fn what_somebody_did_after_an_undo_is_later_work_like_any_other() {
    let world = World::builder().person(ClientDecision::Granted).build();
    let (to, file) = ("root:ck3raven_data/wip/b.txt", world.path("data/wip/b.txt"));
    let earlier = world.file(json!({ "command": "write", "path": to, "content": "earlier" }));
    assert_eq!(undo(&world, &earlier.trace_id), Code::FileDeleted);
    let moved = world.file(json!({ "command": "rename", "path": FILE, "to": to }));
    // The same content in another file: of what was done here nothing was undone since the rename, only something elsewhere.
    world.file(json!({ "command": "write", "path": to, "content": "new" }));
    let elsewhere = write(&world, "elsewhere");
    assert_eq!(undo(&world, &elsewhere.trace_id), Code::FileDeleted);
    world.put("data/wip/new.txt", "old\n");
    fs::rename(world.path("data/wip/new.txt"), &file).unwrap();
    assert_eq!(undo(&world, &moved.trace_id), Code::UndoWouldLoseWork);

    let later = world.file(json!({ "command": "write", "path": to, "content": "later" }));
    assert_eq!(undo(&world, &later.trace_id), Code::FileWritten);
    fs::write(&file, "somebody's").unwrap();
    assert_eq!(undo(&world, &moved.trace_id), Code::UndoWouldLoseWork, "it holds something else");
    assert_eq!(fs::read_to_string(&file).unwrap(), "somebody's");
}

#[test]
fn l100_no_more_than_a_thousand_changes_are_undone_as_one() {
    let world = World::lens();
    let ids = |count: usize| vec!["00000000-0000-4000-8000-000000000000".to_owned(); count];
    let undo = |count| world.enforcement.undo_all(&world.wrapper, &ids(count), LaterWork::Keep);
    assert!(matches!(undo(1_000), Err(UndoError::Unknown(_))));
    for count in [1_001, 1_002] {
        let refused = undo(count).unwrap_err();
        assert!(matches!(refused, UndoError::TooManyChanges(told) if told == count));
        let message = refused.to_string();
        assert!(message.contains(&count.to_string()) && message.contains("`ck3raven undo --last`"), "{message}");
    }
}

#[test]
fn an_undo_that_replaces_later_work_is_a_change_that_can_be_undone_in_turn() {
    let world = World::lens();
    let written = write(&world, "new");
    world.put("data/wip/a.txt", "later work");
    let attempts = undo_all(&world, &[&written], LaterWork::Replace);
    assert!(attempts[0].is_undone(), "{attempts:?}");
    assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("old\n"));
    let listed = world.undo.list().unwrap();
    let [undo, change] = &listed[..] else { panic!("{listed:?}") };
    assert_eq!((&change.trace_id, change.undone, undo.undone), (&written.trace_id, true, false));
    assert!(world.undo(&undo.trace_id).unwrap().is_undone());
    assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("later work"));
}

/// What the first change replaced was in the store, and no command brought it back: both counted as undone.
#[test]
fn undoing_an_undo_makes_the_change_undoable_again() {
    let world = World::lens();
    let written = write(&world, "new");
    world.put("data/wip/a.txt", "by hand");
    let forced = |answer: &str| {
        let ids = [answer.to_owned()];
        let mut attempts = world.enforcement.undo_all(&world.wrapper, &ids, LaterWork::Replace).unwrap();
        assert!(attempts[0].is_undone(), "{attempts:?}");
        attempts.remove(0).envelope.trace_id().to_string()
    };
    let is_undone = |trace_id: &str| world.undo.load(trace_id).unwrap().0.undone;
    let text = || world.text("data/wip/a.txt").unwrap();

    let first = forced(&written.trace_id);
    assert_eq!((text().as_str(), is_undone(&written.trace_id)), ("old\n", true));
    assert_eq!(undo(&world, &first), Code::FileWritten);
    assert_eq!((text().as_str(), is_undone(&written.trace_id), is_undone(&first)), ("by hand", false, true));
    let second = forced(&written.trace_id);
    assert_eq!((text().as_str(), is_undone(&written.trace_id)), ("old\n", true), "the original is back");

    // An undo of an undo, and the undo of that.
    world.put("data/wip/a.txt", "by hand again");
    let third = forced(&second);
    assert_eq!((text().as_str(), is_undone(&written.trace_id), is_undone(&second)), ("by hand", false, true));
    assert_eq!(undo(&world, &third), Code::FileWritten);
    assert_eq!((text().as_str(), is_undone(&written.trace_id), is_undone(&second)), ("by hand again", true, false));
    assert!(!world.folder.path().join("undo/free").join(&written.trace_id).join("undone.json").exists());
}

/// An undo of an undo that fails, or is made again because a later one fails, leaves what it undid as it was.
#[test]
fn an_undo_of_an_undo_that_does_not_stand_marks_nothing() {
    let world = World::lens();
    let created = world.file(json!({ "command": "write", "path": "root:ck3raven_data/wip/new.txt", "content": "new" }));
    let written = write(&world, "new");
    world.put("data/wip/a.txt", "by hand");
    let forced = undo_all(&world, &[&written], LaterWork::Replace);
    let forced = forced[0].envelope.trace_id().to_string();
    world.put("data/wip/new.txt", "later work");
    let ids = [forced.clone(), created.trace_id];
    let attempts = world.enforcement.undo_all(&world.wrapper, &ids, LaterWork::Keep).unwrap();
    assert_eq!(
        codes_of(&attempts),
        [(Code::FileWritten, Some(Code::FileWritten)), (Code::UndoWouldLoseWork, None)],
        "the undo was undone and made again"
    );
    assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("old\n"));
    assert!(world.undo.load(&written.trace_id).unwrap().0.undone);
    assert!(!world.undo.load(&forced).unwrap().0.undone);
}

#[test]
fn an_undo_can_be_undone_when_what_it_undid_was_pruned() {
    let world = World::lens();
    let written = write(&world, "new");
    world.put("data/wip/a.txt", "by hand");
    let forced = undo_all(&world, &[&written], LaterWork::Replace);
    fs::remove_dir_all(world.folder.path().join("undo/free").join(&written.trace_id)).unwrap();
    assert_eq!(undo(&world, &forced[0].envelope.trace_id().to_string()), Code::FileWritten);
    assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("by hand"));
}

#[test]
fn an_undo_that_loses_nothing_is_not_a_change_of_its_own() {
    let world = World::builder().person(ClientDecision::Granted).build();
    let written = write(&world, "new");
    assert!(undo_all(&world, &[&written], LaterWork::Keep)[0].is_undone());
    assert_eq!(undone(&world), [true]);
    // A folder is brought back where nothing is, so nothing is replaced.
    world.put("data/wip/folder/a.txt", "a");
    let deleted = world.file(crate::folders::delete("root:ck3raven_data/wip/folder", 1));
    assert_eq!(deleted.code, Code::FolderDeleted);
    assert!(undo_all(&world, &[&deleted], LaterWork::Replace)[0].is_undone());
    assert_eq!(undone(&world), [true; 2]);
}

#[test]
fn an_undo_that_replaces_later_work_and_fails_is_not_kept() {
    let builder = World::builder();
    let (store, file) = (UndoStore::at(builder.path("../undo")), builder.path("data/wip/a.txt"));
    let world = builder.build();
    let written = write(&world, "new");
    let world = World::reopen(world.folder.path()).recorder(ConcurrentChange(store, file)).build();
    let attempts = undo_all(&world, &[&written], LaterWork::Replace);
    assert_eq!(codes_of(&attempts), [(Code::ContentDiffers, None)], "somebody else was quicker");
    assert_eq!(undone(&world), [false]);
    assert_eq!(fs::read_dir(world.folder.path().join("undo/approved")).unwrap().count(), 0);
}

/// Changes the record of a change that was made.
fn alter(world: &World, zone: &str, answer: &Answer, alter: impl Fn(&mut serde_json::Value)) {
    let folder = world.folder.path().join("undo").join(zone).join(&answer.trace_id);
    let record =
        ["change.json", "pending.json"].map(|name| folder.join(name)).into_iter().find(|record| record.exists());
    let record = record.unwrap();
    let mut entry = serde_json::from_slice(&fs::read(&record).unwrap()).unwrap();
    alter(&mut entry);
    fs::write(record, entry.to_string()).unwrap();
}

#[test]
fn undoing_a_rename_goes_by_the_time_of_writing_where_no_time_of_creation_is_known() {
    let world = World::builder().person(ClientDecision::Granted).build();
    let moved = world.file(json!({ "command": "rename", "path": FILE, "to": "root:ck3raven_data/wip/b.txt" }));
    alter(&world, "approved", &moved, |entry| entry["created"] = json!(null));
    let file = fs::File::options().append(true).open(world.path("data/wip/b.txt")).unwrap();
    let written = file.metadata().unwrap().modified().unwrap();
    file.set_modified(written + Duration::from_secs(1)).unwrap();
    assert_eq!(undo(&world, &moved.trace_id), Code::UndoWouldLoseWork);
    file.set_modified(written).unwrap();
    assert_eq!(undo(&world, &moved.trace_id), Code::FileRenamed);
}

/// A world in which changes of every kind were made, with the calls that made them, the oldest first.
fn with_changes_of_every_kind() -> (World, Vec<Answer>) {
    let world = World::builder().person(ClientDecision::Granted).build();
    let at = |name: &str| format!("root:ck3raven_data/wip/{name}");
    world.put("data/wip/folder/a.txt", "a").put("data/wip/other/b.txt", "b").put("data/wip/c.txt", "c");
    world.put("data/wip/d.txt", "d");
    let calls = [
        json!({ "command": "write", "path": FILE, "content": "new" }),
        json!({ "command": "write", "path": at("x/new.txt"), "content": "new" }),
        json!({ "command": "rename", "path": at("c.txt"), "to": at("moved.txt") }),
        json!({ "command": "delete", "path": at("d.txt") }),
        json!({ "command": "rename", "path": at("folder"), "to": at("renamed") }),
        crate::folders::delete(&at("other"), 1),
    ];
    let changes = calls.map(|call| world.file(call)).into();
    (world, changes)
}

/// Marks a change as it was before it was undone: as a process that ended right before it marked it.
pub(crate) fn unmark(world: &World, answer: &Answer) {
    let zone = ["free", "contract", "approved"]
        .into_iter()
        .find(|zone| world.folder.path().join("undo").join(zone).join(&answer.trace_id).exists());
    alter(world, zone.unwrap(), answer, |entry| entry["undone"] = false.into());
}

#[test]
fn an_undo_that_was_killed_before_it_was_marked_is_finished_by_the_next() {
    for later in [LaterWork::Keep, LaterWork::Replace] {
        let (world, changes) = with_changes_of_every_kind();
        let newest_first: Vec<&Answer> = changes.iter().rev().collect();
        let whole = undo_all(&world, &newest_first, LaterWork::Keep);
        assert!(whole.iter().all(UndoAttempt::is_undone), "{:?}", codes_of(&whole));
        let codes = codes_of(&whole);
        let names = world.names("data/wip");
        for (change, code) in newest_first.iter().zip(&codes) {
            unmark(&world, change);
            let again = undo_all(&world, &[change], later);
            assert_eq!(codes_of(&again), [*code], "{later:?}");
            assert!(again[0].is_undone() && world.undo.load(&change.trace_id).unwrap().0.undone);
            assert_eq!(world.names("data/wip"), names);
        }
        // A contract is undone as one: what was done before its process ended does not stop the rest.
        newest_first[..3].iter().for_each(|change| unmark(&world, change));
        assert!(undo_all(&world, &newest_first[..3], later).iter().all(UndoAttempt::is_undone));
    }
}

#[test]
fn an_undo_that_found_nothing_to_do_does_not_count_where_a_later_one_fails() {
    let (world, changes) = with_changes_of_every_kind();
    let [written, created, ..] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!(undo(&world, &created.trace_id), Code::FileDeleted);
    unmark(&world, created);
    world.put("data/wip/a.txt", "by hand");
    let attempts = undo_all(&world, &[created, written], LaterWork::Keep);
    assert_eq!(codes_of(&attempts), [(Code::FileDeleted, Some(Code::FileDeleted)), (Code::ContentDiffers, None)]);
    assert!(!attempts.iter().any(|attempt| attempt.is_undone() || attempt.is_stuck()));
    assert!(!world.undo.load(&created.trace_id).unwrap().0.undone);
}

/// Otherwise undoing the later change would leave what the earlier one wrote, with no command to undo it.
#[test]
fn a_change_is_not_taken_for_undone_while_a_later_one_stands() {
    let world = World::builder().person(ClientDecision::Granted).build();
    let at = |name: &str| format!("root:ck3raven_data/wip/{name}");
    let (there, back) = (write(&world, "new"), write(&world, "old\n"));
    assert_eq!(undo(&world, &there.trace_id), Code::ContentDiffers, "it was written back by a change");
    assert_eq!(undo(&world, &back.trace_id), Code::FileWritten);
    assert_eq!(undo(&world, &there.trace_id), Code::FileWritten);

    let created = world.file(json!({ "command": "write", "path": at("folder/b.txt"), "content": "b" }));
    let moved = world.file(json!({ "command": "rename", "path": at("folder"), "to": at("other") }));
    assert_eq!(undo(&world, &created.trace_id), Code::UndoWouldLoseWork, "it is elsewhere");
    assert_eq!(undo(&world, &moved.trace_id), Code::FolderRenamed);
    assert_eq!(undo(&world, &created.trace_id), Code::FileDeleted);

    // Of a rename the file itself must be back, not one that is like it.
    let moved = world.file(json!({ "command": "rename", "path": FILE, "to": at("c.txt") }));
    fs::remove_file(world.path("data/wip/c.txt")).unwrap();
    world.put("data/wip/other.txt", "").put("data/wip/a.txt", "old\n");
    assert_eq!(undo(&world, &moved.trace_id), Code::PathNotFound);
    assert!(!world.undo.load(&moved.trace_id).unwrap().0.undone);
}

#[test]
fn a_forced_undo_that_was_killed_before_it_was_marked_is_finished_and_undone_in_turn() {
    let world = World::lens();
    let written = write(&world, "new");
    world.put("data/wip/a.txt", "by hand");
    let forced = undo_all(&world, &[&written], LaterWork::Replace);
    assert!(forced[0].was_forced);
    let forced = forced[0].envelope.trace_id().to_string();
    unmark(&world, &written);
    assert_eq!(undo(&world, &written.trace_id), Code::FileWritten);
    assert!(world.undo.load(&written.trace_id).unwrap().0.undone);
    assert_eq!(undo(&world, &forced), Code::FileWritten);
    assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("by hand"));
    assert!(!world.undo.load(&written.trace_id).unwrap().0.undone);
}
