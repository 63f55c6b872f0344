//! A world on disk with the tools on it, and an agent that calls them.

use replies::Code;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ck3raven::{Components, Composition, LayerVoices};
use enforcement::{
    Clock, Contracts, Enforcement, FileApprovalQueue, Journal, LaterWork, UndoAttempt, UndoError, UndoRecorder,
    UndoStore,
};
use reply_kit::{AnyCode, CallContext, ClientDecision, Outcome, SessionSource, Toolset, Wrapper, block_on};
use serde_json::{Value, json};
use tempfile::TempDir;
use tests_worlds::MemoryJournal;
use world_adapter::{
    Existence, Mode, RootKey, SessionAuthority, SessionConfig, SessionId, ValidatorConfig, VisibilityRef, WorldAdapter,
};

use crate::answer::Answer;

/// What lies on disk in every world.
const FILES: [&str; 9] = [
    "game/common/traits/00_traits.txt",
    "game/common/00_defines.txt",
    "steam/123/a.txt",
    "docs/mod/A/a.txt",
    "docs/mod/B/a.txt",
    "docs/launcher-v2.sqlite",
    "data/wip/a.txt",
    "data/config/a.txt",
    "repo/src/a.txt",
];

pub(crate) struct World {
    pub(crate) folder: Folder,
    pub(crate) wrapper: Wrapper,
    pub(crate) adapter: Arc<WorldAdapter>,
    pub(crate) contracts: Arc<Contracts>,
    pub(crate) enforcement: Arc<Enforcement>,
    pub(crate) tools: Toolset,
    pub(crate) journal: Arc<MemoryJournal>,
    pub(crate) queue: FileApprovalQueue,
    pub(crate) undo: UndoStore,
    pub(crate) session: SessionId,
    person: Option<ClientDecision>,
    held: Vec<VisibilityRef>,
}

/// Where a world lies.
pub(crate) enum Folder {
    Own(TempDir),
    Shared(PathBuf),
}

impl Folder {
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Own(folder) => folder.path(),
            Self::Shared(folder) => folder,
        }
    }
}

/// What differs between worlds.
pub(crate) struct Builder {
    folder: Folder,
    mode: Option<Mode>,
    vscode: Option<PathBuf>,
    recorder: Option<Arc<dyn UndoRecorder>>,
    journal: Option<Arc<dyn Journal>>,
    person: Option<ClientDecision>,
    locks: Option<PathBuf>,
    index_wait: Duration,
    validator: Option<(PathBuf, Duration)>,
}

impl World {
    /// A modder's world.
    pub(crate) fn lens() -> Self {
        Self::builder().build()
    }

    /// The world of someone who develops ck3raven.
    pub(crate) fn dev() -> Self {
        Self::builder().mode(Some(Mode::Ck3ravenDev)).build()
    }

    /// Undoes one change, if no later work would be lost.
    pub(crate) fn undo(&self, trace_id: &str) -> Result<UndoAttempt, UndoError> {
        let undone = self.enforcement.undo_all(&self.wrapper, &[trace_id.to_owned()], LaterWork::Keep)?;
        Ok(undone.into_iter().next().unwrap())
    }

    /// A world whose session has no mode yet.
    pub(crate) fn without_mode() -> Self {
        Self::builder().mode(None).build()
    }

    pub(crate) fn builder() -> Builder {
        let builder = Builder::new(Folder::Own(tempfile::tempdir().unwrap()));
        tests_worlds::lay_out(&builder.folder.path().join("world"), &FILES, "old\n");
        builder
    }

    /// Opens the world that another one left in a folder.
    pub(crate) fn reopen(folder: impl Into<PathBuf>) -> Builder {
        Builder::new(Folder::Shared(folder.into()))
    }

    /// The same world with a contract for everything in a root or mod.
    pub(crate) fn with_contract(self, scope: &str, targets: &[&str]) -> Self {
        let operations = ["write", "delete", "rename"];
        let request = json!({ "intent": "test", "scope": scope, "targets": targets, "operations": operations });
        assert_eq!(self.open_contract(&request).code, Code::ContractOpened);
        self
    }

