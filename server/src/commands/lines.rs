//! A line of the journal, for people.

use anstyle::Style;
use enforcement::quoted;
use jiff::Timestamp;
use reply_kit::visible;
use serde_json::Value;

use super::paint::{DIM, of_code};
use super::show::Row;
use crate::clock_time;
use crate::operator::ids::ShortIds;

/// Shows lines: times of the person's clock, ids as short as they can be told apart, within the width.
pub(crate) struct LineView {
    ids: ShortIds,
    width: Option<usize>,
    /// The day that was shown last; on a terminal it stands once, above its lines.
    day: String,
}

impl LineView {
    /// For lines that will be shown; nothing is cut or shortened where there is no width.
    pub(crate) fn of<'l>(lines: impl IntoIterator<Item = &'l Value>, width: Option<usize>) -> Self {
        Self {
            ids: ShortIds::of(lines.into_iter().flat_map(|line| {
                ["trace_id", "request", "contract"].into_iter().filter_map(|field| line[field].as_str())
            })),
            width,
            day: String::new(),
        }
    }

    pub(crate) fn print(&mut self, line: &Value) {
        let at = clock_time::from_json(&line["at"]).unwrap_or(Timestamp::UNIX_EPOCH);
        let time = clock_time::for_people(at);
        let (day, hour) = time.split_once(' ').unwrap_or((&time, ""));
        let trace_id = word(text(line, "trace_id"));
        match self.width {
            None => {
                let start = Row::new().add(DIM, format!("{time}  "));
                row(start, line, word).add(DIM, format!("  {trace_id}")).print(None);
            }
            Some(_) => {
                if day != self.day {
                    Row::new().add(DIM, day).print(None);
                    day.clone_into(&mut self.day);
                }
                let start = Row::new().add(DIM, format!("{hour}  ")).column(DIM, self.ids.short(&trace_id), 8);
                row(start.add(Style::new(), "  "), line, |id| word(self.ids.short(id))).print(self.width);
            }
        }
    }
}

pub(crate) fn text<'l>(line: &'l Value, field: &str) -> &'l str {
    line[field].as_str().unwrap_or_default()
}

/// A word as a person sees it: a short one as it is, everything that others chose quoted (L103).
pub(crate) fn word(text: &str) -> String {
    let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if is_word && text.len() <= 64 { text.to_owned() } else { quoted(text) }
}

/// What happened, in a line.
fn row(row: Row, line: &Value, id: impl Fn(&str) -> String) -> Row {
    let plain = Style::new();
    let field = |name: &str| word(text(line, name));
    let target = || quoted(text(line, "target"));
    let did =
        |what: &str, more: String| Row::clone(&row).column(plain, what, 14).add_shrinking(plain, format!("  {more}"));
    match text(line, "event") {
        "call" => {
            let code = field("code");
            row.column(of_code(&code), &code, 14)
                .add_shrinking(plain, format!("  {} {}", field("tool"), asked(line)))
                .add(DIM, format!("  {} ms", line["duration_ms"]))
        }
        "cancelled" => did("cancelled", format!("{} {}", field("tool"), asked(line))),
        "decision" if line["decision"] == "REQUIRE_TOKEN" && line["code"].is_null() => {
            did("asked a person", format!("{} {}", field("operation"), target()))
        }
        "decision" => {
            let code = line["code"].as_str().map(|code| format!(" ({})", word(code))).unwrap_or_default();
            let rehearsal = if line["dry_run"] == true { ", a rehearsal" } else { "" };
            did(&field("decision"), format!("{} {}{code}{rehearsal}", field("operation"), target()))
        }
        "executed" => {
            let failure = line["failure"].as_str().map(|why| format!(": failed: {}", visible(why))).unwrap_or_default();
            let what = if failure.is_empty() { "executed" } else { "not executed" };
            did(what, format!("{} {}{failure}", field("operation"), target()))
        }
        "undo" => {
            let forced = if line["forced"] == true { ", with what came after it" } else { "" };
            did("undone", format!("{} {} by a person{forced}", field("operation"), target()))
        }
        "failure" => did("cause", visible(text(line, "cause")).into_owned()),
        event @ ("approval" | "person_decided") => {
            let answer = match (line["granted"] == true, event) {
                (false, _) => "refused",
                (true, "approval") => "grant used",
                (true, _) => "approved",
            };
            let place = match text(line, "decided_at") {
                "client" => " in the client",
                "terminal" => " at a terminal",
                "dashboard" => " on the dashboard",
                "program" => " by a program that the operator lets approve",
                _ => "",
            };
            let what = if line["target"].is_string() {
                format!(" {} {}", field("operation"), target())
            } else {
                String::new()
            };
            did(answer, format!("request {}{what}{place}", id(text(line, "request"))))
        }
        "contract_opened" => {
            did("contract", format!("{} {}", id(text(line, "contract")), quoted(text(line, "intent"))))
        }
        "contract_closed" => {
            did("contract", format!("{} closed after {} changes", id(text(line, "contract")), line["changes"]))
        }
        other => did(&visible(other), field("contract")),
    }
}

/// What a call asked for, as far as the journal has it.
pub(crate) fn asked(line: &Value) -> String {
    let Some(arguments) = line["arguments"].as_object() else { return String::new() };
    // What is done to what comes first, whatever else was said.
    let first = ["command", "path", "to"];
    let named = first.iter().filter_map(|name| arguments.get_key_value(*name));
    let others = arguments.iter().filter(|(name, _)| !first.contains(&name.as_str()));
    let told = named.chain(others).filter_map(|(name, value)| match (name.as_str(), value) {
        ("session", _) | (_, Value::Null) => None,
        ("command", Value::String(command)) => Some(word(command)),
        ("path", Value::String(path)) => Some(quoted(path)),
        ("to", Value::String(to)) => Some(format!("to {}", quoted(to))),
        (name, Value::String(text)) => Some(format!("{name}={}", quoted(text))),
        (name, Value::Array(items)) => Some(format!("{name}={} items", items.len())),
        (name, Value::Object(fields)) => {
            let size = |field: &str, unit: &str| fields.get(field).map(|size| format!("{name}={size} {unit}"));
            size("bytes", "bytes").or_else(|| size("parts", "parts")).or_else(|| Some(format!("{name}=…")))
        }
        (name, plain) => Some(format!("{name}={plain}")),
    });
    told.collect::<Vec<_>>().join(" ")
}
