//! `explain`: what a reply code means, for a person.

use std::process::ExitCode;

use super::fail;
use crate::tools::{find_code, nearest_codes};

pub(crate) fn run(input: &str) -> ExitCode {
    let Some(code) = find_code(input) else {
        let nearest: Vec<&str> = nearest_codes(input).iter().map(|code| code.as_str()).collect();
        let near = if nearest.is_empty() {
            "docs/codes.md lists them".to_owned()
        } else {
            format!("near it are {}", nearest.join(", "))
        };
        return fail(&format!("`{input}` is not a registered code or key; {near}"));
    };
    let entry = code.entry();
    say!("{code}  {}\n\n{}\n", entry.key, entry.summary);
    if let Some(template) = &entry.template {
        say!("  {template}\n");
    }
    say!("{}\n", entry.explain.trim());
    for (name, kind) in &entry.params {
        say!("  {name}: {kind}");
    }
    say!("The agent's next step: {}.", code.reply_type().action().as_str().replace('_', " "));
    ExitCode::SUCCESS
}
