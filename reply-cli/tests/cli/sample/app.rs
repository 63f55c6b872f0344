//! What uses the sample registry.

use replies::wa::{invalid, success::Resolved};

reply_kit::codes!(App { replies::wa::success::Resolved => Place; invalid::PathNotFound });

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
        assert_eq!(call(not_found), invalid::PathNotFound::CODE);
    }
}
