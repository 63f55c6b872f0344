//! The rules about a [`Draft`], one function each, all findings collected.

mod areas;
mod codes;
mod fields;
mod layers;
pub(crate) mod messages;
mod roles;
mod status;

use crate::draft::Draft;
use crate::finding::Findings;

/// Applies every rule.
pub(crate) fn check(draft: &Draft, findings: &mut Findings<'_>) {
    layers::echo_the_law(draft, findings);
    areas::are_named_well(draft, findings);
    areas::are_not_tools(draft, findings);
    for entry in &draft.entries {
        fields::are_there(entry, findings);
        fields::are_well_formed(entry, findings);
        codes::are_legal(entry, findings);
        codes::have_a_declared_area(entry, draft, findings);
        messages::are_there(entry, findings);
        messages::are_sentences(entry, findings);
        messages::fit_their_parameters(entry, findings);
        status::is_single(entry, findings);
    }
    status::replacements_are_active(draft, findings);
    codes::fit_the_table(draft, findings);
    codes::are_unique(draft, findings);
    codes::keys_are_unique(draft, findings);
    roles::are_complete(draft, findings);
    roles::fit_their_codes(draft, findings);
}
