//! What an agent may see.
use reply_kit::{Address, CodeRef, Id, NoData, ArgumentProblem, ReplyData, Schemas, Text};
use std::collections::BTreeMap;

/// A listing.
#[derive(ReplyData)]
struct Listing {
    /// The directory.
    target: Address,
    entries: Vec<Entry>,
    truncated: bool,
    next: Option<Address>,
    code: Option<CodeRef>,
    id: Id,
    notes: BTreeMap<Text, u64>,
    problems: Vec<ArgumentProblem>,
    wrapped: Wrapped,
    ratio: f64,
}

#[derive(ReplyData)]
struct Entry {
    address: Address,
    kind: Kind,
}

#[derive(ReplyData)]
struct Page<T> {
    items: Vec<T>,
    total: usize,
}

#[derive(Clone, Copy, ReplyData)]
enum Kind {
    File,
    SymbolicLink,
}

#[derive(ReplyData)]
struct Wrapped(Text);

fn is_reply_data<D: ReplyData>() {}

fn main() {
    is_reply_data::<Listing>();
    is_reply_data::<NoData>();
    is_reply_data::<Page<Listing>>();
    assert_eq!(Kind::SymbolicLink.word().as_str(), "symbolic_link");
    assert_eq!(Kind::File.word().as_str(), "file");
    let _ = Schemas::default().of::<Listing>();
}
