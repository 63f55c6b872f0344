//! Whether a folder can be deleted or renamed as a whole, and what that affects.

use cap_std::fs::Dir;
use replies::wa::invalid::{FolderNotEmpty, FolderNotMovable, FolderTooLarge, NotADirectory, TargetBusy, TargetExists};
use reply_kit::{Address, ReplyBuilder, ReplyData, Word};

use super::removal::find_foreign;
use super::walk::{WalkError, list};
use super::{FolderListing, FolderSummary, FolderVersion, MAX_FOLDER_BYTES, MAX_FOLDER_ENTRIES};
use crate::change::authority::{Authorisation, Authorized, DeleteFolder, OperationName, RestoreFolder};
use crate::change::failure::{Preparing, Unfinished};
use crate::change::lock::LockExtent;
use crate::change::prepared::{ChangeStep, Existing, Prepared};
use crate::codes::ChangeCodes;
use crate::read::kind::Kind;
use crate::resolve::resolved::Resolved;
use crate::roots::contained::{Disk, LookupError};
use crate::roots::host_path::HostPath;
use crate::session::mods::Mod;
use crate::world::WorldAdapter;

/// Why a folder is not changed as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ReplyData)]
pub(crate) enum FolderProblem {
    /// It is, or holds, something that other places share or that could not be restored.
    NotOwn,
    /// The new name lies inside the folder itself.
    IntoItself,
    /// The system does not let this user read or remove it.
    NoPermission,
}

/// The argument that a deletion of a non-empty folder needs.
const EXPECTED_FILES: Word = Word::new("expected_files");

impl WorldAdapter {
    /// Prepares the deletion of a folder with everything in it; nothing has changed yet.
    pub fn prepare_delete_folder<'w, 'c, T: ChangeCodes>(
        &'w self,
        rb: ReplyBuilder<'c, T>,
        authorized: impl Authorisation<DeleteFolder>,
    ) -> Preparing<'c, T, Prepared<'w>> {
        let Authorized { target, operation: DeleteFolder { expected_files } } = authorized.take();
        let rb = self.check_no_link(rb, &target)?;
        match target.target.kind() {
            Ok(Kind::Directory) => self.prepare_folder_removal(rb, target, Some(expected_files)),
            Ok(kind) => {
                Err(rb.invalid(&self.voice, NotADirectory { target: target.named(), kind: kind.into() }).into())
            }
            Err(_) => Err(self.not_found(rb, target.named().as_str()).into()),
        }
    }

    /// Without a number of files the folder must be empty.
    pub(crate) fn prepare_folder_removal<'w, 'c, T: ChangeCodes>(
        &'w self,
        rb: ReplyBuilder<'c, T>,
        target: Resolved,
        expected_files: Option<u64>,
    ) -> Preparing<'c, T, Prepared<'w>> {
        // A wrong number is told without reading a single file.
        let (rb, listing) = self.folder_listing(rb, &target, OperationName::Delete)?;
        let rb = self.check_expected(rb, &target, &listing.summary, expected_files)?;
        if let Some(path) = target.target.open_dir().ok().and_then(|folder| find_foreign(&folder)) {
            return Err(self.not_permitted(rb, &target, &path));
        }
        let (rb, state) = self.folder_state(rb, &target, &listing, OperationName::Delete)?;
        let rb = self.check_expected(rb, &target, &state.listing.summary, expected_files)?;
        Ok((rb, Prepared::of_folder(self, target, state, ChangeStep::RemoveFolder)))
    }

