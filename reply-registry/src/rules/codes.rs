use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::areas::why_not;
use crate::ReplyType;
use crate::code::{Code, CodeError, CodeErrorKind};
use crate::draft::{Draft, DraftEntry, Located};
use crate::finding::Findings;
use crate::model::{RegistryLayer, type_name};
use crate::nearest::did_you_mean;
use crate::rule::Rule;

/// L01–L04: four well-formed parts, and a declared layer that may give the type.
pub(super) fn are_legal(entry: &DraftEntry, draft: &Draft, layers: &[RegistryLayer], findings: &mut Findings<'_>) {
    let Some(written) = &entry.code else { return };
    match written.value.parse::<Code>() {
        Ok(code) => check_layer_may_answer(written, &code, layers, findings),
        Err(_) => {
            for problem in Code::problems(&written.value) {
                let at = inside(written, &problem.at, findings);
                report(findings, written, &problem, &at, &example(layers, draft));
            }
        }
    }
}

fn check_layer_may_answer(
    written: &Located<String>,
    code: &Code,
    layers: &[RegistryLayer],
    findings: &mut Findings<'_>,
) {
    let names: Vec<&str> = layers.iter().map(|layer| layer.name.as_str()).collect();
    if layers.is_empty() {
        // A registry without layers is one finding, not one for each of its codes.
        return;
    }
    let Some(layer) = layers.iter().find(|layer| layer.name == code.layer()) else {
        let at = inside(written, &(0..code.layer().len()), findings);
        let message = format!("{code}: there is no layer `{}`", code.layer());
        let label = did_you_mean(code.layer(), &names).unwrap_or_else(|| "not in `[layers]`".to_owned());
        let help = format!("say who decides: one of {}", names.join(", "));
        findings.add(Rule::CodeLayer, &at, message, label, help);
        return;
    };
    let reply_type = code.reply_type();
    // So is a layer that does not say what it may answer.
    if !layer.may_answer(reply_type) && !layer.types.is_empty() {
        let at = inside(written, &(0..written.value.len()), findings);
        let message = format!("{code}: layer {} may not {}", layer.name, verb(reply_type));
        findings.add(
            Rule::LayerMayAnswer,
            &at,
            message,
            legal_under(reply_type, layers),
            instead(layer, reply_type, layers),
        );
    }
}

/// A code that the registry could have.
fn example(layers: &[RegistryLayer], draft: &Draft) -> String {
    let layer = layers.first();
    let name = layer.map_or("APP", |layer| layer.name.as_str());
    let area = draft.areas.first().map_or("DATA", |(name, _)| name.value.as_str());
    let kind = layer.and_then(|layer| layer.types.last()).map_or("E", |kind| kind.as_str());
    format!("{name}-{area}-{kind}-001")
}

