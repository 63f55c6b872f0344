//! Exact replacement of text: it must match as often as stated, or nothing is changed.

use replies::wa::invalid::TextCountDiffers;
use reply_core::{ReplyBuilder, Terminal};

use crate::digest::Digest;
use crate::encoding::BOM;
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
    /// Applies a replacement to what a file holds, in memory; to nothing else than `expected`, if that is given.
    pub fn edit<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        target: &impl Visible,
        replacement: &Replacement,
        expected: Option<Digest>,
    ) -> Result<(ReplyBuilder<'c>, Edited), Terminal<'c>> {
        let reference = target.reference();
        let (rb, target) = self.dereference(rb, reference)?;
        let address = reference.address().clone();
        let (rb, content) = self.load(rb, &target, &address)?;
        let seen = Digest::of(&content);
        // First: text that is not found in another file than the agent has seen says nothing.
        if expected.is_some_and(|expected| expected != seen) {
            return Err(self.content_differs(rb, &address, Some(seen), expected));
        }
        // Reading shows no byte order mark, so no text that is replaced can hold it.
        let (text, has_bom) = match content.strip_prefix(BOM) {
            Some(text) => (text, true),
            None => (content.as_slice(), false),
        };
        // Text that is not UTF-8 holds none of the text that an agent can write.
        let text = std::str::from_utf8(text).unwrap_or_default();
        let found = if replacement.old.is_empty() { 0 } else { text.matches(&replacement.old).count() };
        if found != replacement.expected_count || found == 0 {
            let (found, expected) = (found as u64, replacement.expected_count as u64);
            return Err(rb.invalid(&self.voice, TextCountDiffers { found, target: address, expected }));
        }
        let content = Content::from(text.replace(&replacement.old, &replacement.new));
        Ok((rb, Edited { content: if has_bom { content.with_bom() } else { content }, seen }))
    }
}
