//! Preparing everything on disk, then the one step that makes the change (L69).

use std::io;
use std::time::{Duration, Instant};

use cap_std::fs::Dir;

use super::created_dirs::CreatedDirs;
use super::move_file::{move_file, remove_file, sync};
use super::{ChangeStep, FileMetadata, TemporaryFile};
use crate::change::folder::FolderVersion;
use crate::change::folder::removal::check_removable;
use crate::change::folder::temporary_folder::TemporaryFolder;
use crate::change::folder::walk::{Writers, walk};
use crate::change::new_mod::{self, DESCRIPTOR, ModFiles};
use crate::change::temporary_records::TemporaryRecords;
use crate::change::write::MissingParents;
use crate::read::digest::Digest;
use crate::resolve::reference_table::Target;
use crate::resolve::resolved::Resolved;
use crate::roots::contained::{self, LookupError, split};
use crate::roots::spelling::is_same;

/// How long to wait for writers that were changing something in a folder when it was moved.
const WRITERS_TIMEOUT: Duration = Duration::from_secs(3);

/// Why a change was not made. Nothing changed.
pub(crate) enum MakeError {
    /// Another program changed it at the last moment.
    Changed,
    /// Something in the folder cannot be removed, by its path from there.
    NotPermitted(String),
    /// The system failed, or another program holds a file.
    Failed(io::Error),
}

impl From<io::Error> for MakeError {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

impl ChangeStep {
    /// Prepares everything but the change itself: new content is on disk beside its target, and all handles are open.
    pub(super) fn stage<'w>(self, target: &Target, records: &'w TemporaryRecords) -> io::Result<StagedChange<'w>> {
        Ok(match self {
            Self::Replace { content, metadata, parents, must_be_new } => {
                let MissingParents { existing, names } = parents;
                let temporary = TemporaryFile::create(records, existing, &content, &metadata)?;
                StagedChange::Replace { temporary, names, must_be_new }
            }
            Self::Remove => StagedChange::Remove { from: target.open_holder()? },
            Self::Move { to, parents, must_be_new } => {
                StagedChange::Move { from: target.open_holder()?, to, parents, must_be_new }
            }
            Self::RemoveFolder => StagedChange::RemoveFolder { from: target.open_holder()? },
            Self::PlaceFolder { snapshot, digest, parents } => {
                let MissingParents { existing, names } = parents;
                let temporary = TemporaryFolder::create(records, existing)?;
                if snapshot.build_in(&temporary.open()?)? != digest {
                    return Err(io::ErrorKind::InvalidData.into());
                }
                StagedChange::PlaceFolder { temporary, names }
            }
            Self::CreateMod { files, has_folder } => {
                let ModFiles { descriptor, launcher_file } = files;
                let folder = if has_folder {
                    None
                } else {
                    let folder = TemporaryFolder::create(records, target.open_holder()?)?;
                    let mut file =
                        TemporaryFile::create(records, folder.open()?, &descriptor.into(), &FileMetadata::New)?;
                    file.move_to(&folder.open()?, DESCRIPTOR, true)?;
                    Some(folder)
                };
                let launcher_file =
                    TemporaryFile::create(records, target.open_holder()?, &launcher_file.into(), &FileMetadata::New)?;
                StagedChange::CreateMod { folder, launcher_file }
            }
            Self::RemoveMod { found } => StagedChange::RemoveMod { from: target.open_holder()?, found },
        })
    }
}

/// A change that is prepared on disk.
pub(super) enum StagedChange<'w> {
    Replace { temporary: TemporaryFile<'w>, names: Vec<Box<str>>, must_be_new: bool },
    Remove { from: Dir },
    Move { from: Dir, to: Resolved, parents: MissingParents, must_be_new: bool },
    RemoveFolder { from: Dir },
    PlaceFolder { temporary: TemporaryFolder<'w>, names: Vec<Box<str>> },
    CreateMod { folder: Option<TemporaryFolder<'w>>, launcher_file: TemporaryFile<'w> },
    RemoveMod { from: Dir, found: Digest },
}

impl StagedChange<'_> {
    /// The change itself. An error means that nothing changed.
    pub(super) fn make(
        self,
        target: &Target,
        folder: Option<&FolderVersion>,
        records: &TemporaryRecords,
    ) -> Result<(), MakeError> {
        let name = split(target.path()).1;
        match self {
            Self::Replace { mut temporary, names, must_be_new } => {
                let made = CreatedDirs::make(&temporary.dir, &names)?;
                temporary.move_to(made.innermost(), name, must_be_new)?;
                sync(made.innermost());
                made.keep();
            }
            Self::Remove { from } => {
                remove_file(&from, name)?;
                sync(&from);
            }
            Self::Move { from, to, parents, must_be_new } => {
                let made = CreatedDirs::make(&parents.existing, &parents.names)?;
                let new_name = split(to.target.path()).1;
                // The new name is another spelling of the file's own name, so it is taken by the file itself.
                let must_be_new = must_be_new || !is_same(&from, name, new_name);
                move_file(&from, name, made.innermost(), new_name, must_be_new)?;
                // The content was changed at the last moment, so it is not what a person agreed to move; where it cannot be
                // moved back, it stays under the new name and is not lost.
                let moved = folder.map(|state| (contained::open_child(made.innermost(), new_name), state));
                if moved.is_some_and(|(moved, state)| !is_as_prepared(moved, state))
                    && move_file(made.innermost(), new_name, &from, name, must_be_new).is_ok()
                {
                    return Err(MakeError::Changed);
                }
                sync(&from);
                sync(made.innermost());
                made.keep();
            }
            Self::RemoveFolder { from } => {
                let mut taken = TemporaryFolder::take(records, from, name)?;
                if let Err(error) = check_taken(&taken, folder) {
                    let holder = taken.dir.try_clone()?;
                    if taken.move_to(&holder, name).is_ok() {
                        return Err(error);
                    }
                    // The name was taken meanwhile. The folder holds something that is stored nowhere else, or that cannot be
                    // removed, so it is left.
                    taken.leave();
                }
                sync(&taken.dir);
            }
            Self::PlaceFolder { mut temporary, names } => {
                let made = CreatedDirs::make(&temporary.dir, &names)?;
                temporary.move_to(made.innermost(), name)?;
                sync(made.innermost());
                made.keep();
            }
            Self::CreateMod { folder, launcher_file } => create_mod(folder, launcher_file, records, name)?,
            Self::RemoveMod { from, found } => remove_mod(&from, found, target, records)?,
        }
        Ok(())
    }
}

