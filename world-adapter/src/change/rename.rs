//! Giving a file another name, which must be free.

use replies::wa::invalid::TargetExists;
use reply_kit::ReplyBuilder;

use crate::change::authority::{Authorisation, Authorized, OperationName, Rename};
use crate::change::failure::Unfinished;
use crate::change::prepared::{Prepared, Step};
use crate::codes::ChangeCodes;
use crate::world::WorldAdapter;

impl WorldAdapter {
    /// Prepares a rename: source and destination are as they must be, and nothing has changed yet.
    pub fn prepare_rename<'w, 'c, T: ChangeCodes>(
        &'w self,
        rb: ReplyBuilder<'c, T>,
        authorized: impl Authorisation<Rename>,
    ) -> Result<(ReplyBuilder<'c, T>, Prepared<'w>), Unfinished<'c, T>> {
        let Authorized { target, operation: Rename { to } } = authorized.take();
        let rb = self.check_no_link(rb, &target)?;
        let (rb, lock) = self.lock(rb, OperationName::Rename, &target, Some(&to))?;
        let (address, destination) = (target.named(), to.named());
        let (rb, previous) = self.previous(rb, &target.target, &address, OperationName::Rename)?;
        if previous.is_none() {
            return Err(self.not_found(rb, address.as_str()).into());
        }
        if to.target.kind().is_ok() {
            return Err(rb.invalid(&self.voice, TargetExists { target: destination }).into());
        }
        let (rb, parents) = self.missing_parents(rb, &to.target, &destination)?;
        let step = Step::Move { to, destination, parents };
        Ok((rb, Prepared::new(self, lock, target, previous, step)))
    }
}
