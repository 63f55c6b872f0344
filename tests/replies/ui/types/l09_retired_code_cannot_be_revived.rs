//! What says why a code is gone cannot be satisfied by hand.
mod library {
    reply_kit::registry!("own_layers.toml");
}

impl library::shlf::invalid::BookAwayIsRetired for library::Shlf {}

fn main() {}
