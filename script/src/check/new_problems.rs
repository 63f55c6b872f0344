//! Which problems a change brings.

use std::collections::HashMap;

use crate::line_index::LineIndex;
use crate::problem::{Problems, SyntaxProblem};
use crate::rule::SyntaxRule;

use super::Checked;

/// The problems of `after` that `before` did not have.
///
/// A problem is the same if its rule, the text it marks and the text of its line are the same, wherever the line is now; spaces
/// around the line do not count. Problems about the file as a whole are the same if their rule is. Each old problem excuses one new one.
/// Problems that were left out for their number are compared by number only.
///
/// ```
/// use ck3_script::{check, new_problems};
/// let path = "common/traits/a.txt";
/// let before = check(path, "\u{feff}a = {\n\tb = \n}\n".as_bytes());
/// let after = check(path, "\u{feff}# moved down\na = {\n\tb = \n}\nc = \"open\n".as_bytes());
/// let new = new_problems(&before, &after);
/// assert_eq!(new.rules().iter().map(|rule| rule.name()).collect::<Vec<_>>(), ["UNTERMINATED_STRING"]);
/// ```
pub fn new_problems(before: &Checked<'_>, after: &Checked<'_>) -> Problems {
    let mut known: HashMap<ProblemIdentity<'_>, usize> = HashMap::new();
    let lines = LineIndex::new(&before.text);
    for problem in before.problems.kept() {
        *known.entry(identity(before, &lines, problem)).or_default() += 1;
    }
    let lines = LineIndex::new(&after.text);
    let mut kept = Vec::new();
    for problem in after.problems.kept() {
        match known.get_mut(&identity(after, &lines, problem)) {
            Some(left) if *left > 0 => *left -= 1,
            _ => kept.push(problem.clone()),
        }
    }
    Problems::from_parts(kept, after.problems.left_out().saturating_sub(before.problems.left_out()))
}

/// What makes two problems the same: the rule, what is marked, and its line.
type ProblemIdentity<'c> = (SyntaxRule, &'c [u8], &'c [u8]);

fn identity<'c>(checked: &'c Checked<'_>, lines: &LineIndex, problem: &'c SyntaxProblem) -> ProblemIdentity<'c> {
    if problem.rule.is_about_file() {
        return (problem.rule, b"", b"");
    }
    let line = lines.span(&checked.text, lines.line(problem.span.start)).of(&checked.text);
    (problem.rule, problem.span.of(&checked.text), line.trim_ascii())
}
