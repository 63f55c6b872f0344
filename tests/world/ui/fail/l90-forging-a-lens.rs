//! L90: a lens is made from the sources of a session, and from nothing else.
use std::sync::Arc;

use index::PlaysetLens;

fn everything<S>(sources: Arc<S>) -> PlaysetLens<S> {
    PlaysetLens { sources }
}

fn main() {
    let _ = everything::<()>;
}
