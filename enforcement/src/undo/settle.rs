//! Changes whose process ended while it made them: what is there now shows whether each was made.
//!
//! A change was made if what it was to leave is there, and not merely because something else is: a modder may have worked on the
//! file since the process ended. It was not made if the file or folder is still the one from before it. If neither is there, it is
//! listed as uncertain: what it replaced, if it did, is stored nowhere else, and undoing it takes force. A change whose place cannot
//! be seen stays pending.

use reply_kit::Wrapper;
use world_adapter::{CreatedMod, SessionId};

use super::UndoEntry;
use super::current::FoundEnd;
use super::restore::{made_at, renamed};
use crate::enforcement::Enforcement;
use crate::policy::Requirement;

/// Whether a change was made, as the file shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SettledState {
    NotMade,
    Made,
    Uncertain,
}

impl Enforcement {
    /// Finds out which unconfirmed changes were made, and discards the others. Nothing is changed on disk.
    ///
    /// A change in another world, or one of which nobody can tell, stays as it is.
    pub fn settle_changes(&self, wrapper: &Wrapper) {
        let unsettled = self.undo.unsettled();
        if unsettled.is_empty() {
            return;
        }
        // If no session is free, a later start settles them.
        _ = self.in_person_session(|session| {
            for entry in &unsettled {
                self.settle(wrapper, session, entry);
            }
        });
    }

    fn settle(&self, wrapper: &Wrapper, session: SessionId, entry: &UndoEntry) {
        let Ok(trace_id) = entry.trace_id.parse() else { return };
        match self.settled_state(wrapper, session, entry) {
            Some(SettledState::NotMade) => self.undo.discard(trace_id),
            Some(state) => {
                if state == SettledState::Uncertain {
                    self.undo.mark_uncertain(trace_id);
                }
                for needed in [Requirement::Free, Requirement::Contract, Requirement::Token] {
                    self.undo.confirm(trace_id, needed);
                }
            }
            None => {}
        }
    }

    fn settled_state(&self, wrapper: &Wrapper, session: SessionId, entry: &UndoEntry) -> Option<SettledState> {
        if entry.creates_mod() {
            return of_mod(&self.find_mod(wrapper, session, entry)?);
        }
        let home = self.find_at(wrapper, session, entry, made_at(entry))?;
        let moved = match &entry.renamed_to {
            Some(to) => Some(self.find_at(wrapper, session, entry, renamed(entry, to))?),
            None => None,
        };
        Some(of_change(entry, &home, moved.as_ref()))
    }
}

/// Decides for a file or a folder, by what is at its target and at its new name.
fn of_change(entry: &UndoEntry, home: &FoundEnd, moved: Option<&FoundEnd>) -> SettledState {
    let is_before = |found: &FoundEnd| found.digest.is_some() && found.digest == entry.held;
    let (is_made, is_not_made) = match (moved, &entry.digest) {
        (Some(moved), _) => {
            (moved.is_same || (is_before(moved) && !home.exists), home.is_same || (is_before(home) && !moved.exists))
        }
        // A write of identical content counts as made.
        (None, Some(_)) => {
            (home.digest == entry.digest, home.is_same || is_before(home) || !(home.exists || entry.existed))
        }
        (None, None) => (!home.exists, home.is_same || is_before(home)),
    };
    match (is_made, is_not_made) {
        // The old name still leads to the file: on a disk that ignores letter case it may be another spelling of the new one.
        (true, true) if moved.is_some() => SettledState::NotMade,
        (true, _) => SettledState::Made,
        (false, true) => SettledState::NotMade,
        (false, false) => SettledState::Uncertain,
    }
}

/// Decides for a created mod: its folder comes first, and the launcher's file makes it a mod.
fn of_mod(found: &CreatedMod) -> Option<SettledState> {
    let launcher_file = format!("{}.mod", found.folder);
    let (is_made, is_other) = (found.as_made.contains(&launcher_file), found.later.contains(&launcher_file));
    match (is_made, found.as_made.is_empty()) {
        (true, _) => Some(SettledState::Made),
        // Its descriptor is there, and the launcher's file was written since.
        (false, false) if is_other => Some(SettledState::Made),
        (false, false) => Some(SettledState::NotMade),
        (false, true) => found.later.is_empty().then_some(SettledState::NotMade),
    }
}
