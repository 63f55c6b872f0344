//! The nearest known name to one that is not known.

/// Says "did you mean `x`?" when one of the known names is close enough to be the likely intention.
pub(crate) fn did_you_mean(written: &str, known: &[&str]) -> Option<String> {
    nearest(written, known.iter().copied()).map(|name| format!("did you mean `{name}`?"))
}

/// The closest name, if at most a third of it would have to change, letter case aside.
///
/// ```
/// assert_eq!(reply_registry::nearest("mesage", ["message", "key"]), Some("message"));
/// assert_eq!(reply_registry::nearest("xyz", ["message", "key"]), None);
/// ```
pub fn nearest<'k>(written: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let limit = (written.chars().count() / 3).max(1);
    let scored = known.into_iter().map(|name| (distance(written, name), name));
    scored.filter(|((edits, _), _)| *edits <= limit).min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
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

/// The edit distance of two names, ignoring letter case; then, to order equals, respecting it.
fn distance(a: &str, b: &str) -> (usize, usize) {
    (strsim::osa_distance(&a.to_lowercase(), &b.to_lowercase()), strsim::osa_distance(a, b))
}
