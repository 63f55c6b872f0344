//! What an index does with files on a real disk.

mod large;
mod never_stale;
mod playset;
mod sharing;
mod support;
