use crate::code::is_area_name;
use crate::draft::Draft;
use crate::finding::Findings;
use crate::law::NOT_AREAS;
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
                "shorten it, or use SYS for what fits nowhere else",
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

/// L07: an area says what, never with which tool.
pub(super) fn are_not_tools(draft: &Draft, findings: &mut Findings<'_>) {
    for (name, _) in &draft.areas {
        if let Some(reason) = why_not(&name.value) {
            let message = format!("{} is not an area: it is {reason}", name.value);
            let help = "use the area that says what the decision is about; a tool's name belongs into the data";
            findings.add(Rule::AreaNotATool, &name.at, message, "names a tool, not a subject", help);
        }
    }
}

/// Why a name can never be an area.
pub(super) fn why_not(name: &str) -> Option<&'static str> {
    NOT_AREAS.iter().find(|(banned, _)| *banned == name).map(|(_, reason)| *reason)
}
