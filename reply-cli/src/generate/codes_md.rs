//! `docs/codes.md`: every code, for reading and for search engines.

use std::fmt::Write;

use reply_registry::{Registry, RegistryEntry, RegistryLayer, ReplyType, Status};

use super::markdown::cell;
use super::{gate_meaning, may_answer, of_layer};

/// The whole page.
pub(super) fn page(registry: &Registry) -> String {
    let mut out = String::from(
        "# Reply codes\n\nGenerated from `registry.toml` by `cargo reply docs`; do not edit. With search and filters: \
         [codes.html](codes.html).\n\nA code is `LAYER-AREA-TYPE-NNN`: who decided, about what, what it means, which one.\n",
    );
    layers(&mut out, registry);
    types(&mut out);
    areas(&mut out, registry);
    gate(&mut out, registry);
    revisions(&mut out, registry);
    for layer in &registry.layers {
        codes(&mut out, registry, layer);
    }
    out
}

fn layers(out: &mut String, registry: &Registry) {
    out.push_str("\n## Layers\n\n| layer | speaks for | may answer |\n|---|---|---|\n");
    for layer in &registry.layers {
        _ = writeln!(out, "| {} | {} | {} |", layer.name, cell(&layer.owner), may_answer(layer));
    }
}

fn types(out: &mut String) {
    out.push_str("\n## Types\n\n| type | status | means | the agent's next step |\n|---|---|---|---|\n");
    for kind in ReplyType::ALL {
        _ = writeln!(
            out,
            "| {kind} | `{}` | {} | {} (`{}`) |",
            kind.status(),
            kind.meaning(),
            kind.action().describe(),
            kind.action().as_str()
        );
    }
}

fn areas(out: &mut String, registry: &Registry) {
    out.push_str("\n## Areas\n\n| area | is about | codes |\n|---|---|---|\n");
    for area in &registry.areas {
        let count = registry.entries.iter().filter(|entry| entry.code.area() == area.name).count();
        _ = writeln!(out, "| {} | {} | {count} |", area.name, cell(&area.meaning));
    }
}

fn gate(out: &mut String, registry: &Registry) {
    _ = writeln!(out, "\n## Leak gate\n\n`{}`: {}.", registry.gate, gate_meaning(registry));
}

/// How layers, areas and gate came to be what they are.
fn revisions(out: &mut String, registry: &Registry) {
    if registry.revisions.is_empty() {
        return;
    }
    out.push_str(
        "\n## Revisions\n\nLayers, areas and the leak gate change only by a recorded revision.\n\n| since | because |\n|---|---|\n",
    );
    for revision in &registry.revisions {
        _ = writeln!(out, "| {} | {} |", revision.since, cell(&revision.because));
    }
}

fn codes(out: &mut String, registry: &Registry, layer: &RegistryLayer) {
    let entries = of_layer(registry, layer);
    if entries.is_empty() {
        return;
    }
    _ = writeln!(out, "\n## {} codes\n\n| code | key | status | summary |\n|---|---|---|---|", layer.name);
    for entry in &entries {
        let anchor = entry.code.to_string().to_lowercase();
        let summary = cell(&entry.summary);
        _ = writeln!(out, "| [{}](#{anchor}) | `{}` | {} | {summary} |", entry.code, entry.key, entry.status.word());
    }
    for entry in entries {
        detail(out, entry);
    }
}

fn detail(out: &mut String, entry: &RegistryEntry) {
    // The heading is the code alone, so that its anchor never changes.
    _ = writeln!(out, "\n### {}\n\n`{}`: {}", entry.code, entry.key, entry.summary);
    match &entry.status {
        Status::Active => {}
        Status::Reserved { because } => _ = writeln!(out, "\n**Reserved**, not given yet: {because}."),
        Status::Retired(stone) => {
            let instead = stone.instead.as_ref().map(|code| format!(" Use {code} instead.")).unwrap_or_default();
            _ = writeln!(out, "\n**Retired** since {}: {}.{instead}", stone.since, stone.because);
        }
    }
    if let Some(message) = &entry.message {
        _ = writeln!(out, "\n> {}", message.text);
    }
    _ = writeln!(out, "\n{}", entry.explain.trim());
    let params: Vec<String> = entry.params.iter().map(|param| format!("`{}: {}`", param.name, param.ty)).collect();
    let params = if params.is_empty() { String::new() } else { format!("Parameters: {}. ", params.join(", ")) };
    _ = writeln!(out, "\n{params}Agent: {}. Since {}.", entry.code.reply_type().action().describe(), entry.since);
}
