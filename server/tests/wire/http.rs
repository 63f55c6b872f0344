//! Over HTTP: many agents, each with a session of its own.

use replies::Code;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::schemas::Schemas;
use crate::server::{Home, peak_memory, text};

/// A server on a port of its own.
pub(crate) struct Http {
    child: Child,
    authority: String,
    /// What is sent unless a test sends another.
    secret: Option<String>,
    schemas: Schemas,
    home: Home,
}

impl Http {
    fn start(token: Option<&str>) -> Self {
        Self::start_in(Home::new(), token)
    }

    fn start_in(home: Home, token: Option<&str>) -> Self {
        Self::start_with(home, token, &[])
    }

    pub(crate) fn start_with(home: Home, token: Option<&str>, arguments: &[&str]) -> Self {
        let mut program = home.program(&[&["serve", "--http", "127.0.0.1:0"], arguments].concat());
        if let Some(token) = token {
            program.env("CK3RAVEN_HTTP_TOKEN", token);
        }
        let mut child = program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let authority = said
            .find_map(|line| Some(line.split_once("http://")?.1.strip_suffix("/mcp")?.to_owned()))
            .expect("the server says where it is");
        // Whatever else it says is read, so that it can go on saying it.
        thread::spawn(move || said.for_each(drop));
        let secret = text(&home.path("state/http-secret")).map(|secret| format!("Bearer {}", secret.trim()));
        let mut server = Self { child, authority, secret, schemas: Schemas::default(), home };
        if token.is_none() {
            server.schemas = Schemas::of(&server.post("tools/list", json!({}), &[]).1["result"]);
        }
        server
    }

