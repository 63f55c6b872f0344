//! A code that is not registered has no name.
use replies::wa::invalid::PathLooksOdd;

fn main() {}
