//! The authority is not built by hand; it takes enforcement's voice to have it.
fn forge() -> world_adapter::Authority {
    world_adapter::Authority(())
}

fn main() {}
