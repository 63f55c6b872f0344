//! The protocol over everything that stdin and stdout can be. Reading and writing it never waits for tools.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Stdio};
use std::thread;

use serde_json::{Value, json};

use crate::server::Home;

const TREES: usize = 60;

/// One tool at a time, and a world whose tree takes a while.
fn slow_home() -> Home {
    let home = Home::new();
    home.configure("running = 1");
    home.deepen(500);
    home
}

/// A handshake, sixty trees, and a ping behind them.
fn conversation() -> String {
    let hello =
        json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } });
    let tree = json!({ "command": "tree", "path": "root:game", "depth": 20, "limit": 10_000 });
    let mut messages = vec![
        json!({ "jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": hello }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
    ];
    for id in 0..TREES {
        let params = json!({ "name": "ck3_dir", "arguments": tree });
        messages.push(json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }));
    }
    messages.push(json!({ "jsonrpc": "2.0", "id": "ping", "method": "ping" }));
    let lines: Vec<String> = messages.iter().map(|message| format!("{message}\n")).collect();
    lines.concat()
}

fn start(home: &Home, stdin: impl Into<Stdio>, stdout: impl Into<Stdio>) -> Child {
    home.program(&["serve"]).stdin(stdin).stdout(stdout).stderr(Stdio::null()).spawn().unwrap()
}

/// Holds the answers against what every stream must show: each request answered once, and the ping before the trees end.
fn judge(answers: impl Iterator<Item = String>) {
    let ids: Vec<Value> =
        answers.map(|line| serde_json::from_str::<Value>(&line).unwrap()["id"].clone()).take(TREES + 2).collect();
    assert_eq!(ids[0], "hello");
    let ping = ids.iter().position(|id| id == "ping").expect("the ping was answered");
    assert!(ping < TREES / 2, "the ping waited for {} trees", ping - 1);
    let mut trees: Vec<u64> = ids.iter().filter_map(Value::as_u64).collect();
    trees.sort_unstable();
    assert_eq!(trees, (0..TREES as u64).collect::<Vec<_>>());
}

/// Sends everything from a thread of its own, reads the answers, and then stops talking.
fn converse(mut child: Child, mut to: impl Write + Send + 'static, from: impl Read) {
    let sent = thread::spawn(move || {
        to.write_all(conversation().as_bytes()).unwrap();
        to
    });
    // A terminal that is hung up answers with an error.
    judge(BufReader::new(from).lines().map_while(Result::ok));
    drop(sent.join().unwrap());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_ping_passes_sixty_trees_over_pipes() {
    let home = slow_home();
    let (stdin, to) = std::io::pipe().unwrap();
    let (from, stdout) = std::io::pipe().unwrap();
    converse(start(&home, stdin, stdout), to, from);
}

#[test]
fn a_ping_passes_sixty_trees_over_sockets() {
    let home = slow_home();
    let (stdin, to) = UnixStream::pair().unwrap();
    let (from, stdout) = UnixStream::pair().unwrap();
    converse(start(&home, OwnedFd::from(stdin), OwnedFd::from(stdout)), to, from);
}

#[test]
fn a_ping_passes_sixty_trees_over_sockets_that_somebody_made_non_blocking() {
    let home = slow_home();
    let (stdin, to) = UnixStream::pair().unwrap();
    let (from, stdout) = UnixStream::pair().unwrap();
    stdin.set_nonblocking(true).unwrap();
    stdout.set_nonblocking(true).unwrap();
    converse(start(&home, OwnedFd::from(stdin), OwnedFd::from(stdout)), to, from);
}

#[test]
fn a_ping_passes_sixty_trees_over_a_terminal() {
    use rustix::fs::{Mode, OFlags};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    let home = slow_home();
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let terminal = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty()).unwrap();
    // A terminal that edits lines takes 4 kB of one, and repeats what is typed.
    let mut settings = tcgetattr(&terminal).unwrap();
    settings.make_raw();
    tcsetattr(&terminal, OptionalActions::Now, &settings).unwrap();
    let child = start(&home, terminal.try_clone().unwrap(), terminal);
    let to = File::from(master.try_clone().unwrap());
    converse(child, to, File::from(master));
}

#[test]
fn a_ping_passes_sixty_trees_over_files() {
    let home = slow_home();
    std::fs::write(home.path("requests"), conversation()).unwrap();
    let stdout = File::create(home.path("answers")).unwrap();
    let mut child = start(&home, File::open(home.path("requests")).unwrap(), stdout);
    assert!(child.wait().unwrap().success());
    let answers = std::fs::read_to_string(home.path("answers")).unwrap();
    assert_eq!(answers.lines().count(), TREES + 2);
    judge(answers.lines().map(str::to_owned));
}
