use crate::draft::{Draft, DraftLayer};
use crate::finding::Findings;
use crate::law::Layer;
use crate::rule::Rule;

/// L02: the section repeats the compiled law; it cannot widen it.
pub(super) fn echo_the_law(draft: &Draft, findings: &mut Findings<'_>) {
    for written in &draft.layers {
        match Layer::parse(&written.name.value) {
            Some(layer) => types_are_the_laws(written, layer, findings),
            None => {
                let message = format!("there is no layer {}", written.name.value);
                let help = "the layers are WA, EN, CT and MCP, compiled in; a registry cannot add one";
                findings.add(Rule::LayersEchoLaw, &written.name.at, message, "not a layer", help);
            }
        }
    }
    for layer in Layer::ALL {
        if !draft.layers.iter().any(|written| written.name.value == layer.as_str()) {
            let at = draft.layers_at.clone().unwrap_or(0..0);
            let message = format!("layer {layer} is not described in `[layers]`");
            let help = format!("add `{layer} = {{ owner = \"…\", types = {} }}`", type_list(layer));
            findings.add(Rule::LayersEchoLaw, &at, message, "", help);
        }
    }
}

fn types_are_the_laws(written: &DraftLayer, layer: Layer, findings: &mut Findings<'_>) {
    if written.owner.as_ref().is_none_or(|owner| owner.value.trim().is_empty()) {
        let message = format!("layer {layer} has no owner");
        findings.add(Rule::FieldRequired, &written.name.at, message, "", "say who speaks for it: `owner = \"…\"`");
    }
    let Some(types) = &written.types else {
        let message = format!("layer {layer} does not say which types it may give");
        findings.add(
            Rule::FieldRequired,
            &written.name.at,
            message,
            "",
            format!("write `types = {}`", type_list(layer)),
        );
        return;
    };
    let listed: Vec<&str> = types.value.iter().map(|item| item.value.as_str()).collect();
    let mut sorted = listed.clone();
    sorted.sort_unstable();
    let mut law: Vec<&str> = layer.legal_types().iter().map(|kind| kind.as_str()).collect();
    law.sort_unstable();
    if sorted != law {
        let message = format!("layer {layer} gives {}, not {}", law_text(layer), listed.join(", "));
        let help =
            format!("the law is compiled in and a registry only repeats it: write `types = {}`", type_list(layer));
        findings.add(Rule::LayersEchoLaw, &types.at, message, "differs from the law", help);
    }
}

fn law_text(layer: Layer) -> String {
    let types: Vec<&str> = layer.legal_types().iter().map(|kind| kind.as_str()).collect();
    types.join(", ")
}

fn type_list(layer: Layer) -> String {
    let types: Vec<String> = layer.legal_types().iter().map(|kind| format!("\"{kind}\"")).collect();
    format!("[{}]", types.join(", "))
}
