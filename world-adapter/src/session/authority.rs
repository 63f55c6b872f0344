//! Who changes sessions: an operator's playset and mode decide what is visible, so no tool does (L104).

use replies::Wa;
use reply_kit::{Layer, Voice};

/// A layer that may change sessions: the world, and no other.
#[diagnostic::on_unimplemented(
    message = "layer `{Self}` may not change a session: what it sees is the operator's to say, with `Voice<Wa>` (L104)",
    label = "not the world's voice",
    note = "a tool finds the session of its call with `Sessions::find`; an agent chooses mode and playset with `ck3_session`"
)]
pub trait ChangesSessions: Layer {}

impl ChangesSessions for Wa {}

/// The right to open mods for a session, to add sessions and to replace them. Making one takes WA's voice, so that a tool cannot:
/// it would open any folder of the host to itself (L104).
#[derive(Debug)]
pub struct SessionAuthority(());

impl SessionAuthority {
    /// For what configures the world, and for the session tool, which chooses among the modes that the operator allows.
    pub fn of<L: ChangesSessions>(_world: &Voice<L>) -> Self {
        Self(())
    }
}
