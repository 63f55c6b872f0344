//! What a change did, and what undoing it would do, for a person who considers that. Nothing is changed.

use std::collections::{HashMap, HashSet};

use reply_kit::{Envelope, Wrapper};
use serde::Serialize;
use world_adapter::{CreatedMod, Digest, Found, FoundFolder, SessionId};

use super::current::left_at;
use super::history::{ChangeHistory, touches};
use super::undo_all::{MAX_CHANGES, is_too_much};
use super::{UndoEntry, UndoError, UndoRecorder as _, UndoStore};
use crate::enforcement::Enforcement;

/// The content of a file before and after something; `None` where there is no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentChange {
    /// Before it.
    pub before: Option<Vec<u8>>,
    /// After it.
    pub after: Option<Vec<u8>>,
}

/// What a change did.
#[derive(Debug)]
pub struct ChangeEffect {
    /// The change.
    pub entry: UndoEntry,
    /// What it did to the content of a file; `None` if what it left is no longer known.
    pub content: Option<ContentChange>,
    /// The current state of what it left.
    pub state: ChangeFileState,
    /// Why that cannot be seen.
    pub unseen: Option<Envelope>,
}

/// The current state of a changed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeFileState {
    /// As the change left it.
    AsLeft,
    /// Something was written, renamed or deleted there since.
    ChangedSince,
    /// It was undone.
    Undone,
    /// It cannot be read from here.
    Unknown,
}

/// What undoing a change would do.
#[derive(Debug)]
pub struct UndoPreview {
    /// The change.
    pub entry: UndoEntry,
    /// What it would do to the content of a file; `None` if it does something else, or that is not known.
    pub content: Option<ContentChange>,
    /// Whether later work would be lost: then it must be forced, and where a mod was created nothing is removed.
    pub is_changed_since: bool,
    /// If the change created a mod: what goes and, while anything is left of it, what stays.
    pub new_mod: Option<CreatedMod>,
    /// Why what is there now cannot be seen.
    pub unseen: Option<Envelope>,
}

/// What undoing changes would do, as far as one undo can hold them.
#[derive(Clone, Debug, Serialize)]
pub struct UndoPreviews<V> {
    /// One per change, in their order.
    pub shown: Vec<V>,
    /// How many more changes there are: one undo could not hold what their files hold as well.
    pub left_out: usize,
}

/// The current state of what a change left.
enum Current {
    File(Option<Vec<u8>>),
    Folder(String),
    Mod(CreatedMod),
    Unseen(Envelope),
}

impl Current {
    /// Whether it is what the change left; `None` if it cannot be seen.
    fn is_as_left(&self, entry: &UndoEntry) -> Option<bool> {
        let now = match self {
            Self::File(content) => content.as_ref().map(|content| Digest::of(content).to_string()),
            Self::Folder(digest) => Some(digest.clone()),
            Self::Mod(found) => return Some(found.is_as_left()),
            Self::Unseen(_) => return None,
        };
        Some(now == if entry.renamed_to.is_some() { entry.held.clone() } else { entry.digest.clone() })
    }

    fn content(self) -> Option<Vec<u8>> {
        if let Self::File(content) = self { content } else { None }
    }
}

impl Enforcement {
    /// What undoing changes would do, each after those before it, as `show` presents it. The contents of one change at a time are
    /// held (L100): with as many bytes as [`Enforcement::undo_all`] can hold, the rest is only counted.
    pub fn preview_undo<V>(
        &self,
        wrapper: &Wrapper,
        trace_ids: &[String],
        mut show: impl FnMut(UndoPreview) -> V,
    ) -> Result<UndoPreviews<V>, UndoError> {
        let history = ChangeHistory::of(&*self.undo)?;
        self.in_person_session(|session| {
            let mut earlier =
                UndoneBefore { history, restored: HashMap::new(), gone: HashSet::new(), entries: Vec::new() };
            within_bounds(trace_ids, |trace_id| {
                let preview = self.preview_next(wrapper, session, trace_id, &mut earlier)?;
                let replaced = preview.content.as_ref().and_then(|content| content.before.as_ref());
                let held = replaced.map_or(0, Vec::len);
                Ok((show(preview), held))
            })
        })?
    }

