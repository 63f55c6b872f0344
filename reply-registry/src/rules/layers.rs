use crate::code::is_layer_name;
use crate::draft::{Draft, DraftLayer};
use crate::finding::Findings;
use crate::rule::Rule;
use crate::rules::is_keyword;
use crate::{ReplyType, model};

/// L02: there are layers, and each names its owner and what it may answer.
pub(super) fn are_declared(draft: &Draft, findings: &mut Findings<'_>) {
    if draft.layers.is_empty() {
        let at = draft.layers_at.clone().unwrap_or(0..0);
        let help =
            "add `[layers]`, and in it one line a layer: `APP = { owner = \"…\", types = [\"S\", \"I\", \"E\"] }`";
        findings.add(Rule::FieldRequired, &at, "the registry has no layers".to_owned(), "", help);
    }
    for layer in &draft.layers {
        is_named_well(layer, findings);
        has_an_owner(layer, findings);
        has_types(layer, findings);
    }
}

fn is_named_well(layer: &DraftLayer, findings: &mut Findings<'_>) {
    let name = &layer.name.value;
    if !is_layer_name(name) {
        let message = format!("`{name}` is not the name of a layer");
        let help = "a layer's name stands in every code: write it like APP";
        findings.add(Rule::LayerName, &layer.name.at, message, "two to four capital letters", help);
    } else if is_keyword(&name.to_lowercase()) {
        let message = format!("layer {name} would become the module `{}`, a keyword of Rust", name.to_lowercase());
        findings.add(Rule::LayerName, &layer.name.at, message, "a keyword of Rust", "give the layer another name");
    }
}

fn has_an_owner(layer: &DraftLayer, findings: &mut Findings<'_>) {
    if layer.owner.as_ref().is_none_or(|owner| owner.value.trim().is_empty()) {
        let message = format!("layer {} has no owner", layer.name.value);
        findings.add(Rule::FieldRequired, &layer.name.at, message, "", "say who speaks for it: `owner = \"…\"`");
    }
}

fn has_types(layer: &DraftLayer, findings: &mut Findings<'_>) {
    let name = &layer.name.value;
    let Some(types) = layer.types.as_ref().filter(|types| !types.value.is_empty()) else {
        let message = format!("layer {name} does not say which types it may answer");
        let help = "write `types = [\"S\", \"I\", \"E\"]`, or those of S, I, D, E that it may";
        findings.add(Rule::FieldRequired, &layer.name.at, message, "", help);
        return;
    };
    for item in &types.value {
        if ReplyType::parse(&item.value).is_none() {
            let message = format!("layer {name}: there is no reply type `{}`", item.value);
            let help = "S succeeded, I the caller can fix it, D policy refuses, E we broke";
            findings.add(Rule::CodeType, &item.at, message, "S, I, D or E", help);
        }
    }
}

/// L02, L05, L06: a denial is one layer's alone, and that layer never answers I.
pub(super) fn one_may_deny(draft: &Draft, findings: &mut Findings<'_>) {
    let layers = model::layers_of(draft);
    let denying: Vec<&model::RegistryLayer> = layers.iter().filter(|layer| layer.may_answer(ReplyType::D)).collect();
    for layer in denying.iter().skip(1) {
        let first = &denying[0].name;
        let message = format!("layer {} may not deny: {first} does", layer.name);
        let help = "whether something is permitted is one layer's decision; the others answer I or E";
        findings.add(Rule::DenialsOneLayer, &types_at(draft, &layer.name), message, "a second layer with D", help);
    }
    for layer in denying {
        if layer.may_answer(ReplyType::I) {
            let message = format!("layer {} answers D and I", layer.name);
            let help = "a layer that refuses by policy does not say what is wrong with a request: take I away";
            findings.add(Rule::DenierNeverInvalid, &types_at(draft, &layer.name), message, "D together with I", help);
        }
    }
}

fn types_at(draft: &Draft, name: &str) -> std::ops::Range<usize> {
    let layer = draft.layers.iter().find(|layer| layer.name.value == name);
    let at = layer.map(|layer| layer.types.as_ref().map_or(&layer.name.at, |types| &types.at));
    at.cloned().unwrap_or(0..0)
}
