//! Who changes sessions: an operator's playset and mode decide what is visible, so no tool does (L104).

use replies::Wa;
use reply_kit::Voice;

/// The right to open mods for a session, to add sessions and to replace them. Making one takes WA's voice, so that a tool cannot:
/// it would open any folder of the host to itself (L104).
#[derive(Debug)]
pub struct SessionAuthority(());

impl SessionAuthority {
    /// For what configures the world, and for the session tool, which chooses among the modes that the operator allows.
    pub fn of(_world: &Voice<Wa>) -> Self {
        Self(())
    }
}
