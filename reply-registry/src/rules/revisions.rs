use super::fields::is_version;
use crate::draft::Draft;
use crate::finding::Findings;
use crate::rule::Rule;

/// L02: a revision of the architecture says since when and why.
pub(super) fn have_reasons(draft: &Draft, findings: &mut Findings<'_>) {
    for (index, revision) in draft.revisions.iter().enumerate() {
        let number = index + 1;
        if revision.because.as_ref().is_none_or(|because| because.value.trim().is_empty()) {
            let message = format!("revision {number} of the architecture gives no reason");
            findings.add(Rule::RevisionRecorded, &revision.at, message, "", "say why: `because = \"…\"`");
        }
        if revision.since.as_ref().is_none_or(|since| !is_version(&since.value)) {
            let at = revision.since.as_ref().map_or(&revision.at, |since| &since.at);
            let message = format!("revision {number} of the architecture does not say since when");
            findings.add(Rule::RevisionRecorded, at, message, "", "name the version: `since = \"0.1.0\"`");
        }
    }
}
