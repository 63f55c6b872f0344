//! What an index does with files on a real disk, by stamps as Unix has them.
#![cfg(unix)]

mod large;
mod never_stale;
mod playset;
mod sharing;
mod support;
