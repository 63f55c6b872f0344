//! The least a stdio server can be: what `ck3raven` is measured against. No library of the protocol, no safety, no governance.
#![forbid(unsafe_code)]

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let game = PathBuf::from(std::env::args().nth(1).unwrap_or_default());
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let Ok(request) = serde_json::from_str::<Value>(&line?) else { continue };
        if request["id"].is_null() {
            continue;
        }
        let result = match request["method"].as_str() {
            Some("initialize") => json!({
                "protocolVersion": "2025-11-25",
                "capabilities": { "tools": {} },
                "serverInfo": { "name": "minimal", "version": "0" },
            }),
            Some("tools/list") => json!({ "tools": [{ "name": "ck3_dir", "inputSchema": { "type": "object" } }] }),
            _ => call(&game, &request["params"]["arguments"]),
        };
        writeln!(out, "{}", json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }))?;
        out.flush()?;
    }
    Ok(())
}

/// The same bytes that `ck3_dir` would answer with.
fn call(game: &Path, arguments: &Value) -> Value {
    let address = arguments["path"].as_str().unwrap_or("root:game");
    let folder = game.join(address.trim_start_matches("root:game").trim_start_matches('/'));
    let (code, data) = match arguments["command"].as_str() {
        Some("list") => {
            let (directories, files) = entries(&folder, address);
            let total = directories.len() + files.len();
            let data = json!({ "target": address, "directories": directories, "files": files, "others": [],
                "total": total, "unlisted": 0, "truncated": false, "after": null });
            ("WA-READ-S-001", data)
        }
        Some("tree") => {
            let mut directories = Vec::new();
            walk(&folder, address, &mut directories);
            let data = json!({ "target": address, "directories": directories, "depth": 20, "unlisted": 0,
                "unreadable": 0, "truncated": false, "after": null });
            ("WA-READ-S-002", data)
        }
        _ => ("MCP-SYS-S-001", json!({ "home": "root:ck3raven_data" })),
    };
    let meta = json!({ "trace_id": "00000000-0000-4000-8000-000000000000", "duration_ms": 0 });
    let envelope =
        json!({ "status": "success", "reply_type": "S", "code": code, "data": data, "meta": meta, "error": null });
    json!({ "content": [{ "type": "text", "text": envelope.to_string() }], "structuredContent": envelope, "isError": false })
}

fn entries(folder: &Path, address: &str) -> (Vec<String>, Vec<String>) {
    let (mut directories, mut files) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let address = format!("{address}/{}", entry.file_name().to_string_lossy());
        let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_directory { directories.push(address) } else { files.push(address) }
    }
    directories.sort_unstable();
    files.sort_unstable();
    (directories, files)
}

fn walk(folder: &Path, address: &str, found: &mut Vec<String>) {
    for directory in entries(folder, address).0 {
        let name = directory.rsplit('/').next().unwrap_or_default().to_owned();
        found.push(directory.clone());
        walk(&folder.join(name), &directory, found);
    }
}
