//! Giving a file or a folder another name, which must be free.

use cap_std::fs::Dir;
use replies::wa::invalid::{OtherDisk, TargetExists};
use reply_kit::ReplyBuilder;

use crate::change::authority::{Authorisation, Authorized, OperationName, Rename};
use crate::change::failure::Preparing;
use crate::change::folder::FolderProblem;
use crate::change::lock::LockExtent;
use crate::change::prepared::{ChangeStep, Existing, Prepared};
use crate::codes::ChangeCodes;
use crate::read::kind::Kind;
use crate::resolve::resolved::Resolved;
use crate::roots::contained::{Disk, split};
use crate::roots::spelling::is_same;
use crate::world::WorldAdapter;

impl WorldAdapter {
    /// Prepares a rename: checks source and destination. Nothing has changed yet.
    pub fn prepare_rename<'w, 'c, T: ChangeCodes>(
        &'w self,
        rb: ReplyBuilder<'c, T>,
        authorized: impl Authorisation<Rename>,
    ) -> Preparing<'c, T, Prepared<'w>> {
        let Authorized { target, operation: Rename { to } } = authorized.take();
        let rb = self.check_no_link(rb, &target)?;
        let address = target.named();
        if matches!(target.target.kind(), Ok(Kind::Directory)) {
            return self.prepare_folder_rename(rb, target, to);
        }
        let (rb, lock) = self.lock(rb, OperationName::Rename, LockExtent::File, &target, Some(&to))?;
        let (rb, previous) = match self.previous(rb, &target.target, &address, OperationName::Rename)? {
            (rb, Some(previous)) => (rb, previous),
            (rb, None) => return Err(self.not_found(rb, address.as_str()).into()),
        };
        let (rb, step) = self.move_step(rb, &target, to)?;
        Ok((rb, Prepared::new(self, lock, target, Existing::File(previous), step)))
    }

    /// The same for a whole folder, which is read last and without a lock.
    fn prepare_folder_rename<'w, 'c, T: ChangeCodes>(
        &'w self,
        rb: ReplyBuilder<'c, T>,
        target: Resolved,
        to: Resolved,
    ) -> Preparing<'c, T, Prepared<'w>> {
        let (rb, listing) = self.folder_listing(rb, &target, OperationName::Rename)?;
        if to.identity().lies_within(target.identity()) && to.target.kind().is_err() {
            return Err(self.not_movable(rb, target.named(), FolderProblem::IntoItself));
        }
        let (rb, step) = self.move_step(rb, &target, to)?;
        let (rb, state) = self.folder_state(rb, &target, &listing, OperationName::Rename)?;
        Ok((rb, Prepared::of_folder(self, target, state, step)))
    }

    /// The step that moves something that exists to a name that does not.
    fn move_step<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Resolved,
        to: Resolved,
    ) -> Preparing<'c, T, ChangeStep> {
        let destination = to.named();
        let is_respelled = is_respelled(target, &to);
        if !is_respelled && to.target.kind().is_ok() {
            return Err(rb.invalid(&self.voice, TargetExists { target: destination }).into());
        }
        let (rb, parents) = self.missing_parents(rb, &to.target, &destination)?;
        // Errors that cannot be detected now are reported by the rename.
        let source = target.target.open_holder().ok().and_then(|holder| Disk::of(&holder).ok());
        if source.zip(Disk::of(&parents.existing).ok()).is_some_and(|(source, to)| source != to) {
            return Err(rb.invalid(&self.voice, OtherDisk { target: target.named(), destination }).into());
        }
        Ok((rb, ChangeStep::Move { to, parents, must_be_new: !is_respelled }))
    }
}

/// Whether the new name differs from the file's own in letter case only, on a disk that ignores letter case: then it is not
/// taken.
fn is_respelled(target: &Resolved, to: &Resolved) -> bool {
    let is_same = |dir: Dir| is_same(&dir, split(target.target.path()).1, split(to.target.path()).1);
    to.identity().respells(target.identity()) && target.target.open_holder().is_ok_and(is_same)
}
