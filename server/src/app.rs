//! The program, put together: the world opened, each voice handed to its owner.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use enforcement::{Clock, Enforcement, FileApprovalQueue, UndoStore};
use replies::Mcp;
use reply_kit::{
    CallContext, CrashDir, Envelope, Program, SessionSource, StartError as AlreadyStarted, Toolset, Voice, Wrapper,
};
use reply_mcp::{HttpOptions, Limits, Server, log_stderr};
use serde_json::Value;
use world_adapter::{
    Config, ModSource, Mode, PlaysetFile, RootKey, SessionConfig, SessionReport, StartReport, WorldAdapter,
};

use crate::compose::{Components, Composition, LayerVoices};
use crate::config::{Approvals, ConfigError, Settings, decode};
use crate::content::{Guide, INSTRUCTIONS};
use crate::journal::JournalFile;
use crate::private;
use crate::sample;
use crate::state_paths::StatePaths;

/// Cargo tells a program its own version only; a test holds this one against the lock.
const RMCP_VERSION: &str = "3.8.0";

/// The running program.
pub(crate) struct App {
    pub(crate) tools: Toolset,
    voice: Arc<Voice<Mcp>>,
    pub(crate) world: Arc<WorldAdapter>,
    pub(crate) enforcement: Arc<Enforcement>,
    pub(crate) journal: Arc<JournalFile>,
    pub(crate) modes: Vec<Mode>,
    pub(crate) approvals: Approvals,
    limits: Limits,
    /// The hosts that clients over HTTP use.
    pub(crate) hosts: Vec<String>,
    pub(crate) read_only: bool,
    pub(crate) report: Report,
}

/// What a person should know of the start.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    /// Where the configuration came from; nothing for the built-in world.
    pub(crate) config: Option<std::path::PathBuf>,
    pub(crate) roots: StartReport,
    /// Where they lie; for the terminal alone.
    pub(crate) paths: Vec<(RootKey, std::path::PathBuf)>,
    pub(crate) session: SessionReport,
    /// Where each mod lies, in load order; for the terminal alone.
    pub(crate) mods: Vec<ModPlace>,
    /// What the playset names and does not count.
    pub(crate) unread: Vec<String>,
}

/// Where a mod really lies.
#[derive(Clone, Debug)]
pub(crate) struct ModPlace {
    pub(crate) path: PathBuf,
    /// The root or the local mods folder that it lies in; nothing if it lies outside all of them.
    pub(crate) inside: Option<String>,
}

