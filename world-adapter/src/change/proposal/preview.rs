//! What a write would do to a file, before anything is written.

use reply_kit::ReplyData;
use reply_kit::{Address, ReplyBuilder, Step, Text, Verbatim};

use crate::change::authority::{Authorisation, Authorized, Write};
use crate::change::failure::Unfinished;
use crate::change::prepared::CurrentFile;
use crate::change::proposal::{BoundContent, Proposal};
use crate::codes::ChangeCodes;
use crate::world::WorldAdapter;

/// What a write would do. Enforcement answers it as it was computed, so it has no public field and no public constructor (L05).
#[derive(Clone, Debug, ReplyData)]
pub struct Preview {
    /// What would be changed.
    pub(crate) target: Address,
    /// The digest of what it would hold.
    pub(crate) digest: Text,
    /// How many bytes that is.
    pub(crate) size: u64,
    /// The difference, in unified form.
    pub(crate) diff: Verbatim,
}

/// A write that was prepared for a preview: for the agent, and for the person who has to agree.
#[derive(Clone, Debug)]
pub struct DryRunPreview {
    /// For the agent.
    pub preview: Preview,
    /// What an approval binds.
    pub bound: BoundContent,
    /// For the person.
    pub proposal: Proposal,
}

impl WorldAdapter {
    /// The difference between the current content of a file and what a write would leave, in unified form, and what an approval
    /// of it binds. It is file content.
    ///
    /// It refuses whatever the write itself would refuse, with the same reply.
    pub fn preview<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        authorized: impl Authorisation<Write>,
    ) -> Step<'c, T, DryRunPreview> {
        let Authorized { target, operation: write } = authorized.take();
        let address = target.named();
        let (rb, planned) = self.plan_write(rb, &target, write).map_err(|unfinished| match unfinished {
            Unfinished::Answered(terminal) => terminal,
            // Nothing was to be changed, so the failure is that of a read.
            Unfinished::Failed(rb, failure) => self.failed(rb, &address, &failure.cause),
        })?;
        let content = planned.content.as_bytes();
        let proposal =
            Proposal::of_write(address.as_str(), planned.previous.as_ref().map(CurrentFile::content), content);
        let (digest, size) = (planned.content.digest(), content.len() as u64);
        let diff = Verbatim::read_from_file(&self.voice, proposal.difference.clone().unwrap_or_default());
        let bound =
            BoundContent { content: Some(digest), replaced: planned.previous.as_ref().map(CurrentFile::digest) };
        let preview = Preview { target: address, digest: digest.into(), size, diff };
        Ok((rb, DryRunPreview { preview, bound, proposal }))
    }
}
