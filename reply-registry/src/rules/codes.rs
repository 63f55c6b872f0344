use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::areas::why_not;
use crate::code::{Code, CodeError, CodeErrorKind};
use crate::draft::{At, Draft, DraftEntry};
use crate::finding::Findings;
use crate::law::{Layer, ReplyType};
use crate::model::type_name;
use crate::nearest::did_you_mean;
use crate::rule::Rule;

/// L01–L04: four well-formed parts, and a layer that may give the type.
pub(super) fn are_legal(entry: &DraftEntry, findings: &mut Findings<'_>) {
    let Some(code) = &entry.code else { return };
    if code.value.parse::<Code>().is_ok() {
        return;
    }
    for problem in Code::problems(&code.value) {
        let at = inside(code, &problem.at, findings);
        report(findings, code, &problem, &at);
    }
}

fn report(findings: &mut Findings<'_>, code: &At<String>, problem: &CodeError, at: &Range<usize>) {
    let text = &code.value;
    let part = &text[problem.at.clone()];
    let (rule, message, label, help) = match problem.kind {
        CodeErrorKind::Shape => (
            Rule::CodeShape,
            format!("`{text}` is not a code"),
            "a code is LAYER-AREA-TYPE-NNN".to_owned(),
            "write it like WA-RES-I-001".to_owned(),
        ),
        CodeErrorKind::Layer => (
            Rule::CodeLayer,
            format!("{text}: there is no layer `{part}`"),
            did_you_mean(part, &Layer::ALL.map(Layer::as_str)).unwrap_or_else(|| "WA, EN, CT or MCP".to_owned()),
            "say who decides: WA world, EN enforcement, CT contracts, MCP infrastructure".to_owned(),
        ),
        CodeErrorKind::Area => (
            Rule::AreaName,
            format!("{text}: `{part}` is not the name of an area"),
            "two to six capital letters".to_owned(),
            "use one of the areas in `[areas]`".to_owned(),
        ),
        CodeErrorKind::Type => (
            Rule::CodeType,
            format!("{text}: there is no reply type `{part}`"),
            "S, I, D or E".to_owned(),
            "S succeeded, I the caller can fix it, D policy refuses, E we broke; a warning is an S with data"
                .to_owned(),
        ),
        CodeErrorKind::Number => (
            Rule::CodeNumber,
            format!("{text}: `{part}` is not a number from 001 to 999"),
            "three digits, 001 to 999".to_owned(),
            "take the next free number of its cluster".to_owned(),
        ),
        CodeErrorKind::Illegal(layer, reply_type) => (
            Rule::LayerMayAnswer,
            format!("{text}: layer {layer} may not {}", verb(reply_type)),
            legal_under(reply_type),
            instead(layer, reply_type).to_owned(),
        ),
    };
    findings.add(rule, at, message, label, help);
}

fn verb(reply_type: ReplyType) -> &'static str {
    match reply_type {
        ReplyType::S => "succeed",
        ReplyType::I => "answer I (invalid)",
        ReplyType::D => "deny",
        ReplyType::E => "answer E (error)",
    }
}

fn legal_under(reply_type: ReplyType) -> String {
    let layers: Vec<&str> =
        Layer::ALL.iter().filter(|layer| layer.may_answer(reply_type)).map(|layer| layer.as_str()).collect();
    match layers[..] {
        [only] => format!("{reply_type} is legal under {only} only"),
        _ => format!("{reply_type} is legal under {}", layers.join(", ")),
    }
}

fn instead(layer: Layer, reply_type: ReplyType) -> &'static str {
    match (layer, reply_type) {
        (Layer::Wa, ReplyType::D) => {
            "what cannot be seen is not found: WA-RES-I-…; a refusal by policy is EN's to give: EN-WRITE-D-…"
        }
        (Layer::En, ReplyType::I) => "a request that cannot be carried out is WA-…-I-…; bad arguments are MCP-VAL-I-…",
        (_, ReplyType::D) => "a refusal by policy is EN's to give: EN-GATE-D-…",
        _ => "choose the layer that decides this, or the type that says what happened",
    }
}

