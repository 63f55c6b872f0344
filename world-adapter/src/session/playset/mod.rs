//! Playset files: which mods a playset enables, in load order.

use std::io;
use std::path::{Path, PathBuf};

use ck3_script::Descriptor;
use serde_json::Value;

use crate::roots::config::{ModSource, SessionConfig};
use crate::roots::host_path::HostPath;
use crate::session::mods::is_named_in;

/// The most a playset or descriptor may hold; real ones hold a few kilobytes.
const MAX_PLAYSET: u64 = 4 * 1024 * 1024;

/// A playset as a file names it: for the operator's configuration, never for an agent.
#[derive(Clone, Debug)]
pub struct PlaysetFile {
    name: Option<String>,
    mods: Vec<ModSource>,
    unread: Vec<String>,
}

/// Why a playset file cannot be used. It names no path.
#[derive(Debug, thiserror::Error)]
pub enum PlaysetError {
    /// It cannot be read.
    #[error("the playset file cannot be read")]
    Unreadable(#[source] io::Error),
    /// It is not JSON.
    #[error("the playset file is not JSON")]
    NotJson(#[source] serde_json::Error),
    /// It is JSON, but not of a playset.
    #[error("the playset file has no list `{0}`")]
    NoList(&'static str),
}

impl PlaysetFile {
    /// Reads a playset of ck3raven: `{ "name": …, "mods": [{ "name": …, "path": …, "enabled": true }] }`, in load order.
    ///
    /// A relative path is relative to the file. Mods that are not enabled are left out.
    pub fn read(file: &Path) -> Result<Self, PlaysetError> {
        let json = read_json(file)?;
        let list = json.get("mods").and_then(Value::as_array).ok_or(PlaysetError::NoList("mods"))?;
        let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let mut playset = Self { name: text(&json, "name"), mods: Vec::new(), unread: Vec::new() };
        for entry in list.iter().filter(|entry| entry.get("enabled") != Some(&Value::Bool(false))) {
            match (text(entry, "name"), text(entry, "path")) {
                (Some(name), Some(path)) => playset.mods.push(ModSource::new(name, beside(file, &path))),
                (name, _) => playset.unread.push(name.unwrap_or_else(|| "(unnamed)".to_owned())),
            }
        }
        Ok(playset)
    }

    /// Leaves out what does not lie in one of the roots or in the local mods folder: a descriptor's `path` is anybody's to
    /// write, and decides what is visible (L104). A link in the local mods folder is the person's, wherever it leads.
    #[must_use]
    pub fn within(mut self, roots: &[&Path], local_mods_folder: Option<&Path>) -> Self {
        let local = local_mods_folder.and_then(|folder| HostPath::new(folder.to_owned()).canonical().ok());
        let counts = |found: &ModSource| {
            let is_local = local.as_ref().is_some_and(|folder| found.lies_in(folder.as_path()));
            is_local || is_named_in(found, local.as_ref()) || roots.iter().any(|root| found.lies_in(root))
        };
        let unread = &mut self.unread;
        self.mods.retain(|found| {
            let counts = counts(found);
            if !counts {
                unread.push(found.name().to_owned());
            }
            counts
        });
        self
    }

    /// Reads what the launcher wrote for the game: `dlc_load.json` in the player's documents, and the descriptors it names.
    ///
    /// A descriptor that lies elsewhere than in the documents is not read.
    pub fn read_launcher(user_docs: &Path) -> Result<Self, PlaysetError> {
        let json = read_json(&user_docs.join("dlc_load.json"))?;
        let list = json.get("enabled_mods").and_then(Value::as_array).ok_or(PlaysetError::NoList("enabled_mods"))?;
        let mut playset = Self { name: None, mods: Vec::new(), unread: Vec::new() };
        for descriptor in list.iter().filter_map(Value::as_str) {
            let file = user_docs.join(descriptor);
            let is_inside = ModSource::new("", &file).lies_in(user_docs);
            let text = if is_inside { read_bounded(&file).ok() } else { None };
            let fields = text.map(|text| Descriptor::parse(text.as_bytes())).unwrap_or_default();
            match (fields.value("name"), fields.value("path")) {
                (Some(name), Some(path)) => playset.mods.push(ModSource::new(name, user_docs.join(path))),
                _ => playset.unread.push(descriptor.to_owned()),
            }
        }
        Ok(playset)
    }

    /// The mods, in load order.
    pub fn mods(&self) -> &[ModSource] {
        &self.mods
    }

    /// Entries that could not be read, for a person.
    pub fn unread(&self) -> &[String] {
        &self.unread
    }

    /// A session's configuration with this playset's name and mods.
    pub fn configure(self, session: SessionConfig) -> SessionConfig {
        let session = session.mods(self.mods);
        match self.name {
            Some(name) => session.playset(name),
            None => session,
        }
    }
}

fn beside(file: &Path, path: &str) -> PathBuf {
    file.parent().map_or_else(|| PathBuf::from(path), |folder| folder.join(path))
}

fn read_json(file: &Path) -> Result<Value, PlaysetError> {
    let text = read_bounded(file).map_err(PlaysetError::Unreadable)?;
    serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(PlaysetError::NotJson)
}

fn read_bounded(file: &Path) -> io::Result<String> {
    use io::Read as _;
    let mut text = String::new();
    std::fs::File::open(file)?.take(MAX_PLAYSET).read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests;