fn report(findings: &mut Findings<'_>, code: &Located<String>, problem: &CodeError, at: &Range<usize>, example: &str) {
    let like = format!("write it like {example}");
    let text = &code.value;
    let part = &text[problem.at.clone()];
    let (rule, message, label, help) = match problem.kind {
        CodeErrorKind::Shape => {
            (Rule::CodeShape, format!("`{text}` is not a code"), "a code is LAYER-AREA-TYPE-NNN", like.as_str())
        }
        CodeErrorKind::Layer => (
            Rule::LayerName,
            format!("{text}: `{part}` is not the name of a layer"),
            "two to four capital letters",
            "use one of the layers in `[layers]`",
        ),
        CodeErrorKind::Area => (
            Rule::AreaName,
            format!("{text}: `{part}` is not the name of an area"),
            "two to six capital letters",
            "use one of the areas in `[areas]`",
        ),
        CodeErrorKind::Type => (
            Rule::CodeType,
            format!("{text}: there is no reply type `{part}`"),
            "S, I, D or E",
            "S succeeded, I the caller can fix it, D policy refuses, E we broke; a warning is an S with data",
        ),
        CodeErrorKind::Number => (
            Rule::CodeNumber,
            format!("{text}: `{part}` is not a number from 001 to 999"),
            "three digits, 001 to 999",
            "take the next free number of its cluster",
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

fn legal_under(reply_type: ReplyType, layers: &[RegistryLayer]) -> String {
    match layers_that_may(reply_type, layers)[..] {
        [] => format!("no layer may answer {reply_type}"),
        [only] => format!("{reply_type} is legal under {only} only"),
        ref several => format!("{reply_type} is legal under {}", several.join(", ")),
    }
}

/// Who else could give the type, and what else this layer could give.
fn instead(layer: &RegistryLayer, reply_type: ReplyType, layers: &[RegistryLayer]) -> String {
    let types: Vec<&str> = layer.types.iter().map(|kind| kind.as_str()).collect();
    let may = format!("{} may answer {}", layer.name, types.join(", "));
    match (reply_type, layers_that_may(reply_type, layers).first()) {
        (ReplyType::D, Some(denier)) => format!("a refusal by policy is {denier}'s to give: {denier}-…-D-…; {may}"),
        (ReplyType::I, Some(other)) => {
            format!("say what is wrong with a request as a layer that may: {other}-…-I-…; {may}")
        }
        _ => format!("choose the layer that decides this, or the type that says what happened; {may}"),
    }
}

fn layers_that_may(reply_type: ReplyType, layers: &[RegistryLayer]) -> Vec<&str> {
    layers.iter().filter(|layer| layer.may_answer(reply_type)).map(|layer| layer.name.as_str()).collect()
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
    if let Some(reason) = why_not(draft, area) {
        let message = format!("{}: {area} is not an area: it is {reason}", code.value);
        let help = format!("the areas are {}", declared.join(", "));
        findings.add(Rule::AreaForbidden, &at, message, "stands in `[forbidden_areas]`", help);
        return;
    }
    let message = format!("{}: there is no area `{area}`", code.value);
    let label = did_you_mean(area, &declared).unwrap_or_else(|| "not in `[areas]`".to_owned());
    let help = format!("use one of {}, or add it to `[areas]` with its meaning", declared.join(", "));
    findings.add(Rule::CodeArea, &at, message, label, help);
}

/// A code is a 16-bit place in a table at run time.
pub(super) fn fit_capacity(draft: &Draft, findings: &mut Findings<'_>) {
    const LIMIT: usize = 65_000;
    if let Some(entry) = draft.entries.get(LIMIT) {
        let message = format!("the registry has {} entries; {LIMIT} are the most", draft.entries.len());
        findings.add(Rule::RegistrySize, &entry.at, message, "one too many", "split the program, or its registry");
    }
}

/// L08: a number once in its cluster.
pub(super) fn are_unique(draft: &Draft, findings: &mut Findings<'_>) {
    let mut seen: HashMap<&str, &Located<String>> = HashMap::new();
    let mut free = FreeNumbers::default();
    for code in draft.entries.iter().filter_map(|entry| entry.code.as_ref()) {
        let Some(first) = seen.get(code.value.as_str()) else {
            seen.insert(&code.value, code);
            continue;
        };
        let line = findings.source.position(first.at.start).line;
        let free = free.number(draft, &code.value);
        let message = format!("{} is taken by line {line}: {free}", code.value);
        let help = "a number has one meaning for ever";
        findings.add(Rule::CodeUnique, &code.at, message, format!("first used in line {line}"), help);
    }
}

/// The numbers in use by cluster, counted at the first duplicate only.
#[derive(Default)]
struct FreeNumbers {
    used: Option<HashMap<Cluster, HashSet<u16>>>,
}

type Cluster = (String, String, ReplyType);

impl FreeNumbers {
    fn number(&mut self, draft: &Draft, taken: &str) -> String {
        let Ok(code) = taken.parse::<Code>() else { return "give it a number of its own".to_owned() };
        let used = self.used.get_or_insert_with(|| count(draft));
        let cluster = used.get(&cluster(&code));
        let free = (1..=999).filter(|number| cluster.is_none_or(|used| !used.contains(number)));
        match free.map(|number| code.with_number(number)).next().flatten() {
            Some(code) => format!("{code} is free"),
            None => "its area is full, choose another".to_owned(),
        }
    }
}

fn cluster(code: &Code) -> Cluster {
    (code.layer().to_owned(), code.area().to_owned(), code.reply_type())
}

fn count(draft: &Draft) -> HashMap<Cluster, HashSet<u16>> {
    let mut used: HashMap<_, HashSet<u16>> = HashMap::new();
    for code in draft.entries.iter().filter_map(|entry| entry.code.as_ref()?.value.parse::<Code>().ok()) {
        used.entry(cluster(&code)).or_default().insert(code.number());
    }
    used
}

/// L08: a key once, and once as a type name too.
pub(super) fn keys_are_unique(draft: &Draft, findings: &mut Findings<'_>) {
    let mut seen: HashMap<String, &Located<String>> = HashMap::new();
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
pub(super) fn inside(text: &Located<String>, part: &Range<usize>, findings: &Findings<'_>) -> Range<usize> {
    let written = findings.source.text().get(text.at.clone()).unwrap_or_default();
    if written.len() == text.value.len() + 2 && written.get(1..written.len() - 1) == Some(text.value.as_str()) {
        let start = text.at.start + 1;
        return start + part.start..start + part.end;
    }
    text.at.clone()
}
