//! Puts the program together: opens the world, and hands each voice to its owner.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use enforcement::{Clock, Enforcement, FileApprovalQueue};
use index::{CacheFile, Index, IndexOptions};
use replies::Mcp;
use reply_kit::{
    CallContext, CrashDir, Envelope, Program, Progress, SessionSource, StartError as AlreadyStarted, Toolset, Voice,
    Wrapper,
};
use reply_mcp::{HttpOptions, Server, log_stderr};
use serde_json::Value;
use world_adapter::{Config, RootKey, SessionAuthority, SessionReport, StartReport, WorldAdapter, read_regular};

use crate::compose::{Components, Composition, LayerVoices};
use crate::config::{Approvals, ConfigError, Settings, decode};
use crate::content::{INSTRUCTIONS, ServerContent};
use crate::journal::{self, JournalFile};
use crate::playsets::{Catalog, LivePlaysets};
use crate::sample;
use crate::state_paths::StatePaths;
use crate::validator;

/// Cargo gives a program only its own version; a test compares this one with the lock file.
const RMCP_VERSION: &str = "3.8.0";

/// The running program.
pub(crate) struct App {
    pub(crate) tools: Toolset,
    voice: Arc<Voice<Mcp>>,
    pub(crate) world: Arc<WorldAdapter>,
    pub(crate) enforcement: Arc<Enforcement>,
    pub(crate) journal: Arc<JournalFile>,
    /// The settings of the start; read-only too if the command line says so.
    pub(crate) settings: Settings,
    pub(crate) report: AppReport,
}

/// What a person should know about the start.
#[derive(Clone, Debug)]
pub(crate) struct AppReport {
    /// Where the configuration came from; `None` for the built-in world.
    pub(crate) config: Option<PathBuf>,
    pub(crate) roots: StartReport,
    pub(crate) session: SessionReport,
    /// The current playset, and those that an agent may select.
    pub(crate) catalog: Catalog,
}

/// Why the program cannot start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AppError {
    #[error(
        "{what} is the program's own, and lies within {other} or around it: an agent could approve for itself; \
         move one of them away"
    )]
    OwnFiles { what: String, other: String },
    #[error(
        "the validator {program} lies within {other}, where agents may write: they could change what is run; move it"
    )]
    Validator { program: String, other: String },
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

/// The most bytes of a configuration; real ones have a few hundred.
const MAX_CONFIG: u64 = 4 * 1024 * 1024;

/// The settings in force, and where they came from.
pub(crate) fn settings(paths: &StatePaths, config: Option<&Path>) -> Result<(Settings, Option<PathBuf>), AppError> {
    let path = match config {
        // Paths in it are relative to its folder.
        Some(path) => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
        None if paths.config.is_file() => paths.config.clone(),
        None => return Ok((sample::lay_out(&paths.sample)?, None)),
    };
    let shown = path.display().to_string();
    let failed = |error| AppError::Config { path: shown.clone(), error };
    let bytes = read_regular(&path, MAX_CONFIG).map_err(failed)?;
    let text = decode(&bytes).map_err(|problem| failed(io::Error::new(io::ErrorKind::InvalidData, problem)))?;
    let folder = path.parent().unwrap_or(Path::new("."));
    match Settings::read(&text, folder) {
        Ok(settings) => Ok((settings, Some(path))),
        Err(problems) => Err(AppError::Settings { path: shown, problems }),
    }
}

/// The roots that the settings describe.
fn world_config(settings: &Settings, paths: &StatePaths, journal: &Arc<JournalFile>) -> Config {
    let failures = Arc::clone(journal);
    let config = Config::new()
        .lock_in(paths.locks())
        .report_failures_to(move |trace_id, error| failures.failure(trace_id, error));
    let config = match StatePaths::shared_locks() {
        Some(folder) => config.share_locks_in(folder),
        None => config,
    };
    let config = settings.roots.iter().fold(config, |config, (key, path)| config.root(*key, path));
    // The version is stored beside the folder `game` of an installation, not in it.
    let game = settings.roots.iter().find(|(key, _)| *key == RootKey::Game);
    let config = match game.and_then(|(_, path)| path.parent()) {
        Some(installation) => config.installation(installation),
        None => config,
    };
    match validator::config(settings, paths) {
        Some(validator) => config.validator(validator),
        None => config,
    }
}

