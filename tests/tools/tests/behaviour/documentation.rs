//! `docs/tools.md` is what the tools do: this writes it, from their schemas, tables and answers, and compares.

use std::fmt::Write as _;

use replies::Code;
use reply_kit::{Id, ToolDescription};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::codes::{DIR_CODES, FILE_CODES, READ_CODES};
use crate::world::World;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tools.md");
const BLESS: &str = "INSTA_UPDATE=always cargo test -p tests-tools documentation";

#[test]
fn the_documented_tools_are_the_tools() {
    let expected = document();
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(FILE, expected).unwrap();
        return;
    }
    let found = std::fs::read_to_string(FILE).unwrap_or_default();
    let differs = found.lines().zip(expected.lines()).position(|(found, expected)| found != expected);
    assert!(found == expected, "docs/tools.md is stale from line {differs:?} on; `{BLESS}` writes it anew");
}

fn document() -> String {
    let mut out = String::from(INTRODUCTION);
    let world = World::lens();
    for tool in world.tools.descriptions() {
        match tool.name {
            "ck3_dir" => {
                section(&mut out, tool, Some(DIR_CODES));
                dir_examples(&mut out);
            }
            "ck3_read" => {
                section(&mut out, tool, Some(READ_CODES));
                read_examples(&mut out);
            }
            "ck3_file" => {
                section(&mut out, tool, Some(FILE_CODES));
                out.push_str(FILE_NOTES);
                file_examples(&mut out);
            }
            name => {
                section(&mut out, tool, None);
                other_examples(&mut out, name);
            }
        }
    }
    out
}

const INTRODUCTION: &str = "\
# The tools

What an agent calls. Each tool takes one JSON object and answers with one envelope. `code` says what happened, and is what to branch on; [codes.md](codes.md) explains each. `error.message` is
for people. A place is a canonical address, never a host path.

This page is written by a test from the tools' schemas, tables and real answers: after a change,
`INSTA_UPDATE=always cargo test -p tests-tools documentation` writes it anew. In the examples ids are zeros.

Besides the replies below, every tool can answer `MCP-VAL-I-001` when its arguments do not fit (each problem names its
field), and `MCP-SYS-E-001` to `MCP-SYS-E-003` when the server itself fails.
";

const FILE_NOTES: &str = "
### What to know

- **Order.** A change is resolved, then judged by policy and contract, then looked at, then shown to a person, then made. So a
  place that is not visible is `I` before anything is denied, a denial says nothing about what the file holds, and a person is
  asked only about what can be done.
- **At once.** Changes of one file take turns, across threads and processes. Two edits are both made; of two writes with one
  `expected_digest` the second is `WA-WRITE-I-001`.
- **Links.** A write through a link changes the file it leads to and names that. A link itself is neither deleted nor renamed:
  `WA-WRITE-I-004` says where it leads.
- **Folders.** `rename` and `delete` take a folder with everything in it, in one step. A folder that is not empty is deleted with
  `expected_files`: `WA-WRITE-I-009` says the number. It counts files and links at any depth, and must still be right. A root, a mod and
  a folder with something that is not its own stay: `WA-WRITE-I-010`. An undo brings all of it back.
- **Whole or not at all.** New content is written beside the file, synced, and moved into place; mode, access list, `user.*`
  attributes and, where permitted, the owner are kept. A file marked as read-only is `WA-WRITE-I-005`. A
  writer that is killed leaves the old file or the new one, and perhaps a `.ck3raven-<id>.tmp` beside it, which a later write
  there removes when it is ten minutes old.
- **Byte order mark.** `read` shows none and tells it in `encoding`. `write` and `edit` keep the one that is there, and a new
  `.yml` in a `localization` folder gets one: the game does not read localisation without it.
- **Encoding.** A file keeps the one that `read` tells; a text that it cannot hold is `WA-WRITE-I-006`, and nothing is written. A new
  file is UTF-8.
- **Line ends** are written as they are given, save in a file whose every line ends with CR LF: there all line ends stay so, and
  `edit` takes a line feed for one.
- **`expected_digest`** is the digest of the whole file, as `read` and every write give it. If the file holds something else, or
  is not there, nothing changes. `edit` checks it before it looks for the text.
- **`dry_run`** is for `write` and `edit`: it is judged, journalled and checked like the real change, uses no approval up, and
  shows the digest that the real change would leave. `rename` and `delete` have no content to show and refuse the field.
- **Sizes.** Files of more than 64 MiB are neither read nor replaced nor written. A whole file longer than `max_bytes` is
  refused; a range that is longer is cut at a line, with `truncated`. A difference of more than 64 KiB is cut.
- **Undo.** What a change replaces is kept before it is made; if that fails, so does the change. `ck3raven undo TRACE_ID` brings
  it back, `ck3raven undo --list` shows what there is. Free changes are kept for 90 days (1,000 changes, 1 GiB), those under a
  contract for 180 (5,000, 2 GiB), those that a person approved for 365 (10,000, 4 GiB); none makes room for another kind. An undo
  touches nothing that came after the change.
