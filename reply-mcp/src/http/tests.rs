//! Clients that send too much, too slowly or too often, and persons who take their time.

mod bounds;
mod refusals;
mod sessions;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use reply_core::{ClientDecision, Id, Question, SessionSource};
use reply_kit::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::calls::pool::tests::registry::Shlf;
use crate::calls::pool::tests::registry::shlf::invalid::BookUnknown;
use crate::calls::pool::tests::registry::shlf::success::BookFound;
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

#[derive(Arguments)]
struct TellArguments {
    /// How long the story is, in lines of a thousand letters.
    lines: Option<u32>,
}

#[derive(ReplyData)]
struct Story {
    /// It goes on and on.
    lines: Vec<Text>,
}

/// Tells a story on a thread of the pool, and the test that it has begun.
struct Tell(Arc<Voice<Shlf>>, Sender<()>);

codes!(Tell { BookFound => Story });

impl Tool for Tell {
    const NAME: &'static str = "tell";
    const TITLE: &'static str = "Tell";
    const DESCRIPTION: &'static str = "Tells a story.";
    const EFFECT: Effect = Effect::READ_ONLY;
    const BLOCKING: bool = true;
    type Arguments = TellArguments;

    async fn run<'c>(&self, rb: ReplyBuilder<'c, Self>, wanted: TellArguments, _: &CallContext) -> ReplyResult<'c> {
        let _ = self.1.send(());
        let lines = (0..wanted.lines.unwrap_or_default()).map(|_| Text::new("x".repeat(1_000))).collect();
        Ok(rb.success(&self.0, BookFound, &Story { lines }))
    }
}

const SECRET: &str = "a secret";
const SHORT_TIMEOUT: Duration = Duration::from_millis(300);

/// A server in this process, for as long as the test lasts.
struct TestServer {
    address: SocketAddr,
    stop: tokio::sync::oneshot::Sender<()>,
    served: tokio::task::JoinHandle<io::Result<()>>,
    /// Whenever a story begins.
    begun: Mutex<Receiver<()>>,
    runtime: tokio::runtime::Runtime,
}

impl TestServer {
    fn with(limits: HttpLimits) -> Self {
        let program = crate::calls::pool::tests::program();
        let (begins, begun) = channel();
        let begun = Mutex::new(begun);
        let tools = Toolset::new(program.wrapper.clone())
            .with(Find(Arc::clone(&program.voice)))
            .with(Tell(Arc::clone(&program.voice), begins));
        let bounds = Limits { running: 1, bytes_in_flight: 64 * 1024 * 1024, ..Limits::default() };
        let handler = Handler::new(Server::new("library", "1", tools).with_limits(bounds), SessionSource::Explicit);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let options = HttpOptions::new(address, HttpSecret::new(SECRET).unwrap()).with_limits(limits);
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let served = runtime.spawn(serve_on(listener, handler, options, async move { _ = stopped.await }));
        Self { address, stop, served, begun, runtime }
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

    /// A story that is asked for; its client reads no more than the head of the answer, for now.
    fn tell(&self, session: &str, id: u64, lines: u32) -> HttpResponse {
        let mut tell = call(&json!(id), &json!({ "lines": lines }));
        tell["params"]["name"] = json!("tell");
        let body = tell.to_string();
        // Some systems would take a whole story into the client's buffer.
        let connected = self.runtime.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4()?;
            socket.set_recv_buffer_size(16 * 1024)?;
            socket.connect(self.address).await?.into_std()
        });
        let mut stream = connected.unwrap();
        stream.set_nonblocking(false).unwrap();
        stream.write_all(format!("{}{body}", self.head(Some(session), body.len())).as_bytes()).unwrap();
        HttpResponse::of(stream)
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
