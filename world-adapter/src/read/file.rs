//! Reading a file through a reference: kind and size come from the handle, and nothing blocks.

use std::io::{self, Read as _};

use cap_std::fs::{File, Metadata};
use replies::wa::invalid::{FileInUse, FileTooLarge, NotAFile, RangeOutsideFile};
use reply_kit::ReplyData;
use reply_kit::{Address, Declares, ReplyBuilder, Step, Terminal, Text, Verbatim};

use crate::codes::ReadCodes;
use crate::read::digest::Digest;
use crate::read::encoding::{Encoding, LineEnds};
use crate::read::kind::Kind;
use crate::resolve::reference::{TargetOf, Visible};
use crate::resolve::reference_table::Target;
use crate::roots::contained::{self, LookupError};
use crate::roots::in_use::{is_in_use, retrying};
use crate::world::WorldAdapter;

/// The largest file that is read at all, whatever range is requested.
pub const MAX_FILE: u64 = 64 * 1024 * 1024;

/// Which part of a file to read. Lines count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// A range of lines, both ends included.
    Lines {
        /// The first line.
        first: usize,
        /// The last line; a number beyond the end means the end.
        last: usize,
    },
    /// This many lines at the beginning.
    Head(usize),
    /// This many lines at the end.
    Tail(usize),
}

/// The most bytes of text in one answer: 40,000 by default, which fits a model's context, at most 4 MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimit(usize);

impl ReadLimit {
    /// A limit in bytes.
    pub fn bytes(bytes: usize) -> Self {
        Self(bytes.clamp(1, 4 * 1024 * 1024))
    }

    /// The remaining limit after this many bytes; it may be zero.
    pub(crate) fn less(self, bytes: usize) -> Self {
        Self(self.0.saturating_sub(bytes))
    }

    /// The most bytes the text may have once it is written as JSON. Ordinary text has few characters that need escapes, but a
    /// file of control characters would grow to thirteen times its size (L100).
    fn encoded(self) -> usize {
        self.0 + self.0 / 2
    }
}

/// How many bytes a text has as JSON, without the quotes.
fn encoded_len(text: &str) -> usize {
    let escaped = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 2,
        0x00..=0x1f => 6,
        _ => 1,
    };
    text.bytes().map(escaped).sum()
}

impl Default for ReadLimit {
    fn default() -> Self {
        Self(40_000)
    }
}

/// The content of a file, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct FileText {
    /// The file.
    pub(crate) target: Address,
    /// Its size in bytes.
    pub(crate) size: u64,
    /// The digest of the whole file; a write that replaces it takes this as `expected_digest`.
    pub(crate) digest: Text,
    /// Its encoding.
    pub(crate) encoding: Encoding,
    /// Its line endings.
    pub(crate) line_ends: LineEnds,
    /// How many lines it has; 0 for a binary file.
    pub(crate) lines: usize,
    /// The first line in the answer.
    pub(crate) first_line: usize,
    /// The last line in the answer.
    pub(crate) last_line: usize,
    /// The line to continue from, if lines were cut to stay within the limit.
    pub(crate) next_line: Option<usize>,
    /// The text, verbatim but for a byte order mark; null for a binary file.
    pub(crate) content: Option<Verbatim>,
}

