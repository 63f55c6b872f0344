//! What a registry costs the compiler, against the same messages as a thiserror enum.
//! `cargo bench -p tests-bench --bench build_time` (about ten minutes; with `-- 1000` about one)
//!
//! CPU seconds of `cargo build`, dependencies already built, interleaved rounds, medians.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark reports on its terminal")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use nix::sys::resource::{UsageWho, getrusage};
use tests_bench::{Report, median};

fn main() -> ExitCode {
    // `-- 1000` leaves out what takes long: ten times the codes, and the workspace.
    let is_short = std::env::args().any(|argument| argument == "1000");
    let folder = tempfile::Builder::new().prefix("build-time").tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let mut report = Report::new();
    let sizes: &[usize] = if is_short { &[1_000] } else { &[1_000, 10_000] };
    let project = Project::generate(folder.path(), sizes);
    report.row("build, 1000 codes", project.compare(1_000, Change::Touch, 5), "s", "thiserror", 0.65);
    report.row(
        "rebuild after rewording a message, 1000 codes",
        project.compare(1_000, Change::Reword, 5),
        "s",
        "thiserror",
        0.4,
    );
    if !is_short {
        // At this size clarity goes before cost: the figure is told, and has no limit.
        let times = project.compare(10_000, Change::Touch, 3);
        report.row("build, 10000 codes", times, "s", "thiserror", f64::INFINITY);
        let times = workspace(folder.path(), 5);
        report.row("`cargo check --workspace` after rewording a message", times, "s", "after touching `replies`", 1.2);
    }
    report.finish()
}

/// A workspace with one crate a size and kind.
struct Project {
    root: PathBuf,
}

#[derive(Clone, Copy)]
enum Change {
    /// Builds the whole crate, nothing kept.
    Touch,
    /// Edits one message, incrementally.
    Reword,
}

impl Project {
    fn generate(root: &Path, sizes: &[usize]) -> Self {
        let root = root.join("generated");
        let repository = repository();
        let mut members = Vec::new();
        for count in sizes.iter().copied() {
            let messages = messages(count);
            members.push(format!("ours{count}"));
            let ours = root.join(format!("ours{count}"));
            write(&ours.join("src/lib.rs"), "#![allow(missing_docs)]\nreply_kit::registry!(\"../registry.toml\");\n");
            write(&ours.join("registry.toml"), &registry(&messages));
            write(&ours.join("Cargo.toml"), &manifest(&format!("ours{count}"), &repository, ""));
            write_lock(&ours.join("registry.toml"));

            members.push(format!("theirs{count}"));
            let theirs = root.join(format!("theirs{count}"));
            write(&theirs.join("src/lib.rs"), &thiserror_enum(&messages));
            write(&theirs.join("Cargo.toml"), &manifest(&format!("theirs{count}"), &repository, "thiserror = \"2\"\n"));
        }
        let members: Vec<String> = members.iter().map(|member| format!("\"{member}\"")).collect();
        write(
            &root.join("Cargo.toml"),
            &format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n", members.join(", ")),
        );
        std::fs::copy(repository.join("Cargo.lock"), root.join("Cargo.lock")).unwrap();
        let project = Self { root };
        cargo(&project.root, &["build", "--offline"], "1");
        project
    }

    fn compare(&self, codes: usize, change: Change, rounds: usize) -> (f64, f64) {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for round in 0..rounds {
            ours.push(self.measure(&format!("ours{codes}"), "registry.toml", change, round));
            theirs.push(self.measure(&format!("theirs{codes}"), "src/lib.rs", change, round));
        }
        (median(ours), median(theirs))
    }

    fn measure(&self, package: &str, file: &str, change: Change, round: usize) -> f64 {
        let (edited, incremental) = match change {
            Change::Touch => (self.root.join(package).join("src/lib.rs"), "0"),
            Change::Reword => (self.root.join(package).join(file), "1"),
        };
        let text = std::fs::read_to_string(&edited).unwrap();
        // The same text again is a touch; the round's number in one message is a new wording.
        let text = match change {
            Change::Touch => text,
            Change::Reword => text.replacen("could not be carried out", &format!("could not be done ({round})"), 1),
        };
        std::fs::write(&edited, text).unwrap();
        cargo(&self.root, &["build", "--offline", "-p", package], incremental)
    }
}

/// The repository itself, copied: what a reworded message costs everything that stands on `replies`.
fn workspace(root: &Path, rounds: usize) -> (f64, f64) {
    let copy = root.join("repository");
    let listed = Command::new("git").args(["ls-files"]).current_dir(repository()).output().unwrap();
    for file in String::from_utf8(listed.stdout).unwrap().lines() {
        let text = std::fs::read(repository().join(file)).unwrap();
        std::fs::create_dir_all(copy.join(file).parent().unwrap()).unwrap();
        std::fs::write(copy.join(file), text).unwrap();
    }
    cargo(&copy, &["check", "--offline", "--workspace"], "1");
    let (registry, crate_root) = (copy.join("registry.toml"), copy.join("replies/src/lib.rs"));
    let (mut reworded, mut touched) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        let text = std::fs::read_to_string(&registry).unwrap();
        let text = text.replacen("so nothing is visible yet", &format!("so nothing {round} is visible yet"), 1);
        std::fs::write(&registry, text).unwrap();
        reworded.push(cargo(&copy, &["check", "--offline", "--workspace"], "1"));
        let text = std::fs::read_to_string(&crate_root).unwrap();
        std::fs::write(&crate_root, format!("{text}// {round}\n")).unwrap();
        touched.push(cargo(&copy, &["check", "--offline", "--workspace"], "1"));
    }
    (median(reworded), median(touched))
}

