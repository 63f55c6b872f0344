//! Folders that come and go while others write into them, and programs that are killed over them (L69, L102).
#![cfg(unix)]

use replies::Code;
use reply_kit::ClientDecision;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::child::{count_step, folder, kill_after};
use crate::world::World;

const FOLDER: &str = "root:ck3raven_data/wip/folder";
const MOVED: &str = "root:ck3raven_data/wip/moved";

fn approved() -> World {
    World::builder().person(ClientDecision::Granted).build()
}

/// Every file below a folder, by its name.
fn names_below(folder: &Path) -> BTreeSet<String> {
    let (mut found, mut folders) = (BTreeSet::new(), vec![folder.to_owned()]);
    while let Some(dir) = folders.pop() {
        for entry in fs::read_dir(dir).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.file_name().unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found
}

/// Every file in the folders that deletions kept.
fn names_kept(store: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for change in fs::read_dir(store.join("approved")).into_iter().flatten() {
        let Ok(tree) = fs::read(change.unwrap().path().join("tree.json")) else { continue };
        let tree: Vec<Value> = serde_json::from_slice(&tree).unwrap();
        let paths = tree.iter().map(|entry| entry["path"].as_str().unwrap());
        found.extend(paths.filter_map(|path| path.rsplit('/').next()).map(str::to_owned));
    }
    found
}

/// How many files each writer writes at least, and in how many attempts at least.
const WRITTEN: usize = 10;
const ATTEMPTS: usize = 60;

/// Three write new files into a folder, and make it anew where it is gone; one deletes and renames it all the while.
///
/// It ends by what was done, not by the time: who writes stops after enough files, and then the folder keeps still, so that at
/// the latest now it moves.
fn nothing_is_lost(writer: &World, mover: &World, pause: Duration) {
    let (written, is_over) = (Mutex::new(BTreeSet::new()), AtomicBool::new(false));
    let write = |thread: usize| {
        let mut count = 0;
        for number in 0.. {
            if number >= ATTEMPTS && count >= WRITTEN {
                break;
            }
            let name = format!("{thread}-{number}.txt");
            let path = format!("{FOLDER}/{thread}/{}/{name}", number % 4);
            let answer = writer.file(json!({ "command": "write", "path": path, "content": name }));
            assert_ne!(answer.code, Code::WriteFailed, "{answer:?}");
            thread::sleep(pause);
            if answer.code == Code::FileWritten {
                written.lock().unwrap().insert(name);
                count += 1;
            }
        }
    };
    let step = |round: usize| {
        let told = mover.file(json!({ "command": "delete", "path": FOLDER }));
        let files = told.data["files"].clone();
        let answer = if round.is_multiple_of(2) && told.code == Code::FolderNotEmpty {
            mover.file(json!({ "command": "delete", "path": FOLDER, "expected_files": files }))
        } else {
            mover.file(json!({ "command": "rename", "path": FOLDER, "to": format!("{MOVED}/{round}") }))
        };
        assert_ne!(answer.code, Code::WriteFailed, "{answer:?}");
        // A folder that changed while the person was asked leaves a request, and with twenty of them a session may ask no more.
        mover.enforcement.withdraw_requests(&mover.wrapper);
        let gone = [Code::FolderDeleted, Code::FolderRenamed].map(|code| usize::from(answer.code == code));
        (gone, answer)
    };
    let counts = thread::scope(|scope| {
        let moving = scope.spawn(|| {
            let mut counts = [0, 0];
            for round in 0.. {
                let was_still = is_over.load(Ordering::Acquire);
                let (gone, answer) = step(round);
                counts = [counts[0] + gone[0], counts[1] + gone[1]];
                if was_still && counts != [0, 0] {
                    break;
                }
                assert!(!was_still, "a folder that keeps still was not moved: {answer:?}");
            }
            counts
        });
        let writers: Vec<_> = (0..3).map(|thread| scope.spawn(move || write(thread))).collect();
        for writer in writers {
            writer.join().unwrap();
        }
        is_over.store(true, Ordering::Release);
        moving.join().unwrap()
    });
    let (written, state) = (written.into_inner().unwrap(), writer.folder.path());
    let mut there = names_below(&state.join("world/data/wip"));
    there.extend(names_kept(&state.join("undo")));
    let lost: Vec<_> = written.difference(&there).collect();
    assert!(lost.is_empty(), "of {} files, {counts:?} moves, lost: {lost:?}", written.len());
    assert!(counts[0] + counts[1] > 0, "{} files, and the folder never moved", written.len());
}

#[test]
fn l102_no_write_into_a_folder_that_comes_and_goes_is_lost() {
    let world = approved();
    nothing_is_lost(&world, &world, Duration::ZERO);
}

#[test]
fn l102_nor_where_two_servers_have_different_state_folders() {
    let world = approved();
    let other = World::reopen(world.folder.path())
        .locks(world.folder.path().join("other"))
        .person(ClientDecision::Granted)
        .build();
    // Without a common lock a folder has to keep still for a moment before it goes.
    nothing_is_lost(&world, &other, Duration::from_millis(25));
}

const FILES: usize = 30;

fn fill(world: &World) {
    for number in 0..FILES {
        world.put(&format!("data/wip/folder/{}/{number}.txt", number % 5), number.to_string());
    }
}

#[test]
fn moves_a_folder_until_it_is_killed() {
    let Some(folder) = folder() else { return };
    let world = World::reopen(&folder).person(ClientDecision::Granted).build();
    let must = |answer: crate::answer::Answer, code: Code| {
        assert_eq!(answer.code, code, "{answer:?}");
        count_step(&folder);
        answer.trace_id
    };
    if world.path("data/wip/moved").exists() {
        must(world.file(json!({ "command": "rename", "path": MOVED, "to": FOLDER })), Code::FolderRenamed);
    }
    loop {
        let delete = json!({ "command": "delete", "path": FOLDER, "expected_files": FILES });
        let deleted = must(world.file(delete), Code::FolderDeleted);
        let undone = world.undo(&deleted).unwrap();
        assert_eq!(undone.envelope.code(), Code::FolderRestored);
        count_step(&folder);
        must(world.file(json!({ "command": "rename", "path": FOLDER, "to": MOVED })), Code::FolderRenamed);
        must(world.file(json!({ "command": "rename", "path": MOVED, "to": FOLDER })), Code::FolderRenamed);
    }
}

#[test]
fn l69_a_program_killed_at_any_moment_leaves_the_whole_folder_or_none_of_it() {
    let world = approved();
    let whole: BTreeSet<String> = (0..FILES).map(|number| format!("{number}.txt")).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut seen = [0; 3];
    for _ in 0..60 {
        if !world.path("data/wip/folder").exists() && !world.path("data/wip/moved").exists() {
            fill(&world);
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (steps, delay) = ((random >> 40) % 8, Duration::from_millis((random >> 33) % 20));
        kill_after("folder_races::moves_a_folder_until_it_is_killed", world.folder.path(), 1 + steps, delay);
        let [folder, moved] = ["folder", "moved"].map(|name| names_below(&world.path(&format!("data/wip/{name}"))));
        match (folder.is_empty(), moved.is_empty()) {
            (false, true) => assert_eq!(folder, whole),
            (true, false) => assert_eq!(moved, whole),
            (false, false) => panic!("it is in two places"),
            // Then it can be brought back.
            (true, true) => assert!(names_kept(&world.folder.path().join("undo")).is_superset(&whole)),
        }
        seen[usize::from(folder.is_empty()) + usize::from(folder.is_empty() && moved.is_empty())] += 1;
    }
    assert!(seen.iter().filter(|seen| **seen > 0).count() > 1, "killed at one moment only: {seen:?}");
}
