//! The program in a temporary home, and a client without a library.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::schemas::Schemas;

const REPLY_TIMEOUT: Duration = Duration::from_mins(1);

/// A home of its own, with the sample world in it.
#[derive(Clone)]
pub(crate) struct Home {
    folder: Arc<TempDir>,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self { folder: Arc::new(tempfile::tempdir().unwrap()) }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn program(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ck3raven"));
        command.args(arguments).env("CK3RAVEN_HOME", self.folder.path()).env("NO_COLOR", "1");
        command
    }

    /// Runs a command to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.program(arguments).stdin(Stdio::null()).output().unwrap()
    }

    /// Serves the sample world with limits of its own.
    pub(crate) fn configure(&self, limits: &str) {
        drop(self.connect());
        let config = format!(
            "mode = \"ck3lens\"\nhome = \"ck3raven_data\"\n\
             [roots]\ngame = \"sample/game\"\nck3raven_data = \"sample/ck3raven_data\"\n[limits]\n{limits}\n"
        );
        std::fs::write(self.path("ck3raven.toml"), config).unwrap();
    }

    /// A modder's installation with these files, and the path of a configuration that serves it: the game in `game`, the mod
    /// `Mine` in `docs/mod/mine`, work in progress in `data`.
    pub(crate) fn installation(files: &[(&str, &str)]) -> (Self, String) {
        let home = Self::new();
        let config = "mode = \"ck3lens\"\nlocal_mods_folder = \"docs/mod\"\n[roots]\ngame = \"game\"\nuser_docs = \"docs\"\n\
                      ck3raven_data = \"data\"\n[[mods]]\nname = \"Mine\"\npath = \"docs/mod/mine\"\n";
        for (file, content) in files.iter().chain(&[("data/wip/notes.txt", "x"), ("own.toml", config)]) {
            std::fs::create_dir_all(home.path(file).parent().unwrap()).unwrap();
            std::fs::write(home.path(file), content).unwrap();
        }
        let config = home.path("own.toml").display().to_string();
        (home, config)
    }

    /// The sample world with a game that takes a while to parse.
    pub(crate) fn with_large_game(files: usize) -> Self {
        let home = Self::new();
        home.configure("");
        let folder = home.path("sample/game/common/scripted_effects");
        std::fs::create_dir_all(&folder).unwrap();
        for number in 0..files {
            let text = format!("effect_{number} = {{\n\tadd_gold = {{ value = {number} }}\n}}\n").repeat(400);
            std::fs::write(folder.join(format!("{number:05}.txt")), text).unwrap();
        }
        home
    }

    /// Puts so many directories into the game, so that a tree of it takes a while.
    pub(crate) fn deepen(&self, directories: usize) {
        for number in 0..directories {
            std::fs::create_dir_all(self.path(&format!("sample/game/deep/{}/{number}", number % 50))).unwrap();
        }
    }

    /// Keeps every change waiting for as long as the result lives: the journal is to be set aside, and somebody holds that up.
    pub(crate) fn block_changes(&self) -> std::fs::File {
        let lock = std::fs::File::create(self.path("state/journal.lock")).unwrap();
        lock.lock().unwrap();
        std::fs::write(self.path("state/journal.jsonl"), vec![b'\n'; 16 * 1024 * 1024]).unwrap();
        lock
    }

    /// Starts the server; nothing has been said yet.
    pub(crate) fn serve(&self, arguments: &[&str]) -> Server {
        Server::spawn(self.clone(), self.program(&[&["serve"], arguments].concat()).stderr(Stdio::piped()))
    }

    /// Starts the server with a client that does not read until it is told to.
    pub(crate) fn serve_with_unread_output(&self) -> Server {
        Server::spawn_unread(self.clone(), self.program(&["serve"]).stderr(Stdio::null()))
    }

    /// Starts the server as told.
    pub(crate) fn serve_with(&self, change: impl FnOnce(&mut Command)) -> Server {
        let mut program = self.program(&["serve"]);
        program.stderr(Stdio::piped());
        change(&mut program);
        Server::spawn(self.clone(), &mut program)
    }

    /// Starts the server and shakes hands in the older way.
    pub(crate) fn connect(&self) -> Server {
        let mut server = self.serve(&[]);
        server.initialize();
        server
    }
}

/// A server under way.
pub(crate) struct Server {
    /// The home stays as long as anybody lives in it.
    _home: Home,
    pub(crate) child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: Receiver<String>,
    next_id: u64,
    /// What goes into every request: the newer era's metadata, or nothing.
    meta: Option<Value>,
    /// What the client says it can do.
    abilities: Value,
    schemas: Schemas,
}

