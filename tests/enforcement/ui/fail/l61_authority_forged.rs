//! There is one authority, and the world hands it out once.
fn forge() -> world_adapter::Authority {
    world_adapter::Authority(())
}

fn main() {}
