//! Keys that are spelled nearly like a given one.

use std::collections::HashSet;

/// The most keys that are compared by edit distance.
const MAX_COMPARED: usize = 2_000_000;
/// Longer keys are compared by their beginning only.
const MAX_LENGTH: usize = 64;

/// The nearest of many keys, the nearest first.
pub(crate) fn nearest<'k>(wanted: &str, keys: impl Iterator<Item = &'k [u8]>, limit: usize) -> Vec<String> {
    let wanted = wanted.get(..wanted.floor_char_boundary(MAX_LENGTH)).unwrap_or_default().to_lowercase();
    let mut seen: HashSet<&[u8]> = HashSet::new();
    let mut best: Vec<(usize, &str)> = Vec::new();
    for key in keys.take(MAX_COMPARED) {
        let Some(score) = score(&wanted, key) else { continue };
        let is_better = best.len() < limit || best.last().is_some_and(|(worst, _)| score <= *worst);
        let Some(text) = std::str::from_utf8(key).ok().filter(|_| is_better && seen.insert(key)) else { continue };
        let at = best.partition_point(|other| *other < (score, text));
        best.insert(at, (score, text));
        best.truncate(limit);
    }
    best.into_iter().map(|(_, key)| key.to_owned()).collect()
}

/// The distance of a key from the wanted one; `None` if it is too far.
fn score(wanted: &str, key: &[u8]) -> Option<usize> {
    let (long, short) = (key.len().max(wanted.len()), key.len().min(wanted.len()));
    let is_part = short >= 3 && key.len() > wanted.len() && memchr::memmem::find(key, wanted.as_bytes()).is_some();
    if is_part {
        return Some(2 + (key.len() - wanted.len()) / 4);
    }
    let most = (wanted.len() / 3).clamp(1, 4);
    if long - short > most || key.len() > MAX_LENGTH {
        return None;
    }
    let key = std::str::from_utf8(key).ok()?.to_lowercase();
    let distance = strsim::osa_distance(wanted, &key);
    (distance <= most).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_mistakes_come_before_longer_keys() {
        let keys: [&[u8]; 6] = [b"braev", b"brave", b"brave_soldier", b"craven", b"zealous", b"brave"];
        assert_eq!(nearest("brvae", keys.into_iter(), 5), ["brave"]);
        assert_eq!(nearest("brave", keys.into_iter(), 5), ["brave", "braev", "brave_soldier"]);
        assert_eq!(nearest("", keys.into_iter(), 5), Vec::<String>::new());
    }
}
