//! Worlds on disk for the tests of several packages: their files, their roots, and a journal in memory.
#![forbid(unsafe_code)]
#![allow(missing_docs, clippy::missing_panics_doc, clippy::unwrap_used, reason = "set-up for tests")]

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use enforcement::{Journal, JournalUnavailable, Record};
use serde_json::Value;
use world_adapter::{Config, RootKey};

/// The folder of each root in a world.
const ROOTS: [(RootKey, &str); 6] = [
    (RootKey::Game, "game"),
    (RootKey::Steam, "steam"),
    (RootKey::UserDocs, "docs"),
    (RootKey::Ck3ravenData, "data"),
    (RootKey::Repo, "repo"),
    (RootKey::Vscode, "vscode"),
];

/// Creates the folder of every root, and these files with this content.
pub fn lay_out(world: &Path, files: &[&str], content: &str) {
    for (_, folder) in ROOTS {
        fs::create_dir_all(world.join(folder)).unwrap();
    }
    for file in files {
        put(world, file, content);
    }
}

/// Writes a file, and creates its folder if necessary.
pub fn put(world: &Path, file: &str, content: impl AsRef<[u8]>) {
    let path = world.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// The configuration of a world with all six roots.
pub fn config(world: &Path) -> Config {
    ROOTS.into_iter().fold(Config::new(), |config, (root, folder)| config.root(root, world.join(folder)))
}

/// A journal in memory that can be made to fail.
#[derive(Debug, Default)]
pub struct MemoryJournal {
    lines: Mutex<Vec<Value>>,
    pub is_full: AtomicBool,
}

impl MemoryJournal {
    pub fn lines(&self) -> Vec<Value> {
        self.lines.lock().unwrap().clone()
    }

    pub fn last_decision(&self) -> Value {
        self.lines().into_iter().rfind(|line| line["event"] == "decision").unwrap_or_default()
    }
}

impl Journal for MemoryJournal {
    fn record(&self, record: &Record) -> Result<(), JournalUnavailable> {
        if self.is_full.load(Ordering::Acquire) {
            return Err(JournalUnavailable);
        }
        self.lines.lock().unwrap().push(serde_json::to_value(record).unwrap());
        Ok(())
    }
}
