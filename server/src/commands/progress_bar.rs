//! A progress bar for a call: one line on stderr, removed when there is an answer.

use std::io::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reply_kit::{Envelope, Progress, ProgressStep};
use serde_json::Value;

use super::show::error_width;
use crate::app::App;

/// The least amount of work that is worth a bar.
const MIN_TOTAL: u64 = 500;
/// The widest bar.
const MAX_BAR: usize = 40;

/// Makes one call with a progress bar, if stderr is a terminal.
pub(crate) fn call(app: &App, tool: &str, arguments: &Value) -> Result<Envelope, String> {
    let call = |progress| {
        app.call(tool, arguments, progress).ok_or_else(|| {
            let known: Vec<&str> = app.tools.descriptions().map(|tool| tool.name).collect();
            format!("there is no tool `{tool}`; there are {}", known.join(", "))
        })
    };
    let Some(columns) = error_width() else { return call(Progress::default()) };
    let bar = Arc::new(Mutex::new(Bar { columns, shown: 0, is_over: false }));
    let shown = Arc::clone(&bar);
    let answered = call(Progress::new(move |step| lock(&shown).show(step)));
    lock(&bar).end();
    answered
}

struct Bar {
    columns: usize,
    /// How many columns of the line are in use.
    shown: usize,
    is_over: bool,
}

impl Bar {
    fn show(&mut self, step: ProgressStep) {
        if self.is_over || step.total < MIN_TOTAL {
            return;
        }
        let line = line(step, self.columns);
        // Spaces instead of an escape sequence: every terminal supports them.
        let rest = self.shown.saturating_sub(line.len());
        self.shown = line.len();
        write(&format!("\r{line}{:rest$}", ""));
    }

    fn end(&mut self) {
        self.is_over = true;
        if self.shown > 0 {
            write(&format!("\r{:1$}\r", "", self.shown));
        }
    }
}

/// `[#####...............]  250 of 1000 files read`, in fewer columns than the terminal has.
fn line(step: ProgressStep, columns: usize) -> String {
    let counts = format!("  {} of {} {}", step.done, step.total, step.of);
    let width = columns.saturating_sub(counts.len() + 3).min(MAX_BAR);
    let filled = u128::from(step.done.min(step.total)) * width as u128 / u128::from(step.total.max(1));
    let filled = usize::try_from(filled).unwrap_or(width);
    let bar =
        if width < 10 { String::new() } else { format!("[{}{}]", "#".repeat(filled), ".".repeat(width - filled)) };
    (bar + &counts).chars().take(columns - 1).collect()
}

/// A failure to show progress is ignored.
fn write(text: &str) {
    let mut out = std::io::stderr();
    _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn lock(bar: &Mutex<Bar>) -> MutexGuard<'_, Bar> {
    bar.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use reply_kit::Progress;

    use super::line;

    /// Only a call makes steps.
    fn shown(done: u64, total: u64, columns: usize) -> String {
        let (tell, told) = std::sync::mpsc::channel();
        Progress::new(move |step| _ = tell.send(line(step, columns))).report(done, total, "files read");
        told.recv().unwrap_or_default()
    }

    #[test]
    fn a_bar_is_as_full_as_the_work_is_done_and_narrower_than_the_terminal() {
        assert_eq!(shown(250, 1_000, 47), "[#####...............]  250 of 1000 files read");
        assert_eq!(shown(7, 7, 30), "  7 of 7 files read");
        assert_eq!(shown(0, 0, 80), format!("[{}]  0 of 0 files read", ".".repeat(40)));
        for columns in 40..200 {
            assert!(shown(u64::MAX, u64::MAX, columns).len() < columns);
        }
    }
}
