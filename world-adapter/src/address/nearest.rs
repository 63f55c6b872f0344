//! The visible names nearest to a mistyped one (L38).

/// At most three names that differ by no more than a third, nearest first; letter case does not count.
pub fn nearest<'k>(written: &str, known: impl Iterator<Item = &'k str>) -> Vec<&'k str> {
    let written = compared(written);
    let length = written.chars().count();
    let limit = (length / 3).max(1);
    let mut scored: Vec<(usize, &str)> = known
        .map(|name| (compared(name), name))
        .map(|(name, shown)| (strsim::osa_distance(&written, &name), length > 3 && name.starts_with(&written), shown))
        .filter(|(distance, starts_alike, _)| *distance <= limit || *starts_alike)
        .map(|(distance, _, shown)| (distance, shown))
        .collect();
    scored.sort_unstable();
    scored.truncate(3);
    scored.into_iter().map(|(_, name)| name).collect()
}

/// The part of a name that is compared: letter case is ignored, and the length is bounded, so that an input can cause only a
/// bounded amount of work.
///
/// A name that starts with the text that was written is near, however long it is: `mod:More Traits` finds a mod that is
/// addressed as `More Traits (2273832430)`.
fn compared(name: &str) -> String {
    const MAX_COMPARED: usize = 64;
    name.chars().take(MAX_COMPARED).map(|letter| letter.to_ascii_lowercase()).collect()
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
        assert_eq!(nearest("gmae", known.into_iter()), ["game"], "two letters that changed places are one edit");
        assert!(nearest("xyzzy", known.into_iter()).is_empty());
        // A third of the letters may differ.
        assert_eq!(nearest("abcdefghi", ["abcdefxyz", "abcdewxyz"].into_iter()), ["abcdefxyz"]);
        // Three letters begin too many names.
        assert_eq!(nearest("mor", ["More Traits"].into_iter()), Vec::<&str>::new());
        assert_eq!(nearest("more", ["More Traits"].into_iter()), ["More Traits"]);
        assert_eq!(nearest("More Traits", ["More Traits (1)", "Other"].into_iter()), ["More Traits (1)"]);
    }
}
