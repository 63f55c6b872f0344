//! L61: the twin that compiles: a folder is deleted by an authorisation that says how many files go.
use replies::En;
use reply_kit::{AnyCode, ReplyBuilder, Voice};
use world_adapter::{Authority, DeleteFolder, Resolved, WorldAdapter};

fn delete<'c>(world: &WorldAdapter, enforcement: &Voice<En>, rb: ReplyBuilder<'c, AnyCode>, target: Resolved) {
    let permit = Authority::of(enforcement).authorize(target, DeleteFolder::holding(3));
    let _ = world.prepare_delete_folder(rb, permit);
}

fn main() {
    let _ = delete;
}
