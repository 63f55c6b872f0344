//! What is left in the folder of requests, and how much of it.

use std::path::Path;

use super::*;
use crate::execute::ChangeSummary;
use world_adapter::{Config, OperationName, Proposal, WorldAdapter};

/// Asks for a change that is too long to be shown at first.
fn submit(queue: &FileApprovalQueue, request: Id) -> std::io::Result<()> {
    let program = tests_started::program();
    let (world, _) = WorldAdapter::open(Config::new(), Arc::clone(&program.wa));
    let summary = ChangeSummary {
        operation: OperationName::Write,
        target: "root:game/a.txt".parse().unwrap(),
        destination: None,
        content: None,
        folder: None,
        session: world.default_session().label(),
        contract: None,
        client: None,
    };
    let proposal = || Proposal { whole: Some("all of it".to_owned()), ..Proposal::default() };
    let trace_id = "00000000-0000-4000-8000-000000000000".parse().unwrap();
    queue.submit(request, &ApprovalRequest { trace_id, summary: &summary, proposal: &proposal })
}

fn names_of(folder: &Path, request: Id) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.contains(&request.to_string())).collect();
    names.sort();
    names
}

#[test]
fn who_asks_next_removes_what_ended_processes_left_and_nothing_of_those_that_live() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (living, killed) =
        (FileApprovalQueue::open(folder.path()).unwrap(), FileApprovalQueue::open(elsewhere.path()).unwrap());
    let (alive, gone, young, old) = (Id::fresh(), Id::fresh(), Id::fresh(), Id::fresh());
    submit(&living, alive).unwrap();
    submit(&killed, gone).unwrap();
    // What a killed process leaves: its requests, and a lock that nobody holds.
    let left = std::fs::read_dir(elsewhere.path()).unwrap().map(|entry| entry.unwrap().path());
    let left: Vec<_> = left.map(|path| (path.clone(), path.file_name().unwrap().to_owned())).collect();
    for (path, name) in &left {
        std::fs::copy(path, folder.path().join(name)).unwrap();
    }
    let files = [
        // its name, how many hours ago it was written, and whether it stays
        (format!("request-{alive}.json"), 100, true),
        (format!("whole-{alive}.txt"), 100, true),
        (format!("decision-{alive}.json"), 100, true),
        (format!("request-{gone}.json"), 0, false),
        (format!("whole-{gone}.txt"), 0, false),
        (format!("decision-{gone}.json"), 0, false),
        (format!("decision-{young}.json"), 23, true),
        (format!("decision-{old}.json"), 25, false),
        (format!("request-{old}.{young}.new"), 25, false),
        ("notes.txt".to_owned(), 100, true),
        ("notes-of-mine.txt".to_owned(), 100, true),
    ];
    for (name, hours, _) in &files {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(folder.path().join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_hours(*hours)).unwrap();
    }
    let locks = || {
        let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_str().unwrap().starts_with(presence::PREFIX)).count()
    };
    assert_eq!(locks(), 2, "of the one that lives and of the one that was killed");
    let next = FileApprovalQueue::open(folder.path()).unwrap();
    submit(&next, Id::fresh()).unwrap();
    for (name, hours, stays) in &files {
        assert_eq!(folder.path().join(name).exists(), *stays, "{name}, {hours} hours old");
    }
    assert_eq!(locks(), 2, "of the two that live");
    drop((living, next));
    assert_eq!(locks(), 0, "a process that ends takes its lock along");
}

#[test]
fn l100_whole_changes_are_kept_up_to_a_bound_of_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let queue = FileApprovalQueue::open(folder.path()).unwrap();
    let length = "all of it".len() as u64;
    for (kept, is_kept) in [(0, true), (MAX_KEPT_WHOLE - length, true), (MAX_KEPT_WHOLE - length + 1, false)] {
        queue.kept_whole.store(kept, Ordering::Release);
        let request = Id::fresh();
        submit(&queue, request).unwrap();
        assert_eq!(queue.whole(&request.to_string()).is_some(), is_kept, "with {kept} bytes kept");
        let expected = if is_kept { kept + length } else { kept };
        assert_eq!(queue.kept_whole.load(Ordering::Acquire), expected, "with {kept} bytes kept");
    }
}

#[test]
fn a_request_that_could_not_be_written_leaves_nothing_and_takes_no_room() {
    let folder = tempfile::tempdir().unwrap();
    let queue = FileApprovalQueue::open(folder.path()).unwrap();
    let (shown, failed) = (Id::fresh(), Id::fresh());
    submit(&queue, shown).unwrap();
    assert_eq!(queue.whole(&shown.to_string()).as_deref(), Some("all of it"));
    let taken = queue.kept_whole.load(Ordering::Acquire);
    // A folder where the file is to be: the last step fails.
    std::fs::create_dir(queue.file("request", &failed.to_string())).unwrap();
    submit(&queue, failed).unwrap_err();
    assert_eq!(names_of(folder.path(), failed), [format!("request-{failed}.json")]);
    assert_eq!((queue.whole(&failed.to_string()), queue.kept_whole.load(Ordering::Acquire)), (None, taken));
    queue.withdraw(shown);
    assert_eq!((names_of(folder.path(), shown), queue.kept_whole.load(Ordering::Acquire)), (Vec::new(), 0));
}
