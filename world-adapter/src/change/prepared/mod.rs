//! A change that is ready, and its one commit point (L27, L69).

mod created_dirs;
mod make;
mod move_file;
mod previous;
mod temporary_file;

use std::cell::Cell;
use std::fmt;
use std::io;

use replies::wa::invalid::{TargetBusy, TargetExists};
use reply_kit::{Address, ReplyBuilder};

use crate::change::attributes::Attributes;
use crate::change::authority::OperationName;
use crate::change::create_mod::ModFiles;
use crate::change::failure::{Failure, Unfinished};
use crate::change::folder::snapshot::Keeper;
use crate::change::folder::walk::{Unkept, WalkError, Writers, walk};
use crate::change::folder::{FolderEntry, FolderSnapshot, FolderState, FolderSummary};
use crate::change::lock::{Extent, LockError, Locked};
use crate::change::proposal::{BoundContent, Proposal};
use crate::change::write::{Content, MissingParents};
use crate::codes::ChangeCodes;
use crate::read::digest::Digest;
use crate::read::file::NoContent;
use crate::resolve::location::LocationDigest;
use crate::resolve::reference_table::Target;
use crate::resolve::resolved::Resolved;
use crate::roots::contained::LookupError;
use crate::world::WorldAdapter;

use make::{MakeError, remove_empty_parents};

pub(crate) use move_file::move_file;
pub(crate) use previous::Previous;
pub(crate) use temporary_file::{Dressing, TemporaryFile};

/// A change that has been prepared and not made. Keep [`Prepared::previous`] for an undo, then [`Prepared::commit`].
///
/// Nobody else who takes the lock changes the file meanwhile (L102). Dropping it changes nothing.
#[must_use = "nothing has changed yet: commit it, or drop it on purpose"]
pub struct Prepared<'w> {
    world: &'w WorldAdapter,
    lock: Locked<'w>,
    target: Resolved,
    address: Address,
    previous: Option<Previous>,
    /// What a folder holds that is changed as a whole.
    folder: Option<FolderState>,
    /// The digest of the two files of a mod that is to be taken away.
    mod_digest: Option<Digest>,
    /// Whether the folder was found to have changed while it was kept.
    is_stale: Cell<bool>,
    step: Step,
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
    /// The digest of what it held before, if it was there.
    pub previous: Option<Digest>,
    /// What the folder held, if it was one.
    pub folder: Option<FolderSummary>,
}

/// What is still to be done.
pub(crate) enum Step {
    Replace { content: Content, dressing: Dressing, parents: MissingParents, must_be_new: bool },
    Remove,
    Move { to: Resolved, destination: Address, parents: MissingParents },
    RemoveFolder,
    PlaceFolder { snapshot: FolderSnapshot, digest: Digest, parents: MissingParents },
    CreateMod { files: ModFiles, has_folder: bool },
    RemoveMod,
}

impl<'w> Prepared<'w> {
    pub(crate) fn new(
        world: &'w WorldAdapter,
        lock: Locked<'w>,
        target: Resolved,
        previous: Option<Previous>,
        step: Step,
    ) -> Self {
        let written = match &step {
            Step::Replace { content, .. } => Some((content.digest(), content.as_bytes().len() as u64)),
            _ => None,
        };
        Self {
            world,
            lock,
            address: target.named(),
            target,
            previous,
            folder: None,
            mod_digest: None,
            is_stale: Cell::new(false),
            step,
            written,
            empty_parents: 0,
        }
    }

    /// The same about a folder, as it is now.
    pub(crate) fn of_folder(mut self, state: FolderState) -> Self {
        self.folder = Some(state);
        self
    }

    /// The same with what it leaves.
    pub(crate) fn writing(mut self, written: (Digest, u64)) -> Self {
        self.written = Some(written);
        self
    }

    /// The same about a mod with this digest.
    pub(crate) fn replacing_mod(mut self, digest: Digest) -> Self {
        self.mod_digest = Some(digest);
        self
    }

    /// What the folder holds, if it is one.
    pub fn folder(&self) -> Option<&FolderSummary> {
        self.folder.as_ref().map(|state| &state.summary)
    }

    /// Keeps a folder that is about to be deleted, for an undo: contents go to a writer one after the other, and what they
    /// belong to is returned. Nothing for any other change.
    pub fn keep_folder(&self, contents: &mut dyn io::Write) -> io::Result<Option<Vec<FolderEntry>>> {
        let (Some(state), Step::RemoveFolder) = (&self.folder, &self.step) else { return Ok(None) };
        let dir = self.target.target.open_dir().map_err(LookupError::into_io)?;
        let mut keeper = Keeper { contents, entries: Vec::new() };
        match walk(&dir, &mut keeper, Writers::Absent) {
            Ok(now) if now.digest == state.digest => Ok(Some(keeper.entries)),
            Err(WalkError::Failed(error)) => Err(error),
            // It is not what was shown any more, and what was kept is of no use: the commit says so.
            Ok(_) | Err(_) => {
                self.is_stale.set(true);
                Ok(Some(Vec::new()))
            }
        }
    }

