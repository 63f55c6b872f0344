//! Text search against ripgrep: CPU seconds of both on the same files with the same number of threads.
//!
//! `cargo bench -p ck3-search`. Without `rg` on the path it says so, and measures nothing.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark reports on stdout, and ends where it cannot go on"
)]

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use ck3_search::SearchTool;
use ck3_session::Sessions;
use reply_kit::{CallContext, SessionSource, Toolset};
use serde_json::json;
use world_adapter::{Config, Mode, RootKey, SessionAuthority, SessionConfig, WorldAdapter};

/// How many rounds: the median counts.
const ROUNDS: usize = 7;
/// How often each side runs in a round: the system counts CPU in steps of ten milliseconds.
const RUNS: usize = 5;

fn main() {
    if Command::new("rg").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("rg is not installed: nothing to compare with (apt-get install ripgrep)");
        return;
    }
    let disk = tempfile::tempdir().unwrap();
    let bytes = corpus(disk.path());
    println!("corpus: 3,000 scripts of the game, 100 mods of 60, {} MB", bytes / 1_000_000);
    let tools = tools(disk.path());
    let cases: [(&str, serde_json::Value, &[&str]); 3] = [
        ("a literal in few files", json!({ "query": "needle_in_hay", "limit": 1_000 }), &["-F", "needle_in_hay"]),
        ("a literal in every file", json!({ "query": "add_gold = 17", "limit": 50 }), &["-F", "add_gold = 17"]),
        (
            "a regex",
            json!({ "query": r"has_trait = \w+_99[0-9]", "regex": true, "limit": 50 }),
            &[r"has_trait = \w+_99[0-9]"],
        ),
    ];
    println!("| what | ck3_search | ripgrep | ratio | at most |\n|---|---|---|---|---|");
    for (name, arguments, pattern) in cases {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let before = own_cpu();
            for _ in 0..RUNS {
                let envelope = tools.call("ck3_search", &arguments, &CallContext::new(SessionSource::Implied)).unwrap();
                assert!(envelope.as_value()["data"]["total"].as_u64().unwrap() > 0, "{}", envelope.as_json());
            }
            ours.push(own_cpu() - before);
            theirs.push((0..RUNS).map(|_| ripgrep(disk.path(), pattern)).sum());
        }
        let runs = f64::from(u32::try_from(RUNS).unwrap());
        let (ours, theirs) = (median(ours) / runs, median(theirs) / runs);
        println!("| {name} | {ours:.0} ms | {theirs:.0} ms | {:.2}× | 1.2× |", ours / theirs);
    }
}

/// Files as large as those of the game and of a hundred mods.
fn corpus(disk: &Path) -> u64 {
    let mut bytes = 0;
    let mut put = |folder: String, file: usize, objects: usize| {
        let folder = disk.join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        let mut text = String::new();
        for object in 0..objects {
            let _ = write!(
                text,
                "object_{file}_{object} = {{\n\ttrigger = {{\n\t\tis_adult = yes\n\t\thas_trait = trait_{}\n\t}}\n\teffect = {{\n\t\tadd_gold = {}\n\t\tadd_prestige = 50\n\t}}\n}}\n\n",
                (file * 7 + object * 13) % 1_000,
                (file + object) % 500,
            );
        }
        if file.is_multiple_of(500) {
            text.push_str("needle_in_hay = yes\n");
        }
        bytes += text.len() as u64;
        std::fs::write(folder.join(format!("{file:05}_file.txt")), text).unwrap();
    };
    for file in 0..3_000 {
        put(format!("game/common/folder_{}", file % 60), file, 140);
    }
    for index in 0..100 {
        for file in 0..60 {
            put(format!("mods/{index:03}/common/folder_{}", file % 6), file, 20);
        }
    }
    bytes
}

fn tools(disk: &Path) -> Toolset {
    let program = tests_started::program();
    let (world, _) = WorldAdapter::open(Config::new().root(RootKey::Game, disk.join("game")), Arc::clone(&program.wa));
    let config = (0..100).fold(SessionConfig::new().mode(Mode::Ck3lens), |config, index| {
        config.with_mod(format!("Mod {index}"), disk.join(format!("mods/{index:03}")))
    });
    let right = SessionAuthority::of(&program.wa);
    let (session, _) = world.load_session(&right, config);
    world.replace_session(&right, world.default_session(), |_| session);
    let sessions = Arc::new(Sessions::new(Arc::new(world), right, Arc::clone(&program.mcp)));
    Toolset::new(program.wrapper.clone()).with(SearchTool::new(
        sessions,
        index::Index::new(index::IndexOptions::default()),
        std::time::Duration::from_secs(5),
    ))
}

/// The CPU milliseconds of ripgrep with two threads, which prints every hit with line and column to nobody.
fn ripgrep(disk: &Path, pattern: &[&str]) -> f64 {
    let before = children();
    let mut command = Command::new("rg");
    command.args(["-uuu", "-j2", "--line-number", "--column", "--no-heading"]).args(pattern).arg(disk);
    assert!(command.stdout(Stdio::null()).status().unwrap().success());
    children() - before
}

/// CPU milliseconds of this process.
fn own_cpu() -> f64 {
    ticks(13)
}

/// CPU milliseconds of the children that have ended.
fn children() -> f64 {
    ticks(15)
}

/// Two neighbouring fields of `/proc/self/stat`, user and system time, in milliseconds.
fn ticks(field: usize) -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let behind_name = stat.rsplit_once(')').unwrap().1;
    let fields: Vec<&str> = behind_name.split_whitespace().collect();
    let sum: f64 = fields[field - 2..field].iter().map(|ticks| ticks.parse::<f64>().unwrap()).sum();
    sum * 10.0
}

fn median(mut rounds: Vec<f64>) -> f64 {
    rounds.sort_by(f64::total_cmp);
    rounds[rounds.len() / 2]
}
