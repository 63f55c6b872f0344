//! A world on disk with everything the policy knows, and an agent that asks for changes.

use replies::Code;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use enforcement::{
    ApprovalDecision, ApprovalQueue, ApprovalRequest, Clock, Contracts, Enforcement, EnforcementParts,
    FileApprovalQueue, PendingLock, Requirement, UndoRecorder,
};
use reply_kit::{
    AnyCode, CallContext, ClientDecision, Envelope, Id, ReplyBuilder, ReplyResult, SessionSource, TraceId, Wrapper,
};
use serde_json::{Map, Value, json};
use tempfile::TempDir;
use tests_worlds::MemoryJournal;
use world_adapter::{
    Delete, Existence, Mode, Prepared, Rename, SessionAuthority, SessionConfig, SessionId, WorldAdapter, Write,
};

pub(crate) struct World {
    pub(crate) folder: TempDir,
    pub(crate) wrapper: Wrapper,
    pub(crate) adapter: Arc<WorldAdapter>,
    pub(crate) contracts: Arc<Contracts>,
    pub(crate) enforcement: Enforcement,
    pub(crate) journal: Arc<MemoryJournal>,
    pub(crate) queue: FileApprovalQueue,
    pub(crate) timed: Arc<TimedApprovalQueue>,
    pub(crate) recorder: Arc<LossyRecorder>,
    pub(crate) clock: ManualClock,
    pub(crate) session: SessionId,
}

/// Moves the clock of the world, which stands still otherwise.
#[derive(Default)]
pub(crate) struct ManualClock(Arc<AtomicU64>);

impl ManualClock {
    /// Moves it forward.
    pub(crate) fn advance(&self, by: Duration) {
        self.0.fetch_add(by.as_secs(), Ordering::AcqRel);
    }
}

/// A folder of requests, and a person whose decisions are as old as the test's own clock says.
pub(crate) struct TimedApprovalQueue {
    folder: FileApprovalQueue,
    clock: Clock,
    decided: Mutex<HashMap<Id, Duration>>,
}

impl TimedApprovalQueue {
    /// Grants what waits; false if it does not, or was granted before.
    pub(crate) fn grant(&self, request: &str) -> bool {
        let waits = self.folder.pending().unwrap().iter().any(|found| found.request == request);
        waits && self.decided.lock().unwrap().insert(request.parse().unwrap(), self.clock.now()).is_none()
    }
}

impl ApprovalQueue for TimedApprovalQueue {
    fn submit(&self, request: Id, asked: &ApprovalRequest<'_>) -> std::io::Result<()> {
        self.folder.submit(request, asked)
    }

    fn decision(&self, request: Id) -> Option<ApprovalDecision> {
        let at = self.decided.lock().unwrap().get(&request).copied();
        let timed = at.map(|at| ApprovalDecision {
            answer: enforcement::ApprovalAnswer::Granted,
            age: self.clock.now().saturating_sub(at),
        });
        timed.or_else(|| self.folder.decision(request))
    }

    fn withdraw(&self, request: Id) {
        self.decided.lock().unwrap().remove(&request);
        self.folder.withdraw(request);
    }
}

/// Keeps nothing, or has no room for anything.
#[derive(Default)]
pub(crate) struct LossyRecorder {
    pub(crate) is_full: std::sync::atomic::AtomicBool,
}

impl UndoRecorder for LossyRecorder {
    fn record(&self, _: TraceId, _: &Prepared<'_>, _: Requirement) -> std::io::Result<PendingLock> {
        if self.is_full.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        Ok(PendingLock::default())
    }
}

pub(crate) const FILES: [&str; 10] = [
    "game/common/a.txt",
    "steam/123/a.txt",
    "docs/mod/A/a.txt",
    "docs/mod/A/descriptor.MOD",
    "docs/mod/AB/a.txt",
    "docs/launcher-v2.sqlite",
    "docs/logs/a.txt",
    "data/wip/a.txt",
    "data/config/a.txt",
    "repo/src/a.txt",
];

