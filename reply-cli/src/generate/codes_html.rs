//! `docs/codes.html`: every code on one page that needs no network, with search, filters and keys.

use std::fmt::Write;

use reply_registry::{Registry, RegistryEntry, RegistryLayer, ReplyType, Segment, Status};

use super::markdown::{escape, html, inline};
use super::{envelope, gate_meaning, of_layer, rust_path};

const STYLE: &str = include_str!("codes_html/page.css");
const SCRIPT: &str = include_str!("codes_html/page.js");
const FRAME: &str = include_str!("codes_html/page.html");

/// The whole page.
pub(super) fn page(registry: &Registry) -> String {
    let groups: String = registry.layers.iter().map(|layer| group(registry, layer)).collect();
    let parts = [
        ("{{style}}", STYLE.to_owned()),
        ("{{anatomy}}", anatomy(registry)),
        ("{{layer-filters}}", layer_filters(registry)),
        ("{{type-filters}}", type_filters()),
        ("{{area-options}}", area_options(registry)),
        ("{{count}}", registry.entries.len().to_string()),
        ("{{layers}}", layers(registry)),
        ("{{types}}", types()),
        ("{{areas}}", areas(registry)),
        ("{{gate}}", gate(registry)),
        ("{{revisions}}", revisions(registry)),
        ("{{groups}}", groups),
        ("{{script}}", SCRIPT.to_owned()),
    ];
    fill(FRAME, &parts)
}

/// Fills every slot once, left to right, so that text in a slot is never taken for another slot.
fn fill(frame: &str, parts: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = frame;
    for (slot, text) in parts {
        let (before, after) = rest.split_once(slot).unwrap_or((rest, ""));
        out.push_str(before);
        out.push_str(text);
        rest = after;
    }
    out.push_str(rest);
    out
}

fn toggle(group: &str, value: &str, label: &str, title: &str) -> String {
    format!(
        "<button type=\"button\" class=\"toggle {group}-{value}\" data-filter=\"{group}\" data-value=\"{value}\" \
         aria-pressed=\"false\" title=\"{}\">{label}</button>",
        escape(title)
    )
}

fn layer_filters(registry: &Registry) -> String {
    registry.layers.iter().map(|layer| toggle("layer", &layer.name, &layer.name, &layer.owner)).collect()
}

fn type_filters() -> String {
    let label = |kind: ReplyType| format!("<b>{kind}</b> {}", kind.status());
    ReplyType::ALL.into_iter().map(|kind| toggle("type", kind.as_str(), &label(kind), kind.meaning())).collect()
}

fn area_options(registry: &Registry) -> String {
    let option = |name: &str, meaning: &str| format!("<option value=\"{name}\">{name} · {}</option>", escape(meaning));
    registry.areas.iter().map(|area| option(&area.name, &area.meaning)).collect()
}

fn layers(registry: &Registry) -> String {
    let row = |layer: &RegistryLayer| {
        let types: String = layer.types.iter().map(|kind| badge(*kind)).collect();
        let verbatim = if layer.verbatim { " file content as it is" } else { "" };
        let owner = inline(&layer.owner);
        format!("<tr><th scope=\"row\">{}</th><td>{owner}</td><td>{types}{verbatim}</td></tr>", layer.name)
    };
    registry.layers.iter().map(row).collect()
}

fn types() -> String {
    let row = |kind: ReplyType| {
        let (meaning, action) = (escape(kind.meaning()), escape(kind.action().describe()));
        format!("<tr><th scope=\"row\">{} {}</th><td>{meaning}</td><td>{action}</td></tr>", badge(kind), kind.status())
    };
    ReplyType::ALL.into_iter().map(row).collect()
}

fn areas(registry: &Registry) -> String {
    let row = |area: &reply_registry::Area| {
        let count = registry.entries.iter().filter(|entry| entry.code.area() == area.name).count();
        format!("<tr><th scope=\"row\">{}</th><td>{}</td><td>{count}</td></tr>", area.name, inline(&area.meaning))
    };
    registry.areas.iter().map(row).collect()
}

fn badge(kind: ReplyType) -> String {
    format!("<span class=\"badge type-{kind}\" title=\"{}\">{kind}</span>", kind.status())
}

/// The parts of a code, shown on one of this registry's.
fn anatomy(registry: &Registry) -> String {
    let Some(code) = registry.entries.first().map(|entry| &entry.code) else { return String::new() };
    let kind = code.reply_type();
    let part = |class: &str, text: &str, about: &str| {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        format!("<span><b{class}>{text}</b><small>{about}</small></span>")
    };
    [
        part("", code.layer(), "who decided"),
        part("", code.area(), "about what"),
        part(&format!("type-{kind}"), kind.as_str(), "what it means"),
        part("", &format!("{:03}", code.number()), "which one"),
    ]
    .join("<i>-</i>")
}

