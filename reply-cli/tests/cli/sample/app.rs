//! What uses the sample registry.

use replies::wa::{invalid, success::Resolved};

pub fn found() -> Resolved {
    Resolved
}

pub fn not_found(target: replies::Address) -> invalid::PathNotFound {
    invalid::PathNotFound { target, tried: 3 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_there() {
        let _: fn(replies::Address) -> invalid::PathNotFound = not_found;
    }
}
