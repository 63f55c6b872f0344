//! The journal, read back.

use std::fs;
use std::io;

use serde_json::Value;

use super::approvals::ago;
use super::paint::{DIM, of_code, styled};
use crate::places::Places;

/// Every line of the journal that can be read, the oldest first, the rotated part included.
pub(crate) fn read(places: &Places) -> io::Result<Vec<Value>> {
    let mut lines = Vec::new();
    for path in [places.journal().with_extension("jsonl.1"), places.journal()] {
        match fs::read(&path) {
            // A line that was cut short by a crash, or is no text, is no line.
            Ok(bytes) => {
                lines.extend(bytes.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(lines)
}

pub(crate) fn text<'l>(line: &'l Value, field: &str) -> &'l str {
    line[field].as_str().unwrap_or_default()
}

/// One line for a person.
pub(crate) fn show(line: &Value) -> String {
    let when = styled(DIM, format!("{:>9}", ago(line["at"].as_u64().unwrap_or_default())));
    let trace = styled(DIM, text(line, "trace_id"));
    let what = match text(line, "event") {
        "call" => {
            let code = text(line, "code");
            let code = styled(of_code(code), code);
            format!("{:<14} {code}  {} ms", text(line, "tool"), line["duration_ms"])
        }
        "decision" if line["decision"] == "REQUIRE_TOKEN" && line["code"].is_null() => {
            format!("asked a person {} {}", text(line, "operation"), text(line, "target"))
        }
        "decision" => {
            let code = line["code"].as_str().map(|code| format!(" ({code})")).unwrap_or_default();
            let rehearsal = if line["dry_run"] == true { ", a rehearsal" } else { "" };
            let (operation, target) = (text(line, "operation"), text(line, "target"));
            format!("decided        {} {operation} {target}{code}{rehearsal}", text(line, "decision"))
        }
        "executed" => {
            let outcome = line["failure"].as_str().map_or("done".to_owned(), |why| format!("failed: {why}"));
            format!("executed       {} {}: {outcome}", text(line, "operation"), text(line, "target"))
        }
        "undo" => format!("undone         {} {} by a person", text(line, "operation"), text(line, "target")),
        "approval" | "person_decided" => {
            let answer = if line["granted"] == true { "approved" } else { "refused" };
            format!("a person       {answer} {}", text(line, "request"))
        }
        other => format!("{other:<14} {}", text(line, "contract")),
    };
    format!("{when}  {what}  {trace}")
}
