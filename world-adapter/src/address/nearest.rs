//! The visible names nearest to a mistyped one (L38).

/// At most three names that differ by no more than a third, nearest first; letter case does not count.
pub(crate) fn nearest<'k>(written: &str, known: impl Iterator<Item = &'k str>) -> Vec<&'k str> {
    let written: Vec<char> = written.chars().take(LONGEST).collect();
    let limit = (written.len() / 3).max(1);
    let mut scored: Vec<(usize, &str)> = known
        .map(|name| (distance(&written, &name.chars().take(LONGEST).collect::<Vec<_>>()), name))
        .filter(|(distance, name)| *distance <= limit || starts_alike(&written, name))
        .collect();
    scored.sort_unstable();
    scored.truncate(3);
    scored.into_iter().map(|(_, name)| name).collect()
}

/// Names are compared up to here, which bounds the work an input can cause.
const LONGEST: usize = 64;

/// `mod:More Traits` for a mod that is addressed as `More Traits (2273832430)`.
fn starts_alike(written: &[char], name: &str) -> bool {
    written.len() > 3 && name.chars().zip(written).filter(|(a, b)| a.eq_ignore_ascii_case(b)).count() == written.len()
}

/// The edit distance, letter case aside.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = usize::from(!x.eq_ignore_ascii_case(y));
            let best = (diagonal + change).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], best);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_found_and_far_ones_are_not() {
        let known = ["game", "repo", "user_docs"];
        assert_eq!(nearest("gane", known.into_iter()), ["game"]);
        assert_eq!(nearest("GAME", known.into_iter()), ["game"]);
        assert_eq!(nearest("user-docs", known.into_iter()), ["user_docs"]);
        assert!(nearest("xyzzy", known.into_iter()).is_empty());
        assert_eq!(nearest("More Traits", ["More Traits (1)", "Other"].into_iter()), ["More Traits (1)"]);
    }
}