    fn check_expected<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Resolved,
        summary: &FolderSummary,
        expected_files: Option<u64>,
    ) -> Result<ReplyBuilder<'c, T>, Unfinished<'c, T>> {
        let is_expected = match expected_files {
            Some(expected) => expected == summary.files,
            None => summary.files + summary.folders == 0,
        };
        if is_expected {
            return Ok(rb);
        }
        let answer = FolderNotEmpty {
            target: target.named(),
            files: summary.files,
            folders: summary.folders,
            bytes: summary.bytes,
            argument: EXPECTED_FILES,
        };
        Err(rb.invalid(&self.voice, answer).into())
    }

    /// Prepares the restoration of a folder; the name must be free.
    pub fn prepare_restore_folder<'w, 'c, T: ChangeCodes>(
        &'w self,
        rb: ReplyBuilder<'c, T>,
        authorized: impl Authorisation<RestoreFolder>,
    ) -> Preparing<'c, T, Prepared<'w>> {
        let Authorized { target, operation: RestoreFolder { snapshot, digest } } = authorized.take();
        let (rb, lock) = self.lock(rb, OperationName::Write, LockExtent::Folder, &target, None)?;
        let address = target.named();
        if target.target.kind().is_ok() {
            return Err(rb.invalid(&self.voice, TargetExists { target: address }).into());
        }
        let (rb, parents) = self.missing_parents(rb, &target.target, &address)?;
        let step = ChangeStep::PlaceFolder { snapshot, digest, parents };
        Ok((rb, Prepared::new(self, lock, target, Existing::Nothing, step)))
    }

    /// What a folder holds, if it can be changed as a whole, without the contents of its files.
    pub(crate) fn folder_listing<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Resolved,
        operation: OperationName,
    ) -> Preparing<'c, T, FolderListing> {
        self.read_folder(rb, target, operation, list)
    }

    /// The same with their contents. No lock is held: the commit looks again, under one.
    pub(crate) fn folder_state<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Resolved,
        listing: &FolderListing,
        operation: OperationName,
    ) -> Preparing<'c, T, FolderVersion> {
        let Some(_read) = self.folder_reads.begin(listing.summary.bytes) else {
            return Err(rb.invalid(&self.voice, TargetBusy { target: target.named() }).into());
        };
        self.read_folder(rb, target, operation, FolderVersion::of)
    }

    fn read_folder<'c, T: ChangeCodes, F>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Resolved,
        operation: OperationName,
        read: impl FnOnce(&Dir) -> Result<F, WalkError>,
    ) -> Preparing<'c, T, F> {
        let address = target.named();
        match self.open_folder(target).and_then(|folder| folder.map(|folder| read(&folder)).transpose()) {
            Ok(Some(found)) => Ok((rb, found)),
            Ok(None) => Err(self.not_found(rb, address.as_str()).into()),
            Err(WalkError::NotOwn) => Err(self.not_movable(rb, address, FolderProblem::NotOwn)),
            Err(WalkError::Closed(path)) => Err(self.not_permitted(rb, target, &path)),
            Err(WalkError::Changing) => Err(rb.invalid(&self.voice, TargetBusy { target: address }).into()),
            Err(WalkError::Failed(error)) => Err(self.unfinished(rb, address, operation, error)),
            Err(WalkError::TooLarge { entries, bytes }) => {
                let (max_entries, max_bytes) = (MAX_FOLDER_ENTRIES, MAX_FOLDER_BYTES);
                let answer = FolderTooLarge { target: address, entries, bytes, max_entries, max_bytes };
                Err(rb.invalid(&self.voice, answer).into())
            }
        }
    }

    /// The folder, if nothing else is part of it; `None` if it is not there.
    fn open_folder(&self, target: &Resolved) -> Result<Option<Dir>, WalkError> {
        // L38: a hidden entry gets the same answer as any other entry that does not belong to the folder.
        if self.is_or_holds_a_base(target) {
            return Err(WalkError::NotOwn);
        }
        let dir = match target.target.open_dir() {
            Err(LookupError::Absent) => return Ok(None),
            opened => opened?,
        };
        // A folder on which a disk is mounted cannot be moved.
        let holder = target.target.open_holder().ok().and_then(|holder| Disk::of(&holder).ok());
        if holder.zip(Disk::of(&dir).ok()).is_some_and(|(holder, folder)| holder != folder) {
            return Err(WalkError::NotOwn);
        }
        Ok(Some(dir))
    }

    /// Something in a folder is in the way, by its path from there. An entry without an address is reported by its folder.
    pub(crate) fn not_permitted<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        folder: &Resolved,
        path: &str,
    ) -> Unfinished<'c, T> {
        let address = folder.named();
        let names = path.split('/').filter(|name| !name.is_empty());
        let found = names.clone().try_fold(address.clone(), |address, name| address.child(name));
        self.not_movable(rb, found.unwrap_or(address), FolderProblem::NoPermission)
    }

    pub(crate) fn not_movable<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: Address,
        problem: FolderProblem,
    ) -> Unfinished<'c, T> {
        rb.invalid(&self.voice, FolderNotMovable { target, problem: problem.into() }).into()
    }

    /// Whether a folder is, or holds, a root, a mod of the session or the local mods folder.
    fn is_or_holds_a_base(&self, target: &Resolved) -> bool {
        let place = target.target.opened.canonical().as_path().join(target.target.path());
        let place = HostPath::new(place);
        let roots = self.roots.iter().map(|root| &root.opened);
        let mods = target.session.mods().iter().filter_map(Mod::opened);
        let local = target.session.local_folder();
        roots.chain(mods).any(|base| base.canonical().below(&place).is_some())
            || local.is_some_and(|local| local.identity.lies_within(target.identity()))
    }
}
