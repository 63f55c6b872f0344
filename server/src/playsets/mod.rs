//! Playsets while the server runs: the very next call sees what the operator or the launcher changed (L52).

mod catalog;
mod stamps;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ck3_session::{PlaysetData, Playsets};
use reply_kit::Text;
use reply_mcp::log_stderr;
use world_adapter::{Playset, Session, SessionAuthority, SessionConfig, SessionId, WorldAdapter};

pub(crate) use self::catalog::Catalog;
use self::stamps::DiskStamps;
use crate::app::{self, AppError};
use crate::config::Settings;
use crate::own_files::{check_own_files, check_playset_files, check_validator};
use crate::state_paths::StatePaths;

/// How often descriptors and the directories of mods are checked: there may be a thousand of each.
const RECHECK_DELAY: Duration = Duration::from_secs(1);

/// The playsets of a running server.
#[derive(Debug)]
pub(crate) struct LivePlaysets {
    paths: StatePaths,
    /// The configuration file; `None` for the built-in world, which does not change.
    config: Option<PathBuf>,
    state: Mutex<PlaysetState>,
}

#[derive(Debug)]
struct PlaysetState {
    /// The settings in force. Roots, modes and limits are those of the start; mods and playsets are the newest that could be
    /// read.
    settings: Settings,
    /// What all sessions share. The folder of local mods is looked for once, at the start.
    session: SessionConfig,
    authority: SessionAuthority,
    catalog: Catalog,
    /// The sessions of selected playsets, each opened once for all.
    selected: HashMap<String, Session>,
    /// The stamps of the configuration and of the playset files, from when they were read. Checked before every call.
    config: DiskStamps,
    files: DiskStamps,
    /// The stamps of descriptors and directories, checked once a second.
    places: DiskStamps,
    last_check: Instant,
    /// Why the newest version could not be read.
    failure: Option<ReloadError>,
    warned_of_restart: bool,
}

/// Why the configuration on disk was not loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ReloadError {
    /// For the person.
    message: String,
    /// For an agent: without a path.
    note: &'static str,
}

impl LivePlaysets {
    /// Reads the configured playsets. One that cannot be used ends the start.
    pub(crate) fn start(
        paths: &StatePaths,
        config: Option<PathBuf>,
        settings: &Settings,
        authority: SessionAuthority,
    ) -> Result<Self, AppError> {
        let stamp = DiskStamps::of_files(config.clone());
        let files = DiskStamps::of_files(catalog::watched(settings));
        let catalog = Catalog::read(settings, None).map_err(|error| AppError::Playset(error.to_string()))?;
        let catalog = apart(settings, paths, config.as_deref(), catalog)?;
        let places = catalog.places([]);
        let state = PlaysetState {
            settings: settings.clone(),
            session: session_config(settings),
            authority,
            catalog,
            selected: HashMap::new(),
            config: stamp,
            files,
            places,
            last_check: Instant::now(),
            failure: None,
            warned_of_restart: false,
        };
        Ok(Self { paths: paths.clone(), config, state: Mutex::new(state) })
    }

    /// The default and the offered playsets, for the person.
    pub(crate) fn catalog(&self) -> Catalog {
        self.lock().catalog.clone()
    }

    /// The session that starts with the default playset.
    pub(crate) fn default_session(&self) -> SessionConfig {
        self.lock().default_session()
    }

    fn lock(&self) -> MutexGuard<'_, PlaysetState> {
        // After a panic in the middle, either the old or the new state is in force.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Re-reads what may have changed, and puts it in force.
    fn reload(&self, state: &mut PlaysetState, world: &WorldAdapter, is_place_changed: bool) {
        match self.read(state) {
            Ok(catalog) => {
                if state.failure.take().is_some() {
                    log_stderr!("ck3raven: the playset can be read again");
                }
                let is_other = catalog != state.catalog;
                if is_other {
                    let name = enforcement::quoted(catalog.default().name().unwrap_or("without a name"));
                    log_stderr!("ck3raven: the playset {name} has {} mods now", catalog.default().mods().len());
                }
                if is_other || is_place_changed {
                    state.catalog = catalog;
                    state.apply(world);
                }
            }
            Err(failure) if state.failure.as_ref() == Some(&failure) => {}
            Err(failure) => {
                log_stderr!("ck3raven: {}; what was read before stays in force", failure.message);
                state.failure = Some(failure);
            }
        }
    }

