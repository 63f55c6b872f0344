//! What the benchmarks share: interleaved rounds and medians, so that a busy machine troubles both sides alike.
//!
//! A benchmark fails if a row misses its limit, but for the exceptions listed in `report.rs`, each with its reason.
#![forbid(unsafe_code)]

mod report;

pub use report::Report;

use std::time::{Duration, Instant};

/// The median of a few measurements.
#[must_use]
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Times two pieces of work in turn and returns the median nanoseconds of each.
pub fn compare(mut ours: impl FnMut(), mut theirs: impl FnMut()) -> (f64, f64) {
    const ROUNDS: usize = 41;
    let iterations = iterations_for(&mut ours).min(iterations_for(&mut theirs));
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        a.push(nanoseconds(&mut ours, iterations));
        b.push(nanoseconds(&mut theirs, iterations));
    }
    (median(a), median(b))
}

/// The median nanoseconds of one piece of work.
pub fn once(mut work: impl FnMut()) -> f64 {
    const ROUNDS: usize = 9;
    let iterations = iterations_for(&mut work);
    median((0..ROUNDS).map(|_| nanoseconds(&mut work, iterations)).collect())
}

fn iterations_for(work: &mut impl FnMut()) -> u32 {
    let start = Instant::now();
    let mut iterations = 0;
    while start.elapsed() < Duration::from_millis(20) {
        work();
        iterations += 1;
    }
    (iterations / 8).max(1)
}

fn nanoseconds(work: &mut impl FnMut(), iterations: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..iterations {
        work();
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(iterations)
}
