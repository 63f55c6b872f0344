//! The files below a directory, sorted, without recursion and without following links (L51, L94, L100).

use std::ops::ControlFlow;

use cap_std::fs::Dir;
use reply_kit::{Address, Cancellation};

use crate::address::name;
use crate::read::bulk::bytes::{ReadSourceError, SourceBytes, read_into};
use crate::read::kind::Kind;
use crate::resolve::reference_table::Target;
use crate::roots::contained::{self, FileStat, LookupError, Scratch};

/// The maximum depth; each level holds one open directory.
const MAX_DEPTH: usize = 64;
/// The most files that one walk visits.
const MAX_FILES: usize = 1_000_000;
/// The most directory entries that one walk reads, matching or not.
const MAX_ENTRIES: usize = 4_000_000;

/// Receives the files of a walk. A closure that takes each file implements it.
///
/// Each directory's entries come sorted by bytes, files and directories together, so paths come sorted by their components.
pub trait FileVisitor {
    /// Whether to enter a folder, by its path below the source.
    fn wants_folder(&mut self, _path: &str) -> bool {
        true
    }

    /// Whether to visit a file, by its folder's path (empty for the source itself) and its name. Other names are not kept.
    fn wants_file(&mut self, _folder: &str, _name: &str) -> bool {
        true
    }

    /// Visits a file. `Break` ends the walk.
    fn visit(&mut self, _file: &FoundFile<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&FoundFile<'_>) -> ControlFlow<()>> FileVisitor for F {
    fn visit(&mut self, file: &FoundFile<'_>) -> ControlFlow<()> {
        self(file)
    }
}

/// A regular file that a walk found.
#[derive(Debug)]
pub struct FoundFile<'w> {
    path: &'w str,
    name: &'w str,
    address: &'w Address,
    dir: &'w Dir,
}

impl FoundFile<'_> {
    /// Its path below the source.
    pub fn path(&self) -> &str {
        self.path
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.name
    }

    /// Its address.
    pub fn address(&self) -> &Address {
        self.address
    }

    /// Its current size and times.
    pub fn stat(&self) -> Result<FileStat, ReadSourceError> {
        match contained::stat(self.dir, self.name)? {
            (Kind::File, stat) => Ok(stat),
            _ => Err(ReadSourceError::NotAFile),
        }
    }

    /// Its content, like [`WorldSource::read`](crate::WorldSource::read) but without resolving the path again.
    pub fn read(&self) -> Result<SourceBytes, ReadSourceError> {
        let mut bytes = SourceBytes::new();
        read_into(&contained::open_file(self.dir, self.name)?, &mut bytes)?;
        Ok(bytes)
    }
}

/// The extent of a walk.
#[derive(Clone, Debug, Default)]
pub struct WalkOptions<'o> {
    /// Ends the walk early, between two files.
    pub cancellation: Cancellation,
    /// Skips everything up to and including this path, which need not exist any more.
    pub after: Option<&'o str>,
}

/// Statistics of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkReport {
    /// How many files were visited.
    pub files: usize,
    /// How many files and directories have names without a canonical spelling; they are not visited.
    pub unlisted: usize,
    /// How many directories could not be read.
    pub unreadable: usize,
    /// How many directories are beyond the maximum depth.
    pub too_deep: usize,
    /// How it ended.
    pub end: WalkEnd,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WalkEnd {
    /// Every reachable file was visited.
    #[default]
    Complete,
    /// The visitor ended it.
    Stopped,
    /// The call was cancelled.
    Cancelled,
    /// There are more files or entries than one walk visits.
    Cut,
}

/// Where a walk starts: an open directory, and its address.
pub(crate) struct WalkStart<'t> {
    pub(crate) dir: Dir,
    pub(crate) address: Address,
    /// Its path below the target; empty for the target itself.
    pub(crate) path: &'t str,
    /// Which paths are hidden.
    pub(crate) target: &'t Target,
}

/// A directory that is being walked.
struct OpenDirectory {
    dir: Dir,
    address: Address,
    /// How much of the path leads to it, including the trailing slash.
    path_len: usize,
    /// The range of its names that are still to be visited.
    next: usize,
    names_start: usize,
    text_start: usize,
}

/// Walks the files below a directory.
pub(crate) fn walk(start: WalkStart<'_>, options: &WalkOptions<'_>, visitor: &mut impl FileVisitor) -> WalkReport {
    let mut path = start.path.to_owned();
    if !path.is_empty() {
        path.push('/');
    }
    let mut walk = BulkWalk {
        target: start.target,
        cancellation: &options.cancellation,
        after: options.after.unwrap_or_default(),
        scratch: Scratch::default(),
        path,
        text: String::with_capacity(4096),
        names: Vec::with_capacity(256),
        entries_left: MAX_ENTRIES,
        report: WalkReport::default(),
    };
    walk.report.end = match walk.run(start.dir, start.address, visitor) {
        ControlFlow::Continue(()) => WalkEnd::Complete,
        ControlFlow::Break(end) => end,
    };
    walk.report
}

