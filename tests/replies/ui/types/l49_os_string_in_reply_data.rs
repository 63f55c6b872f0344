//! What the operating system calls a file is not reply data.
use reply_kit::ReplyData;

#[derive(ReplyData)]
struct Found {
    count: u64,
    place: std::ffi::OsString,
}

fn main() {}
