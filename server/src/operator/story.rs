//! The story of an id: who asked, for what, what was decided by whom and why, what changed, and what came before and after.
//!
//! One pass over the journal, in bounded memory: while searching for the id it remembers the last calls of each session, and
//! the contracts and decisions that a later line may refer to.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::io;

use enforcement::UndoError;
use reply_kit::{CrashDir, TraceId};
use serde::Serialize;
use serde_json::Value;

use super::changes::{self, ChangeDetail, DiffExtent};
use super::crashes;
use crate::app::App;
use crate::journal::{self, JournalLine, RecordHead};
use crate::state_paths::StatePaths;

/// The most lines of one story; if there are more, the last ones, and how many are left out.
const MAX_LINES: usize = 500;
/// How many calls before and after in the session are listed.
const NEIGHBOURS: usize = 5;
/// How many ids that match a prefix are listed.
const MAX_FITTING: usize = 20;
/// How many sessions, contracts and decisions are remembered during the search.
const MAX_REMEMBERED: usize = 10_000;
/// How many changes are listed with their differences.
const MAX_CHANGES: usize = 50;
/// The most bytes of a crash file that are shown; no crash file is larger.
const MAX_CRASH: usize = 256 * 1024;

/// The kind of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum IdKind {
    /// One call.
    Trace,
    /// A request that waited for a person.
    Request,
    Contract,
    /// A session, by its label.
    Session,
}

impl IdKind {
    /// Its name.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Trace => "call",
            Self::Request => "request",
            Self::Contract => "contract",
            Self::Session => "session",
        }
    }
}

/// Everything that is known about an id.
#[derive(Debug, Serialize)]
pub(crate) struct Story {
    pub(crate) kind: IdKind,
    pub(crate) id: String,
    /// Who asked.
    pub(crate) client: Option<String>,
    pub(crate) client_version: Option<String>,
    pub(crate) session: Option<String>,
    /// Its lines of the journal, the oldest first.
    pub(crate) lines: Vec<Value>,
    /// How many older lines are left out.
    pub(crate) lines_left_out: usize,
    /// The contract that it was decided under, as it was opened.
    pub(crate) contract: Option<Value>,
    /// A person's decision that it depends on, if that is not among its lines.
    pub(crate) decisions: Vec<Value>,
    /// The changes it made.
    pub(crate) changes: Vec<ChangeDetail>,
    /// The calls of the session before it and after it.
    pub(crate) before: Vec<Value>,
    pub(crate) after: Vec<Value>,
    /// The meaning of its code.
    pub(crate) meaning: Option<CodeMeaning>,
    /// The crash file.
    pub(crate) crash: Option<String>,
}

/// What a code means.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CodeMeaning {
    pub(crate) code: String,
    pub(crate) key: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) explain: &'static str,
}

/// What was found under an id or its prefix.
#[derive(Debug)]
pub(crate) enum StoryLookup {
    One(Box<Story>),
    /// Several ids begin with the prefix: some of them, and how many more.
    Several(Vec<(IdKind, String)>, usize),
    Nothing,
}

