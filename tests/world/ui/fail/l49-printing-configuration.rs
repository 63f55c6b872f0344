//! L49: a configured mod does not show where it lies.
use world_adapter::ModSource;

fn show(source: &ModSource) -> String {
    format!("{source}")
}

fn main() {}
