//! L90: an index answers nothing; a query takes a lens over a session's sources.
use index::{Index, IndexOptions, KeyFilter};

fn main() {
    let index = Index::new(IndexOptions::default());
    let _ = index.object("brave", &KeyFilter::default());
}
