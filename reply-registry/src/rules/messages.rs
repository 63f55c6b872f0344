use super::codes::inside;
use crate::draft::{DraftEntry, DraftParam, Located};
use crate::finding::Findings;
use crate::nearest::{did_you_mean, nearest};
use crate::rule::Rule;
use crate::{ReplyType, Segment, Template, is_snake_case};

/// L18: a template is optional on S; on I, D and E it is what a person reads.
pub(super) fn check_required(entry: &DraftEntry, findings: &mut Findings<'_>) {
    let is_success = reply_type(entry) == Some(ReplyType::S);
    let is_tombstone = entry.retired.is_some();
    if !entry.written.contains(&"message") && !is_success && !is_tombstone {
        let message = format!("{} has no `message`", entry.name());
        findings.add(
            Rule::MessageRequired,
            entry.anchor(),
            message,
            "",
            "add `message = \"…\"`: what is wrong, as one sentence",
        );
    }
}

/// One line, a capital, a full stop.
pub(super) fn are_sentences(entry: &DraftEntry, findings: &mut Findings<'_>) {
    let Some(message) = &entry.message else { return };
    let text = message.value.as_str();
    let mut report = |rule, what: &str, label: &str, help: &str| {
        findings.add(rule, &message.at, format!("the message of {} {what}", entry.name()), label, help);
    };
    if text.trim().is_empty() {
        report(
            Rule::MessageOneLine,
            "is empty",
            "empty",
            "say what happened in one sentence, or leave `message` out on a success",
        );
        return;
    }
    if text.contains('\n') || text.contains('\r') {
        report(
            Rule::MessageOneLine,
            "has more than one line",
            "",
            "keep one line here and put the rest into `explain`",
        );
        return;
    }
    if text.bytes().any(|byte| byte < 0x20 || byte == 0x7f) {
        report(Rule::MessageOneLine, "holds a control character", "", "remove it");
    }
    if text.trim() != text {
        report(Rule::MessageSentence, "starts or ends with a space", "", "remove the space");
    }
    if text.starts_with(|first: char| first.is_lowercase()) {
        report(Rule::MessageSentence, "does not start with a capital", "a sentence", "start it with a capital letter");
    }
    if !text.trim_end().ends_with('.') {
        report(Rule::MessageSentence, "does not end with a full stop", "a sentence", "end it with a full stop");
    }
}

/// L10: placeholders and parameters are the same set, and each parameter has a name Rust accepts.
pub(super) fn fit_their_parameters(entry: &DraftEntry, findings: &mut Findings<'_>) {
    for param in &entry.params {
        param_is_a_field(param, findings);
    }
    let template = entry.message.as_ref().and_then(|message| parse(entry, message, findings));
    if reply_type(entry) == Some(ReplyType::S) {
        return success_has_none(entry, template.as_ref(), findings);
    }
    if let (Some(message), Some(template)) = (&entry.message, &template) {
        every_placeholder_is_declared(entry, message, template, findings);
        every_parameter_is_shown(entry, template, findings);
    } else if !entry.written.contains(&"message") && !entry.params.is_empty() && entry.retired.is_none() {
        let message = format!("{} has parameters but no message to show them", entry.name());
        findings.add(Rule::ParamUsed, &entry.params[0].name.at, message, "", "add a `message` with `{…}` for each");
    }
}

fn parse(entry: &DraftEntry, message: &Located<String>, findings: &mut Findings<'_>) -> Option<Template> {
    match Template::parse(&message.value) {
        Ok(template) => Some(template),
        Err(error) => {
            let at = inside(message, &error.at, findings);
            let text = format!("the message of {} does not parse: {error}", entry.name());
            findings.add(
                Rule::PlaceholderSyntax,
                &at,
                text,
                "",
                "a placeholder is `{name}`; a literal brace is doubled",
            );
            None
        }
    }
}

