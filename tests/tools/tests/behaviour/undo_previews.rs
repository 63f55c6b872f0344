//! What an undo would do, before anybody decides about it.

use std::fs;

use enforcement::{ChangeFileState, ContentChange, UndoPreview};
use replies::Code;
use reply_kit::Envelope;

use crate::undo::write;
use crate::world::World;

fn preview(world: &World, trace_ids: &[&str]) -> Vec<UndoPreview> {
    let trace_ids: Vec<String> = trace_ids.iter().map(|&trace_id| trace_id.to_owned()).collect();
    let previews = world.enforcement.preview_undo(&world.wrapper, &trace_ids, |preview| preview).unwrap();
    assert_eq!(previews.left_out, 0);
    previews.shown
}

fn change(before: &str, after: &str) -> ContentChange {
    ContentChange { before: Some(before.into()), after: Some(after.into()) }
}

#[test]
fn a_preview_shows_each_undo_after_those_before_it_and_changes_nothing() {
    let world = World::lens();
    let (first, second) = (write(&world, "first").trace_id, write(&world, "second").trace_id);
    let previews = preview(&world, &[&second, &first]);
    let shown: Vec<_> = previews.iter().map(|preview| (preview.content.clone(), preview.is_changed_since)).collect();
    assert_eq!(shown, [(Some(change("second", "first")), false), (Some(change("first", "old\n")), false)]);
    assert!(preview(&world, &[&first])[0].is_changed_since, "the second change came after it");
    assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("second"));

    fs::write(world.path("data/wip/a.txt"), "later").unwrap();
    let later = &preview(&world, &[&second])[0];
    assert_eq!((&later.content, later.is_changed_since), (&Some(change("later", "first")), true));
    fs::write(world.path("data/wip/a.txt"), "first").unwrap();
    assert!(!preview(&world, &[&second])[0].is_changed_since, "nothing is left to do");
}

#[test]
fn a_preview_says_why_what_is_there_cannot_be_seen_or_replaced() {
    let world = World::lens();
    let (written, file) = (write(&world, "new").trace_id, world.path("data/wip/a.txt"));
    let refusal = || {
        let found = preview(&world, &[&written]).remove(0);
        assert_eq!((found.content, found.is_changed_since), (None, false));
        found.unseen.as_ref().map(Envelope::code)
    };
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).unwrap();
    assert_eq!(refusal(), Some(Code::TargetReadOnly.into()));

    fs::rename(&file, world.path("data/wip/aside.txt")).unwrap();
    fs::create_dir(&file).unwrap();
    assert_eq!(refusal(), Some(Code::NotAFile.into()));
}

#[test]
fn what_a_change_did_is_known_without_a_world_as_far_as_it_is_stored() {
    let world = World::lens();
    let (first, second) = (write(&world, "first").trace_id, write(&world, "second").trace_id);
    let effect = |trace_id: &str, is_world_there: bool| {
        let seen_by = is_world_there.then_some((&*world.enforcement, &world.wrapper));
        let effect = world.undo.effect(trace_id, seen_by).unwrap();
        (effect.content, effect.state)
    };
    assert_eq!(effect(&first, true), (Some(change("old\n", "first")), ChangeFileState::ChangedSince));
    assert_eq!(effect(&first, false), (Some(change("old\n", "first")), ChangeFileState::Unknown));
    assert_eq!(effect(&second, true), (Some(change("first", "second")), ChangeFileState::AsLeft));
    assert_eq!(effect(&second, false), (None, ChangeFileState::Unknown));
}