    /// How many directories the change will make on the way to its file.
    pub fn missing_parents(&self) -> usize {
        match &self.step {
            Step::Replace { parents, .. } | Step::Move { parents, .. } | Step::PlaceFolder { parents, .. } => {
                parents.names.len()
            }
            _ => 0,
        }
    }

    /// Once the file is gone from where it is, removes so many directories above it as well, as far as they are empty: for
    /// an undo of a change that made them.
    pub fn removing_empty_parents(mut self, count: usize) -> Self {
        self.empty_parents = count;
        self
    }

    /// What will be changed, by the name of the file itself: no link is in it.
    pub fn target(&self) -> &Address {
        &self.address
    }

    /// What will be done.
    pub fn operation(&self) -> OperationName {
        self.step.operation()
    }

    /// The new name, for a rename.
    pub fn destination(&self) -> Option<Address> {
        self.step.destination()
    }

    /// What the file holds now, if it is there: for an undo.
    pub fn previous(&self) -> Option<&[u8]> {
        self.previous.as_ref().map(Previous::content)
    }

    /// The digest of what the file or folder holds now, if it is there.
    pub fn previous_digest(&self) -> Option<Digest> {
        let folder = self.folder.as_ref().map(|state| state.digest);
        self.previous.as_ref().map(Previous::digest).or(folder).or(self.mod_digest)
    }

    /// What the file has besides its content, if it is there.
    pub fn attributes(&self) -> Option<&Attributes> {
        self.previous.as_ref().map(Previous::attributes)
    }

    /// The number by which the file system knows the file, if it is there: a rename keeps it.
    pub fn file_number(&self) -> Option<u64> {
        let folder = self.folder.as_ref().map(|state| state.file_number);
        self.previous.as_ref().map(Previous::file_number).or(folder)
    }

    /// When the file was made, in seconds and nanoseconds since 1970, where the file system keeps that.
    pub fn created(&self) -> Option<(u64, u32)> {
        let folder = self.folder.as_ref().and_then(|state| state.created);
        self.previous.as_ref().and_then(Previous::created).or(folder)
    }

    /// The digest of what a write will leave there: by it an undo tells whether that is still so.
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
        match &self.step {
            Step::Replace { content, .. } => {
                Proposal::of_write(self.address.as_str(), self.previous(), content.as_bytes())
            }
            // What a folder holds is told by its summary.
            _ if self.folder().is_some() => Proposal::default(),
            Step::Remove | Step::Move { .. } => Proposal::of_removal(self.previous().unwrap_or_default()),
            Step::RemoveFolder | Step::PlaceFolder { .. } | Step::CreateMod { .. } | Step::RemoveMod => {
                Proposal::default()
            }
        }
    }

    /// Where on this machine the file lies; by it an undo tells whether it has the same world before it.
    pub fn location(&self) -> LocationDigest {
        self.target.location()
    }

    /// Where the new name lies, for a rename.
    pub fn destination_location(&self) -> Option<LocationDigest> {
        match &self.step {
            Step::Move { to, .. } => Some(to.location()),
            _ => None,
        }
    }

    /// What the change will have done, once it is made: for a reply that is prepared before (L27).
    pub fn outcome(&self) -> Changed {
        Changed {
            target: self.address.clone(),
            renamed_to: self.step.destination(),
            operation: self.step.operation(),
            written: self.written,
            previous: self.previous_digest(),
            folder: self.folder().cloned(),
        }
    }

    /// Makes the change. The call passes its commit point right before: a caller that gave up earlier hears that nothing
    /// changed, one that waits hears the outcome.
    ///
    /// All that can fail is done before that point, but for the one step that makes the change (L27).
    pub fn commit<T: ChangeCodes>(
        self,
        rb: ReplyBuilder<'_, T>,
    ) -> Result<(ReplyBuilder<'_, T>, Changed), Unfinished<'_, T>> {
        let Self { world, lock, target, address, previous, folder, mod_digest, is_stale, step, written, empty_parents } =
            self;
        let (operation, renamed_to) = (step.operation(), step.destination());
        if is_stale.get() {
            return Err(rb.invalid(&world.voice, TargetBusy { target: address }).into());
        }
        let is_mod = matches!(step, Step::CreateMod { .. } | Step::RemoveMod);
        let staged = match step.stage(&target.target, &world.temporary) {
            Ok(staged) => staged,
            Err(error) => return Err(Unfinished::Failed(rb, Failure::new(address, operation, error))),
        };
        let rb = match &folder {
            // The lock is held, and each step of it looks for itself.
            None if is_mod => rb,
            Some(state) => world.check_folder_unchanged(rb, &target.target, &address, state)?,
            None => world.check_unchanged(rb, &target.target, &address, previous.as_ref())?,
        };
        let rb = rb.commit()?;
        let made = staged.make(&target.target, folder.as_ref());
        if made.is_ok() {
            remove_empty_parents(&target.target, empty_parents);
        }
        drop(lock);
        let before =
            previous.map(|previous| previous.digest()).or(folder.as_ref().map(|state| state.digest)).or(mod_digest);
        match made {
            Ok(()) => {
                // L27: from here no E is true any more.
                rb.took_place();
                let folder = folder.map(|state| state.summary);
                Ok((rb, Changed { target: address, renamed_to, operation, written, previous: before, folder }))
            }
            Err(MakeError::Changed) => Err(rb.invalid(&world.voice, TargetBusy { target: address }).into()),
            Err(MakeError::Failed(error)) if error.kind() == io::ErrorKind::AlreadyExists => {
                let target = renamed_to.unwrap_or(address);
                Err(rb.invalid(&world.voice, TargetExists { target }).into())
            }
            Err(MakeError::Failed(error)) => Err(Unfinished::Failed(rb, Failure::new(address, operation, error))),
        }
    }
}

