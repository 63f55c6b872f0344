//! What an agent gives to `ck3_dir`.

use ck3_session::MAX_SESSION_LENGTH;
use reply_kit::Arguments;
use world_adapter::{MAX_ADDRESS_LENGTH, Page};

/// The arguments of `ck3_dir`.
#[derive(Clone, Debug, Arguments)]
pub struct DirArguments {
    #[arg(flatten)]
    pub(crate) command: DirCommand,
    /// The session's handle, over HTTP.
    #[arg(max_length = MAX_SESSION_LENGTH, hidden)]
    pub(crate) session: Option<String>,
}

/// What `ck3_dir` does.
#[derive(Clone, Debug, Arguments)]
pub enum DirCommand {
    /// Where home is.
    #[default]
    Pwd,
    /// Make a root the home.
    Cd {
        /// A canonical address such as root:game/common or mod:My Mod/events; home if left out. For cd, a bare root.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        path: String,
    },
    /// Files and directories in a directory.
    List {
        /// The directory; home if left out.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        path: Option<String>,
        /// Which part of the listing.
        #[arg(flatten)]
        page: PageArguments,
        /// With the size and time of each file.
        details: Option<bool>,
    },
    /// Directories below one.
    Tree {
        /// The directory; home if left out.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        path: Option<String>,
        /// How many levels.
        #[arg(min = 1, max = 20, default = "3")]
        depth: Option<u32>,
        /// Which part of the listing.
        #[arg(flatten)]
        page: PageArguments,
    },
}

/// Which part of a listing is wanted.
#[derive(Clone, Debug, Arguments)]
pub struct PageArguments {
    /// The most entries in one answer.
    #[arg(min = 1, max = 10_000, default = "200")]
    limit: Option<u32>,
    /// Continue after this address: the `after` of an answer that was truncated.
    #[arg(max_length = MAX_ADDRESS_LENGTH)]
    after: Option<String>,
}

impl From<PageArguments> for Page {
    fn from(PageArguments { limit, after }: PageArguments) -> Self {
        let page = limit.map_or_else(Self::default, |limit| Self::first(limit as usize));
        match after {
            Some(after) => page.after(after),
            None => page,
        }
    }
}