impl WorldAdapter {
    /// Reads a file, or a part of it, as text. For a binary file only its metadata is returned.
    pub fn read<'c, T: ReadCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        visible: &impl Visible<T>,
        part: Part,
        limit: ReadLimit,
    ) -> Step<'c, T, FileText> {
        let (rb, (text, _)) = self.read_part(rb, visible, part, limit)?;
        if text.content.is_none() && text.next_line.is_some() {
            // Not a single line fits.
            let (target, size, limit) = (text.target, text.size, limit.0 as u64);
            return Err(rb.invalid(&self.voice, FileTooLarge { target, size, limit }));
        }
        Ok((rb, text))
    }

    /// Reads like [`WorldAdapter::read`], and also returns how many bytes of text that is; if not a single line fits, there is
    /// no text.
    pub(crate) fn read_part<'c, T: ReadCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        visible: &impl Visible<T>,
        part: Part,
        limit: ReadLimit,
    ) -> Step<'c, T, (FileText, usize)> {
        let reference = visible.reference();
        let (rb, TargetOf(target)) = visible.target(self, rb)?;
        let address = reference.address().clone();
        let (rb, file) = self.load(rb, &target, &address)?;
        let size = file.len() as u64;
        let (encoding, text) = Encoding::decode(&file);
        let digest = Text::new(Digest::of(&file).to_string());
        let mut answer = FileText {
            target: address,
            size,
            digest,
            encoding,
            line_ends: LineEnds::None,
            lines: 0,
            first_line: 0,
            last_line: 0,
            next_line: None,
            content: None,
        };
        let Some(text) = text else { return Ok((rb, (answer, 0))) };
        answer.line_ends = LineEnds::of(&text);
        answer.lines = text.split_inclusive('\n').count();
        let (first, last) = match part {
            Part::Whole => (1, answer.lines),
            Part::Lines { first, last } => (first.max(1), last.min(answer.lines)),
            Part::Head(count) => (1, count.min(answer.lines)),
            Part::Tail(count) => (answer.lines.saturating_sub(count) + 1, answer.lines),
        };
        if matches!(part, Part::Lines { .. }) && first > answer.lines {
            let (lines, first) = (answer.lines as u64, first as u64);
            return Err(rb.invalid(&self.voice, RangeOutsideFile { target: answer.target, lines, first }));
        }
        let cut = WholeLines::of(&text, first, last, limit);
        let is_incomplete = cut.last < last;
        answer.next_line = is_incomplete.then_some(cut.last + 1);
        if is_incomplete && cut.last < first {
            return Ok((rb, (answer, 0)));
        }
        answer.first_line = first.min(cut.last);
        answer.last_line = cut.last;
        answer.content = Some(Verbatim::read_from_file(&self.voice, cut.text.to_owned()));
        Ok((rb, (answer, cut.text.len())))
    }

    /// The bytes of a regular file, or the reply that says why there are none.
    pub(crate) fn load<'c, T: ReadCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Target,
        address: &Address,
    ) -> Step<'c, T, Vec<u8>> {
        match load(target) {
            Ok(content) => Ok((rb, content)),
            Err(ContentError::OtherKind(kind)) => {
                Err(rb.invalid(&self.voice, NotAFile { target: address.clone(), kind: kind.into() }))
            }
            Err(ContentError::TooLarge(size)) => Err(self.too_large(rb, address, size)),
            // The file was visible when it was resolved, so the agent may learn that the system refuses to read it.
            Err(ContentError::Missed(LookupError::Failed(error))) if is_in_use(&error) => {
                Err(rb.invalid(&self.voice, FileInUse { target: address.clone() }))
            }
            Err(ContentError::Missed(LookupError::Failed(error) | LookupError::Closed(error))) => {
                Err(self.failed(rb, address, &error))
            }
            Err(ContentError::Missed(_)) => Err(self.not_found(rb, address.as_str())),
        }
    }

    pub(crate) fn too_large<'c, T: Declares<FileTooLarge>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        address: &Address,
        size: u64,
    ) -> Terminal<'c> {
        rb.invalid(&self.voice, FileTooLarge { target: address.clone(), size, limit: MAX_FILE })
    }
}

/// Why a target has no content to read.
pub(crate) enum ContentError {
    OtherKind(Kind),
    TooLarge(u64),
    Missed(LookupError),
}

impl From<io::Error> for ContentError {
    fn from(error: io::Error) -> Self {
        Self::Missed(error.into())
    }
}

/// Reads a regular file whole.
pub(crate) fn load(target: &Target) -> Result<Vec<u8>, ContentError> {
    let (file, metadata) = open_regular(target)?;
    read_whole(&file, &metadata)
}

/// Opens a regular file that is not too large, and returns the metadata of the handle.
pub(crate) fn open_regular(target: &Target) -> Result<(File, Metadata), ContentError> {
    let (dir, path) = (&*target.opened.dir()?, target.path());
    // Devices are recognised by name before anything is opened: opening some has effects.
    match contained::kind(dir, path).map_err(ContentError::Missed)? {
        Kind::File => {}
        kind => return Err(ContentError::OtherKind(kind)),
    }
    let file = retrying(&[], || Ok(contained::open_file(dir, path)?))?;
    let metadata = regular_metadata(&file)?;
    Ok((file, metadata))
}

