use reply_registry::{Finding, Location};
use serde_json::{Value, json};

/// All findings as one JSON object.
pub(super) fn document(findings: &[Finding]) -> String {
    let place = |place: &Location| {
        json!({
            "file": place.file,
            "line": place.start.line,
            "column": place.start.column,
            "end_column": place.start.column + place.underline.1,
            "text": place.line,
            "label": place.label,
        })
    };
    let finding = |finding: &Finding| {
        json!({
            "rule": finding.rule.name(),
            "message": finding.message,
            "help": finding.help,
            "place": finding.place.as_ref().map(place),
        })
    };
    crate::output::json(&json!({ "findings": findings.iter().map(finding).collect::<Vec<Value>>() }))
}