struct BulkWalk<'w> {
    target: &'w Target,
    cancellation: &'w Cancellation,
    after: &'w str,
    scratch: Scratch,
    path: String,
    /// The names that are still to be visited, level by level, in one buffer.
    text: String,
    names: Vec<EntryName>,
    entries_left: usize,
    report: WalkReport,
}

#[derive(Clone, Copy)]
struct EntryName {
    start: usize,
    end: usize,
    is_directory: bool,
}

impl BulkWalk<'_> {
    fn run(&mut self, dir: Dir, address: Address, visitor: &mut impl FileVisitor) -> ControlFlow<WalkEnd> {
        let mut levels = vec![self.enter(dir, address, visitor)?];
        while let Some(level) = levels.last_mut() {
            self.path.truncate(level.path_len);
            let Some(name) = self.names.get(level.next).copied() else {
                self.names.truncate(level.names_start);
                self.text.truncate(level.text_start);
                levels.pop();
                continue;
            };
            level.next += 1;
            if self.cancellation.is_cancelled() {
                return ControlFlow::Break(WalkEnd::Cancelled);
            }
            let text = &self.text[name.start..name.end];
            self.path.push_str(text);
            // Canonical names can still make an address that reads as a host path.
            let Ok(address) = level.address.child(text) else {
                self.report.unlisted += 1;
                continue;
            };
            if !name.is_directory {
                if self.report.files == MAX_FILES {
                    return ControlFlow::Break(WalkEnd::Cut);
                }
                self.report.files += 1;
                let file = FoundFile { path: &self.path, name: text, address: &address, dir: &level.dir };
                if visitor.visit(&file).is_break() {
                    return ControlFlow::Break(WalkEnd::Stopped);
                }
                continue;
            }
            match contained::open_child(&level.dir, text) {
                Ok(_) if levels.len() == MAX_DEPTH => self.report.too_deep += 1,
                Ok(dir) => {
                    self.path.push('/');
                    let level = self.enter(dir, address, visitor)?;
                    levels.push(level);
                }
                // It disappeared, or became a link, since its name was read.
                Err(LookupError::Absent | LookupError::Hidden | LookupError::Misspelled(_)) => {}
                Err(LookupError::Closed(_) | LookupError::Failed(_)) => self.report.unreadable += 1,
            }
        }
        ControlFlow::Continue(())
    }

    /// Reads the wanted names of a directory, sorted by bytes. `path` leads to it.
    fn enter(
        &mut self,
        dir: Dir,
        address: Address,
        visitor: &mut impl FileVisitor,
    ) -> ControlFlow<WalkEnd, OpenDirectory> {
        let (path_len, names_start, text_start) = (self.path.len(), self.names.len(), self.text.len());
        let Self { target, cancellation, after, scratch, path, text, names, entries_left, report } = self;
        let mut end = ControlFlow::Continue(());
        let read = contained::entries_until(&dir, scratch, |found, kind| {
            if *entries_left == 0 || (*entries_left % 1024 == 0 && cancellation.is_cancelled()) {
                let why = if *entries_left == 0 { WalkEnd::Cut } else { WalkEnd::Cancelled };
                end = ControlFlow::Break(why);
                return ControlFlow::Break(());
            }
            *entries_left -= 1;
            let is_directory = match kind {
                Kind::Directory => true,
                Kind::File => false,
                _ => return ControlFlow::Continue(()),
            };
            let Some(name) = name::canonical(found) else {
                report.unlisted += 1;
                return ControlFlow::Continue(());
            };
            path.truncate(path_len);
            path.push_str(name);
            // L51: checked at every level, and before the name is passed on.
            if target.hides(path) || !is_left(path, after, is_directory) {
                return ControlFlow::Continue(());
            }
            let folder = path[..path_len].trim_end_matches('/');
            let is_wanted = if is_directory { visitor.wants_folder(path) } else { visitor.wants_file(folder, name) };
            if is_wanted {
                names.push(EntryName { start: text.len(), end: text.len() + name.len(), is_directory });
                text.push_str(name);
            }
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(end) = end {
            return ControlFlow::Break(end);
        }
        if read.is_err() {
            report.unreadable += 1;
        }
        path.truncate(path_len);
        let bytes = text.as_bytes();
        names[names_start..].sort_unstable_by_key(|name| &bytes[name.start..name.end]);
        ControlFlow::Continue(OpenDirectory { dir, address, path_len, next: names_start, names_start, text_start })
    }
}

/// Whether a path, or something below it, comes after another in the order of the walk: by components, as a directory's entries
/// are sorted.
fn is_left(path: &str, after: &str, is_directory: bool) -> bool {
    if after.is_empty() || path.split('/').cmp(after.split('/')).is_gt() {
        return true;
    }
    is_directory && after.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l76_a_walk_continues_behind_a_path_and_in_the_folders_that_lead_to_it() {
        for (path, after, is_directory, expected) in [
            ("a", "", false, true),
            ("a", "b", true, false),
            ("b", "b", false, false),
            ("c", "b/c", false, true),
            ("b", "b/c", true, true),
            ("b", "b/c", false, false),
            ("b", "bc", true, false),
            ("b/d", "b/c", false, true),
            ("b-", "b/c", false, true),
        ] {
            assert_eq!(is_left(path, after, is_directory), expected, "{path} after {after}");
        }
    }
}
