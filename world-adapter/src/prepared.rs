//! A change that is ready, and its one commit point (L27, L69).

use std::fmt;
use std::io::{self, Write as _};
use std::time::SystemTime;

use cap_fs_ext::MetadataExt as _;
use cap_std::fs::{Dir, Metadata, OpenOptions, Permissions};
use replies::wa::invalid::TargetExists;
use reply_core::{Address, ReplyBuilder};

use crate::authority::OperationName;
use crate::contained::{self, Miss, split};
use crate::digest::Digest;
use crate::failure::{Failure, Unfinished};
use crate::read::{self, NoContent};
use crate::registry::Target;
use crate::resolved::Resolved;
use crate::world::WorldAdapter;
use crate::write::Content;

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

    /// What the file holds now, if it is there: for an undo.
    pub fn previous(&self) -> Option<&[u8]> {
        self.previous.as_ref().map(|previous| previous.content.as_slice())
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
        Miss::Failed(error) => error,
    }
}

/// The change has taken place; if the system cannot promise that it outlives a power failure, it took place all the same.
fn sync(dir: &Dir) {
    if let Ok(dir) = dir.try_clone() {
        _ = dir.into_std_file().sync_all();
    }
}

/// One rename, between single names of two open directories; if the new name must be free, the kernel sees to it.
#[cfg(target_os = "linux")]
fn move_file(from: &Dir, name: &str, into: &Dir, new_name: &str, must_be_new: bool) -> io::Result<()> {
    use rustix::fs::{RenameFlags, renameat_with};
    let flags = if must_be_new { RenameFlags::NOREPLACE } else { RenameFlags::empty() };
    match renameat_with(from, name, into, new_name, flags) {
        // Some file systems cannot do both at once.
        Err(rustix::io::Errno::INVAL) if must_be_new => move_if_free(from, name, into, new_name),
        moved => Ok(moved?),
    }
}

#[cfg(not(target_os = "linux"))]
fn move_file(from: &Dir, name: &str, into: &Dir, new_name: &str, must_be_new: bool) -> io::Result<()> {
    if must_be_new { move_if_free(from, name, into, new_name) } else { from.rename(name, into, new_name) }
}

fn move_if_free(from: &Dir, name: &str, into: &Dir, new_name: &str) -> io::Result<()> {
    match into.symlink_metadata(new_name) {
        Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => from.rename(name, into, new_name),
    }
}

/// What a file held, and what it was, when the change was prepared.
pub(crate) struct Previous {
    content: Vec<u8>,
    stamp: Stamp,
    permissions: Permissions,
}

impl Previous {
    pub(crate) fn of(target: &Target) -> Result<Self, NoContent> {
        // Stamp first: a file that changes while it is read is then seen to have changed.
        let (stamp, permissions) = Stamp::with_permissions(target).map_err(NoContent::Missed)?;
        Ok(Self { content: read::load(target)?, stamp, permissions })
    }

    pub(crate) fn digest(&self) -> Digest {
        Digest::of(&self.content)
    }
}

/// What changes when a file does.
#[derive(PartialEq, Eq)]
struct Stamp {
    device: u64,
    inode: u64,
    size: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn now(target: &Target) -> Result<Self, Miss> {
        Self::with_permissions(target).map(|(stamp, _)| stamp)
    }

    fn with_permissions(target: &Target) -> Result<(Self, Permissions), Miss> {
        let (parent, name) = split(target.path());
        if name.is_empty() {
            return Ok((
                Self { device: 0, inode: 0, size: 0, modified: None },
                target.opened.dir().dir_metadata()?.permissions(),
            ));
        }
        let metadata: Metadata = contained::open_dir(target.opened.dir(), parent)?.symlink_metadata(name)?;
        let modified = metadata.modified().ok().map(cap_std::time::SystemTime::into_std);
        let stamp = Self { device: metadata.dev(), inode: metadata.ino(), size: metadata.len(), modified };
        Ok((stamp, metadata.permissions()))
    }
}

/// The new content under a name of its own, removed unless it is moved into place.
pub(crate) struct TemporaryFile {
    dir: Dir,
    name: String,
    is_moved: bool,
}

impl TemporaryFile {
    /// Writes the content to disk, for good, with the permissions of what it will replace.
    pub(crate) fn create(dir: Dir, content: &Content, previous: Option<&Previous>) -> io::Result<Self> {
        let name = format!(".ck3raven-{}.tmp", uuid::Uuid::new_v4());
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        let mut file = dir.open_with(&name, &options)?;
        let temporary = Self { dir, name, is_moved: false };
        file.write_all(content.as_bytes())?;
        if let Some(previous) = previous {
            file.set_permissions(previous.permissions.clone())?;
        }
        file.sync_all()?;
        Ok(temporary)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if !self.is_moved {
            _ = self.dir.remove_file(&self.name);
        }
    }
}

/// Directories made on the way, unmade if the change fails.
struct MadeDirs {
    made: Vec<MadeDir>,
    is_kept: bool,
}

struct MadeDir {
    outer: Dir,
    name: Box<str>,
    dir: Dir,
    is_ours: bool,
}

impl MadeDirs {
    fn make(existing: &Dir, names: &[Box<str>]) -> io::Result<Self> {
        let mut made = Self { made: Vec::new(), is_kept: false };
        let mut here = existing.try_clone()?;
        for name in names {
            let is_ours = match here.create_dir(&**name) {
                Ok(()) => true,
                // Somebody else made it meanwhile; then it is not ours to unmake.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => false,
                Err(error) => return Err(error),
            };
            let dir = contained::open_child(&here, name).map_err(error_of)?;
            let next = dir.try_clone()?;
            made.made.push(MadeDir { outer: here, name: name.clone(), dir, is_ours });
            here = next;
        }
        Ok(made)
    }

    fn innermost(&self) -> Option<&Dir> {
        self.made.last().map(|made| &made.dir)
    }

    fn keep(mut self) {
        self.is_kept = true;
        self.made.iter().for_each(|made| sync(&made.outer));
    }
}

impl Drop for MadeDirs {
    fn drop(&mut self) {
        if !self.is_kept {
            for made in self.made.iter().rev().filter(|made| made.is_ours) {
                _ = made.outer.remove_dir(&*made.name);
            }
        }
    }
}
