//! A directory is swapped for an outward link all the time, while others resolve, list, read, walk and write through it.
#![cfg(target_os = "linux")]

use replies::Code;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use world_adapter::{Existence, Page, Part, Write};

use crate::list_and_tree::{list, tree};
use crate::read::read;
use crate::support::{World, code};

const OUTSIDE: &str = "outside_only";
/// How long the race lasts, and how much longer if one side has not won yet.
const SHORTEST: Duration = Duration::from_secs(3);
const LONGEST: Duration = Duration::from_mins(2);

#[test]
fn l36_not_one_outside_byte_in_a_race() {
    let world = World::new()
        .file("game/d/sub/inside.txt", "INSIDE")
        .file("outside/sub/inside.txt", OUTSIDE)
        .file(&format!("outside/sub/{OUTSIDE}/x.txt"), OUTSIDE)
        .link("game/swap", "../outside");
    let (stop, swaps, inside) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    let (missed, written, fooled) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // One system call exchanges the two, so the name is always taken: by the directory or by the link.
            let (dir, link) = (world.path("game/d"), world.path("game/swap"));
            while !stop.load(Relaxed) {
                renameat_with(CWD, &dir, CWD, &link, RenameFlags::EXCHANGE).unwrap();
                swaps.fetch_add(1, Relaxed);
            }
        });
        scope.spawn(|| {
            // The control: who checks a path and then uses it is fooled by this race.
            let (root, file) = (world.path("game").canonicalize().unwrap(), world.path("game/d/sub/inside.txt"));
            while !stop.load(Relaxed) {
                let is_inside = file.canonicalize().is_ok_and(|real| real.starts_with(&root));
                if is_inside && std::fs::read_to_string(&file).is_ok_and(|text| text == OUTSIDE) {
                    fooled.fetch_add(1, Relaxed);
                }
            }
        });
        for worker in 0..8 {
            let (world, stop, inside, missed, written) = (&world, &stop, &inside, &missed, &written);
            scope.spawn(move || {
                while !stop.load(Relaxed) {
                    let mine = world.again();
                    for round in 0..1500 {
                        if stop.load(Relaxed) {
                            return;
                        }
                        let answer = match (worker + round) % 5 {
                            0 => list(&mine, "root:game/d/sub", &Page::default()),
                            1 => tree(&mine, "root:game", 5, &Page::default()),
                            2 | 3 => read(&mine, "root:game/d/sub/inside.txt", Part::Whole, 1000),
                            _ => write(&mine, &format!("root:game/d/sub/w{worker}.txt")),
                        };
                        let text = answer.to_string();
                        assert!(!text.contains(OUTSIDE), "{text}");
                        match code(&answer) {
                            Code::FileRead => _ = inside.fetch_add(1, Relaxed),
                            Code::PathNotFound => _ = missed.fetch_add(1, Relaxed),
                            Code::FileWritten => _ = written.fetch_add(1, Relaxed),
                            Code::DirectoryListed
                            | Code::TreeListed
                            | Code::ContentDiffers
                            | Code::TargetBusy
                            | Code::WriteFailed => {}
                            other => panic!("{other}: {text}"),
                        }
                    }
                }
            });
        }
        // Until both sides won many times, however busy the machine is: else it was not a race, and proves nothing.
        let started = Instant::now();
        let is_short = || {
            let counts = [&swaps, &inside, &missed, &written].map(|count| count.load(Relaxed));
            counts.into_iter().any(|count| count <= 20) || fooled.load(Relaxed) == 0
        };
        while started.elapsed() < SHORTEST || is_short() && started.elapsed() < LONGEST {
            std::thread::sleep(Duration::from_millis(20));
        }
        stop.store(true, Relaxed);
    });
    let mut outside: Vec<_> =
        std::fs::read_dir(world.path("outside/sub")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    outside.sort();
    assert_eq!(outside, ["inside.txt", OUTSIDE], "nothing was written outside");
    assert!(fooled.load(Relaxed) > 0, "the control was never fooled, so the race proves nothing");
    for (what, count) in [("swaps", &swaps), ("reads inside", &inside), ("misses", &missed), ("writes", &written)] {
        assert!(count.load(Relaxed) > 20, "{what}: {count:?}");
    }
}

fn write(world: &World, input: &str) -> serde_json::Value {
    world.call(|rb| {
        let session = world.adapter.default_session();
        let (rb, target) = world.adapter.resolve(rb, session, input, Existence::Optional)?;
        let permit = world.authority.authorize(target, Write::new("written"));
        let outcome = world.adapter.prepare_write(rb, permit).and_then(|(rb, ready)| ready.commit(rb));
        crate::change::conclude(world, outcome)
    })
}
