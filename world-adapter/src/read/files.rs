//! Reading several files in one call, within one budget.

use reply_kit::{ReplyBuilder, ReplyData, Step};

use crate::codes::ReadCodes;
use crate::read::file::{FileText, Part, ReadLimit};
use crate::resolve::reference::Visible;
use crate::world::WorldAdapter;

/// The contents of several files.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct FileTexts {
    /// Each file, in the order of the call. A file that did not fit has no content, and `next_line` says where to continue.
    pub files: Vec<FileText>,
    /// Whether a file was cut or left out to stay within the limit.
    pub truncated: bool,
}

impl WorldAdapter {
    /// Reads the same range of several files. `limit` applies to all of them together.
    pub fn read_all<'c, T: ReadCodes, V: Visible<T>>(
        &self,
        mut rb: ReplyBuilder<'c, T>,
        targets: &[V],
        part: Part,
        limit: ReadLimit,
    ) -> Step<'c, T, FileTexts> {
        let mut left = limit;
        let mut files = Vec::with_capacity(targets.len());
        for target in targets {
            let (next, (text, bytes)) = self.read_part(rb, target, part, left)?;
            rb = next;
            left = left.less(bytes);
            files.push(text);
        }
        let truncated = files.iter().any(|file| file.next_line.is_some());
        Ok((rb, FileTexts { files, truncated }))
    }
}
