use std::collections::HashMap;

use crate::draft::{Draft, DraftEntry};
use crate::finding::Findings;
use crate::rule::Rule;

/// L09: active, reserved or retired.
pub(super) fn is_single(entry: &DraftEntry, findings: &mut Findings<'_>) {
    let Some(retired) = &entry.retired else { return };
    if let Some(reserved) = &entry.reserved {
        let message = format!("{} is both reserved and retired", entry.name());
        findings.add(Rule::StatusSingle, &reserved.at, message, "", "a retired code stays retired: remove `reserved`");
    }
    let needs = [
        ("since", &retired.value.since, "the version that retired it"),
        ("because", &retired.value.because, "why it is gone"),
    ];
    for (field, value, what) in needs {
        if value.as_ref().is_none_or(|value| value.value.trim().is_empty()) {
            let message = format!("{} is retired without `{field}`", entry.name());
            findings.add(Rule::FieldRequired, &retired.at, message, "", format!("add `{field} = \"…\"`: {what}"));
        }
    }
}

/// L09: what a tombstone points to can be used.
pub(super) fn replacements_are_active(draft: &Draft, findings: &mut Findings<'_>) {
    let mut by_code: HashMap<&str, &DraftEntry> = HashMap::new();
    for entry in &draft.entries {
        if let Some(code) = &entry.code {
            by_code.entry(&code.value).or_insert(entry);
        }
    }
    for entry in &draft.entries {
        replacement_is_active(entry, &by_code, findings);
    }
}

fn replacement_is_active(entry: &DraftEntry, by_code: &HashMap<&str, &DraftEntry>, findings: &mut Findings<'_>) {
    let Some(instead) = entry.retired.as_ref().and_then(|retired| retired.value.instead.as_ref()) else { return };
    let problem = match by_code.get(instead.value.as_str()) {
        None => "is not in the registry",
        Some(other) if other.retired.is_some() => "is retired itself",
        Some(_) => return,
    };
    let message = format!("{} points to {}, which {problem}", entry.name(), instead.value);
    findings.add(
        Rule::ReplacementActive,
        &instead.at,
        message,
        problem,
        "name a code that can be used, or leave `instead` out",
    );
}
