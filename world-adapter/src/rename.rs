//! Giving a file another name, which must be free.

use replies::wa::invalid::TargetExists;
use reply_core::{Address, ReplyBuilder};

use crate::authority::{Authorisation, Authorized, OperationName, Rename};
use crate::contained;
use crate::failure::Unfinished;
use crate::prepared::{Prepared, Step};
use crate::world::WorldAdapter;

impl WorldAdapter {
    /// Prepares a rename: source and destination are as they must be, and nothing has changed yet.
    pub fn prepare_rename<'w, 'c>(
        &'w self,
        rb: ReplyBuilder<'c>,
        authorized: impl Authorisation<Rename>,
    ) -> Result<(ReplyBuilder<'c>, Prepared<'w>), Unfinished<'c>> {
        let Authorized { target, operation: Rename { to } } = authorized.take();
        let (address, destination): (Address, Address) = (target.address().into(), to.address().into());
        let (rb, previous) = self.previous(rb, &target.target, &address, OperationName::Rename)?;
        if previous.is_none() {
            return Err(self.not_found(rb, address.as_str()).into());
        }
        if contained::kind(to.target.opened.dir(), to.target.path()).is_ok() {
            return Err(rb.invalid(&self.voice, TargetExists { target: destination }).into());
        }
        let (rb, parents) = self.missing_parents(rb, &to.target, &destination)?;
        let step = Step::Move { to, destination, existing: parents.existing, parents: parents.names };
        Ok((rb, Prepared::new(self, target, address, previous, step, None)))
    }
}
