//! A denial under WA has no name.
use replies::wa::denied::WriteDenied;

fn main() {}
