//! The configured playsets: the one that sessions start with, and those that an agent may select.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use ck3_launcher::{Launcher, LauncherError, LauncherPlayset};
use ck3_session::PlaysetData;
use reply_kit::Text;
use world_adapter::{ModSource, Playset, PlaysetError, PlaysetSource, RootKey, UnusedReason, playset_name};

use super::stamps::DiskStamps;
use crate::config::{OfferedPlaysets, PlaysetEntry, Settings};

/// The configured playsets, as they are on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Catalog {
    default: Playset,
    offered: Vec<SelectablePlayset>,
    notes: Vec<String>,
}

/// A playset that an agent may select.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SelectablePlayset {
    /// The name to select it by.
    name: String,
    playset: Playset,
    /// The file it was read from, if it is not one of the launcher's.
    file: Option<PathBuf>,
}

/// Why the default playset cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CatalogError {
    #[error(transparent)]
    Playset(#[from] PlaysetError),
    #[error(transparent)]
    Launcher(#[from] LauncherError),
}

impl CatalogError {
    /// The description for an agent.
    pub(crate) fn note(&self) -> &'static str {
        match self {
            Self::Playset(_) => "the playset file cannot be read",
            Self::Launcher(_) => "the launcher's database cannot be read",
        }
    }
}

/// The files whose change may change the playsets.
pub(super) fn watched(settings: &Settings) -> Vec<PathBuf> {
    let mut files = Vec::new();
    if let Some(user_docs) = launcher_folder(settings) {
        files.extend(ck3_launcher::watched(&user_docs));
        files.push(user_docs.join("dlc_load.json"));
    }
    files.extend(settings.playset.clone().filter(|_| !starts_with_launcher(settings)));
    files.extend(settings.playsets.files().map(Path::to_owned));
    files
}

/// The player's documents, if the settings use the launcher's playsets: by `playset`, or by name in `playsets`.
fn launcher_folder(settings: &Settings) -> Option<PathBuf> {
    match &settings.playset {
        Some(path) if path.is_dir() => Some(path.clone()),
        Some(path) if is_launchers(path) => path.parent().map(Path::to_owned),
        _ if settings.playsets.names_launcher() => {
            settings.roots.iter().find(|(key, _)| *key == RootKey::UserDocs).map(|(_, path)| path.clone())
        }
        _ => None,
    }
}

/// Whether sessions start with the launcher's active playset.
fn starts_with_launcher(settings: &Settings) -> bool {
    settings.playset.as_ref().is_some_and(|path| path.is_dir() || is_launchers(path))
}

fn is_launchers(path: &Path) -> bool {
    ck3_launcher::is_database(path) || path.file_name().is_some_and(|name| name == "dlc_load.json")
}

impl Catalog {
    /// Reads the playsets. A problem with one that is only offered is recorded; `previous` is used in its place.
    pub(super) fn read(settings: &Settings, previous: Option<&Self>) -> Result<Self, CatalogError> {
        let mut notes = Vec::new();
        let user_docs = launcher_folder(settings);
        let launcher = match user_docs.as_deref().map(ck3_launcher::read) {
            // The file is being written, or is broken: until it can be read, the previous mods are served.
            Some(Err(error)) if previous.is_some_and(Self::is_of_database) && !is_missing(&error) => {
                return Err(error.into());
            }
            found => found,
        };
        let default = match (&settings.playset, &user_docs, &launcher) {
            (Some(_), Some(user_docs), Some(launcher)) if starts_with_launcher(settings) => {
                active(settings, user_docs, launcher, &mut notes)?
            }
            (Some(file), ..) => Playset::read(file)?,
            (None, ..) => {
                Playset::configured(settings.mods.iter().map(|entry| ModSource::new(&entry.name, &entry.path)))
            }
        };
        let mut catalog = Self { default, offered: Vec::new(), notes };
        let launcher = launcher.and_then(Result::ok).unwrap_or_default();
        if launcher.left_out > 0 {
            catalog.notes.push(format!("{} playsets of the launcher are left out", launcher.left_out));
        }
        catalog.offer(settings, user_docs.as_deref().unwrap_or(Path::new("")), &launcher, previous);
        if let Some(previous) = previous {
            let known = || previous.playsets();
            catalog.default.keep_places_of(known());
            catalog.offered.iter_mut().for_each(|offered| offered.playset.keep_places_of(known()));
        }
        Ok(catalog)
    }