    pub(crate) fn open_contract(&self, request: &Value) -> Answer {
        let request = request.as_object().cloned().unwrap();
        Answer::of(&self.wrapper.call::<AnyCode, _>("test", |rb| self.contracts.open(rb, self.session, &request)))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("world").join(name)
    }

    /// Puts a file on disk, past the tools.
    pub(crate) fn put(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        tests_worlds::put(&self.folder.path().join("world"), name, content);
        self
    }

    /// What is on disk.
    pub(crate) fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.path(name)).ok()
    }

    pub(crate) fn text(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path(name)).ok()
    }

    pub(crate) fn set_mode(&self, mode: Option<Mode>) {
        self.adapter
            .replace_session(&SessionAuthority::of(&tests_started::program().wa), self.session, |session| {
                session.with_mode(mode)
            })
            .unwrap();
    }

    /// Calls `ck3_dir`.
    pub(crate) fn dir(&self, arguments: Value) -> Answer {
        self.dir_in(self.session, arguments)
    }

    pub(crate) fn dir_in(&self, session: SessionId, mut arguments: Value) -> Answer {
        if session != self.session {
            arguments["session"] = session.id().to_string().into();
        }
        self.call("ck3_dir", &arguments)
    }

    /// Calls `ck3_file`.
    #[expect(clippy::needless_pass_by_value, reason = "called with `json!` all over")]
    pub(crate) fn file(&self, arguments: Value) -> Answer {
        self.call("ck3_file", &arguments)
    }

    /// Calls `ck3_read`.
    #[expect(clippy::needless_pass_by_value, reason = "called with `json!` all over")]
    pub(crate) fn read(&self, arguments: Value) -> Answer {
        self.call("ck3_read", &arguments)
    }

    /// Calls a tool. Whatever it answers must be among the codes it declares, and fit its output schema.
    pub(crate) fn call(&self, tool: &str, arguments: &Value) -> Answer {
        let context = CallContext::new(SessionSource::Implied);
        let call = self.tools.begin(tool).unwrap();
        let first = if self.person.is_some() { context.clone().with_elicitation(&call) } else { context.clone() };
        let run = |call, context: &CallContext| block_on(self.tools.run(call, arguments, context));
        let outcome = match (run(call, &first), self.person) {
            (Outcome::Suspended(suspended), Some(decision)) => {
                let asked = suspended.question().id;
                let call = suspended.resume();
                let context = context.with_answer(&call, asked, decision);
                run(call, &context)
            }
            (outcome, _) => outcome,
        };
        let envelope = outcome.reply().unwrap();
        let description = self.tools.find(tool).unwrap();
        let answer = Answer::of(&envelope);
        let is_declared = description.codes.contains(&envelope.code()) || answer.code == Code::BadArguments;
        assert!(is_declared, "{tool} does not declare {answer:?}");
        let schema = Value::from(description.output_schema.clone());
        answer.must_fit(&jsonschema::validator_for(&schema).unwrap());
        answer
    }

    /// Grants the request that a denial named, as a person at the approval queue would.
    pub(crate) fn grant(&self, denial: &Answer) {
        let request = denial.data["request"].as_str().unwrap();
        self.queue.decide(request, enforcement::ApprovalAnswer::Granted).unwrap();
    }

    /// Holds on to as many references as a process may have.
    pub(crate) fn spend_references(mut self) -> Self {
        while self.adapter.references_left() > 0 {
            let mut held = None;
            self.wrapper.call::<AnyCode, _>("test", |rb| {
                let (rb, found) = self.adapter.resolve(rb, self.session, "root:game", Existence::Required)?;
                held = Some(found.reference().clone());
                Ok(self.adapter.answer(rb, &found.data()))
            });
            self.held.extend(held);
        }
        self
    }

    /// The names in a directory on disk.
    pub(crate) fn names(&self, name: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(name)).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Builder {
    fn new(folder: Folder) -> Self {
        let mode = Some(Mode::Ck3lens);
        let index_wait = Duration::from_secs(30);
        Self {
            folder,
            mode,
            vscode: None,
            recorder: None,
            journal: None,
            person: None,
            locks: None,
            index_wait,
            validator: None,
        }
    }

    pub(crate) fn mode(mut self, mode: Option<Mode>) -> Self {
        self.mode = mode;
        self
    }

    /// Puts the root of the editor's settings elsewhere.
    pub(crate) fn vscode(mut self, path: impl Into<PathBuf>) -> Self {
        self.vscode = Some(path.into());
        self
    }

    /// With a validator, and how long it may take.
    pub(crate) fn validator(mut self, program: impl Into<PathBuf>, timeout: Duration) -> Self {
        self.validator = Some((program.into(), timeout));
        self
    }

    /// With another state folder than the usual one.
    pub(crate) fn locks(mut self, folder: impl Into<PathBuf>) -> Self {
        self.locks = Some(folder.into());
        self
    }

    pub(crate) fn recorder(mut self, recorder: impl UndoRecorder + 'static) -> Self {
        self.recorder = Some(Arc::new(recorder));
        self
    }

    pub(crate) fn journal(mut self, journal: impl Journal + 'static) -> Self {
        self.journal = Some(Arc::new(journal));
        self
    }

    /// With a person in the client who agrees or refuses whatever they are asked.
    pub(crate) fn person(mut self, answer: ClientDecision) -> Self {
        self.person = Some(answer);
        self
    }

    /// With so much time for the index.
    pub(crate) fn index_wait(mut self, wait: Duration) -> Self {
        self.index_wait = wait;
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("world").join(name)
    }

    pub(crate) fn build(self) -> World {
        let Self { folder, mode, vscode, recorder, journal: other_journal, person, locks, index_wait, validator } =
            self;
        let path = |name: &str| folder.path().join("world").join(name);
        let program = tests_started::program();
        let wrapper = program.wrapper.clone();
        let place = folder.path().join("world");
        let config = tests_worlds::config(&place)
            .installation(&place)
            .lock_in(locks.unwrap_or_else(|| folder.path().join("locks")));
        let config = match vscode {
            None => config,
            Some(other) => config.root(RootKey::Vscode, other),
        };
        let config = match validator {
            None => config,
            Some((program, timeout)) => {
                let runs = folder.path().join("validator");
                config.validator(ValidatorConfig { program, timeout, memory: 1 << 30, folder: runs, limiter: None })
            }
        };
        let mut session = SessionConfig::new()
            .with_mod("A", path("docs/mod/A"))
            .with_mod("B", path("docs/mod/B"))
            .with_mod("Shop", path("steam/123"))
            .local_mods_folder(path("docs/mod"));
        if let Some(mode) = mode {
            session = session.mode(mode);
        }
        let journal = Arc::new(MemoryJournal::default());
        let queue = FileApprovalQueue::open(folder.path().join("approvals")).unwrap();
        let undo = UndoStore::at(folder.path().join("undo"));
        let composition = Composition {
            config,
            session,
            playsets: None,
            modes: vec![Mode::Ck3lens],
            home: RootKey::Ck3ravenData,
            reads_only: false,
            journal: other_journal.unwrap_or_else(|| journal.clone()),
            approvals: Arc::new(queue.clone()),
            undo: recorder.unwrap_or_else(|| Arc::new(undo.clone())),
            index: index::Index::new(index::IndexOptions::default()),
            index_wait,
            clock: Clock::system(),
        };
        let voices = LayerVoices {
            wa: Arc::clone(&program.wa),
            en: Arc::clone(&program.en),
            ct: Arc::clone(&program.ct),
            mcp: Arc::clone(&program.mcp),
        };
        let Components { tools, world: adapter, contracts, enforcement, .. } =
            composition.compose(wrapper.clone(), voices);
        let session = adapter.default_session();
        World {
            tools,
            journal,
            folder,
            wrapper,
            adapter,
            contracts,
            enforcement,
            queue,
            undo,
            session,
            person,
            held: Vec::new(),
        }
    }
}
