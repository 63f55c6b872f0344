//! A program under measurement, spoken to in raw lines.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub(crate) struct Program {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    line: String,
}

impl Program {
    /// Starts it and shakes hands.
    pub(crate) fn start(path: &Path, arguments: &[&str], home: &Path) -> Self {
        let mut command = Command::new(path);
        command.args(arguments).env("CK3RAVEN_HOME", home);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let stdin = child.stdin.take().expect("piped");
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        let mut program = Self { child, stdin, stdout, line: String::new() };
        let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "b", "version": "1" } });
        program.send("initialize", &hello);
        program.read_message();
        program.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
        program
    }

    pub(crate) fn send(&mut self, method: &str, params: &Value) {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        self.write(&format!("{request}\n"));
    }

    fn write(&mut self, text: &str) {
        self.stdin.write_all(text.as_bytes()).expect("it listens");
    }

    /// The next result; what else a server may say is passed over.
    pub(crate) fn read_message(&mut self) -> &str {
        loop {
            self.line.clear();
            self.stdout.read_line(&mut self.line).expect("it answers");
            assert!(!self.line.is_empty() && !self.line.contains("\"error\":{\"code\""), "{}", self.line);
            if self.line.contains("\"result\"") {
                return &self.line;
            }
        }
    }

    /// How long one call takes.
    pub(crate) fn call(&mut self, arguments: &Value) -> Duration {
        self.call_tool("ck3_dir", arguments, "\"reply_type\":\"S\"")
    }

    /// How long one call of a tool takes. Its answer must hold `sign`: a refusal would be quick, and would prove nothing.
    pub(crate) fn call_tool(&mut self, tool: &str, arguments: &Value, sign: &str) -> Duration {
        let begun = Instant::now();
        self.send("tools/call", &json!({ "name": tool, "arguments": arguments }));
        assert!(self.read_message().contains(sign), "{}", self.line);
        begun.elapsed()
    }

    /// Calls a second, with so many in flight.
    #[expect(clippy::cast_precision_loss, reason = "a few thousand calls")]
    pub(crate) fn rate(&mut self, arguments: &Value, calls: usize, in_flight: usize) -> f64 {
        let begun = Instant::now();
        let params = json!({ "name": "ck3_dir", "arguments": arguments });
        for id in 0..calls + in_flight {
            if id < calls {
                let request = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
                self.write(&format!("{request}\n"));
            }
            if id >= in_flight {
                self.read_message();
            }
        }
        calls as f64 / begun.elapsed().as_secs_f64()
    }

    /// A line of the system's account of its memory, in megabytes.
    pub(crate) fn memory(&self, line: &str) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let found = status.lines().find_map(|found| found.strip_prefix(line)).unwrap_or_default();
        found.trim_matches(|c: char| !c.is_ascii_digit()).parse::<f64>().unwrap_or_default() / 1024.0
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
