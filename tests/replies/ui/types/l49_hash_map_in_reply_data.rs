//! A map of plain strings is not reply data: nobody looked at its keys.
use std::collections::HashMap;

use reply_kit::ReplyData;

#[derive(ReplyData)]
struct Found {
    places: HashMap<String, u64>,
}

fn main() {}
