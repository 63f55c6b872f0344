//! The little Markdown that explanations use, as HTML.

use std::fmt::Write;

/// Paragraphs and `code`; everything else is text.
pub(super) fn html(text: &str) -> String {
    let paragraphs = text.trim().split("\n\n").filter(|paragraph| !paragraph.trim().is_empty());
    let paragraphs: Vec<String> = paragraphs.map(inline).collect();
    if paragraphs.is_empty() { String::new() } else { format!("<p>{}</p>", paragraphs.join("</p><p>")) }
}

/// Text with `code` in it.
pub(super) fn inline(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::new();
    let parts: Vec<&str> = text.split('`').collect();
    for (index, part) in parts.iter().enumerate() {
        // A backtick without a partner is a backtick.
        let is_code = index % 2 == 1 && index + 1 < parts.len();
        match (is_code, index % 2) {
            (true, _) => _ = write!(out, "<code>{}</code>", escape(part)),
            (false, 1) => _ = write!(out, "`{}", escape(part)),
            _ => out.push_str(&escape(part)),
        }
    }
    out
}

/// Text that is nothing but text, in an element or an attribute.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text for a cell of a Markdown table.
pub(super) fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_html_is_text() {
        assert_eq!(html("a <b> & `<c>`\n\nd"), "<p>a &lt;b&gt; &amp; <code>&lt;c&gt;</code></p><p>d</p>");
        assert_eq!(inline("a ` b"), "a ` b");
    }
}
