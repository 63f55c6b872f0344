//! A contract request: every wrong field at once, unknown ones included (L67).

use std::collections::VecDeque;
use std::time::Duration;

use replies::Ct;
use reply_kit::{Address, ArgumentProblem, Id, Text, Voice};
use serde_json::{Map, Value};
use world_adapter::{IdentifyError, Identity, OperationName, SessionId, WorldAdapter};

use super::Contract;

/// How long a contract lasts by default.
pub const DEFAULT_MINUTES: u64 = 60;
/// The longest time a contract can last.
pub const MAX_MINUTES: u64 = 480;

const FIELDS: [&str; 5] = ["intent", "scope", "operations", "targets", "expires_in_minutes"];
const MAX_INTENT: usize = 500;
const MAX_TARGETS: usize = 100;
/// Every reply about the contract repeats them.
const MAX_TARGET_BYTES: usize = 32 * 1024;

/// Reads requests of one session.
pub(crate) struct ContractReader<'r> {
    pub(crate) world: &'r WorldAdapter,
    pub(crate) voice: &'r Voice<Ct>,
    pub(crate) session: SessionId,
    pub(crate) now: Duration,
}

impl ContractReader<'_> {
    /// The contract that a request asks for, or everything that is wrong with the request.
    pub(crate) fn read(&self, request: &Map<String, Value>) -> Result<Contract, Vec<ArgumentProblem>> {
        let mut problems: Vec<ArgumentProblem> = unknown_fields(request).collect();
        let intent = keep(intent(request), &mut problems);
        let operations = operations(request);
        let creates = operations.as_ref().is_ok_and(|operations| operations.contains(&OperationName::CreateMod));
        // Problems are listed in the order of the fields.
        let scope = keep(self.scope(request, creates), &mut problems);
        let operations = keep(operations, &mut problems);
        let targets = keep(self.targets(request, scope.as_ref()), &mut problems);
        let lasts = keep(duration(request), &mut problems);
        match (intent, scope, operations, targets, lasts) {
            (Some(intent), Some((scope, _)), Some(operations), Some(targets), Some(lasts)) if problems.is_empty() => {
                let expires = self.now + lasts;
                let (id, done) = (Id::fresh(), VecDeque::new());
                Ok(Contract { id, intent, scope, targets, operations, expires, is_closed: false, done, changes: 0 })
            }
            _ => Err(problems),
        }
    }

    /// One root or one mod: a contract has one root category.
    ///
    /// A contract for creating a mod may name one that does not exist yet.
    fn scope(&self, request: &Map<String, Value>, creates: bool) -> Result<(Address, Identity), Vec<ArgumentProblem>> {
        let expected = "one root or mod, such as root:repo or mod:My Mod";
        let Some(input) = request.get("scope") else { return Err(vec![missing("scope", expected)]) };
        let Some(input) = input.as_str() else { return Err(vec![wrong("scope", "is not a string", expected)]) };
        let new = if creates { self.world.identify_new_mod(self.voice, self.session, input).ok() } else { None };
        let (address, identity) = match (self.place("scope", input), new) {
            (Err(_), Some((address, identity))) => (address.as_address().clone(), identity),
            (found, _) => found?,
        };
        if address.as_str().contains('/') {
            return Err(vec![wrong("scope", "is not a bare root or mod", expected)]);
        }
        Ok((address, identity))
    }

    /// The targets within the scope; the scope itself if none are named.
    fn targets(
        &self,
        request: &Map<String, Value>,
        scope: Option<&(Address, Identity)>,
    ) -> Result<Vec<(Address, Identity)>, Vec<ArgumentProblem>> {
        let expected = "a list of canonical addresses within the scope";
        let named = match (request.get("targets"), scope) {
            (None, Some(scope)) => return Ok(vec![scope.clone()]),
            // A problem with the scope has been reported already.
            (None, None) => return Err(Vec::new()),
            (Some(named), _) => named,
        };
        let Some(named) = named.as_array().filter(|list| (1..=MAX_TARGETS).contains(&list.len())) else {
            return Err(vec![wrong("targets", "is not a list of 1 to 100 addresses", expected)]);
        };
        let (mut targets, mut problems) = (Vec::new(), Vec::new());
        for (index, input) in named.iter().enumerate() {
            let field = format!("targets[{index}]");
            let found = match input.as_str() {
                Some(input) => self.place(&field, input),
                None => Err(vec![wrong(&field, "is not a string", expected)]),
            };
            match found {
                Ok((_, identity)) if scope.is_some_and(|(_, scope)| !identity.lies_within(scope)) => {
                    problems.push(wrong(&field, "lies outside the scope", expected));
                }
                Ok(place) => targets.push(place),
                Err(wrong) => problems.extend(wrong),
            }
        }
        if targets.iter().map(|(address, _)| address.as_str().len()).sum::<usize>() > MAX_TARGET_BYTES {
            problems.push(wrong("targets", "has more than 32 KiB of addresses", expected));
        }
        if problems.is_empty() { Ok(targets) } else { Err(problems) }
    }

    /// A target by its canonical address only: what is declared is what is compared.
    fn place(&self, field: &str, input: &str) -> Result<(Address, Identity), Vec<ArgumentProblem>> {
        let expected = "a canonical address that is visible in this mode";
        match self.world.identify(self.voice, self.session, input) {
            Ok((address, identity)) if address.as_str() == input => Ok((address.as_address().clone(), identity)),
            Ok((address, _)) => {
                let expected = format!("the canonical spelling, {address}");
                Err(vec![wrong(field, "is not spelled canonically", &expected)])
            }
            Err(IdentifyError::Refused(refusal)) => {
                Err(vec![wrong(field, "is not an address", refusal.problem.expected())])
            }
            Err(IdentifyError::NotVisible) => Err(vec![wrong(field, "names nothing visible", expected)]),
        }
    }
}

