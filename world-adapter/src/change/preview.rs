//! What a write would do to a file, before anything is written.

use std::time::Duration;

use reply_kit::ReplyData;
use reply_kit::{Address, ReplyBuilder, Terminal, Text, Verbatim};
use similar::TextDiff;

use crate::change::authority::{Authorisation, Authorized, Write};
use crate::change::failure::Unfinished;
use crate::change::prepared::Previous;
use crate::codes::ChangeCodes;
use crate::read::digest::Digest;
use crate::read::encoding::Encoding;
use crate::world::WorldAdapter;

/// The longest difference that is shown; a longer one is cut at a line.
const MAX_LINE: usize = 64 * 1024;
/// How long the shortest difference is looked for; after that, any.
const DIFF_TIMEOUT: Duration = Duration::from_millis(500);

/// What a write would do.
#[derive(Clone, Debug, ReplyData)]
pub struct Preview {
    /// What would be changed.
    pub target: Address,
    /// The digest of what it would hold.
    pub digest: Text,
    /// How many bytes that is.
    pub size: u64,
    /// The difference, in unified form.
    pub diff: Verbatim,
}

impl WorldAdapter {
    /// The difference between what a file holds now and what a write would leave there, in unified form, and the digest of
    /// that. It is file content.
    ///
    /// What the write itself would refuse, this refuses with the same answer.
    pub fn preview<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        authorized: impl Authorisation<Write>,
    ) -> Result<(ReplyBuilder<'c, T>, Preview, Digest), Terminal<'c>> {
        let Authorized { target, operation: write } = authorized.take();
        let address = target.named();
        let (rb, planned) = self.plan_write(rb, &target, write).map_err(|unfinished| match unfinished {
            Unfinished::Answered(terminal) => terminal,
            // Nothing was to be changed, so it is a read that failed.
            Unfinished::Failed(rb, failure) => self.failed(rb, &address, failure.cause()),
        })?;
        let (now, content) = (planned.previous.as_ref().map_or(&[][..], Previous::content), planned.content.as_bytes());
        let text = match (Encoding::decode(now), Encoding::decode(content)) {
            ((_, Some(before)), (_, Some(after))) => unified(address.as_str(), &before, &after),
            _ => format!("binary content: {} bytes before, {} after\n", now.len(), content.len()),
        };
        let (digest, size) = (planned.content.digest(), content.len() as u64);
        let diff = Verbatim::read_from_file(&self.voice, cut(text));
        Ok((rb, Preview { target: address, digest: digest.into(), size, diff }, digest))
    }
}

fn unified(name: &str, before: &str, after: &str) -> String {
    let difference = TextDiff::configure().timeout(DIFF_TIMEOUT).diff_lines(before, after);
    difference.unified_diff().context_radius(3).header(name, name).to_string()
}

fn cut(mut text: String) -> String {
    if text.len() > MAX_LINE {
        let end = text[..text.floor_char_boundary(MAX_LINE)].rfind('\n').unwrap_or(0);
        text.truncate(end);
        text.push_str("\n… the difference goes on\n");
    }
    text
}
