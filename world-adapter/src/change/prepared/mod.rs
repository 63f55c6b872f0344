//! A change that is ready, and its one commit point (L27, L69).

mod checks;
mod created_dirs;
mod current_file;
mod existing;
mod make;
mod move_file;
mod step;
mod temporary_file;

use std::cell::Cell;
use std::io;

use replies::wa::invalid::{TargetBusy, TargetExists};
use reply_kit::{Address, ReplyBuilder};

use crate::change::attributes::Attributes;
use crate::change::authority::OperationName;
use crate::change::failure::Preparing;
use crate::change::folder::snapshot::SnapshotWriter;
use crate::change::folder::walk::{WalkError, Writers, walk};
use crate::change::folder::{FolderEntry, FolderSummary, FolderVersion};
use crate::change::lock::{ChangeLock, LockExtent};
use crate::change::proposal::{BoundContent, Proposal};
use crate::codes::ChangeCodes;
use crate::read::digest::Digest;
use crate::resolve::resolved::Resolved;
use crate::world::WorldAdapter;

use make::remove_empty_parents;

pub use current_file::CurrentFile;
pub(crate) use existing::Existing;
pub(crate) use make::MakeError;
pub(crate) use move_file::move_file;
pub(crate) use step::ChangeStep;
pub(crate) use temporary_file::{FileMetadata, TemporaryFile};

/// A change that has been prepared and not made. Store [`Prepared::previous`] for an undo, then call [`Prepared::commit`].
///
/// For a file it holds the lock of the target, which keeps other writers away (L102). A folder takes a while to read, and a
/// person a while to decide, so its lock, which keeps away every writer, is taken by the commit. Dropping it changes nothing.
#[must_use = "nothing has changed yet: commit it, or drop it on purpose"]
pub struct Prepared<'w> {
    world: &'w WorldAdapter,
    /// `None` if the commit takes it.
    lock: Option<ChangeLock<'w>>,
    target: Resolved,
    address: Address,
    existing: Existing,
    /// Whether the folder changed while it was being stored.
    is_stale: Cell<bool>,
    step: ChangeStep,
    written: Option<(Digest, u64)>,
    empty_parents: usize,
}

/// A change that took place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// What was changed.
    pub target: Address,
    /// The new name, after a rename.
    pub renamed_to: Option<Address>,
    /// What was done.
    pub operation: OperationName,
    /// Digest and size of what the file holds now, after a write.
    pub written: Option<(Digest, u64)>,
    /// The digest of what it held before, if it existed.
    pub previous: Option<Digest>,
    /// What the folder held, if the target was one.
    pub folder: Option<FolderSummary>,
}

impl<'w> Prepared<'w> {
    pub(crate) fn new(
        world: &'w WorldAdapter,
        lock: ChangeLock<'w>,
        target: Resolved,
        existing: Existing,
        step: ChangeStep,
    ) -> Self {
        Self::of(world, Some(lock), target, existing, step)
    }

    /// A change of a whole folder.
    pub(crate) fn of_folder(world: &'w WorldAdapter, target: Resolved, state: FolderVersion, step: ChangeStep) -> Self {
        Self::of(world, None, target, Existing::Folder(state), step)
    }

    fn of(
        world: &'w WorldAdapter,
        lock: Option<ChangeLock<'w>>,
        target: Resolved,
        existing: Existing,
        step: ChangeStep,
    ) -> Self {
        let (address, written) = (target.named(), step.written());
        Self { world, lock, target, address, existing, is_stale: Cell::new(false), step, written, empty_parents: 0 }
    }

    /// What the folder holds, if it is one.
    pub fn folder(&self) -> Option<&FolderSummary> {
        self.existing.folder().map(|state| &state.listing.summary)
    }

    /// Stores a folder that is about to be deleted, for an undo: writes the contents of its files one after the other, and
    /// returns its entries. `None` for any other change.
    pub fn keep_folder(&self, contents: &mut dyn io::Write) -> io::Result<Option<Vec<FolderEntry>>> {
        let (Some(state), ChangeStep::RemoveFolder) = (self.existing.folder(), &self.step) else { return Ok(None) };
        let dir = self.target.target.open_dir()?;
        let mut writer = SnapshotWriter { contents, entries: Vec::new() };
        match walk(&dir, Writers::Absent, Some(&mut writer)) {
            Ok(now) if now.digest == state.digest => Ok(Some(writer.entries)),
            Err(WalkError::Failed(error)) => Err(error),
            // The folder changed since a person was shown it, so the stored copy is useless: the commit will report that.
            Ok(_) | Err(_) => {
                self.is_stale.set(true);
                Ok(Some(Vec::new()))
            }
        }
    }

    /// How many directories the change will create above its target.
    pub fn missing_parents(&self) -> usize {
        self.step.missing_parents()
    }

    /// Also removes this many directories above the target once it is gone, as far as they are empty: for the undo of a change
    /// that created them.
    pub fn removing_empty_parents(mut self, count: usize) -> Self {
        self.empty_parents = count;
        self
    }

    /// The target by the address of the file itself, with links followed.
    pub fn target(&self) -> &Address {
        &self.address
    }

    /// The operation.
    pub fn operation(&self) -> OperationName {
        self.step.operation()
    }

