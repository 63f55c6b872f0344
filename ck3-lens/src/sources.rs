//! A session's sources, as the index reads them.

use std::ops::ControlFlow;

use index::{FileStamp, FileUnread, ListVisitor, SourceIdentity, SourceSet, Unlisted};
use reply_kit::Address;
use world_adapter::{
    FileVisitor, FoundFile, ReadSourceError, SourceBytes, WalkEnd, WalkOptions, WorldSource, WorldSources,
};

/// The game and the mods that a session sees, in load order. Only [`world_adapter::WorldAdapter::sources`] makes them, so there is no
/// lens without a session (L90).
#[derive(Debug)]
pub struct SessionSources {
    sources: WorldSources,
}

impl SessionSources {
    pub(crate) fn new(sources: WorldSources) -> Self {
        Self { sources }
    }

    pub(crate) fn get(&self, source: usize) -> &WorldSource {
        &self.sources.opened[source]
    }

    /// The source that an agent names: `game`, a mod's name, or the address of either.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let wanted = name.strip_suffix('/').unwrap_or(name);
        self.sources.opened.iter().position(|source| match source.mod_name() {
            Some(key) => wanted == key || source.address().as_str() == wanted,
            None => wanted == "game" || source.address().as_str() == wanted,
        })
    }

    /// Those that cannot be opened: no answer knows their files.
    pub(crate) fn unopened(&self) -> Vec<Address> {
        self.sources.unopened.iter().map(|source| source.address.clone()).collect()
    }

    pub(crate) fn read(&self, source: usize, path: &str) -> Result<SourceBytes, ReadSourceError> {
        self.get(source).read(path)
    }
}

/// Shows the files of a walk to the index.
struct Shown<'v>(&'v mut dyn ListVisitor);

impl FileVisitor for Shown<'_> {
    fn wants_folder(&mut self, path: &str) -> bool {
        self.0.wants_folder(path)
    }

    fn wants_file(&mut self, folder: &str, name: &str) -> bool {
        self.0.wants_file(folder, name)
    }

    fn visit(&mut self, file: &FoundFile<'_>) -> ControlFlow<()> {
        let stamp = file.stat().ok().map(|stat| FileStamp {
            size: stat.size,
            modified_ns: stat.modified_ns.unwrap_or_default(),
            changed_ns: stat.changed_ns.unwrap_or_default(),
            inode: stat.inode.unwrap_or_default(),
        });
        self.0.file(file.path(), stamp);
        ControlFlow::Continue(())
    }
}

impl SourceSet for SessionSources {
    fn count(&self) -> usize {
        self.sources.opened.len()
    }

    fn is_game(&self, source: usize) -> bool {
        self.get(source).mod_name().is_none()
    }

    fn identity(&self, source: usize) -> SourceIdentity {
        SourceIdentity(self.get(source).location().to_bytes())
    }

    fn list(&self, source: usize, folder: &str, visitor: &mut dyn ListVisitor) -> Unlisted {
        let report = self.get(source).walk(folder, &WalkOptions::default(), &mut Shown(visitor));
        Unlisted { unreadable: report.unreadable + report.too_deep, is_cut: report.end == WalkEnd::Cut }
    }

    fn read(&self, source: usize, path: &str, take: &mut dyn FnMut(&[u8])) -> Result<(), FileUnread> {
        match self.get(source).read(path) {
            Ok(bytes) => {
                take(&bytes);
                Ok(())
            }
            Err(ReadSourceError::Absent | ReadSourceError::NotAFile) => Err(FileUnread::Absent),
            Err(ReadSourceError::TooLarge(_)) => Err(FileUnread::TooLarge),
            Err(ReadSourceError::Unreadable) => Err(FileUnread::Unreadable),
        }
    }
}