impl World {
    pub(crate) fn new(mode: Mode) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("world");
        let path = |name: &str| place.join(name);
        tests_worlds::lay_out(&place, &FILES, "old");
        let program = tests_started::program();
        let wrapper = program.wrapper.clone();
        let (world, _) = WorldAdapter::open(tests_worlds::config(&place), Arc::clone(&program.wa));
        let world = Arc::new(world);
        let session = world.default_session();
        let loaded = SessionConfig::new()
            .mode(mode)
            .with_mod("A", path("docs/mod/A"))
            .with_mod("AB", path("docs/mod/AB"))
            .with_mod("Shop", path("steam/123"))
            .local_mods_folder(path("docs/mod"));
        let right = SessionAuthority::of(&program.wa);
        let (loaded, _) = world.load_session(&right, loaded);
        world.replace_session(&right, session, |_| loaded.clone());
        let hand = ManualClock::default();
        let seconds = Arc::clone(&hand.0);
        let clock = Clock::new(move || Duration::from_secs(seconds.load(Ordering::Acquire)));
        let journal = Arc::new(MemoryJournal::default());
        let queue = FileApprovalQueue::open(folder.path().join("approvals")).unwrap();
        let timed = TimedApprovalQueue { folder: queue.clone(), clock: clock.clone(), decided: Mutex::default() };
        let timed = Arc::new(timed);
        let contracts =
            Arc::new(Contracts::new(Arc::clone(&program.ct), Arc::clone(&world), journal.clone(), clock.clone()));
        let recorder = Arc::new(LossyRecorder::default());
        let parts = EnforcementParts {
            world: Arc::clone(&world),
            contracts: Arc::clone(&contracts),
            journal: journal.clone(),
            approvals: Arc::clone(&timed) as Arc<dyn ApprovalQueue>,
            undo: recorder.clone(),
            clock,
        };
        let enforcement = Enforcement::new(Arc::clone(&program.en), parts);
        Self {
            folder,
            wrapper,
            adapter: world,
            contracts,
            enforcement,
            journal,
            queue,
            timed,
            recorder,
            clock: hand,
            session,
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("world").join(name)
    }

