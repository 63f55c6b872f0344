//! The problems of one call's arguments: all of them, bounded in number and in length (L100).

use serde_json::Value;

use crate::data::text::Text;
use crate::data::word::ArgumentProblem;

/// The most characters of a field's name that are repeated.
const MAX_NAME: usize = 64;

#[derive(Debug, Default)]
pub(crate) struct ArgumentProblemList {
    list: Vec<ArgumentProblem>,
    more: usize,
}

impl ArgumentProblemList {
    pub(crate) fn add(&mut self, field: &str, problem: &str, expected: &str) {
        if self.list.len() < ArgumentProblem::MAX_LISTED {
            self.list.push(self::problem(field, problem, expected));
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn into_list(mut self) -> Vec<ArgumentProblem> {
        if self.more > 0 {
            self.list.truncate(ArgumentProblem::MAX_LISTED - 1);
            self.list.push(ArgumentProblem::and_more(self.more + 1));
        }
        self.list
    }
}

pub(crate) fn not_an_object(arguments: &Value) -> ArgumentProblem {
    problem("arguments", &format!("is {}", kind(arguments)), "an object")
}

/// The kind of a JSON value, in words.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn problem(field: &str, problem: &str, expected: &str) -> ArgumentProblem {
    ArgumentProblem { field: name(field), problem: Text::echo(problem), expected: Text::echo(expected) }
}

/// A field's name as it is repeated: the beginning of a long one.
fn name(field: &str) -> Text {
    match field.char_indices().nth(MAX_NAME) {
        None => Text::echo(field),
        Some((end, _)) => Text::echo(&format!("{}… ({} bytes)", &field[..end], field.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l100_no_more_problems_are_held_than_are_listed() {
        let mut problems = ArgumentProblemList::default();
        for number in 0..1_000 {
            problems.add(&format!("field{number}"), "is unknown", "a field");
        }
        assert_eq!((problems.list.len(), problems.more), (ArgumentProblem::MAX_LISTED, 980));
        let listed = problems.into_list();
        let last = listed.last().map(|last| last.problem.to_string());
        assert_eq!(
            (listed.len(), last.as_deref()),
            (ArgumentProblem::MAX_LISTED, Some("981 more problems are not listed")),
            "the last entry takes the place of one"
        );
    }
}
