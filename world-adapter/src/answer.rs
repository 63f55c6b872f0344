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

/// Data that the world adapter may end a call with: a [`Listing`], a [`Tree`], a [`FileText`], a [`ResolvedData`].
///
/// Crates above this one say it of what they compose of the files that the adapter read, with the codes that are there for that.
/// What the adapter found itself carries codes that no other data can have. Which files compose is a list: the architecture lint
/// (`THE_WORLD_SPEAKS_FOR_ITS_OWN`) lets no other one name this trait.
pub trait Answerable: ReplyObject {
    /// The success that carries it.
    type Code: SuccessOf<Self>;
}

/// A success of the world that may carry `D`. Only this crate implements it (L05).
#[diagnostic::on_unimplemented(
    message = "the world adapter says `{Self}` of its own data alone, and not of `{D}`",
    label = "a code of the adapter itself",
    note = "answer with what the adapter returned, or with a code for what is composed of it: see `composed` in `world-adapter/src/answer.rs`"
)]
pub trait SuccessOf<D: ?Sized>: SucceededBy<Wa> + sealed::OfThisCrate<D> {
    /// The code.
    #[doc(hidden)]
    const SUCCESS: Self;
}

mod sealed {
    /// A pair of code and data that this crate names: nobody else can.
    #[diagnostic::on_unimplemented(
        message = "which data `{Self}` carries is for `world-adapter` to say, and it does not carry `{D}`",
        label = "not a pair of the adapter's"
    )]
    pub trait OfThisCrate<D: ?Sized> {}
}

/// What the adapter itself found, each with its code: no other data has that code.
macro_rules! own {
    ($($data:ty => $code:ident),+ $(,)?) => {$(
        impl sealed::OfThisCrate<$data> for $code {}
        impl SuccessOf<$data> for $code {
            const SUCCESS: Self = $code;
        }
        impl Answerable for $data {
            type Code = $code;
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

/// What crates above compose of what the adapter read: the lens, the search, the log beside the lens.
macro_rules! composed {
    ($($code:ident),+ $(,)?) => {$(
        impl<D: ?Sized> sealed::OfThisCrate<D> for $code {}
        impl<D: ?Sized> SuccessOf<D> for $code {
            const SUCCESS: Self = $code;
        }
    )+};
}
composed! {
    ObjectsJudged, FilesJudged, ConflictsListed, OnActionMerged, PatchPlaced, LogsCompared,
    TextFound, ReferencesFound, SymbolsFound, FilesFound,
}

/// What was searched for in the game's databases, and the nearest keys.
#[derive(Clone, Debug)]
pub struct MissingObject {
    /// The key, as the agent wrote it.
    pub key: Text,
    /// The folder that was searched; empty for everything.
    pub folder: Text,
    /// How many files were searched.
    pub searched: usize,
    /// How many files and folders there could not be read, and may define it.
    pub unreadable: usize,
    /// Keys that are spelled nearly like it.
    pub nearest: Vec<Text>,
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
        nearest: &[String],
    ) -> Terminal<'c> {
        let nearest = nearest.iter().map(|near| Text::echo(near)).collect();
        rb.invalid(&self.voice, NotInPlayset { kind: part.word(), name: Text::echo(name), nearest })
    }

    /// Ends the call: nothing that the session sees defines a key.
    pub fn no_object<'c, T: Declares<ObjectUnknown>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        missing: MissingObject,
    ) -> Terminal<'c> {
        let MissingObject { key, folder, searched, unreadable, nearest } = missing;
        let (searched, unreadable) = (searched as u64, unreadable as u64);
        rb.invalid(&self.voice, ObjectUnknown { key, folder, searched, unreadable, nearest })
    }

    /// Ends the call with what the world found.
    pub fn answer<'c, D: Answerable, T: DeclaresSuccess<D::Code, D>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        found: &D,
    ) -> Reply<'c> {
        rb.success(&self.voice, D::Code::SUCCESS, found)
    }
}
