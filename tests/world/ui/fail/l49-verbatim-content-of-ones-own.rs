//! L49: verbatim content, which nobody scans, comes from the world's voice alone.
use reply_core::{En, Verbatim, Voice};

fn smuggle(voice: &Voice<En>) -> Verbatim {
    Verbatim::read_from_file(voice, "/etc/passwd".to_owned())
}

fn main() {}