/// Why the search failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoryError {
    #[error("the journal cannot be read: {0}")]
    Journal(#[from] io::Error),
    #[error(transparent)]
    Undo(#[from] UndoError),
}

/// Finds an id, or the only id with this prefix. `app` opens the world, to compare files; without one they are not compared.
pub(crate) fn find(
    paths: &StatePaths,
    id: &str,
    app: impl FnOnce() -> Option<App>,
    extent: DiffExtent,
) -> Result<StoryLookup, StoryError> {
    let prefix = id.trim().to_ascii_lowercase();
    let mut search = Search::new(&prefix);
    if !prefix.is_empty() {
        journal::each(&paths.journal(), |line| search.add_line(line))?;
        search.add_crashes(paths);
    }
    // A complete id is meant even if it is the prefix of another one.
    let exact = search.fitting.iter().find(|(_, id)| *id == prefix).cloned();
    let (kind, id) = match (exact, search.fitting.len()) {
        (Some(exact), _) => exact,
        (None, 0) => return Ok(StoryLookup::Nothing),
        (None, 1) => match search.fitting.first() {
            Some(only) => only.clone(),
            None => return Ok(StoryLookup::Nothing),
        },
        (None, _) => {
            let more = search.more_fitting + search.fitting.len().saturating_sub(MAX_FITTING);
            return Ok(StoryLookup::Several(search.fitting.into_iter().take(MAX_FITTING).collect(), more));
        }
    };
    let mut story = search.story(kind, id);
    story.crash = crash(paths, &story);
    let made = changed_by(&story);
    if !made.is_empty() {
        let app = app();
        for trace_id in made {
            story.changes.extend(changes::detail(paths, app.as_ref(), &trace_id, extent)?);
        }
    }
    Ok(StoryLookup::One(Box::new(story)))
}

/// The calls of a story that changed something.
fn changed_by(story: &Story) -> Vec<String> {
    let mut made: Vec<String> = Vec::new();
    for line in &story.lines {
        // Content that an undo replaced is stored under the undo's own id.
        let is_made = line["event"] == "executed" && line["failure"].is_null() || line["event"] == "undo";
        if let (true, Some(trace_id)) = (is_made, line["trace_id"].as_str())
            && !made.iter().any(|known| known == trace_id)
        {
            made.push(trace_id.to_owned());
        }
    }
    made.truncate(MAX_CHANGES);
    made
}

fn crash(paths: &StatePaths, story: &Story) -> Option<String> {
    let id: TraceId = story.id.parse().ok().filter(|_| story.kind == IdKind::Trace)?;
    let mut text = String::from_utf8_lossy(&std::fs::read(CrashDir::at(paths.crashes()).file(id)).ok()?).into_owned();
    text.truncate(text.floor_char_boundary(MAX_CRASH));
    Some(text)
}

/// A map that evicts its oldest entry.
struct BoundedMap<V> {
    known: HashMap<String, V>,
    order: VecDeque<String>,
}

impl<V> BoundedMap<V> {
    fn new() -> Self {
        Self { known: HashMap::new(), order: VecDeque::new() }
    }

    fn entry(&mut self, key: &str, new: impl FnOnce() -> V) -> &mut V {
        if !self.known.contains_key(key) {
            if self.order.len() >= MAX_REMEMBERED
                && let Some(oldest) = self.order.pop_front()
            {
                self.known.remove(&oldest);
            }
            self.order.push_back(key.to_owned());
        }
        self.known.entry(key.to_owned()).or_insert_with(new)
    }
}

/// One pass over the journal.
struct Search<'p> {
    prefix: &'p str,
    fitting: BTreeSet<(IdKind, String)>,
    more_fitting: usize,
    lines: VecDeque<JournalLine>,
    left_out: usize,
    /// The last calls of each session.
    recent: BoundedMap<VecDeque<JournalLine>>,
    /// One call of each session, which names the client.
    clients: BoundedMap<JournalLine>,
    contracts: BoundedMap<JournalLine>,
    decisions: BoundedMap<JournalLine>,
    before: Option<(String, Vec<JournalLine>)>,
    after: Vec<JournalLine>,
}

impl<'p> Search<'p> {
    fn new(prefix: &'p str) -> Self {
        Self {
            prefix,
            fitting: BTreeSet::new(),
            more_fitting: 0,
            lines: VecDeque::new(),
            left_out: 0,
            recent: BoundedMap::new(),
            clients: BoundedMap::new(),
            contracts: BoundedMap::new(),
            decisions: BoundedMap::new(),
            before: None,
            after: Vec::new(),
        }
    }

    fn add_line(&mut self, line: JournalLine) {
        let head = line.head();
        let fits = self.fits(&head);
        if let Some(session) = head.session.as_deref() {
            if fits && self.before.is_none() {
                let recent = self.recent.known.get(session);
                let before = recent.map(|lines| lines.iter().cloned().collect()).unwrap_or_default();
                self.before = Some((session.to_owned(), before));
            }
            if head.event == "call" {
                self.clients.entry(session, || line.clone());
                let is_after = self.before.as_ref().is_some_and(|(its, _)| its == session);
                if is_after && !fits && self.after.len() < NEIGHBOURS {
                    self.after.push(line.clone());
                }
                let recent = self.recent.entry(session, VecDeque::new);
                recent.push_back(line.clone());
                if recent.len() > NEIGHBOURS {
                    recent.pop_front();
                }
            }
        }
        match (&*head.event, &head.contract, &head.request) {
            ("contract_opened", Some(contract), _) => _ = self.contracts.entry(contract, || line.clone()),
            ("person_decided", _, Some(request)) => _ = self.decisions.entry(request, || line.clone()),
            _ => {}
        }
        if fits {
            self.lines.push_back(line);
            if self.lines.len() > MAX_LINES {
                self.lines.pop_front();
                self.left_out += 1;
            }
        }
    }