    /// What undoing one more change would do.
    fn preview_next(
        &self,
        wrapper: &Wrapper,
        session: SessionId,
        trace_id: &str,
        earlier: &mut UndoneBefore,
    ) -> Result<UndoPreview, UndoError> {
        let (entry, before) = self.undo.load(trace_id)?;
        let mut now = match earlier.restored.get(&entry.target) {
            // Loaded again: what all of them restore could be too much to hold.
            Some(undone) => Current::File(self.undo.load(undone)?.1),
            None => self.current(wrapper, session, &entry),
        };
        if let Current::Mod(found) = &mut now {
            found.later.retain(|path| !is_gone(path, &found.folder, &entry, &earlier.gone));
        }
        let is_as_left = now.is_as_left(&entry);
        // What an earlier undo will restore does not exist yet.
        let is_moved = entry.renamed_to.is_some() || entry.folder.is_some();
        let is_still_to_come = || is_moved && earlier.entries.iter().any(|other| touches(other, &entry));
        let is_changed_since = match &now {
            Current::Mod(found) => has_later_work(found),
            _ if earlier.history.has_later_around(&entry) => true,
            _ if is_still_to_come() => false,
            _ => is_as_left == Some(false) && !self.has_nothing_to_undo(wrapper, session, &entry, &earlier.history),
        };
        earlier.add(&entry);
        let is_file = entry.renamed_to.is_none() && entry.folder.is_none();
        let (content, new_mod, unseen) = match now {
            Current::Mod(found) => (None, Some(found), None),
            Current::Unseen(envelope) => (None, None, Some(envelope)),
            now if is_file => (Some(ContentChange { before: now.content(), after: before }), None, None),
            _ => (None, None, None),
        };
        Ok(UndoPreview { entry, content, is_changed_since, new_mod, unseen })
    }

    /// The current state of what a change left.
    fn current(&self, wrapper: &Wrapper, session: SessionId, entry: &UndoEntry) -> Current {
        if entry.creates_mod() {
            let found = self.find_mod(wrapper, session, entry);
            return found.map_or_else(|| Current::Unseen(self.reply_unseen(wrapper, session, entry)), Current::Mod);
        }
        match (self.look_at(wrapper, session, left_at(entry)), &entry.folder) {
            (Some(Found::Folder(FoundFolder { digest: Some(digest), .. })), Some(_)) => {
                Current::Folder(digest.to_string())
            }
            (Some(Found::Nothing), _) | (Some(_), Some(_)) => Current::File(None),
            (Some(Found::File(file)), None) => Current::File(Some(file.content().to_vec())),
            _ => Current::Unseen(self.reply_unseen(wrapper, session, entry)),
        }
    }
}

impl UndoStore {
    /// What a recorded change did. Without a world, what it left is known as far as it is stored.
    pub fn effect(&self, trace_id: &str, world: Option<(&Enforcement, &Wrapper)>) -> Result<ChangeEffect, UndoError> {
        let (entry, before) = self.load(trace_id)?;
        let look = |(enforcement, wrapper): (&Enforcement, _)| {
            enforcement.in_person_session(|session| enforcement.current(wrapper, session, &entry))
        };
        let now = world.map(look).transpose()?;
        let is_as_left = now.as_ref().and_then(|now| now.is_as_left(&entry));
        let state = match is_as_left {
            _ if entry.undone => ChangeFileState::Undone,
            None => ChangeFileState::Unknown,
            Some(true) => ChangeFileState::AsLeft,
            Some(false) => ChangeFileState::ChangedSince,
        };
        let (unseen, now) = match now {
            Some(Current::Unseen(envelope)) => (Some(envelope), None),
            now => (None, now),
        };
        let after = match &entry.digest {
            // The content of a folder is described by its summary, that of a new mod by its preview.
            _ if entry.folder.is_some() || entry.creates_mod() => None,
            // A deletion left nothing, and a rename left the content unchanged.
            None if entry.renamed_to.is_some() => before.clone().map(Some),
            None => Some(None),
            Some(_) if is_as_left == Some(true) => now.map(Current::content),
            // The content that a later change replaced is what this one left.
            Some(digest) => self.held_since(digest)?.map(Some),
        };
        let content = after.map(|after| ContentChange { before, after });
        Ok(ChangeEffect { entry, content, state, unseen })
    }

