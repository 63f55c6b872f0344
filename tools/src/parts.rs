//! The components that tools are made from.

use std::sync::Arc;
use std::time::Duration;

use ck3_session::Sessions;
use enforcement::{Contracts, Enforcement};
use index::Index;
use replies::Mcp;
use reply_kit::Voice;
use world_adapter::{Mode, RootKey};

/// The components that tools call, and what the operator decided about them.
#[derive(Clone, Debug)]
pub struct ToolParts {
    /// The sessions of the world.
    pub sessions: Arc<Sessions>,
    /// The contracts of all sessions.
    pub contracts: Arc<Contracts>,
    /// What judges and makes changes.
    pub enforcement: Arc<Enforcement>,
    /// What the files of all playsets define.
    pub index: Index,
    /// How long a call waits for the index.
    pub index_wait: Duration,
    /// The server's voice.
    pub voice: Arc<Voice<Mcp>>,
    /// The modes that an agent may choose.
    pub modes: Vec<Mode>,
    /// The root at which a session starts.
    pub home: RootKey,
    /// Whether to offer only tools that change nothing.
    pub reads_only: bool,
}
