//! The codes that each operation of the adapter can answer: a tool that uses it declares these codes.

use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{
    ContentDiffers, EncodingCannotHold, FileInUse, FileTooLarge, FolderNotEmpty, FolderNotMovable, FolderTooLarge,
    LogCursorUnknown, LogNotFound, ModeNotInitialised, NotADirectory, NotAFile, NotText, OtherDisk, PathNotFound,
    RangeOutsideFile, ReferenceUnknown, ScriptInvalid, TargetBusy, TargetExists, TargetIsLink, TargetReadOnly,
    TextCountDiffers,
};
use reply_kit::code_set;

code_set! {
    /// What resolving an address can answer.
    pub trait ResolveCodes = ModeNotInitialised, PathNotFound, ReadFailed, VisibilityCapacityExceeded;
    /// What using a stored reference can answer: it may belong to another process.
    pub trait ReferenceCodes = ReferenceUnknown;
    /// What listing a directory can answer.
    pub trait ListCodes = PathNotFound, NotADirectory, ReadFailed;
    /// What reading a file can answer.
    pub trait ReadCodes = PathNotFound, NotAFile, FileInUse, FileTooLarge, RangeOutsideFile, ReadFailed;
    /// What reading the game's logs can answer.
    pub trait LogCodes = LogNotFound, LogCursorUnknown, ModeNotInitialised, ReadFailed;
    /// What preparing and making a change can answer, as far as WA decides it.
    pub trait ChangeCodes =
        ContentDiffers, EncodingCannotHold, FileInUse, FileTooLarge, FolderNotEmpty, FolderNotMovable, FolderTooLarge, NotADirectory, NotAFile, NotText, OtherDisk, PathNotFound, ReadFailed,
        ScriptInvalid, TargetBusy, TargetExists, TargetIsLink, TargetReadOnly, TextCountDiffers;
}
