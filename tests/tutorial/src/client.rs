//! A client that speaks newline-delimited JSON-RPC on stdio.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A server that was started, and the conversation with it.
#[derive(Debug)]
pub struct Client {
    server: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    last_id: u64,
}

impl Client {
    /// Starts a server in a folder and introduces itself.
    pub fn connect(program: &Path, folder: &Path) -> Self {
        let mut server = Command::new(program)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (requests, answers) = (server.stdin.take(), BufReader::new(server.stdout.take().unwrap()));
        let mut client = Self { server, requests, answers, last_id: 0 };
        let about = json!({ "name": "tutorial", "version": "1" });
        let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": about });
        assert_eq!(client.request("initialize", &hello)["serverInfo"]["name"], "library");
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    /// Asks, and waits for the result.
    pub fn request(&mut self, method: &str, params: &Value) -> Value {
        self.last_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params }));
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        let mut answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], self.last_id, "{line}");
        answer["result"].take()
    }

    /// Calls a tool: its envelope, which stands in the result twice.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let mut result = self.request("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let envelope = result["structuredContent"].take();
        let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, envelope);
        assert_eq!(result["isError"], envelope["reply_type"] != "S");
        envelope
    }

    /// Hangs up; the server ends by itself.
    pub fn hang_up(mut self) {
        drop(self.requests.take());
        assert!(self.server.wait().unwrap().success());
    }

    fn send(&mut self, message: &Value) {
        let requests = self.requests.as_mut().expect("the conversation is open");
        writeln!(requests, "{message}").unwrap();
    }
}

impl Drop for Client {
    /// A test that failed leaves no server behind.
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
