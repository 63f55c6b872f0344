//! The layers are those that the program states.
reply_kit::registry!("../../../../reply-registry/tests/registries/l04_layers_stated.toml", layers { WA: SIE, EN: SIE, DB: SE, MCP: EIS });

fn main() {}
