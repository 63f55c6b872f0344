//! A voice is handed out at the start, and nowhere else.
use replies::En;
use reply_kit::Voice;

fn main() {
    let _: Voice<En> = Voice { layer: std::marker::PhantomData };
}
