//! Whoever ends the program has its wrapper, and withdraws what is pending.
use enforcement::Enforcement;
use reply_kit::Wrapper;

fn end(enforcement: &Enforcement, wrapper: &Wrapper) {
    enforcement.withdraw_requests(wrapper);
}

fn main() {
    let _ = end;
}
