//! The nearest known name to one that is not known.

/// Says "did you mean `x`?" when one of the known names is close enough to be the likely intention.
pub(crate) fn did_you_mean(written: &str, known: &[&str]) -> Option<String> {
    nearest(written, known.iter().copied()).map(|name| format!("did you mean `{name}`?"))
}

/// The closest name, if at most a third of it would have to change. Letter case counts half as much as letters.
///
/// ```
/// assert_eq!(reply_registry::nearest("mesage", ["message", "key"]), Some("message"));
/// assert_eq!(reply_registry::nearest("xyz", ["message", "key"]), None);
/// ```
pub fn nearest<'k>(written: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let limit = (written.chars().count() / 3).max(1) * 2;
    let scored = known.into_iter().map(|name| (distance(written, name), name));
    scored.filter(|(distance, _)| *distance <= limit).min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// The closest names, best first, however far they are; at most `count` of them.
///
/// ```
/// let codes = ["WA-RES-I-001", "WA-RES-I-002", "MCP-SYS-E-001"];
/// assert_eq!(reply_registry::nearest_few("WA-RES-I-003", codes, 2), ["WA-RES-I-001", "WA-RES-I-002"]);
/// ```
pub fn nearest_few<'k>(written: &str, known: impl IntoIterator<Item = &'k str>, count: usize) -> Vec<&'k str> {
    let mut scored: Vec<_> = known.into_iter().map(|name| (distance(written, name), name)).collect();
    scored.sort_by_key(|(distance, _)| *distance);
    scored.into_iter().take(count).map(|(_, name)| name).collect()
}

/// The edit distance with swaps of neighbours, in half steps: 2 for an edit, 1 for a change of case.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // Three rows of the table are enough: the one being filled, the last, and the one before it for swaps.
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).map(|n| n * 2).collect();
    let mut row = vec![0; b.len() + 1];
    for i in 1..=a.len() {
        row[0] = i * 2;
        for j in 1..=b.len() {
            let change = match (a[i - 1], b[j - 1]) {
                (x, y) if x == y => 0,
                (x, y) if x.eq_ignore_ascii_case(&y) => 1,
                _ => 2,
            };
            let mut best = (last[j] + 2).min(row[j - 1] + 2).min(last[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 2);
            }
            row[j] = best;
        }
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last[b.len()]
}