    /// The default, and those that are offered.
    fn playsets(&self) -> impl Iterator<Item = &Playset> {
        std::iter::once(&self.default).chain(self.offered.iter().map(|offered| &offered.playset))
    }

    /// Whether anything in it was read from the launcher's database.
    fn is_of_database(&self) -> bool {
        let is = |playset: &Playset| playset.source() == PlaysetSource::LauncherDatabase;
        self.playsets().any(is)
    }

    fn offer(&mut self, settings: &Settings, user_docs: &Path, launcher: &Launcher, previous: Option<&Self>) {
        let default = self.default.name().map(|name| (name.to_owned(), self.default.clone()));
        let mut offered: Vec<SelectablePlayset> =
            default.into_iter().map(|(name, playset)| SelectablePlayset { name, playset, file: None }).collect();
        let of_launcher = |playset: &LauncherPlayset| {
            let found = converted(settings, user_docs, playset);
            SelectablePlayset { name: playset.name.clone(), playset: found, file: None }
        };
        match &settings.playsets {
            OfferedPlaysets::Default => {}
            OfferedPlaysets::All => offered.extend(launcher.playsets.iter().map(of_launcher)),
            OfferedPlaysets::Listed(entries) => {
                for entry in entries {
                    match entry {
                        PlaysetEntry::File(file) => offered.extend(self.offered_file(file, previous)),
                        PlaysetEntry::Name(name) => {
                            let named: Vec<_> = launcher.playsets.iter().filter(|found| found.name == *name).collect();
                            if named.is_empty() && self.default.name() != Some(&*playset_name(name)) {
                                self.notes.push(format!("the launcher has no playset `{name}`"));
                            }
                            offered.extend(named.into_iter().map(of_launcher));
                        }
                    }
                }
            }
        }
        self.offered = with_distinct_names(offered);
    }

    /// A playset file that is offered, or its content when it could last be read.
    fn offered_file(&mut self, file: &Path, previous: Option<&Self>) -> Option<SelectablePlayset> {
        let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        match Playset::read(file) {
            Ok(playset) => {
                let name = playset.name().map_or(stem, str::to_owned);
                Some(SelectablePlayset {
                    name: name.clone(),
                    playset: playset.named(name),
                    file: Some(file.to_owned()),
                })
            }
            Err(error) => {
                self.notes.push(format!("the playset file `{stem}`: {error}"));
                previous?.offered.iter().find(|offered| offered.file.as_deref() == Some(file)).cloned()
            }
        }
    }

    /// The default playset.
    pub(crate) fn default(&self) -> &Playset {
        &self.default
    }

    /// The problems.
    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    pub(crate) fn offered(&self) -> impl Iterator<Item = PlaysetData> {
        self.offered.iter().map(|SelectablePlayset { name, playset, .. }| PlaysetData {
            name: Text::echo(name),
            mods: playset.mods().len(),
            is_default: *playset == self.default,
        })
    }

    pub(super) fn find(&self, name: &str) -> Option<&Playset> {
        self.offered.iter().find(|offered| offered.name == name).map(|offered| &offered.playset)
    }

    /// Removes a playset that may not be offered.
    pub(super) fn keep_offered(&mut self, is_fit: impl Fn(&Playset) -> bool) {
        let notes = &mut self.notes;
        self.offered.retain(|SelectablePlayset { name, playset, .. }| {
            let is_fit = is_fit(playset);
            if !is_fit {
                notes.push(format!("the playset `{name}` is not safe to serve"));
            }
            is_fit
        });
    }

