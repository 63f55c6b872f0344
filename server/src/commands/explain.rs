//! `explain`: what a reply code means, for a person.

use std::process::ExitCode;

use super::fail;
use crate::tools::find_code;

pub(crate) fn run(input: &str) -> ExitCode {
    let Some(code) = find_code(input) else { return fail(&format!("`{input}` is not a registered code or key")) };
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
