//! A world on disk with `ck3_dir` on it, and an agent that calls it.

use std::path::PathBuf;
use std::sync::Arc;

use ck3_dir::DirTool;
use ck3_session::Sessions;
use replies::Code;
use reply_kit::{CallContext, SessionSource, Toolset};
use serde_json::Value;
use tempfile::TempDir;
use world_adapter::{Mode, RootKey, SessionAuthority, SessionConfig, SessionId, WorldAdapter};

const FILES: [&str; 5] = [
    "game/common/traits/00_traits.txt",
    "game/common/00_defines.txt",
    "docs/mod/A/a.txt",
    "data/wip/a.txt",
    "data/config/a.txt",
];

/// The world.
pub(crate) struct World {
    folder: TempDir,
    pub(crate) adapter: Arc<WorldAdapter>,
    pub(crate) session: SessionId,
    tools: Toolset,
}

/// A reply, for comparing.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) code: Code,
    pub(crate) data: Value,
    pub(crate) envelope: Value,
}

impl Answer {
    /// A field of the data that is a list of strings.
    pub(crate) fn list(&self, field: &str) -> Vec<String> {
        let list = self.data[field].as_array().unwrap_or_else(|| panic!("no {field} in {self:?}"));
        list.iter().map(|item| item.as_str().unwrap().to_owned()).collect()
    }

    /// A field of the data that is a string.
    pub(crate) fn string(&self, field: &str) -> String {
        self.data[field].as_str().unwrap_or_else(|| panic!("no {field} in {self:?}")).to_owned()
    }
}

impl World {
    pub(crate) fn lens() -> Self {
        Self::new(Mode::Ck3lens)
    }

    pub(crate) fn dev() -> Self {
        Self::new(Mode::Ck3ravenDev)
    }

    fn new(mode: Mode) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        tests_worlds::lay_out(folder.path(), &FILES, "old\n");
        let program = tests_started::program();
        let (adapter, _) = WorldAdapter::open(tests_worlds::config(folder.path()), Arc::clone(&program.wa));
        let session =
            SessionConfig::new().mode(mode).with_mod("A", path("docs/mod/A")).local_mods_folder(path("docs/mod"));
        let right = SessionAuthority::of(&program.wa);
        let (loaded, _) = adapter.load_session(&right, session);
        adapter.replace_session(&right, adapter.default_session(), |_| loaded.clone());
        let adapter = Arc::new(adapter);
        let sessions = Arc::new(Sessions::new(Arc::clone(&adapter), right, Arc::clone(&program.mcp)));
        let tools = Toolset::new(program.wrapper.clone()).with(DirTool::new(sessions, RootKey::Ck3ravenData));
        Self { session: adapter.default_session(), folder, adapter, tools }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Puts a file on disk, past the tool.
    pub(crate) fn put(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        tests_worlds::put(self.folder.path(), name, content);
        self
    }

    pub(crate) fn set_mode(&self, mode: Option<Mode>) {
        self.adapter
            .replace_session(&SessionAuthority::of(&tests_started::program().wa), self.session, |session| {
                session.with_mode(mode)
            })
            .unwrap();
    }

    pub(crate) fn dir(&self, arguments: Value) -> Answer {
        self.dir_in(self.session, arguments)
    }

    pub(crate) fn dir_in(&self, session: SessionId, mut arguments: Value) -> Answer {
        if session != self.session {
            arguments["session"] = session.id().to_string().into();
        }
        let context = CallContext::new(SessionSource::Implied);
        let envelope = self.tools.call("ck3_dir", &arguments, &context).unwrap();
        let value = envelope.as_value().clone();
        Answer { code: envelope.code().try_into().unwrap(), data: value["data"].clone(), envelope: value }
    }
}
