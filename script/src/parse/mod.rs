//! From bytes to the tape: one pass, and a second one where braces do not match.

mod blocks;
mod indent;
mod lexer;
mod recover;
pub(crate) mod report;
pub(crate) mod scan;
mod shallow;
mod strings;
mod swar;

pub(crate) use lexer::LexedText;

use crate::lexeme::Lexeme;

/// How deep blocks may be nested; deeper braces are skipped. The game's files stay below 40.
pub const MAX_DEPTH: usize = 1000;

/// Parses a text that is not longer than [`MAX_FILE`](crate::MAX_FILE).
pub(crate) fn tape(text: &[u8]) -> LexedText {
    lexer::Lexer::new(text, usize::MAX).run().finish()
}

/// Parses the outer levels of a text alone: blocks at `levels` deep are kept without their content.
///
/// The lexemes of these levels are the same as those of [`tape`]. If they cannot be known without the whole text, the whole
/// text is parsed. Also returns whether braces match and the outer levels are well-formed.
pub(crate) fn shallow_tape(text: &[u8], levels: usize) -> (Vec<Lexeme>, bool) {
    match lexer::Lexer::new(text, levels).run().shallow() {
        Some(found) => found,
        None => (tape(text).lexemes, false),
    }
}