fn unknown_fields(request: &Map<String, Value>) -> impl Iterator<Item = ArgumentProblem> {
    let unknown = request.keys().filter(|name| !FIELDS.contains(&name.as_str()));
    unknown.map(|name| ArgumentProblem {
        field: Text::echo(if is_plain(name) { name } else { "(a name that is not repeated)" }),
        problem: "is not a field of a contract".into(),
        expected: Text::new(FIELDS.join(", ")),
    })
}

/// Whether a field's name can be repeated unchanged: within a message any other text could be misread.
fn is_plain(name: &str) -> bool {
    name.len() <= 64 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn intent(request: &Map<String, Value>) -> Result<Text, Vec<ArgumentProblem>> {
    let expected = "one sentence that says what the change is for";
    match request.get("intent").map(Value::as_str) {
        None => Err(vec![missing("intent", expected)]),
        Some(None) => Err(vec![wrong("intent", "is not a string", expected)]),
        Some(Some(text)) if text.trim().is_empty() => Err(vec![wrong("intent", "is empty", expected)]),
        Some(Some(text)) if text.len() > MAX_INTENT => Err(vec![wrong("intent", "is longer than 500 bytes", expected)]),
        Some(Some(text)) => Ok(Text::echo(text.trim())),
    }
}

fn operations(request: &Map<String, Value>) -> Result<Vec<OperationName>, Vec<ArgumentProblem>> {
    let expected = "a list of write, delete, rename, create_mod";
    let Some(named) = request.get("operations") else { return Err(vec![missing("operations", expected)]) };
    let Some(named) = named.as_array().filter(|list| !list.is_empty()) else {
        return Err(vec![wrong("operations", "is not a list with at least one operation", expected)]);
    };
    let (mut operations, mut problems) = (Vec::new(), Vec::new());
    for (index, name) in named.iter().enumerate() {
        match name.as_str().and_then(operation) {
            Some(operation) if operations.contains(&operation) => {}
            Some(operation) => operations.push(operation),
            None => problems.push(wrong(&format!("operations[{index}]"), "is not an operation", expected)),
        }
    }
    if problems.is_empty() { Ok(operations) } else { Err(problems) }
}

fn operation(name: &str) -> Option<OperationName> {
    [OperationName::Write, OperationName::Delete, OperationName::Rename, OperationName::CreateMod]
        .into_iter()
        .find(|known| known.word().as_str() == name)
}

fn duration(request: &Map<String, Value>) -> Result<Duration, Vec<ArgumentProblem>> {
    let minutes = match request.get("expires_in_minutes") {
        None => Some(DEFAULT_MINUTES),
        Some(value) => value.as_u64().filter(|minutes| (1..=MAX_MINUTES).contains(minutes)),
    };
    let expected = "a whole number from 1 to 480; 60 if left out";
    minutes
        .map(|minutes| Duration::from_secs(minutes * 60))
        .ok_or_else(|| vec![wrong("expires_in_minutes", "is out of range", expected)])
}

fn keep<T>(result: Result<T, Vec<ArgumentProblem>>, problems: &mut Vec<ArgumentProblem>) -> Option<T> {
    result.map_err(|found| problems.extend(found)).ok()
}

fn missing(field: &str, expected: &str) -> ArgumentProblem {
    wrong(field, "is missing", expected)
}

pub(super) fn wrong(field: &str, problem: &str, expected: &str) -> ArgumentProblem {
    ArgumentProblem { field: Text::echo(field), problem: Text::echo(problem), expected: Text::echo(expected) }
}
