//! `registry.lock`: every code ever published, so that none is reused, dropped or changed in meaning (L09).
//!
//! One line a code, sorted, so that a review shows one line for one change:
//!
//! ```text
//! WA-RES-I-001     active    PATH_NOT_FOUND  input:text nearest:[address]
//! ```

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use crate::ParamType;
use crate::code::Code;
use crate::draft::{Draft, DraftEntry, Located};
use crate::finding::{Finding, Findings, Location};
use crate::model::{Registry, RegistryParam, Status};
use crate::pins::Pins;
use crate::rule::Rule;
use crate::source::Source;

const HEADER: &str = "# The architecture, then every reply code ever published, one line each: code, status, key, parameters.\n\
                      # Written by `cargo reply lock`; not to be edited by hand.\n";

/// What has been published.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegistryLock {
    /// The architecture: layers, areas, gate.
    pub pins: Pins,
    /// The published codes, sorted.
    pub lines: Vec<LockLine>,
}

/// One published code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockLine {
    /// The code.
    pub code: Code,
    /// How far it had come.
    pub status: LockStatus,
    /// Its key, for ever.
    pub key: String,
    /// Its parameters: more may come, none may go.
    pub params: Vec<RegistryParam>,
    at: Range<usize>,
}

/// The status of a published code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockStatus {
    /// Named, not constructible yet.
    Reserved,
    /// In use.
    Active,
    /// A tombstone.
    Retired,
}

impl LockStatus {
    const ALL: [Self; 3] = [Self::Reserved, Self::Active, Self::Retired];

    /// The word in the lock file.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reserved => "reserved",
            Self::Active => "active",
            Self::Retired => "retired",
        }
    }
}

impl RegistryLock {
    /// What a registry publishes.
    pub fn of(registry: &Registry) -> Self {
        let mut lines: Vec<LockLine> = registry
            .entries
            .iter()
            .map(|entry| LockLine {
                code: entry.code.clone(),
                status: match entry.status {
                    Status::Active => LockStatus::Active,
                    Status::Reserved { .. } => LockStatus::Reserved,
                    Status::Retired(_) => LockStatus::Retired,
                },
                key: entry.key.clone(),
                params: entry.params.clone(),
                at: 0..0,
            })
            .collect();
        lines.sort_by_cached_key(|line| line.code.to_string());
        Self { pins: Pins::of(registry), lines }
    }

    /// Reads a lock file; a line that the tool did not write is a finding.
    pub fn parse(source: &Source) -> (Self, Vec<Finding>) {
        let mut findings = Findings::new(source);
        let mut lines = Vec::new();
        let mut pins = Pins::default();
        let mut start = 0;
        for text in source.text().split_inclusive('\n') {
            let at = start..start + text.trim_end().len();
            start += text.len();
            let text = text.trim_end();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let expected = match pins.read(text, &at) {
                Some(true) => continue,
                Some(false) => {
                    "expected: layer NAME TYPES, area NAME, leak_gate LEVEL, addresses LIST WORDS, or revisions COUNT"
                }
                None => "expected: CODE STATUS KEY name:type …",
            };
            match LockLine::parse(text, at.clone()) {
                Some(line) => lines.push(line),
                None => findings.add(
                    Rule::LockFormat,
                    &at,
                    "this line of the lock is not as the tool writes it".to_owned(),
                    expected,
                    "restore the file from version control; `cargo reply lock` writes it",
                ),
            }
        }
        (Self { pins, lines }, findings.list)
    }

    /// What a registry publishes, each line at its entry in the registry's own text.
    fn at_source(registry: &Registry, source: &Source) -> Self {
        let mut lock = Self::of(registry);
        let starts: HashMap<&Code, usize> = registry.entries.iter().map(|entry| (&entry.code, entry.offset)).collect();
        for line in &mut lock.lines {
            let start = starts.get(&line.code).copied().unwrap_or_default();
            let code = line.code.to_string();
            let found = source.text().get(start..).and_then(|rest| rest.find(&code));
            line.at = found.map_or(start..start, |found| start + found..start + found + code.len());
        }
        lock
    }

    /// Compares what is published with what is written now.
    pub(crate) fn compare(&self, lock_source: &Source, draft: &Draft, findings: &mut Findings<'_>) {
        self.pins.compare(lock_source, draft, findings);
        self.compare_codes(lock_source, draft, findings);
    }

    fn compare_codes(&self, lock_source: &Source, draft: &Draft, findings: &mut Findings<'_>) {
        let mut by_code: HashMap<&str, &DraftEntry> = HashMap::new();
        let mut by_key: HashMap<&str, Vec<&DraftEntry>> = HashMap::new();
        for entry in &draft.entries {
            if let Some(code) = &entry.code {
                by_code.entry(&code.value).or_insert(entry);
            }
            if let Some(key) = &entry.key {
                by_key.entry(&key.value).or_default().push(entry);
            }
        }
        for line in &self.lines {
            let code = line.code.to_string();
            match by_code.get(code.as_str()) {
                Some(entry) => line.compare(entry, findings),
                None => findings.list.push(line.deleted(lock_source)),
            }
            let same_key = by_key.get(line.key.as_str()).map_or(&[][..], Vec::as_slice);
            line.key_stays(&code, same_key, findings);
        }
    }
}