    /// The descriptors and directories of the playsets in use: the default, and the selected ones.
    pub(super) fn places<'n>(&self, selected: impl IntoIterator<Item = &'n str>) -> DiskStamps {
        let selected = selected.into_iter().filter_map(|name| self.find(name));
        let used: Vec<&Playset> = std::iter::once(&self.default).chain(selected).collect();
        let descriptors = used.iter().flat_map(|playset| playset.descriptors().map(Path::to_owned));
        DiskStamps::of_files(descriptors).with_mods(used.iter().flat_map(|playset| playset.mods().iter().cloned()))
    }
}

/// The launcher's active playset; without a readable database, the list that the launcher wrote for the game.
fn active(
    settings: &Settings,
    user_docs: &Path,
    launcher: &Result<Launcher, LauncherError>,
    notes: &mut Vec<String>,
) -> Result<Playset, CatalogError> {
    let loaded = Playset::read_dlc_load(user_docs).map(|playset| within(settings, playset));
    let launcher = match launcher {
        Ok(launcher) => launcher,
        Err(error) => {
            if !is_missing(error) {
                notes.push(format!("{error}: dlc_load.json was read instead"));
            }
            return Ok(loaded?);
        }
    };
    let Some(playset) = launcher.playsets.iter().find(|playset| playset.is_active) else {
        notes.push("no playset is active in the launcher: dlc_load.json was read instead".to_owned());
        return Ok(loaded?);
    };
    let active = converted(settings, user_docs, playset);
    let places = |playset: &Playset| playset.mods().iter().map(ModSource::place).collect::<Vec<_>>();
    if loaded.is_ok_and(|loaded| places(&loaded) != places(&active)) {
        notes.push(
            "the game last loaded other mods or another order (dlc_load.json) than this playset has now".to_owned(),
        );
    }
    Ok(active)
}

/// A playset of the launcher with the paths of its mods.
fn converted(settings: &Settings, user_docs: &Path, playset: &LauncherPlayset) -> Playset {
    let mut found = Playset::of_launcher(&playset.name);
    for entry in &playset.entries {
        match (&entry.directory, &entry.descriptor) {
            (Some(directory), _) => found.add(ModSource::new(&entry.name, user_docs.join(directory))),
            (None, _) if entry.is_archive => found.leave_out(entry.name.clone(), UnusedReason::Archive),
            (None, Some(descriptor)) => found.add_described(user_docs, descriptor, Some(&entry.name)),
            (None, None) => found.leave_out(entry.name.clone(), UnusedReason::NoDescriptor),
        }
    }
    within(settings, found)
}

/// The operator did not write the launcher's data or a descriptor, so only paths inside the roots are accepted (L104).
fn within(settings: &Settings, playset: Playset) -> Playset {
    let roots: Vec<(RootKey, &Path)> = settings.roots.iter().map(|(key, path)| (*key, path.as_path())).collect();
    playset.within(&roots, settings.local_mods_folder.as_deref())
}

fn is_missing(error: &LauncherError) -> bool {
    matches!(error, LauncherError::Missing)
}

/// The names by which each can be selected: duplicates are numbered, and a playset that is listed twice appears once.
fn with_distinct_names(offered: Vec<SelectablePlayset>) -> Vec<SelectablePlayset> {
    let mut count: HashMap<String, usize> = HashMap::new();
    let mut named: Vec<SelectablePlayset> = Vec::new();
    for mut next in offered {
        next.name = playset_name(&next.name);
        let seen = count.entry(next.name.clone()).or_default();
        if *seen > 0 && named.iter().any(|other| other.playset == next.playset) {
            continue;
        }
        *seen += 1;
        if *seen > 1 {
            next.name = format!("{} #{seen}", next.name);
            next.playset = next.playset.named(&next.name);
        }
        named.push(next);
    }
    named
}