";

/// A tool's arguments and replies; by command, where there is a table.
fn section(out: &mut String, tool: &ToolDescription, commands: Option<&[(&str, &[Code])]>) {
    _ = write!(out, "\n## {}\n\n{}\n\n### Arguments\n\n", tool.name, escaped(tool.description));
    out.push_str("| field | value | default | |\n|---|---|---|---|\n");
    for (field, schema) in tool.input_schema["properties"].as_object().unwrap() {
        let default = schema.get("default").filter(|default| !default.is_null() && **default != "");
        let default = default.map_or_else(String::new, |default| format!("`{default}`"));
        let meaning = schema["description"].as_str().unwrap();
        _ = writeln!(out, "| `{field}` | {} | {default} | {meaning} |", value_of(schema));
    }
    match commands {
        Some(commands) => {
            out.push_str("\n### Replies\n\n| command | reply | |\n|---|---|---|\n");
            for (command, codes) in commands {
                for code in *codes {
                    _ = writeln!(out, "| {command} | `{code}` | {} |", code.entry().summary);
                }
            }
        }
        None => {
            out.push_str("\n### Replies\n\n| reply | |\n|---|---|\n");
            for code in &tool.codes {
                _ = writeln!(out, "| `{code}` | {} |", code.entry().summary);
            }
        }
    }
}

fn other_examples(out: &mut String, tool: &str) {
    out.push_str("\n### Examples\n");
    let world = World::lens();
    let mut example = |title: &str, call: Value| show(out, title, &call, &world.call(tool, &call));
    match tool {
        "ck3_session" => {
            example("A mode that the operator does not offer", json!({ "command": "init", "mode": "ck3raven-dev" }));
        }
        "ck3_lens" => {
            world.put("game/common/traits/00_traits.txt", "brave = {\n\tmartial = 2\n}\n");
            world.put("docs/mod/A/common/traits/zz_a.txt", "brave = {\n\tmartial = 4\n}\n");
            world.put("docs/mod/B/common/traits/01_b.txt", "brave = {\n\tmartial = 9\n}\n");
            let folder = "common/traits";
            example(
                "Which brave counts",
                json!({ "command": "object", "key": "brave", "folder": folder, "compare": true }),
            );
            example("A key that nobody defines", json!({ "command": "object", "key": "brvae", "folder": folder }));
            example(
                "A place from which a patch wins",
                json!({ "command": "patch", "key": "brave", "source": "B", "folder": folder }),
            );
        }
        "ck3_contract" => {
            let contract = json!({ "intent": "Braver braves.", "scope": "mod:A", "operations": ["write"] });
            example("Declaring a change", json!({ "command": "validate", "contract": contract }));
            let contract = json!({ "intent": "", "scope": "root:game/common", "colour": "red" });
            example("Everything wrong at once", json!({ "command": "open", "contract": contract }));
        }
        "ck3_check" => {
            let broken = "brave = {\n\tmartial = 2\n";
            let path = "mod:A/common/traits/a.txt";
            example("A brace that is missing", json!({ "path": path, "content": broken }));
        }
        "ck3_search" => {
            world.put("game/common/traits/a.txt", "brave = {\n\tmartial = 2\n}\n");
            world.put("docs/mod/A/common/traits/a.txt", "brave = {\n\tmartial = 3\n}\n");
            example("Where something is written", json!({ "query": "brave = {" }));
            example("A folder that is not there", json!({ "query": "brave", "folder": "common/trait" }));
            example("A pattern that is wrong", json!({ "query": "brave(", "regex": true }));
            example("Keys that begin with a text", json!({ "command": "symbols", "query": "br" }));
            example("Who uses a key", json!({ "command": "references", "query": "brave" }));
        }
        "ck3_log" => {
            world.put("docs/logs/error.log", ERROR_LOG).put("docs/mod/A/events/travel.txt", "old");
            example("What the game said", json!({ "path": "mod:A" }));
            example("What came since", json!({ "since": "last" }));
            example("A log that is not there", json!({ "log": "debug" }));
        }
        "ck3_mod" => {
            example("A new mod, which needs a contract", json!({ "command": "create", "name": "Braver Braves" }));
        }
        "ck3_explain" => example("A code", json!({ "code": "WA-READ-I-001" })),
        other => panic!("{other} has no example: every tool has one of its own"),
    }
}

/// What the game wrote, with a host path in it.
const ERROR_LOG: &str = "\
[08:41:13][E][jomini_script_system.cpp:304]: Script system error!
  Error: stress_impact effect [ Cannot find scholar in trait database ]
  Script location: file: events/travel.txt line: 4129 (travel.7039:option)

