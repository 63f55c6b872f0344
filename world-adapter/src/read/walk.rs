//! Reading every file below a directory, sorted, through one reference (L94). Links are never followed.

use cap_std::fs::Dir;
use reply_kit::{Address, ReplyBuilder, Step};

use crate::address::name;
use crate::codes::ListCodes;
use crate::read::file::{MAX_FILE, read_whole};
use crate::read::kind::Kind;
use crate::read::page::Page;
use crate::resolve::reference::{TargetOf, Visible};
use crate::resolve::reference_table::Target;
use crate::roots::contained::{self, LookupError, Scratch};
use crate::world::WorldAdapter;

/// The most files that one walk reads; the rest is for the next call.
const MAX_FILES: usize = 50_000;
/// The most bytes that one walk reads.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;
/// The deepest directory that is looked into.
const MAX_DEPTH: usize = 64;

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    Continue,
    /// The answer is full: this file is for the next one.
    Full,
}

/// How a walk ended.
pub(crate) struct Walked {
    /// How many files and directories could not be read.
    pub(crate) unreadable: usize,
    pub(crate) is_complete: bool,
    /// The last file that was visited.
    pub(crate) last: Option<Address>,
}

/// A directory that is being walked: its files and directories, still to be visited, in reverse order.
struct Level {
    dir: Dir,
    address: Address,
    /// The path below the start, with a slash at its end unless it is the start.
    path: String,
    entries: Vec<(String, Kind)>,
}

impl WorldAdapter {
    /// Hands each wanted file below a directory to `visit`, with its path below it: each directory's entries sorted by bytes,
    /// files and directories together. What comes up to the page's `after` was in an earlier answer.
    pub(crate) fn walk_files<'c, T: ListCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        visible: &impl Visible<T>,
        page: &Page,
        wanted: impl Fn(&str) -> bool,
        mut visit: impl FnMut(&str, &Address, &[u8]) -> Visit,
    ) -> Step<'c, T, Walked> {
        let reference = visible.reference();
        let (rb, TargetOf(target)) = visible.target(self, rb)?;
        let (rb, after) = self.below(rb, reference, page)?;
        let start = match target.open_dir() {
            Ok(dir) => dir,
            Err(miss) => return Err(self.no_directory(rb, reference, &target, &miss)),
        };
        let after = after.join("/");
        let mut walk = Walk { scratch: Scratch::default(), unreadable: 0, files: 0, bytes: 0, last: None };
        let is_complete = walk.run((start, &target), reference.address(), &after, &wanted, &mut visit);
        Ok((rb, Walked { unreadable: walk.unreadable, is_complete, last: walk.last }))
    }
}

struct Walk {
    scratch: Scratch,
    unreadable: usize,
    files: usize,
    bytes: u64,
    last: Option<Address>,
}

impl Walk {
    /// Whether everything was visited.
    fn run(
        &mut self,
        (start, target): (Dir, &Target),
        address: &Address,
        after: &str,
        wanted: &impl Fn(&str) -> bool,
        visit: &mut impl FnMut(&str, &Address, &[u8]) -> Visit,
    ) -> bool {
        let entries = self.entries(&start);
        let mut levels = vec![Level { dir: start, address: address.clone(), path: String::new(), entries }];
        while let Some(level) = levels.last_mut() {
            let Some((name, kind)) = level.entries.pop() else {
                levels.pop();
                continue;
            };
            let path = [level.path.as_str(), &name].concat();
            // A canonical name is a segment by stricter rules.
            let Ok(address) = level.address.child(&name) else { continue };
            // L51: asked at every level.
            if target.hides(&path) {
                continue;
            }
            if kind == Kind::Directory {
                if is_before(&path, after) && !is_above(&path, after) {
                    continue;
                }
                match contained::open_child(&level.dir, &name) {
                    Ok(dir) if levels.len() < MAX_DEPTH => {
                        let entries = self.entries(&dir);
                        levels.push(Level { dir, address, path: path + "/", entries });
                    }
                    Err(LookupError::Absent) => {}
                    Ok(_) | Err(_) => self.unreadable += 1,
                }
                continue;
            }
            if is_before(&path, after) || path == after || !wanted(&path) {
                continue;
            }
            let Some(content) = self.read(&level.dir, &name) else { continue };
            if self.files >= MAX_FILES || self.bytes > MAX_BYTES || visit(&path, &address, &content) == Visit::Full {
                return false;
            }
            self.files += 1;
            self.last = Some(address);
        }
        true
    }

    fn read(&mut self, dir: &Dir, name: &str) -> Option<Vec<u8>> {
        let read = contained::open_file(dir, name).ok().and_then(|file| {
            let metadata = file.metadata().ok().filter(|metadata| metadata.len() <= MAX_FILE)?;
            if Kind::of(metadata.file_type()) != Kind::File {
                return None;
            }
            read_whole(&file, &metadata).ok()
        });
        match &read {
            Some(content) => self.bytes += content.len() as u64,
            None => self.unreadable += 1,
        }
        read
    }

    /// The files and directories of a directory, the first by its bytes at the end.
    fn entries(&mut self, dir: &Dir) -> Vec<(String, Kind)> {
        let mut entries = Vec::new();
        let read = contained::each_entry(dir, &mut self.scratch, |found, kind| {
            let canonical = std::str::from_utf8(found).ok().filter(|name| name::is_canonical(name));
            if let (Some(name), Kind::File | Kind::Directory) = (canonical, kind) {
                entries.push((name.to_owned(), kind));
            }
        });
        if read.is_err() {
            self.unreadable += 1;
        }
        entries.sort_unstable_by(|(one, _), (other, _)| other.cmp(one));
        entries
    }
}

/// Whether a path comes before another in the order of the walk: by components, as a directory's entries are sorted.
fn is_before(path: &str, after: &str) -> bool {
    !after.is_empty() && path.split('/').cmp(after.split('/')).is_lt()
}

/// Whether a directory holds a path.
fn is_above(directory: &str, path: &str) -> bool {
    path.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'))
}
