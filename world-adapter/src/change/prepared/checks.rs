//! The lock of a change, and the last check before its commit point (L102).

use replies::wa::invalid::{FileInUse, TargetBusy};
use reply_kit::{Address, ReplyBuilder};

use super::{ChangeStep, CurrentFile};
use crate::change::authority::OperationName;
use crate::change::failure::{Preparing, Unfinished};
use crate::change::folder::FolderVersion;
use crate::change::folder::walk::list;
use crate::change::lock::{ChangeLock, LockError, LockExtent};
use crate::codes::ChangeCodes;
use crate::read::file::ContentError;
use crate::resolve::reference_table::Target;
use crate::resolve::resolved::Resolved;
use crate::roots::contained::LookupError;
use crate::roots::in_use::is_in_use;
use crate::world::WorldAdapter;

impl WorldAdapter {
    /// Waits until no other process changes the file, or the other end of its rename (L102).
    pub(crate) fn lock<'w, 'c, T: ChangeCodes>(
        &'w self,
        rb: ReplyBuilder<'c, T>,
        operation: OperationName,
        extent: LockExtent,
        target: &Resolved,
        other_end: Option<&Resolved>,
    ) -> Preparing<'c, T, ChangeLock<'w>> {
        let ends: Vec<&Target> = [Some(target), other_end].into_iter().flatten().map(|end| &*end.target).collect();
        match self.locks.lock(&ends, extent) {
            Ok(locked) => Ok((rb, locked)),
            Err(LockError::Busy) => Err(rb.invalid(&self.voice, TargetBusy { target: target.named() }).into()),
            Err(LockError::Failed(error)) => Err(self.unfinished(rb, target.named(), operation, error)),
        }
    }

    /// The target must still be what the change was prepared for: otherwise the undo would restore the wrong content.
    ///
    /// The lock excludes the processes that take it; this check is for programs that do not.
    pub(super) fn check_unchanged<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Target,
        address: &Address,
        previous: Option<&CurrentFile>,
    ) -> Result<ReplyBuilder<'c, T>, Unfinished<'c, T>> {
        match (CurrentFile::of(target), previous) {
            (Err(ContentError::Missed(LookupError::Absent)), None) => Ok(rb),
            (Ok(now), Some(previous)) if now.is(previous) => Ok(rb),
            (Err(ContentError::Missed(LookupError::Failed(error))), _) if is_in_use(&error) => {
                Err(rb.invalid(&self.voice, FileInUse { target: address.clone() }).into())
            }
            (now, _) => {
                let found = now.ok().map(|now| now.digest());
                let expected = previous.map(CurrentFile::digest);
                Err(self.content_differs(rb, address, found, expected).into())
            }
        }
    }

    /// The directory that a folder moves to may have been moved or made since the change was prepared without a lock.
    pub(super) fn renew_parents<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        step: ChangeStep,
    ) -> Preparing<'c, T, ChangeStep> {
        let ChangeStep::Move { to, must_be_new, .. } = step else { return Ok((rb, step)) };
        let (rb, parents) = self.missing_parents(rb, &to.target, &to.named())?;
        Ok((rb, ChangeStep::Move { to, parents, must_be_new }))
    }

    /// The same for a folder, with everything in it. Every other change waits meanwhile, so contents are read only if metadata
    /// differs; what that does not show is found when the folder has been moved, and its contents are read again.
    pub(super) fn check_folder_unchanged<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Target,
        address: &Address,
        state: &FolderVersion,
    ) -> Result<ReplyBuilder<'c, T>, Unfinished<'c, T>> {
        let dir = target.open_dir().ok();
        let metadata = dir.as_ref().and_then(|dir| list(dir).ok()).and_then(|listing| listing.metadata);
        if metadata.is_some() && metadata == state.listing.metadata {
            return Ok(rb);
        }
        let now = dir.and_then(|dir| FolderVersion::of(&dir).ok());
        match now.map(|now| now.digest) {
            Some(now) if now == state.digest => Ok(rb),
            None => Err(rb.invalid(&self.voice, TargetBusy { target: address.clone() }).into()),
            now => Err(self.content_differs(rb, address, now, Some(state.digest)).into()),
        }
    }
}
