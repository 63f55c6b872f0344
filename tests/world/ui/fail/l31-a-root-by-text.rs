//! L31: a root is configured by its key, not by a text.
use world_adapter::Config;

fn main() {
    let _ = Config::new().root("downloads", "x");
}
