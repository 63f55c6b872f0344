//! Clients that send too much, too slowly or too often, and persons who take their time.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::thread;

use reply_core::{ClientDecision, Id, Question, SessionSource};
use reply_kit::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::pool::tests::registry::Shlf;
use crate::pool::tests::registry::shlf::invalid::BookUnknown;
use crate::pool::tests::registry::shlf::success::BookFound;
use crate::{Limits, Server};

#[derive(Arguments)]
struct FindArguments {
    /// Whether a person is to be asked.
    ask: Option<bool>,
}

/// Finds a book if no person has to be asked, or if the person says yes.
struct Find(Arc<Voice<Shlf>>);

codes!(Find { BookFound => NoData; BookUnknown });

impl Tool for Find {
    const NAME: &'static str = "find";
    const TITLE: &'static str = "Find";
    const DESCRIPTION: &'static str = "Finds a book.";
    const EFFECT: Effect = Effect::READ_ONLY;
    type Arguments = FindArguments;

    async fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        wanted: FindArguments,
        context: &CallContext,
    ) -> ReplyResult<'c> {
        if let (true, Some(client)) = (wanted.ask.unwrap_or_default(), context.elicit()) {
            let question = Question { id: Id::fresh(), message: "May it?".to_owned(), agree: "Yes".to_owned() };
            return Err(rb.ask(client, question));
        }
        match context.answer() {
            None | Some((_, ClientDecision::Granted)) => Ok(rb.success(&self.0, BookFound, &NoData)),
            Some(_) => Err(rb.invalid(&self.0, BookUnknown { title: "x".into(), nearest: Vec::new() })),
        }
    }
}

const SECRET: &str = "a secret";
const SHORT_TIMEOUT: Duration = Duration::from_millis(300);

/// A server in this process, for as long as the test lasts.
struct TestServer {
    address: SocketAddr,
    stop: tokio::sync::oneshot::Sender<()>,
    served: tokio::task::JoinHandle<io::Result<()>>,
    runtime: tokio::runtime::Runtime,
}

impl TestServer {
    fn with(limits: HttpLimits) -> Self {
        let program = crate::pool::tests::program();
        let tools = Toolset::new(program.wrapper.clone()).with(Find(Arc::clone(&program.voice)));
        let bounds = Limits { bytes_in_flight: 64 * 1024 * 1024, ..Limits::default() };
        let handler = Handler::new(Server::new("library", "1", tools).with_limits(bounds), SessionSource::Explicit);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let options = HttpOptions::new(address, HttpSecret::new(SECRET).unwrap()).with_limits(limits);
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let served = runtime.spawn(serve_on(listener, handler, options, async move { _ = stopped.await }));
        Self { address, stop, served, runtime }
    }

    fn new() -> Self {
        Self::with(HttpLimits::default())
    }

    /// The head of a request with so long a body.
    fn head(&self, session: Option<&str>, length: usize) -> String {
        let session = session.map(|id| format!("Mcp-Session-Id: {id}\r\n")).unwrap_or_default();
        format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {SECRET}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nConnection: close\r\n{session}Content-Length: {length}\r\n\r\n",
            self.address
        )
    }

    fn send(&self, session: Option<&str>, body: &str) -> HttpResponse {
        let mut stream = TcpStream::connect(self.address).unwrap();
        // A server that refuses may close before it has read everything.
        let _ = stream
            .write_all(self.head(session, body.len()).as_bytes())
            .and_then(|()| stream.write_all(body.as_bytes()));
        HttpResponse::of(stream)
    }

    fn post(&self, session: Option<&str>, message: &Value) -> HttpResponse {
        self.send(session, &message.to_string())
    }

    /// A session of the older era, of a client that can show a form.
    fn session(&self) -> String {
        let begun = self.begin();
        assert_eq!(begun.status, 200);
        let id = begun.session.expect("a session has an id");
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(self.post(Some(&id), &initialized).status, 202);
        id
    }

    fn begin(&self) -> HttpResponse {
        let client = json!({ "name": "x", "version": "1" });
        let params =
            json!({ "protocolVersion": "2025-11-25", "capabilities": { "elicitation": {} }, "clientInfo": client });
        self.post(None, &json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params }))
    }

    /// Ends a session, as its client does; returns the status.
    fn delete(&self, session: &str) -> u16 {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(self.head(Some(session), 0).replacen("POST", "DELETE", 1).as_bytes()).unwrap();
        HttpResponse::of(stream).status
    }

    fn find(&self, session: &str, id: &Value, arguments: &Value) -> HttpResponse {
        self.post(Some(session), &call(id, arguments))
    }

    /// Whether another client is answered.
    fn still_serves(&self) -> bool {
        let found = self.find(&self.session(), &json!(1), &json!({}));
        found.status == 200 && found.message()["result"]["structuredContent"]["status"] == "success"
    }
}

