//! `explain`: what a reply code means, for a person.

use std::process::ExitCode;

use super::CommandResult;
use super::show::{self, Format};
use super::wrap::unfolded;
use crate::operator::codes::describe;

pub(crate) fn run(input: &str, format: Format) -> CommandResult {
    let Some(code) = ck3_tools::find(input) else {
        let nearest: Vec<&str> = ck3_tools::nearest(input).iter().map(|code| code.as_str()).collect();
        let near = if nearest.is_empty() {
            "`ck3raven codes` lists them".to_owned()
        } else {
            format!("near it are {}", nearest.join(", "))
        };
        return Err(format!("{} is not a registered code or key; {near}", enforcement::quoted(input)).into());
    };
    if format == Format::Json {
        show::json(&describe(code));
        return Ok(ExitCode::SUCCESS);
    }
    let entry = code.entry();
    outln!("{code}  {}\n\n{}\n", entry.key, entry.summary);
    if let Some(template) = &entry.template {
        outln!("  {template}\n");
    }
    outln!("{}\n", unfolded(entry.explain));
    for param in entry.params {
        outln!("  {}: {}", param.name, param.ty);
    }
    outln!("The agent's next step: {}.", code.reply_type().action().as_str().replace('_', " "));
    Ok(ExitCode::SUCCESS)
}
