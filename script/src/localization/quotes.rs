//! Where the text of a localization entry ends.

/// The closing quote of the text that starts after `line[0]`, which is a quote; `None` if the line has no other.
///
/// Quotes inside a text need no escape. So the text ends at the first quote that has nothing but spaces or a comment
/// behind it. A `#` also starts formatting inside texts (`#bold … #!`): if what looks like a comment ends formatting and the
/// line ends with a quote, it is text.
pub(super) fn closing(line: &[u8]) -> Option<usize> {
    let is_escaped = |quote: usize| {
        let backslashes = line[1..quote].iter().rev().take_while(|byte| **byte == b'\\').count();
        backslashes % 2 == 1
    };
    let quotes = || memchr::memchr_iter(b'"', &line[1..]).map(|length| length + 1).filter(|quote| !is_escaped(*quote));
    let tail = |quote: usize| line[quote + 1..].trim_ascii_start();
    let ending = |quote: &usize| tail(*quote).first().is_none_or(|byte| *byte == b'#');
    let last = memchr::memrchr(b'"', &line[1..]).map(|length| length + 1).filter(|quote| !is_escaped(*quote));
    let Some(first) = quotes().find(ending) else { return last.or_else(|| quotes().next_back()) };
    let is_markup = memchr::memmem::find(tail(first), b"#!").is_some();
    match last {
        Some(last) if is_markup && tail(last).is_empty() => Some(last),
        _ => Some(first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_ends_where_a_person_would_say() {
        let cases = [
            (r#""plain""#, r#""plain""#),
            (r#""plain" # comment"#, r#""plain""#),
            (r#""plain" # a "quoted" comment"#, r#""plain""#),
            (r#""he said "no" again""#, r#""he said "no" again""#),
            (r#""he said "no"""#, r#""he said "no"""#),
            (r#""a "b" #bold c#! d""#, r#""a "b" #bold c#! d""#),
            (r#""a \" # b""#, r#""a \" # b""#),
            (r#""text" rubbish"#, r#""text""#),
        ];
        for (line, expected) in cases {
            assert_eq!(closing(line.as_bytes()).map(|quote| &line[..=quote]), Some(expected), "{line}");
        }
        assert_eq!(closing(b"\"open"), None);
    }
}