fn call(id: &Value, arguments: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "find", "arguments": arguments } })
}

/// An answer whose head has been read.
struct HttpResponse {
    status: u16,
    session: Option<String>,
    lines: BufReader<TcpStream>,
}

impl HttpResponse {
    fn of(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut answer = Self { status: 0, session: None, lines: BufReader::new(stream) };
        while let Some(line) = answer.line().filter(|line| !line.is_empty()) {
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                answer.status = rest[..3].parse().unwrap();
            }
            if let Some(id) = line.strip_prefix("mcp-session-id: ") {
                answer.session = Some(id.to_owned());
            }
        }
        answer
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        (self.lines.read_line(&mut line).ok()? > 0).then(|| line.trim_end().to_owned())
    }

    /// The next message in it.
    fn next(&mut self) -> Option<Value> {
        loop {
            let line = self.line()?;
            let data = line.strip_prefix("data: ").unwrap_or(&line);
            if let Some(message) = data.strip_prefix('{') {
                return serde_json::from_str(&format!("{{{message}")).ok();
            }
        }
    }

    fn message(mut self) -> Value {
        self.next().expect("there is a message in the answer")
    }
}

fn yes(question: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": question["id"], "result": { "action": "accept", "content": { "allow": true } } })
}

#[test]
fn nobody_is_let_in_without_the_secret() {
    let served = TestServer::new();
    let mut stream = TcpStream::connect(served.address).unwrap();
    let head = served.head(None, 0).replace(SECRET, "another");
    stream.write_all(head.as_bytes()).unwrap();
    assert_eq!(HttpResponse::of(stream).status, 401);
    assert!(HttpOptions::without_secret("0.0.0.0:1".parse().unwrap()).is_err());
    assert!(HttpOptions::without_secret("[::1]:1".parse().unwrap()).is_ok());
}

#[test]
fn l100_a_body_of_very_many_values_is_refused_before_it_is_parsed() {
    let served = TestServer::new();
    let session = served.session();
    let zeros = format!("[{}0]", "0,".repeat(4_000_000));
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"find","arguments":{{"x":{zeros}}}}}}}"#
    );
    let refused = served.send(Some(&session), &call).message();
    assert_eq!(refused["result"]["structuredContent"]["code"], "DESK-CALL-I-001", "{refused}");
    let list = format!(r#"{{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{zeros}}}"#);
    let refused = served.send(Some(&session), &list);
    assert_eq!(refused.status, 400);
    assert_eq!(refused.message()["error"]["code"], -32602);
}

#[test]
fn l100_sessions_of_the_older_era_are_bounded() {
    let limits = HttpLimits { sessions: 4, ..HttpLimits::default() };
    let served = TestServer::with(limits);
    let sessions: Vec<String> = (0..4).map(|_| served.session()).collect();
    assert_eq!(served.begin().status, 503);
    assert_eq!(served.find(&sessions[0], &json!(1), &json!({})).status, 200, "the others go on");
    let large = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "x": "x".repeat(100_000) } });
    assert_eq!(served.post(None, &large).status, 413, "what a session holds is bounded too");
}

