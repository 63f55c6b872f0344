use reply_registry::Finding;

use crate::output::{BAD, FRAME, HEAD, styled};

/// The frame that the compiler prints too, coloured for a terminal.
pub(super) fn frame(finding: &Finding) -> String {
    let text = finding.to_string();
    let mut lines = text.lines();
    let mut out = format!("{}: {}\n", styled(BAD, "error"), styled(HEAD, lines.next().unwrap_or_default()));
    let mut after_source = false;
    for line in lines {
        out.push_str(&frame_line(line, after_source));
        out.push('\n');
        after_source = line.split_once(" | ").is_some_and(|(gutter, _)| gutter.parse::<usize>().is_ok());
    }
    out
}

/// The gutter is blue, the underline red; the words are plain.
fn frame_line(line: &str, is_underline: bool) -> String {
    if let Some((gutter, rest)) = line.split_once("--> ") {
        return format!("{}{rest}", styled(FRAME, format!("{gutter}--> ")));
    }
    for mark in [" = rule:", " = help:"] {
        if let Some((gutter, rest)) = line.split_once(mark) {
            return format!("{}{}{rest}", styled(FRAME, format!("{gutter} = ")), styled(HEAD, &mark[3..]));
        }
    }
    match line.split_once(" | ") {
        Some((gutter, rest)) if is_underline => {
            format!("{}{}", styled(FRAME, format!("{gutter} | ")), styled(BAD, rest))
        }
        Some((gutter, rest)) => format!("{}{rest}", styled(FRAME, format!("{gutter} | "))),
        None => styled(FRAME, line),
    }
}
