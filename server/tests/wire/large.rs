//! Large and structured: every text that a client can send, with values made to be expensive, at four sizes. Each request is
//! answered once, the answer is bounded whatever the size, and so is the memory.

use replies::Code;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::server::{Home, Server};

const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];
/// The most bytes of one answer, for a request of any size.
const MAX_ANSWER: usize = 64 * 1024;
/// The most memory, for requests of a megabyte one after the other.
const MAX_MEMORY: u64 = 200;

/// Values of about so many bytes, each made to be expensive in its own way.
fn hostile(size: usize) -> Vec<String> {
    let repeated = |part: &str| part.repeat(size / part.len());
    vec![
        format!("%{}2f", repeated("25")),
        format!("{}%2f", repeated("%25")),
        repeated(":/a"),
        repeated("{"),
        repeated("\""),
        repeated("\\"),
        repeated("a/"),
        repeated("../"),
        repeated("\u{1}"),
        repeated("é\u{202e}"),
        format!("mod:{}", repeated("x")),
        format!("root:game/{}", repeated("a/")),
    ]
}

/// Values of every size; of the largest a share for each field, so that all fields together see every one.
fn shares(field: usize) -> impl Iterator<Item = String> {
    let [small @ .., largest] = SIZES;
    let share = hostile(largest).into_iter().enumerate().filter(move |(index, _)| index % 4 == field % 4);
    small.into_iter().flat_map(hostile).chain(share.map(|(_, value)| value))
}

/// A field of a tool that takes text, and how the text is put into it.
struct TextField {
    tool: String,
    field: String,
    is_list: bool,
    /// What else the tool asks for, by its schema: a tool that nobody wrote arguments for is called as well.
    required: Value,
}

impl TextField {
    fn with(&self, value: String) -> Value {
        let mut arguments = match fitting(&self.tool, &self.field) {
            Value::Null => self.required.clone(),
            fitting => fitting,
        };
        arguments[self.field.as_str()] = if self.is_list { json!([value]) } else { value.into() };
        arguments
    }
}

/// Every text and every list of texts of every tool, found in the schemas it was offered with.
fn text_fields(listed: &Value) -> Vec<TextField> {
    let fields: Vec<TextField> = listed["tools"].as_array().unwrap().iter().flat_map(text_fields_of).collect();
    assert!(fields.len() >= 20 && fields.iter().any(|field| field.is_list));
    fields
}

fn text_fields_of(tool: &Value) -> Vec<TextField> {
    let schema = &tool["inputSchema"];
    let properties = schema["properties"].as_object().unwrap();
    let mut required = json!({});
    for field in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        required[field] = sample(&properties[field]);
    }
    let text = properties.iter().filter_map(|(field, schema)| {
        let is_list = schema["type"] == "array" && schema["items"]["type"] == "string";
        (schema["type"] == "string" || is_list).then(|| (field.clone(), is_list))
    });
    text.map(|(field, is_list)| TextField {
        tool: tool["name"].as_str().unwrap().to_owned(),
        field,
        is_list,
        required: required.clone(),
    })
    .collect()
}

/// A small value that fits a field.
fn sample(schema: &Value) -> Value {
    match schema["type"].as_str() {
        _ if schema["enum"].is_array() => schema["enum"][0].clone(),
        Some("array") => json!([]),
        Some("object") => json!({}),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("boolean") => json!(false),
        _ => json!("root:game"),
    }
}

/// Arguments that fit, so that a call gets as far as the field under test lets it.
fn fitting(tool: &str, field: &str) -> Value {
    let path = "root:ck3raven_data/wip/README.txt";
    match (tool, field) {
        ("ck3_session", "mode") => json!({ "command": "init" }),
        ("ck3_dir", _) => json!({ "command": "list", "path": "root:game" }),
        ("ck3_file", "content" | "expected_digest") => json!({ "command": "write", "path": path, "content": "x" }),
        ("ck3_file", "old_text" | "new_text") => {
            json!({ "command": "edit", "path": path, "old_text": "x", "new_text": "y", "dry_run": true })
        }
        ("ck3_file", "to") => json!({ "command": "rename", "path": path }),
        ("ck3_file", _) => json!({ "command": "delete", "path": path }),
        ("ck3_read", "paths") => json!({}),
        ("ck3_read", _) => json!({ "path": path }),
        ("ck3_contract", "id") => json!({ "command": "status" }),
        ("ck3_explain", _) => json!({ "code": Code::PathNotFound.as_str() }),
        _ => Value::Null,
    }
}

/// Sends a request and holds its answer against the bounds.
fn ask(server: &mut Server, method: &str, params: Value) -> Value {
    let id = server.begin(method, params);
    let line = server.hear_line().unwrap_or_else(|| panic!("{method} was not answered"));
    assert!(line.len() <= MAX_ANSWER, "{method}: {} bytes: {}", line.len(), &line[..500]);
    let answer: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(answer["id"], id);
    answer
}