#[test]
fn l101_a_session_that_nobody_uses_ends() {
    let limits = HttpLimits { sessions: 1, session_ttl: SHORT_TIMEOUT, ..HttpLimits::default() };
    let served = TestServer::with(limits);
    let session = served.session();
    assert_eq!(served.begin().status, 503);
    thread::sleep(3 * SHORT_TIMEOUT);
    assert_eq!(served.find(&session, &json!(1), &json!({})).status, 404);
    assert!(served.still_serves());
}

#[test]
fn l101_bodies_that_do_not_come_keep_nobody_out_and_end() {
    let limits = HttpLimits { body_timeout: Duration::from_secs(1), ..HttpLimits::default() };
    let served = TestServer::with(limits);
    let slow: Vec<TcpStream> = (0..8)
        .map(|_| {
            let mut stream = TcpStream::connect(served.address).unwrap();
            stream.write_all(format!("{} ", served.head(None, MAX_MESSAGE)).as_bytes()).unwrap();
            stream
        })
        .collect();
    assert!(served.still_serves());
    for stream in slow {
        assert_eq!(HttpResponse::of(stream).status, 408);
    }
}

#[test]
fn l101_large_bodies_that_stall_keep_no_short_request_out() {
    let served = TestServer::new();
    let half = vec![b' '; MAX_MESSAGE - 1];
    let _stalled: Vec<TcpStream> = (0..5)
        .map(|_| {
            let mut stream = TcpStream::connect(served.address).unwrap();
            // The last of them is rejected.
            let _ = stream.write_all(served.head(None, MAX_MESSAGE).as_bytes()).and_then(|()| stream.write_all(&half));
            stream
        })
        .collect();
    assert!(served.still_serves());
}

#[test]
fn l101_connections_without_a_request_give_way_and_end() {
    let limits = HttpLimits { connections: 8, head_timeout: Duration::from_secs(2), ..HttpLimits::default() };
    let served = TestServer::with(limits);
    let half: Vec<TcpStream> = (0..40)
        .map(|_| {
            let mut stream = TcpStream::connect(served.address).unwrap();
            let _ = stream.write_all(b"POST /mcp HTTP/1.1\r\nHost: local");
            stream
        })
        .collect();
    assert!(served.still_serves());
    for mut stream in half {
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let mut rest = Vec::new();
        let ended = stream.read_to_end(&mut rest);
        assert!(!ended.is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock), "it was to be closed");
    }
}

#[test]
fn l26_a_question_outlives_every_timeout_and_the_persons_yes_counts() {
    let limits = HttpLimits {
        session_ttl: SHORT_TIMEOUT,
        head_timeout: SHORT_TIMEOUT,
        write_timeout: SHORT_TIMEOUT,
        ..HttpLimits::default()
    };
    let served = TestServer::with(limits);
    let session = served.session();
    let mut asked = served.find(&session, &json!(7), &json!({ "ask": true }));
    let question = asked.next().unwrap();
    assert_eq!(question["method"], "elicitation/create", "{question}");
    thread::sleep(5 * SHORT_TIMEOUT);
    assert_eq!(served.post(Some(&session), &yes(&question)).status, 202);
    assert_eq!(asked.message()["result"]["structuredContent"]["status"], "success");
}

