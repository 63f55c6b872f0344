//! L61: the authority is not built by hand; it takes the voice of enforcement to have it.
use world_adapter::Authority;

fn forge() -> Authority {
    Authority(())
}

fn main() {}
