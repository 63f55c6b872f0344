//! The files of `corpus/`: each construct, valid and broken, under the path it would have in a mod.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test file uses a part of it; a corpus that cannot be read is a failed test"
)]

use std::fs;
use std::path::{Path, PathBuf};

/// A file of the corpus.
pub(crate) struct CorpusFile {
    /// Its path in a mod.
    pub(crate) path: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_valid: bool,
}

/// Every file, sorted by path.
pub(crate) fn files() -> Vec<CorpusFile> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut files = Vec::new();
    for (folder, is_valid) in [("valid", true), ("broken", false)] {
        let top = root.join(folder);
        let mut folders = vec![top.clone()];
        while let Some(folder) = folders.pop() {
            let entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
            let (inner, found): (Vec<_>, Vec<_>) = entries.into_iter().partition(|path| path.is_dir());
            folders.extend(inner);
            files.extend(found.into_iter().map(|path| CorpusFile {
                path: path.strip_prefix(&top).unwrap().to_str().unwrap().replace('\\', "/"),
                bytes: fs::read(&path).unwrap(),
                is_valid,
            }));
        }
    }
    files.sort_by(|a, b| (!a.is_valid, &a.path).cmp(&(!b.is_valid, &b.path)));
    assert!(files.len() > 50);
    files
}

pub(crate) fn valid() -> Vec<CorpusFile> {
    files().into_iter().filter(|file| file.is_valid).collect()
}
