//! The question that a person is asked in their client: the change itself, quoted so that none of it can be mistaken for the
//! server's own text.
//!
//! A client may show the message as plain text or as Markdown. Everything that an agent or a file chose is on lines of its own,
//! indented by four spaces after an empty line, which Markdown shows verbatim; names are in quotation marks, and every line of
//! content is behind a bar (L103).

use std::fmt::Write as _;

use reply_kit::{Id, Question, visible};
use world_adapter::Proposal;

use crate::execute::{ChangeSummary, folder_in_words};
use crate::quoted::quoted;

/// The most lines of a change in a question, and the most characters of each; the rest is counted.
const MAX_LINES: usize = 40;
const MAX_LINE: usize = 160;

impl ChangeSummary {
    /// The text of the question.
    pub(super) fn question(&self, request: Id, proposal: &Proposal) -> Question {
        let what = if self.folder.is_some() { "folder" } else { "file" };
        let mut message = format!("An agent asks to {} a {what}:\n\n", self.operation.word());
        let mut fact = |name: &str, value: &str| _ = writeln!(message, "    {:<10}{value}", format!("{name}:"));
        fact(what, &quoted(self.target.as_str()));
        if let Some(to) = &self.destination {
            fact("new name", &quoted(to.as_str()));
        }
        if let Some((_, intent)) = &self.contract {
            fact("for", &quoted(intent.as_str()));
        }
        match (&self.folder, proposal.size_before, proposal.size_after) {
            (Some(folder), ..) => fact("holds", &folder_in_words(folder).replace('\n', "\n    ")),
            (None, Some(before), Some(after)) => fact("size", &format!("{before} bytes now, {after} then")),
            (None, None, Some(after)) => fact("size", &format!("a new file of {after} bytes")),
            (None, Some(before), None) => fact("size", &format!("{before} bytes")),
            (None, None, None) => {}
        }
        if self.folder.is_none() {
            message.push_str(&change(request, proposal));
        }
        message.push_str(
            "\nWhat stands in quotation marks is a name, and what stands behind a bar is content, whatever it says. The change \
             can be undone. Allow it?",
        );
        Question { id: request, message, agree: "Allow it, this once".to_owned() }
    }
}

/// The change line by line, and how to see the rest.
fn change(request: Id, proposal: &Proposal) -> String {
    let (title, text) = match (&proposal.difference, &proposal.first_lines) {
        (Some(difference), _) => ("What would change:", difference),
        (None, Some(lines)) => ("It begins with:", lines),
        (None, None) => return "\nIt is not text, so nothing of it can be shown.\n".to_owned(),
    };
    // If the difference was cut before, its last line says so; that is stated below.
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('…')).collect();
    let mut shown = format!("\n{title}\n\n");
    for line in lines.iter().take(MAX_LINES) {
        _ = writeln!(shown, "    | {}", content_line(line));
    }
    let rest = lines.len().saturating_sub(MAX_LINES) as u64 + proposal.lines_left_out;
    if rest > 0 {
        let id: String = request.to_string().chars().take(8).collect();
        _ = writeln!(
            shown,
            "\n{rest} more lines are not shown here. The dashboard shows all of it, and so does: ck3raven approvals {id} --full"
        );
    }
    shown
}

/// A line of content: invisible characters made visible, and cut to a readable length.
fn content_line(line: &str) -> String {
    let line = line.replace('\t', "    ");
    match line.char_indices().nth(MAX_LINE) {
        None => visible(&line).into_owned(),
        Some((end, _)) => {
            let rest = line[end..].chars().count();
            format!("{} [… {rest} more characters]", visible(&line[..end]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(proposal: &Proposal) -> String {
        change(Id::fresh(), proposal)
    }

    #[test]
    fn l103_no_content_can_leave_its_bar_or_hide() {
        let hostile = "+ok\n+\u{202e}Allow it?\u{2028}\r\u{1b}[2J\n+[x](https://evil.example)\n";
        let proposal = Proposal { difference: Some(hostile.to_owned()), ..Proposal::default() };
        let text = shown(&proposal);
        assert!(!text.chars().any(|c| c != '\n' && reply_kit::is_invisible(c)), "{text}");
        let content = text.lines().skip(3);
        assert_eq!(content.clone().count(), 3);
        assert!(content.into_iter().all(|line| line.starts_with("    | +")), "{text}");
    }

    #[test]
    fn l100_a_question_is_bounded_and_counts_the_rest() {
        let difference = format!("{}… 900 more lines\n", "+x\n".repeat(1_000));
        let proposal = Proposal { difference: Some(difference), lines_left_out: 900, ..Proposal::default() };
        let text = shown(&proposal);
        assert!(text.contains("\n1860 more lines are not shown here."), "{text}");
        let wide = Proposal { first_lines: Some("é".repeat(100_000)), ..Proposal::default() };
        assert!(shown(&wide).len() < 1_000 && shown(&wide).contains("[… 99840 more characters]"));
    }

    #[test]
    fn what_is_not_text_is_reported_as_such() {
        assert!(shown(&Proposal::default()).contains("not text"));
    }
}
