//! What can be wrong with an input, as a closed set of words (L38).

use std::ops::Range;

use reply_kit::ReplyData;

/// What is wrong with an input. Every value but the last is judged from the spelling alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ReplyData)]
pub enum AddressProblem {
    /// The input is empty.
    Empty,
    /// A host path of any operating system.
    HostPath,
    /// No namespace: a bare relative path.
    NoNamespace,
    /// A namespace other than `root` and `mod`.
    UnknownNamespace,
    /// Nothing between the colon and the slash.
    NoKey,
    /// Not one of the root keys.
    UnknownRoot,
    /// Not one of the session's mods.
    UnknownMod,
    /// A `..` segment.
    ParentSegment,
    /// A backslash.
    Backslash,
    /// A control character, NUL included.
    ControlCharacter,
    /// A character that cannot be seen or that turns the direction of text.
    InvisibleCharacter,
    /// One of `< > " | ? *`.
    ReservedCharacter,
    /// A colon inside the path: a stream of another file on Windows.
    Stream,
    /// A name that ends in a dot or a space.
    TrailingDotOrSpace,
    /// A device of Windows, with or without an extension.
    DeviceName,
    /// A short name of Windows, such as `PROGRA~1`.
    ShortName,
    /// The name of one of the program's own temporary files, or one like it.
    TemporaryName,
    /// A name of more than 255 bytes.
    NameTooLong,
    /// A path of more than 128 names.
    TooDeep,
    /// An address of more than 4,000 bytes.
    AddressTooLong,
    /// A place to continue from that does not lie below the target.
    NotBelowTarget,
    /// Spelled in another letter case than on a disk that ignores letter case.
    LetterCase,
    /// Absent, hidden or outside its root: the same on purpose.
    NotFound,
}

impl AddressProblem {
    /// The rule that is broken, phrased as what would have been right.
    pub const fn expected(self) -> &'static str {
        match self {
            Self::Empty | Self::NoNamespace | Self::HostPath | Self::UnknownNamespace => {
                "<namespace>:<key>/<relative path> with namespace root or mod, such as root:game/common"
            }
            Self::NoKey => "a key after the colon, such as root:game or mod:My Mod",
            Self::UnknownRoot => "a root key: repo, game, steam, user_docs, ck3raven_data, vscode",
            Self::UnknownMod => "the name of a mod of this session, spelled exactly",
            Self::ParentSegment => "a path without '..' segments",
            Self::Backslash => "forward slashes",
            Self::ControlCharacter => "names without control characters",
            Self::InvisibleCharacter => "names without invisible or direction-changing characters",
            Self::ReservedCharacter => "names without < > \" | ? *",
            Self::Stream => "names without a colon",
            Self::TrailingDotOrSpace => "names that do not end in a dot or a space",
            Self::DeviceName => "names that are not devices of Windows (CON, NUL, COM1 ...)",
            Self::ShortName => "the long name",
            Self::TemporaryName => "names that do not begin with .ck3raven- and end with .tmp",
            Self::NameTooLong => "names of at most 255 bytes",
            Self::TooDeep => "a path of at most 128 names",
            Self::AddressTooLong => "an address of at most 4000 bytes",
            Self::NotBelowTarget => "an address below the one that is listed",
            Self::LetterCase => "the disk's own spelling, upper and lower case included",
            Self::NotFound => "the address of something visible",
        }
    }
}

/// A refused input: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bytes {}..{}: expected {}", .at.start, .at.end, .problem.expected())]
pub struct ParseWorldAddressError {
    /// What is wrong.
    pub problem: AddressProblem,
    /// The offending part of the input, in bytes.
    pub at: Range<usize>,
}

impl ParseWorldAddressError {
    pub(super) fn new(problem: AddressProblem, at: Range<usize>) -> Self {
        Self { problem, at }
    }
}
