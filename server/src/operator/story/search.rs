//! One pass over the journal, in bounded memory.

use std::collections::{BTreeSet, HashMap, VecDeque};

use serde_json::Value;

use super::{IdKind, Story};
use crate::journal::{JournalLine, RecordHead};
use crate::operator::codes::describe;
use crate::operator::crashes;
use crate::state_paths::StatePaths;

/// The most lines of one story; if there are more, the last ones, and how many are left out.
const MAX_LINES: usize = 500;
/// How many calls before and after in the session are listed.
const NEIGHBOURS: usize = 5;
/// How many sessions, contracts and decisions are remembered during the search.
const MAX_REMEMBERED: usize = 10_000;

/// A map that evicts its oldest entry.
struct BoundedMap<V> {
    known: HashMap<String, V>,
    order: VecDeque<String>,
}

impl<V> Default for BoundedMap<V> {
    fn default() -> Self {
        Self { known: HashMap::new(), order: VecDeque::new() }
    }
}

impl<V> BoundedMap<V> {
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
#[derive(Default)]
pub(super) struct Search<'p> {
    prefix: &'p str,
    pub(super) fitting: BTreeSet<(IdKind, String)>,
    pub(super) more_fitting: usize,
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
    pub(super) fn new(prefix: &'p str) -> Self {
        Self { prefix, ..Self::default() }
    }

    pub(super) fn add_line(&mut self, line: JournalLine) {
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
    fn fits(&mut self, head: &RecordHead) -> bool {
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
    pub(super) fn add_crashes(&mut self, paths: &StatePaths) {
        for entry in std::fs::read_dir(paths.crashes()).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if let Some(id) = crashes::trace_id(&name).filter(|id| id.starts_with(self.prefix)) {
                self.note(IdKind::Trace, id);
            }
        }
    }

    pub(super) fn story(self, kind: IdKind, id: String) -> Story {
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
        let meaning = code.filter(|_| kind == IdKind::Trace).and_then(ck3_tools::find).map(describe);
        let has_neighbours = kind == IdKind::Trace;
        let before = self.before.map(|(_, lines)| lines).unwrap_or_default();
        let neighbours = |lines: Vec<JournalLine>| {
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
            before: neighbours(before),
            after: neighbours(self.after),
            meaning,
            crash: None,
            lines_left_out: self.left_out,
            lines,
            kind,
            id,
        }
    }
}
