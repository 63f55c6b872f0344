//! An exact replacement in a text: it must match as often as stated, or nothing is changed.

use replies::wa::invalid::TextCountDiffers;
use reply_core::{ReplyBuilder, Terminal};

use crate::digest::Digest;
use crate::reference::Visible;
use crate::world::WorldAdapter;
use crate::write::Content;

/// What to replace by what, and how often it must occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The text to replace, exactly.
    pub old: String,
    /// What stands there afterwards.
    pub new: String,
    /// How often `old` occurs.
    pub expected_count: usize,
}

/// The content after a replacement. Nothing is written yet: it takes an authorisation to write it.
#[derive(Clone, Debug)]
pub struct Edited {
    /// The new content, byte order mark and all else kept.
    pub content: Content,
    /// The digest of what was replaced: the write must replace exactly that.
    pub seen: Digest,
}

impl WorldAdapter {
    /// Applies a replacement to what a file holds, in memory.
    pub fn edit<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        target: &impl Visible,
        replacement: &Replacement,
    ) -> Result<(ReplyBuilder<'c>, Edited), Terminal<'c>> {
        let reference = target.reference();
        let (rb, target) = self.dereference(rb, reference)?;
        let address = reference.address().clone();
        let (rb, content) = self.load(rb, &target, &address)?;
        let seen = Digest::of(&content);
        // Text that is not UTF-8 holds none of the text that an agent can write.
        let text = std::str::from_utf8(&content).unwrap_or_default();
        let found = if replacement.old.is_empty() { 0 } else { text.matches(&replacement.old).count() };
        if found != replacement.expected_count || found == 0 {
            let (found, expected) = (found as u64, replacement.expected_count as u64);
            return Err(rb.invalid(&self.voice, TextCountDiffers { found, target: address, expected }));
        }
        let content = Content::from(text.replace(&replacement.old, &replacement.new));
        Ok((rb, Edited { content, seen }))
    }
}
