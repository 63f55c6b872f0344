//! L90: the twin that compiles: the sources of a session, a lens over them, a question.
use std::sync::Arc;
use std::time::Duration;

use index::{Building, FoundKey, Index, KeyFilter, WaitOptions, Scope, SourceSet};

fn brave<S: SourceSet>(index: &Index, sources: &Arc<S>) -> Result<Vec<FoundKey>, Building> {
    let lens = index.lens(sources, &Scope::Everything, &WaitOptions::new(Duration::from_secs(1)))?;
    Ok(lens.object("brave", &KeyFilter::default()))
}

fn ask<S: SourceSet>() {
    let _ = brave::<S>;
}

fn main() {}
