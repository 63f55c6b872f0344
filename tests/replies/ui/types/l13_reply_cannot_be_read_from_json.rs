//! A reply is not read from JSON.
fn replay(json: &str) -> reply_kit::Reply<'static> {
    serde_json::from_str(json).unwrap()
}

fn main() {}
