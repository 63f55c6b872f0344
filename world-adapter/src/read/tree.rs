//! The directories beneath a directory, to a depth (L73, L74, L76). Links are never followed, so there are no loops.

use std::ops::ControlFlow;

use reply_kit::{Address, ReplyBuilder, ReplyData, Step};

use crate::address::name;
use crate::codes::ListCodes;
use crate::read::kind::Kind;
use crate::read::list::OpenedDir;
use crate::read::page::{Depth, MAX_BYTES, Page};
use crate::resolve::reference::Visible;
use crate::resolve::reference_table::Target;
use crate::roots::contained::{self, LookupError, Scratch};
use crate::world::WorldAdapter;

/// The directories beneath a directory, each before its children, sorted.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct Tree {
    /// The directory.
    pub(crate) target: Address,
    /// The directories beneath it.
    pub(crate) directories: Vec<Address>,
    /// How many levels were read.
    pub(crate) depth: usize,
    /// How many directories have names without a canonical spelling; their contents are left out.
    pub(crate) unlisted: usize,
    /// How many directories could not be read.
    pub(crate) unreadable: usize,
    /// Whether directories were cut.
    pub(crate) truncated: bool,
    /// Where to continue, if directories were cut.
    pub(crate) after: Option<Address>,
}

impl Tree {
    /// The directories beneath it.
    pub fn directories(&self) -> &[Address] {
        &self.directories
    }
}

impl WorldAdapter {
    /// Lists the directories beneath a directory.
    pub fn tree<'c, T: ListCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        visible: &impl Visible<T>,
        depth: Depth,
        page: &Page,
    ) -> Step<'c, T, Tree> {
        let (rb, OpenedDir { target, dir, after }) = self.open_visible_dir(rb, visible, page)?;
        let address = visible.reference().address();
        let mut walk = TreeWalk::new(page.limit, &target, address, depth);
        _ = walk.visit(&dir, address, depth.0, &after);
        let mut tree = walk.tree;
        tree.after = tree.directories.last().filter(|_| tree.truncated).cloned();
        Ok((rb, tree))
    }
}

struct TreeWalk<'t> {
    target: &'t Target,
    /// Where the path from the target starts in an address.
    path_start: usize,
    limit: usize,
    budget: usize,
    scratch: Scratch,
    /// The names of the directories that are still to be visited, level by level, in one buffer.
    text: String,
    names: Vec<(usize, usize)>,
    /// What was found so far.
    tree: Tree,
}

impl<'t> TreeWalk<'t> {
    fn new(limit: usize, target: &'t Target, address: &Address, depth: Depth) -> Self {
        let tree = Tree {
            target: address.clone(),
            directories: Vec::with_capacity(256),
            depth: depth.0,
            unlisted: 0,
            unreadable: 0,
            truncated: false,
            after: None,
        };
        let length = address.as_str().len();
        Self {
            target,
            path_start: length + 1,
            limit,
            budget: MAX_BYTES.max(length + 512),
            scratch: Scratch::default(),
            text: String::with_capacity(4096),
            names: Vec::with_capacity(128),
            tree,
        }
    }

    /// Adds the directories in `dir`, each followed by its children. Entries up to `after` were in an earlier answer.
    fn visit(&mut self, dir: &cap_std::fs::Dir, address: &Address, levels: usize, after: &[&str]) -> ControlFlow<()> {
        let (text_start, names_start) = (self.text.len(), self.names.len());
        self.read_names(dir);
        let mut flow = ControlFlow::Continue(());
        for index in names_start..self.names.len() {
            let (start, end) = self.names[index];
            flow = self.visit_child(dir, address, start..end, levels, after);
            if flow.is_break() {
                break;
            }
        }
        self.text.truncate(text_start);
        self.names.truncate(names_start);
        flow
    }

    fn visit_child(
        &mut self,
        dir: &cap_std::fs::Dir,
        parent: &Address,
        at: std::ops::Range<usize>,
        levels: usize,
        after: &[&str],
    ) -> ControlFlow<()> {
        let name = &self.text[at.clone()];
        let (seen, after) = match after.split_first() {
            None => (false, after),
            Some((first, _)) if name < *first => return ControlFlow::Continue(()),
            Some((first, rest)) if name == *first => (true, rest),
            Some(_) => (false, &[][..]),
        };
        // L51: checked at every level.
        let path = contained::join(parent.as_str().get(self.path_start..).unwrap_or_default(), name);
        if self.target.hides(&path) {
            return ControlFlow::Continue(());
        }
        // Names that have a canonical spelling can still make an address that reads as a host path.
        let Ok(address) = parent.child(name) else {
            self.tree.unlisted += 1;
            return ControlFlow::Continue(());
        };
        let inner = (levels > 1).then(|| contained::open_child(dir, name));
        if !seen {
            self.emit(&address)?;
        }
        match inner {
            None | Some(Err(LookupError::Absent)) => ControlFlow::Continue(()),
            Some(Ok(inner)) => self.visit(&inner, &address, levels - 1, after),
            Some(Err(_)) => {
                self.tree.unreadable += 1;
                ControlFlow::Continue(())
            }
        }
    }

    fn emit(&mut self, address: &Address) -> ControlFlow<()> {
        let cost = address.as_str().len() + 4;
        if self.tree.directories.len() == self.limit || cost > self.budget {
            self.tree.truncated = true;
            return ControlFlow::Break(());
        }
        self.budget -= cost;
        self.tree.directories.push(address.clone());
        ControlFlow::Continue(())
    }

    /// Reads the names of the directories in `dir`, sorted by bytes.
    fn read_names(&mut self, dir: &cap_std::fs::Dir) {
        let start = self.names.len();
        let Self { scratch, text, names, tree, .. } = self;
        let read = contained::each_entry(dir, scratch, |name, kind| {
            if kind != Kind::Directory {
                return;
            }
            match name::canonical(name) {
                Some(name) => {
                    names.push((text.len(), text.len() + name.len()));
                    text.push_str(name);
                }
                None => tree.unlisted += 1,
            }
        });
        if read.is_err() {
            self.tree.unreadable += 1;
        }
        let text = self.text.as_bytes();
        self.names[start..].sort_unstable_by_key(|(start, end)| &text[*start..*end]);
    }
}
