//! The sessions and the contracts in the journal, in one pass and in bounded memory.

use std::collections::HashMap;
use std::io;

use serde::Serialize;
use serde_json::Value;

use super::codes::type_letter;
use crate::clock_time;
use crate::journal::{self, JournalLine, RecordHead};
use crate::state_paths::StatePaths;

/// A summary of a session.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct SessionSummary {
    /// Its label.
    pub(crate) session: String,
    pub(crate) client: Option<String>,
    pub(crate) first_at: String,
    pub(crate) last_at: String,
    pub(crate) calls: usize,
    pub(crate) changes: usize,
    pub(crate) invalid: usize,
    pub(crate) denied: usize,
    pub(crate) failed: usize,
}

/// A contract, and the changes made under it.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ContractSummary {
    pub(crate) contract: String,
    /// What it is for, as the agent declared it.
    pub(crate) intent: Option<String>,
    /// What it covers, and which operations.
    pub(crate) targets: Vec<String>,
    pub(crate) operations: Vec<String>,
    pub(crate) session: Option<String>,
    pub(crate) client: Option<String>,
    pub(crate) opened_at: Option<String>,
    /// When it ends by itself.
    pub(crate) expires_at: Option<String>,
    /// When the agent closed it; `None` if it did not.
    pub(crate) closed_at: Option<String>,
    pub(crate) changes: usize,
    pub(crate) denied: usize,
}

/// The sessions and contracts in the journal, the last active first.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct SessionActivity {
    pub(crate) sessions: Vec<SessionSummary>,
    pub(crate) contracts: Vec<ContractSummary>,
    /// How many were left out, because others were active later.
    pub(crate) sessions_left_out: usize,
    pub(crate) contracts_left_out: usize,
}

/// Summarises the journal by session and by contract: of each kind the `limit` that were active last.
pub(crate) fn activity(paths: &StatePaths, limit: usize) -> io::Result<SessionActivity> {
    let (mut sessions, mut contracts) = (LastActive::new(limit), LastActive::new(limit));
    journal::each(&paths.journal(), |line| {
        let head = line.head();
        if let Some(label) = head.session.as_deref() {
            let session: &mut SessionSummary = sessions.touch(label);
            session.add(label, &head, &line);
        }
        if let Some(id) = head.contract.as_deref() {
            let contract: &mut ContractSummary = contracts.touch(id);
            contract.add(id, &head, &line);
        }
    })?;
    let (sessions, sessions_left_out) = sessions.finish();
    let (mut contracts, contracts_left_out) = contracts.finish();
    for contract in &mut contracts {
        let its = sessions.iter().find(|session| Some(&session.session) == contract.session.as_ref());
        contract.client = its.and_then(|session| session.client.clone());
    }
    Ok(SessionActivity { sessions, contracts, sessions_left_out, contracts_left_out })
}

impl SessionSummary {
    fn add(&mut self, label: &str, head: &RecordHead, line: &JournalLine) {
        let at = clock_time::in_utc(line.at);
        if self.session.is_empty() {
            label.clone_into(&mut self.session);
            self.first_at.clone_from(&at);
        }
        self.last_at = at;
        match &*head.event {
            "call" => {
                self.calls += 1;
                match head.code.as_deref().and_then(type_letter) {
                    Some("I") => self.invalid += 1,
                    Some("D") => self.denied += 1,
                    Some("E") => self.failed += 1,
                    _ => {}
                }
                if self.client.is_none() {
                    self.client = line.value()["client"].as_str().map(str::to_owned);
                }
            }
            "executed" if line.value()["failure"].is_null() => self.changes += 1,
            _ => {}
        }
    }
}

