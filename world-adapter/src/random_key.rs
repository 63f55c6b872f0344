//! A hash map for keys that are random already, so that hashing them again would be wasted work.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map keyed by fresh UUIDs. Only this process creates them, so a client cannot choose colliding ones.
pub(crate) type ByRandomKey<K, V> = HashMap<K, V, BuildHasherDefault<FirstBytes>>;

/// Takes the first eight bytes of a key as its hash.
#[derive(Default)]
pub(crate) struct FirstBytes(u64);

impl Hasher for FirstBytes {
    fn write(&mut self, bytes: &[u8]) {
        // Anything else that is written, such as a length, is the same for all keys.
        if let Some(first) = bytes.first_chunk() {
            self.0 ^= u64::from_ne_bytes(*first);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
