//! The start door: one registry per program, one voice per layer (L05, L23).

use std::fmt;
use std::sync::OnceLock;

use crate::crash::{self, CrashDir};
use crate::registry::Registry;
use crate::voice::Voices;
use crate::wrapper::Wrapper;

/// A program that has begun to answer.
#[derive(Debug)]
#[non_exhaustive]
pub struct Program {
    /// Goes around every call.
    pub wrapper: Wrapper,
    /// To be handed to the components that own the decisions.
    pub voices: Voices,
}

/// The program was started with another registry before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondRegistry;

impl fmt::Display for SecondRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this program already answers from another registry; there is one per program (L23)")
    }
}

impl std::error::Error for SecondRegistry {}

static STARTED: OnceLock<&'static Registry> = OnceLock::new();

impl Program {
    /// The one door through which voices enter: for a server's `main`, and for tests.
    ///
    /// Starting again with the same registry is harmless, so tests can share a process. Starting with a different one is
    /// an error.
    pub fn start(registry: &'static Registry, crashes: CrashDir) -> Result<Self, SecondRegistry> {
        if !std::ptr::eq(*STARTED.get_or_init(|| registry), registry) {
            return Err(SecondRegistry);
        }
        crash::install_hook();
        Ok(Self { wrapper: Wrapper::new(registry, crashes), voices: Voices::hand_out() })
    }
}
