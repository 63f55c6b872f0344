//! Nothing newly malformed is written (L93): the result of a write is parsed before a person is asked.

use ck3_script::{Checked, Folder, LineIndex, Problems, Severity, SyntaxProblem, check, new_problems};
use replies::wa::invalid::ScriptInvalid;
use reply_kit::{Address, Argument, ArgumentProblem, Declares, ReplyBuilder, Terminal, Text};

use crate::world::WorldAdapter;

/// Whether what is written must parse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Argument)]
pub enum Syntax {
    /// Script and localization have no errors except those that the file had before.
    #[default]
    Checked,
    /// The content is written unparsed: for files that the game reads in its own way.
    AsIs,
}

/// The errors that `after` has and `before` did not; none for a file that holds neither script nor localization.
pub(crate) fn new_errors(path: &str, before: &[u8], after: &[u8]) -> Option<(Vec<ArgumentProblem>, usize)> {
    if Folder::of(path) == Folder::Other {
        return None;
    }
    let (before, after) = (check(path, before), check(path, after));
    let problems = new_problems(&before, &after);
    let errors = errors(&after, &problems);
    if errors.0.is_empty() { None } else { Some(errors) }
}

/// The errors in the form of reply data, and how many more there are.
pub(crate) fn errors(checked: &Checked<'_>, problems: &Problems) -> (Vec<ArgumentProblem>, usize) {
    let is_error = |problem: &&SyntaxProblem| problem.rule.severity() == Severity::Error;
    let errors = problems.kept().iter().filter(is_error);
    (as_data(checked, errors, |_| ""), problems.left_out())
}

/// Problems as reply data; each begins with its severity.
pub(crate) fn as_data<'p>(
    checked: &Checked<'_>,
    problems: impl Iterator<Item = &'p SyntaxProblem>,
    severity: fn(&SyntaxProblem) -> &'static str,
) -> Vec<ArgumentProblem> {
    let lines = LineIndex::new(&checked.text);
    let as_data = |problem: &SyntaxProblem| {
        let at = lines.position(&checked.text, problem.span.start);
        ArgumentProblem {
            field: Text::new(format!("line {}, column {}", at.line, at.column)),
            problem: Text::echo(&format!(
                "{}{}: {}",
                severity(problem),
                problem.rule.name(),
                without_paths(&problem.message)
            )),
            expected: Text::echo(&without_paths(&problem.help)),
        }
    };
    problems.map(as_data).collect()
}

/// A message, of which a key in backquotes that reads as a path of the host is withheld, and a message that still does as a whole.
fn without_paths(message: &str) -> String {
    let told = |(at, part): (usize, &str)| if at % 2 == 1 { Text::echo(part).to_string() } else { part.to_owned() };
    let parts: Vec<String> = message.split('`').enumerate().map(told).collect();
    Text::echo(&parts.join("`")).to_string()
}

impl WorldAdapter {
    /// Ends a call about one file that does not parse.
    pub(crate) fn script_invalid<'c, T: Declares<ScriptInvalid>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: Address,
        (problems, left_out): (Vec<ArgumentProblem>, usize),
    ) -> Terminal<'c> {
        let total = (problems.len() + left_out) as u64;
        rb.invalid(&self.voice, ScriptInvalid { target, total, problems })
    }
}
