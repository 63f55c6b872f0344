//! The laws of the architecture that no type can hold, checked in the syntax of every source (L24, L60, L65, L82).
//!
//! A rule is one file under `rules` and looks at one parsed source at a time. What a rule finds is either fixed or allowed
//! by a line of `arch-allow.toml` that says why; a line that nothing needs any more is a finding itself.
//!
//! **Invariant:** no rule looks at prose. Comments, documentation and strings may speak of what is banned; code may not, nor a
//! string that is nothing but a name. One rule is about strings themselves: a code in one (`rules/codes.rs`).
//!
//! Start reading at [`check`], then [`Rule`].
#![forbid(unsafe_code)]

mod allow;
mod finding;
mod rule;
mod rules;
mod scripts;
mod source;
mod tokens;
mod words;
mod workspace;

pub use allow::Allowances;
pub use finding::{LintFinding, SourceLocation};
pub use rule::Rule;
pub use source::{Source, Unreadable};
pub use workspace::sources;

use std::path::Path;

/// The name of the file that holds the allowances, at the root of the workspace.
pub const ALLOWANCES: &str = "arch-allow.toml";

/// What the rules find in one source, in the order of its lines.
pub fn findings(source: &Source) -> Vec<LintFinding> {
    let mut found = Vec::new();
    for check in rules::ALL {
        check(source, &mut found);
    }
    found.sort_by_key(|finding| (finding.place.line, finding.place.column, finding.rule));
    found.dedup();
    found
}

/// Checks the workspace at a root: what is found and not allowed, and what is allowed and not found.
pub fn check(root: &Path) -> Result<Vec<LintFinding>, Unreadable> {
    let text = std::fs::read_to_string(root.join(ALLOWANCES))
        .map_err(|error| Unreadable { file: ALLOWANCES.to_owned(), why: error.to_string() })?;
    let allowances = Allowances::parse(&text)?;
    let mut found: Vec<LintFinding> = sources(root)?.iter().flat_map(findings).collect();
    found.extend(scripts::findings(root)?);
    Ok(allowances.apply(found))
}
