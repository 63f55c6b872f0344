//! Reading several files in one call, within one budget.

use std::collections::HashSet;

use reply_kit::{Address, ReplyBuilder, ReplyData, Step};

use crate::codes::ReadCodes;
use crate::read::file::{FileText, MAX_FILE, Part, ReadLimit};
use crate::resolve::reference::Visible;
use crate::world::WorldAdapter;

/// A call that has read this many bytes reads no further file: fifty of the largest would take minutes (L100).
const MAX_BYTES: u64 = MAX_FILE;

/// The contents of several files.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct FileTexts {
    /// Each file once, in the order of the call. A file that did not fit has no content, and `next_line` says where to continue.
    pub(crate) files: Vec<FileText>,
    /// Files that were not read, because those before them hold 64 MiB; another call reads them.
    pub(crate) not_read: Vec<Address>,
    /// Whether a file was cut or left out to stay within the limit.
    pub(crate) truncated: bool,
}

impl FileTexts {
    /// The files that were read.
    pub fn files(&self) -> &[FileText] {
        &self.files
    }

    /// The files that were not.
    pub fn not_read(&self) -> &[Address] {
        &self.not_read
    }
}

impl WorldAdapter {
    /// Reads the same range of several files, each once. `limit` applies to all of them together.
    pub fn read_all<'c, T: ReadCodes, V: Visible<T>>(
        &self,
        mut rb: ReplyBuilder<'c, T>,
        targets: &[V],
        part: Part,
        limit: ReadLimit,
    ) -> Step<'c, T, FileTexts> {
        let cancellation = rb.cancellation();
        let (mut left, mut read) = (limit, 0);
        let mut seen = HashSet::with_capacity(targets.len());
        let (mut files, mut not_read) = (Vec::with_capacity(targets.len()), Vec::new());
        for target in targets {
            let address = target.reference().address();
            if !seen.insert(address) {
                continue;
            }
            if read >= MAX_BYTES || cancellation.is_cancelled() {
                not_read.push(address.clone());
                continue;
            }
            let (next, (text, bytes)) = self.read_part(rb, target, part, left)?;
            rb = next;
            left = left.less(bytes);
            read += text.size;
            files.push(text);
        }
        let truncated = !not_read.is_empty() || files.iter().any(|file| file.next_line.is_some());
        Ok((rb, FileTexts { files, not_read, truncated }))
    }
}
