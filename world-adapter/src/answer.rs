//! The world's successes, given with the world's voice (L05): tools hold the data, the adapter says it.

use replies::wa::success::{AddressResolved, DirectoryListed, FileRead, TreeListed};
use reply_core::{Reply, ReplyBuilder, Voice, Wa};

use crate::list::Listing;
use crate::read::FileText;
use crate::resolved::ResolvedData;
use crate::tree::Tree;
use crate::world::WorldAdapter;

mod sealed {
    use reply_core::{Reply, ReplyBuilder, Voice, Wa};

    pub trait Say {
        fn say<'c>(&self, rb: ReplyBuilder<'c>, voice: &Voice<Wa>) -> Reply<'c>;
    }
}

/// Something the world found, and may end a call with: a [`Listing`], a [`Tree`], a [`FileText`], a [`ResolvedData`].
pub trait Answerable: sealed::Say {}

macro_rules! answers {
    ($($data:ty => $code:ident),+) => {$(
        impl Answerable for $data {}
        impl sealed::Say for $data {
            fn say<'c>(&self, rb: ReplyBuilder<'c>, voice: &Voice<Wa>) -> Reply<'c> {
                rb.success(voice, $code, self)
            }
        }
    )+};
}
answers!(Listing => DirectoryListed, Tree => TreeListed, FileText => FileRead, ResolvedData => AddressResolved);

impl WorldAdapter {
    /// Ends the call with what the world found.
    pub fn answer<'c>(&self, rb: ReplyBuilder<'c>, found: &impl Answerable) -> Reply<'c> {
        found.say(rb, &self.voice)
    }
}
