//! A tool cannot open an enforcement of its own: that takes EN's voice.
use std::sync::Arc;

use enforcement::{Enforcement, EnforcementParts};
use replies::Mcp;
use reply_kit::Voice;

fn open(voice: Arc<Voice<Mcp>>, parts: EnforcementParts) -> Enforcement {
    Enforcement::new(voice, parts)
}

fn main() {}
