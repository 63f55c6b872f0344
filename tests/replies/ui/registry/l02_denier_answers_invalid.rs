//! Who refuses by policy does not say what is wrong with a request.
reply_kit::registry!("../../../../reply-registry/tests/registries/l02_denier_answers_invalid.toml");

fn main() {}
