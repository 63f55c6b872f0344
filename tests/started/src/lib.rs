//! A started program. A process starts once (L05, L23), so all tests of a process share this one, and each world of theirs
//! holds a share of the voices.
#![forbid(unsafe_code)]
#![allow(missing_docs, clippy::missing_panics_doc, clippy::unwrap_used, reason = "set-up for tests")]

use std::sync::{Arc, LazyLock};

use replies::{Ct, En, Mcp, Wa};
use reply_kit::{CrashDir, Program, Voice, Wrapper};
use tempfile::TempDir;

#[derive(Debug)]
pub struct Started {
    pub wrapper: Wrapper,
    pub wa: Arc<Voice<Wa>>,
    pub en: Arc<Voice<En>>,
    pub ct: Arc<Voice<Ct>>,
    pub mcp: Arc<Voice<Mcp>>,
    /// Where the crash files of all its tests go.
    pub crashes: TempDir,
}

/// The program of this process.
pub fn program() -> &'static Started {
    static STARTED: LazyLock<Started> = LazyLock::new(|| {
        let crashes = tempfile::tempdir().unwrap();
        let Program { wrapper, voices, .. } = replies::start(CrashDir::at(crashes.path())).unwrap();
        Started {
            wrapper,
            wa: Arc::new(voices.wa),
            en: Arc::new(voices.en),
            ct: Arc::new(voices.ct),
            mcp: Arc::new(voices.mcp),
            crashes,
        }
    });
    &STARTED
}
