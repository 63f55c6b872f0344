//! `cargo reply`: the workbench of a reply registry.
//!
//! **Invariant:** it reads and writes the registry and what is generated from it; it never decides what a rule is. Every
//! rule lives in `reply-registry`, so that this program and the compiler say the same thing.
//!
//! Start reading at [`main`]; `lock` writes `registry.lock`.
#![forbid(unsafe_code)]

mod lock;

use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo reply lock [--check] [--registry FILE]

  lock           publish every code of the registry in the lock beside it
  --check        write nothing; fail if the lock is not what would be written
  --registry     the registry, `registry.toml` unless told otherwise

exit status: 0 done, 1 the registry breaks a rule or the lock is stale, 2 the call is wrong or a file cannot be written";

fn main() -> ExitCode {
    // Run as a cargo subcommand, the first argument is the subcommand's own name.
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|first| first == "reply") {
        args.remove(0);
    }
    match parse(&args) {
        Some(lock::Options { registry, mode }) => lock::run(&registry, mode),
        None => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn parse(args: &[String]) -> Option<lock::Options> {
    let mut options = lock::Options { registry: PathBuf::from("registry.toml"), mode: lock::Mode::Write };
    let (command, mut rest) = args.split_first()?;
    if command != "lock" {
        return None;
    }
    while let Some((flag, tail)) = rest.split_first() {
        rest = tail;
        match flag.as_str() {
            "--check" => options.mode = lock::Mode::Check,
            "--registry" => {
                let (file, tail) = rest.split_first()?;
                options.registry = PathBuf::from(file);
                rest = tail;
            }
            _ => return None,
        }
    }
    Some(options)
}
