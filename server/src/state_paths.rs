//! Where the program keeps its state: outside every root, so that no agent can address it.

use std::path::{Path, PathBuf};

use directories::{BaseDirs, ProjectDirs};
use enforcement::UndoStore;

/// The program's own folders.
#[derive(Clone, Debug)]
pub(crate) struct StatePaths {
    /// Journal, crash files, approvals, the undo store, the secret of the HTTP server.
    pub(crate) state: PathBuf,
    /// The built-in sample world.
    pub(crate) sample: PathBuf,
    /// The default configuration file.
    pub(crate) config: PathBuf,
}

impl StatePaths {
    /// The usual per-user paths, or one folder for everything if `CK3RAVEN_HOME` is set.
    pub(crate) fn find() -> Option<Self> {
        if let Some(home) = std::env::var_os("CK3RAVEN_HOME").filter(|home| !home.is_empty()) {
            return Some(Self::under(&std::path::absolute(home).ok()?));
        }
        Self::usual()
    }

    /// The usual per-user paths.
    ///
    /// On Windows none of them lies in `AppData`: Claude Desktop is a packaged application, and Windows redirects what it and the
    /// servers that it starts create there to a folder of the package. A person at a terminal would not see what waits for them.
    fn usual() -> Option<Self> {
        if cfg!(windows) {
            return Some(Self::under(&BaseDirs::new()?.home_dir().join(".ck3raven")));
        }
        let dirs = ProjectDirs::from("", "", "ck3raven")?;
        let data = dirs.data_local_dir();
        Some(Self {
            state: data.join("state"),
            sample: data.join("sample"),
            config: dirs.config_dir().join("ck3raven.toml"),
        })
    }

    /// Everything under one folder.
    pub(crate) fn under(home: &Path) -> Self {
        Self { state: home.join("state"), sample: home.join("sample"), config: home.join("ck3raven.toml") }
    }

    pub(crate) fn journal(&self) -> PathBuf {
        self.state.join("journal.jsonl")
    }

    /// The file with the secret for clients over HTTP.
    pub(crate) fn http_secret(&self) -> PathBuf {
        self.state.join("http-secret")
    }

    /// Where every process of this user takes turns to change a file, whatever state it has: on Windows, where directories cannot
    /// be locked.
    pub(crate) fn shared_locks() -> Option<PathBuf> {
        if cfg!(windows) { Self::usual().map(|usual| usual.locks()) } else { None }
    }

    /// Where processes that share a world take turns to change a file.
    pub(crate) fn locks(&self) -> PathBuf {
        self.state.join("locks")
    }

    /// Where commands take turns to change the person's configuration and playset.
    pub(crate) fn person_lock(&self) -> PathBuf {
        self.state.join("configuration.lock")
    }

    pub(crate) fn crashes(&self) -> PathBuf {
        self.state.join("crashes")
    }

    pub(crate) fn approvals(&self) -> PathBuf {
        self.state.join("approvals")
    }

    /// The index cache; it can be deleted at any time.
    pub(crate) fn index(&self) -> PathBuf {
        self.state.join("index").join("definitions.bin")
    }

    /// Where runs of the deep validator are prepared.
    pub(crate) fn validator(&self) -> PathBuf {
        self.state.join("validator")
    }

    /// What changes replaced. It can be listed without a world.
    pub(crate) fn undo_store(&self) -> UndoStore {
        UndoStore::at(self.state.join("undo"))
    }
}