fn call(server: &mut Server, tool: &str, arguments: Value) {
    let answer = ask(server, "tools/call", json!({ "name": tool, "arguments": arguments }));
    let envelope = server.envelope(tool, &answer["result"]);
    // L20: bad input is never an error of the system.
    assert_ne!(envelope["reply_type"], "E", "{tool}: {envelope}");
}

/// Nothing more is said than was asked for, and little memory was needed.
fn finish(server: Server) {
    let peak = server.peak_memory();
    let (rest, status, stderr) = server.end();
    assert!(rest.is_empty() && status.success(), "{rest:?} {stderr}");
    assert!(peak.is_none_or(|peak| peak <= MAX_MEMORY), "{peak:?} MB");
}

#[test]
fn every_text_of_every_tool_may_be_large_and_hostile() {
    let mut server = Home::new().connect();
    let listed = server.request("tools/list", json!({}))["result"].clone();
    for (index, field) in text_fields(&listed).into_iter().enumerate() {
        for value in shares(index) {
            call(&mut server, &field.tool, field.with(value));
        }
    }
    finish(server);
}

/// Values that are harmless as they stand, and read otherwise between the words of a message, or where one is cut.
fn cut_or_quoted() -> Vec<String> {
    let head = "x".repeat(498);
    vec![format!("{head} / / / / /"), format!("{head} a/b c/d"), "/".repeat(600), "/".into(), "~".into(), "C:".into()]
}

/// L20, L49: what is wrong with an input is told as such, for every text of every command.
#[test]
fn l20_no_text_of_any_command_is_answered_as_an_error() {
    let mut server = Home::new().connect();
    let listed = server.request("tools/list", json!({}))["result"].clone();
    for tool in listed["tools"].as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        let commands = properties.get("command").and_then(|command| command["enum"].as_array());
        let commands = commands.map_or_else(|| vec![Value::Null], Clone::clone);
        let fields = text_fields_of(tool);
        for (command, field, value) in commands.iter().flat_map(|command| {
            fields.iter().flat_map(move |field| cut_or_quoted().into_iter().map(move |value| (command, field, value)))
        }) {
            // What the command needs besides, so that it gets as far as the field under test.
            let mut arguments =
                json!({ "path": "root:game/common/traits/00_traits.txt", "key": "brave", "query": "x" });
            arguments.as_object_mut().unwrap().retain(|other, _| properties.contains_key(other));
            for least in [json!({}), arguments] {
                let mut arguments = least;
                if !command.is_null() {
                    arguments["command"] = command.clone();
                }
                arguments[field.field.as_str()] = if field.is_list { json!([value]) } else { json!(value) };
                let envelope = server.call(name, arguments.clone());
                assert_ne!(envelope["reply_type"], "E", "{name} {arguments}: {envelope}");
            }
        }
    }
    finish(server);
}

#[test]
fn every_number_of_every_tool_may_be_anything() {
    let mut server = Home::new().connect();
    let listed = server.request("tools/list", json!({}))["result"].clone();
    let mut tried = 0;
    for tool in listed["tools"].as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        for (field, schema) in properties.iter().filter(|(_, schema)| schema["type"] == "integer") {
            let numbers = [json!(0), json!(-1), json!(1), json!(i64::MIN), json!(u64::MAX), json!(1e300), json!(0.5)];
            let bounds = ["minimum", "maximum"].map(|bound| schema.get(bound).cloned());
            for number in numbers.into_iter().chain(bounds.into_iter().flatten()) {
                for command in tool["inputSchema"]["properties"]["command"]["enum"].as_array().into_iter().flatten() {
                    call(&mut server, name, json!({ "command": command, "path": "root:game", field.as_str(): number }));
                }
                call(&mut server, name, json!({ field.as_str(): number }));
                tried += 1;
            }
        }
    }
    assert!(tried >= 21, "{tried}");
    finish(server);
}

#[test]
fn every_text_of_a_contract_may_be_large_and_hostile() {
    let mut server = Home::new().connect();
    for value in shares(0) {
        let fields = [
            json!({ "intent": value }),
            json!({ "scope": value }),
            json!({ "operations": [value] }),
            json!({ "targets": [value] }),
            json!({ value.as_str(): 1 }),
        ];
        for contract in fields {
            call(&mut server, "ck3_contract", json!({ "command": "validate", "contract": contract }));
        }
    }
    finish(server);
}

