//! Journal lines, formatted for people.

use std::fmt::Write as _;

use anstyle::Style;
use enforcement::quoted;
use jiff::Timestamp;
use reply_kit::visible;
use serde_json::Value;

use super::paint::{DIM, of_code};
use super::show::TextRow;
use crate::clock_time;
use crate::operator::ids::ShortIds;

/// Formats lines: local times, ids shortened as far as they stay distinct, within the terminal's width.
pub(crate) struct LineView {
    ids: ShortIds,
    width: Option<usize>,
    /// The day that was shown last; on a terminal it is printed once, above its lines.
    day: String,
}

impl LineView {
    /// For these lines; nothing is cut or shortened if there is no width.
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
                let start = TextRow::new().add(DIM, format!("{time}  "));
                row(start, line, word).add(DIM, format!("  {trace_id}")).print(None);
            }
            Some(_) => {
                if day != self.day {
                    TextRow::new().add(DIM, day).print(None);
                    day.clone_into(&mut self.day);
                }
                let start = TextRow::new().add(DIM, format!("{hour}  ")).column(DIM, self.ids.short(&trace_id), 8);
                row(start.add(Style::new(), "  "), line, |id| word(self.ids.short(id))).print(self.width);
            }
        }
    }
}

/// Prints lines that are shown together.
pub(crate) fn print_all(lines: &[Value], width: Option<usize>) {
    let mut view = LineView::of(lines, width);
    for line in lines {
        view.print(line);
    }
}

/// A client by the name and the version that it tells of itself.
pub(crate) fn client(name: Option<&str>, version: Option<&str>) -> String {
    match (name, version) {
        (Some(name), Some(version)) => format!("{} version {}", quoted(name), quoted(version)),
        (Some(name), None) => quoted(name),
        (None, _) => "a client that is not known".to_owned(),
    }
}

pub(crate) fn text<'l>(line: &'l Value, field: &str) -> &'l str {
    line[field].as_str().unwrap_or_default()
}

/// A word for display: a known one as it is, everything that others chose quoted (L103).
pub(crate) fn word(text: &str) -> String {
    let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if is_word && text.len() <= 64 { text.to_owned() } else { quoted(text) }
}

/// The event in one line. If there is not enough room, details are dropped first, then the middle of the subject.
fn row(row: TextRow, line: &Value, id: impl Fn(&str) -> String) -> TextRow {
    let plain = Style::new();
    let field = |name: &str| word(text(line, name));
    let target = || quoted(text(line, "target"));
    let did = |what: &str, done: &str, subject: String, details: String| {
        let start = TextRow::clone(&row).column(plain, what, 14).add(plain, format!("  {done}"));
        start.add_shrinking(plain, subject).add_optional(plain, details)
    };
    let operation = || format!("{} ", field("operation"));
    match text(line, "event") {
        "call" => {
            let (code, summary) = (field("code"), CallSummary::of(line));
            row.column(of_code(&code), &code, 14)
                .add(plain, format!("  {} {}", field("tool"), summary.command))
                .add_shrinking(plain, summary.subject)
                .add_optional(plain, summary.details)
                .add(DIM, format!("  {} ms", line["duration_ms"]))
        }
        "cancelled" => {
            let summary = CallSummary::of(line);
            did("cancelled", &format!("{} {}", field("tool"), summary.command), summary.subject, summary.details)
        }
        "decision" if line["decision"] == "REQUIRE_TOKEN" && line["code"].is_null() => {
            did("asked a person", &operation(), target(), String::new())
        }
        "decision" => {
            let code = line["code"].as_str().map(|code| format!(" ({})", word(code))).unwrap_or_default();
            let dry_run = if line["dry_run"] == true { ", dry run" } else { "" };
            did(&field("decision"), &operation(), target(), format!("{code}{dry_run}"))
        }
        "executed" => match line["failure"].as_str() {
            Some(why) => {
                did("not executed", &operation(), format!("{}: failed: {}", target(), visible(why)), String::new())
            }
            None => did("executed", &operation(), target(), String::new()),
        },
        "undo" => {
            let forced = if line["forced"] == true { ", with what came after it" } else { "" };
            did("undone", &operation(), target(), format!(" by a person{forced}"))
        }
        "failure" => did("cause", "", visible(text(line, "cause")).into_owned(), String::new()),
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
            let (done, what) =
                if line["target"].is_string() { (operation(), target()) } else { (String::new(), String::new()) };
            did(answer, &format!("request {} {done}", id(text(line, "request"))), what, place.to_owned())
        }
        "contract_opened" => {
            did("contract", &format!("{} ", id(text(line, "contract"))), quoted(text(line, "intent")), String::new())
        }
        "contract_closed" => {
            let closed = format!("{} closed after {} changes", id(text(line, "contract")), line["changes"]);
            did("contract", &closed, String::new(), String::new())
        }
        other => did(&visible(other), &field("contract"), String::new(), String::new()),
    }
}

/// What a call asked for, as far as the journal has it.
#[derive(Default)]
struct CallSummary {
    /// Followed by a space, if there is one.
    command: String,
    /// The subject.
    subject: String,
    /// The details, each after a space.
    details: String,
}

impl CallSummary {
    fn of(line: &Value) -> Self {
        let mut summary = Self::default();
        let Some(arguments) = line["arguments"].as_object() else { return summary };
        for (name, value) in arguments {
            match (name.as_str(), value) {
                ("session", _) | (_, Value::Null) => {}
                ("command", Value::String(command)) => summary.command = format!("{} ", word(command)),
                // Arguments may come in any order: the new name is printed after the old one.
                ("path", Value::String(path)) => summary.subject.insert_str(0, &quoted(path)),
                ("to", Value::String(to)) => _ = write!(summary.subject, " to {}", quoted(to)),
                (name, value) => _ = write!(summary.details, " {name}={}", argument_value(value)),
            }
        }
        summary
    }
}

fn argument_value(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(items) => format!("{} items", items.len()),
        Value::Object(fields) => {
            let size = |field: &str| fields.get(field).map(|size| format!("{size} {field}"));
            size("bytes").or_else(|| size("parts")).unwrap_or_else(|| "…".to_owned())
        }
        plain => plain.to_string(),
    }
}

/// What a call asked for, in one text.
pub(crate) fn call_summary(line: &Value) -> String {
    let CallSummary { command, subject, details } = CallSummary::of(line);
    format!("{command}{subject}{details}")
}