fn success_has_none(entry: &DraftEntry, template: Option<&Template>, findings: &mut Findings<'_>) {
    let shown = template.is_some_and(|template| template.placeholders().next().is_some());
    if shown || !entry.params.is_empty() {
        let at = entry.params.first().map_or_else(|| entry.anchor().clone(), |param| param.name.at.clone());
        let message = format!("{} is a success and takes no parameters", entry.name());
        let help = "a success carries the tool's own data; put the value there";
        findings.add(Rule::SuccessHasNoParams, &at, message, "", help);
    }
}

fn every_placeholder_is_declared(
    entry: &DraftEntry,
    message: &Located<String>,
    template: &Template,
    findings: &mut Findings<'_>,
) {
    let declared: Vec<&str> = entry.params.iter().map(|param| param.name.value.as_str()).collect();
    for segment in &template.segments {
        let Segment::Placeholder { name, at } = segment else { continue };
        let at = inside(message, at, findings);
        let Some(param) = entry.params.iter().find(|param| param.name.value == *name) else {
            let nearest = did_you_mean(name, &declared);
            let remedy = nearest.clone().unwrap_or_else(|| format!("declare it, `params = {{ {name} = \"text\" }}`"));
            let text = format!("{}: placeholder `{{{name}}}` is not a declared parameter: {remedy}", entry.name());
            let label = nearest.unwrap_or_else(|| "not in `params`".to_owned());
            findings.add(
                Rule::PlaceholderDeclared,
                &at,
                text,
                label,
                format!("declare it, `params = {{ {name} = \"text\" }}`, or remove it"),
            );
            continue;
        };
        if param.ty.as_ref().is_some_and(|ty| ty.value.is_quoted()) && !message.value.contains(&format!("'{{{name}}}'"))
        {
            let text = format!("{}: `{{{name}}}` is shown without quotes", entry.name());
            findings.add(Rule::MessageQuotes, &at, text, "could be read as prose", format!("write `'{{{name}}}'`"));
        }
    }
}

fn every_parameter_is_shown(entry: &DraftEntry, template: &Template, findings: &mut Findings<'_>) {
    let shown: Vec<&str> = template.placeholders().collect();
    let declared: Vec<&str> = entry.params.iter().map(|param| param.name.value.as_str()).collect();
    // A misspelt placeholder has been reported, with the parameter that was meant.
    let misspelt = shown.iter().filter(|name| !declared.contains(name));
    let meant: Vec<&str> = misspelt.filter_map(|name| nearest(name, declared.iter().copied())).collect();
    for param in &entry.params {
        let name = param.name.value.as_str();
        if !shown.contains(&name) && !meant.contains(&name) {
            let message = format!("{}: parameter `{name}` does not occur in the message", entry.name());
            let label = did_you_mean(name, &shown).unwrap_or_else(|| "never shown".to_owned());
            findings.add(
                Rule::ParamUsed,
                &param.name.at,
                message,
                label,
                format!("write `{{{name}}}` in the message; one that was never published may be removed instead"),
            );
        }
    }
}

fn param_is_a_field(param: &DraftParam, findings: &mut Findings<'_>) {
    let name = param.name.value.as_str();
    if !is_snake_case(name) {
        let message = format!("`{name}` is not the name of a parameter");
        findings.add(
            Rule::ParamName,
            &param.name.at,
            message,
            "snake_case",
            "start with a lower-case letter; then letters, digits and `_`",
        );
    } else if is_keyword(name) {
        let message = format!("parameter `{name}` has the name of a Rust keyword");
        findings.add(
            Rule::ParamName,
            &param.name.at,
            message,
            "becomes a field",
            format!("say what it is, such as `{name}_name`"),
        );
    }
}

fn reply_type(entry: &DraftEntry) -> Option<ReplyType> {
    // A code that is illegal for other reasons has been reported; its letter still says what the entry means.
    ReplyType::parse(entry.code.as_ref()?.value.split('-').nth(2)?)
}

/// Whether a name is a keyword of Rust, so that no module, type or field can be called that.
pub fn is_keyword(name: &str) -> bool {
    name == "Self" || KEYWORDS.contains(&name)
}

const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];
