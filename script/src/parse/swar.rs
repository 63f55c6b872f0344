//! Looks at eight bytes at once, held in one integer with the first byte lowest.
//!
//! A test marks each byte it finds by its highest bit. A mark above the lowest one may be false, so only the lowest counts;
//! marks of several tests may be joined with `|`.

const ONES: u64 = u64::MAX / 0xFF;
const HIGH: u64 = ONES * 0x80;

/// A byte eight times.
#[inline]
pub(super) const fn all(byte: u8) -> u64 {
    ONES * byte as u64
}

/// Marks the bytes equal to one.
#[inline]
pub(super) const fn equal(bytes: u64, byte: u8) -> u64 {
    let zero = bytes ^ all(byte);
    zero.wrapping_sub(ONES) & !zero & HIGH
}

/// The index of the lowest mark.
#[inline]
pub(super) const fn first(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}
