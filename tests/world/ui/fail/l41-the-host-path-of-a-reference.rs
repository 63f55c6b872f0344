//! L41: only the adapter knows where a reference leads on this machine.
use std::path::PathBuf;
use world_adapter::VisibilityRef;

fn host_path(reference: &VisibilityRef) -> PathBuf {
    reference.host_path()
}

fn main() {}
