//! L61: the authorisation to delete one file does not delete a folder with everything in it.
use reply_kit::{AnyCode, ReplyBuilder};
use world_adapter::{Authorized, Delete, WorldAdapter};

fn delete<'c>(world: &WorldAdapter, rb: ReplyBuilder<'c, AnyCode>, permit: Authorized<Delete>) {
    let _ = world.prepare_delete_folder(rb, permit);
}

fn main() {}
