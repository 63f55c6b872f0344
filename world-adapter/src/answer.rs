//! The world's successes, given with the world's voice (L05): tools hold the data, the adapter says it.

use replies::Wa;
use replies::wa::success::{AddressResolved, DirectoryListed, FileRead, FilesRead, LogRead, ScriptParsed, TreeListed};
use reply_kit::{DeclaresSuccess, Reply, ReplyBuilder, ReplyObject, SucceededBy};

use crate::logs::LogData;
use crate::read::file::FileText;
use crate::read::list::Listing;
use crate::read::tree::Tree;
use crate::read::{CheckData, FileTexts};
use crate::resolve::resolved::ResolvedData;
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
    ResolvedData => AddressResolved
);

impl WorldAdapter {
    /// Ends the call with what the world found.
    pub fn answer<'c, D: Answerable, T: DeclaresSuccess<D::Code, D>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        found: &D,
    ) -> Reply<'c> {
        rb.success(&self.voice, D::success(), found)
    }
}
