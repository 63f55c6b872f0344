//! The content of a source's file: any crate may parse it, only the adapter may show it (L49).

use std::io;
use std::ops::Deref;
use std::sync::OnceLock;

use cap_std::fs::File;

use crate::read::encoding::{BOM, Encoding};
use crate::read::file::{ContentError, append_whole, regular_metadata};
use crate::roots::contained::LookupError;

/// The content of a source's file. It shows its size and nothing else.
#[derive(Clone, Default)]
pub struct SourceBytes {
    bytes: Vec<u8>,
    /// Detected once, however many excerpts are made.
    encoding: OnceLock<Encoding>,
}

/// Why a source's file has no content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadSourceError {
    /// Nothing visible is there.
    #[error("is not there")]
    Absent,
    /// It is not a regular file.
    #[error("is not a file")]
    NotAFile,
    /// It has more than [`MAX_FILE`](crate::MAX_FILE) bytes: this many.
    #[error("is too large: {0} bytes")]
    TooLarge(u64),
    /// The system failed to read it, or refused to.
    #[error("cannot be read")]
    Unreadable,
}

impl SourceBytes {
    /// An empty buffer: for [`WorldSource::read_into`](crate::WorldSource::read_into).
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.encoding = OnceLock::new();
    }

    /// Its encoding.
    pub fn encoding(&self) -> Encoding {
        *self.encoding.get_or_init(|| Encoding::of(&self.bytes))
    }

    /// Where its text begins: after a UTF-8 byte order mark.
    pub fn text_start(&self) -> usize {
        if self.bytes.starts_with(BOM) { BOM.len() } else { 0 }
    }

    /// Converts UTF-16, which begins with its mark, to UTF-8, because searching and parsing expect ASCII-compatible bytes.
    pub fn make_utf8(&mut self) {
        let has_wide_mark = self.bytes.starts_with(b"\xFF\xFE") || self.bytes.starts_with(b"\xFE\xFF");
        if !has_wide_mark {
            return;
        }
        if let (_, Some(text)) = Encoding::decode(&self.bytes) {
            self.bytes = text.into_owned().into_bytes();
            self.encoding = OnceLock::new();
        }
    }
}

impl Deref for SourceBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

short_debug!(SourceBytes, it => "SourceBytes({} bytes)", it.len());

impl From<LookupError> for ReadSourceError {
    fn from(miss: LookupError) -> Self {
        match miss {
            LookupError::Closed(_) | LookupError::Failed(_) => Self::Unreadable,
            LookupError::Absent | LookupError::Hidden | LookupError::Misspelled(_) => Self::Absent,
        }
    }
}

impl From<io::Error> for ReadSourceError {
    fn from(error: io::Error) -> Self {
        LookupError::from(error).into()
    }
}

impl From<ContentError> for ReadSourceError {
    fn from(error: ContentError) -> Self {
        match error {
            ContentError::OtherKind(_) => Self::NotAFile,
            ContentError::TooLarge(size) => Self::TooLarge(size),
            ContentError::Missed(error) => error.into(),
        }
    }
}

/// Reads an open file to its end; kind and size are those of the handle.
pub(super) fn read_into(file: &File, bytes: &mut SourceBytes) -> Result<(), ReadSourceError> {
    let metadata = regular_metadata(file)?;
    append_whole(file, &metadata, &mut bytes.bytes).inspect_err(|_| bytes.clear())?;
    Ok(())
}
