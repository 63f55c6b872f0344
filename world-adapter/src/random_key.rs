//! Maps whose keys are random already, so that hashing them again would be wasted.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map from fresh UUIDs. Only this process makes them, so a client cannot choose colliding ones.
pub(crate) type ByRandomKey<K, V> = HashMap<K, V, BuildHasherDefault<FirstBytes>>;

/// Takes the first eight bytes of a key as its hash.
#[derive(Default)]
pub(crate) struct FirstBytes(u64);

impl Hasher for FirstBytes {
    fn write(&mut self, bytes: &[u8]) {
        // Whatever else is written, such as a length, is the same for all of them.
        if let Some(first) = bytes.first_chunk() {
            self.0 ^= u64::from_ne_bytes(*first);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
