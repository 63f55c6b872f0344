//! The server as a client meets it: the real program on stdin and stdout, spoken to line by line.

mod eras;
mod faults;
mod flow;
mod offered;
mod operator;
mod replies;
mod server;
mod stable;