/// Why the program cannot start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AppError {
    #[error(
        "{what} is the program's own, and lies within {other} or around it: an agent could approve for itself; \
         move one of them away"
    )]
    OwnFiles { what: String, other: String },
    #[error("no place for the program's own files was found; set CK3RAVEN_HOME")]
    NoHome,
    #[error("{path} cannot be read: {error}")]
    Config { path: String, error: io::Error },
    #[error("{path} has problems:\n{}", list(.problems))]
    Settings { path: String, problems: Vec<ConfigError> },
    #[error("the program's own folder cannot be used: {0}")]
    State(#[from] io::Error),
    #[error(transparent)]
    Registry(#[from] AlreadyStarted),
    #[error("the playset cannot be read: {0}")]
    Playset(String),
}

fn list(problems: &[ConfigError]) -> String {
    problems.iter().map(|problem| format!("  {problem}")).collect::<Vec<_>>().join("\n")
}

/// The settings in force, and where they came from.
pub(crate) fn settings(
    paths: &StatePaths,
    config: Option<&Path>,
) -> Result<(Settings, Option<std::path::PathBuf>), AppError> {
    let path = match config {
        // What it says of paths is relative to where it lies.
        Some(path) => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
        None if paths.config.is_file() => paths.config.clone(),
        None => return Ok((sample::lay_out(&paths.sample)?, None)),
    };
    let shown = path.display().to_string();
    let failed = |error| AppError::Config { path: shown.clone(), error };
    let bytes = std::fs::read(&path).map_err(failed)?;
    let text = decode(&bytes).map_err(|problem| failed(io::Error::new(io::ErrorKind::InvalidData, problem)))?;
    let folder = path.parent().unwrap_or(Path::new("."));
    match Settings::read(&text, folder) {
        Ok(settings) => Ok((settings, Some(path))),
        Err(problems) => Err(AppError::Settings { path: shown, problems }),
    }
}

/// What the program keeps, and the configuration, lie beneath nothing that an agent can address, and nothing of that beneath
/// what it keeps.
fn keep_apart(settings: &Settings, paths: &StatePaths, config: Option<&Path>) -> Result<(), AppError> {
    private::secure(&paths.state)?;
    let own = paths.state.canonicalize()?;
    let config = config.and_then(|config| config.canonicalize().ok());
    let playset = playset(settings)?;
    keep_playset_apart(settings, playset.as_ref())?;
    let own_files = || [Some(own.as_path()), config.as_deref()].into_iter().flatten();
    for found in playset.iter().flat_map(PlaysetFile::mods) {
        if let Some(what) = own_files().find(|what| found.overlaps(what)) {
            let other = format!("the mod `{}` of the playset", found.name());
            return Err(AppError::OwnFiles { what: what.display().to_string(), other });
        }
    }
    let roots = settings.roots.iter().map(|(_, path)| path.as_path());
    let mods = settings.mods.iter().map(|entry| entry.path.as_path()).chain(settings.local_mods_folder.as_deref());
    for path in roots.chain(mods) {
        // What is not there is told of later, with everything else that is wrong.
        let Ok(path) = path.canonicalize() else { continue };
        if let Some(what) = own_files().find(|what| what.starts_with(&path) || path.starts_with(what)) {
            return Err(AppError::OwnFiles { what: what.display().to_string(), other: path.display().to_string() });
        }
    }
    Ok(())
}

/// The playset file lies in nothing that agents can write: it decides what they see (L104).
fn keep_playset_apart(settings: &Settings, playset: Option<&PlaysetFile>) -> Result<(), AppError> {
    let Some(file) = &settings.playset else { return Ok(()) };
    // Where it lies, and where it leads if it is a link.
    let named = file.parent().and_then(|folder| folder.canonicalize().ok()?.join(file.file_name()?).into());
    let places: Vec<PathBuf> = [named, file.canonicalize().ok()].into_iter().flatten().collect();
    let roots = settings.roots.iter().filter_map(|(key, path)| match key {
        RootKey::Ck3ravenData => Some(path.join("wip")),
        RootKey::Repo => Some(path.clone()),
        _ => None,
    });
    let mods = settings.mods.iter().map(|entry| entry.path.clone()).chain(settings.local_mods_folder.clone());
    for folder in roots.chain(mods).filter_map(|path| path.canonicalize().ok()) {
        if places.iter().any(|place| place.starts_with(&folder)) {
            let what = format!("the playset file {}", file.display());
            return Err(AppError::OwnFiles { what, other: folder.display().to_string() });
        }
    }
    let holds = |found: &&ModSource| places.iter().any(|place| found.holds(place));
    if let Some(found) = playset.into_iter().flat_map(PlaysetFile::mods).find(holds) {
        let (what, other) = (format!("the playset file {}", file.display()), format!("the mod `{}`", found.name()));
        return Err(AppError::OwnFiles { what, other });
    }
    Ok(())
}

fn playset(settings: &Settings) -> Result<Option<PlaysetFile>, AppError> {
    let Some(file) = &settings.playset else { return Ok(None) };
    let read = match (file.file_name(), file.parent()) {
        // What the launcher wrote for the game. Its descriptors are not the operator's, so they lead nowhere else (L104).
        (Some(name), Some(user_docs)) if name == "dlc_load.json" => {
            let roots: Vec<&Path> = settings.roots.iter().map(|(_, path)| path.as_path()).collect();
            PlaysetFile::read_launcher(user_docs)
                .map(|playset| playset.within(&roots, settings.local_mods_folder.as_deref()))
        }
        _ => PlaysetFile::read(file),
    };
    read.map(Some).map_err(|error| AppError::Playset(error.to_string()))
}

/// The roots and the session that the settings describe.
fn world_config(
    settings: &Settings,
    paths: &StatePaths,
    journal: &Arc<JournalFile>,
) -> Result<(Config, SessionConfig, PlaysetReport), AppError> {
    let failures = Arc::clone(journal);
    let mut config = Config::new()
        .lock_in(paths.locks())
        .report_failures_to(move |trace_id, error| failures.failure(trace_id, error));
    for (key, path) in &settings.roots {
        config = config.root(*key, path);
    }
    let mut session = SessionConfig::new();
    if let Some(mode) = settings.mode {
        session = session.mode(mode);
    }
    for entry in &settings.mods {
        session = session.with_mod(&entry.name, &entry.path);
    }
    if let Some(folder) = &settings.local_mods_folder {
        session = session.local_mods_folder(folder);
    }
    let listed = settings.mods.iter().map(|entry| ModSource::new(&entry.name, &entry.path));
    let mut report = PlaysetReport { mods: listed.map(|found| place(&found, settings)).collect(), unread: Vec::new() };
    if let Some(playset) = playset(settings)? {
        report.mods = playset.mods().iter().map(|found| place(found, settings)).collect();
        report.unread = playset.unread().to_vec();
        session = playset.configure(session);
    }
    Ok((config, session, report))
}

/// What a person should know of the mods that the configuration or its playset names.
struct PlaysetReport {
    mods: Vec<ModPlace>,
    unread: Vec<String>,
}

/// Where a mod lies, for the person at the terminal.
fn place(found: &ModSource, settings: &Settings) -> ModPlace {
    let roots = settings.roots.iter().map(|(key, path)| (format!("root:{key}"), path));
    let local = settings.local_mods_folder.iter().map(|path| ("the local mods folder".to_owned(), path));
    let inside = local.chain(roots).find(|(_, folder)| found.lies_in(folder)).map(|(name, _)| name);
    ModPlace { path: found.place(), inside }
}

impl App {
    /// Starts the program: the one call of `replies::start` outside tests (L23).
    pub(crate) fn start(paths: &StatePaths, config: Option<&Path>, read_only: bool) -> Result<Self, AppError> {
        let (settings, source) = settings(paths, config)?;
        keep_apart(&settings, paths, source.as_deref())?;
        let crashes = CrashDir::at(paths.crashes())
            .with_version("ck3raven", env!("CARGO_PKG_VERSION"))
            .with_version("rmcp", RMCP_VERSION)
            .with_version(std::env::consts::OS, std::env::consts::ARCH)
            .with_fallback(|report| log_stderr!("{report}"));
        let Program { wrapper, voices, .. } = replies::start(crashes)?;
        let journal = Arc::new(JournalFile::at(paths.journal()));
        let (config, session, playset) = world_config(&settings, paths, &journal)?;
        let called =
            source.as_ref().map_or_else(|| "the built-in sample".to_owned(), |config| config.display().to_string());
        let queue = FileApprovalQueue::open(paths.approvals())?.for_world(called);
        let without_changes = read_only || settings.read_only;
        let composition = Composition {
            config,
            session,
            modes: settings.modes.clone(),
            home: settings.home.unwrap_or(RootKey::Ck3ravenData),
            reads_only: without_changes,
            journal: Arc::clone(&journal) as _,
            approvals: Arc::new(queue),
            undo: Arc::new(UndoStore::at(paths.undo())),
            clock: Clock::system(),
        };
        let voice = Arc::new(voices.mcp);
        let voices = LayerVoices {
            wa: Arc::new(voices.wa),
            en: Arc::new(voices.en),
            ct: Arc::new(voices.ct),
            mcp: Arc::clone(&voice),
        };
        let Components { tools, world, enforcement, roots, session, .. } = composition.compose(wrapper, voices);
        let noted = Arc::clone(&journal);
        let tools = tools.observed_by(move |event| noted.note(event));
        // What a process was killed over is looked at before anybody lists it.
        enforcement.settle_changes(tools.wrapper());
        let PlaysetReport { mods, unread } = playset;
        let report = Report { config: source, roots, paths: settings.roots.clone(), session, mods, unread };
        let Settings { modes, limits, approvals, hosts, .. } = settings;
        Ok(Self {
            tools,
            voice,
            world,
            enforcement,
            journal,
            modes,
            approvals,
            limits,
            hosts,
            read_only: without_changes,
            report,
        })
    }

    /// Goes around every call.
    pub(crate) fn wrapper(&self) -> &Wrapper {
        self.tools.wrapper()
    }

    /// Makes one call on this thread; nothing if there is no such tool.
    pub(crate) fn call(&self, tool: &str, arguments: &Value) -> Option<Envelope> {
        self.tools.call(tool, arguments, &CallContext::new(SessionSource::Implied))
    }

    /// Serves one client on stdin and stdout until it goes away.
    pub(crate) fn serve_stdio(self) -> io::Result<()> {
        let served = self.server().serve_stdio();
        self.end();
        served
    }

    /// Serves many clients over HTTP until told to stop.
    pub(crate) fn serve_http(self, options: HttpOptions) -> io::Result<()> {
        let served = self.server().serve_http(options);
        self.end();
        served
    }

    fn server(&self) -> Server {
        let server = Server::new("ck3raven", env!("CARGO_PKG_VERSION"), self.tools.clone())
            .with_instructions(INSTRUCTIONS)
            .with_limits(self.limits)
            .with_content(Guide::new(self.tools.clone(), Arc::clone(&self.voice)));
        match self.approvals {
            Approvals::Client => server,
            Approvals::Terminal => server.without_elicitation(),
        }
    }

    fn end(self) {
        self.enforcement.withdraw_requests();
        JournalFile::flush();
    }
}

#[cfg(test)]
mod tests {
    use super::RMCP_VERSION;

    #[test]
    fn l19_a_crash_file_names_the_rmcp_that_is_built_in() {
        let lock = include_str!("../../Cargo.lock");
        assert!(lock.contains(&format!("name = \"rmcp\"\nversion = \"{RMCP_VERSION}\"")));
    }
}
