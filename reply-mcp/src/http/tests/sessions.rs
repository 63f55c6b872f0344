//! How sessions, questions and the server end: every request in flight is answered.

use rmcp::model::{ClientJsonRpcMessage, GetExtensions as _};
use rmcp::transport::streamable_http_server::session::SessionManager as _;

use super::*;

#[test]
fn l100_sessions_of_the_older_era_are_bounded() {
    let limits = HttpLimits { sessions: 4, ..HttpLimits::default() };
    let served = TestServer::with(limits);
    let sessions: Vec<String> = (0..4).map(|_| served.session()).collect();
    assert_eq!(served.begin().status, 503);
    assert_eq!(served.find(&sessions[0], &json!(1), &json!({})).status, 200, "the others go on");
    let large = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "x": "x".repeat(100_000) } });
    assert_eq!(served.post(None, &large).status, 413, "what a session holds is bounded too");
    assert_eq!(served.post(Some(&sessions[0]), &large).status, 413, "and what a later handshake would leave in it");
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

#[test]
fn l101_a_client_that_leaves_its_questions_open_keeps_nobody_elses_person_from_being_asked() {
    let served = TestServer::new();
    let [greedy, newcomer] = [(); 2].map(|()| served.session());
    let mut asked = Vec::new();
    let refused = loop {
        assert!(asked.len() < 64);
        let mut question = served.find(&greedy, &json!(asked.len()), &json!({ "ask": true }));
        match question.next().unwrap() {
            next if next["method"] == "elicitation/create" => asked.push(question),
            answer => break answer,
        }
    };
    assert_eq!((asked.len(), &refused["result"]["structuredContent"]["status"]), (8, &json!("invalid")));
    let question = served.find(&newcomer, &json!(1), &json!({ "ask": true })).message();
    assert_eq!(question["method"], "elicitation/create");
}

#[test]
fn l101_a_session_holds_what_its_handshake_holds_until_it_ends() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let budget = ByteBudget::new(100);
        let sessions = HttpSessions::new(HttpLimits::default());
        let (id, transport) = sessions.create_session().await.unwrap();
        let (mut head, ()) = Request::new(()).into_parts();
        head.extensions.insert(Arc::new(budget.try_reserve(60).unwrap()));
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } });
        let message = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
        let mut message: ClientJsonRpcMessage = serde_json::from_value(message).unwrap();
        let ClientJsonRpcMessage::Request(request) = &mut message else { panic!("it is a request") };
        request.request.extensions_mut().insert(head);
        // Nothing answers it, so it is left again.
        let answered = tokio::time::timeout(Duration::ZERO, sessions.initialize_session(&id, message)).await;
        assert!(answered.is_err());
        // What was sent to it is gone.
        drop(transport);
        tokio::task::yield_now().await;
        assert!(budget.try_reserve(41).is_none());
        sessions.close_session(&id).await.unwrap();
        while budget.try_reserve(100).is_none() {
            tokio::task::yield_now().await;
        }
    });
}
