//! Every reply of this program, as types: the one place where `registry.toml` becomes Rust.

reply_kit::registry!("../registry.toml", layers { SHLF: SIE, RULE: DE, DESK: IE });
