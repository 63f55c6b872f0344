//! Findings for people, programs and reviews.

mod github;
mod human;
mod json;

use clap::ValueEnum;
use reply_registry::Finding;

use crate::output;

/// How findings are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Frames as the compiler prints them.
    #[default]
    Human,
    /// One JSON object, for programs.
    Json,
    /// Annotations for a review on GitHub.
    Github,
}

/// Prints the result of a check.
pub(crate) fn print(findings: &[Finding], format: ReportFormat) {
    match format {
        ReportFormat::Human => findings.iter().for_each(|finding| output::line(&human::frame(finding))),
        ReportFormat::Json => output::line(&json::document(findings)),
        ReportFormat::Github => findings.iter().for_each(|finding| output::line(&github::annotation(finding))),
    }
}

/// Says why a command refuses.
pub(crate) fn refuse(findings: &[Finding]) {
    for finding in findings {
        output::note(&human::frame(finding));
    }
}

/// "1 finding", "2 findings".
pub(crate) fn count(findings: &[Finding]) -> String {
    plural(findings.len(), "finding")
}

/// "1 code", "2 codes".
pub(crate) fn plural(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
