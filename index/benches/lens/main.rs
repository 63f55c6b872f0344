//! What a lens costs through the world adapter, as ratios to reading, or to walking and stating, the same files in the same run.
//!
//! `cargo bench -p ck3raven-index` measures the brief corpus, `cargo bench -p ck3raven-index -- full` the full one. Figures are medians of rounds in
//! processor time of one thread, each side in a block of its own; `docs/performance.md` has a run.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark is a program of its own")]
#![expect(clippy::cast_precision_loss, reason = "figures are for reading")]
#![cfg_attr(not(unix), allow(unfulfilled_lint_expectations, reason = "stamps are those of Unix"))]

#[cfg(unix)]
mod corpus;
#[cfg(unix)]
mod floor;
#[cfg(unix)]
mod measured;
#[cfg(unix)]
mod playset;

fn main() {
    #[cfg(unix)]
    measured::run();
}
