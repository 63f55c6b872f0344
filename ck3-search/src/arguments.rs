//! What an agent gives to `ck3_search`.

use ck3_session::MAX_SESSION_LENGTH;
use reply_kit::Arguments;
use world_adapter::MAX_ADDRESS_LENGTH;

/// The longest text or pattern that is searched for.
pub(crate) const MAX_QUERY: usize = 1_000;
/// The longest glob.
pub(crate) const MAX_GLOB: usize = 500;
/// The longest cursor: a path in hexadecimal, and some numbers.
pub(crate) const MAX_CURSOR: usize = 2 * MAX_ADDRESS_LENGTH + 100;
/// How many hits an answer has by default.
const DEFAULT_LIMIT: u32 = 50;

/// The arguments of `ck3_search`.
#[derive(Clone, Debug, Arguments)]
pub struct SearchArguments {
    #[arg(flatten)]
    pub(crate) command: SearchCommand,
    /// Only the game (root:game) or one mod (mod:My Mod).
    #[arg(max_length = MAX_ADDRESS_LENGTH)]
    pub(crate) source: Option<String>,
    /// Only below this folder of each source: common/traits.
    #[arg(max_length = MAX_ADDRESS_LENGTH)]
    pub(crate) folder: Option<String>,
    /// The most hits in one answer.
    #[arg(min = 1, max = 1_000, default = "50")]
    pub(crate) limit: Option<u32>,
    /// Continue: the `cursor` of an earlier answer to the same question.
    #[arg(max_length = MAX_CURSOR)]
    pub(crate) cursor: Option<String>,
    /// The session's handle, over HTTP.
    #[arg(max_length = MAX_SESSION_LENGTH, hidden)]
    pub(crate) session: Option<String>,
}

/// What `ck3_search` looks for.
#[derive(Clone, Debug, Arguments)]
pub enum SearchCommand {
    /// Lines that hold a text.
    #[default]
    Text {
        /// The text, or with regex a pattern of Rust's regex crate, within one line; of a symbol the key or its beginning.
        #[arg(max_length = MAX_QUERY)]
        query: String,
        /// The query is a regular expression.
        regex: Option<bool>,
        /// Letter case does not matter.
        ignore_case: Option<bool>,
        /// Whole words only.
        word: Option<bool>,
        /// Only files whose name, or path if it has a slash, fits: *.txt, events/**/*.txt.
        #[arg(max_length = MAX_GLOB)]
        glob: Option<String>,
        /// Only localization of this language: english.
        #[arg(max_length = 32)]
        language: Option<String>,
    },
    /// Keys that begin with a text.
    Symbols {
        /// The text, or with regex a pattern of Rust's regex crate, within one line; of a symbol the key or its beginning.
        #[arg(max_length = MAX_QUERY)]
        query: String,
        /// Only localization of this language: english.
        #[arg(max_length = 32)]
        language: Option<String>,
    },
    /// Who uses a key.
    References {
        /// The text, or with regex a pattern of Rust's regex crate, within one line; of a symbol the key or its beginning.
        #[arg(max_length = MAX_QUERY)]
        query: String,
        /// Only files whose name, or path if it has a slash, fits: *.txt, events/**/*.txt.
        #[arg(max_length = MAX_GLOB)]
        glob: Option<String>,
    },
    /// Files by glob.
    Files {
        /// Only files whose name, or path if it has a slash, fits: *.txt, events/**/*.txt.
        #[arg(max_length = MAX_GLOB)]
        glob: String,
    },
}

impl SearchArguments {
    pub(crate) fn limit(&self) -> usize {
        self.limit.unwrap_or(DEFAULT_LIMIT) as usize
    }
}