impl ContractSummary {
    fn add(&mut self, id: &str, head: &RecordHead, line: &JournalLine) {
        if self.contract.is_empty() {
            id.clone_into(&mut self.contract);
        }
        if self.session.is_none() {
            self.session = head.session.as_deref().map(str::to_owned);
        }
        let at = || clock_time::in_utc(line.at);
        let texts = |list: &Value| {
            let list = list.as_array().into_iter().flatten();
            list.filter_map(|text| text.as_str().map(str::to_owned)).collect::<Vec<String>>()
        };
        match &*head.event {
            "contract_opened" => {
                let opened = line.value();
                self.intent = opened["intent"].as_str().map(str::to_owned);
                (self.targets, self.operations) = (texts(&opened["targets"]), texts(&opened["operations"]));
                self.opened_at = Some(at());
                let lasts = opened["expires_in_seconds"].as_i64().map(jiff::SignedDuration::from_secs);
                let expires = lasts.and_then(|lasts| line.at.checked_add(lasts).ok());
                self.expires_at = expires.map(clock_time::in_utc);
            }
            "contract_closed" => self.closed_at = Some(at()),
            "executed" if line.value()["failure"].is_null() => self.changes += 1,
            "decision" if head.code.is_some() => self.denied += 1,
            _ => {}
        }
    }
}

/// Summaries by name; the most recently touched are kept, and memory is bounded by twice their number.
struct LastActive<V> {
    limit: usize,
    known: HashMap<String, (u64, V)>,
    clock: u64,
    left_out: usize,
}

impl<V: Default> LastActive<V> {
    fn new(limit: usize) -> Self {
        Self { limit: limit.max(1), known: HashMap::new(), clock: 0, left_out: 0 }
    }

    fn touch(&mut self, name: &str) -> &mut V {
        self.clock += 1;
        if self.known.len() >= 2 * self.limit && !self.known.contains_key(name) {
            self.shrink();
        }
        let (at, value) = self.known.entry(name.to_owned()).or_default();
        *at = self.clock;
        value
    }

    /// Drops the least recently touched half: each name is sorted only once per half.
    fn shrink(&mut self) {
        let mut all: Vec<_> = self.known.drain().collect();
        all.sort_by_key(|(_, (at, _))| std::cmp::Reverse(*at));
        self.left_out += all.len().saturating_sub(self.limit);
        all.truncate(self.limit);
        self.known.extend(all);
    }

    fn finish(mut self) -> (Vec<V>, usize) {
        self.shrink();
        let mut all: Vec<_> = self.known.into_values().collect();
        all.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        (all.into_iter().map(|(_, value)| value).collect(), self.left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::JournalFile;
    use serde_json::json;

    #[test]
    fn sessions_and_contracts_are_summed_up_and_the_last_active_come_first() {
        let home = tempfile::tempdir().unwrap();
        let paths = StatePaths::under(home.path());
        let journal = JournalFile::at(&paths.journal());
        let call = |session: &str, code: &str| {
            let call = json!({ "event": "call", "session": session, "client": "c", "code": code, "tool": "t" });
            journal.person(&call).unwrap();
        };
        call("one", "X-Y-S-001");
        call("two", "X-Y-D-001");
        let opened = json!({ "event": "contract_opened", "session": "one", "contract": "k", "intent": "why",
            "targets": ["mod:A"], "operations": ["write"], "expires_in_seconds": 3600 });
        let made = json!({ "event": "executed", "session": "one", "contract": "k", "failure": null });
        let failed = json!({ "event": "executed", "session": "one", "contract": "k", "failure": "no room" });
        for line in [&opened, &made, &failed] {
            journal.person(line).unwrap();
        }
        let found = activity(&paths, 10).unwrap();
        assert_eq!(found.sessions.iter().map(|session| session.session.as_str()).collect::<Vec<_>>(), ["one", "two"]);
        assert_eq!((found.sessions[0].changes, found.sessions[1].denied), (1, 1));
        let [contract] = found.contracts.as_slice() else { panic!("{found:?}") };
        assert_eq!(
            (contract.intent.as_deref(), contract.changes, contract.client.as_deref()),
            (Some("why"), 1, Some("c"))
        );
        assert!(contract.closed_at.is_none() && contract.expires_at > contract.opened_at);
        // The most recently active ones, if there are more than `limit`.
        for number in 0..50 {
            call(&format!("s{number}"), "X-Y-S-001");
        }
        let found = activity(&paths, 5).unwrap();
        assert_eq!((found.sessions.len(), found.sessions_left_out), (5, 47));
        assert_eq!(found.sessions[0].session, "s49");
    }
}
