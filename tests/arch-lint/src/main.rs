//! `cargo run -q -p arch-lint`: checks the workspace, prints the findings, and fails if there are any.
#![forbid(unsafe_code)]

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    // Built where it is used: the workspace is two folders up.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
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
