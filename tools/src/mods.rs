//! The tool `ck3_mod`: creates a new mod.
//!
//! **Invariant:** it takes the name of a mod and no location; the location follows from the name, and only enforcement permits
//! the creation (L104).

use std::sync::Arc;

use ck3_session::{MAX_SESSION_LENGTH, Sessions};
use enforcement::{CreatedModData, Enforcement};
use replies::en::denied::{
    ApprovalRefused, ContractRequired, NoRule, OutsideContract, TokenRequired, TooManyWaiting, TwoContracts,
    WriteDenied,
};
use replies::en::error::{JournalUnavailable, RequestNotKept, WriteFailed};
use replies::en::success::ModCreated;
use replies::mcp::invalid::{SessionRequired, SessionUnknown};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{
    ContentDiffers, EncodingCannotHold, FileInUse, FileTooLarge, FolderNotEmpty, FolderNotMovable, FolderTooLarge,
    ModeNotInitialised, NotADirectory, NotAFile, NotText, OtherDisk, PathNotFound, ScriptInvalid, TargetBusy,
    TargetExists, TargetIsLink, TargetReadOnly, TextCountDiffers,
};
use reply_kit::{Arguments, CallContext, Effect, ReplyBuilder, ReplyResult, Tool, codes};
use world_adapter::{CreateMod, DescriptorValue, ModName, NewMod};

use crate::ToolParts;

/// The most tags of a mod.
const MAX_TAGS: usize = 10;

/// The tool.
#[derive(Debug)]
pub struct ModTool {
    sessions: Arc<Sessions>,
    enforcement: Arc<Enforcement>,
}

impl ModTool {
    pub(crate) fn new(parts: &ToolParts) -> Self {
        Self { sessions: parts.sessions.clone(), enforcement: parts.enforcement.clone() }
    }
}

/// The arguments of `ck3_mod`.
#[derive(Clone, Debug, Arguments)]
pub struct ModArguments {
    #[arg(flatten)]
    command: ModCommand,
    /// The session's handle, over HTTP.
    #[arg(max_length = MAX_SESSION_LENGTH, hidden)]
    session: Option<String>,
}

/// What `ck3_mod` does.
#[derive(Clone, Debug, Arguments)]
enum ModCommand {
    /// Make a new local mod.
    Create {
        /// Its name, by which it will be addressed: mod:NAME.
        name: ModName,
        /// Its own version.
        #[arg(default = "\"1.0\"")]
        version: Option<DescriptorValue>,
        /// The version of the game it is for, such as 1.12.*.
        supported_version: Option<DescriptorValue>,
        /// What the launcher files it under.
        #[arg(max_length = MAX_TAGS)]
        tags: Option<Vec<DescriptorValue>>,
    },
}

codes!(ModTool {
    ModCreated => CreatedModData;
    ContentDiffers, EncodingCannotHold, FileInUse, FileTooLarge, FolderNotEmpty, FolderNotMovable, FolderTooLarge, ModeNotInitialised,
    NotADirectory, NotAFile, NotText, OtherDisk, PathNotFound, ReadFailed, ScriptInvalid, TargetBusy, TargetExists, TargetIsLink,
    TargetReadOnly, TextCountDiffers, VisibilityCapacityExceeded, WriteDenied, NoRule, ContractRequired, OutsideContract, TwoContracts,
    TokenRequired, TooManyWaiting, ApprovalRefused, JournalUnavailable, RequestNotKept, WriteFailed, SessionRequired,
    SessionUnknown,
});

impl Tool for ModTool {
    const NAME: &'static str = "ck3_mod";
    const TITLE: &'static str = "Mods";
    const DESCRIPTION: &'static str = "\
Make a new local mod: its folder, its descriptor and the launcher's file, all or nothing. It needs an open contract for scope \
mod:NAME with the operation create_mod (add write to go on working in it). The mod is in no playset yet: the reply names the \
command that the person runs to enable it; from the next call on mod:NAME can be read and written.";
    const EFFECT: Effect = Effect::ADDITIVE;
    const BLOCKING: bool = true;
    type Arguments = ModArguments;

    async fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        arguments: ModArguments,
        context: &CallContext,
    ) -> ReplyResult<'c> {
        let (rb, session) = self.sessions.find(rb, arguments.session.as_deref(), context)?;
        let ModCommand::Create { name, version, supported_version, tags } = arguments.command;
        let (rb, target) = self.sessions.world().resolve_new_mod(rb, session, &name)?;
        let new = NewMod { name, version, supported_version, tags: tags.unwrap_or_default() };
        let (rb, permit) = self.enforcement.authorize(rb, session, target, CreateMod(new), context)?;
        self.enforcement.create_mod(rb, permit)
    }
}
