//! Finds the game, its mods and its documents: where to look on each system, and why a candidate is rejected.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use directories::{BaseDirs, UserDirs};
use serde_json::{Value, json};
use world_adapter::{RootKey, read_regular};

use crate::commands::plain_path::plain;

const GAME_ID: &str = "1158310";
const GAME: &str = "Crusader Kings III";
/// The most bytes of Steam's list of libraries that are read.
const MAX_LIST_BYTES: u64 = 1024 * 1024;

/// The folders and variables of this machine. Tests make up machines.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    pub(crate) system: System,
    pub(crate) home: PathBuf,
    /// Where programs keep data: `%APPDATA%`, `~/.local/share`, `~/Library/Application Support`.
    pub(crate) data: PathBuf,
    /// The system's documents folder, wherever a person or `OneDrive` moved it.
    pub(crate) documents: Option<PathBuf>,
    /// Where Steam is installed, according to the Windows registry, and where programs are installed.
    pub(crate) steam: Vec<PathBuf>,
}

/// Which folders there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    Linux,
    MacOs,
    Windows,
}

impl Machine {
    /// This machine; `None` if the user has no home directory.
    pub(crate) fn here() -> Option<Self> {
        let base = BaseDirs::new()?;
        let system = match std::env::consts::OS {
            "windows" => System::Windows,
            "macos" => System::MacOs,
            _ => System::Linux,
        };
        Some(Self {
            system,
            home: base.home_dir().to_owned(),
            data: base.data_dir().to_owned(),
            documents: UserDirs::new().and_then(|dirs| dirs.document_dir().map(Path::to_owned)),
            steam: installed_steam(),
        })
    }

    /// Everything that was examined, the likelier first of each kind.
    pub(crate) fn probe(&self) -> Vec<ProbedPath> {
        let mut found: Vec<(DetectedKind, PathBuf)> =
            self.steams().into_iter().map(|path| (DetectedKind::Steam, path)).collect();
        let libraries = self.libraries();
        for library in &libraries {
            let apps = library.join("steamapps");
            found.push((DetectedKind::Game, apps.join("common").join(GAME).join("game")));
            found.push((DetectedKind::Workshop, apps.join("workshop").join("content").join(GAME_ID)));
        }
        found.extend(self.documents(&libraries).into_iter().map(|path| (DetectedKind::Documents, path)));
        let mut seen = HashSet::new();
        found.retain(|(_, path)| seen.insert(path.clone()));
        found.into_iter().map(|(sought, path)| ProbedPath::at(sought, path)).collect()
    }

    /// The possible folders of Steam.
    fn steams(&self) -> Vec<PathBuf> {
        let at = |names: &[&str]| names.iter().map(|name| below(&self.home, name)).collect();
        match self.system {
            System::Linux => at(&[
                ".local/share/Steam",
                ".steam/steam",
                ".steam/root",
                ".steam/debian-installation",
                ".var/app/com.valvesoftware.Steam/.local/share/Steam",
                "snap/steam/common/.local/share/Steam",
            ]),
            System::MacOs => vec![self.data.join("Steam")],
            System::Windows => self.steam.clone(),
        }
    }

    /// Steam's own folders, and the libraries that they list.
    fn libraries(&self) -> Vec<PathBuf> {
        let mut libraries: Vec<PathBuf> = Vec::new();
        for steam in self.steams().into_iter().filter(|steam| steam.is_dir()) {
            let list = below(&steam, "steamapps/libraryfolders.vdf");
            let named = read_regular(&list, MAX_LIST_BYTES).unwrap_or_default();
            let named = String::from_utf8_lossy(&named);
            for library in std::iter::once(steam).chain(named_libraries(&named)) {
                // One library has several paths where Steam left links.
                let library = library.canonicalize().map_or(library, |found| plain(&found));
                if !libraries.contains(&library) {
                    libraries.push(library);
                }
            }
        }
        libraries
    }

    /// Where the game keeps the player's mods, playsets and logs.
    fn documents(&self, libraries: &[PathBuf]) -> Vec<PathBuf> {
        let paradox = |folder: PathBuf| folder.join("Paradox Interactive").join(GAME);
        let mut found = Vec::new();
        if self.system == System::Linux {
            found.push(paradox(self.data.clone()));
            for sandboxed in [".var/app/com.valvesoftware.Steam/.local/share", "snap/steam/common/.local/share"] {
                found.push(paradox(below(&self.home, sandboxed)));
            }
        }
        found.extend(self.documents.clone().map(paradox));
        found.push(paradox(self.home.join("Documents")));
        if self.system == System::Windows {
            found.push(paradox(self.home.join("OneDrive").join("Documents")));
        }
        if self.system == System::Linux {
            for library in libraries {
                let user = below(library, "steamapps/compatdata").join(GAME_ID).join("pfx/drive_c/users/steamuser");
                found.push(paradox(user.join("Documents")));
                found.push(paradox(user.join("My Documents")));
            }
        }
        found
    }
}

/// A path with this machine's separators.
fn below(folder: &Path, names: &str) -> PathBuf {
    names.split('/').fold(folder.to_owned(), |path, name| path.join(name))
}

