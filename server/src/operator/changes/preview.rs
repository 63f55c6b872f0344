//! What a change did, and what undoing it would do, as the terminal and the page show it. Enforcement finds it out.

use enforcement::{ChangeEffect, ChangeFileState, ContentChange, UndoError, UndoPreview, UndoPreviews};
use serde::Serialize;
use world_adapter::{CreatedMod, difference_beginning, whole_difference};

use super::UndoableChange;
use super::undo::ChangeRefusal;
use crate::app::App;
use crate::state_paths::StatePaths;

/// How much of a difference is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiffExtent {
    /// The beginning: 64 KiB.
    Beginning,
    /// All of it, up to 16 MiB.
    Whole,
}

impl DiffExtent {
    /// What is shown of one difference, after so many bytes of others.
    fn after(self, bytes: usize) -> Self {
        if bytes < MAX_WHOLE_DIFFERENCES { self } else { Self::Beginning }
    }

    /// The difference, if it is known, and how many lines of it are left out.
    fn of(self, name: &str, content: Option<&ContentChange>) -> (Option<String>, usize) {
        let Some(ContentChange { before, after }) = content else { return (None, 0) };
        let whole = whole_difference(name, before.as_deref(), after.as_deref());
        let (text, left_out) = match self {
            Self::Beginning => difference_beginning(&whole),
            Self::Whole => (whole, 0),
        };
        (Some(text), left_out)
    }
}

/// What a change did.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ChangeDetail {
    pub(crate) change: UndoableChange,
    /// From before the change to what it left, in unified form; `None` if what it left is no longer known.
    pub(crate) difference: Option<String>,
    /// How many lines of the difference are left out.
    pub(crate) lines_left_out: usize,
    pub(crate) state: ChangeFileState,
    /// Why the file cannot be read.
    pub(crate) not_seen: Option<ChangeRefusal>,
}

/// What undoing a change would do.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct UndoDetail {
    pub(crate) change: UndoableChange,
    /// From the current content to the restored one, in unified form; `None` if that is not known.
    pub(crate) difference: Option<String>,
    /// How many lines of the difference are left out.
    pub(crate) lines_left_out: usize,
    /// Whether later work would be lost: then it needs `--force`, and where a mod was created nothing is removed.
    pub(crate) is_changed_since: bool,
    /// What goes and what stays, if the change created a mod.
    pub(crate) new_mod: Option<CreatedMod>,
    pub(crate) not_seen: Option<ChangeRefusal>,
}

/// What a change did; `None` if it is not stored. Without a world its file cannot be read.
pub(crate) fn detail(
    paths: &StatePaths,
    app: Option<&App>,
    trace_id: &str,
    extent: DiffExtent,
) -> Result<Option<ChangeDetail>, UndoError> {
    let world = app.map(|app| (&*app.enforcement, app.wrapper()));
    let ChangeEffect { entry, content, state, unseen } = match paths.undo_store().effect(trace_id, world) {
        Err(UndoError::Unknown(_)) => return Ok(None),
        effect => effect?,
    };
    let (difference, lines_left_out) = extent.of(&entry.target, content.as_ref());
    let not_seen = unseen.as_ref().map(ChangeRefusal::of);
    Ok(Some(ChangeDetail { change: UndoableChange::of(&entry), difference, lines_left_out, state, not_seen }))
}

/// The most bytes of whole differences in one preview: once there are so many, of each further one only the beginning is shown.
const MAX_WHOLE_DIFFERENCES: usize = 64 * 1024 * 1024;

/// The effect of undoing changes, each after those before it.
pub(crate) fn preview(
    app: &App,
    trace_ids: &[String],
    extent: DiffExtent,
) -> Result<UndoPreviews<UndoDetail>, UndoError> {
    let mut bytes = 0;
    app.enforcement.preview_undo(app.wrapper(), trace_ids, |preview| {
        let UndoPreview { entry, content, is_changed_since, new_mod, unseen } = preview;
        let (difference, lines_left_out) = extent.after(bytes).of(&entry.target, content.as_ref());
        bytes += difference.as_ref().map_or(0, String::len);
        UndoDetail {
            change: UndoableChange::of(&entry),
            difference,
            lines_left_out,
            is_changed_since,
            new_mod,
            not_seen: unseen.as_ref().map(ChangeRefusal::of),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l100_of_many_whole_differences_the_later_ones_are_shown_by_their_beginnings() {
        for (extent, bytes, expected) in [
            (DiffExtent::Whole, 0, DiffExtent::Whole),
            (DiffExtent::Whole, MAX_WHOLE_DIFFERENCES - 1, DiffExtent::Whole),
            (DiffExtent::Whole, MAX_WHOLE_DIFFERENCES, DiffExtent::Beginning),
            (DiffExtent::Beginning, 0, DiffExtent::Beginning),
        ] {
            assert_eq!(extent.after(bytes), expected, "{bytes}");
        }
    }
}
