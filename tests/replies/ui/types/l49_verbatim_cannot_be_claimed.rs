//! Which layer hands out file content as it is, is the registry's to say.
mod library {
    reply_kit::registry!("own_layers.toml");
}

impl reply_kit::ReadsVerbatim for library::Shlf {}

fn main() {}
