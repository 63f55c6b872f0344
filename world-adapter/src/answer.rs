//! The world adapter's successes, given with WA's voice (L05): tools hold the data, the adapter makes the reply.

use replies::Wa;
use replies::wa::invalid::{NotInPlayset, ObjectUnknown};
use replies::wa::success::{
    AddressResolved, ConflictsListed, DirectoryListed, FileRead, FilesFound, FilesJudged, FilesRead, LogRead,
    LogsCompared, ModValidated, ObjectsJudged, OnActionMerged, PatchPlaced, ReferencesFound, ScriptParsed,
    SymbolsFound, TextFound, TreeListed,
};
use reply_kit::{Declares, DeclaresSuccess, Reply, ReplyBuilder, ReplyData, ReplyObject, SucceededBy, Terminal, Text};

use crate::logs::LogData;
use crate::read::file::FileText;
use crate::read::list::Listing;
use crate::read::tree::Tree;
use crate::read::{CheckData, FileTexts};
use crate::resolve::resolved::ResolvedData;
use crate::validate::DeepCheckData;
use crate::world::WorldAdapter;

/// What the adapter itself found: a [`Listing`], a [`Tree`], a [`FileText`], a [`ResolvedData`]. Only this crate implements it (L05).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what the world adapter found: it has no code of the adapter's",
    label = "not the adapter's own data",
    note = "for what is composed of files that the adapter read, there is `WorldAdapter::answer_composed`"
)]
pub trait Answerable: ReplyObject + sealed::OfThisCrate {
    /// The success that carries it, and no other data.
    type Code: SucceededBy<Wa>;
    /// The code.
    #[doc(hidden)]
    const SUCCESS: Self::Code;
}

/// A success of what crates above this one compose of the files that the adapter read: the lens, the search, the log beside the
/// lens. Which data it carries is in the `codes!` list of the tool.
#[diagnostic::on_unimplemented(
    message = "the world adapter says `{Self}` of its own data alone, not of what another crate composed",
    label = "a code of the adapter itself",
    note = "answer with what the adapter returned, or with a code for what is composed of it: see `composed` in `world-adapter/src/answer.rs`"
)]
pub trait ComposedSuccess: SucceededBy<Wa> + sealed::OfThisCrate {}

mod sealed {
    /// Data or a code that this crate names: no other crate can.
    #[diagnostic::on_unimplemented(
        message = "which data and codes are the world adapter's is for `world-adapter` to say, and `{Self}` is not one",
        label = "not the adapter's"
    )]
    pub trait OfThisCrate {}
}

macro_rules! own {
    ($($data:ty => $code:ident),+ $(,)?) => {$(
        impl sealed::OfThisCrate for $data {}
        impl Answerable for $data {
            type Code = $code;
            const SUCCESS: $code = $code;
        }
    )+};
}
own! {
    Listing => DirectoryListed,
    Tree => TreeListed,
    FileText => FileRead,
    FileTexts => FilesRead,
    CheckData => ScriptParsed,
    LogData => LogRead,
    DeepCheckData => ModValidated,
    ResolvedData => AddressResolved,
}

macro_rules! composed {
    ($($code:ident),+ $(,)?) => {$(
        impl sealed::OfThisCrate for $code {}
        impl ComposedSuccess for $code {}
    )+};
}
composed! {
    ObjectsJudged, FilesJudged, ConflictsListed, OnActionMerged, PatchPlaced, LogsCompared,
    TextFound, ReferencesFound, SymbolsFound, FilesFound,
}

/// A part of a playset that was named and does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ReplyData)]
pub enum PlaysetPart {
    /// A folder of the game's layout.
    Folder,
    /// A file of the game's layout.
    File,
    /// A language of localization.
    Language,
}

impl WorldAdapter {
    /// Ends the call: no source that the session sees has this part. `nearest` lists parts that exist.
    pub fn not_in_playset<'c, T: Declares<NotInPlayset>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        part: PlaysetPart,
        name: &str,
        nearest: &[impl AsRef<str>],
    ) -> Terminal<'c> {
        let nearest = nearest.iter().map(|near| Text::echo(near.as_ref())).collect();
        rb.invalid(&self.voice, NotInPlayset { kind: part.word(), name: Text::echo(name), nearest })
    }

    /// Ends the call: nothing that the session sees defines a key.
    pub fn no_object<'c, T: Declares<ObjectUnknown>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        missing: ObjectUnknown,
    ) -> Terminal<'c> {
        rb.invalid(&self.voice, missing)
    }

    /// Ends the call with what the world found.
    pub fn answer<'c, D: Answerable, T: DeclaresSuccess<D::Code, D>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        found: &D,
    ) -> Reply<'c> {
        rb.success(&self.voice, D::SUCCESS, found)
    }

    /// Ends the call with what a crate above composed of what the world found. Which files do is a list: the architecture lint
    /// (`THE_WORLD_SPEAKS_FOR_ITS_OWN`) lets no other one name this method.
    pub fn answer_composed<'c, C: ComposedSuccess, D: ReplyObject, T: DeclaresSuccess<C, D>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        code: C,
        composed: &D,
    ) -> Reply<'c> {
        rb.success(&self.voice, code, composed)
    }
}
