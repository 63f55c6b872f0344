//! The four pairs that are not in the table have no module and no enum; each is an error of its own.
use replies::ct::denied;
use replies::en::Invalid;
use replies::mcp::Denied;
use replies::wa::denied::WriteDenied;

fn main() {}