fn gate(registry: &Registry) -> String {
    format!("Leak gate <code>{}</code>: {}.", registry.gate, inline(&gate_meaning(registry)))
}

fn revisions(registry: &Registry) -> String {
    if registry.revisions.is_empty() {
        return String::new();
    }
    let row = |revision: &reply_registry::Revision| {
        let (since, because) = (escape(&revision.since), inline(&revision.because));
        format!("<tr><th scope=\"row\">{since}</th><td>{because}</td></tr>")
    };
    let rows: String = registry.revisions.iter().map(row).collect();
    format!(
        "<table><caption>Revisions of layers, areas and leak gate</caption><thead><tr><th scope=\"col\">since</th>\
         <th scope=\"col\">because</th></tr></thead><tbody>{rows}</tbody></table>\n"
    )
}

fn group(registry: &Registry, layer: &RegistryLayer) -> String {
    let entries = of_layer(registry, layer);
    if entries.is_empty() {
        return String::new();
    }
    let codes: String = entries.into_iter().map(code).collect();
    let name = &layer.name;
    let heading = format!("<h2 id=\"layer-{name}\">{name} <span>{}</span></h2>", inline(&layer.owner));
    format!("<section class=\"group\" aria-labelledby=\"layer-{name}\">{heading}\n{codes}</section>\n")
}

fn code(entry: &RegistryEntry) -> String {
    let code = &entry.code;
    let status = entry.status.word();
    let mut out = format!(
        "<details class=\"code\" id=\"{code}\" data-layer=\"{}\" data-area=\"{}\" data-type=\"{}\" data-status=\"{status}\">",
        code.layer(),
        code.area(),
        code.reply_type()
    );
    let flag =
        if entry.status == Status::Active { String::new() } else { format!("<span class=\"flag\">{status}</span>") };
    _ = write!(
        out,
        "<summary><span class=\"name\">{}-{}-<b class=\"type-{type_}\">{type_}</b>-{:03}</span>\
         <span class=\"key\">{}</span><span class=\"about\">{}{flag}</span></summary><div class=\"body\">",
        code.layer(),
        code.area(),
        code.number(),
        entry.key,
        inline(&entry.summary),
        type_ = code.reply_type(),
    );
    body(&mut out, entry);
    out.push_str("</div></details>\n");
    out
}

fn body(out: &mut String, entry: &RegistryEntry) {
    out.push_str(&status_note(entry));
    if let Some(message) = &entry.message {
        let shown: String = message.segments.iter().map(segment).collect();
        _ = write!(out, "<blockquote>{shown}</blockquote>");
    }
    out.push_str(&html(&entry.explain));
    let action = entry.code.reply_type().action();
    _ = write!(out, "<dl><dt>Agent</dt><dd>{}</dd>", escape(action.describe()));
    if !entry.params.is_empty() {
        let list = entry.params.iter().map(|param| {
            format!("<li><code>{}</code> <span class=\"ty\">{}</span></li>", param.name, escape(&param.ty.to_string()))
        });
        _ = write!(out, "<dt>Parameters</dt><dd><ul class=\"params\">{}</ul></dd>", list.collect::<String>());
    }
    _ = write!(out, "<dt>Since</dt><dd>{}</dd>", escape(&entry.since));
    if entry.status == Status::Active {
        _ = write!(out, "<dt>Rust</dt><dd><code>{}</code></dd>", escape(&rust_path(entry)));
    }
    _ = write!(
        out,
        "</dl><details class=\"envelope\"><summary>Envelope, with values made up</summary><pre tabindex=\"0\">{}</pre></details>\
         <p class=\"tools\"><button type=\"button\" data-copy=\"{code}\">Copy code</button> <a href=\"#{code}\">Link</a></p>",
        escape(&envelope(entry)),
        code = entry.code,
    );
}

fn status_note(entry: &RegistryEntry) -> String {
    match &entry.status {
        Status::Active => String::new(),
        Status::Reserved { because } => {
            format!("<p class=\"note\"><b>Reserved</b>, not given yet: {}.</p>", inline(because))
        }
        Status::Retired(stone) => {
            let instead = stone.instead.as_ref().map(|code| format!(" Use <a href=\"#{code}\">{code}</a> instead."));
            let because = inline(&stone.because);
            let since = escape(&stone.since);
            format!("<p class=\"note\"><b>Retired</b> since {since}: {because}.{}</p>", instead.unwrap_or_default())
        }
    }
}

fn segment(segment: &Segment) -> String {
    match segment {
        Segment::Text(text) => escape(text),
        Segment::Placeholder { name, .. } => format!("<var>{{{name}}}</var>"),
    }
}