/// L07: the area is declared, and is not a tool's name.
pub(super) fn have_a_declared_area(entry: &DraftEntry, draft: &Draft, findings: &mut Findings<'_>) {
    let Some(code) = &entry.code else { return };
    let Some(range) = Code::area_range(&code.value) else { return };
    let area = &code.value[range.clone()];
    let declared: Vec<&str> = draft.areas.iter().map(|(name, _)| name.value.as_str()).collect();
    if declared.contains(&area) || !crate::code::is_area_name(area) {
        return;
    }
    let at = inside(code, &range, findings);
    if let Some(reason) = why_not(area) {
        let message = format!("{}: {area} is not an area: it is {reason}", code.value);
        let help = format!("the areas are {}; a tool's name belongs into the data", declared.join(", "));
        findings.add(Rule::AreaNotATool, &at, message, "names a tool, not a subject", help);
        return;
    }
    let message = format!("{}: there is no area `{area}`", code.value);
    let label = did_you_mean(area, &declared).unwrap_or_else(|| "not in `[areas]`".to_owned());
    let help = format!("use one of {}, or add it to `[areas]` with its meaning", declared.join(", "));
    findings.add(Rule::CodeArea, &at, message, label, help);
}

/// A code is a 16-bit place in a table at run time.
pub(super) fn fit_the_table(draft: &Draft, findings: &mut Findings<'_>) {
    const LIMIT: usize = 65_000;
    if let Some(entry) = draft.entries.get(LIMIT) {
        let message = format!("the registry has {} entries; {LIMIT} are the most", draft.entries.len());
        findings.add(Rule::RegistrySize, &entry.at, message, "one too many", "split the program, or its registry");
    }
}

/// L08: a number once in its cluster.
pub(super) fn are_unique(draft: &Draft, findings: &mut Findings<'_>) {
    let mut seen: HashMap<&str, &At<String>> = HashMap::new();
    let mut free = FreeNumbers::default();
    for code in draft.entries.iter().filter_map(|entry| entry.code.as_ref()) {
        let Some(first) = seen.get(code.value.as_str()) else {
            seen.insert(&code.value, code);
            continue;
        };
        let line = findings.source.position(first.at.start).line;
        let message = format!("{} is taken: line {line} has it already", code.value);
        let help = free.number(draft, &code.value);
        findings.add(Rule::CodeUnique, &code.at, message, format!("first used in line {line}"), help);
    }
}

/// The numbers in use by cluster, counted at the first duplicate only.
#[derive(Default)]
struct FreeNumbers {
    used: Option<HashMap<(Layer, String, ReplyType), HashSet<u16>>>,
}

impl FreeNumbers {
    fn number(&mut self, draft: &Draft, taken: &str) -> String {
        let Ok(code) = taken.parse::<Code>() else { return "give it a number of its own".to_owned() };
        let used = self.used.get_or_insert_with(|| count(draft));
        let cluster = used.get(&(code.layer, code.area.clone(), code.reply_type));
        match (1..=999).find(|number| cluster.is_none_or(|used| !used.contains(number))) {
            Some(number) => format!("{} is free", Code { number, ..code }),
            None => "the cluster is full; choose another area".to_owned(),
        }
    }
}

fn count(draft: &Draft) -> HashMap<(Layer, String, ReplyType), HashSet<u16>> {
    let mut used: HashMap<_, HashSet<u16>> = HashMap::new();
    for code in draft.entries.iter().filter_map(|entry| entry.code.as_ref()?.value.parse::<Code>().ok()) {
        used.entry((code.layer, code.area, code.reply_type)).or_default().insert(code.number);
    }
    used
}

/// L08: a key once, and once as a type name too.
pub(super) fn keys_are_unique(draft: &Draft, findings: &mut Findings<'_>) {
    let mut seen: HashMap<String, &At<String>> = HashMap::new();
    for key in draft.entries.iter().filter_map(|entry| entry.key.as_ref()) {
        let type_name = type_name(&key.value);
        let Some(first) = seen.get(&type_name) else {
            seen.insert(type_name, key);
            continue;
        };
        let line = findings.source.position(first.at.start).line;
        let message = if first.value == key.value {
            format!("key `{}` is taken: line {line} has it already", key.value)
        } else {
            format!("keys `{}` and `{}` would both become the type `{type_name}`", first.value, key.value)
        };
        findings.add(
            Rule::KeyUnique,
            &key.at,
            message,
            format!("first used in line {line}"),
            "give it a key of its own",
        );
    }
}

/// The bytes of the file under a part of a quoted string, or the whole string where it is written with escapes.
pub(super) fn inside(text: &At<String>, part: &Range<usize>, findings: &Findings<'_>) -> Range<usize> {
    let written = findings.source.text().get(text.at.clone()).unwrap_or_default();
    if written.len() == text.value.len() + 2 && written.get(1..written.len() - 1) == Some(text.value.as_str()) {
        let start = text.at.start + 1;
        return start + part.start..start + part.end;
    }
    text.at.clone()
}
