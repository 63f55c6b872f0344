//! The program `ck3raven`: see the library of the same name.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ck3raven::run()
}
