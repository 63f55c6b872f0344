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

/// The edit distance with swaps of neighbours, in half steps: 2 for an edit, 1 for a change of case.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).map(|n| n * 2).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i * 2];
        for j in 1..=b.len() {
            let change = match (a[i - 1], b[j - 1]) {
                (x, y) if x == y => 0,
                (x, y) if x.eq_ignore_ascii_case(&y) => 1,
                _ => 2,
            };
            let mut best = (rows[i - 1][j] + 2).min(row[j - 1] + 2).min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 2);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}
