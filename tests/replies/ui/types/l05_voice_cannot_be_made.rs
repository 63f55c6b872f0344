//! A voice is handed out at the start, and nowhere else.
use reply_core::{En, Voice};

fn main() {
    let _: Voice<En> = Voice { layer: std::marker::PhantomData };
}
