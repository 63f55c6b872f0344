//! `codes`: every reply code, by layer.

use std::process::ExitCode;

use anstyle::Style;
use reply_kit::{CodeRef, Status};

use super::CommandResult;
use super::paint::{BOLD, DIM, of_code};
use super::show::{self, Format, TextRow};
use crate::operator::codes::describe;

/// Lists the codes that begin with the text, or whose key or summary contains it.
pub(crate) fn run(wanted: Option<&str>, format: Format) -> CommandResult {
    let wanted = wanted.unwrap_or_default().to_ascii_uppercase();
    let fits = |code: &CodeRef| {
        let entry = code.entry();
        code.as_str().starts_with(&wanted)
            || entry.key.contains(&wanted)
            || entry.summary.to_ascii_uppercase().contains(&wanted)
    };
    let codes: Vec<CodeRef> = replies::REGISTRY.codes().filter(fits).collect();
    if codes.is_empty() {
        return Err("no code begins so or says that; `ck3raven codes` lists all".into());
    }
    if format == Format::Json {
        show::json(&codes.iter().map(|code| describe(*code)).collect::<Vec<_>>());
        return Ok(ExitCode::SUCCESS);
    }
    let width = show::width();
    let mut layer = "";
    for code in codes {
        let entry = code.entry();
        if entry.layer != layer {
            layer = entry.layer;
            TextRow::new().add(BOLD, layer).print(width);
        }
        let retired = if matches!(entry.status, Status::Active) { "" } else { " (not in use)" };
        TextRow::new()
            .add(Style::new(), "  ")
            .column(of_code(code.as_str()), code.as_str(), 16)
            .add(Style::new(), format!("  {}{retired}", entry.summary))
            .add(DIM, format!("  {}", entry.key))
            .print(width);
    }
    Ok(ExitCode::SUCCESS)
}
