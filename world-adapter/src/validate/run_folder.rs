//! The files of a run, generated in the program's own folder: a descriptor for each mod, and the validator's configuration.
//!
//! An agent can write the descriptors and the configuration in a mod: a `path` there could lead the validator anywhere. Only
//! `replace_path` is taken from them.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use ck3_script::Descriptor;
use reply_kit::Id;

use crate::read::file::{ContentError, read_whole};
use crate::roots::contained;
use crate::roots::root_handle::RootHandle;
use crate::session::current::Session;
use crate::validate::ValidatorError;

/// The largest descriptor that is read.
const MAX_DESCRIPTOR: u64 = 64 * 1024;
/// The most mods that the validator can load besides the one that it checks.
const MAX_LOADED: usize = 200;

/// The folder of one run. It is removed when dropped.
pub(crate) struct RunFolder {
    pub(super) path: PathBuf,
}

impl RunFolder {
    /// Writes the files of a run for the mod at a position in the load order, on top of the mods before it.
    pub(crate) fn prepare(parent: &Path, session: &Session, index: usize) -> Result<Self, ValidatorError> {
        let path = parent.join(Id::fresh().to_string());
        let folder = Self { path };
        folder.write(session, index).map_err(|error| ValidatorError::not_started(&folder.path, &error))?;
        Ok(folder)
    }

    fn write(&self, session: &Session, checked: usize) -> io::Result<()> {
        std::fs::create_dir_all(&self.path)?;
        let mut config = String::from("filter = {\n\tshow_vanilla = no\n\tshow_loaded_mods = no\n}\n");
        // If there are too many, the nearest are kept: they override the others.
        for (index, found) in session.mods().iter().enumerate().skip(checked.saturating_sub(MAX_LOADED)) {
            let Some(opened) = found.opened() else { continue };
            if index == checked {
                std::fs::write(self.descriptor(), descriptor(opened)?)?;
                break;
            }
            let file = self.path.join(format!("loaded-{index}.mod"));
            let (Ok(text), Some(shown)) = (descriptor(opened), quoted(&file)) else { continue };
            std::fs::write(&file, text)?;
            let label = found.key().replace(['"', '\\'], "");
            // Writing to a string does not fail.
            let _ = writeln!(config, "load_mod = {{\n\tlabel = \"{} {label}\"\n\tmodfile = {shown}\n}}", index + 1);
        }
        std::fs::write(self.config(), config)
    }

    /// The descriptor of the mod that is checked.
    pub(crate) fn descriptor(&self) -> PathBuf {
        self.path.join("checked.mod")
    }

    pub(crate) fn config(&self) -> PathBuf {
        self.path.join("ck3-tiger.conf")
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        // A folder that cannot be removed is the program's own, and small.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// A descriptor with the real path of the mod.
fn descriptor(opened: &RootHandle) -> io::Result<String> {
    let path = quoted(opened.canonical().plain()).ok_or(io::ErrorKind::InvalidInput)?;
    let mut text = format!("name = \"mod\"\nversion = \"1\"\npath = {path}\n");
    for replaced in replace_paths(opened) {
        let _ = writeln!(text, "replace_path = \"{replaced}\"");
    }
    Ok(text)
}

/// The folders of the game that a mod replaces, by its own descriptor; only paths below the game's folder are accepted.
fn replace_paths(opened: &RootHandle) -> Vec<String> {
    let read = || -> Option<Vec<u8>> {
        let dir = opened.dir().ok()?;
        let file = contained::open_file(&dir, "descriptor.mod").ok()?;
        let metadata = file.metadata().ok().filter(|about| about.is_file() && about.len() <= MAX_DESCRIPTOR)?;
        read_whole(&file, &metadata).map_err(|error: ContentError| drop(error)).ok()
    };
    let descriptor = Descriptor::parse(&read().unwrap_or_default());
    let is_folder = |path: &&str| {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_-/ ".contains(&byte);
        path.bytes().all(is_name) && path.split('/').all(|name| !name.is_empty())
    };
    descriptor.values("replace_path").into_iter().filter(is_folder).take(1_000).map(str::to_owned).collect()
}

/// A path in the notation of the validator's configuration; `None` if it has none.
fn quoted(path: &Path) -> Option<String> {
    let text = path.to_str().filter(|text| !text.contains(['"', '\n', '\r']))?;
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.to_owned() };
    Some(format!("\"{text}\""))
}
