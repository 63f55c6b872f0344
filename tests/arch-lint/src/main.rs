//! `cargo run -q -p arch-lint [-- ROOT]`: checks the workspace, prints the findings, and fails if there are any.
#![forbid(unsafe_code)]
#![expect(clippy::print_stderr, reason = "findings go to the caller")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    // Built where it is used: the workspace is two folders up.
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = std::env::args_os().nth(1).map_or_else(own, PathBuf::from);
    match arch_lint::check(&root) {
        Ok(findings) if findings.is_empty() => ExitCode::SUCCESS,
        Ok(findings) => {
            for finding in &findings {
                eprintln!("error: {finding}\n");
            }
            eprintln!("{} findings; docs/gates.md says how to read them and how to allow one", findings.len());
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
