//! L41, L49: the type that holds host paths cannot even be named.
use world_adapter::host_path::HostPath;

fn main() {}
