//! A voice has one owner.
use replies::En;
use reply_kit::Voice;

fn share(voice: &Voice<En>) -> (Voice<En>, Voice<En>) {
    (voice.clone(), voice.clone())
}

fn main() {}
