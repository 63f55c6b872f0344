//! Playsets: which mods one enables, in load order, and which of them cannot be used.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use ck3_script::Descriptor;
use reply_kit::ReplyData;
use serde_json::Value;

use crate::address::RootKey;
use crate::roots::config::{ModSource, SessionConfig};
use crate::roots::host_path::{HostPath, read_regular};
use crate::roots::named_folder::NamedFolder;
use crate::session::mods::{MAX_MODS, is_named_in};
use crate::session::shown_name::playset_name;

/// The most bytes of a playset or descriptor; real ones hold a few kilobytes.
const MAX_PLAYSET: u64 = 4 * 1024 * 1024;
/// What an entry without a name is called.
const UNNAMED: &str = "(unnamed)";

/// A playset of the configuration, a file or the launcher: for the operator's configuration, never for an agent.
#[derive(Clone, PartialEq, Eq)]
pub struct Playset {
    summary: PlaysetSummary,
    mods: Vec<ModSource>,
    files: Vec<HostPath>,
}

/// What is reported about a playset, besides its mods.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlaysetSummary {
    pub(crate) name: Option<String>,
    pub(crate) source: PlaysetSource,
    pub(crate) unused: Vec<UnusedMod>,
    /// How many mods it names beyond those that were looked at.
    pub(crate) left_out: usize,
}

/// The source of a playset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ReplyData)]
pub enum PlaysetSource {
    /// The operator's configuration lists its mods.
    #[default]
    Configuration,
    /// A playset file of ck3raven.
    File,
    /// The launcher's database: what the game will load next.
    LauncherDatabase,
    /// `dlc_load.json`: what the game loaded last.
    DlcLoad,
}

/// A mod that a playset names and that is not among the session's mods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusedMod {
    /// What the playset calls it.
    pub name: String,
    /// Why.
    pub reason: UnusedReason,
}

/// Why a mod of a playset is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ReplyData)]
pub enum UnusedReason {
    /// Its descriptor is missing, cannot be read, or names no directory.
    NoDescriptor,
    /// Its entry has no name or no path.
    Incomplete,
    /// It lies in an archive, not in a directory.
    Archive,
    /// It lies where no mod counts: outside every root, in a hidden one, or around one.
    OutsideRoots,
}

impl UnusedReason {
    /// What to do about it, for a person.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::NoDescriptor => "its descriptor cannot be read: let the launcher write it again",
            Self::Incomplete => "its entry needs `name` and `path`",
            Self::Archive => "it lies in an archive: unpack it",
            Self::OutsideRoots => {
                "it leads neither into the local mods folder nor into a root that holds mods: list it in `[[mods]]`"
            }
        }
    }
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

impl Playset {
    /// A playset of the mods that the operator's configuration lists.
    pub fn configured(mods: impl IntoIterator<Item = ModSource>) -> Self {
        Self { mods: mods.into_iter().collect(), ..Self::empty(PlaysetSource::Configuration) }
    }

    /// A playset without mods yet.
    fn empty(source: PlaysetSource) -> Self {
        let summary = PlaysetSummary { source, ..PlaysetSummary::default() };
        Self { summary, mods: Vec::new(), files: Vec::new() }
    }

    /// Reads a playset of ck3raven: `{ "name": …, "mods": [{ "name": …, "path": …, "enabled": true }] }`, in load order.
    ///
    /// A relative path is relative to the file. Disabled mods are left out.
    pub fn read(file: &Path) -> Result<Self, PlaysetError> {
        let json = read_json(file)?;
        let list = json.get("mods").and_then(Value::as_array).ok_or(PlaysetError::NoList("mods"))?;
        let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let mut playset = Self::empty(PlaysetSource::File);
        playset.summary.name = text(&json, "name").as_deref().map(playset_name);
        for entry in list.iter().filter(|entry| entry.get("enabled") != Some(&Value::Bool(false))) {
            match (text(entry, "name"), text(entry, "path")) {
                (Some(name), Some(path)) => playset.add(ModSource::new(name, beside(file, &path))),
                (name, _) => {
                    playset.leave_out(name.unwrap_or_else(|| UNNAMED.to_owned()), UnusedReason::Incomplete);
                }
            }
        }
        Ok(playset)
    }

    /// Leaves out mods whose place would widen what is visible: a descriptor's `path` may come from any program (L104).
    ///
    /// A mod lies inside the local mods folder or a root, neither of which it is itself. Of the documents only the local mods folder
    /// counts, because the logs beside it are hidden, and the source of ck3raven is not a mod (L51). Nor does a root lie
    /// inside a mod. A link in the local mods folder is the person's, wherever it leads. What is not there counts where it would lie, so
    /// that the session can say that it is missing.
    #[must_use]
    pub fn within(mut self, roots: &[(RootKey, &Path)], local_mods_folder: Option<&Path>) -> Self {
        let canonical = |path: &Path| HostPath::new(path.to_owned()).canonical().ok();
        let local = local_mods_folder.and_then(canonical);
        let roots: Vec<(RootKey, HostPath)> =
            roots.iter().filter_map(|(key, path)| Some((*key, canonical(path)?))).collect();
        let holds_mods = |key| !matches!(key, RootKey::Repo | RootKey::UserDocs);
        let counts = |found: &ModSource| {
            if is_named_in(found, local.as_ref()) {
                return true;
            }
            let Some(place) = found.folder.path().canonical_or_future() else { return false };
            let holders =
                roots.iter().map(|(key, root)| (holds_mods(*key), root)).chain(local.iter().map(|it| (true, it)));
            let innermost = holders
                .clone()
                .filter(|(_, folder)| place.lies_strictly_in(folder))
                .max_by_key(|(holds_mods, folder)| (folder.depth(), *holds_mods));
            let is_around = |folder: &HostPath| folder.below(&place).is_some();
            innermost.is_some_and(|(holds_mods, _)| holds_mods) && !holders.clone().any(|(_, folder)| is_around(folder))
        };
        let (mods, outside) = std::mem::take(&mut self.mods).into_iter().partition(counts);
        self.mods = mods;
        for found in outside {
            self.leave_out(found.name, UnusedReason::OutsideRoots);
        }
        self
    }

