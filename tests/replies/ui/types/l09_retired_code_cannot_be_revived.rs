//! What says why a code is gone cannot be satisfied by hand.
mod library {
    reply_kit::registry!("own_layers.toml");
}

impl<'never> library::shlf::invalid::BookAwayIsRetired<'never> for () {}

fn main() {}
