//! Requests that are refused: by secret, host, form or id.

use super::*;

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
fn l16_a_body_that_is_not_a_message_is_answered_under_its_own_id() {
    let served = TestServer::new();
    let session = served.session();
    for (body, id) in [
        (r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":5}}"#, json!(7)),
        (r#"{"jsonrpc":"2.0","id":"a","method":5}"#, json!("a")),
        (
            r#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"find","arguments":{"x":1e400}}}"#,
            json!(8),
        ),
        ("{", Value::Null),
    ] {
        let refused = served.send(Some(&session), body);
        assert_eq!(refused.status, 400, "{body}");
        let refused = refused.message();
        assert_eq!((&refused["id"], &refused["error"]["code"]), (&id, &json!(-32600)), "{body}");
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
