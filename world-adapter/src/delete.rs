//! Deleting a file.

use reply_core::{Address, ReplyBuilder};

use crate::authority::{Authorisation, Authorized, Delete, OperationName};
use crate::failure::Unfinished;
use crate::prepared::{Prepared, Step};
use crate::world::WorldAdapter;

impl WorldAdapter {
    /// Prepares a deletion: what the file holds is known, and nothing has changed yet.
    pub fn prepare_delete<'w, 'c>(
        &'w self,
        rb: ReplyBuilder<'c>,
        authorized: impl Authorisation<Delete>,
    ) -> Result<(ReplyBuilder<'c>, Prepared<'w>), Unfinished<'c>> {
        let Authorized { target, operation: Delete } = authorized.take();
        let address: Address = target.address().into();
        let (rb, previous) = self.previous(rb, &target.target, &address, OperationName::Delete)?;
        if previous.is_none() {
            return Err(self.not_found(rb, address.as_str()).into());
        }
        Ok((rb, Prepared::new(self, target, address, previous, Step::Remove, None)))
    }
}
