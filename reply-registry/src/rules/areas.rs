use crate::code::is_area_name;
use crate::draft::Draft;
use crate::finding::Findings;
use crate::rule::Rule;

pub(super) fn are_named_well(draft: &Draft, findings: &mut Findings<'_>) {
    for (name, meaning) in &draft.areas {
        if !is_area_name(&name.value) {
            let message = format!("`{}` is not the name of an area", name.value);
            findings.add(
                Rule::AreaName,
                &name.at,
                message,
                "two to six capital letters",
                "an area's name stands in every code: say in a short word what decisions it is about",
            );
        }
        if meaning.value.trim().is_empty() {
            let message = format!("area {} has no meaning", name.value);
            findings.add(
                Rule::FieldRequired,
                &meaning.at,
                message,
                "empty",
                "say in one line what decisions it is about",
            );
        }
    }
}

/// L07: an area says what a decision is about; a registry lists the names that are something else.
pub(super) fn are_subjects(draft: &Draft, findings: &mut Findings<'_>) {
    for (name, _) in &draft.areas {
        if let Some(reason) = why_not(draft, &name.value) {
            let message = format!("{} is not an area: it is {reason}", name.value);
            let help = "use the area that says what the decision is about";
            findings.add(Rule::AreaForbidden, &name.at, message, "stands in `[forbidden_areas]`", help);
        }
    }
}

/// Why the registry forbids an area.
pub(super) fn why_not<'d>(draft: &'d Draft, name: &str) -> Option<&'d str> {
    let forbidden = draft.forbidden_areas.iter().find(|(forbidden, _)| forbidden.value == name);
    forbidden.map(|(_, reason)| reason.value.as_str())
}
