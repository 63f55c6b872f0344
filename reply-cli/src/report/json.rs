use reply_registry::Finding;
use serde::Serialize;

#[derive(Serialize)]
struct Document<'f> {
    findings: Vec<FindingJson<'f>>,
}

#[derive(Serialize)]
struct FindingJson<'f> {
    rule: &'static str,
    message: &'f str,
    help: &'f str,
    place: Option<LocationJson<'f>>,
}

#[derive(Serialize)]
struct LocationJson<'f> {
    file: &'f str,
    line: usize,
    column: usize,
    end_column: usize,
    text: &'f str,
    label: &'f str,
}

/// All findings as one JSON object.
pub(super) fn document(findings: &[Finding]) -> String {
    let findings = findings.iter().map(|finding| FindingJson {
        rule: finding.rule.name(),
        message: &finding.message,
        help: &finding.help,
        place: finding.place.as_ref().map(|place| LocationJson {
            file: &place.file,
            line: place.start.line,
            column: place.start.column,
            end_column: place.start.column + place.underline.1,
            text: &place.line,
            label: &place.label,
        }),
    });
    let document = Document { findings: findings.collect() };
    crate::output::json(&document)
}
