//! The tool `ck3_file`: read and change files, with every change governed and undoable.
//!
//! **Invariant:** it is transport-free and holds no right of its own. A change runs resolve → enforce → execute, and each
//! step takes the proof of the one before (L61); what a change replaces is kept before it is made.
//!
//! Start reading at [`File::run`].
#![forbid(unsafe_code)]

mod args;

use std::sync::Arc;

use enforcement::{Asking, Enforcement, Keeper};
use reply_core::{Address, Reply, ReplyBuilder, Terminal, Text, Verbatim};
use reply_macros::ReplyData;
use world_adapter::{
    Content, Delete, Digest, Existence, Part, ReadLimit, Rename, Replacement, Replaces, Resolved, SessionId,
    WorldAdapter, Write,
};

pub use args::{Command, Execution, FileArgs, Request, fields_of};

/// The name agents call it by.
pub const NAME: &str = "ck3_file";

/// Every code it can answer with, besides those of the wrapper.
pub const CODES: &[&str] = &[
    "WA-READ-S-003",
    "WA-READ-I-002",
    "WA-READ-I-003",
    "WA-READ-I-004",
    "WA-READ-E-001",
    "WA-RES-I-001",
    "WA-RES-E-001",
    "WA-SYS-I-001",
    "WA-READ-I-001",
    "WA-WRITE-I-001",
    "WA-WRITE-I-002",
    "WA-WRITE-I-003",
    "EN-WRITE-S-001",
    "EN-WRITE-S-002",
    "EN-WRITE-S-003",
    "EN-WRITE-S-004",
    "EN-WRITE-D-001",
    "EN-WRITE-D-002",
    "EN-WRITE-D-003",
    "EN-WRITE-D-004",
    "EN-WRITE-D-005",
    "EN-GATE-D-001",
    "EN-GATE-D-002",
    "EN-WRITE-E-001",
    "EN-LOG-E-001",
];

/// The codes it answers with where it only reads.
pub const READING_CODES: &[&str] = &[
    "WA-READ-S-003",
    "WA-READ-I-002",
    "WA-READ-I-003",
    "WA-READ-I-004",
    "WA-READ-E-001",
    "WA-RES-I-001",
    "WA-RES-E-001",
    "WA-SYS-I-001",
];

/// What it is for where it only reads.
pub const READING_DESCRIPTION: &str = "\
Read files by canonical address: text with its digest, encoding and line numbers (a range with first_line/last_line, head or \
tail). This server changes nothing.";

/// What it is for, as an agent reads it.
pub const DESCRIPTION: &str = "\
Read and change files by canonical address. read gives text with its digest, encoding and line numbers (a range with \
first_line/last_line, head or tail); write creates or replaces a whole file; edit replaces exact text; rename and delete do \
what they say. Give expected_digest from a read, so that you never overwrite what you have not seen; dry_run shows the \
difference. Changes to local mods need an open contract (ck3_contract); deletions need a person's approval: a denial says \
what is missing. Every change can be undone by the person.";

/// The tool.
pub struct File {
    world: Arc<WorldAdapter>,
    enforcement: Arc<Enforcement>,
    keeper: Arc<dyn Keeper>,
}

/// What a change would do.
#[derive(Clone, Debug, ReplyData)]
pub struct Preview {
    /// What would be changed.
    pub target: Address,
    /// The digest of what it would hold.
    pub digest: Text,
    /// How many bytes that is.
    pub size: u64,
    /// The difference, in unified form.
    pub diff: Verbatim,
}

impl Preview {
    fn of(target: &Resolved, content: &Content, diff: Verbatim) -> Self {
        Self {
            target: target.address().into(),
            digest: content.digest().to_string().into(),
            size: content.as_bytes().len() as u64,
            diff,
        }
    }
}

impl File {
    /// The tool on a world, with its enforcement and a keeper of what is replaced.
    pub fn new(world: Arc<WorldAdapter>, enforcement: Arc<Enforcement>, keeper: Arc<dyn Keeper>) -> Self {
        Self { world, enforcement, keeper }
    }

    /// Answers one call. It pauses where a person in the client has to be asked first.
    pub fn run<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        session: SessionId,
        path: &str,
        request: Request,
        asking: Asking<'_>,
    ) -> Result<Reply<'c>, Terminal<'c>> {
        let on = On { session, path, asking };
        match request {
            Request::Read(part, limit) => self.read(rb, &on, part, limit),
            Request::Write(text, replaces, execution) => self.write(rb, &on, text, replaces, execution),
            Request::Edit(replacement, digest, execution) => self.edit(rb, &on, &replacement, digest, execution),
            Request::Rename(to) => self.rename(rb, &on, &to),
            Request::Delete => self.delete(rb, &on),
        }
    }

    fn read<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        on: &On<'_>,
        part: Part,
        limit: ReadLimit,
    ) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, target) = self.world.resolve(rb, on.session, on.path, Existence::Required)?;
        let (rb, text) = self.world.read(rb, target.reference(), part, limit)?;
        Ok(self.world.answer(rb, &text))
    }

    fn write<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        on: &On<'_>,
        text: String,
        replaces: Replaces,
        execution: Execution,
    ) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, target) = self.world.resolve(rb, on.session, on.path, Existence::Optional)?;
        let content = self.world.keep_bom(&target, Content::from(text));
        self.put(rb, on, target, content, replaces, execution)
    }

    fn edit<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        on: &On<'_>,
        replacement: &Replacement,
        digest: Option<Digest>,
        execution: Execution,
    ) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, target) = self.world.resolve(rb, on.session, on.path, Existence::Required)?;
        let (rb, edited) = self.world.edit(rb, target.reference(), replacement, digest)?;
        // What was edited is what must be replaced.
        self.put(rb, on, target, edited.content, Replaces::Exactly(edited.seen), execution)
    }

    fn put<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        on: &On<'_>,
        target: Resolved,
        content: Content,
        replaces: Replaces,
        execution: Execution,
    ) -> Result<Reply<'c>, Terminal<'c>> {
        let write = Write::new(content).replacing(replaces);
        match execution {
            Execution::Real => {
                let (rb, permit) = self.enforcement.authorize(rb, on.session, target, write, on.asking)?;
                self.enforcement.write(rb, permit, self.keeper.as_ref())
            }
            Execution::DryRun => {
                let rb = self.enforcement.rehearse(rb, on.session, &target, &write)?;
                let (rb, diff) = self.world.diff(rb, &target, &write)?;
                Ok(self.enforcement.permitted(rb, &Preview::of(&target, write.content(), diff)))
            }
        }
    }

    fn rename<'c>(&self, rb: ReplyBuilder<'c>, on: &On<'_>, to: &str) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, source) = self.world.resolve(rb, on.session, on.path, Existence::Required)?;
        let (rb, target) = self.world.resolve(rb, on.session, to, Existence::Optional)?;
        let (rb, permit) = self.enforcement.authorize(rb, on.session, source, Rename::to(target), on.asking)?;
        self.enforcement.rename(rb, permit, self.keeper.as_ref())
    }

    fn delete<'c>(&self, rb: ReplyBuilder<'c>, on: &On<'_>) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, target) = self.world.resolve(rb, on.session, on.path, Existence::Required)?;
        let (rb, permit) = self.enforcement.authorize(rb, on.session, target, Delete, on.asking)?;
        self.enforcement.delete(rb, permit, self.keeper.as_ref())
    }
}

/// Who asks, about what, and who could ask the person.
struct On<'a> {
    session: SessionId,
    path: &'a str,
    asking: Asking<'a>,
}

impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("File").field("world", &self.world).finish_non_exhaustive()
    }
}
