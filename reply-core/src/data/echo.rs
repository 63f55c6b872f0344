//! The agent's own input: repeating it is not a leak (L49, L80).
//!
//! Input goes into a reply through [`Text::echo`](crate::Text::echo). A tool that uses [`Text::new`](crate::Text::new) instead
//! must not turn the agent's own words into a system error. So if a reply would be withheld, the host path in it is searched
//! for in the arguments of the call, and replaced like an echo if it is found. A path that the agent did not send is a leak as
//! before.

use serde_json::Value;

use crate::leak::find_leak;

/// The placeholder of an input that holds a host path.
pub(crate) const ECHOED: &str = "(a path of the host)";

/// How many strings of the arguments are searched; no sensible call has more with host paths.
const MAX_ECHOES: usize = 64;

/// The strings among a call's arguments that hold host paths, longest first.
#[derive(Debug, Default)]
pub(crate) struct Echoes(Vec<Box<str>>);

impl Echoes {
    /// Computed only when a reply would be withheld: most calls never need it.
    pub(crate) fn of(arguments: &Value) -> Self {
        let mut found: Vec<Box<str>> = Vec::new();
        let mut keep = |text: &str| {
            if found.len() < MAX_ECHOES && find_leak(text).is_some() {
                found.push(text.into());
            }
        };
        let mut pending = vec![arguments];
        while let Some(value) = pending.pop() {
            match value {
                Value::String(text) => keep(text),
                Value::Array(items) => pending.extend(items),
                Value::Object(fields) => fields.iter().for_each(|(name, value)| {
                    keep(name);
                    pending.push(value);
                }),
                Value::Null | Value::Bool(_) | Value::Number(_) => {}
            }
        }
        // The longer one first: `/home/nate/x` is not `/home/nate` and something else.
        found.sort_unstable_by_key(|text| std::cmp::Reverse(text.len()));
        Self(found)
    }

    /// The text without what the agent sent, if nothing else in it is a host path.
    pub(crate) fn without(&self, text: &str) -> Option<String> {
        // A part of the input, such as a line of it, or the trimmed text.
        if self.0.iter().any(|sent| sent.contains(text)) {
            return Some(ECHOED.to_owned());
        }
        let mut rest = text.to_owned();
        for sent in &self.0 {
            if rest.contains(&**sent) {
                rest = replaced(&rest, sent);
            }
        }
        (rest != text && find_leak(&rest).is_none()).then_some(rest)
    }
}

/// Replaces input where it stands alone: at the front of a longer path it is a part of that path.
fn replaced(text: &str, sent: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(sent) {
        let (before, after) = (&rest[..at], &rest[at + sent.len()..]);
        out.push_str(before);
        out.push_str(if goes_on(&out, after) { sent } else { ECHOED });
        rest = after;
    }
    out.push_str(rest);
    out
}

fn goes_on(before: &str, after: &str) -> bool {
    let joins = |character: char| character.is_alphanumeric() || r"_-/\~%:".contains(character);
    let mut next = after.chars();
    let is_longer = match next.next() {
        // The full stop of a sentence, or the start of a file extension.
        Some('.') => next.next().is_some_and(joins),
        Some(character) => joins(character),
        None => false,
    };
    let is_joined = before.chars().next_back().is_some_and(|last| last.is_alphanumeric() || r"_/\~".contains(last));
    // `C:/home` is a path of its own.
    let scheme = before.strip_suffix(':').map(|head| head.rsplit(|last: char| !last.is_alphanumeric()).next());
    let is_scheme = scheme.flatten().is_some_and(|word| word.len() == 1 || word.eq_ignore_ascii_case("file"));
    is_longer || is_joined || is_scheme
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn l49_what_the_agent_sent_is_repeated_as_an_echo() {
        let echoes = Echoes::of(&json!({ "title": "/home/nate/x", "deep": [{ "C:/y": 1 }], "plain": "Emma" }));
        for (text, told) in [
            ("/home/nate/x", ECHOED.to_owned()),
            ("/home/nate", ECHOED.to_owned()),
            ("There is no book '/home/nate/x'.", format!("There is no book '{ECHOED}'.")),
            ("No /home/nate/x.", format!("No {ECHOED}.")),
            ("C:/y and /home/nate/x", format!("{ECHOED} and {ECHOED}")),
        ] {
            assert_eq!(echoes.without(text), Some(told), "{text}");
        }
    }

    #[test]
    fn l80_a_path_that_the_agent_did_not_send_is_a_leak() {
        let echoes = Echoes::of(&json!({ "title": "/home/nate" }));
        for text in [
            "/home/nate/.ssh/id",
            "/home/nate.txt",
            "/home/nate and /etc/passwd",
            "/mnt/home/nate",
            "old/home/nate",
            "C:/home/nate",
            "file:/home/nate",
        ] {
            assert_eq!(echoes.without(text), None, "{text}");
        }
        assert!(Echoes::of(&json!({ "title": "Emma", "n": [1, null, true] })).0.is_empty());
    }

    #[test]
    fn l100_of_many_paths_in_the_input_some_are_searched_for() {
        let many: Vec<String> = (0..1_000).map(|number| format!("/home/nate/{number}")).collect();
        assert_eq!(Echoes::of(&json!(many)).0.len(), MAX_ECHOES);
    }
}
