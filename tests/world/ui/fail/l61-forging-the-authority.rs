//! L61: the authority is handed out once, where the world is opened.
use world_adapter::Authority;

fn forge() -> Authority {
    Authority(())
}

fn main() {}
