//! The server against the least a server can be: raw JSON-RPC over stdio, interleaved rounds, medians.
//!
//!     cargo bench -p ck3raven --bench stdio
//!
//! Other servers of files take part where they are installed: `mcp-server-filesystem` (npm's
//! `@modelcontextprotocol/server-filesystem`) and `rust-mcp-filesystem` (cargo's crate of that name), found in `PATH`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod client;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use client::Program;
use serde_json::json;

const ROUNDS: usize = 5;
const PEERS: [&str; 2] = ["mcp-server-filesystem", "rust-mcp-filesystem"];

struct Bench {
    ours: PathBuf,
    minimal: PathBuf,
    bare: PathBuf,
    home: tempfile::TempDir,
    game: String,
}

impl Bench {
    fn ours(&self) -> Program {
        Program::start(&self.ours, &["serve"], self.home.path())
    }

    fn minimal(&self) -> Program {
        Program::start(&self.minimal, &[&self.game], self.home.path())
    }

    fn bare(&self) -> Program {
        Program::start(&self.bare, &[], self.home.path())
    }
}

fn main() {
    // Under `cargo test` there is nothing to measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let bench = prepare();
    println!("{:<44} {:>12} {:>12} {:>7}  target", "", "ck3raven", "compared", "ratio");
    let start = |program: fn(&Bench) -> Program| {
        let begun = Instant::now();
        let mut program = program(&bench);
        program.send("tools/list", &json!({}));
        program.read_message();
        begun.elapsed().as_secs_f64() * 1e3
    };
    compare("start to tools/list, ms (minimal)", || start(Bench::ours), || start(Bench::minimal), "at most 3.5");
    compare(
        "idle memory, MB (minimal)",
        || bench.ours().memory("VmRSS:"),
        || bench.minimal().memory("VmRSS:"),
        "12 MB",
    );
    let pwd = |mut program: Program| {
        // The first calls pay for threads and pages; an agent's session is longer than they are.
        program.rate(&json!({}), 3_000, 32);
        program.rate(&json!({}), 20_000, 32)
    };
    compare("pwd, 32 in flight, calls/s (bare rmcp)", || pwd(bench.ours()), || pwd(bench.bare()), "at least 0.8");
    let list =
        |mut program: Program| {
            median((0..100).map(|_| {
                millis(&mut program, &json!({ "command": "list", "path": "root:game/many", "limit": 10_000 }))
            }))
        };
    compare("list of 1,000 files, p50 ms (minimal)", || list(bench.ours()), || list(bench.minimal()), "at most 1.6");
    for peer in PEERS {
        let Some(path) = installed(peer) else {
            println!("{:<44} {:>12}", format!("list of 1,000 files ({peer})"), "not installed");
            continue;
        };
        let folder = json!({ "path": format!("{}/many", bench.game) });
        let theirs = || {
            let mut program = Program::start(&path, &[&bench.game], bench.home.path());
            let mut call = || program.call_tool("list_directory", &folder, "file_0999.txt").as_secs_f64() * 1e3;
            median((0..100).map(|_| call()))
        };
        compare(&format!("the same, p50 ms ({peer})"), || list(bench.ours()), theirs, "below 1");
    }
    let tree = json!({ "command": "tree", "path": "root:game/deep", "depth": 20, "limit": 10_000 });
    let trees = |mut program: Program| median((0..20).map(|_| millis(&mut program, &tree)));
    compare(
        "tree of 2,970 directories, p50 ms (minimal)",
        || trees(bench.ours()),
        || trees(bench.minimal()),
        "at most 1.4",
    );
    let script = json!({ "path": "root:game/common/traits/large.txt", "max_bytes": 4_194_304 });
    let checked = json!({ "path": "root:game/common/traits/large.txt" });
    let timed = |tool: &str, arguments: &serde_json::Value, sign: &str| {
        let mut program = bench.ours();
        median((0..50).map(|_| program.call_tool(tool, arguments, sign).as_secs_f64() * 1e3))
    };
    compare(
        "check of a script of 150 kB, p50 ms (reading)",
        || timed("ck3_check", &checked, "problems_total"),
        || timed("ck3_read", &script, "line_ends"),
        "at most 2",
    );
    let peak = |mut program: Program| {
        program.rate(&tree, 96, 32);
        program.memory("VmHWM:")
    };
    compare("peak memory, 32 trees in flight, MB (minimal)", || peak(bench.ours()), || peak(bench.minimal()), "64 MB");
}

fn millis(program: &mut Program, arguments: &serde_json::Value) -> f64 {
    program.call(arguments).as_secs_f64() * 1e3
}

fn compare(what: &str, mut ours: impl FnMut() -> f64, mut theirs: impl FnMut() -> f64, target: &str) {
    let rounds: Vec<(f64, f64)> = (0..ROUNDS).map(|_| (ours(), theirs())).collect();
    let (ours, theirs) = (median(rounds.iter().map(|round| round.0)), median(rounds.iter().map(|round| round.1)));
    println!("{what:<44} {ours:>12.2} {theirs:>12.2} {:>7.2}  {target}", ours / theirs);
}

fn installed(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|found| found.is_file())
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The compared programs, built as this one was, and a world with a wide and a deep folder.
fn prepare() -> Bench {
    let ours = PathBuf::from(env!("CARGO_BIN_EXE_ck3raven"));
    let examples = ours.parent().expect("the build's folder").join("examples");
    let built =
        Command::new(env!("CARGO")).args(["build", "--release", "--quiet", "-p", "ck3raven", "--examples"]).status();
    assert!(built.is_ok_and(|status| status.success()), "the compared programs are built");
    let home = tempfile::tempdir().expect("a temporary folder");
    let game = home.path().join("sample/game");
    let many = game.join("many");
    fs::create_dir_all(&many).expect("a folder");
    let traits = game.join("common/traits");
    fs::create_dir_all(&traits).expect("a folder");
    let entry = |number: usize| format!("trait_{number} = {{\n\tmartial = 2\n\topposites = {{ other_{number} }}\n}}\n");
    let script: String = std::iter::once("\u{feff}".to_owned()).chain((0..2_600).map(entry)).collect();
    fs::write(traits.join("large.txt"), script).expect("a file");
    for number in 0..1_000 {
        fs::write(many.join(format!("file_{number:04}.txt")), "x").expect("a file");
    }
    for outer in 0..54 {
        for inner in 0..54 {
            fs::create_dir_all(deep(&game, outer, inner)).expect("a folder");
        }
    }
    let (minimal, bare) = (examples.join("minimal"), examples.join("bare"));
    Bench { ours, minimal, bare, game: game.display().to_string(), home }
}

fn deep(game: &Path, outer: usize, inner: usize) -> PathBuf {
    game.join(format!("deep/region_{outer:02}/county_{inner:02}"))
}