#[test]
fn every_text_of_resources_prompts_and_completion_may_be_large_and_hostile() {
    let mut server = Home::new().connect();
    let code = json!({ "type": "ref/resource", "uri": "ck3raven://codes/{code}" });
    for value in shares(0) {
        let requests = [
            ("resources/read", json!({ "uri": value })),
            ("resources/read", json!({ "uri": format!("ck3raven://codes/{value}") })),
            ("prompts/get", json!({ "name": value })),
            ("prompts/get", json!({ "name": "ck3raven", "arguments": { "goal": value } })),
            ("prompts/get", json!({ "name": "ck3raven", "arguments": { value.as_str(): "x" } })),
            ("completion/complete", json!({ "ref": code, "argument": { "name": "code", "value": value } })),
            ("completion/complete", json!({ "ref": code, "argument": { "name": value, "value": "x" } })),
            (
                "completion/complete",
                json!({ "ref": { "type": "ref/resource", "uri": value }, "argument": { "name": "code", "value": "x" } }),
            ),
            (
                "completion/complete",
                json!({ "ref": { "type": "ref/prompt", "name": value }, "argument": { "name": "goal", "value": "x" } }),
            ),
            ("tools/call", json!({ "name": value, "arguments": {} })),
        ];
        for (method, params) in requests {
            ask(&mut server, method, params);
        }
    }
    finish(server);
}

#[test]
fn structures_may_be_wide_and_deep() {
    let mut server = Home::new().connect();
    let listed = server.request("tools/list", json!({}))["result"].clone();
    let wide: Map<String, Value> = (0..10_000).map(|number| (format!("unknown{number}"), json!(1))).collect();
    let wide_names: Map<String, Value> = hostile(10_000).into_iter().map(|name| (name, json!(1))).collect();
    for tool in listed["tools"].as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        call(&mut server, name, Value::Object(wide.clone()));
        call(&mut server, name, Value::Object(wide_names.clone()));
        for field in tool["inputSchema"]["properties"].as_object().unwrap().keys() {
            for depth in [1, 16, 64, 120] {
                let deep = (0..depth).fold(json!(0), |inner, _| json!([inner]));
                let deep_object = (0..depth).fold(json!(0), |inner, _| json!({ "a": inner }));
                call(&mut server, name, json!({ field.as_str(): deep }));
                call(&mut server, name, json!({ field.as_str(): deep_object }));
            }
            call(&mut server, name, json!({ field.as_str(): vec!["x"; 10_000] }));
            call(&mut server, name, json!({ field.as_str(): wide }));
        }
    }
    for contract in [
        json!({ "operations": vec!["x"; 900] }),
        json!({ "operations": vec!["x"; 10_000] }),
        json!({ "targets": vec!["x"; 100], "scope": "root:game", "operations": vec!["y"; 900] }),
        json!({ "targets": vec!["x"; 10_000] }),
        json!({ "scope": wide }),
    ] {
        call(&mut server, "ck3_contract", json!({ "command": "open", "contract": contract }));
    }
    finish(server);
}

#[test]
fn l20_the_answer_to_unknown_fields_says_how_many_more_there_are() {
    let mut server = Home::new().connect();
    let wide: Map<String, Value> = (0..10_000).map(|number| (format!("unknown{number}"), json!(1))).collect();
    let envelope = server.call("ck3_dir", Value::Object(wide));
    assert_eq!(envelope["code"], Code::BadArguments.as_str());
    let problems = envelope["data"]["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 20);
    assert_eq!(problems[19]["problem"], "9981 more problems are not listed");
    let contract = json!({ "operations": vec!["x"; 900], "intent": "x", "scope": "mod:Braver Braves" });
    let envelope = server.call("ck3_contract", json!({ "command": "validate", "contract": contract }));
    assert_eq!(envelope["code"], Code::ContractInvalid.as_str());
    let problems = envelope["data"]["problems"].as_array().unwrap();
    assert_eq!((problems.len(), &problems[19]["problem"]), (20, &json!("881 more problems are not listed")));
}

#[test]
fn a_raw_line_may_be_as_deep_as_it_likes() {
    let mut server = Home::new().connect();
    let depths = [64, 120, 127, 128, 1_000, 99_000, 200_000];
    for depth in depths {
        let mut line = format!(r#"{{"jsonrpc":"2.0","id":{depth},"method":"tools/call","params":"#);
        line.push_str(r#"{"name":"ck3_dir","arguments":{"path":"#);
        let _ = writeln!(line, "{}{}}}}}}}", "[".repeat(depth), "]".repeat(depth));
        server.send_bytes(line.as_bytes());
    }
    let (answers, status, stderr) = server.end();
    assert!(status.success(), "{stderr}");
    let mut answered: Vec<u64> = answers.iter().filter_map(|answer| answer["id"].as_u64()).collect();
    answered.sort_unstable();
    assert_eq!(answered, depths.map(|depth| depth as u64), "what is too deep to be read is answered from its outline");
}
