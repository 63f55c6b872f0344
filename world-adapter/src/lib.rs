//! The agent's map of the world: what an address names, whether it is visible, and contained access to what is there.
//!
//! An agent writes `root:game/common/traits` or `mod:My Mod/events`. [`WorldAdapter::resolve`] turns that into a
//! [`Resolved`] target with a [`VisibilityRef`], or into one reply that lets the agent correct itself. Lists, trees and
//! reads go through a reference, and [`WorldAdapter::sources`] reads the game and all mods in bulk. Changes go through an
//! [`Authorized`] operation, which only the one [`Authority`] makes.
//!
//! **Invariant:** this crate says what is where, never whether something is permitted (L46). It knows no policy, no
//! contract, no current directory, and no way to tell a host path to anyone.
//!
//! Start reading at [`WorldAdapter::resolve`], then [`WorldAddress`] for the grammar and `contained` for what keeps every
//! access beneath its root. Authority enters through three entry points: [`WorldAdapter::open`] (the operator's configuration
//! opens directories), [`SessionAuthority`] (a session's mods and mode) and [`Authority`] (enforcement authorises a change).
//!
//! ```
//! use world_adapter::{Mods, WorldAddress};
//!
//! let traits = WorldAddress::parse("root:game/common/traits", &Mods::none()).unwrap();
//! assert_eq!(traits.relative_path(), "common/traits");
//! assert!(WorldAddress::parse("root:game/../secret", &Mods::none()).is_err());
//! ```
#![forbid(unsafe_code)]

#[macro_use]
mod short_debug;

mod address;
mod answer;
mod change;
mod codes;
mod logs;
mod read;
mod resolve;
mod roots;
mod session;
mod validate;
mod world;

pub use address::nearest::nearest;
pub use address::{
    AddressKey, AddressProblem, MAX_ADDRESS_LENGTH, ParseWorldAddressError, RootKey, WorldAddress, echoed_input,
};
pub use answer::{Answerable, ComposedSuccess, PlaysetPart};
pub use change::{
    Attributes, Authorisation, Authority, Authorized, BoundContent, ChangeFailure, Changed, CreateMod, CreatedMod,
    CurrentFile, Delete, DeleteFolder, DryRunPreview, FileContent, FolderEntry, FolderSnapshot, FolderSummary, Found,
    FoundFolder, MAX_FOLDER_BYTES, MAX_FOLDER_ENTRIES, MAX_WHOLE_DIFFERENCE, NewMod, Operation, OperationName,
    Prepared, Preparing, Preview, Proposal, RemoveMod, Rename, Replacement, Replaces, RestoreFolder, Syntax,
    Unfinished, Write, difference, difference_beginning, first_lines, wait_for_lock, whole_difference,
};
pub use codes::{ChangeCodes, ListCodes, LogCodes, ReadCodes, ReferenceCodes, ResolveCodes};
pub use logs::{
    LoadFacts, LoadLog, LoadedOverride, LogData, LogEntry, LogFileState, LogLevel, LogLocation, LogMarks, LogName,
    LogOrder, LogQuery, LogState, LogsSince,
};
pub use read::{
    CheckData, DefinitionData, Depth, Digest, Encoding, Excerpt, FileDetails, FileProblems, FileText, FileTexts,
    FileVisitor, FoundFile, InstalledVersion, Kind, LineEnds, Listing, MAX_EXCERPT, MAX_FILE, OtherEntry, Page,
    ParseDigestError, Part, ReadLimit, ReadSourceError, SourceBytes, SourceFolder, SourceReader, Tree, UnopenedSource,
    WalkEnd, WalkOptions, WalkReport, WorldSource, WorldSources,
};
pub use resolve::{
    Domain, Existence, IdentifyError, Identity, LocationDigest, Resolved, ResolvedData, TOKEN_CAPACITY, VisibilityRef,
    Visible,
};
pub use roots::{
    Config, FileStat, ModSource, RootReport, RootState, SessionConfig, StartReport, create_private_folder,
    open_private, open_regular, read_regular, sync_names,
};
pub use session::{
    AliasedMod, MAX_MODS, Mod, Mode, Mods, Playset, PlaysetError, PlaysetSource, Session, SessionAuthority, SessionId,
    SessionLabel, SessionReport, TooManySessionsError, UnusedMod, UnusedReason, playset_name,
};
pub use session::{DescriptorValue, ModName};
pub use validate::{
    BaselineUse, DeepCheckData, DeepCheckError, DeepFile, DeepFinding, DeepPlace, ValidatorConfig, ValidatorError,
    ValidatorProblem,
};
pub use world::WorldAdapter;
