//! Bodies and connections that are too large, too slow or too many.

use super::*;

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

/// More than the buffers of a connection take, so that it counts as unread.
const LONG_STORY: u32 = 8_000;

#[test]
fn l100_no_call_begins_while_clients_leave_too_much_unread() {
    let served = TestServer::with(HttpLimits { unread_bytes: 1_000_000, ..HttpLimits::default() });
    let mut long = served.tell(&served.session(), 1, LONG_STORY);
    served.begun.lock().unwrap().recv_timeout(Duration::from_secs(20)).unwrap();
    // It is made once it begins to come; the rest is left unread.
    let (mut begins, mut byte) = (Vec::new(), [0]);
    while !begins.ends_with(b"data: {") {
        long.lines.read_exact(&mut byte).unwrap();
        begins.extend_from_slice(&byte);
    }
    let session = served.session();
    let held = served.tell(&session, 1, 1);
    assert!(served.still_serves(), "what needs no thread is answered");
    assert!(served.begun.lock().unwrap().recv_timeout(Duration::from_millis(50)).is_err(), "it was to be held");
    io::copy(&mut long.lines, &mut io::sink()).unwrap();
    assert_eq!(held.message()["result"]["structuredContent"]["status"], "success");
}

#[test]
fn l101_a_reply_that_is_left_unread_holds_other_calls_for_a_short_time() {
    let limits = HttpLimits { unread_bytes: 1_000_000, pressed_timeout: SHORT_TIMEOUT, ..HttpLimits::default() };
    let served = TestServer::with(limits);
    let _unread: Vec<HttpResponse> = (1..=3).map(|id| served.tell(&served.session(), id, LONG_STORY)).collect();
    // Well before the time that an answer may be left unread when there is room.
    assert_eq!(served.tell(&served.session(), 9, 1).message()["result"]["structuredContent"]["status"], "success");
}
