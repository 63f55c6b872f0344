use crate::draft::{DraftEntry, Located};
use crate::finding::Findings;
use crate::model::type_name;
use crate::rule::Rule;

/// What every entry has: enough to look it up and to explain it.
pub(super) fn check_required(entry: &DraftEntry, findings: &mut Findings<'_>) {
    let needs = [
        ("code", &entry.code, "`code = \"LAYER-AREA-TYPE-NNN\"`"),
        ("key", &entry.key, "`key = \"WHAT_HAPPENED\"`"),
        ("summary", &entry.summary, "`summary = \"…\"`, one line for lists"),
        ("explain", &entry.explain, "`explain = \"\"\"…\"\"\"`: when it is given, and what to do then"),
        ("since", &entry.since, "`since = \"0.1.0\"`, the version that first has it"),
    ];
    for (field, value, example) in needs {
        let is_empty = value.as_ref().is_some_and(|value| value.value.trim().is_empty());
        if is_empty || !entry.written.contains(&field) {
            let message = format!("{} has no `{field}`", entry.name());
            findings.add(Rule::FieldRequired, entry.anchor(), message, "", format!("add {example}"));
        }
    }
}

pub(super) fn check_format(entry: &DraftEntry, findings: &mut Findings<'_>) {
    if let Some(key) = &entry.key {
        key_is_a_name(key, findings);
    }
    if let Some(summary) = &entry.summary
        && summary.value.trim().contains('\n')
    {
        let message = format!("the summary of {} has more than one line", entry.name());
        findings.add(
            Rule::SummaryOneLine,
            &summary.at,
            message,
            "",
            "keep one line here and put the rest into `explain`",
        );
    }
    let tombstone = entry.retired.as_ref().and_then(|retired| retired.value.since.as_ref());
    for since in entry.since.iter().chain(tombstone) {
        if !is_version(&since.value) {
            let message = format!("`{}` is not a version", since.value);
            findings.add(Rule::SinceVersion, &since.at, message, "three numbers with dots", "write it like \"0.1.0\"");
        }
    }
}

fn key_is_a_name(key: &Located<String>, findings: &mut Findings<'_>) {
    let text = &key.value;
    let is_key = text.starts_with(|first: char| first.is_ascii_uppercase())
        && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        && !text.ends_with('_')
        && !text.contains("__");
    if !is_key {
        let message = format!("`{text}` is not a message key");
        findings.add(Rule::KeyFormat, &key.at, message, "SCREAMING_SNAKE_CASE", "write it like PATH_NOT_FOUND");
    } else if type_name(text) == "Self" {
        let message = "the key `SELF` would become the keyword `Self`".to_owned();
        findings.add(Rule::KeyFormat, &key.at, message, "a keyword of Rust", "say what happened: PATH_NOT_FOUND");
    }
}

pub(super) fn is_version(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    parts.len() == 3 && parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}