/// Runs cargo and returns the CPU seconds of everything it started.
fn cargo(folder: &Path, arguments: &[&str], incremental: &str) -> f64 {
    let before = cpu_seconds();
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--quiet")
        .current_dir(folder)
        .env("CARGO_INCREMENTAL", incremental)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env_remove("RUSTFLAGS")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    cpu_seconds() - before
}

#[expect(clippy::cast_precision_loss, reason = "seconds of a benchmark")]
fn cpu_seconds() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap();
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    seconds(usage.user_time()) + seconds(usage.system_time())
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

struct Message {
    number: usize,
    params: Vec<(&'static str, &'static str)>,
    text: String,
}

/// A third without parameters, a third with one, a third with two or three, from a pool of ten names.
fn messages(count: usize) -> Vec<Message> {
    const POOL: [(&str, &str); 10] = [
        ("path", "address"),
        ("operation", "text"),
        ("mode", "text"),
        ("limit", "count"),
        ("found", "count"),
        ("expected", "text"),
        ("contract", "text"),
        ("target", "address"),
        ("reason", "text"),
        ("size", "count"),
    ];
    let message = |number: usize| {
        let take = [0, 1, 2, 0, 1, 3][number % 6];
        let params: Vec<_> = (0..take).map(|nth| POOL[(number / 6 + nth * 3) % POOL.len()]).collect();
        let mut text = format!("Request {number} could not be carried out as stated");
        for (name, _) in &params {
            _ = write!(text, ", {name} '{{{name}}}'");
        }
        text.push('.');
        Message { number, params, text }
    };
    (0..count).map(message).collect()
}

const SUMMARY: &str = "The request cannot be carried out as stated.";
const EXPLAIN: &str =
    "Correct the request and try again; the parameters say what was found and what was expected instead.";

fn registry(messages: &[Message]) -> String {
    let mut out = std::fs::read_to_string(repository().join("tests/wrapper/tests/other_registry.toml")).unwrap();
    let areas = ["AA", "BB", "CC", "DD", "EE", "FF", "GG", "HH", "II", "JJ", "KK"];
    let declared = areas.map(|area| format!("{area} = \"A subject\"\n")).concat();
    out = out.replacen("[areas]\n", &format!("[areas]\n{declared}"), 1);
    for Message { number, params, text } in messages {
        let (area, nnn) = (areas[number / 998], number % 998 + 1);
        let params: Vec<String> = params.iter().map(|(name, ty)| format!("{name} = \"{ty}\"")).collect();
        _ = write!(
            out,
            "\n[[reply]]\ncode = \"WA-{area}-I-{nnn:03}\"\nkey = \"REPLY_{number}\"\nmessage = \"{text}\"\n"
        );
        if !params.is_empty() {
            _ = writeln!(out, "params = {{ {} }}", params.join(", "));
        }
        _ = writeln!(out, "summary = \"{SUMMARY}\"\nexplain = \"{EXPLAIN}\"\nsince = \"0.1.0\"");
    }
    out
}

fn write_lock(registry: &Path) {
    let source = reply_registry::Source::new("registry.toml", std::fs::read_to_string(registry).unwrap());
    let model = reply_registry::check(&source, None).into_result().unwrap();
    write(&reply_registry::lock_path(registry), &reply_registry::RegistryLock::of(&model).to_string());
}

fn thiserror_enum(messages: &[Message]) -> String {
    let mut out = String::from("#![allow(missing_docs)]\n#[derive(Debug, thiserror::Error)]\npub enum Error {\n");
    for Message { number, params, text } in messages {
        _ = writeln!(
            out,
            "    /// `WA-AA-I-001`: {SUMMARY}\n    ///\n    /// ```text\n    /// {text}\n    /// ```\n    ///\n    /// {EXPLAIN}"
        );
        let ty = |ty: &str| match ty {
            "address" => "reply_kit::Address",
            "count" => "u64",
            _ => "reply_kit::Text",
        };
        let fields: Vec<String> = params.iter().map(|(name, kind)| format!("{name}: {}", ty(kind))).collect();
        let fields = if fields.is_empty() { String::new() } else { format!(" {{ {} }}", fields.join(", ")) };
        _ = writeln!(out, "    #[error({text:?})]\n    Reply{number}{fields},");
    }
    out.push_str("}\n");
    out
}

fn manifest(name: &str, repository: &Path, extra: &str) -> String {
    let repository = repository.display();
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         reply-kit = {{ path = \"{repository}/reply-kit\" }}\n{extra}"
    )
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}
