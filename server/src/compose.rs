//! The one composition root: a world, its components, and the tools over them. The program and the tests use it.

use std::sync::Arc;
use std::time::Duration;

use ck3_session::{Playsets, Sessions};
use ck3_tools::ToolParts;
use enforcement::{ApprovalQueue, Clock, Contracts, Enforcement, EnforcementParts, Journal, UndoRecorder};
use index::Index;
use replies::{Ct, En, Mcp, Wa};
use reply_kit::{Toolset, Voice, Wrapper};
use world_adapter::{Config, Mode, RootKey, SessionAuthority, SessionConfig, SessionReport, StartReport, WorldAdapter};

/// The inputs of a composition: everything that differs between a program and a test.
pub struct Composition {
    /// The roots to open.
    pub config: Config,
    /// The session that the process starts with.
    pub session: SessionConfig,
    /// Playsets that may change while the program runs; without them, the session keeps its playset.
    pub playsets: Option<Arc<dyn Playsets>>,
    /// The modes that an agent may choose.
    pub modes: Vec<Mode>,
    /// The root at which a session starts.
    pub home: RootKey,
    /// Whether to leave out every tool that changes files.
    pub reads_only: bool,
    /// Where decisions are recorded.
    pub journal: Arc<dyn Journal>,
    /// Where requests wait for a person.
    pub approvals: Arc<dyn ApprovalQueue>,
    /// Where the content that a change replaces is stored.
    pub undo: Arc<dyn UndoRecorder>,
    /// The index of all playsets' definitions.
    pub index: Index,
    /// How long a call waits for it.
    pub index_wait: Duration,
    /// The clock by which grants and contracts expire.
    pub clock: Clock,
}

/// One voice of each layer, for the component that owns the layer's decisions.
#[derive(Clone, Debug)]
pub struct LayerVoices {
    /// The world adapter's.
    pub wa: Arc<Voice<Wa>>,
    /// Enforcement's.
    pub en: Arc<Voice<En>>,
    /// The contracts'.
    pub ct: Arc<Voice<Ct>>,
    /// The infrastructure's.
    pub mcp: Arc<Voice<Mcp>>,
}

/// The program's components, put together.
#[derive(Debug)]
pub struct Components {
    /// The tools, side by side.
    pub tools: Toolset,
    /// The world that they read and change.
    pub world: Arc<WorldAdapter>,
    /// The contracts.
    pub contracts: Arc<Contracts>,
    /// What judges changes.
    pub enforcement: Arc<Enforcement>,
    /// The state of the roots.
    pub roots: StartReport,
    /// What a person should know about the session's mods.
    pub session: SessionReport,
}

impl Composition {
    /// Opens the world and puts the tools together; each component gets the voice of its layer.
    pub fn compose(self, wrapper: Wrapper, voices: LayerVoices) -> Components {
        let LayerVoices { wa, en, ct, mcp } = voices;
        let authority = SessionAuthority::of(&wa);
        let (world, roots) = WorldAdapter::open(self.config, wa);
        let (session, report) = world.load_session(&authority, self.session);
        world.replace_session(&authority, world.default_session(), |_| session.clone());
        let world = Arc::new(world);
        let contracts = Arc::new(Contracts::new(ct, Arc::clone(&world), Arc::clone(&self.journal), self.clock.clone()));
        let parts = EnforcementParts {
            world: Arc::clone(&world),
            contracts: Arc::clone(&contracts),
            journal: self.journal,
            approvals: self.approvals,
            undo: self.undo,
            clock: self.clock,
        };
        let enforcement = Arc::new(Enforcement::new(en, parts));
        let sessions = Sessions::new(Arc::clone(&world), authority, Arc::clone(&mcp)).with_playsets(self.playsets);
        let parts = ToolParts {
            sessions: Arc::new(sessions),
            contracts: Arc::clone(&contracts),
            enforcement: Arc::clone(&enforcement),
            index: self.index,
            index_wait: self.index_wait,
            voice: mcp,
            modes: self.modes,
            home: self.home,
            reads_only: self.reads_only,
        };
        let tools = ck3_tools::toolset(wrapper, &parts);
        Components { tools, world, contracts, enforcement, roots, session: report }
    }
}

impl std::fmt::Debug for Composition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Composition").field("modes", &self.modes).finish_non_exhaustive()
    }
}