    pub(crate) fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.path(name)).ok()
    }

    pub(crate) fn write(&self, address: &str, content: &str) -> Answer {
        self.write_in(self.session, address, content)
    }

    pub(crate) fn write_in(&self, session: SessionId, address: &str, content: &str) -> Answer {
        let envelope = self.wrapper.call::<AnyCode, _>("test", |rb| {
            let (rb, target) = self.adapter.resolve(rb, session, address, Existence::Optional)?;
            let asked = queued();
            let (rb, permit) = self.enforcement.authorize(rb, session, target, Write::new(content), &asked)?;
            self.enforcement.write(rb, permit)
        });
        Answer::of(&envelope)
    }

    pub(crate) fn rehearse_write(&self, address: &str, content: &str) -> Answer {
        let envelope = self.wrapper.call::<AnyCode, _>("test", |rb| {
            let (rb, target) = self.adapter.resolve(rb, self.session, address, Existence::Optional)?;
            let (rb, preview) = self.enforcement.dry_run(rb, self.session, target, Write::new(content))?;
            Ok(self.enforcement.permitted(rb, &preview))
        });
        Answer::of(&envelope)
    }

    pub(crate) fn delete(&self, address: &str) -> Answer {
        self.delete_in(self.session, address)
    }

    pub(crate) fn delete_in(&self, session: SessionId, address: &str) -> Answer {
        let deleted =
            self.wrapper.begin("test").run::<AnyCode, _>(|rb| self.delete_as(rb, session, address, &queued()));
        Answer::of(&deleted.reply().unwrap())
    }

    pub(crate) fn delete_as<'c>(
        &self,
        rb: ReplyBuilder<'c, AnyCode>,
        session: SessionId,
        address: &str,
        context: &CallContext,
    ) -> ReplyResult<'c> {
        self.enforcement.record_client_refusal(context);
        let (rb, target) = self.adapter.resolve(rb, session, address, Existence::Required)?;
        let (rb, permit) = self.enforcement.authorize(rb, session, target, Delete, context)?;
        self.enforcement.delete(rb, permit)
    }

    pub(crate) fn rename(&self, from: &str, to: &str) -> Answer {
        let envelope = self.wrapper.call::<AnyCode, _>("test", |rb| {
            let (rb, source) = self.adapter.resolve(rb, self.session, from, Existence::Required)?;
            let (rb, target) = self.adapter.resolve(rb, self.session, to, Existence::Optional)?;
            let asked = queued();
            let (rb, permit) = self.enforcement.authorize(rb, self.session, source, Rename::to(target), &asked)?;
            self.enforcement.rename(rb, permit)
        });
        Answer::of(&envelope)
    }

    pub(crate) fn open(&self, request: &Value) -> Answer {
        self.open_in(self.session, request)
    }

    pub(crate) fn open_in(&self, session: SessionId, request: &Value) -> Answer {
        let request: Map<String, Value> = request.as_object().cloned().unwrap_or_default();
        Answer::of(&self.wrapper.call::<AnyCode, _>("test", |rb| self.contracts.open(rb, session, &request)))
    }

    /// Opens a contract for everything in a root or mod.
    pub(crate) fn open_for(&self, scope: &str) -> Answer {
        self.open(&json!({ "intent": "test", "scope": scope, "operations": ["write", "delete", "rename"] }))
    }

    pub(crate) fn close(&self) -> Answer {
        Answer::of(&self.wrapper.call::<AnyCode, _>("test", |rb| self.contracts.close(rb, self.session, None)))
    }

    /// A second session like the first.
    pub(crate) fn other_session(&self) -> SessionId {
        let like = (*self.adapter.session(self.session)).clone();
        self.adapter.add_session(&SessionAuthority::of(&tests_started::program().wa), like).unwrap()
    }

    /// Grants the request that a denial named, as a person at the approval queue would.
    pub(crate) fn grant(&self, denial: &Answer) {
        self.queue.decide(&denial.request(), enforcement::ApprovalAnswer::Granted).unwrap();
    }
}

/// A call whose person is asked elsewhere: the request waits in the queue.
pub(crate) fn queued() -> CallContext {
    CallContext::new(SessionSource::Implied)
}

/// A call whose person sits at the client.
pub(crate) fn in_client() -> CallContext {
    queued().with_elicitation(&tests_started::program().wrapper.begin("test"))
}

/// A call that goes on with what the person at the client said.
pub(crate) fn answered(request: Id, decision: ClientDecision) -> CallContext {
    queued().with_answer(&tests_started::program().wrapper.begin("test"), request, decision)
}

/// A reply, for comparing.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) code: Code,
    pub(crate) data: Value,
}

impl Answer {
    pub(crate) fn of(envelope: &Envelope) -> Self {
        Self { code: envelope.code().try_into().unwrap(), data: envelope.as_value()["data"].clone() }
    }

    pub(crate) fn request(&self) -> String {
        assert_eq!(self.code, TOKEN_REQUIRED, "{self:?}");
        self.data["request"].as_str().unwrap().to_owned()
    }
}

pub(crate) const WRITTEN: Code = Code::FileWritten;
pub(crate) const DELETED: Code = Code::FileDeleted;
pub(crate) const RENAMED: Code = Code::FileRenamed;
pub(crate) const PERMITTED: Code = Code::ChangePermitted;
pub(crate) const NEVER: Code = Code::WriteDenied;
pub(crate) const OUTSIDE: Code = Code::OutsideContract;
pub(crate) const CONTRACT_REQUIRED: Code = Code::ContractRequired;
pub(crate) const TOKEN_REQUIRED: Code = Code::TokenRequired;
pub(crate) const NO_RULE: Code = Code::NoRule;
pub(crate) const REFUSED: Code = Code::ApprovalRefused;
pub(crate) const TOO_MANY: Code = Code::TooManyWaiting;
pub(crate) const NOT_FOUND: Code = Code::PathNotFound;