#[test]
fn l101_open_questions_hold_no_bytes_and_end_when_the_client_hangs_up() {
    let limits = HttpLimits { reconnect_timeout: SHORT_TIMEOUT, ..HttpLimits::default() };
    let served = TestServer::with(limits);
    let padded = |id: u64| {
        let call = call(&json!(id), &json!({ "ask": true })).to_string();
        format!("{}{call}", " ".repeat(MAX_MESSAGE - call.len()))
    };
    let session = served.session();
    let mut asked: Vec<HttpResponse> = (1..=4).map(|id| served.send(Some(&session), &padded(id))).collect();
    for question in &mut asked {
        assert_eq!(question.next().unwrap()["method"], "elicitation/create");
    }
    let large = served.send(Some(&served.session()), &padded(9));
    assert_eq!(large.status, 200, "there is room for as large a request");
    drop((asked, large));
    thread::sleep(3 * SHORT_TIMEOUT);
    // The calls have ended, so their ids are free again.
    let again = served.find(&session, &json!(1), &json!({})).message();
    assert_eq!(again["result"]["structuredContent"]["status"], "success", "{again}");
}

#[test]
fn l16_an_id_in_use_is_refused_and_the_first_request_keeps_its_answer() {
    let served = TestServer::new();
    let session = served.session();
    let mut asked = served.find(&session, &json!(7), &json!({ "ask": true }));
    let question = asked.next().unwrap();
    let refused = served.find(&session, &json!(7), &json!({})).message();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(7), &json!(-32600)));
    let long = served.find(&session, &json!("x".repeat(10_000)), &json!({}));
    assert_eq!(long.status, 400);
    assert_eq!(long.message()["id"], Value::Null);
    served.post(Some(&session), &yes(&question));
    assert_eq!(asked.message()["result"]["structuredContent"]["status"], "success");
}

#[test]
fn l16_a_body_that_is_not_a_message_is_answered_under_its_own_id() {
    let served = TestServer::new();
    let session = served.session();
    for (body, id) in [
        (r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":5}}"#, json!(7)),
        (r#"{"jsonrpc":"2.0","id":"a","method":5}"#, json!("a")),
        ("{", Value::Null),
    ] {
        let refused = served.send(Some(&session), body);
        assert_eq!(refused.status, 400, "{body}");
        let refused = refused.message();
        assert_eq!((&refused["id"], &refused["error"]["code"]), (&id, &json!(-32600)), "{body}");
    }
}

#[test]
fn l16_every_request_in_flight_is_answered_when_its_session_is_deleted() {
    let served = TestServer::new();
    let session = served.session();
    let mut asked: Vec<HttpResponse> =
        (1..=8).map(|id| served.find(&session, &json!(id), &json!({ "ask": true }))).collect();
    for question in &mut asked {
        assert_eq!(question.next().unwrap()["method"], "elicitation/create");
    }
    assert_eq!(served.delete(&session), 202);
    for (id, asked) in (1..=8).zip(asked) {
        let answer = asked.message();
        assert_eq!((&answer["id"], &answer["result"]["structuredContent"]["status"]), (&json!(id), &json!("invalid")));
    }
    assert_eq!(served.find(&session, &json!(9), &json!({})).status, 404);
    assert_eq!(served.delete(&session), 202, "to end it twice is no error");
}

#[test]
fn l16_a_request_that_races_with_the_end_of_its_session_is_answered() {
    let served = &TestServer::new();
    for _ in 0..20 {
        let session = &served.session();
        thread::scope(|scope| {
            let calls: Vec<_> =
                (1..=4).map(|id| scope.spawn(move || (id, served.find(session, &json!(id), &json!({}))))).collect();
            assert_eq!(served.delete(session), 202);
            for call in calls {
                let (id, answer) = call.join().unwrap();
                match answer.status {
                    200 => assert_eq!(answer.message()["id"], json!(id)),
                    status => assert_eq!(status, 404),
                }
            }
        });
    }
}

#[test]
fn l49_no_error_over_http_repeats_a_host_path() {
    let served = TestServer::new();
    let path = "/home/nate/secret";
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": path,
        "io.modelcontextprotocol/clientInfo": { "name": "x", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "_meta": meta } }).to_string();
    for header in [
        format!("MCP-Protocol-Version: {path}"),
        "MCP-Protocol-Version: 2025-11-25".to_owned(),
        format!("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {path}"),
        format!("X: y\r\nMcp-Session-Id: {path}"),
    ] {
        let head = served.head(None, body.len()).replace("\r\n\r\n", &format!("\r\n{header}\r\n\r\n"));
        let mut stream = TcpStream::connect(served.address).unwrap();
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 4") && !answer.contains("nate"), "{header}: {answer}");
    }
}