impl Server {
    fn spawn(home: Home, command: &mut Command) -> Self {
        let mut server = Self::spawn_unread(home, command);
        server.listen();
        server
    }

    fn spawn_unread(home: Home, command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (_, lines) = channel();
        let (tell, stderr) = channel();
        let errors = child.stderr.take();
        thread::spawn(move || {
            let mut text = String::new();
            let _ = errors.map(|mut errors| errors.read_to_string(&mut text));
            let _ = tell.send(text);
        });
        let stdin = child.stdin.take();
        Self {
            _home: home,
            child,
            stdin,
            lines,
            stderr,
            next_id: 1,
            meta: None,
            abilities: json!({}),
            schemas: Schemas::default(),
        }
    }

    /// Begins to read what the server says.
    pub(crate) fn listen(&mut self) {
        let (tell, lines) = channel();
        self.lines = lines;
        let stdout = BufReader::new(self.child.stdout.take().unwrap());
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                let _ = tell.send(line);
            }
        });
    }

    /// The handshake of the older era, without waiting for the answer.
    pub(crate) fn greet(&mut self) {
        let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "wire", "version": "1" } });
        self.begin("initialize", hello);
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    }

    /// Waits for the end, still talking and not reading.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// With a client that can do so much.
    pub(crate) fn able(mut self, abilities: Value) -> Self {
        self.abilities = abilities;
        self
    }

    /// After the handshake of the older era.
    pub(crate) fn introduced(mut self) -> Self {
        self.initialize();
        self
    }

    /// The handshake of the older era.
    pub(crate) fn initialize(&mut self) -> Value {
        let answer = self.request(
            "initialize",
            json!({ "protocolVersion": "2025-11-25", "capabilities": self.abilities, "clientInfo": { "name": "wire", "version": "1" } }),
        );
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        self.learn_schemas();
        answer["result"].clone()
    }

    /// The newer era: no handshake, everything with every request.
    pub(crate) fn stateless(&mut self) {
        self.meta = Some(json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "wire", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": self.abilities,
        }));
        self.learn_schemas();
    }

    pub(crate) fn learn_schemas(&mut self) {
        self.schemas = Schemas::of(&self.request("tools/list", json!({}))["result"]);
    }

    /// What its envelopes must be, to be held against after it has ended.
    pub(crate) fn schemas(&self) -> Schemas {
        self.schemas.clone()
    }

    pub(crate) fn send(&mut self, message: &Value) {
        self.send_bytes(format!("{message}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// Sends a request without waiting; returns its id.
    pub(crate) fn begin(&mut self, method: &str, mut params: Value) -> u64 {
        if let Some(meta) = &self.meta {
            params["_meta"] = meta.clone();
        }
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The next line, as it was written; none once the server has closed its end.
    pub(crate) fn hear_line(&self) -> Option<String> {
        self.lines.recv_timeout(REPLY_TIMEOUT).ok()
    }

    /// The next thing the server says; none once it has closed its end.
    pub(crate) fn read_message(&self) -> Option<Value> {
        let line = self.hear_line()?;
        Some(serde_json::from_str(&line).unwrap_or_else(|error| panic!("not the protocol ({error}): {line}")))
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let answer = self.read_message().unwrap_or_else(|| panic!("{method} was not answered"));
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Calls a tool; the envelope has been held against every rule for envelopes on the wire.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.request("tools/call", json!({ "name": tool, "arguments": arguments }));
        self.envelope(tool, &answer["result"])
    }

    /// The envelope of a result, held against every rule for envelopes on the wire.
    pub(crate) fn envelope(&self, tool: &str, result: &Value) -> Value {
        self.schemas.envelope(tool, result)
    }

    pub(crate) fn pid(&self) -> String {
        self.child.id().to_string()
    }

    /// The most memory it ever had, in megabytes, where the system tells.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        peak_memory(&self.pid())
    }

    #[cfg(unix)]
    pub(crate) fn signal(&self, signal: &str) {
        assert!(Command::new("kill").args([signal, &self.pid()]).status().unwrap().success());
    }

    /// Stops talking and waits for the end; returns what was still said, how it ended, and stderr.
    pub(crate) fn end(mut self) -> (Vec<Value>, ExitStatus, String) {
        self.stdin = None;
        let rest = std::iter::from_fn(|| self.read_message()).collect();
        (rest, self.child.wait().unwrap(), self.stderr.recv_timeout(REPLY_TIMEOUT).unwrap_or_default())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The most memory that a process ever had, in megabytes; only Linux tells without a library for it.
pub(crate) fn peak_memory(pid: &str) -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    Some(peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024)
}

/// The text of a file, if there is one.
pub(crate) fn text(path: &Path) -> Option<String> {
    std::fs::read_to_string(path).ok()
}
