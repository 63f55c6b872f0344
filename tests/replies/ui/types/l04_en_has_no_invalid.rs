//! An invalid reply under EN has no name.
use replies::en::invalid::BadRequest;

fn main() {}
