//! The start of a program: one registry, one voice per layer, once per process (L05, L23).

use std::fmt;
use std::sync::OnceLock;

use crate::call::crash::{self, CrashDir};
use crate::call::wrapper::Wrapper;
use crate::codes::code_table::CodeTable;
use crate::codes::voice::VoiceMint;

/// A started program. `V` is the generated `Voices` of its registry.
#[derive(Debug)]
#[non_exhaustive]
pub struct Program<V> {
    /// The wrapper around every call.
    pub wrapper: Wrapper,
    /// The voices, to be handed to the components that own the decisions.
    pub voices: V,
}

/// The program was started before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartError {
    /// With the same registry: its voices have been handed out.
    AlreadyStarted,
    /// With another registry; a program has one.
    OtherRegistry,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AlreadyStarted => "this program has been started: its voices are handed out once per process",
            Self::OtherRegistry => "this program already answers from another registry; there is one per program",
        })
    }
}

impl std::error::Error for StartError {}

static STARTED: OnceLock<&'static CodeTable> = OnceLock::new();

/// The registry of the program, once it has started.
pub(crate) fn started() -> Option<&'static CodeTable> {
    STARTED.get().copied()
}

/// Starts the program. Generated code calls this from the registry's own `start`; the first call of a process is the only
/// one that gets voices. It takes the seal of the registry's layers, which only the macro's output can make: no other code
/// starts a program with that registry, or takes part in making its voices (L05).
///
/// # Panics
/// With a seal that is not the registry's. On a registry that the macro did not make: one with a code, key or parameter that
/// is more than a name. These are sent to agents without being searched for paths (L49).
pub fn start<S: 'static, V>(
    _seal: &S,
    registry: &'static CodeTable,
    crashes: CrashDir,
    voices: impl FnOnce(&VoiceMint<S>) -> V,
) -> Result<Program<V>, StartError> {
    assert!(registry.is_sealed_with::<S>(), "a program is started by the `start` that `registry!` writes");
    assert!(registry.has_plain_names(), "a registry is made by `registry!`, and its names are plain");
    if let Err(second) = STARTED.set(registry) {
        let is_same = started().is_some_and(|first| std::ptr::eq(first, second));
        return Err(if is_same { StartError::AlreadyStarted } else { StartError::OtherRegistry });
    }
    crash::install_hook();
    Ok(Program { wrapper: Wrapper::new(registry, crashes), voices: voices(&VoiceMint::new()) })
}

#[cfg(test)]
mod tests {
    use reply_vocabulary::{AddressForms, GateLevel};

    use super::*;
    use crate::codes::code_table::Roles;

    struct Seal(());

    const ROLES: Roles = Roles { crash: 0, leak: 0, overload: 0, bad_arguments: 0 };
    static TABLE: CodeTable =
        CodeTable::new(&Seal(()), &[], &[], &[], &[], ROLES, GateLevel::Strict, AddressForms::NONE);

    #[test]
    #[should_panic(expected = "a program is started by the `start` that `registry!` writes")]
    fn l05_nobody_starts_a_registry_without_its_seal() {
        let _ = start(&(), &TABLE, CrashDir::at("unused"), |_| ());
    }
}