impl App {
    /// Starts the program: the one call of `replies::start` outside tests (L23).
    pub(crate) fn start(paths: &StatePaths, config: Option<&Path>, read_only: bool) -> Result<Self, AppError> {
        let (mut settings, source) = settings(paths, config)?;
        settings.read_only |= read_only;
        let crashes = CrashDir::at(paths.crashes())
            .with_version("ck3raven", env!("CARGO_PKG_VERSION"))
            .with_version("rmcp", RMCP_VERSION)
            .with_version(std::env::consts::OS, std::env::consts::ARCH)
            .with_fallback(|report| log_stderr!("{report}"));
        let Program { wrapper, voices, .. } = replies::start(crashes)?;
        let authority = SessionAuthority::of(&voices.wa);
        let playsets = Arc::new(LivePlaysets::start(paths, source.clone(), &settings, authority)?);
        let journal = Arc::new(JournalFile::at(&paths.journal()));
        let catalog = playsets.catalog();
        let called =
            source.as_ref().map_or_else(|| "the built-in sample".to_owned(), |config| config.display().to_string());
        let queue = FileApprovalQueue::open(paths.approvals())?.for_world(called);
        let queue = if settings.approve_without_terminal { queue.grantable_without_terminal() } else { queue };
        let composition = Composition {
            config: world_config(&settings, paths, &journal),
            session: playsets.default_session(),
            playsets: Some(playsets),
            modes: settings.modes.clone(),
            home: settings.home.unwrap_or(RootKey::Ck3ravenData),
            reads_only: settings.read_only,
            journal: Arc::clone(&journal) as _,
            approvals: Arc::new(queue),
            undo: Arc::new(paths.undo_store()),
            index: Index::new(IndexOptions { cache: Some(CacheFile::at(paths.index())), ..IndexOptions::default() }),
            // The rest of the time is left for the answer.
            index_wait: settings.limits.timeout * 3 / 4,
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
        let (noted, implied) = (Arc::clone(&journal), world.default_session().label().to_string());
        let tools = tools.observed_by(move |event| noted.note(event, &implied));
        // Changes of a killed process are settled before any command lists them.
        enforcement.settle_changes(tools.wrapper());
        let report = AppReport { config: source, roots, session, catalog };
        Ok(Self { tools, voice, world, enforcement, journal, settings, report })
    }

    /// The wrapper around every call.
    pub(crate) fn wrapper(&self) -> &Wrapper {
        self.tools.wrapper()
    }

    /// Makes one call on this thread, and reports its progress; `None` if there is no such tool.
    pub(crate) fn call(&self, tool: &str, arguments: &Value, progress: Progress) -> Option<Envelope> {
        self.tools.call(tool, arguments, &CallContext::new(SessionSource::Implied).with_progress(progress))
    }

    /// Serves one client on stdin and stdout until it disconnects.
    pub(crate) fn serve_stdio(self) -> io::Result<()> {
        let served = self.server().serve_stdio();
        self.end();
        served
    }

    /// Serves many clients over HTTP until a shutdown signal.
    pub(crate) fn serve_http(self, options: HttpOptions) -> io::Result<()> {
        let served = self.server().serve_http(options);
        self.end();
        served
    }

    fn server(&self) -> Server {
        let server = Server::new("ck3raven", env!("CARGO_PKG_VERSION"), self.tools.clone())
            .with_instructions(INSTRUCTIONS)
            .with_limits(self.settings.limits)
            .with_content(ServerContent::new(self.tools.clone(), Arc::clone(&self.voice)));
        match self.settings.approvals {
            Approvals::Client => server,
            Approvals::Terminal => server.without_elicitation(),
        }
    }

    fn end(self) {
        self.enforcement.withdraw_requests(self.wrapper());
        journal::flush();
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