    /// The target as it was resolved: an undo compares its location on this machine, so that it acts in the same world.
    pub fn resolved(&self) -> &Resolved {
        &self.target
    }

    /// The new name, for a rename.
    pub fn destination(&self) -> Option<&Resolved> {
        self.step.destination()
    }

    /// The current content, if the file exists: for an undo.
    pub fn previous(&self) -> Option<&[u8]> {
        self.existing.file().map(CurrentFile::content)
    }

    /// The digest of the current file or folder, if it exists.
    pub fn previous_digest(&self) -> Option<Digest> {
        self.existing.digest()
    }

    /// The attributes of the file, if it exists.
    pub fn attributes(&self) -> Option<&Attributes> {
        self.existing.file().map(|file| &file.attributes)
    }

    /// The inode number of the file, if it exists: a rename keeps it.
    pub fn file_number(&self) -> Option<u64> {
        let folder = self.existing.folder().map(|state| state.file_number);
        self.existing.file().map(CurrentFile::file_number).or(folder)
    }

    /// When the file was created, in seconds and nanoseconds since 1970, where the file system records it.
    pub fn created(&self) -> Option<(u64, u32)> {
        let folder = self.existing.folder().and_then(|state| state.created);
        self.existing.file().and_then(|file| file.created).or(folder)
    }

    /// The digest of what a write will leave: an undo compares it with the content that it finds later.
    pub fn written(&self) -> Option<Digest> {
        self.written.map(|(digest, _)| digest)
    }

    /// What an approval of the change binds (L66).
    pub fn bound_content(&self) -> BoundContent {
        match self.written() {
            Some(written) => BoundContent { content: Some(written), replaced: self.previous_digest() },
            None => BoundContent { content: self.previous_digest(), replaced: None },
        }
    }

    /// The change as a person is shown it before they agree.
    pub fn proposal(&self) -> Proposal {
        match (&self.step, &self.existing) {
            (ChangeStep::Replace { content, .. }, _) => {
                Proposal::of_write(self.address.as_str(), self.previous(), content.as_bytes())
            }
            (ChangeStep::Remove | ChangeStep::Move { .. }, Existing::File(file)) => {
                Proposal::of_removal(file.content())
            }
            // The summary of a folder describes its content.
            _ => Proposal::default(),
        }
    }

    /// The outcome of the change, once it is made: for a reply that is prepared in advance (L27).
    pub fn outcome(&self) -> Changed {
        Changed {
            target: self.address.clone(),
            renamed_to: self.destination().map(Resolved::named),
            operation: self.operation(),
            written: self.written,
            previous: self.previous_digest(),
            folder: self.folder().cloned(),
        }
    }

    /// Makes the change. The call passes its commit point right before: a caller that cancelled earlier learns that nothing
    /// changed, one that waits learns the outcome.
    ///
    /// Everything that can fail is done before that point, except for the one step that makes the change (L27).
    pub fn commit<T: ChangeCodes>(self, rb: ReplyBuilder<'_, T>) -> Preparing<'_, T, Changed> {
        let changed = self.outcome();
        let Self { world, lock, target, address, existing, is_stale, step, empty_parents, .. } = self;
        if is_stale.get() {
            return Err(rb.invalid(&world.voice, TargetBusy { target: address }).into());
        }
        let (rb, lock, step) = match lock {
            Some(lock) => (rb, lock, step),
            None => {
                let to = step.destination();
                let (rb, lock) = world.lock(rb, changed.operation, LockExtent::Folder, &target, to)?;
                let (rb, step) = world.renew_parents(rb, step)?;
                (rb, lock, step)
            }
        };
        let is_about_mod = step.is_about_mod();
        let failed = |rb, error| world.unfinished(rb, address.clone(), changed.operation, error);
        let (rb, staged) = rb.require(step.stage(&target.target, &world.temporary), failed)?;
        let rb = match existing.folder() {
            Some(state) => world.check_folder_unchanged(rb, &target.target, &address, state)?,
            // The lock is held, and each step of creating a mod checks its own preconditions.
            None if is_about_mod => rb,
            None => world.check_unchanged(rb, &target.target, &address, existing.file())?,
        };
        let rb = rb.commit()?;
        let made = staged.make(&target.target, existing.folder(), &world.temporary);
        if made.is_ok() {
            remove_empty_parents(&target.target, empty_parents);
        }
        drop(lock);
        match made {
            Ok(()) => {
                // L27: from here on an E would be false.
                rb.took_place();
                Ok((rb, changed))
            }
            Err(MakeError::NotPermitted(path)) => Err(world.not_permitted(rb, &target, &path)),
            Err(MakeError::Changed) => Err(rb.invalid(&world.voice, TargetBusy { target: address }).into()),
            Err(MakeError::Failed(error)) if error.kind() == io::ErrorKind::AlreadyExists => {
                let target = changed.renamed_to.unwrap_or(address);
                Err(rb.invalid(&world.voice, TargetExists { target }).into())
            }
            Err(MakeError::Failed(error)) => Err(failed(rb, error)),
        }
    }
}

short_debug!(Prepared<'_>, it => "Prepared({} {})", it.operation().word(), it.address);