/// What a change from one text of a registry to another breaks for those who know the first: the rules of the lock,
/// with the first text in the lock's place.
///
/// ```
/// use reply_registry::{Rule, Source, breaking_changes};
/// let layers = "[layers]\nWA = { owner = \"us\", types = [\"S\"] }\n";
/// let entry = |key| format!("{layers}[[reply]]\ncode = \"WA-RES-S-001\"\nkey = \"{key}\"\n");
/// let (old, new) = (Source::new("old", entry("RESOLVED")), Source::new("new", entry("FOUND")));
/// assert_eq!(breaking_changes(&old, &new)[0].rule, Rule::KeyNoChange);
/// ```
pub fn breaking_changes(old: &Source, new: &Source) -> Vec<Finding> {
    let published = RegistryLock::at_source(crate::check(old, None).salvaged(), old);
    let draft = crate::parse::parse(&mut Findings::new(new));
    let mut findings = Findings::new(new);
    // A revision that was recorded since accounts for what it changed.
    if published.pins.revisions.is_none_or(|recorded| recorded >= draft.revisions.len()) {
        published.pins.compare(old, &draft, &mut findings);
    }
    published.compare_codes(old, &draft, &mut findings);
    findings.list
}

impl LockLine {
    fn parse(text: &str, at: Range<usize>) -> Option<Self> {
        let mut words = text.split_whitespace();
        let code = words.next()?.parse().ok()?;
        let status = words.next()?;
        let status = LockStatus::ALL.into_iter().find(|known| known.as_str() == status)?;
        let key = words.next()?.to_owned();
        let params = words.map(|word| {
            let (name, ty) = word.split_once(':')?;
            Some(RegistryParam { name: name.to_owned(), ty: ParamType::parse(ty)? })
        });
        Some(Self { code, status, key, params: params.collect::<Option<_>>()?, at })
    }

    fn deleted(&self, source: &Source) -> Finding {
        let message = format!("{} ({}) was published and is gone from the registry", self.code, self.key);
        let help =
            "put the entry back; to retire it, add `retired = { since = \"…\", because = \"…\", instead = \"…\" }`";
        Finding::new(Rule::CodeNoDelete, message, help).at(Location::new(source, &self.at, "published here"))
    }

    fn compare(&self, entry: &DraftEntry, findings: &mut Findings<'_>) {
        if let Some(key) = &entry.key
            && key.value != self.key
        {
            let message = format!("{} is published as {}, not {}", self.code, self.key, key.value);
            let help = format!("keep `key = \"{}\"`; a new meaning takes a new number", self.key);
            findings.add(Rule::KeyNoChange, &key.at, message, "changes a published code", help);
        }
        self.compare_status(entry, findings);
        for param in &self.params {
            self.compare_param(param, entry, findings);
        }
    }

    fn compare_status(&self, entry: &DraftEntry, findings: &mut Findings<'_>) {
        if self.status == LockStatus::Retired && entry.retired.is_none() {
            let message = format!("{} is retired and cannot come back", self.code);
            let help = "keep its `retired = …`, and take a new number for what you need now";
            findings.add(Rule::RetiredNoRevive, entry.anchor(), message, "a number is never used again", help);
        }
        if let (LockStatus::Active, Some(reserved)) = (self.status, &entry.reserved) {
            let message = format!("{} is published as active and cannot go back to reserved", self.code);
            findings.add(Rule::ActiveNoUnpublish, &reserved.at, message, "", "remove `reserved`, or retire the code");
        }
    }

    fn compare_param(&self, published: &RegistryParam, entry: &DraftEntry, findings: &mut Findings<'_>) {
        let name = &published.name;
        let Some(param) = entry.params.iter().find(|param| param.name.value == *name) else {
            let ty = published.ty.toml();
            let message = format!("{}: put `{name} = {ty}` back into `params`: it was published", self.code);
            let help = "agents read it by that name";
            findings.add(Rule::ParamNoDelete, entry.anchor(), message, "removed or renamed", help);
            return;
        };
        if let Some(Located { value: ty, at }) = &param.ty
            && *ty != published.ty
        {
            let message = format!("{}: parameter `{name}` is published as {}, not {ty}", self.code, published.ty);
            let help = format!("keep `{name} = {}`, or add a parameter under a new name", published.ty.toml());
            findings.add(Rule::ParamNoRetype, at, message, "changes a published type", help);
        }
    }

    fn key_stays(&self, code: &str, same_key: &[&DraftEntry], findings: &mut Findings<'_>) {
        for entry in same_key {
            let (Some(key), Some(other)) = (&entry.key, &entry.code) else { continue };
            if other.value != code {
                let message = format!("key `{}` is published for {code}, not {}", self.key, other.value);
                findings.add(
                    Rule::KeyNoReuse,
                    &key.at,
                    message,
                    "belongs to another code",
                    "give the new code a key of its own",
                );
            }
        }
    }
}

impl fmt::Display for RegistryLock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{HEADER}{}", self.pins)?;
        for line in &self.lines {
            write!(f, "{:<16} {:<8}  {}", line.code.to_string(), line.status.as_str(), line.key)?;
            for (index, param) in line.params.iter().enumerate() {
                write!(f, "{}{}:{}", if index == 0 { "  " } else { " " }, param.name, param.ty)?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}