/// The metadata of the handle, if it is a regular file that is not too large: by now the name may refer to another file.
pub(crate) fn regular_metadata(file: &File) -> Result<Metadata, ContentError> {
    let metadata = file.metadata()?;
    match Kind::of(metadata.file_type()) {
        Kind::File if metadata.len() > MAX_FILE => Err(ContentError::TooLarge(metadata.len())),
        Kind::File => Ok(metadata),
        kind => Err(ContentError::OtherKind(kind)),
    }
}

/// Reads what an open file holds.
pub(crate) fn read_whole(file: &File, metadata: &Metadata) -> Result<Vec<u8>, ContentError> {
    let mut content = Vec::new();
    append_whole(file, metadata, &mut content)?;
    Ok(content)
}

/// Appends what an open file holds.
pub(crate) fn append_whole(file: &File, metadata: &Metadata, content: &mut Vec<u8>) -> Result<(), ContentError> {
    // One byte more than its size: reading ends at the end of the file without checking the size again.
    content.reserve(usize::try_from(metadata.len()).unwrap_or(0) + 1);
    // It may grow while it is read.
    let read = file.take(MAX_FILE + 1).read_to_end(content)? as u64;
    if read > MAX_FILE { Err(ContentError::TooLarge(read)) } else { Ok(()) }
}

/// Whole lines of a text, as many as fit.
struct WholeLines<'t> {
    text: &'t str,
    last: usize,
}

impl<'t> WholeLines<'t> {
    fn of(text: &'t str, first: usize, last: usize, limit: ReadLimit) -> Self {
        let mut start = 0;
        let mut end = 0;
        let mut fits = first - 1;
        let mut encoded = 0;
        for (index, line) in text.split_inclusive('\n').enumerate().take(last) {
            if index + 1 < first {
                start += line.len();
                end = start;
                continue;
            }
            encoded += encoded_len(line);
            if end + line.len() - start > limit.0 || encoded > limit.encoded() {
                break;
            }
            end += line.len();
            fits = index + 1;
        }
        Self { text: &text[start..end], last: fits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l76_whole_lines_are_returned_up_to_the_limit_and_not_past_it() {
        // A limit of ten bytes, and of fifteen once they are written as JSON.
        for (text, fits) in [
            ("12345678\n\n", 2),
            ("12345678\n1\n", 1),
            ("\"\"\"\"\"1234\n", 0),
            ("\"\"\"\"12345\n", 1),
            ("\"\"\"\"\"123\n", 1),
        ] {
            assert_eq!(WholeLines::of(text, 1, 100, ReadLimit(10)).last, fits, "{text:?}");
        }
        let second = WholeLines::of("a\n0123456789\n", 2, 2, ReadLimit(10));
        assert_eq!((second.text, second.last), ("", 1), "nothing of what was asked for fits");
        let second = WholeLines::of("a\n123456789\n", 2, 2, ReadLimit(10));
        assert_eq!((second.text, second.last), ("123456789\n", 2), "what comes before does not count");
        assert_eq!((ReadLimit::bytes(0), ReadLimit::bytes(usize::MAX)), (ReadLimit(1), ReadLimit(4 * 1024 * 1024)));
    }

    #[test]
    fn l76_a_file_of_the_largest_size_is_read_and_one_that_grows_past_it_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let grown = std::fs::File::create_new(folder.path().join("a")).unwrap();
        let file = File::from_std(std::fs::File::open(folder.path().join("a")).unwrap());
        grown.set_len(MAX_FILE).unwrap();
        let metadata = regular_metadata(&file).ok().unwrap();
        let content = read_whole(&file, &metadata).ok().map(|content| content.len() as u64);
        assert_eq!(content, Some(MAX_FILE));
        grown.set_len(MAX_FILE + 1).unwrap();
        let file = File::from_std(std::fs::File::open(folder.path().join("a")).unwrap());
        assert!(matches!(read_whole(&file, &metadata), Err(ContentError::TooLarge(_))));
    }
}