/// Steam's path in the registry, and its default installation folder.
#[cfg(windows)]
fn installed_steam() -> Vec<PathBuf> {
    use windows_registry::{CURRENT_USER, LOCAL_MACHINE};
    let entries = [
        (CURRENT_USER, r"Software\Valve\Steam", "SteamPath"),
        (LOCAL_MACHINE, r"SOFTWARE\WOW6432Node\Valve\Steam", "InstallPath"),
        (LOCAL_MACHINE, r"SOFTWARE\Valve\Steam", "InstallPath"),
    ];
    let named = entries.into_iter().filter_map(|(hive, key, value)| hive.open(key).ok()?.get_string(value).ok());
    let named = named.filter(|path| !path.trim().is_empty()).map(|path| PathBuf::from(path.replace('/', r"\")));
    let programs = ["ProgramFiles(x86)", "ProgramFiles"].into_iter().filter_map(std::env::var_os);
    named.chain(programs.map(|folder| PathBuf::from(folder).join("Steam"))).collect()
}

#[cfg(not(windows))]
fn installed_steam() -> Vec<PathBuf> {
    Vec::new()
}

/// The kinds of folders that are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DetectedKind {
    Steam,
    Game,
    Workshop,
    Documents,
}

impl DetectedKind {
    /// The root it becomes.
    pub(crate) fn root(self) -> Option<RootKey> {
        match self {
            Self::Steam => None,
            Self::Game => Some(RootKey::Game),
            Self::Workshop => Some(RootKey::Steam),
            Self::Documents => Some(RootKey::UserDocs),
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Steam => "Steam",
            Self::Game => "game",
            Self::Workshop => "workshop",
            Self::Documents => "documents",
        }
    }
}

/// The result for one path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// It is the right kind of folder.
    Good,
    /// It may be, if there is nothing better.
    Weak(&'static str),
    /// It is not.
    Not(&'static str),
}

/// A path that was examined.
#[derive(Clone, Debug)]
pub(crate) struct ProbedPath {
    pub(crate) sought: DetectedKind,
    pub(crate) path: PathBuf,
    pub(crate) fit: Fit,
    /// Whether it is the one that is used.
    pub(crate) is_chosen: bool,
}

impl ProbedPath {
    /// Examines a path.
    pub(crate) fn at(sought: DetectedKind, path: PathBuf) -> Self {
        let fit = match std::fs::metadata(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => Fit::Not("it may not be read"),
            Err(_) => Fit::Not("nothing is there"),
            Ok(found) if !found.is_dir() => Fit::Not("it is a file"),
            Ok(_) => match sought {
                DetectedKind::Game if !path.join("common").is_dir() => {
                    Fit::Not("it has no folder `common`, so these are not the game's files")
                }
                DetectedKind::Documents if !is_used(&path) => Fit::Weak("it holds no mods and no playsets"),
                _ => Fit::Good,
            },
        };
        Self { sought, path, fit, is_chosen: false }
    }

    /// The game, as a person names it: its files, or the installation folder.
    pub(crate) fn named_game(path: &Path) -> Self {
        let inner = path.join("game");
        let path = if inner.is_dir() && !path.join("common").is_dir() { inner } else { path.to_owned() };
        Self::at(DetectedKind::Game, std::path::absolute(&path).unwrap_or(path))
    }

    /// Why it was rejected.
    pub(crate) fn objection(&self) -> &'static str {
        match self.fit {
            Fit::Good if self.is_chosen || self.sought == DetectedKind::Steam => "",
            Fit::Good => "another was found first",
            Fit::Weak(why) | Fit::Not(why) => why,
        }
    }

    /// For programs.
    pub(crate) fn describe(&self) -> Value {
        json!({
            "sought": self.sought.word(),
            "root": self.sought.root().map(RootKey::as_str),
            "path": self.path.display().to_string(),
            "is_chosen": self.is_chosen,
            "objection": Some(self.objection()).filter(|why| !why.is_empty()),
        })
    }
}

/// Whether the game or its launcher was ever used here: a person who moved their documents may have left the old folder.
fn is_used(documents: &Path) -> bool {
    ck3_launcher::newest(documents).is_some()
        || ["dlc_load.json", "mod"].iter().any(|name| documents.join(name).exists())
}

/// Chooses the path of each kind that is used: the first that fits.
pub(crate) fn choose(probed: &mut [ProbedPath]) {
    for candidate in probed.iter_mut() {
        candidate.is_chosen = false;
    }
    for sought in [DetectedKind::Game, DetectedKind::Workshop, DetectedKind::Documents] {
        let first = |fits: fn(&Fit) -> bool| {
            probed.iter().position(|candidate| candidate.sought == sought && fits(&candidate.fit))
        };
        let best = first(|fit| *fit == Fit::Good).or_else(|| first(|fit| matches!(fit, Fit::Weak(_))));
        if let Some(index) = best {
            probed[index].is_chosen = true;
        }
    }
}

/// The `"path"` entries of Steam's list of libraries.
fn named_libraries(text: &str) -> Vec<PathBuf> {
    let path = |line: &str| {
        let mut parts = line.split('"').skip(1).step_by(2);
        let value = (parts.next() == Some("path")).then(|| parts.next()).flatten()?;
        Some(PathBuf::from(value.replace(r"\\", r"\")))
    };
    text.lines().filter_map(path).collect()
}

#[cfg(test)]
mod tests;
