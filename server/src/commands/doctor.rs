//! `doctor`: reports what was found, what is wrong, and what to do.

use std::process::ExitCode;

use enforcement::{FileApprovalQueue, quoted};
use reply_kit::{ReplyType, visible};
use serde::Serialize;
use serde_json::{Map, Value, json};
use world_adapter::{MAX_MODS, ModSource, PlaysetSource, RootKey, RootState};

use super::paint::{BAD, BOLD, DIM, GOOD, styled};
use super::plain_path::plain;
use super::progress_bar;
use super::show::{self, Format};
use crate::app::App;
use crate::config::{Approvals, Settings};
use crate::http_secret;
use crate::journal::JournalFile;
use crate::permissions::{self, Privacy};
use crate::state_paths::StatePaths;

/// The state of a check.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Health {
    Good,
    Note,
    Problem,
}

struct Examination<'a> {
    app: &'a App,
    paths: &'a StatePaths,
    is_well: bool,
    format: Format,
    /// The results, section by section, for programs.
    sections: Vec<(String, Vec<Value>)>,
}

pub(crate) fn run(app: &App, paths: &StatePaths, format: Format) -> ExitCode {
    let examination = Examination::of(app, paths, format);
    if format == Format::Json {
        show::json(&examination.report());
        return if examination.is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    if app.report.config.is_none() {
        outln!("\nto serve your own game: {}, which writes {}", styled(BOLD, "ck3raven init"), paths.config.display());
    }
    if examination.is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether all is well, and the results, for programs.
pub(crate) fn report(app: &App, paths: &StatePaths) -> (bool, Value) {
    let examination = Examination::of(app, paths, Format::Json);
    (examination.is_well, examination.report())
}

impl<'a> Examination<'a> {
    fn of(app: &'a App, paths: &'a StatePaths, format: Format) -> Self {
        let mut examination = Self { app, paths, is_well: true, format, sections: Vec::new() };
        examination.configuration();
        examination.roots();
        examination.playset();
        examination.mods();
        examination.loaded();
        examination.own_files();
        examination
    }

    fn configuration(&mut self) {
        self.section("configuration");
        match &self.app.report.config {
            Some(path) => self.row(Health::Good, "file", "read", &path.display().to_string()),
            None => {
                let sample = format!("the built-in sample world in {}", self.paths.sample.display());
                self.row(Health::Note, "file", "none", &sample);
            }
        }
        let modes: Vec<&str> = self.app.settings.modes.iter().map(|mode| mode.as_str()).collect();
        let offered = format!("an agent may choose {}", modes.join(" or "));
        let mode = self.app.world.session(self.app.world.default_session()).mode();
        self.row(Health::Good, "mode", mode.map_or("none yet", |mode| mode.as_str()), &offered);
        self.row(Health::Good, "changes", if self.app.settings.read_only { "none: read-only" } else { "governed" }, "");
        let (place, how) = match self.app.settings.approvals {
            Approvals::Client => ("in the client", "where it can ask; else `ck3raven approvals`"),
            Approvals::Terminal => ("at the terminal", "`ck3raven approvals`"),
        };
        self.row(Health::Good, "approvals", place, how);
    }

    fn roots(&mut self) {
        self.section("roots");
        for root in &self.app.report.roots.roots {
            let (health, what, advice) = judge(root.state);
            let path = self.app.settings.roots.iter().find(|(key, _)| *key == root.key);
            let path = path.map(|(_, path)| path.display().to_string()).unwrap_or_default();
            self.row(health, root.key.as_str(), what, format!("{path}  {advice}").trim());
        }
    }

    fn playset(&mut self) {
        self.section("playset");
        let catalog = &self.app.report.catalog;
        let playset = catalog.default();
        let source = match playset.source() {
            PlaysetSource::Configuration => "`[[mods]]` of the configuration",
            PlaysetSource::File => "a playset file",
            PlaysetSource::LauncherDatabase => "the launcher's database: what the game will load",
            PlaysetSource::DlcLoad => "dlc_load.json: what the game loaded last",
        };
        let name = playset.name().map_or_else(|| "(without a name)".to_owned(), quoted);
        self.row(Health::Good, &name, &format!("{} mods", playset.mods().len()), source);
        for offered in catalog.offered().filter(|offered| !offered.is_default) {
            let many = format!("{} mods", offered.mods);
            self.row(Health::Good, &quoted(offered.name.as_str()), &many, "an agent may select it");
        }
        for note in catalog.notes() {
            self.row(Health::Note, "note", "", &visible(note));
        }
    }

    fn mods(&mut self) {
        self.section("mods, in load order");
        let session = self.app.world.session(self.app.world.default_session());
        for (found, source) in session.mods().iter().zip(self.app.report.catalog.default().mods()) {
            let (health, what, advice) = judge(found.state());
            let lies = plain(&source.place());
            let lies = lies.display();
            // The operator may list such a playset; it is marked all the same.
            let (health, lies) = match folder_of(source, &self.app.settings) {
                Some(inside) => (health, format!("{lies} (in {inside})")),
                None if health == Health::Good => (Health::Note, format!("{lies} (outside every root)")),
                None => (health, format!("{lies} (outside every root)")),
            };
            self.row(health, &quoted(found.key()), what, format!("{lies}  {advice}").trim());
        }
        if session.mods().iter().next().is_none() {
            self.row(Health::Note, "none", "", "name them with `[[mods]]` or `playset`");
        }
        for aliased in &self.app.report.session.aliased {
            let alias = format!("it is {}", quoted(&format!("mod:{}", aliased.alias)));
            self.row(Health::Note, &quoted(&aliased.name.to_string()), "has an alias", &alias);
        }
        if self.app.report.session.left_out > 0 {
            let many = format!("{} mods", self.app.report.session.left_out);
            self.row(Health::Problem, &many, "left out", &format!("a session has at most {MAX_MODS}"));
        }
        for unused in self.app.report.catalog.default().unused() {
            self.row(Health::Problem, &quoted(&unused.name), "not used", unused.reason.advice());
        }
    }

    /// What the game loaded last, compared with what the lens says.
    fn loaded(&mut self) {
        self.section("the game's last start");
        let envelope = progress_bar::call(self.app, "ck3_log", &json!({ "log": "loaded" }));
        let Some(reply) = envelope.ok().filter(|envelope| envelope.reply_type() == ReplyType::S) else {
            let has_documents = self.app.settings.roots.iter().any(|(key, _)| *key == RootKey::UserDocs);
            let why = match self.app.report.config {
                None => "the sample world has no logs",
                Some(_) if has_documents => "start the game once: it logs what it loads",
                Some(_) => "name `user_docs` under `[roots]`: the game's logs are there",
            };
            return self.row(Health::Note, "load order", "not compared", why);
        };
        let data = &reply.as_value()["data"];
        let (winners, mounted) = (&data["winners"], &data["mounted"]);
        let sum = format!(
            "{} of {} overridden keys have the same winner, {} undecided; mods {}",
            winners["agreeing"],
            winners["keys"],
            winners["undecided"],
            if mounted["agrees"] == true { "as mounted" } else { "differ from those mounted" },
        );
        if data["agrees"] == true {
            self.row(Health::Good, "load order", "agrees", &sum);
        } else {
            let advice = format!("{sum}; `ck3raven log --log loaded` lists the differences");
            self.row(Health::Note, "load order", "differs", &advice);
        }
    }

    fn own_files(&mut self) {
        self.section("own files");
        let folder = self.paths.state.display().to_string();
        match permissions::privacy(&self.paths.state) {
            Ok(Privacy::Own) => self.row(Health::Good, "folder", "private", &folder),
            Ok(Privacy::Shared(what)) => {
                let advice = format!("{} can be used by other users: {}", what.display(), permissions::REMEDY);
                self.row(Health::Problem, "folder", "not private", &advice);
            }
            Ok(Privacy::Unknown) => {
                let advice = format!("{folder}: the system does not say who may use it");
                self.row(Health::Note, "folder", "not checked", &advice);
            }
            Err(error) => self.row(Health::Problem, "folder", "cannot be read", &format!("{folder}: {error}")),
        }
        match JournalFile::at(&self.paths.journal()).check_opens() {
            Ok(()) => self.row(Health::Good, "journal", "can be written", ""),
            Err(error) => {
                let advice = format!("{error}; until that is fixed no change is made");
                self.row(Health::Problem, "journal", "cannot be used", &advice);
            }
        }
        match FileApprovalQueue::open(self.paths.approvals()).map_err(Into::into).and_then(|queue| queue.pending()) {
            Ok(waiting) if waiting.is_empty() => self.row(Health::Good, "approvals", "nothing waits", ""),
            Ok(waiting) => {
                let many = format!("{} waiting", waiting.len());
                self.row(Health::Note, "approvals", &many, "`ck3raven approvals` lists them");
            }
            Err(error) => self.row(Health::Problem, "approvals", "cannot be used", &error.to_string()),
        }
        let secret = self.paths.http_secret();
        match http_secret::check(&secret) {
            Ok(true) => self.row(Health::Good, "HTTP secret", "kept", &secret.display().to_string()),
            Ok(false) => self.row(Health::Note, "HTTP secret", "none yet", "`ck3raven serve --http` makes one"),
            Err(error) => self.row(Health::Problem, "HTTP secret", "cannot be used", &error.to_string()),
        }
        match std::fs::read_dir(self.paths.crashes()).map_or(0, Iterator::count) {
            0 => self.row(Health::Good, "crash files", "none", ""),
            many => {
                let how = "`ck3raven crashes` lists them; please report them";
                self.row(Health::Note, "crash files", &format!("{many} kept"), how);
            }
        }
    }

    /// Starts a section.
    fn section(&mut self, title: &str) {
        if self.format == Format::Text {
            let gap = if self.sections.is_empty() { "" } else { "\n" };
            outln!("{gap}{}", styled(BOLD, title));
        }
        self.sections.push((title.to_owned(), Vec::new()));
    }

    /// The results, for programs.
    fn report(&self) -> Value {
        let sections: Map<String, Value> =
            self.sections.iter().map(|(title, rows)| (title.clone(), rows.clone().into())).collect();
        json!({ "is_well": self.is_well, "sections": sections })
    }

    /// One line: the state, the subject, the result, and a path or what to do.
    fn row(&mut self, health: Health, name: &str, what: &str, more: &str) {
        let mark = match health {
            Health::Good => styled(GOOD, "✓"),
            Health::Note => styled(DIM, "·"),
            Health::Problem => styled(BAD, "✗"),
        };
        self.is_well &= health != Health::Problem;
        if let Some((_, rows)) = self.sections.last_mut() {
            rows.push(json!({ "health": health, "name": name, "found": what, "more": more }));
        }
        if self.format == Format::Json {
            return;
        }
        let more = if more.trim().is_empty() { String::new() } else { styled(DIM, visible(more.trim_end())) };
        let (name, what) = (visible(name), visible(what));
        outln!("  {mark} {name:<16} {what:<16} {more}");
    }
}

/// The root or the local mods folder that contains a mod; `None` if it lies outside all of them.
fn folder_of(found: &ModSource, settings: &Settings) -> Option<String> {
    let roots = settings.roots.iter().map(|(key, path)| (format!("root:{key}"), path));
    let local = settings.local_mods_folder.iter().map(|path| ("the local mods folder".to_owned(), path));
    local.chain(roots).find(|(_, folder)| found.lies_in(folder)).map(|(name, _)| name)
}

fn judge(state: RootState) -> (Health, &'static str, &'static str) {
    match state {
        RootState::Ready => (Health::Good, "ready", ""),
        RootState::NotConfigured => (Health::Note, "not configured", "name it under `[roots]` if agents are to see it"),
        RootState::Missing => (Health::Problem, "missing", "nothing is there: correct the path"),
        RootState::NotADirectory => (Health::Problem, "no directory", "correct the path"),
        RootState::Unreadable => (Health::Problem, "unreadable", "check its permissions"),
        RootState::NetworkPath => {
            (Health::Problem, "network share", "a mapped drive is one too; use a folder on a local disk")
        }
        RootState::RelativePath => (Health::Problem, "relative", "write an absolute path"),
        RootState::Replaced => (Health::Problem, "replaced", "it was replaced while serving: restart"),
    }
}
