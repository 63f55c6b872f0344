//! The server as a client meets it: the real program on stdin and stdout, spoken to line by line.
#![expect(clippy::unwrap_used, reason = "what goes wrong in a test ends it")]
#![expect(clippy::needless_pass_by_value, reason = "`call(\"ck3_dir\", json!({}))` reads better without a borrow")]

mod asking;
mod bundle;
mod corrections;
#[cfg(unix)]
mod creating;
#[cfg(unix)]
mod deciding;
#[cfg(unix)]
mod deep;
mod endings;
mod eras;
mod faults;
mod flow;
mod http;
mod journal;
mod large;
mod log;
mod offered;
mod operator;
#[cfg(unix)]
mod people;
mod playsets;
mod pressure;
mod progress;
mod replies;
mod schemas;
mod search;
mod selecting;
mod server;
mod sharing;
mod stable;
#[cfg(unix)]
mod streams;
#[cfg(unix)]
mod terminal;
mod undo;
#[cfg(unix)]
mod undo_terminal;
