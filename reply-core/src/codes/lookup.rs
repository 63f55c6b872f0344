//! From the text of a code to its row.

use std::sync::OnceLock;

use crate::codes::code_table::Row;

/// The first bytes of every code as a number, in the order of the rows. Comparing adjacent numbers is several times as fast as
/// comparing the texts that the rows point to; the numbers are computed at the first lookup.
#[derive(Debug)]
pub(crate) struct Lookup {
    keys: OnceLock<Box<[u128]>>,
}

impl Lookup {
    pub(crate) const fn new() -> Self {
        Self { keys: OnceLock::new() }
    }

    /// The number of the row with this code; `rows` are those of its table, sorted by code.
    pub(crate) fn find(&self, rows: &[Row], text: &str) -> Option<usize> {
        let keys = self.keys.get_or_init(|| rows.iter().map(|row| key(row.code)).collect());
        let wanted = key(text);
        let mut at = keys.partition_point(|key| *key < wanted);
        // More than one only where codes are longer than a key.
        while keys.get(at) == Some(&wanted) {
            if rows[at].code == text {
                return Some(at);
            }
            at += 1;
        }
        None
    }
}

/// The first bytes of a text as a number, with the same order as the texts.
fn key(text: &str) -> u128 {
    let mut bytes = [0; size_of::<u128>()];
    let length = text.len().min(bytes.len());
    bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
    u128::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_found_by_its_whole_text_and_by_nothing_else() {
        let codes = ["A-B-I-001", "A-B-I-002", "LIBRARY-CIRCULATION-I-001", "LIBRARY-CIRCULATION-I-002", "Z-Z-S-999"];
        let row = |code| Row { code, key: "", template: "", params: &[], since: "", docs: "" };
        let (rows, lookup) = (codes.map(row), Lookup::new());
        for (index, code) in codes.iter().enumerate() {
            assert_eq!(lookup.find(&rows, code), Some(index), "{code}");
        }
        for other in ["", "A-B-I-001\0", "A-B-I-00", "A-B-I-003", "LIBRARY-CIRCULATION-I-003", "LIBRARY-CIRCUL", "ZZZ"]
        {
            assert_eq!(lookup.find(&rows, other), None, "{other}");
        }
    }
}
