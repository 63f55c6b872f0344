//! Enforcement takes EN's voice.
use std::sync::Arc;

use enforcement::{Enforcement, EnforcementParts};
use replies::En;
use reply_kit::Voice;

fn open(voice: Arc<Voice<En>>, parts: EnforcementParts) -> Enforcement {
    Enforcement::new(voice, parts)
}

fn main() {
    let _ = open;
}
