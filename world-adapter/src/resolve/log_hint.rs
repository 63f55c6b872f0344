//! An agent that looks for a log as a file is told which tool reads logs (L105).
//!
//! The raw logs hold host paths, so the modding mode does not see them. Whether an input means a log is judged by its spelling
//! alone: the answer is the same whether the log exists or not (L38).

use crate::address::RootKey;

/// Adds the tool that reads logs to the suggestions, if the input looks like a log.
pub(crate) fn for_logs(input: &str, expected: String) -> String {
    if names_a_log(input) { format!("{expected}; the game's logs are read with the tool ck3_log") } else { expected }
}

fn names_a_log(input: &str) -> bool {
    let mut segments = input.split(['/', '\\', ':']).filter(|segment| !segment.is_empty());
    let is_folder = |segment: &str| segment.eq_ignore_ascii_case("logs");
    let is_file = |segment: &str| {
        let stem = segment.len().checked_sub(4).and_then(|at| segment.split_at_checked(at));
        stem.is_some_and(|(_, ending)| ending.eq_ignore_ascii_case(".log"))
    };
    let last = segments.clone().next_back().unwrap_or_default();
    let is_documents = |segment: &str| {
        let key =
            segment.get(..5).filter(|start| start.eq_ignore_ascii_case("root_")).map_or(segment, |_| &segment[5..]);
        key.eq_ignore_ascii_case(RootKey::UserDocs.as_str())
    };
    is_file(last) || (segments.any(is_documents) && segments.next().is_some_and(is_folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_recognised_by_its_spelling_alone() {
        for input in [
            "root:user_docs/logs",
            "root:user_docs/logs/error.log",
            "ROOT_USER_DOCS:/logs/x",
            "user_docs/logs/debug.log",
            "logs\\ERROR.LOG",
            "error.log",
            r"C:\Users\nate\Documents\logs\error.log",
        ] {
            assert!(names_a_log(input), "{input}");
        }
        for input in
            ["", "root:user_docs", "root:user_docs/mod/logs", "root:game/logs", "mod:A/log", "mod:Logs/a.txt", "é.lo"]
        {
            assert!(!names_a_log(input), "{input}");
        }
    }
}
