//! What an agent gives to `ck3_file`, and what each command needs of it.

use reply_core::Problem;
use schemars::JsonSchema;
use serde::Deserialize;
use world_adapter::{Digest, LARGEST_FILE, Part, ReadLimit, Replacement, Replaces};

/// The arguments of `ck3_file`. The schema says what each field may hold; [`FileArgs::request`] says what a command needs.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(extend("required" = ["path"]))]
pub struct FileArgs {
    /// read (the default), write (create or replace), edit (replace exact text), rename, delete.
    pub command: Command,
    /// The file: a canonical address such as mod:My Mod/events/a.txt.
    pub path: String,
    /// For read: the first line wanted, counted from 1.
    #[schemars(with = "u32", range(min = 1))]
    pub first_line: Option<u32>,
    /// For read: the last line wanted.
    #[schemars(with = "u32", range(min = 1))]
    pub last_line: Option<u32>,
    /// For read: so many lines at the beginning.
    #[schemars(with = "u32", range(min = 1))]
    pub head: Option<u32>,
    /// For read: so many lines at the end.
    #[schemars(with = "u32", range(min = 1))]
    pub tail: Option<u32>,
    /// For read: the most bytes of text in the answer.
    #[schemars(with = "u32", range(min = 1, max = 4_194_304), extend("default" = 262_144))]
    pub max_bytes: Option<u32>,
    /// For write: the whole new content.
    #[schemars(with = "String")]
    pub content: Option<String>,
    /// For write and edit: the digest that read gave; the call changes nothing if the file is not that any more.
    #[schemars(with = "String")]
    pub expected_digest: Option<String>,
    /// For write: fail if the file exists.
    #[schemars(with = "bool")]
    pub new_only: Option<bool>,
    /// For edit: the text to replace, exactly as it stands in the file.
    #[schemars(with = "String")]
    pub old_text: Option<String>,
    /// For edit: what stands there afterwards.
    #[schemars(with = "String")]
    pub new_text: Option<String>,
    /// For edit: how often `old_text` occurs.
    #[schemars(with = "u32", range(min = 1), extend("default" = 1))]
    pub expected_count: Option<u32>,
    /// For rename: the new address, which must be free.
    #[schemars(with = "String")]
    pub to: Option<String>,
    /// For write and edit: change nothing, show the difference. Judged like the real thing.
    #[schemars(with = "bool")]
    pub dry_run: Option<bool>,
    /// The session's handle, where the transport does not imply one.
    #[schemars(with = "String")]
    pub session: Option<String>,
}

/// What `ck3_file` does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Command {
    #[default]
    #[expect(missing_docs, reason = "a doc comment would turn the schema's enum into a oneOf")]
    Read,
    #[expect(missing_docs, reason = "see above")]
    Write,
    #[expect(missing_docs, reason = "see above")]
    Edit,
    #[expect(missing_docs, reason = "see above")]
    Rename,
    #[expect(missing_docs, reason = "see above")]
    Delete,
}

/// A request that has everything its command needs and nothing it does not know.
#[derive(Clone, Debug)]
pub enum Request {
    /// Read a part of a file.
    Read(Part, ReadLimit),
    /// Write a whole file.
    Write(String, Replaces, Execution),
    /// Replace text in a file.
    Edit(Replacement, Option<Digest>, Execution),
    /// Give it another name.
    Rename(String),
    /// Delete it.
    Delete,
}

/// Whether a change is made or only shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Execution {
    /// Made.
    Real,
    /// Shown.
    DryRun,
}

/// Which fields a command takes, besides `command`, `path` and `session`.
pub const fn fields_of(command: Command) -> &'static [&'static str] {
    match command {
        Command::Read => &["first_line", "last_line", "head", "tail", "max_bytes"],
        Command::Write => &["content", "expected_digest", "new_only", "dry_run"],
        Command::Edit => &["old_text", "new_text", "expected_count", "expected_digest", "dry_run"],
        Command::Rename => &["to"],
        Command::Delete => &[],
    }
}

impl FileArgs {
    /// The request, or every field that does not fit the command.
    pub fn request(&self) -> Result<Request, Vec<Problem>> {
        let mut problems = self.foreign_fields();
        if self.path.is_empty() {
            problems.push(problem("path", "is missing", "a canonical address"));
        }
        self.check_numbers(&mut problems);
        let digest = self.digest(&mut problems);
        let request = match self.command {
            Command::Read => self.part(&mut problems).map(|part| Request::Read(part, self.read_limit())),
            Command::Write => {
                let content = require(self.content.as_ref(), "content", "the whole new content", &mut problems);
                if content.as_ref().is_some_and(|content| content.len() as u64 > LARGEST_FILE) {
                    problems.push(problem("content", "is too long", "at most 67108864 bytes"));
                }
                let replaces = self.replaces(digest, &mut problems);
                content.map(|content| Request::Write(content, replaces, self.execution()))
            }
            Command::Edit => {
                self.replacement(&mut problems).map(|replacement| Request::Edit(replacement, digest, self.execution()))
            }
            Command::Rename => require(self.to.as_ref(), "to", "the new address", &mut problems).map(Request::Rename),
            Command::Delete => Some(Request::Delete),
        };
        request.filter(|_| problems.is_empty()).ok_or(problems)
    }

