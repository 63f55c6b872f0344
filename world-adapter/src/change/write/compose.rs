//! The bytes that a write leaves in a file: its encoding and line endings stay as they are.

use std::borrow::Cow;

use ck3_script::Folder;
use replies::wa::invalid::{EncodingCannotHold, NotText, TextCountDiffers};
use reply_kit::{Address, ReplyBuilder, Text};

use crate::change::authority::WriteSource;
use crate::change::failure::{Preparing, Unfinished};
use crate::change::prepared::CurrentFile;
use crate::change::write::FileContent;
use crate::change::write::edit::{Replacement, with_crlf};
use crate::change::write::syntax::{Syntax, new_errors};
use crate::codes::ChangeCodes;
use crate::read::encoding::{BOM, Encoding, UnencodableCharError, is_crlf};
use crate::read::file::MAX_FILE;
use crate::resolve::resolved::Resolved;
use crate::world::WorldAdapter;

/// The most line numbers that are listed for an ambiguous text.
const MAX_LINES_LISTED: usize = 20;

impl WorldAdapter {
    /// The new content of a file, given its current content.
    pub(crate) fn compose<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Resolved,
        (body, syntax): (WriteSource, Syntax),
        previous: Option<&CurrentFile>,
    ) -> Preparing<'c, T, FileContent> {
        let address = target.named();
        let now = previous.map_or(&[][..], CurrentFile::content);
        let is_text = !matches!(body, WriteSource::Exact(_));
        let (rb, content) = match body {
            WriteSource::Exact(content) => (rb, content),
            WriteSource::Text(text) if previous.is_none() => {
                let text = if self.neighbours_end_as_windows(target) { with_crlf(&text) } else { text };
                let content = FileContent::from(text);
                (rb, if Folder::of(target.script_path()).wants_bom() { content.with_bom() } else { content })
            }
            WriteSource::Text(text) => self.encode(rb, &address, Encoding::decode(now), text)?,
            WriteSource::Edit(replacement) => self.replace(rb, &address, now, &replacement)?,
        };
        // Text with a zero byte would be read back as binary, and could not be changed again.
        if is_text && Encoding::of(content.as_bytes()) == Encoding::Binary {
            let encoding = if previous.is_none() { Encoding::Utf8 } else { Encoding::of(now) };
            return Err(self.cannot_hold(rb, &address, encoding, UnencodableCharError::zero_in(content.as_bytes())));
        }
        let is_parsed = syntax == Syntax::Checked && is_text;
        if is_parsed && let Some(errors) = new_errors(target.script_path(), now, content.as_bytes()) {
            return Err(self.script_invalid(rb, address, errors).into());
        }
        let size = content.as_bytes().len() as u64;
        // The result could not be read, changed or restored.
        if size > MAX_FILE {
            return Err(self.too_large(rb, &address, size).into());
        }
        Ok((rb, content))
    }

    /// A new text in the encoding and with the line endings of the current file.
    fn encode<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        address: &Address,
        (encoding, now): (Encoding, Option<Cow<'_, str>>),
        text: String,
    ) -> Preparing<'c, T, FileContent> {
        let is_windows = now.is_some_and(|now| is_crlf(&now)) && !text.contains('\r');
        let text = if is_windows { text.replace('\n', "\r\n") } else { text };
        match encoding {
            // A byte order mark in the given text is kept, too.
            Encoding::Utf8 => Ok((rb, FileContent::from(text))),
            Encoding::Binary => Err(rb.invalid(&self.voice, NotText { target: address.clone() }).into()),
            _ => self.encoded(rb, address, encoding, text),
        }
    }

    fn encoded<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        address: &Address,
        encoding: Encoding,
        text: String,
    ) -> Preparing<'c, T, FileContent> {
        let is_encoded = encoding == Encoding::Utf8 && !text.starts_with('\u{feff}');
        let encoded = if is_encoded { Ok(text.into_bytes()) } else { encoding.encode(&text) };
        let (rb, content) = rb.require(encoded, |rb, error| self.cannot_hold(rb, address, encoding, error))?;
        Ok((rb, FileContent::from(content)))
    }

    fn cannot_hold<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        address: &Address,
        encoding: Encoding,
        UnencodableCharError { character, line }: UnencodableCharError,
    ) -> Unfinished<'c, T> {
        let character = Text::new(format!("U+{:04X}", u32::from(character)));
        let (target, encoding, line) = (address.clone(), encoding.into(), line as u64);
        rb.invalid(&self.voice, EncodingCannotHold { target, encoding, character, line }).into()
    }

    /// The current text with a part replaced. Where every line ends with CRLF, both texts may have either line ending.
    fn replace<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        address: &Address,
        now: &[u8],
        replacement: &Replacement,
    ) -> Preparing<'c, T, FileContent> {
        // Reading shows no byte order mark, so no text that is replaced can hold it.
        let (encoding, text) = Encoding::decode(now);
        let Some(text) = text else {
            return Err(rb.invalid(&self.voice, NotText { target: address.clone() }).into());
        };
        let is_windows = is_crlf(&text);
        let (text, replacement) = if is_windows {
            (Cow::Owned(text.replace("\r\n", "\n")), &replacement.with_line_feeds())
        } else {
            (text, replacement)
        };
        // A file with mixed line endings: the text is searched for with the other line ending as well.
        let paired = replacement.with_crlf();
        let replacement = if !is_windows && replacement.outcome(&text).found == 0 && paired.outcome(&text).found > 0 {
            &paired
        } else {
            replacement
        };
        let outcome = replacement.outcome(&text);
        if outcome.found != replacement.expected_count || outcome.found == 0 {
            let (found, expected) = (outcome.found as u64, replacement.expected_count as u64);
            let lines = replacement.lines_in(&text).map(|line| line as u64).take(MAX_LINES_LISTED).collect();
            let nearest = if found == 0 { replacement.nearest_in(&text) } else { None };
            let nearest = nearest.map(|(line, text)| Text::echo(&format!("line {line}: {text}")));
            let answer = TextCountDiffers {
                found,
                target: address.clone(),
                expected,
                lines,
                nearest: nearest.into_iter().collect(),
            };
            return Err(rb.invalid(&self.voice, answer).into());
        }
        // L100: checked before the text is built. A few bytes of text can become gigabytes.
        let size = outcome.size.map_or(u64::MAX, |size| size as u64);
        if size > MAX_FILE {
            return Err(self.too_large(rb, address, size).into());
        }
        let text = replacement.apply(&text);
        let text = if is_windows { text.replace('\n', "\r\n") } else { text };
        self.encoded(rb, address, encoding, text)
    }
}

impl FileContent {
    /// The content with the byte order mark that Paradox localisation needs, if it has none.
    #[must_use]
    pub fn with_bom(self) -> Self {
        if self.as_bytes().starts_with(BOM) { self } else { Self::from([BOM, self.as_bytes()].concat()) }
    }
}
