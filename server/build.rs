//! Puts the commit and its date into the version that the program tells.

use std::process::Command;

fn main() {
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let git = |arguments: &[&str]| {
        let told = Command::new("git").args(arguments).output().ok().filter(|told| told.status.success())?;
        String::from_utf8(told.stdout).ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let is_own = git(&["ls-files", "--error-unmatch", "build.rs"]).is_some();
    let commit = git(&["log", "-1", "--format=%h %cs"]).filter(|_| is_own).or_else(packed_commit);
    let shown = commit.map_or_else(|| version.clone(), |commit| format!("{version} ({commit})"));
    println!("cargo::rustc-env=CK3RAVEN_VERSION={shown}");
    println!("cargo::rerun-if-changed=build.rs");
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// The commit that a packed crate was packed from: it has no repository, and cargo notes it in a file.
fn packed_commit() -> Option<String> {
    let noted = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, after) = noted.split_once("\"sha1\"")?;
    let commit: String = after.chars().skip_while(|c| !c.is_ascii_hexdigit()).take(7).collect();
    commit.chars().all(|c| c.is_ascii_hexdigit()).then_some(commit).filter(|commit| commit.len() == 7)
}