    /// Fields that belong to another command: ignoring them would do something else than was asked.
    fn foreign_fields(&self) -> Vec<Problem> {
        let given = [
            ("first_line", self.first_line.is_some()),
            ("last_line", self.last_line.is_some()),
            ("head", self.head.is_some()),
            ("tail", self.tail.is_some()),
            ("max_bytes", self.max_bytes.is_some()),
            ("content", self.content.is_some()),
            ("expected_digest", self.expected_digest.is_some()),
            ("new_only", self.new_only.is_some()),
            ("old_text", self.old_text.is_some()),
            ("new_text", self.new_text.is_some()),
            ("expected_count", self.expected_count.is_some()),
            ("to", self.to.is_some()),
            ("dry_run", self.dry_run.is_some()),
        ];
        let taken = fields_of(self.command);
        let foreign = given.into_iter().filter(|(name, is_given)| *is_given && !taken.contains(name));
        let expected = if taken.is_empty() { "no other field".to_owned() } else { taken.join(", ") };
        foreign.map(|(name, _)| problem(name, "does not belong to this command", &expected)).collect()
    }

    /// What is counted from one on cannot be none.
    fn check_numbers(&self, problems: &mut Vec<Problem>) {
        let numbers = [
            ("first_line", self.first_line),
            ("last_line", self.last_line),
            ("head", self.head),
            ("tail", self.tail),
            ("max_bytes", self.max_bytes),
            ("expected_count", self.expected_count),
        ];
        let zeroes = numbers.into_iter().filter(|(_, number)| *number == Some(0));
        problems.extend(zeroes.map(|(name, _)| problem(name, "is zero", "a number from 1 on")));
    }

    fn part(&self, problems: &mut Vec<Problem>) -> Option<Part> {
        let size = |number: u32| number as usize;
        match (self.first_line, self.last_line, self.head, self.tail) {
            (None, None, None, None) => Some(Part::Whole),
            (None, None, Some(head), None) => Some(Part::Head(size(head))),
            (None, None, None, Some(tail)) => Some(Part::Tail(size(tail))),
            (first, last, None, None) if first.unwrap_or(1) <= last.unwrap_or(u32::MAX) => {
                Some(Part::Lines { first: size(first.unwrap_or(1)), last: size(last.unwrap_or(u32::MAX)) })
            }
            (_, _, None, None) => {
                problems.push(problem("last_line", "comes before first_line", "a line from first_line on"));
                None
            }
            _ => {
                let field = if self.head.is_some() { "head" } else { "tail" };
                problems.push(problem(field, "goes with no other range", "one of first_line/last_line, head, tail"));
                None
            }
        }
    }

    fn read_limit(&self) -> ReadLimit {
        self.max_bytes.map_or_else(ReadLimit::default, |bytes| ReadLimit::bytes(bytes as usize))
    }

    fn execution(&self) -> Execution {
        if self.dry_run == Some(true) { Execution::DryRun } else { Execution::Real }
    }

    fn digest(&self, problems: &mut Vec<Problem>) -> Option<Digest> {
        let digest = self.expected_digest.as_ref()?.parse().ok();
        if digest.is_none() {
            problems.push(problem("expected_digest", "is not a digest", "the digest that read gave"));
        }
        digest
    }

    fn replaces(&self, digest: Option<Digest>, problems: &mut Vec<Problem>) -> Replaces {
        match (self.new_only == Some(true), digest) {
            (true, None) => Replaces::Nothing,
            (false, None) => Replaces::Anything,
            (false, Some(digest)) => Replaces::Exactly(digest),
            (true, Some(digest)) => {
                problems.push(problem("new_only", "contradicts expected_digest", "one of the two"));
                Replaces::Exactly(digest)
            }
        }
    }

    fn replacement(&self, problems: &mut Vec<Problem>) -> Option<Replacement> {
        let old = require(self.old_text.as_ref(), "old_text", "the text to replace", problems);
        let new = require(self.new_text.as_ref(), "new_text", "what stands there afterwards", problems);
        if old.as_ref().is_some_and(String::is_empty) {
            problems.push(problem("old_text", "is empty", "the text to replace"));
        }
        let expected_count = self.expected_count.unwrap_or(1) as usize;
        Some(Replacement { old: old?, new: new?, expected_count })
    }
}

fn require(value: Option<&String>, field: &str, expected: &str, problems: &mut Vec<Problem>) -> Option<String> {
    if value.is_none() {
        problems.push(problem(field, "is missing", expected));
    }
    value.cloned()
}

fn problem(field: &str, problem: &str, expected: &str) -> Problem {
    Problem { field: field.into(), problem: problem.into(), expected: expected.into() }
}
