//! L31: root keys are closed. There is no way to name a root that the laws do not.
use world_adapter::{Config, RootKey};

fn main() {
    let _ = Config::new().root(RootKey::Downloads, "x");
}
