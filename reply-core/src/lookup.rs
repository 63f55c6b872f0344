//! From a code's text to its place: a hash table that is built while the program compiles.

/// Builds the hash table of [`Registry::find`] while the program compiles. `SLOTS` is a power of two, at least twice the
/// number of codes.
#[doc(hidden)]
#[expect(clippy::cast_possible_truncation, reason = "a registry has at most 65,000 codes (REGISTRY_SIZE)")]
pub const fn lookup_table<const SLOTS: usize>(codes: &[&str]) -> [u16; SLOTS] {
    let mut table = [0; SLOTS];
    let mut index = 0;
    while index < codes.len() {
        let mut slot = hash(codes[index].as_bytes()) as usize & (SLOTS - 1);
        while table[slot] != 0 {
            slot = (slot + 1) & (SLOTS - 1);
        }
        index += 1;
        table[slot] = index as u16;
    }
    table
}

/// FNV-1a with a last mix: short inputs, no state, and the same at compile time and at run time.
pub(crate) const fn hash(bytes: &[u8]) -> u32 {
    let mut hash: u32 = 0x811c_9dc5;
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u32).wrapping_mul(0x0100_0193);
        index += 1;
    }
    hash ^ (hash >> 15)
}