#[test]
fn l104_a_second_host_or_origin_is_refused_like_a_wrong_one() {
    let server = TestServer::new();
    let begin = json!({ "jsonrpc": "2.0", "id": 0, "method": "ping" }).to_string();
    let status = |change: &dyn Fn(String) -> String| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(format!("{}{begin}", change(server.head(None, begin.len()))).as_bytes()).unwrap();
        HttpResponse::of(stream).status
    };
    let also = |header: &'static str| move |head: String| head.replacen("\r\n", &format!("\r\n{header}\r\n"), 1);
    assert_ne!(status(&|head| head), 403);
    assert_eq!(status(&also("Host: evil.example")), 403);
    assert_eq!(status(&|head| head.replace("Accept:", "Host: evil.example\r\nAccept:")), 403);
    assert_eq!(status(&also("Origin: http://localhost:1\r\nOrigin: https://evil.example")), 403);
    assert_eq!(status(&|head| head.replace("POST /mcp", "POST http://evil.example/mcp")), 403);
}

/// Where the second of two small writes waits for the acknowledgement of the first, each answer takes 40 ms.
#[test]
fn a_kept_connection_answers_without_waiting_for_an_acknowledgement() {
    let server = TestServer::new();
    let session = server.session();
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_nodelay(true).unwrap();
    let mut fastest = Duration::MAX;
    for id in 1..=20 {
        let body = json!({ "jsonrpc": "2.0", "id": id, "method": "ping" }).to_string();
        let head = server.head(Some(&session), body.len()).replace("Connection: close\r\n", "");
        let begun = std::time::Instant::now();
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n0\r\n\r\n") {
            let mut buffer = [0; 4096];
            let count = stream.read(&mut buffer).unwrap();
            assert!(count > 0, "{}", String::from_utf8_lossy(&answer));
            answer.extend_from_slice(&buffer[..count]);
        }
        fastest = fastest.min(begun.elapsed());
    }
    assert!(fastest < Duration::from_millis(30), "{fastest:?}");
}

#[test]
fn l27_a_request_that_had_begun_is_answered_however_late_the_shutdown_gets_to_it() {
    let server = TestServer::new();
    let session = server.session();
    let mut listening = TcpStream::connect(server.address).unwrap();
    let listen = server.head(Some(&session), 0).replace("POST", "GET").replace("Content-Length: 0\r\n", "");
    listening.write_all(listen.as_bytes()).unwrap();
    let listening = HttpResponse::of(listening);
    assert_eq!(listening.status, 200);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "x", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let mut body = call(&json!(1), &json!({}));
    body["params"]["_meta"] = meta;
    let body = body.to_string();
    let more =
        "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: find\r\nExpect: 100-continue\r\n\r\n";
    let head = server.head(None, body.len()).replace("\r\n\r\n", &format!("\r\n{more}"));
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    let mut begun = [0; 25];
    stream.read_exact(&mut begun).unwrap();
    assert_eq!(&begun, b"HTTP/1.1 100 Continue\r\n\r\n", "the server waits for the body");
    server.stop.send(()).unwrap();
    while TcpStream::connect(server.address).is_ok() {}
    // As long as a busy machine may take for anything.
    thread::sleep(Duration::from_millis(1_500));
    stream.write_all(body.as_bytes()).unwrap();
    let answer = HttpResponse::of(stream);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.message()["result"]["structuredContent"]["status"], "error", "it came too late to be begun");
    // The stream that only listens is still open on the client's side, and is not waited for.
    server.runtime.block_on(server.served).unwrap().unwrap();
    drop(listening);
}