impl fmt::Debug for Prepared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prepared({} {})", self.step.operation().word(), self.address)
    }
}

impl WorldAdapter {
    /// Waits until nobody else changes a file, or the other end of its rename (L102).
    pub(crate) fn lock<'w, 'c, T: ChangeCodes>(
        &'w self,
        rb: ReplyBuilder<'c, T>,
        operation: OperationName,
        extent: Extent,
        target: &Resolved,
        other_end: Option<&Resolved>,
    ) -> Result<(ReplyBuilder<'c, T>, Locked<'w>), Unfinished<'c, T>> {
        let ends: Vec<&Target> = [Some(target), other_end].into_iter().flatten().map(|end| &*end.target).collect();
        match self.locks.lock(&ends, extent) {
            Ok(locked) => Ok((rb, locked)),
            Err(LockError::Busy) => Err(rb.invalid(&self.voice, TargetBusy { target: target.named() }).into()),
            Err(LockError::Failed(error)) => {
                Err(Unfinished::Failed(rb, Failure::new(target.named(), operation, error)))
            }
        }
    }

    /// What was prepared for must still be there: else the undo would bring back the wrong thing.
    ///
    /// The lock keeps away whoever takes it; this is for the programs that do not.
    fn check_unchanged<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Target,
        address: &Address,
        previous: Option<&Previous>,
    ) -> Result<ReplyBuilder<'c, T>, Unfinished<'c, T>> {
        match (Previous::of(target), previous) {
            (Err(NoContent::Missed(LookupError::Absent)), None) => Ok(rb),
            (Ok(now), Some(previous)) if now.is(previous) => Ok(rb),
            (now, _) => {
                let found = now.ok().map(|now| now.digest());
                let expected = previous.map(Previous::digest);
                Err(self.content_differs(rb, address, found, expected).into())
            }
        }
    }
}

impl WorldAdapter {
    /// The same of a folder, with everything in it.
    fn check_folder_unchanged<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Target,
        address: &Address,
        state: &FolderState,
    ) -> Result<ReplyBuilder<'c, T>, Unfinished<'c, T>> {
        let now = target.open_dir().ok().and_then(|dir| walk(&dir, &mut Unkept, Writers::Absent).ok());
        match now.map(|now| now.digest) {
            Some(now) if now == state.digest => Ok(rb),
            None => Err(rb.invalid(&self.voice, TargetBusy { target: address.clone() }).into()),
            now => Err(self.content_differs(rb, address, now, Some(state.digest)).into()),
        }
    }
}

impl Step {
    fn operation(&self) -> OperationName {
        match self {
            Self::Replace { .. } | Self::PlaceFolder { .. } => OperationName::Write,
            Self::Remove | Self::RemoveFolder | Self::RemoveMod => OperationName::Delete,
            Self::CreateMod { .. } => OperationName::CreateMod,
            Self::Move { .. } => OperationName::Rename,
        }
    }

    fn destination(&self) -> Option<Address> {
        match self {
            Self::Move { destination, .. } => Some(destination.clone()),
            _ => None,
        }
    }
}