[08:41:14][E][jomini_script_system.cpp:304]: Script system error!
  Error: stress_impact effect [ Cannot find scholar in trait database ]
  Script location: file: events/travel.txt line: 4129 (travel.7039:option)

[08:41:15][E][pdx_dds.cpp:90]: Cannot open C:/Users/nate/Documents/x.dds
";

/// Angle brackets are tags where the page is rendered.
fn escaped(text: &str) -> String {
    text.replace('<', "\\<")
}

fn value_of(schema: &Value) -> String {
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<_> = words.iter().map(|word| format!("`{}`", word.as_str().unwrap())).collect();
        return words.join(", ");
    }
    let kind = schema["type"].as_str().unwrap();
    if let Some(longest) = schema["maxLength"].as_u64() {
        return format!("{kind}, at most {longest} bytes");
    }
    match (schema["minimum"].as_u64(), schema["maximum"].as_u64()) {
        (Some(least), Some(most)) => format!("{kind}, {least} to {most}"),
        (Some(least), None) => format!("{kind}, from {least}"),
        _ => kind.to_owned(),
    }
}

fn dir_examples(out: &mut String) {
    out.push_str("\n### Examples\n");
    let world = World::lens();
    let mut example = |title: &str, call: Value| show(out, title, &call, &world.dir(call.clone()));
    example("Where home is", json!({}));
    example("A new home", json!({ "command": "cd", "path": "root:game" }));
    example("A directory, one entry at a time", json!({ "command": "list", "path": "root:game/common", "limit": 1 }));
    let after = "root:game/common/00_defines.txt";
    example("The rest of it", json!({ "command": "list", "path": "root:game/common", "after": after }));
    example("The directories below home", json!({ "command": "tree" }));
    example("Not a home", json!({ "command": "cd", "path": "mod:A" }));
    example("A misspelt root", json!({ "command": "list", "path": "root:gane/common" }));
    example("A file where a directory is needed", json!({ "command": "list", "path": after }));
    let world = World::without_mode();
    let call = json!({ "command": "list" });
    show(out, "Before there is a mode", &call, &world.dir(call.clone()));
}

fn read_examples(out: &mut String) {
    out.push_str("\n### Examples\n");
    let world = World::lens();
    let file = "root:ck3raven_data/wip/a.txt";
    let mut example = |title: &str, call: Value| show(out, title, &call, &world.read(call.clone()));
    example("One file", json!({ "path": file }));
    example("Two files", json!({ "paths": [file, "mod:A/a.txt"] }));
    example("Several, of which two name nothing", json!({ "paths": [file, "root:game/absent", "game/a.txt"] }));
}

fn file_examples(out: &mut String) {
    out.push_str("\n### Examples\n");
    let world = World::lens();
    let file = "root:ck3raven_data/wip/a.txt";
    let mut example = |title: &str, call: Value| show(out, title, &call, &world.file(call.clone()));
    let seen = world.read(json!({ "path": file })).string("digest");
    let mut write =
        json!({ "command": "write", "path": file, "content": "new\n", "expected_digest": seen, "dry_run": true });
    example("A dry run", write.clone());
    write.as_object_mut().unwrap().remove("dry_run");
    example("The same write", write.clone());
    example("The same again: the file is not what was seen", write);
    let edit = json!({ "command": "edit", "path": file, "old_text": "new", "new_text": "newer" });
    example("An exact replacement", edit.clone());
    let mut twice = edit;
    twice["expected_count"] = json!(2);
    example("Text that occurs less often than stated", twice);
    example("A local mod, without a contract", json!({ "command": "write", "path": "mod:A/a.txt", "content": "" }));
    example("A deletion, which a person must approve", json!({ "command": "delete", "path": file }));
    let game = "root:game/common/00_defines.txt";
    example("The game is never changed", json!({ "command": "delete", "path": game }));
}

fn show(out: &mut String, title: &str, call: &Value, answer: &Answer) {
    let mut envelope = answer.envelope.clone();
    envelope["meta"]["duration_ms"] = json!(0);
    let mut ids = Vec::new();
    find_ids(&envelope, &mut ids);
    let lines = ["status", "reply_type", "code", "data", "meta", "error"]
        .map(|part| format!("  \"{part}\": {}", envelope[part]));
    let mut envelope = format!("{{\n{}\n}}", lines.join(",\n"));
    for id in ids {
        envelope = envelope.replace(&id, "00000000-0000-4000-8000-000000000000");
    }
    _ = write!(out, "\n**{title}**\n\n```json\n{call}\n```\n\n```json\n{envelope}\n```\n");
}

fn find_ids(value: &Value, ids: &mut Vec<String>) {
    match value {
        Value::String(text) if text.len() == 36 && text.parse::<Id>().is_ok() => ids.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| find_ids(item, ids)),
        Value::Object(fields) => fields.values().for_each(|item| find_ids(item, ids)),
        _ => {}
    }
}