    /// Sends one request in the newer era; returns the status, or nothing but zero, and the message in the answer.
    fn post(&self, method: &str, mut params: Value, headers: &[(&str, &str)]) -> (u16, Value) {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "wire", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let name = params["name"].as_str().map(|name| format!("Mcp-Name: {name}\r\n")).unwrap_or_default();
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
        let mut request = format!(
            "POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n{name}Connection: close\r\nContent-Length: {}\r\n",
            body.len()
        );
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request.extend(["Host: ", &self.authority, "\r\n"]);
        }
        if let Some(secret) =
            self.secret.as_deref().filter(|_| !headers.iter().any(|(name, _)| *name == "Authorization"))
        {
            request.extend(["Authorization: ", secret, "\r\n"]);
        }
        for (name, value) in headers {
            request.extend([name, ": ", value, "\r\n"]);
        }
        request.extend(["\r\n", &body]);
        // A server that has stopped listening is not there.
        let Ok(mut stream) = TcpStream::connect(&self.authority) else { return (0, Value::Null) };
        // A server that refuses may close before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        let message = answer.lines().find_map(|line| line.strip_prefix("data: ").unwrap_or(line).strip_prefix('{'));
        (status, message.map(|rest| serde_json::from_str(&format!("{{{rest}")).unwrap()).unwrap_or_default())
    }

    pub(crate) fn call(&self, tool: &str, arguments: Value) -> Value {
        let (status, message) = self.post("tools/call", json!({ "name": tool, "arguments": arguments }), &[]);
        assert_eq!(status, 200, "{message}");
        self.schemas.envelope(tool, &message["result"])
    }

    #[cfg(unix)]
    fn signal(&self, signal: &str) {
        assert!(Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap().success());
    }

    pub(crate) fn session(&self, mode: &str) -> String {
        let begun = self.call("ck3_session", json!({ "command": "init", "mode": mode }));
        assert_eq!(begun["code"], Code::SessionInitialised.as_str(), "{begun}");
        begun["data"]["session"].as_str().unwrap().to_owned()
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn l21_bodies_over_the_byte_budget_are_rejected_until_bytes_are_released() {
    let home = Home::new();
    home.configure("running = 1\nin_flight_megabytes = 1");
    let server = Http::start_in(home.clone(), None);
    let session = server.session("ck3lens");
    let write = |name: &str| {
        let path = format!("root:ck3raven_data/wip/{name}.txt");
        let content = "x".repeat(600_000);
        let arguments = json!({ "command": "write", "path": path, "content": content, "session": session });
        json!({ "name": "ck3_file", "arguments": arguments })
    };
    let blocked = home.block_changes();
    thread::scope(|scope| {
        let first = scope.spawn(|| server.post("tools/call", write("a"), &[]));
        thread::sleep(Duration::from_millis(700));
        assert_eq!(server.post("tools/call", write("b"), &[]).0, 503);
        drop(blocked);
        let (status, message) = first.join().unwrap();
        assert_eq!(status, 200);
        assert_eq!(server.schemas.envelope("ck3_file", &message["result"])["code"], Code::FileWritten.as_str());
    });
    assert_eq!(server.post("tools/call", write("b"), &[]).0, 200);
}

#[test]
fn l52_over_http_no_session_is_implied() {
    let server = Http::start(None);
    for (tool, arguments) in [
        ("ck3_dir", json!({})),
        ("ck3_read", json!({ "path": "root:game/a.txt" })),
        ("ck3_contract", json!({})),
        ("ck3_session", json!({})),
    ] {
        assert_eq!(server.call(tool, arguments)["code"], Code::SessionRequired.as_str(), "{tool}");
    }
    assert_eq!(
        server.call("ck3_explain", json!({ "code": Code::PathNotFound.as_str() }))["code"],
        Code::CodeExplained.as_str()
    );
    assert_eq!(server.call("ck3_dir", json!({ "session": "guessed" }))["code"], Code::SessionUnknown.as_str());
}

#[test]
fn l52_two_agents_do_not_see_one_anothers_mode_or_home() {
    let server = Http::start(None);
    let (first, second) = (server.session("ck3lens"), server.session("ck3raven-dev"));
    assert_ne!(first, second);
    let moved = server.call("ck3_dir", json!({ "command": "cd", "path": "root:game", "session": first }));
    assert_eq!(moved["code"], Code::HomeChanged.as_str());
    assert_eq!(server.call("ck3_dir", json!({ "session": first }))["data"]["home"], "root:game");
    assert_eq!(server.call("ck3_dir", json!({ "session": second }))["data"]["home"], "root:ck3raven_data");
    assert_eq!(server.call("ck3_session", json!({ "session": second }))["data"]["mode"], "ck3raven-dev");
}

#[test]
fn l16_a_hundred_agents_at_once_are_each_answered() {
    let server = Http::start(None);
    thread::scope(|scope| {
        for _ in 0..100 {
            scope.spawn(|| {
                let session = server.session("ck3lens");
                let listed =
                    server.call("ck3_dir", json!({ "command": "list", "path": "root:game", "session": session }));
                assert_eq!(listed["code"], Code::DirectoryListed.as_str());
            });
        }
    });
}

#[test]
fn a_foreign_origin_a_foreign_host_and_a_large_body_are_refused() {
    let server = Http::start(None);
    let list = |headers: &[(&str, &str)]| server.post("tools/list", json!({}), headers).0;
    assert_eq!(list(&[]), 200);
    assert_eq!(list(&[("Origin", "http://localhost:3000")]), 200);
    assert_eq!(list(&[("Origin", "https://evil.example")]), 403);
    assert_eq!(list(&[("Host", "evil.example")]), 403);
    let large = "x".repeat(17 * 1024 * 1024);
    assert_ne!(server.post("tools/list", json!({ "x": large }), &[]).0, 200);
    assert_eq!(list(&[]), 200);
}

#[test]
fn a_secret_is_always_asked_for_and_made_on_the_first_start() {
    let server = Http::start(None);
    let list = |headers: &[(&str, &str)]| server.post("tools/list", json!({}), headers).0;
    assert_eq!(list(&[]), 200);
    for wrong in ["", "Bearer", "Bearer ", "Bearer x", "Basic x"] {
        assert_eq!(list(&[("Authorization", wrong)]), 401, "{wrong:?}");
    }
    let path = server.home.path("state/http-secret");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&path), mode(&server.home.path("state"))), (0o600, 0o700));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        let told = server.home.run(&["serve", "--http", "127.0.0.1:0"]);
        assert_eq!(told.status.code(), Some(2), "a secret that others can read is none");
        assert!(!server.home.run(&["doctor"]).status.success());
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    }
    let (home, secret) = (server.home.clone(), text(&path));
    drop(server);
    let again = Http::start_in(home, None);
    assert_eq!(text(&again.home.path("state/http-secret")), secret, "it is kept");
}

