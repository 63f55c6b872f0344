//! Sources in other languages: bindings, clients, pages. Their names are held against the one rule that concerns names.

use std::path::Path;

use crate::finding::{LintFinding, SourceLocation};
use crate::rule::Rule;
use crate::rules::asks_permission;
use crate::source::Unreadable;

/// The endings of the languages that are read.
const ENDINGS: [&str; 6] = ["py", "ts", "mts", "js", "mjs", "sh"];

/// What is found in every script beneath a root.
pub(crate) fn findings(root: &Path) -> Result<Vec<LintFinding>, Unreadable> {
    let mut found = Vec::new();
    collect(root, "", &mut found)?;
    found.sort_by(|a, b| (&a.place.file, a.place.line).cmp(&(&b.place.file, b.place.line)));
    Ok(found)
}

fn collect(folder: &Path, name: &str, found: &mut Vec<LintFinding>) -> Result<(), Unreadable> {
    let unreadable = |error: std::io::Error| Unreadable { file: name.to_owned(), why: error.to_string() };
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let own = entry.file_name().to_string_lossy().into_owned();
        let path = if name.is_empty() { own.clone() } else { format!("{name}/{own}") };
        let is_left_out =
            matches!(own.as_str(), "target" | ".git" | "node_modules") || path == "tests/arch-lint/fixtures";
        if entry.file_type().map_err(unreadable)?.is_dir() {
            if !is_left_out {
                collect(&entry.path(), &path, found)?;
            }
        } else if ENDINGS.iter().any(|ending| own.ends_with(&format!(".{ending}"))) {
            let text = std::fs::read_to_string(entry.path()).map_err(unreadable)?;
            found.extend(check(&path, &text));
        }
    }
    Ok(())
}

/// Every name outside comments. Texts are read as well: in these languages a key of an object is one.
pub(crate) fn check(path: &str, text: &str) -> Vec<LintFinding> {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let comment = if matches!(ending, "py" | "sh") { "#" } else { "//" };
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let code = line.split_once(comment).map_or(line, |(code, _)| code);
        for (column, name) in names(code) {
            // A keyword of TypeScript.
            let is_keyword = name == "readonly" && ending.ends_with("ts");
            if asks_permission(name) && !is_keyword {
                let message = format!("`{name}` asks or tells whether a change is allowed, outside `enforcement`");
                let place = SourceLocation {
                    file: path.to_owned(),
                    line: index + 1,
                    column: column + 1,
                    length: name.len(),
                    text: line.to_owned(),
                };
                found.push(LintFinding { rule: Rule::OnlyEnforcementJudges, what: name.to_owned(), message, place });
            }
        }
    }
    found
}

fn names(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    code.split(|character: char| !character.is_ascii_alphanumeric() && character != '_').filter_map(move |name| {
        let at = start;
        start += name.len() + code[at + name.len()..].chars().next().map_or(0, char::len_utf8);
        (!name.is_empty()).then_some((at, name))
    })
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn l82_a_question_of_permission_is_found_in_python_and_typescript_and_comments_are_free() {
        let found = |path: &str, text: &str| -> Vec<(usize, usize, String)> {
            check(path, text).into_iter().map(|found| (found.place.line, found.place.column, found.what)).collect()
        };
        let question = ["can", "write"].join("_");
        let python = format!("x = 1\nif {question}(path):  # {question}\n");
        assert_eq!(found("a.py", &python), [(2, 4, question.clone())]);
        let typescript = format!("// {question}\nconst reply = {{ \"{question}\": true, write: 1 }};\n");
        assert_eq!(found("a.ts", &typescript), [(2, 18, question)]);
    }
}