    /// The playsets as they are on disk, checked like those of the start; also updates the settings.
    fn read(&self, state: &mut PlaysetState) -> Result<Catalog, ReloadError> {
        let mut settings = state.settings.clone();
        if let Some(config) = self.config.as_deref().filter(|_| state.failure.is_some() || state.config.have_changed())
        {
            // The stamp is taken before reading: the next call notices a change that happens meanwhile.
            state.config = DiskStamps::of_files(self.config.clone());
            let (read, _) = app::settings(&self.paths, Some(config))
                .map_err(|error| ReloadError::new(&error, "the configuration has problems"))?;
            let needs_restart = settings.take_playsets_of(&read);
            if needs_restart && !state.warned_of_restart {
                log_stderr!(
                    "ck3raven: of the configuration, only `mods`, `playset` and `playsets` change without a restart"
                );
            }
            state.warned_of_restart = needs_restart;
        }
        state.files = DiskStamps::of_files(catalog::watched(&settings));
        let catalog =
            Catalog::read(&settings, Some(&state.catalog)).map_err(|error| ReloadError::new(&error, error.note()))?;
        let catalog = apart(&settings, &self.paths, self.config.as_deref(), catalog)
            .map_err(|error| ReloadError::new(&error, "the new playset is not safe to serve"))?;
        state.settings = settings;
        Ok(catalog)
    }
}

/// L104: the program's state, and the files that decide visibility, lie outside everything that agents can reach.
fn apart(
    settings: &Settings,
    paths: &StatePaths,
    config: Option<&std::path::Path>,
    mut catalog: Catalog,
) -> Result<Catalog, AppError> {
    let files = catalog::watched(settings);
    let check = |playset: &Playset| {
        check_own_files(settings, paths, config, playset)?;
        check_validator(settings, playset)?;
        check_playset_files(settings, &files, playset)
    };
    check(catalog.default())?;
    catalog.keep_offered(|playset| check(playset).is_ok());
    Ok(catalog)
}

impl ReloadError {
    fn new(message: &dyn std::fmt::Display, note: &'static str) -> Self {
        Self { message: message.to_string(), note }
    }
}

impl PlaysetState {
    /// Whether anything may have changed since it was read: in a file, or, checked once a second, in a directory.
    fn changes(&mut self) -> Option<bool> {
        if self.config.have_changed() || self.files.have_changed() {
            return Some(false);
        }
        if self.last_check.elapsed() < RECHECK_DELAY {
            return None;
        }
        self.last_check = Instant::now();
        let is_place_changed = self.places.have_changed();
        (is_place_changed || self.failure.is_some()).then_some(is_place_changed)
    }

    fn default_session(&self) -> SessionConfig {
        self.catalog.default().clone().configure(self.session.clone())
    }

    /// Opens the mods and gives them to every session, which keeps its mode and its selected playset, if that is still offered.
    fn apply(&mut self, world: &WorldAdapter) {
        let (default, _) = world.load_session(&self.authority, self.default_session());
        let mut wanted: Vec<String> = Vec::new();
        world.replace_sessions(&self.authority, |session| {
            wanted.extend(session.selection().map(str::to_owned));
            None
        });
        wanted.sort_unstable();
        wanted.dedup();
        self.selected.clear();
        for name in wanted {
            self.open_selected(world, &name);
        }
        self.places = self.catalog.places(self.selected.keys().map(String::as_str));
        self.last_check = Instant::now();
        world.replace_sessions(&self.authority, |session| {
            let selected = session.selection().and_then(|name| self.selected.get(name));
            Some(selected.unwrap_or(&default).with_mode(session.mode()))
        });
    }

    /// The session of an offered playset.
    fn open_selected(&mut self, world: &WorldAdapter, name: &str) -> Option<Session> {
        if let Some(opened) = self.selected.get(name) {
            return Some(opened.clone());
        }
        let playset = self.catalog.find(name)?.clone();
        let config = playset.configure(self.session.clone()).selected_as(name);
        let (session, _) = world.load_session(&self.authority, config);
        self.selected.insert(name.to_owned(), session.clone());
        Some(session)
    }
}

/// The part of a session that all playsets share.
fn session_config(settings: &Settings) -> SessionConfig {
    let session = match settings.mode {
        Some(mode) => SessionConfig::new().mode(mode),
        None => SessionConfig::new(),
    };
    match &settings.local_mods_folder {
        Some(folder) => session.local_mods_folder(folder),
        None => session,
    }
}

impl Playsets for LivePlaysets {
    fn refresh(&self, world: &WorldAdapter) {
        let mut state = self.lock();
        if let Some(is_place_changed) = state.changes() {
            self.reload(&mut state, world, is_place_changed);
        }
    }

    fn offered(&self) -> Vec<PlaysetData> {
        self.lock().catalog.offered().collect()
    }

    fn select(&self, world: &WorldAdapter, session: SessionId, name: &str) -> bool {
        let mut state = self.lock();
        let Some(opened) = state.open_selected(world, name) else { return false };
        state.places = state.catalog.places(state.selected.keys().map(String::as_str));
        world.replace_session(&state.authority, session, |session| opened.with_mode(session.mode())).is_some()
    }

    fn notes(&self) -> Vec<Text> {
        let state = self.lock();
        let failure = state.failure.as_ref();
        let failure = failure.map(|failure| format!("{}; what was read before stays in force", failure.note));
        failure.iter().chain(state.catalog.notes()).map(|note| Text::echo(note)).collect()
    }
}
