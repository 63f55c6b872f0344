//! Problems as people read them: the message, the line, the rule and the help.

use std::fmt::Write as _;

use crate::line_index::LineIndex;
use crate::problem::{Problems, SyntaxProblem};
use crate::span::{Span, offset};
use crate::visible::characters;

/// How many bytes of a line are shown before and after the start of a place.
const BEFORE: u32 = 80;
const AFTER: u32 = 120;

/// Renders the first `limit` problems of a file, and says how many more there are.
///
/// Whatever cannot be seen in the file is made visible: control characters, marks that reorder text, bytes that are not UTF-8.
/// A long line is cut to the part around the place. `text` is the text that the problems' spans are about.
///
/// ```
/// use ck3_script::{Script, render};
/// let script = Script::parse(b"a = {\n\tb = }\n");
/// let shown = render("common/traits/a.txt", script.text(), script.problems(), 10);
/// assert_eq!(shown, "\
/// `b` has no value
///  --> common/traits/a.txt:2:2
///   |
/// 2 |     b = }
///   |     ^^^
///   = rule: KEY_WITHOUT_VALUE
///   = help: write the value after the operator, or remove the line
/// ");
/// ```
pub fn render(name: &str, text: &[u8], problems: &Problems, limit: usize) -> String {
    let lines = LineIndex::new(text);
    let mut shown = String::new();
    for (index, problem) in problems.kept().iter().take(limit).enumerate() {
        if index > 0 {
            shown.push('\n');
        }
        frame(&mut shown, name, text, &lines, problem);
    }
    let more = problems.total() - limit.min(problems.kept().len());
    if more > 0 {
        let _ = writeln!(shown, "\n{more} more problems are not shown");
    }
    shown
}

fn frame(shown: &mut String, name: &str, text: &[u8], lines: &LineIndex, problem: &SyntaxProblem) {
    let start = lines.position(text, problem.span.start);
    let related = problem.related.as_ref().map(|related| (related, lines.line(related.span.start)));
    let last = related.map_or(start.line, |(_, line)| line.max(start.line));
    let gutter = " ".repeat(last.to_string().len());
    let name: String = characters(name.as_bytes()).into_iter().map(|(text, _)| text).collect();
    let _ = writeln!(shown, "{}", problem.message);
    let _ = writeln!(shown, "{gutter}--> {name}:{}:{}", start.line, start.utf16 + 1);
    if !problem.rule.is_about_file() || !problem.span.is_empty() {
        place(shown, text, lines, problem.span, "", &gutter);
    }
    if let Some((related, _)) = related {
        place(shown, text, lines, related.span, related.label, &gutter);
    }
    let _ = writeln!(shown, "{gutter} = rule: {}", problem.rule);
    let _ = writeln!(shown, "{gutter} = help: {}", problem.help);
}

/// A line, with a part of it underlined.
fn place(shown: &mut String, text: &[u8], lines: &LineIndex, span: Span, label: &str, gutter: &str) {
    let number = lines.line(span.start);
    let whole = lines.span(text, number);
    let window = window(text, whole, span.start.min(whole.end));
    let (mut line, mut before, mut under) = (String::new(), 0, 0);
    let mut at = window.start;
    for (character, length) in characters(window.of(text)) {
        let width = character.chars().count();
        let is_marked = at >= span.start && at < span.end;
        if at < span.start {
            before += width;
        } else if is_marked {
            under += width;
        }
        line.push_str(if is_marked && text.get(at as usize) == Some(&b'\t') { "→   " } else { &character });
        at += offset(length);
    }
    let cut = |is_cut: bool| if is_cut { "…" } else { "" };
    let (head, tail) = (cut(window.start > whole.start), cut(window.end < whole.end));
    let indent = " ".repeat(before + head.chars().count());
    let _ = writeln!(shown, "{gutter} |");
    let _ = writeln!(shown, "{number:>width$} | {head}{line}{tail}", width = gutter.len());
    let underline = format!("{gutter} | {indent}{} {label}", "^".repeat(under.max(1)));
    let _ = writeln!(shown, "{}", underline.trim_end());
}

/// The part of a line around a place, not cutting a character in two.
fn window(text: &[u8], line: Span, at: u32) -> Span {
    let is_inside = |byte: u32| text.get(byte as usize).is_some_and(|byte| byte & 0xC0 == 0x80);
    let mut start = line.start.max(at.saturating_sub(BEFORE));
    let mut end = line.end.min(at.saturating_add(AFTER));
    for _ in 0..3 {
        start += u32::from(start > line.start && start < at && is_inside(start));
        end -= u32::from(end < line.end && end > at && is_inside(end));
    }
    Span::new(start, end)
}