/// The folder, then the launcher's file, which makes it a mod. If that file cannot be put in place, the folder is removed
/// again.
fn create_mod(
    folder: Option<TemporaryFolder<'_>>,
    mut launcher_file: TemporaryFile<'_>,
    records: &TemporaryRecords,
    name: &str,
) -> io::Result<()> {
    let holder = launcher_file.dir.try_clone()?;
    let is_new = folder.is_some();
    if let Some(mut folder) = folder {
        folder.move_to(&holder, name)?;
    }
    if let Err(error) = launcher_file.move_to(&holder, &format!("{name}.mod"), true) {
        if is_new {
            drop(TemporaryFolder::take(records, holder, name));
        }
        return Err(error);
    }
    sync(&holder);
    Ok(())
}

/// The launcher's file first: without it there is no mod, and creation adopts the folder that a crash may leave. The folder is
/// looked at once more where no program finds it by its name. If it cannot be moved, or somebody put something into it since, both
/// are put back (L102).
fn remove_mod(holder: &Dir, found: Digest, target: &Target, records: &TemporaryRecords) -> Result<(), MakeError> {
    let name = split(target.path()).1;
    let launcher_file = format!("{name}.mod");
    let content = new_mod::read(holder, &launcher_file);
    match remove_file(holder, &launcher_file) {
        // A removal that was killed here is finished.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        removed => removed?,
    }
    let removed = remove_created_folder(holder, found, content.as_deref(), target, records);
    if removed.is_err()
        && let Some(content) = content
    {
        TemporaryFile::create(records, holder.try_clone()?, &content.into(), &FileMetadata::New)?.move_to(
            holder,
            &launcher_file,
            true,
        )?;
    }
    sync(holder);
    removed
}

fn remove_created_folder(
    holder: &Dir,
    found: Digest,
    launcher_file: Option<&[u8]>,
    target: &Target,
    records: &TemporaryRecords,
) -> Result<(), MakeError> {
    let name = split(target.path()).1;
    let mut taken = match TemporaryFolder::take(records, holder.try_clone()?, name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        taken => taken?,
    };
    if taken.open().is_ok_and(|folder| created_digest(&folder, launcher_file, target) == Some(found)) {
        return Ok(());
    }
    // Where the name was taken meanwhile, the folder is left: it holds something that is stored nowhere else.
    if taken.move_to(holder, name).is_err() {
        taken.leave();
    }
    Err(MakeError::Changed)
}

/// The digest of a mod whose folder was moved out of its place, if it holds nothing but its descriptor now that earlier writers
/// have finished. The launcher's file follows from the descriptor, if it is gone already.
fn created_digest(folder: &Dir, launcher_file: Option<&[u8]>, target: &Target) -> Option<Digest> {
    let writers = Writers::AwaitedUntil(Instant::now() + WRITERS_TIMEOUT);
    let summary = walk(folder, writers, None).ok()?.listing.summary;
    let descriptor = new_mod::read(folder, DESCRIPTOR).filter(|_| summary.files == 1 && summary.folders == 0)?;
    let derived = [&descriptor, new_mod::place_line(target).as_bytes()].concat();
    Some(new_mod::digest_of(&descriptor, launcher_file.unwrap_or(&derived)))
}

/// A folder that was moved out of its place: whether it holds what was stored of it, and can be removed as a whole.
fn check_taken(taken: &TemporaryFolder<'_>, state: Option<&FolderVersion>) -> Result<(), MakeError> {
    if state.is_some_and(|state| !is_as_prepared(taken.open().map_err(LookupError::from), state)) {
        return Err(MakeError::Changed);
    }
    check_removable(&taken.open()?)
}

/// Whether a folder that was moved out of its place holds what it held when the change was prepared, now that no program can
/// reach it by its name and earlier writers have finished (L102).
fn is_as_prepared(moved: Result<Dir, LookupError>, state: &FolderVersion) -> bool {
    let writers = Writers::AwaitedUntil(Instant::now() + WRITERS_TIMEOUT);
    let now = moved.ok().and_then(|moved| walk(&moved, writers, None).ok());
    now.is_some_and(|now| now.digest == state.digest)
}

/// Removes directories above a deleted file, innermost first, until one is not empty. The change has taken place by now.
pub(super) fn remove_empty_parents(target: &Target, count: usize) {
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
