//! Reading every file below a directory within a call, sorted, through one reference (L94). Links are never followed.

use std::ops::ControlFlow;

use reply_kit::{Address, ReplyBuilder, Step};

use crate::codes::ListCodes;
use crate::read::bulk::SourceBytes;
use crate::read::bulk::walk::{FileVisitor, FoundFile, WalkEnd, WalkOptions, WalkStart, walk};
use crate::read::list::OpenedDir;
use crate::read::page::Page;
use crate::resolve::reference::Visible;
use crate::roots::contained::join;
use crate::world::WorldAdapter;

/// The most files that one walk reads; the rest is left to the next call.
const MAX_FILES: usize = 50_000;
/// The most bytes that one walk reads.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;

/// How a walk ended.
pub(crate) struct WalkSummary {
    /// How many files and directories could not be read.
    pub(crate) unreadable: usize,
    pub(crate) is_complete: bool,
    /// The last file that was visited.
    pub(crate) last: Option<Address>,
}

impl WorldAdapter {
    /// Passes each wanted file below a directory to `visit`, with its path below the directory: each directory's entries sorted
    /// by bytes, files and directories together. Files up to the page's `after` were in an earlier
    /// answer. `visit` breaks where the answer is full: that file belongs to the next one.
    pub(crate) fn walk_files<'c, T: ListCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        visible: &impl Visible<T>,
        page: &Page,
        wanted: impl Fn(&str) -> bool,
        visit: impl FnMut(&str, &Address, &[u8]) -> ControlFlow<()>,
    ) -> Step<'c, T, WalkSummary> {
        let (rb, OpenedDir { target, dir, after }) = self.open_visible_dir(rb, visible, page)?;
        let after = after.join("/");
        let options = WalkOptions { cancellation: rb.cancellation(), after: Some(&after) };
        let mut reading = FileReading { wanted, visit, unreadable: 0, files: 0, bytes: 0, last: None };
        let start = WalkStart { dir, address: visible.reference().address().clone(), path: "", target: &target };
        let report = walk(start, &options, &mut reading);
        let walked = WalkSummary {
            unreadable: report.unreadable + report.too_deep + reading.unreadable,
            is_complete: report.end == WalkEnd::Complete,
            last: reading.last,
        };
        Ok((rb, walked))
    }
}

struct FileReading<W, V> {
    wanted: W,
    visit: V,
    unreadable: usize,
    files: usize,
    bytes: u64,
    last: Option<Address>,
}

impl<W: Fn(&str) -> bool, V: FnMut(&str, &Address, &[u8]) -> ControlFlow<()>> FileVisitor for FileReading<W, V> {
    fn wants_file(&mut self, folder: &str, name: &str) -> bool {
        (self.wanted)(&join(folder, name))
    }

    fn visit(&mut self, file: &FoundFile<'_>) -> ControlFlow<()> {
        if self.files >= MAX_FILES || self.bytes > MAX_BYTES {
            return ControlFlow::Break(());
        }
        let content: SourceBytes = match file.read() {
            Ok(content) => content,
            Err(_) => {
                self.unreadable += 1;
                return ControlFlow::Continue(());
            }
        };
        self.bytes += content.len() as u64;
        (self.visit)(file.path(), file.address(), &content)?;
        self.files += 1;
        self.last = Some(file.address().clone());
        ControlFlow::Continue(())
    }
}
