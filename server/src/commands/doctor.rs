//! `doctor`: what was found, what is wrong, what to do.

use std::process::ExitCode;

use enforcement::FileDesk;
use world_adapter::RootState;

use super::paint::{BAD, BOLD, DIM, GOOD, styled};
use crate::app::App;
use crate::config::Approvals;
use crate::journal::JournalFile;
use crate::places::Places;

/// How a thing is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Finding {
    Well,
    Idle,
    Wrong,
}

struct Examination<'a> {
    app: &'a App,
    places: &'a Places,
    is_well: bool,
}

pub(crate) fn run(app: &App, places: &Places) -> ExitCode {
    let mut examination = Examination { app, places, is_well: true };
    examination.configuration();
    examination.roots();
    examination.mods();
    examination.own_files();
    if app.report.config.is_none() {
        say!("\nto serve your own game: {}, which writes {}", styled(BOLD, "ck3raven init"), places.config.display());
    }
    if examination.is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Examination<'_> {
    fn configuration(&mut self) {
        say!("{}", styled(BOLD, "configuration"));
        match &self.app.report.config {
            Some(path) => self.tell(Finding::Well, "file", "read", &path.display().to_string()),
            None => {
                let sample = format!("the built-in sample world in {}", self.places.sample.display());
                self.tell(Finding::Idle, "file", "none", &sample);
            }
        }
        let modes: Vec<&str> = self.app.modes.iter().map(|mode| mode.as_str()).collect();
        let offered = format!("an agent may choose {}", modes.join(" or "));
        let mode = self.app.world.session(self.app.world.default_session()).mode();
        self.tell(Finding::Well, "mode", mode.map_or("none yet", |mode| mode.as_str()), &offered);
        self.tell(Finding::Well, "changes", if self.app.read_only { "none: read-only" } else { "governed" }, "");
        let (place, how) = match self.app.approvals {
            Approvals::Client => ("in the client", "where it can ask; else `ck3raven approvals`"),
            Approvals::Terminal => ("at the terminal", "`ck3raven approvals`"),
        };
        self.tell(Finding::Well, "approvals", place, how);
    }

    fn roots(&mut self) {
        say!("\n{}", styled(BOLD, "roots"));
        for root in &self.app.report.roots.roots {
            let (finding, what, advice) = judge(root.state);
            let path = self.app.report.paths.iter().find(|(key, _)| *key == root.key);
            let path = path.map(|(_, path)| path.display().to_string()).unwrap_or_default();
            self.tell(finding, root.key.as_str(), what, format!("{path}  {advice}").trim());
        }
    }

    fn mods(&mut self) {
        say!("\n{}", styled(BOLD, "mods, in load order"));
        let session = self.app.world.session(self.app.world.default_session());
        for found in session.mods() {
            let (finding, what, advice) = judge(found.state());
            self.tell(finding, found.key(), what, advice);
        }
        if session.mods().iter().next().is_none() {
            self.tell(Finding::Idle, "none", "", "name them with `[[mods]]` or `playset`");
        }
        for aliased in &self.app.report.session.aliased {
            let alias = format!("it is mod:{}", aliased.alias);
            self.tell(Finding::Idle, &aliased.name.to_string(), "has a namesake", &alias);
        }
    }

    fn own_files(&mut self) {
        say!("\n{}", styled(BOLD, "own files"));
        self.tell(Finding::Well, "folder", "found", &self.places.state.display().to_string());
        match JournalFile::at(self.places.journal()).try_out() {
            Ok(()) => self.tell(Finding::Well, "journal", "can be written", ""),
            Err(error) => {
                let advice = format!("{error}; until that is mended no change is made");
                self.tell(Finding::Wrong, "journal", "cannot be used", &advice);
            }
        }
        match FileDesk::open(self.places.approvals()).map_err(Into::into).and_then(|desk| desk.waiting()) {
            Ok(waiting) if waiting.is_empty() => self.tell(Finding::Well, "approvals", "nothing waits", ""),
            Ok(waiting) => {
                let many = format!("{} waiting", waiting.len());
                self.tell(Finding::Idle, "approvals", &many, "`ck3raven approvals` lists them");
            }
            Err(error) => self.tell(Finding::Wrong, "approvals", "cannot be used", &error.to_string()),
        }
        match std::fs::read_dir(self.places.crashes()).map_or(0, Iterator::count) {
            0 => self.tell(Finding::Well, "crash files", "none", ""),
            many => {
                let how = "`ck3raven trace ID` shows one; please report it";
                self.tell(Finding::Idle, "crash files", &format!("{many} kept"), how);
            }
        }
    }

    /// One line: how it is, what is meant, what was found, and where or what to do.
    fn tell(&mut self, finding: Finding, name: &str, what: &str, more: &str) {
        let mark = match finding {
            Finding::Well => styled(GOOD, "✓"),
            Finding::Idle => styled(DIM, "·"),
            Finding::Wrong => styled(BAD, "✗"),
        };
        self.is_well &= finding != Finding::Wrong;
        let more = if more.trim().is_empty() { String::new() } else { styled(DIM, more.trim_end()) };
        say!("  {mark} {name:<16} {what:<16} {more}");
    }
}

fn judge(state: RootState) -> (Finding, &'static str, &'static str) {
    match state {
        RootState::Ready => (Finding::Well, "ready", ""),
        RootState::NotConfigured => {
            (Finding::Idle, "not configured", "name it under `[roots]` if agents are to see it")
        }
        RootState::Missing => (Finding::Wrong, "missing", "nothing is there: correct the path"),
        RootState::NotADirectory => (Finding::Wrong, "no directory", "correct the path"),
        RootState::Unreadable => (Finding::Wrong, "unreadable", "check its permissions"),
        RootState::NetworkPath => (Finding::Wrong, "network share", "map it to a drive or mount it"),
        RootState::RelativePath => (Finding::Wrong, "relative", "write an absolute path"),
        RootState::Replaced => (Finding::Wrong, "replaced", "it was replaced while serving: restart"),
    }
}
