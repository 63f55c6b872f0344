//! The deep check: an external validator, ck3-tiger, run on a mod of the session (L95).
//!
//! The validator is a program that the operator installed. It runs as a separate process with bounded time, memory and output,
//! and is never linked. Its configuration and descriptors are generated for each run in the program's own folder, because an
//! agent can write those in the mod and could lead the validator elsewhere. Its output reaches an agent as addresses, checked
//! text and verbatim lines; findings about files that the session does not see are dropped.

mod baseline;
mod data;
mod process;
mod report;
mod run_folder;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use replies::wa::invalid::TargetNotInMod;
use reply_kit::{Declares, ReplyBuilder, ReplyData, Step, Text};

use crate::address::{AddressKey, RootKey};
use crate::codes::ResolveCodes;
use crate::logs::HostPaths;
use crate::read::page::Page;
use crate::resolve::resolved::Resolved;
use crate::roots::root_handle::RootHandle;
use crate::session::current::Session;
use crate::session::mods::Mod;
use crate::session::sessions::SessionId;
use crate::validate::baseline::Baselines;
use crate::validate::process::Process;
use crate::validate::report::ValidatorFinding;
use crate::validate::run_folder::RunFolder;
use crate::world::WorldAdapter;

pub use data::{BaselineUse, DeepCheckData, DeepFile, DeepFinding, DeepPlace};

/// The most mods that are suggested to an agent whose target lies in none.
const MAX_NAMED: usize = 20;

/// The operator's validator, and its limits.
#[derive(Clone, Debug)]
pub struct ValidatorConfig {
    /// The program.
    pub program: PathBuf,
    /// How long a run may take.
    pub timeout: Duration,
    /// How many bytes of memory it may use, where the system can limit that.
    pub memory: u64,
    /// The program's own folder in which runs are prepared: beneath no root.
    pub folder: PathBuf,
    /// The program that limits itself and then becomes the validator; without one only time and output are limited.
    pub limiter: Option<PathBuf>,
}

/// The validator, and the baselines of the mods.
pub(crate) struct Validator {
    config: ValidatorConfig,
    baselines: Baselines,
}

impl Validator {
    pub(crate) fn new(config: ValidatorConfig) -> Self {
        Self { config, baselines: Baselines::default() }
    }
}

/// Why there is no deep check.
#[derive(Debug)]
#[non_exhaustive]
pub enum DeepCheckError {
    /// The operator has configured no validator.
    NotConfigured,
    /// The operator has configured no game, without which nothing can be validated.
    NoGame,
    /// It failed, or exceeded its limits.
    Failed(ValidatorError),
}

/// How a validator failed.
#[derive(Debug)]
pub struct ValidatorError {
    /// The kind of failure.
    pub reason: ValidatorProblem,
    /// Everything that a person needs to find the cause; not for agents.
    pub report: String,
}

/// How a validator failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ReplyData)]
pub enum ValidatorProblem {
    /// It could not be prepared or started.
    NotStarted,
    /// It took too long.
    Timeout,
    /// It asked for more memory than its limit.
    Memory,
    /// Its output exceeded the limit.
    TooMuchOutput,
    /// It ended with an error.
    Crashed,
    /// Its output is not that of a validator.
    UnreadableOutput,
    /// The call was cancelled.
    Cancelled,
}

impl WorldAdapter {
    /// Runs the validator on the mod that contains a target, and returns the findings at the target or below it.
    ///
    /// That it is not configured, or failed, is for the server to report: it comes back as a value.
    pub fn deep_check<'c, T: ResolveCodes + Declares<TargetNotInMod>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        resolved: &Resolved,
        page: &Page,
        baseline: BaselineUse,
    ) -> Step<'c, T, Result<DeepCheckData, DeepCheckError>> {
        let (rb, (session, mode)) = self.in_mode(rb, session)?;
        let Some(validator) = &self.validator else { return Ok((rb, Err(DeepCheckError::NotConfigured))) };
        let Some((index, checked, handle)) = mod_that_holds(&session, resolved) else {
            let named = session.mods().iter().take(MAX_NAMED).map(|found| Text::echo(&format!("mod:{}", found.key())));
            let answer = TargetNotInMod { target: resolved.address().as_address().clone(), nearest: named.collect() };
            return Err(rb.invalid(&self.voice, answer));
        };
        let Some(game) = self.roots.get(RootKey::Game) else { return Ok((rb, Err(DeepCheckError::NoGame))) };
        let cancellation = rb.cancellation();
        let run = RunFolder::prepare(&validator.config.folder, &session, index)
            .and_then(|folder| Process::of(&validator.config, &folder, &game_folder(&game.opened)).run(&cancellation));
        let reports = match run.and_then(|output| report::parse(&output)) {
            Ok(reports) => reports,
            Err(failure) => return Ok((rb, Err(DeepCheckError::Failed(failure)))),
        };
        let hosts = HostPaths::new(self, &session, mode);
        let total = reports.len();
        let findings: Vec<ValidatorFinding> =
            reports.into_iter().filter_map(|report| ValidatorFinding::of(report, &hosts, &self.voice)).collect();
        let dropped = total - findings.len();
        let fresh = validator.baselines.compare(handle.canonical(), &findings, baseline);
        let scope = resolved.reference().address();
        let data = DeepCheckData::of(scope, checked.key(), (findings, fresh), (dropped, page, baseline));
        Ok((rb, Ok(data)))
    }
}

/// The mod of the session that contains a target, and its position in the load order.
fn mod_that_holds<'s>(session: &'s Session, resolved: &Resolved) -> Option<(usize, &'s Mod, &'s Arc<RootHandle>)> {
    let mut mods = session.mods().iter().enumerate();
    let found = match resolved.address().key() {
        AddressKey::Mod(key) => mods.find(|(_, found)| found.key() == key),
        AddressKey::Root(_) => mods.rfind(|(_, found)| {
            found.mount().is_some_and(|mount| resolved.identity().lies_within(&mount.identity("")))
        }),
    };
    found.and_then(|(index, found)| Some((index, found, found.opened()?)))
}

/// The folder that the validator expects as the game's: the one that contains `game`.
fn game_folder(game: &RootHandle) -> PathBuf {
    let path = game.canonical().plain();
    let is_inner = path.file_name().is_some_and(|name| name == "game");
    path.parent().filter(|_| is_inner).unwrap_or(path).to_owned()
}

impl ValidatorError {
    fn new(reason: ValidatorProblem, report: impl Into<String>) -> Self {
        Self { reason, report: report.into() }
    }

    fn not_started(what: &Path, error: &std::io::Error) -> Self {
        Self::new(ValidatorProblem::NotStarted, format!("{}: {error}", what.display()))
    }
}
