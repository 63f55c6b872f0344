//! Undos that meet another one, or a full disk.

use std::fs;

use enforcement::{LaterWork, UndoAttempt, UndoError, UndoRecorder as _};
use replies::Code;

use crate::undo::{undo_all, write};
use crate::world::World;

#[test]
fn of_several_undos_of_one_change_at_once_one_undoes_it_and_the_others_are_rejected() {
    for later in [LaterWork::Keep, LaterWork::Replace] {
        let world = World::lens();
        let written = write(&world, "new");
        if later == LaterWork::Replace {
            world.put("data/wip/a.txt", "by hand");
        }
        let ids = [written.trace_id.clone()];
        // Each with a world of its own, as an operator beside the server.
        let worlds: Vec<World> = (0..8).map(|_| World::reopen(world.folder.path()).build()).collect();
        let ended: Vec<_> = std::thread::scope(|scope| {
            let undo = |world: &World| world.enforcement.undo_all(&world.wrapper, &ids, later);
            let threads: Vec<_> = worlds.iter().map(|world| scope.spawn(move || undo(world))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let (undone, told): (Vec<_>, Vec<_>) = ended.into_iter().partition(Result::is_ok);
        assert!(undone.len() == 1 && undone[0].as_ref().unwrap()[0].is_undone(), "{undone:?}");
        assert!(told.iter().all(|told| matches!(told, Err(UndoError::AlreadyUndone(_)))), "{told:?}");
        assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("old\n"));
        let changes = world.undo.list().unwrap();
        assert_eq!(changes.len(), if later == LaterWork::Replace { 2 } else { 1 }, "{changes:?}");
    }
}

#[cfg(target_os = "linux")]
mod on_a_full_disk {
    use super::*;
    use crate::child::{child, folder};

    const CONTENT: usize = 100_000;

    #[test]
    fn in_a_process_that_cannot_write() {
        let Some(folder) = folder() else { return };
        let world = World::reopen(&folder).build();
        let change = world.undo.list().unwrap().remove(0);
        match world.undo(&change.trace_id) {
            Ok(refused) => assert!(refused.envelope.code() == Code::WriteFailed && !refused.is_undone(), "{refused:?}"),
            Err(error) => assert!(matches!(error, UndoError::Store(_)), "{error:?}"),
        }
    }

    #[test]
    fn an_undo_that_the_disk_has_no_room_for_marks_nothing_and_leaves_no_file() {
        // No room for anything; then for the records, and not for the content.
        for limit in ["ulimit -f 0", "ulimit -f 16"] {
            let world = World::lens();
            write(&world, &"x".repeat(CONTENT));
            let written = write(&world, "new");
            let limits = format!("trap '' XFSZ; {limit}");
            let test = "undo_at_once::on_a_full_disk::in_a_process_that_cannot_write";
            let output = child(test, Some(&limits), world.folder.path()).output().unwrap();
            let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert!(output.status.success() && said.contains("1 passed"), "{limit}: {said}");

            assert_eq!(
                (world.text("data/wip/a.txt").as_deref(), world.names("data/wip")),
                (Some("new"), vec!["a.txt".to_owned()])
            );
            let kept = world.folder.path().join("undo/free").join(&written.trace_id);
            let mut names: Vec<_> = fs::read_dir(kept).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            assert_eq!(names, ["before", "change.json", "intermediate"], "{limit}");
            assert!(!world.undo.load(&written.trace_id).unwrap().0.undone);
            assert!(undo_all(&world, &[&written], LaterWork::Keep).iter().all(UndoAttempt::is_undone));
            assert_eq!(world.text("data/wip/a.txt").map(|text| text.len()), Some(CONTENT));
        }
    }
}
