//! Deleting a file, or a folder with nothing in it.

use replies::wa::invalid::TargetIsLink;
use reply_kit::ReplyBuilder;

use crate::change::authority::{Authorisation, Authorized, Delete, OperationName};
use crate::change::failure::{Preparing, Unfinished};
use crate::change::lock::LockExtent;
use crate::change::prepared::{ChangeStep, Prepared};
use crate::codes::ChangeCodes;
use crate::read::kind::Kind;
use crate::resolve::resolved::Resolved;
use crate::roots::contained::{self, join, split};
use crate::world::WorldAdapter;

impl WorldAdapter {
    /// Prepares a deletion: reads the content of the file, or checks that the folder is empty. Nothing has changed yet.
    pub fn prepare_delete<'w, 'c, T: ChangeCodes>(
        &'w self,
        rb: ReplyBuilder<'c, T>,
        authorized: impl Authorisation<Delete>,
    ) -> Preparing<'c, T, Prepared<'w>> {
        let Authorized { target, operation: Delete } = authorized.take();
        let rb = self.check_no_link(rb, &target)?;
        if matches!(target.target.kind(), Ok(Kind::Directory)) {
            return self.prepare_folder_removal(rb, target, None);
        }
        let (rb, lock) = self.lock(rb, OperationName::Delete, LockExtent::File, &target, None)?;
        let address = target.named();
        let (rb, previous) = self.previous(rb, &target.target, &address, OperationName::Delete)?;
        if previous.is_none() {
            return Err(self.not_found(rb, address.as_str()).into());
        }
        Ok((rb, Prepared::new(self, lock, target, previous.into(), ChangeStep::Remove)))
    }

    /// Deleting and renaming act on names. A link names another file, and which of the two is meant is unknown.
    pub(crate) fn check_no_link<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Resolved,
    ) -> Result<ReplyBuilder<'c, T>, Unfinished<'c, T>> {
        if !is_link(target) {
            return Ok(rb);
        }
        let (leads_to, target) = (target.named(), target.address().as_address().clone());
        Err(rb.invalid(&self.voice, TargetIsLink { target, leads_to }).into())
    }
}

/// Whether the last name of an address is a link; links before the last name do not matter.
fn is_link(target: &Resolved) -> bool {
    let Ok(dir) = target.target.opened.dir() else { return false };
    let (parent, name) = split(target.address().relative_path());
    let Ok(real) = contained::locate(&dir, parent) else { return false };
    matches!(contained::kind(&dir, &join(real.as_deref().unwrap_or(parent), name)), Ok(Kind::Link))
}
