//! `ck3_file`: write, edit, rename and delete, each by a permit of enforcement (L61).

use std::sync::Arc;

use ck3_session::Sessions;
use enforcement::{ChangeData, Enforcement, FolderChangeData};
use replies::en::denied::{
    ApprovalRefused, ContractRequired, NoRule, OutsideContract, TokenRequired, TooManyWaiting, TwoContracts,
    WriteDenied,
};
use replies::en::error::{JournalUnavailable, RequestNotKept, WriteFailed};
use replies::en::success::{ChangePermitted, FileDeleted, FileRenamed, FileWritten, FolderDeleted, FolderRenamed};
use replies::mcp::invalid::{SessionRequired, SessionUnknown};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{
    ContentDiffers, EncodingCannotHold, FileInUse, FileTooLarge, FolderNotEmpty, FolderNotMovable, FolderTooLarge,
    ModeNotInitialised, NotADirectory, NotAFile, NotText, OtherDisk, PathNotFound, ScriptInvalid, TargetBusy,
    TargetExists, TargetIsLink, TargetReadOnly, TextCountDiffers,
};
use reply_kit::{CallContext, Effect, ReplyBuilder, ReplyResult, Tool, codes};
use world_adapter::{Delete, DeleteFolder, Existence, Preview, Rename, Replaces, SessionId, WorldAdapter, Write};

use crate::arguments::{Execution, replacement, replaces};
use crate::arguments::{FileArguments, FileCommand};

/// The tool.
pub struct FileTool {
    sessions: Arc<Sessions>,
    enforcement: Arc<Enforcement>,
}

codes!(FileTool {
    FileWritten => ChangeData,
    FileDeleted => ChangeData,
    FileRenamed => ChangeData,
    FolderDeleted => FolderChangeData,
    FolderRenamed => FolderChangeData,
    ChangePermitted => Preview;
    ContentDiffers, EncodingCannotHold, FileInUse, FileTooLarge, FolderNotEmpty, FolderNotMovable, FolderTooLarge, ModeNotInitialised, NotADirectory, NotAFile, NotText,
    OtherDisk, PathNotFound, ReadFailed, ScriptInvalid, TargetBusy, TargetExists, TargetIsLink, TargetReadOnly, TextCountDiffers,
    VisibilityCapacityExceeded, WriteDenied, NoRule, ContractRequired, OutsideContract, TwoContracts, TokenRequired, TooManyWaiting,
    ApprovalRefused, JournalUnavailable, RequestNotKept, WriteFailed, SessionRequired, SessionUnknown,
});

impl Tool for FileTool {
    const NAME: &'static str = "ck3_file";
    const TITLE: &'static str = "Files";
    const DESCRIPTION: &'static str = "\
Change files by canonical address. write creates or replaces a whole file; edit replaces exact text; rename and delete take \
files and whole folders. Give expected_digest from ck3_read, so that you never overwrite what you have not seen; dry_run shows the difference. \
Changes to local mods need an open contract (ck3_contract); deletions need a person's approval: a denial says what is missing. \
The person can undo a change.";
    const EFFECT: Effect = Effect::DESTRUCTIVE;
    const BLOCKING: bool = true;
    type Arguments = FileArguments;

    async fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        arguments: FileArguments,
        context: &CallContext,
    ) -> ReplyResult<'c> {
        self.enforcement.record_client_refusal(context);
        let (rb, session) = self.sessions.find(rb, arguments.session.as_deref(), context)?;
        let on = ChangeContext { session, path: &arguments.path, context };
        match arguments.command {
            FileCommand::Write { content, expected_digest, new_only, syntax, dry_run } => {
                let write = Write::text(content)
                    .replacing(replaces(expected_digest, new_only))
                    .with_syntax(syntax.unwrap_or_default());
                self.write(rb, &on, write, Existence::Optional, Execution::of(dry_run))
            }
            FileCommand::Edit { old_text, new_text, expected_count, expected_digest, syntax, dry_run } => {
                let replaced = expected_digest.map_or(Replaces::Anything, Replaces::Exactly);
                let write = Write::edit(replacement(old_text, new_text, expected_count))
                    .replacing(replaced)
                    .with_syntax(syntax.unwrap_or_default());
                self.write(rb, &on, write, Existence::Required, Execution::of(dry_run))
            }
            FileCommand::Rename { to } => self.rename(rb, &on, &to),
            FileCommand::Delete { expected_files } => self.delete(rb, &on, expected_files),
        }
    }
}

impl FileTool {
    /// The tool on a world, with its enforcement.
    pub fn new(sessions: Arc<Sessions>, enforcement: Arc<Enforcement>) -> Self {
        Self { sessions, enforcement }
    }

    fn world(&self) -> &WorldAdapter {
        self.sessions.world()
    }

    fn write<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        on: &ChangeContext<'_>,
        write: Write,
        existence: Existence<'_>,
        execution: Execution,
    ) -> ReplyResult<'c> {
        let (rb, target) = self.world().resolve(rb, on.session, on.path, existence)?;
        match execution {
            Execution::Real => {
                let (rb, permit) = self.enforcement.authorize(rb, on.session, target, write, on.context)?;
                self.enforcement.write(rb, permit)
            }
            Execution::DryRun => {
                let (rb, preview) = self.enforcement.dry_run(rb, on.session, target, write)?;
                Ok(self.enforcement.permitted(rb, &preview))
            }
        }
    }

    fn rename<'c>(&self, rb: ReplyBuilder<'c, Self>, on: &ChangeContext<'_>, to: &str) -> ReplyResult<'c> {
        let (rb, source) = self.world().resolve(rb, on.session, on.path, Existence::Required)?;
        let new_name = Existence::NewNameOf(source.identity());
        let (rb, target) = self.world().resolve(rb, on.session, to, new_name)?;
        let (rb, permit) = self.enforcement.authorize(rb, on.session, source, Rename::to(target), on.context)?;
        self.enforcement.rename(rb, permit)
    }

    fn delete<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        on: &ChangeContext<'_>,
        expected_files: Option<u32>,
    ) -> ReplyResult<'c> {
        let (rb, target) = self.world().resolve(rb, on.session, on.path, Existence::Required)?;
        let Some(expected) = expected_files else {
            let (rb, permit) = self.enforcement.authorize(rb, on.session, target, Delete, on.context)?;
            return self.enforcement.delete(rb, permit);
        };
        let delete = DeleteFolder::holding(expected.into());
        let (rb, permit) = self.enforcement.authorize(rb, on.session, target, delete, on.context)?;
        self.enforcement.delete_folder(rb, permit)
    }
}

/// The session, the call, and whether a person can be asked.
struct ChangeContext<'a> {
    session: SessionId,
    path: &'a str,
    context: &'a CallContext,
}

impl std::fmt::Debug for FileTool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("File").field("sessions", &self.sessions).finish_non_exhaustive()
    }
}
