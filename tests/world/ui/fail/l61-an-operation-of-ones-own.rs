//! L61: the operations are closed.
use world_adapter::{Operation, OperationName};

struct Format;

impl Operation for Format {
    const NAME: OperationName = OperationName::Delete;
}

fn main() {}
