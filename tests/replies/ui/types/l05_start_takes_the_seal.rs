//! The voices come from the `start` that the macro writes: another has no seal to show, and makes no voice of a layer.
mod library {
    reply_kit::registry!("own_layers.toml");
}

use library::Rule;
use reply_kit::__private::start;
use reply_kit::{CrashDir, Voice};

fn main() {
    let _ = start(&(), &library::REGISTRY, CrashDir::at("crashes"), |mint| -> Voice<Rule> { mint.voice() });
}
