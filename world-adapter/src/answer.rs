//! The world's successes, given with the world's voice (L05): tools hold the data, the adapter says it.

use replies::Wa;
use replies::wa::invalid::ObjectUnknown;
use replies::wa::success::{
    AddressResolved, DirectoryListed, FileRead, FilesRead, LogRead, ModValidated, ScriptParsed, TreeListed,
};
use reply_kit::{Declares, DeclaresSuccess, Reply, ReplyBuilder, ReplyObject, SucceededBy, Terminal, Text};

use crate::logs::LogData;
use crate::read::file::FileText;
use crate::read::list::Listing;
use crate::read::tree::Tree;
use crate::read::{CheckData, FileTexts};
use crate::resolve::resolved::ResolvedData;
use crate::validate::DeepCheckData;
use crate::world::WorldAdapter;

/// Something the world found, and may end a call with: a [`Listing`], a [`Tree`], a [`FileText`], a [`ResolvedData`].
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

impl WorldAdapter {
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
