//! A change that is ready, and its one commit point (L27, L69).

mod made_dirs;
mod move_file;
mod previous;
mod temporary_file;

use std::fmt;
use std::io;

use cap_std::fs::Dir;
use replies::wa::invalid::TargetExists;
use reply_core::{Address, ReplyBuilder};

use crate::authority::OperationName;
use crate::contained::{self, Miss, split};
use crate::digest::Digest;
use crate::failure::{Failure, Unfinished};
use crate::read;
use crate::registry::Target;
use crate::resolved::Resolved;
use crate::world::WorldAdapter;

use made_dirs::MadeDirs;
use move_file::{move_file, sync};
use previous::Stamp;

pub(crate) use previous::Previous;
pub(crate) use temporary_file::TemporaryFile;

/// A change that has been prepared and not made. Keep [`Prepared::previous`] for an undo, then [`Prepared::commit`].
///
/// Dropping it changes nothing.
#[must_use = "nothing has changed yet: commit it, or drop it on purpose"]
pub struct Prepared<'w> {
    world: &'w WorldAdapter,
    target: Resolved,
    address: Address,
    previous: Option<Previous>,
    step: Step,
    written: Option<(Digest, u64)>,
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
    Replace { temporary: TemporaryFile, parents: Vec<Box<str>>, must_be_new: bool },
    Remove,
    Move { to: Resolved, destination: Address, existing: Dir, parents: Vec<Box<str>> },
}

impl<'w> Prepared<'w> {
    pub(crate) fn new(
        world: &'w WorldAdapter,
        target: Resolved,
        address: Address,
        previous: Option<Previous>,
        step: Step,
        written: Option<(Digest, u64)>,
    ) -> Self {
        Self { world, target, address, previous, step, written }
    }

    /// What will be changed.
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

    /// The digest of what a write will leave there: by it an undo tells whether that is still so.
    pub fn written(&self) -> Option<Digest> {
        self.written.map(|(digest, _)| digest)
    }

    /// Makes the change. The call passes its commit point right before: a caller that gave up earlier hears that nothing
    /// changed, one that waits hears the outcome.
    pub fn commit(self, rb: ReplyBuilder<'_>) -> Result<(ReplyBuilder<'_>, Changed), Unfinished<'_>> {
        let Self { world, target, address, previous, step, written } = self;
        let rb = world.check_unchanged(rb, &target.target, &address, previous.as_ref())?;
        let rb = rb.commit()?;
        let operation = step.operation();
        let renamed_to = step.destination();
        match step.make(&target.target) {
            Ok(()) => {
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
    /// What was prepared for must still be there: else the undo would bring back the wrong thing.
    fn check_unchanged<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        target: &Target,
        address: &Address,
        previous: Option<&Previous>,
    ) -> Result<ReplyBuilder<'c>, Unfinished<'c>> {
        let now = Stamp::now(target);
        match (now, previous) {
            (Err(Miss::Absent), None) => Ok(rb),
            (Ok(now), Some(previous)) if now == previous.stamp => Ok(rb),
            _ => {
                let found = read::load(target).ok().map(|content| Digest::of(&content));
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

    /// The change itself. An error means that nothing changed.
    fn make(self, target: &Target) -> io::Result<()> {
        let (parent, name) = split(target.path());
        match self {
            Self::Replace { mut temporary, parents, must_be_new } => {
                let made = MadeDirs::make(&temporary.dir, &parents)?;
                let into = made.innermost().unwrap_or(&temporary.dir);
                move_file(&temporary.dir, &temporary.name, into, name, must_be_new)?;
                temporary.is_moved = true;
                sync(into);
                made.keep();
            }
            Self::Remove => {
                let parent = contained::open_dir(target.opened.dir(), parent).map_err(error_of)?;
                parent.remove_file(name)?;
                sync(&parent);
            }
            Self::Move { to, existing, parents, .. } => {
                let from = contained::open_dir(target.opened.dir(), parent).map_err(error_of)?;
                let made = MadeDirs::make(&existing, &parents)?;
                let into = made.innermost().unwrap_or(&existing);
                move_file(&from, name, into, split(to.target.path()).1, true)?;
                sync(&from);
                sync(into);
                made.keep();
            }
        }
        Ok(())
    }
}

fn error_of(miss: Miss) -> io::Error {
    match miss {
        Miss::Absent => io::ErrorKind::NotFound.into(),
        Miss::Hidden => io::ErrorKind::PermissionDenied.into(),
        Miss::Failed(error) | Miss::Closed(error) => error,
    }
}
