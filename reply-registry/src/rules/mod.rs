//! The rules about a [`Draft`], one function each, all findings collected.

mod addresses;
mod areas;
mod codes;
mod fields;
mod gate;
mod layers;
pub(crate) mod messages;
mod revisions;
mod roles;
mod status;

pub use messages::is_keyword;

use crate::draft::Draft;
use crate::finding::Findings;
use crate::model::layers_of;

/// Applies every rule.
pub(crate) fn check(draft: &Draft, findings: &mut Findings<'_>) {
    let layers = layers_of(draft);
    layers::are_declared(draft, findings);
    layers::one_may_deny(draft, findings);
    gate::is_known(draft, findings);
    addresses::are_plain(draft, findings);
    revisions::have_reasons(draft, findings);
    areas::are_named_well(draft, findings);
    areas::are_subjects(draft, findings);
    for entry in &draft.entries {
        fields::check_required(entry, findings);
        fields::check_format(entry, findings);
        codes::are_legal(entry, draft, &layers, findings);
        codes::have_a_declared_area(entry, draft, findings);
        messages::check_required(entry, findings);
        messages::are_sentences(entry, findings);
        messages::fit_their_parameters(entry, findings);
        status::is_single(entry, findings);
    }
    status::replacements_are_active(draft, findings);
    codes::fit_capacity(draft, findings);
    codes::are_unique(draft, findings);
    codes::keys_are_unique(draft, findings);
    roles::are_complete(draft, findings);
    roles::fit_their_codes(draft, findings);
}
