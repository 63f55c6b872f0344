//! The journal, read back.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::iter::Peekable;
use std::path::PathBuf;

use enforcement::quoted;
use reply_kit::visible;
use serde_json::Value;

use super::approvals::ago;
use super::paint::{DIM, of_code, styled};
use crate::journal;
use crate::state_paths::StatePaths;

/// The longest line that is read as one; no line that was written is near it.
const MAX_LINE: u64 = 4 * 1024 * 1024;

/// Goes through every line of the journal that can be read, the oldest first, what was set aside included.
pub(crate) fn each(paths: &StatePaths, mut see: impl FnMut(Value)) -> io::Result<()> {
    let mut sequences = journal::files(&paths.journal())?.map(|files| Lines::of(files).peekable());
    while let Some(line) = next_of(&mut sequences) {
        see(line?);
    }
    Ok(())
}

/// The oldest line; of two that are equally old, the decision comes before the call that it belongs to.
fn next_of(sequences: &mut [Peekable<Lines>]) -> Option<io::Result<Value>> {
    // Of equal ones the first is taken; what cannot be read comes at once.
    let ages = sequences.iter_mut().enumerate().filter_map(|(index, lines)| {
        let age = match lines.peek()? {
            Ok(line) => time(line),
            Err(_) => (0, 0),
        };
        Some((age, index))
    });
    let (_, oldest) = ages.min()?;
    sequences[oldest].next()
}

fn time(line: &Value) -> (u64, u64) {
    (line["at"].as_u64().unwrap_or_default(), line["nanos"].as_u64().unwrap_or_default())
}

/// The lines of several files, one after the other. A file that is not there has none.
struct Lines {
    files: std::vec::IntoIter<PathBuf>,
    open: Option<BufReader<File>>,
}

impl Lines {
    fn of(files: Vec<PathBuf>) -> Self {
        Self { files: files.into_iter(), open: None }
    }

    fn next_line(&mut self) -> io::Result<Option<Value>> {
        loop {
            let Some(open) = &mut self.open else {
                let Some(path) = self.files.next() else { return Ok(None) };
                match File::open(path) {
                    Ok(file) => self.open = Some(BufReader::new(file)),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => return Err(error),
                }
                continue;
            };
            let mut line = Vec::new();
            if open.take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
                self.open = None;
            }
            // A line that was cut short by a crash, or is not text, is not a line.
            if let Ok(line) = serde_json::from_slice(&line) {
                return Ok(Some(line));
            }
        }
    }
}

impl Iterator for Lines {
    type Item = io::Result<Value>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.next_line().transpose();
        if let Some(Err(_)) = line {
            // A disk that fails fails again: once is enough.
            (self.files, self.open) = (Vec::new().into_iter(), None);
        }
        line
    }
}

pub(crate) fn text<'l>(line: &'l Value, field: &str) -> &'l str {
    line[field].as_str().unwrap_or_default()
}

/// A field as a person sees it: a short word as it is, everything that others chose quoted (L103).
fn shown(line: &Value, field: &str) -> String {
    let text = text(line, field);
    let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if is_word && text.len() <= 64 { text.to_owned() } else { quoted(text) }
}

/// One line for a person.
pub(crate) fn show(line: &Value) -> String {
    let when = styled(DIM, format!("{:>9}", ago(line["at"].as_u64().unwrap_or_default())));
    let trace = styled(DIM, shown(line, "trace_id"));
    let text = |line: &Value, field: &str| shown(line, field);
    let target = || quoted(self::text(line, "target"));
    let what = match self::text(line, "event") {
        "call" => {
            let code = text(line, "code");
            let code = styled(of_code(&code), &code);
            format!("{:<14} {code}  {} ms", text(line, "tool"), line["duration_ms"])
        }
        "cancelled" => format!("{:<14} cancelled  {} ms", text(line, "tool"), line["duration_ms"]),
        "decision" if line["decision"] == "REQUIRE_TOKEN" && line["code"].is_null() => {
            format!("asked a person {} {}", text(line, "operation"), target())
        }
        "decision" => {
            let code = line["code"].as_str().map(|_| format!(" ({})", text(line, "code"))).unwrap_or_default();
            let rehearsal = if line["dry_run"] == true { ", a rehearsal" } else { "" };
            let (operation, target) = (text(line, "operation"), target());
            format!("decided        {} {operation} {target}{code}{rehearsal}", text(line, "decision"))
        }
        "executed" => {
            let outcome = line["failure"].as_str().map_or("done".to_owned(), |why| format!("failed: {}", visible(why)));
            format!("executed       {} {}: {outcome}", text(line, "operation"), target())
        }
        "undo" => format!("undone         {} {} by a person", text(line, "operation"), target()),
        "failure" => format!("cause          {}", visible(self::text(line, "cause"))),
        "approval" | "person_decided" => {
            let answer = if line["granted"] == true { "approved" } else { "refused" };
            format!("a person       {answer} {}", text(line, "request"))
        }
        other => format!("{:<14} {}", visible(other), text(line, "contract")),
    };
    format!("{when}  {what}  {trace}")
}
