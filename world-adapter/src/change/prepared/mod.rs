//! A change that is ready, and its one commit point (L27, L69).

mod created_dirs;
mod move_file;
mod previous;
mod temporary_file;

use std::fmt;
use std::io;

use cap_std::fs::Dir;
use replies::wa::invalid::{TargetBusy, TargetExists};
use reply_kit::{Address, ReplyBuilder};

use crate::change::attributes::Attributes;
use crate::change::authority::OperationName;
use crate::change::failure::{Failure, Unfinished};
use crate::change::lock::{LockError, Locked};
use crate::change::temporary_records::TemporaryRecords;
use crate::change::write::{Content, MissingParents};
use crate::codes::ChangeCodes;
use crate::read::digest::Digest;
use crate::read::file::NoContent;
use crate::resolve::location::LocationDigest;
use crate::resolve::reference_table::Target;
use crate::resolve::resolved::Resolved;
use crate::roots::contained::{self, LookupError, split};
use crate::world::WorldAdapter;

use created_dirs::CreatedDirs;
use move_file::{move_file, sync};

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
}

/// What is still to be done.
pub(crate) enum Step {
    Replace { content: Content, dressing: Dressing, parents: MissingParents, must_be_new: bool },
    Remove,
    Move { to: Resolved, destination: Address, parents: MissingParents },
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
            Step::Remove | Step::Move { .. } => None,
        };
        Self { world, lock, address: target.named(), target, previous, step, written, empty_parents: 0 }
    }

    /// How many directories the change will make on the way to its file.
    pub fn missing_parents(&self) -> usize {
        match &self.step {
            Step::Replace { parents, .. } | Step::Move { parents, .. } => parents.names.len(),
            Step::Remove => 0,
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

    /// The digest of what the file holds now, if it is there.
    pub fn previous_digest(&self) -> Option<Digest> {
        self.previous.as_ref().map(Previous::digest)
    }

    /// What the file has besides its content, if it is there.
    pub fn attributes(&self) -> Option<&Attributes> {
        self.previous.as_ref().map(Previous::attributes)
    }

    /// The number by which the file system knows the file, if it is there: a rename keeps it.
    pub fn file_number(&self) -> Option<u64> {
        self.previous.as_ref().map(Previous::file_number)
    }

    /// When the file was made, in seconds and nanoseconds since 1970, where the file system keeps that.
    pub fn created(&self) -> Option<(u64, u32)> {
        self.previous.as_ref().and_then(Previous::created)
    }

    /// The digest of what a write will leave there: by it an undo tells whether that is still so.
    pub fn written(&self) -> Option<Digest> {
        self.written.map(|(digest, _)| digest)
    }

    /// The content that the change is about, and that an approval binds (L66): what a write leaves, what a deletion takes
    /// away, what a rename moves.
    pub fn bound_content(&self) -> Option<Digest> {
        self.written().or_else(|| self.previous_digest())
    }

    /// Where on this machine the file lies; by it an undo tells whether it has the same world before it.
    pub fn location(&self) -> LocationDigest {
        self.target.location()
    }

    /// Where the new name lies, for a rename.
    pub fn destination_location(&self) -> Option<LocationDigest> {
        match &self.step {
            Step::Move { to, .. } => Some(to.location()),
            Step::Replace { .. } | Step::Remove => None,
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
        let Self { world, lock, target, address, previous, step, written, empty_parents } = self;
        let operation = step.operation();
        let renamed_to = step.destination();
        let staged = match step.stage(&target.target, &world.temporary) {
            Ok(staged) => staged,
            Err(error) => return Err(Unfinished::Failed(rb, Failure::new(address, operation, error))),
        };
        let rb = world.check_unchanged(rb, &target.target, &address, previous.as_ref())?;
        let rb = rb.commit()?;
        let made = staged.make(&target.target);
        if made.is_ok() {
            remove_empty_parents(&target.target, empty_parents);
        }
        drop(lock);
        match made {
            Ok(()) => {
                // L27: from here no E is true any more.
                rb.took_place();
                let previous = previous.map(|previous| previous.digest());
                Ok((rb, Changed { target: address, renamed_to, operation, written, previous }))
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let target = renamed_to.unwrap_or(address);
                Err(rb.invalid(&world.voice, TargetExists { target }).into())
            }
            Err(error) => Err(Unfinished::Failed(rb, Failure::new(address, operation, error))),
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
        target: &Resolved,
        other_end: Option<&Resolved>,
    ) -> Result<(ReplyBuilder<'c, T>, Locked<'w>), Unfinished<'c, T>> {
        let ends: Vec<&Target> = [Some(target), other_end].into_iter().flatten().map(|end| &*end.target).collect();
        match self.locks.lock(&ends) {
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

impl Step {
    fn operation(&self) -> OperationName {
        match self {
            Self::Replace { .. } => OperationName::Write,
            Self::Remove => OperationName::Delete,
            Self::Move { .. } => OperationName::Rename,
        }
    }

    fn destination(&self) -> Option<Address> {
        match self {
            Self::Move { destination, .. } => Some(destination.clone()),
            Self::Replace { .. } | Self::Remove => None,
        }
    }

    /// Puts everything in place but the change itself: a new content is on disk beside its target, all handles are open.
    fn stage<'w>(self, target: &Target, records: &'w TemporaryRecords) -> io::Result<Staged<'w>> {
        let holder = || target.open_holder().map_err(error_of);
        Ok(match self {
            Self::Replace { content, dressing, parents, must_be_new } => {
                let MissingParents { existing, names } = parents;
                let temporary = TemporaryFile::create(records, existing, &content, &dressing)?;
                Staged::Replace { temporary, names, must_be_new }
            }
            Self::Remove => Staged::Remove { from: holder()? },
            Self::Move { to, parents, .. } => Staged::Move { from: holder()?, to, parents },
        })
    }
}

/// A change with everything in place.
enum Staged<'w> {
    Replace { temporary: TemporaryFile<'w>, names: Vec<Box<str>>, must_be_new: bool },
    Remove { from: Dir },
    Move { from: Dir, to: Resolved, parents: MissingParents },
}

impl Staged<'_> {
    /// The change itself. An error means that nothing changed.
    fn make(self, target: &Target) -> io::Result<()> {
        let name = split(target.path()).1;
        match self {
            Self::Replace { mut temporary, names, must_be_new } => {
                let made = CreatedDirs::make(&temporary.dir, &names)?;
                move_file(&temporary.dir, &temporary.name, made.innermost(), name, must_be_new)?;
                temporary.is_moved = true;
                sync(made.innermost());
                made.keep();
            }
            Self::Remove { from } => {
                from.remove_file(name)?;
                sync(&from);
            }
            Self::Move { from, to, parents } => {
                let made = CreatedDirs::make(&parents.existing, &parents.names)?;
                move_file(&from, name, made.innermost(), split(to.target.path()).1, true)?;
                sync(&from);
                sync(made.innermost());
                made.keep();
            }
        }
        Ok(())
    }
}

/// Removes directories above a file that is gone, innermost first, until one is not empty. The change has taken place.
fn remove_empty_parents(target: &Target, count: usize) {
    let Ok(root) = target.opened.dir() else { return };
    let mut path = split(target.path()).0;
    for _ in 0..count {
        let (above, name) = split(path);
        if name.is_empty() {
            return;
        }
        let removed = contained::open_dir(&root, above).ok().and_then(|dir| dir.remove_dir(name).ok().map(|()| dir));
        let Some(dir) = removed else { return };
        sync(&dir);
        path = above;
    }
}

fn error_of(miss: LookupError) -> io::Error {
    match miss {
        LookupError::Absent => io::ErrorKind::NotFound.into(),
        LookupError::Hidden | LookupError::Misspelled(_) => io::ErrorKind::PermissionDenied.into(),
        LookupError::Failed(error) | LookupError::Closed(error) => error,
    }
}