    /// Reads what the launcher wrote for the game: `dlc_load.json` in the player's documents, and the descriptors it names.
    pub fn read_dlc_load(user_docs: &Path) -> Result<Self, PlaysetError> {
        let json = read_json(&user_docs.join("dlc_load.json"))?;
        let list = json.get("enabled_mods").and_then(Value::as_array).ok_or(PlaysetError::NoList("enabled_mods"))?;
        let mut playset = Self::empty(PlaysetSource::DlcLoad);
        for entry in list {
            match entry.as_str() {
                Some(descriptor) => playset.add_described(user_docs, descriptor, None),
                None => playset.leave_out(UNNAMED.to_owned(), UnusedReason::NoDescriptor),
            }
        }
        Ok(playset)
    }

    /// A playset of the launcher's database, without its mods.
    pub fn of_launcher(name: impl Into<String>) -> Self {
        Self::empty(PlaysetSource::LauncherDatabase).named(name)
    }

    /// Adds a mod at the end of the load order, if there is room: a playset has at most [`MAX_MODS`], and others are counted.
    pub fn add(&mut self, found: ModSource) {
        if self.has_room() {
            self.mods.push(found);
        }
    }

    /// Whether another mod is looked at (L100); one that is not is counted as left out.
    fn has_room(&mut self) -> bool {
        let has_room = self.mods.len() + self.summary.unused.len() < MAX_MODS;
        self.summary.left_out += usize::from(!has_room);
        has_room
    }

    /// Adds the mod that a descriptor in the player's documents describes, under `name` if one is given.
    ///
    /// A descriptor outside the documents is not read.
    pub fn add_described(&mut self, user_docs: &Path, descriptor: &str, name: Option<&str>) {
        if !self.has_room() {
            return;
        }
        let file = user_docs.join(descriptor);
        let is_inside = ModSource::new("", &file).lies_in(user_docs);
        let text = if is_inside { read_bounded(&file).ok() } else { None };
        let fields = text.map(|text| Descriptor::parse(text.as_bytes())).unwrap_or_default();
        match (name.or(fields.value("name")), fields.value("path")) {
            (Some(name), Some(path)) => self.mods.push(ModSource::new(name, user_docs.join(path))),
            _ => self.leave_out(name.unwrap_or(descriptor).to_owned(), UnusedReason::NoDescriptor),
        }
        self.files.push(HostPath::new(file));
    }

    /// Adds a mod that cannot be used.
    pub fn leave_out(&mut self, name: String, reason: UnusedReason) {
        if self.has_room() {
            self.summary.unused.push(UnusedMod { name, reason });
        }
    }

    /// Its name, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.summary.name.as_deref()
    }

    /// Gives it a name.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.summary.name = Some(playset_name(&name.into()));
        self
    }

    /// What it was read from.
    pub fn source(&self) -> PlaysetSource {
        self.summary.source
    }

    /// The mods, in load order.
    pub fn mods(&self) -> &[ModSource] {
        &self.mods
    }

    /// The mods that it names and that are not used.
    pub fn unused(&self) -> &[UnusedMod] {
        &self.summary.unused
    }

    /// How many mods it names beyond those that were looked at.
    pub fn left_out(&self) -> usize {
        self.summary.left_out
    }

    /// Takes over where the folders of earlier playsets lay: what has taken a folder's place since, such as a link, is not what the
    /// operator named.
    pub fn keep_places_of<'p>(&mut self, earlier: impl IntoIterator<Item = &'p Self>) {
        let earlier = earlier.into_iter().flat_map(|playset| &playset.mods);
        let known: HashMap<&HostPath, &NamedFolder> =
            earlier.map(|found| (found.folder.path(), &found.folder)).collect();
        for found in &mut self.mods {
            if let Some(folder) = known.get(found.folder.path()) {
                found.folder = (*folder).clone();
            }
        }
    }

    /// The descriptors that it was read from, for the operator's part of the program, which looks whether they changed.
    pub fn descriptors(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(HostPath::as_path)
    }

    /// A session's configuration with this playset.
    pub fn configure(self, session: SessionConfig) -> SessionConfig {
        SessionConfig { mods: self.mods, playset: self.summary, ..session }
    }
}

impl std::fmt::Debug for Playset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Playset").field("name", &self.summary.name).field("mods", &self.mods).finish_non_exhaustive()
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
    let bytes = read_regular(file, MAX_PLAYSET)?;
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

#[cfg(test)]
mod tests;
