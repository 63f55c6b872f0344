//! What an agent gives to `ck3_lens`.

use ck3_session::MAX_SESSION_LENGTH;
use index::MAX_KEY;
use reply_kit::Arguments;
use world_adapter::MAX_ADDRESS_LENGTH;

use crate::cursor::MAX_CURSOR;

/// The arguments of `ck3_lens`.
#[derive(Clone, Debug, Arguments)]
pub struct LensArguments {
    #[arg(flatten)]
    pub(crate) command: LensCommand,
    /// The session's handle, over HTTP.
    #[arg(max_length = MAX_SESSION_LENGTH, hidden)]
    pub(crate) session: Option<String>,
}

/// What `ck3_lens` tells.
#[derive(Clone, Debug, Arguments)]
pub enum LensCommand {
    /// Which definition of a key is in force, and why.
    Object {
        /// A key, such as brave or birth.0001.
        #[arg(max_length = MAX_KEY)]
        key: String,
        /// Only below this folder, such as common/traits; much faster.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        folder: Option<String>,
        /// With the game's version, and a diff to it.
        compare: Option<bool>,
    },
    /// Which source provides a file.
    File {
        /// A path such as `common/traits/00_traits.txt`, or an address.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        path: String,
    },
    /// Keys and files that several mods define.
    Conflicts {
        /// Only those of this mod; its name.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        source: Option<String>,
        /// Only those between source and this; a mod, or game.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        other: Option<String>,
        /// Only below this folder.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        folder: Option<String>,
        /// Which part of the list.
        #[arg(flatten)]
        part: ListArguments,
    },
    /// The files of a folder in load order.
    Order {
        /// A folder, such as common/traits.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        folder: String,
        /// Which part of the list.
        #[arg(flatten)]
        part: ListArguments,
    },
    /// Keys lost because whole files were replaced or hidden.
    Vanished {
        /// Only those that this mod defined, or took away.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        source: Option<String>,
        /// Only below this folder.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        folder: Option<String>,
        /// Which part of the list.
        #[arg(flatten)]
        part: ListArguments,
    },
    /// The text of a localization key.
    Loc {
        /// The key.
        #[arg(max_length = MAX_KEY)]
        key: String,
        /// Only this language, such as english.
        #[arg(max_length = 64)]
        language: Option<String>,
    },
    /// The value of a define.
    Define {
        /// Group|NAME.
        #[arg(max_length = MAX_KEY)]
        key: String,
    },
    /// An `on_action`, merged.
    OnAction {
        /// Its name.
        #[arg(max_length = MAX_KEY)]
        key: String,
    },
    /// Where a new definition must lie to win.
    Patch {
        /// The key.
        #[arg(max_length = MAX_KEY)]
        key: String,
        /// The mod that the patch is for; its name.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        source: String,
        /// Only below this folder.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        folder: Option<String>,
    },
    /// What changes if a mod moves, or goes.
    WhatIf {
        /// The mod; its name.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        source: String,
        /// Its new place among the mods, from 1; if omitted, the mod is dropped.
        #[arg(min = 1, max = 1_000)]
        position: Option<u32>,
        /// Only below this folder.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        folder: Option<String>,
        /// Which part of the list.
        #[arg(flatten)]
        part: ListArguments,
    },
}

/// Which part of a list is wanted.
#[derive(Clone, Debug, Arguments)]
pub struct ListArguments {
    /// The most entries in one answer.
    #[arg(min = 1, max = 1_000, default = "50")]
    pub(crate) limit: Option<u32>,
    /// Continue: the `after` of an answer that was truncated.
    #[arg(max_length = MAX_CURSOR)]
    pub(crate) after: Option<String>,
}

impl LensCommand {
    /// The folder that is looked through; empty for everything.
    pub(crate) fn folder(&self) -> &str {
        match self {
            Self::Object { folder, .. }
            | Self::Conflicts { folder, .. }
            | Self::Vanished { folder, .. }
            | Self::Patch { folder, .. }
            | Self::WhatIf { folder, .. } => folder.as_deref().unwrap_or_default(),
            Self::Order { folder, .. } => folder,
            Self::File { .. } => "",
            Self::Loc { .. } => "localization",
            Self::Define { .. } => "common/defines",
            Self::OnAction { .. } => "common/on_action",
        }
    }
}

/// A folder or path as the game counts it: without the root or mod of an address, without slashes at its ends.
pub(crate) fn without_root(input: &str) -> &str {
    let path = match input.split_once(':') {
        Some(("root" | "mod", rest)) => rest.split_once('/').map_or("", |(_, path)| path),
        _ => input,
    };
    path.trim_matches('/')
}

/// Which part of a list: what an earlier answer ended with was read.
#[derive(Clone, Debug)]
pub(crate) struct ListPart {
    pub(crate) limit: usize,
    pub(crate) after: Option<String>,
}
