//! A small world on disk, and calls into it.

use replies::Code;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use replies::En;
use reply_kit::{AnyCode, ReplyBuilder, ReplyResult, Voice, Wrapper};
use serde_json::Value;
use tempfile::TempDir;
use world_adapter::{
    Authority, Config, Existence, Mod, Mode, Resolved, RootKey, RootState, Session, SessionAuthority, SessionConfig,
    SessionReport, StartReport, WorldAdapter,
};

/// Six roots and an outside, in a folder that is gone afterwards.
pub(crate) struct World {
    pub(crate) adapter: WorldAdapter,
    pub(crate) authority: Authority,
    pub(crate) sessions: SessionAuthority,
    pub(crate) enforcement: Arc<Voice<En>>,
    pub(crate) report: StartReport,
    pub(crate) wrapper: Wrapper,
    disk: Arc<TempDir>,
}

impl World {
    /// All roots, mode ck3raven-dev, no mods.
    pub(crate) fn new() -> Self {
        let disk = tempfile::tempdir().unwrap();
        for root in RootKey::ALL {
            std::fs::create_dir_all(disk.path().join(root.as_str())).unwrap();
        }
        let config = all_roots(disk.path());
        Self::open(disk, config)
    }

    /// Another adapter on the same disk, with all its references left.
    pub(crate) fn again(&self) -> Self {
        Self::open(Arc::clone(&self.disk), all_roots(self.host()))
    }

    pub(crate) fn open(disk: impl Into<Arc<TempDir>>, config: Config) -> Self {
        let disk = disk.into();
        let program = tests_started::program();
        let (adapter, report) = WorldAdapter::open(config, Arc::clone(&program.wa));
        let enforcement = Arc::clone(&program.en);
        let authority = Authority::of(&enforcement);
        let sessions = SessionAuthority::of(&program.wa);
        let world = Self { adapter, authority, sessions, enforcement, report, wrapper: program.wrapper.clone(), disk };
        world.use_session(SessionConfig::new().mode(Mode::Ck3ravenDev));
        world
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.disk.path().join(path)
    }

    pub(crate) fn host(&self) -> &Path {
        self.disk.path()
    }

    /// Makes a file and the directories it needs.
    pub(crate) fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        self.put(path, content);
        self
    }

    pub(crate) fn put(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub(crate) fn dir(self, path: &str) -> Self {
        std::fs::create_dir_all(self.path(path)).unwrap();
        self
    }

    /// Makes a link; a target that starts with `@` is absolute, in this world's folder.
    #[cfg(unix)]
    pub(crate) fn link(self, path: &str, target: &str) -> Self {
        let link = self.path(path);
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        let target = target.strip_prefix('@').map_or_else(|| PathBuf::from(target), |inside| self.path(inside));
        std::os::unix::fs::symlink(target, link).unwrap();
        self
    }

    pub(crate) fn use_session(&self, config: SessionConfig) -> SessionReport {
        let (session, report) = self.adapter.load_session(&self.sessions, config);
        self.set_session(session);
        report
    }

    /// The states of the session's mods that cannot be used.
    pub(crate) fn unusable_mods(&self) -> Vec<RootState> {
        let session = self.adapter.session(self.adapter.default_session());
        let states = session.mods().iter().map(Mod::state);
        states.filter(|state| *state != RootState::Ready).collect()
    }

    pub(crate) fn set_session(&self, session: Session) {
        self.adapter.replace_session(&self.sessions, self.adapter.default_session(), |_| session).unwrap();
    }

    pub(crate) fn with_session(self, config: impl FnOnce(&Self) -> SessionConfig) -> Self {
        self.use_session(config(&self));
        self
    }

    /// One call, as an agent sees its answer.
    pub(crate) fn call<F>(&self, tool: F) -> Value
    where
        F: for<'c> FnOnce(ReplyBuilder<'c, AnyCode>) -> ReplyResult<'c>,
    {
        let json = self.wrapper.call("test", tool).as_json().to_owned();
        assert!(!json.contains(self.host().to_str().unwrap()), "a host path leaked: {json}");
        serde_json::from_str(&json).unwrap()
    }

    pub(crate) fn resolve(&self, input: &str) -> Value {
        self.resolve_as(input, Existence::Required)
    }

    pub(crate) fn resolve_as(&self, input: &str, existence: Existence<'_>) -> Value {
        self.call(|rb| {
            let (rb, found) = self.adapter.resolve(rb, self.adapter.default_session(), input, existence)?;
            Ok(self.adapter.answer(rb, &found.data()))
        })
    }

    /// The target itself, where it must resolve.
    pub(crate) fn target(&self, input: &str, existence: Existence<'_>) -> Resolved {
        let mut target = None;
        let answer = self.call(|rb| {
            let (rb, found) = self.adapter.resolve(rb, self.adapter.default_session(), input, existence)?;
            let data = found.data();
            target = Some(found);
            Ok(self.adapter.answer(rb, &data))
        });
        target.unwrap_or_else(|| panic!("{input} did not resolve: {answer}"))
    }
}

fn all_roots(disk: &Path) -> Config {
    RootKey::ALL.into_iter().fold(Config::new(), |config, key| config.root(key, disk.join(key.as_str())))
}

/// `code` of an answer.
pub(crate) fn code(answer: &Value) -> Code {
    answer["code"].as_str().unwrap().parse().unwrap()
}

/// `problem` of a WA-RES-I-001.
pub(crate) fn problem(answer: &Value) -> &str {
    assert_eq!(code(answer), Code::PathNotFound, "{answer}");
    answer["data"]["problem"].as_str().unwrap()
}

/// An answer without what differs from call to call.
pub(crate) fn comparable(answer: &Value, input: &str) -> String {
    let mut answer = answer.clone();
    answer["meta"] = Value::Null;
    // What is suggested follows from what was written; `suggestions.rs` shows that hidden things change nothing of it.
    answer["data"]["nearest"] = Value::Null;
    answer["error"]["message"] = Value::Null;
    answer.to_string().replace(&serde_json::to_string(input).unwrap(), "\"(input)\"").replace(input, "(input)")
}
