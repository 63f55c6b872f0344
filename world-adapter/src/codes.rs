//! What each thing the adapter does can answer: a tool that does it declares these codes.

use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{
    ContentDiffers, EncodingCannotHold, FileTooLarge, ModeNotInitialised, NotADirectory, NotAFile, NotText,
    PathNotFound, RangeOutsideFile, ReferenceUnknown, TargetBusy, TargetExists, TargetIsLink, TargetReadOnly,
    TextCountDiffers,
};
use reply_kit::code_set;

code_set! {
    /// What resolving an address can answer.
    pub trait ResolveCodes = ModeNotInitialised, PathNotFound, ReadFailed, VisibilityCapacityExceeded;
    /// What using a reference that was kept can answer: it may be another process's.
    pub trait ReferenceCodes = ReferenceUnknown;
    /// What listing a directory can answer.
    pub trait ListCodes = PathNotFound, NotADirectory, ReadFailed;
    /// What reading a file can answer.
    pub trait ReadCodes = PathNotFound, NotAFile, FileTooLarge, RangeOutsideFile, ReadFailed;
    /// What preparing and making a change can answer, as far as it is about the world.
    pub trait ChangeCodes =
        PathNotFound, NotADirectory, NotAFile, FileTooLarge, ContentDiffers, EncodingCannotHold, NotText, TargetBusy,
        TargetExists, TargetIsLink, TargetReadOnly, TextCountDiffers, ReadFailed;
}
