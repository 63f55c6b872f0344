//! An enum whose variants hold data, as an argument: one error, where the data is.
use reply_kit::{Argument, Arguments};

#[derive(Argument)]
enum Order {
    By(String),
    None,
}

#[derive(Arguments)]
struct List {
    order: Order,
}

fn main() {}
