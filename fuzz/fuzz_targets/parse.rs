//! The parser: no input panics, and what is accepted round-trips.
#![no_main]

use libfuzzer_sys::fuzz_target;
use world_adapter::{Mods, WorldAddress};

fuzz_target!(|input: &str| {
    match WorldAddress::parse(input, &Mods::none()) {
        Ok(address) => {
            assert_eq!(WorldAddress::parse(address.as_str(), &Mods::none()).as_ref(), Ok(&address));
            assert!(address.segments().all(|segment| !matches!(segment, "" | "." | "..")));
        }
        Err(refusal) => assert!(input.get(refusal.at).is_some()),
    }
});