    /// Whether a line has an id with the wanted prefix; records each such id.
    fn fits(&mut self, head: &RecordHead<'_>) -> bool {
        let ids = [
            (IdKind::Trace, &head.trace_id),
            (IdKind::Trace, &head.undone),
            (IdKind::Request, &head.request),
            (IdKind::Contract, &head.contract),
            (IdKind::Session, &head.session),
        ];
        let mut fits = false;
        for (kind, id) in ids {
            if let Some(id) = id.as_deref().filter(|id| id.starts_with(self.prefix)) {
                fits = true;
                self.note(kind, id);
            }
        }
        fits
    }

    fn note(&mut self, kind: IdKind, id: &str) {
        if self.fitting.len() < MAX_REMEMBERED {
            self.fitting.insert((kind, id.to_owned()));
        } else if !self.fitting.contains(&(kind, id.to_owned())) {
            self.more_fitting += 1;
        }
    }

    /// A call that never reached the journal may have left a crash file.
    fn add_crashes(&mut self, paths: &StatePaths) {
        for entry in std::fs::read_dir(paths.crashes()).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if let Some(id) = crashes::trace_id(&name).filter(|id| id.starts_with(self.prefix)) {
                self.note(IdKind::Trace, id);
            }
        }
    }

    fn story(self, kind: IdKind, id: String) -> Story {
        let is_its = |line: &&Value| {
            let fields: &[&str] = match kind {
                IdKind::Trace => &["trace_id", "undone"],
                IdKind::Request => &["request"],
                IdKind::Contract => &["contract"],
                IdKind::Session => &["session"],
            };
            fields.iter().any(|field| line[*field] == *id)
        };
        let lines: Vec<Value> = self.lines.iter().map(JournalLine::value).filter(|line| is_its(&line)).collect();
        let text = |field: &str| lines.iter().find_map(|line| line[field].as_str()).map(str::to_owned);
        // Decisions and changes do not name the client; a call of the same session does.
        let asker = text("session").and_then(|session| self.clients.known.get(&session)).map(JournalLine::value);
        let client = |field: &str| {
            let elsewhere = || asker.as_ref().and_then(|call| call[field].as_str()).map(str::to_owned);
            text(field).or_else(elsewhere)
        };
        let contract =
            text("contract").and_then(|contract| self.contracts.known.get(&contract)).map(JournalLine::value);
        let requests: BTreeSet<&str> = lines.iter().filter_map(|line| line["request"].as_str()).collect();
        let decisions =
            requests.iter().filter_map(|request| self.decisions.known.get(*request)).map(JournalLine::value);
        let decisions: Vec<Value> = decisions.filter(|decision| !lines.contains(decision)).collect();
        let code = lines.iter().rev().find(|line| line["event"] == "call").and_then(|line| line["code"].as_str());
        let meaning = code.filter(|_| kind == IdKind::Trace).and_then(meaning);
        let has_neighbours = kind == IdKind::Trace;
        let before = self.before.map(|(_, lines)| lines).unwrap_or_default();
        let told = |lines: Vec<JournalLine>| {
            let lines = lines.iter().map(JournalLine::value).filter(|line| !is_its(&line));
            if has_neighbours { lines.collect() } else { Vec::new() }
        };
        Story {
            client: client("client"),
            client_version: client("client_version"),
            session: text("session"),
            contract: contract.filter(|line| !lines.contains(line)),
            decisions,
            changes: Vec::new(),
            before: told(before),
            after: told(self.after),
            meaning,
            crash: None,
            lines_left_out: self.left_out,
            lines,
            kind,
            id,
        }
    }
}

fn meaning(code: &str) -> Option<CodeMeaning> {
    let code = ck3_tools::find(code)?;
    let entry = code.entry();
    Some(CodeMeaning { code: code.to_string(), key: entry.key, summary: entry.summary, explain: entry.explain.trim() })
}
