//! Whether a folder can be deleted or renamed as a whole, and what that affects.

use replies::wa::invalid::{FolderNotEmpty, FolderNotMovable, FolderTooLarge, NotADirectory, TargetBusy, TargetExists};
use reply_kit::{Address, ReplyBuilder, ReplyData, Word};

use super::removal::find_foreign;
use super::walk::WalkError;
use super::{FolderVersion, MAX_FOLDER_BYTES, MAX_FOLDER_ENTRIES};
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
        let (rb, lock) = self.lock(rb, OperationName::Delete, LockExtent::Folder, &target, None)?;
        let (rb, state) = self.folder_state(rb, &target, OperationName::Delete)?;
        let summary = &state.summary;
        let is_expected = match expected_files {
            Some(expected) => expected == summary.files,
            None => summary.files + summary.folders == 0,
        };
        if !is_expected {
            let answer = FolderNotEmpty {
                target: target.named(),
                files: summary.files,
                folders: summary.folders,
                bytes: summary.bytes,
                argument: EXPECTED_FILES,
            };
            return Err(rb.invalid(&self.voice, answer).into());
        }
        if let Some(path) = target.target.open_dir().ok().and_then(|folder| find_foreign(&folder)) {
            return Err(self.not_permitted(rb, &target, &path));
        }
        Ok((rb, Prepared::new(self, lock, target, Existing::Folder(state), ChangeStep::RemoveFolder)))
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

    /// What a folder holds, if it can be removed as a whole.
    pub(crate) fn folder_state<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Resolved,
        operation: OperationName,
    ) -> Preparing<'c, T, FolderVersion> {
        let address = target.named();
        match self.read_folder(target) {
            Ok(Some(state)) => Ok((rb, state)),
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

    /// The folder as it is; `None` if it is not there.
    fn read_folder(&self, target: &Resolved) -> Result<Option<FolderVersion>, WalkError> {
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
        FolderVersion::of(&dir).map(Some)
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