    /// A content that a later change replaced, by its digest.
    fn held_since(&self, digest: &str) -> Result<Option<Vec<u8>>, UndoError> {
        match self.list()?.into_iter().find(|entry| entry.held.as_deref() == Some(digest)) {
            Some(later) => Ok(self.load(&later.trace_id)?.1),
            None => Ok(None),
        }
    }
}

/// Previews as many changes as are undone as one: `preview` tells for each how many bytes its undo would hold.
fn within_bounds<V>(
    trace_ids: &[String],
    mut preview: impl FnMut(&str) -> Result<(V, usize), UndoError>,
) -> Result<UndoPreviews<V>, UndoError> {
    let (mut shown, mut held) = (Vec::new(), 0_usize);
    for trace_id in trace_ids.iter().take(MAX_CHANGES) {
        let (one, bytes) = preview(trace_id)?;
        shown.push(one);
        held = held.saturating_add(bytes);
        if is_too_much(held, shown.len(), trace_ids.len()) {
            break;
        }
    }
    let left_out = trace_ids.len() - shown.len();
    Ok(UndoPreviews { shown, left_out })
}

/// What there will be once the changes before one are undone.
struct UndoneBefore {
    history: ChangeHistory,
    /// By target: the change whose undo restored its content last.
    restored: HashMap<String, String>,
    /// The addresses at which nothing is left by then.
    gone: HashSet<String>,
    entries: Vec<UndoEntry>,
}

impl UndoneBefore {
    /// Undoes one more.
    fn add(&mut self, entry: &UndoEntry) {
        self.history.mark(&entry.trace_id, true);
        self.restored.insert(entry.target.clone(), entry.trace_id.clone());
        self.gone.extend(addresses_of_left(entry).cloned());
        self.entries.push(entry.clone());
    }
}

/// The addresses of what a change left and its undo takes away.
fn addresses_of_left(entry: &UndoEntry) -> impl Iterator<Item = &String> {
    let left = match (&entry.renamed_to, entry.existed) {
        (Some(to), _) => [Some(to), entry.root_renamed_to.as_ref()],
        (None, false) => [Some(&entry.target), entry.root_target.as_ref()],
        (None, true) => [None, None],
    };
    left.into_iter().flatten()
}

/// Whether changes that are undone before the creation of a mod take a file of it away.
fn is_gone(path: &str, folder: &str, entry: &UndoEntry, gone: &HashSet<String>) -> bool {
    let rest = path.strip_prefix(folder).filter(|rest| rest.starts_with('/'));
    rest.is_some_and(|rest| addresses_of_left(entry).any(|address| gone.contains(&format!("{address}{rest}"))))
}

/// Whether somebody changed a mod: then nothing is removed. An undo that was killed may have left a part of it, and never the
/// launcher's file alone.
fn has_later_work(found: &CreatedMod) -> bool {
    let is_without_folder = matches!(&*found.as_made, [file] if !file.contains('/'));
    is_without_folder || !found.later.is_empty() || found.later_unnamed > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::undo::undo_all::MAX_BYTES;

    #[test]
    fn l100_a_preview_ends_where_an_undo_would_hold_too_much_and_counts_the_rest() {
        let ids = |count: usize| (0..count).map(|number| number.to_string()).collect::<Vec<_>>();
        for (changes, bytes, shown, left_out) in [
            (10, MAX_BYTES / 4, 5, 5),
            (5, MAX_BYTES / 4, 5, 0),
            (3, MAX_BYTES + 1, 1, 2),
            (1, MAX_BYTES + 1, 1, 0),
            (3, 0, 3, 0),
            (MAX_CHANGES + 7, 0, MAX_CHANGES, 7),
        ] {
            let mut looks = 0;
            let look = |trace_id: &str| {
                looks += 1;
                Ok((trace_id.to_owned(), bytes))
            };
            let previews = within_bounds(&ids(changes), look).unwrap();
            assert_eq!((previews.shown, previews.left_out), (ids(shown), left_out), "{changes} of {bytes} bytes");
            assert_eq!(looks, shown, "what is not shown is not read");
        }
    }
}
