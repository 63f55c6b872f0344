//! All recorded changes: what came after a change, and where, decides whether its undo would lose that.

use super::{UndoEntry, UndoError, UndoRecorder};

/// Every recorded change, read once for any number of undos.
pub(super) struct ChangeHistory(Vec<UndoEntry>);

impl ChangeHistory {
    pub(super) fn of(recorder: &dyn UndoRecorder) -> Result<Self, UndoError> {
        recorder.all().map(Self)
    }

    /// Notes that a change was undone, or made again. If it is an undo, what it undid is the opposite, and so on.
    pub(super) fn mark(&mut self, trace_id: &str, undone: bool) {
        let mut next = Some((trace_id.to_owned(), undone));
        // A damaged record could name itself.
        for _ in 0..self.0.len() {
            let Some((trace_id, undone)) = next else { return };
            let Some(change) = self.0.iter_mut().find(|change| change.trace_id == trace_id) else { return };
            change.undone = undone;
            next = change.undoes.clone().map(|earlier| (earlier, !undone));
        }
    }

    /// Whether a change that is not undone came later, to the same file or to a folder in which it lies.
    pub(super) fn has_later(&self, entry: &UndoEntry) -> bool {
        self.later(entry).any(|other| !other.undone && (shares_location(other, entry) || is_around(other, entry)))
    }

    /// Whether a folder in which the file lies was changed later, and that is not undone: it is not where the change left it.
    pub(super) fn has_later_around(&self, entry: &UndoEntry) -> bool {
        self.later(entry).any(|other| !other.undone && is_around(other, entry))
    }

    /// Whether a change that came after a rename, to its new name or to a folder in which that lies, was undone: the undo put
    /// another file there.
    pub(super) fn has_undone_since(&self, rename: &UndoEntry) -> bool {
        let new_names = || rename.renamed_to.iter().chain(&rename.root_renamed_to);
        let is_of_new_name = |other: &UndoEntry| {
            locations(other).any(|location| rename.renamed_to_location.as_deref() == Some(location))
                || other.folder.is_some() && addresses(other).any(|folder| new_names().any(|name| is_in(name, folder)))
        };
        self.later(rename).any(|other| other.undone && is_of_new_name(other))
    }

    /// The changes that came after one, but for a forced undo of this very change, whose process ended before it was marked.
    fn later(&self, entry: &UndoEntry) -> impl Iterator<Item = &UndoEntry> {
        let is_later = |other: &&UndoEntry| {
            (other.at, other.nanoseconds) > (entry.at, entry.nanoseconds)
                && other.undoes.as_deref() != Some(&entry.trace_id)
        };
        self.0.iter().filter(is_later)
    }
}

/// Whether a change was one of the same file, of a folder around it, or of something in its folder.
pub(super) fn touches(other: &UndoEntry, entry: &UndoEntry) -> bool {
    shares_location(other, entry) || is_around(other, entry) || is_around(entry, other)
}

fn shares_location(other: &UndoEntry, entry: &UndoEntry) -> bool {
    locations(other).any(|location| locations(entry).any(|at| at == location))
}

fn is_around(other: &UndoEntry, entry: &UndoEntry) -> bool {
    other.folder.is_some() && addresses(other).any(|folder| addresses(entry).any(|at| is_in(at, folder)))
}

fn addresses(entry: &UndoEntry) -> impl Iterator<Item = &str> {
    let renamed_to = entry.renamed_to.iter().chain(&entry.root_renamed_to);
    std::iter::once(&entry.target).chain(&entry.root_target).chain(renamed_to).map(String::as_str)
}

fn locations(entry: &UndoEntry) -> impl Iterator<Item = &str> {
    entry.location.iter().chain(&entry.renamed_to_location).map(String::as_str)
}

fn is_in(address: &str, folder: &str) -> bool {
    let (address, folder) = (address.to_lowercase(), folder.to_lowercase());
    address.strip_prefix(&folder).is_some_and(|rest| rest.starts_with('/'))
}