#[test]
fn a_token_of_the_operators_own_is_used_and_a_blank_one_is_refused() {
    let server = Http::start(Some("a secret"));
    let list = |headers: &[(&str, &str)]| server.post("tools/list", json!({}), headers).0;
    assert_eq!(list(&[]), 401);
    assert_eq!(list(&[("Authorization", "Bearer a secreT")]), 401);
    assert_eq!(list(&[("Authorization", "Bearer a secret")]), 200);
    for (token, arguments) in
        [("", &[][..]), (" ", &[]), ("\t", &["--host", "raven.lan"]), (" ", &["--no-secret"]), ("x", &["--no-secret"])]
    {
        let home = Home::new();
        let mut program = home.program(&[&["serve", "--http", "127.0.0.1:0"], arguments].concat());
        let refused = program.env("CK3RAVEN_HTTP_TOKEN", token).output().unwrap();
        assert_eq!(refused.status.code(), Some(2), "{token:?} {arguments:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains("CK3RAVEN_HTTP_TOKEN"), "{refused:?}");
    }
}

#[test]
fn without_a_secret_only_loopback_is_served_and_others_only_by_name() {
    let server = Http::start_with(Home::new(), None, &["--no-secret"]);
    assert_eq!(server.post("tools/list", json!({}), &[]).0, 200);
    assert!(!server.home.path("state/http-secret").exists());
    let home = Home::new();
    let open = home.run(&["serve", "--http", "0.0.0.0:0", "--no-secret"]);
    assert_eq!(open.status.code(), Some(2));
    let unnamed = home.run(&["serve", "--http", "0.0.0.0:0"]);
    assert_eq!(unnamed.status.code(), Some(2));
    let told = String::from_utf8_lossy(&unnamed.stderr).into_owned();
    assert!(told.contains("CK3RAVEN_HTTP_TOKEN") && told.contains("--host"), "{told}");
    for host in ["", " ", "http://raven.lan", "raven.lan/mcp"] {
        assert!(!home.run(&["serve", "--http", "127.0.0.1:0", "--host", host]).status.success(), "{host:?}");
    }
}

#[test]
fn the_operator_names_the_hosts_that_are_served() {
    let home = Home::new();
    home.configure("running = 2\n[http]\nhosts = [\"raven.example\"]");
    let server = Http::start_with(home, None, &["--host", "raven.lan", "--host", "10.0.0.7:7077"]);
    let list = |headers: &[(&str, &str)]| server.post("tools/list", json!({}), headers).0;
    for host in ["raven.lan", "raven.lan:80", "RAVEN.example", "10.0.0.7:7077", "localhost"] {
        assert_eq!(list(&[("Host", host)]), 200, "{host}");
    }
    for host in ["evil.example", "10.0.0.7:7078", "raven.lan.evil.example"] {
        assert_eq!(list(&[("Host", host)]), 403, "{host}");
    }
    assert_eq!(list(&[("Origin", "https://raven.lan")]), 200);
    assert_eq!(list(&[("Origin", "https://evil.example")]), 403);
}

#[test]
fn l100_bodies_of_millions_of_values_are_refused_without_being_held() {
    let server = Http::start(None);
    let session = server.session("ck3lens");
    let zeros = vec![0_u8; 4_000_000];
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let refused = server.call("ck3_dir", json!({ "path": zeros, "session": session }));
                assert_eq!(refused["code"], Code::BadArguments.as_str());
            });
        }
    });
    let peak = peak_memory(&server.child.id().to_string());
    assert!(peak.is_none_or(|peak| peak < 250), "{peak:?} MB for requests that are refused");
}

#[cfg(unix)]
#[test]
fn l27_l69_a_shutdown_during_writes_answers_every_change() {
    let server = Http::start(None);
    let session = server.session("ck3lens");
    let content = "content of a file that is written whole or not at all\n".repeat(2_000);
    let answered: Vec<(usize, u16, Value)> = thread::scope(|scope| {
        let write = |number: usize| {
            let path = format!("root:ck3raven_data/wip/{number}.txt");
            let write = json!({ "command": "write", "path": path, "content": content, "session": session });
            let (status, message) = server.post("tools/call", json!({ "name": "ck3_file", "arguments": write }), &[]);
            let answered = status == 200;
            assert_eq!(answered, message["result"].is_object(), "{number}: {status} {message}");
            (
                number,
                status,
                if answered { server.schemas.envelope("ck3_file", &message["result"]) } else { Value::Null },
            )
        };
        let writers: Vec<_> = (0..60).map(|number| scope.spawn(move || write(number))).collect();
        thread::sleep(Duration::from_millis(30));
        server.signal("-TERM");
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    for (number, status, envelope) in answered {
        assert!([0, 200].contains(&status), "answered, or not listened to at all: {status}");
        let is_written = server.home.path(&format!("sample/ck3raven_data/wip/{number}.txt")).exists();
        assert_eq!(is_written, envelope["code"] == Code::FileWritten.as_str(), "{number}: {envelope}");
    }
}

#[cfg(unix)]
#[test]
fn a_request_that_never_ends_does_not_keep_the_server_nor_what_waited_in_it() {
    let mut server = Http::start(None);
    let session = server.session("ck3lens");
    let delete = json!({ "command": "delete", "path": "root:ck3raven_data/wip/README.txt", "session": session });
    assert_eq!(server.call("ck3_file", delete)["code"], Code::TokenRequired.as_str());
    let mut stream = TcpStream::connect(&server.authority).unwrap();
    stream.write_all(b"POST /mcp HTTP/1.1\r\nHost: local").unwrap();
    thread::sleep(Duration::from_millis(50));
    server.signal("-TERM");
    assert!(server.child.wait().unwrap().success());
    let waiting = String::from_utf8(server.home.run(&["approvals"]).stdout).unwrap();
    assert!(waiting.contains("nothing waits"), "{waiting}");
}

#[cfg(unix)]
#[test]
fn a_shutdown_is_clean() {
    let mut server = Http::start(None);
    server.session("ck3lens");
    server.signal("-TERM");
    assert!(server.child.wait().unwrap().success());
}
