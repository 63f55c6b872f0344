//! A voice has one owner.
use reply_core::{En, Voice};

fn share(voice: &Voice<En>) -> (Voice<En>, Voice<En>) {
    (voice.clone(), voice.clone())
}

fn main() {}
