//! The world's successes, given with the world's voice (L05): tools hold the data, the adapter says it.

use replies::Wa;
use replies::wa::invalid::{NotInPlayset, ObjectUnknown};
use replies::wa::success::{
    AddressResolved, DirectoryListed, FileRead, FilesRead, LogRead, ModValidated, ScriptParsed, TreeListed,
};
use reply_kit::{Declares, DeclaresSuccess, Reply, ReplyBuilder, ReplyObject, SucceededBy, Terminal, Text, Word};

use crate::logs::LogData;
use crate::read::file::FileText;
use crate::read::list::Listing;
use crate::read::tree::Tree;
use crate::read::{CheckData, FileTexts};
use crate::resolve::resolved::ResolvedData;
use crate::validate::DeepCheckData;
use crate::world::WorldAdapter;

/// Something the world found, and may end a call with: a [`Listing`], a [`Tree`], a [`FileText`], a [`ResolvedData`].
///
/// It is open because crates above this one compose what it found. Which ones do is a list: the architecture lint
/// (`THE_WORLD_SPEAKS_FOR_ITS_OWN`) lets no other file name it.
pub trait Answerable: ReplyObject {
    /// The success that carries it.
    type Code: SucceededBy<Wa>;

    /// That code.
    #[doc(hidden)]
    fn success() -> Self::Code;
}

macro_rules! answers {
    ($($data:ty => $code:ident),+) => {$(
        impl Answerable for $data {
            type Code = $code;
            fn success() -> $code {
                $code
            }
        }
    )+};
}
answers!(
    Listing => DirectoryListed,
    Tree => TreeListed,
    FileText => FileRead,
    FileTexts => FilesRead,
    CheckData => ScriptParsed,
    LogData => LogRead,
    DeepCheckData => ModValidated,
    ResolvedData => AddressResolved
);

/// What was looked for in the game's databases, and what comes near.
#[derive(Clone, Debug)]
pub struct MissingObject {
    /// The key, as the agent wrote it.
    pub key: Text,
    /// The folder that was looked through; empty for everything.
    pub folder: Text,
    /// How many files were looked through.
    pub searched: usize,
    /// Keys that are nearly like it.
    pub nearest: Vec<Text>,
}

/// A part of a playset that was named and is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaysetPart {
    /// A folder of the game's layout.
    Folder,
    /// A file of the game's layout.
    File,
    /// A language of localization.
    Language,
}

impl PlaysetPart {
    const fn word(self) -> Word {
        match self {
            Self::Folder => Word::new("folder"),
            Self::File => Word::new("file"),
            Self::Language => Word::new("language"),
        }
    }
}

impl WorldAdapter {
    /// Ends the call: no source that the session sees has this part. `nearest` are parts that it sees.
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
        let MissingObject { key, folder, searched, nearest } = missing;
        rb.invalid(&self.voice, ObjectUnknown { key, folder, searched: searched as u64, nearest })
    }

    /// Ends the call with what the world found.
    pub fn answer<'c, D: Answerable, T: DeclaresSuccess<D::Code, D>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        found: &D,
    ) -> Reply<'c> {
        rb.success(&self.voice, D::success(), found)
    }
}
