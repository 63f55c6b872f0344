//! A request is withdrawn by its person, its session or the end of the program: no tool takes away what others wait for.
use enforcement::Enforcement;

fn withdraw(enforcement: &Enforcement) {
    enforcement.withdraw_requests();
}

fn main() {}
