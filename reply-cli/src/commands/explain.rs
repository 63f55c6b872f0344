//! `cargo reply explain`: prints what a code means.

use reply_registry::{Registry, RegistryEntry, Role, Rule, Status, enum_name, nearest_few};
use serde_json::json;

use super::list::described;
use crate::cli::{self, TextFormat};
use crate::failure::CliError;
use crate::generate::{envelope, rust_lines};
use crate::output::{BAD, DIM, HEAD, NAME, paragraphs, styled};
use crate::project::Project;
use crate::source::{Packages, UseSite, Uses, usage_of};
use crate::{CommandOutcome, output};

pub(super) fn run(project: &Project, args: &cli::Explain) -> Result<CommandOutcome, CliError> {
    let what = args.what.trim().to_uppercase();
    let loaded = project.load();
    let registry = loaded.salvaged();
    if let Some(rule) = Rule::parse(&what) {
        explain_rule(rule, registry, args.format);
        return Ok(CommandOutcome::Done);
    }
    match registry.find(&what) {
        Some(entry) => {
            explain_code(project, registry, entry, args.format);
            Ok(CommandOutcome::Done)
        }
        // An entry that could not be read may be the one that was meant.
        None if !loaded.findings().is_empty() => {
            let consequence = "the registry cannot be read";
            Err(CliError::Findings { findings: loaded.findings().to_vec(), consequence })
        }
        None => Ok(unknown(&args.what, &what, registry)),
    }
}

fn unknown(written: &str, what: &str, registry: &Registry) -> CommandOutcome {
    let codes: Vec<String> = registry.entries.iter().map(|entry| entry.code.to_string()).collect();
    let keys = registry.entries.iter().map(|entry| entry.key.as_str());
    let rules = Rule::ALL.iter().map(|rule| rule.name());
    // A code is compared with codes, a name with names.
    let near = if what.contains('-') {
        nearest_few(what, codes.iter().map(String::as_str), 3)
    } else {
        nearest_few(what, keys.chain(rules), 3)
    };
    let help = format!("nearest: {}; `cargo reply list` shows all codes", near.join(", "));
    output::failure(&format!("there is no code, key or rule `{written}`\n = help: {help}"));
    CommandOutcome::Found
}

fn explain_rule(rule: Rule, registry: &Registry, format: TextFormat) {
    let lines: Vec<&str> = rule.explanation().lines().map(str::trim).collect();
    let explanation = in_terms_of(registry, lines.join("\n").trim());
    if format == TextFormat::Json {
        output::line(&output::json(&json!({ "rule": rule.name(), "explanation": explanation })));
        return;
    }
    output::line(&format!("{}\n", styled(NAME, rule)));
    output::print(&paragraphs(&explanation));
}

/// An explanation whose example is a code of the current registry, if it has one.
fn in_terms_of(registry: &Registry, explanation: &str) -> String {
    let plays_no_role = |entry: &&RegistryEntry| registry.roles.iter().all(|(_, code)| *code != entry.code);
    let mut active = registry.active();
    let Some(entry) = active.clone().find(plays_no_role).or_else(|| active.next()) else {
        return explanation.to_owned();
    };
    let [layer, codes, ty] = Rule::EXAMPLE;
    let variant = format!("{}::{}::", entry.code.layer().to_lowercase(), enum_name(entry.code.reply_type()));
    explanation.replace(&format!("{layer}::{codes}::"), &variant).replace(ty, &entry.type_name())
}

fn explain_code(project: &Project, registry: &Registry, entry: &RegistryEntry, format: TextFormat) {
    let uses = usage_of(project, entry);
    let rust = rust_lines(&Packages::of(project).types_path(), entry).answer;
    if format == TextFormat::Json {
        let shown = |sites: &[UseSite]| sites.iter().map(|site| show(project, site)).collect::<Vec<_>>();
        let mut item = described(entry);
        item["owner"] = json!(owner(registry, entry));
        item["rust"] = json!(rust);
        item["constructed"] = json!(shown(&uses.constructed));
        item["tested"] = json!(shown(&uses.tested));
        output::line(&output::json(&item));
        return;
    }
    heading(entry);
    output::print(&paragraphs(&entry.explain));
    output::line("");
    facts(registry, entry);
    if entry.status == Status::Active {
        output::line(&format!("\n{}\n  {rust}", styled(HEAD, "In Rust")));
    }
    output::line(&format!("\n{}", styled(HEAD, "Envelope (values made up)")));
    envelope(entry).lines().for_each(|line| output::line(&format!("  {line}")));
    places(project, registry, entry, &uses);
}

fn heading(entry: &RegistryEntry) {
    output::line(&format!("{}  {}", styled(NAME, &entry.code), styled(HEAD, &entry.key)));
    output::line(&format!("{}\n", entry.summary));
    match &entry.status {
        Status::Active => {}
        Status::Reserved { because } => {
            output::line(&format!("{}, and cannot be used yet: {because}\n", styled(BAD, "Reserved")));
        }
        Status::Retired(stone) => {
            let instead = stone.instead.as_ref().map(|code| format!("; use {code} instead")).unwrap_or_default();
            let since = &stone.since;
            output::line(&format!("{} since {since}: {}{instead}\n", styled(BAD, "Retired"), stone.because));
        }
    }
}

fn facts(registry: &Registry, entry: &RegistryEntry) {
    let code = &entry.code;
    let area = registry.areas.iter().find(|area| area.name == code.area()).map_or("", |area| area.meaning.as_str());
    let mut facts = vec![
        ("Decided by", format!("{}, {}", code.layer(), owner(registry, entry))),
        ("About", format!("{}, {area}", code.area())),
        ("Means", format!("{}, {}", code.reply_type(), code.reply_type().meaning())),
        ("Agent", code.reply_type().action().describe().to_owned()),
        ("Since", entry.since.clone()),
    ];
    if let Some(message) = &entry.message {
        facts.push(("Message", message.text.clone()));
    }
    let params: Vec<String> = entry.params.iter().map(|param| format!("{}: {}", param.name, param.ty)).collect();
    facts.push(("Parameters", if params.is_empty() { "none".to_owned() } else { params.join(", ") }));
    for (name, text) in facts {
        let label = styled(HEAD, format!("{name:<12}"));
        let wrapped =
            output::width().map(|width| textwrap::wrap(&text, width.saturating_sub(12).max(20)).join("\n            "));
        output::line(&format!("{label}{}", wrapped.unwrap_or(text)));
    }
}

fn places(project: &Project, registry: &Registry, entry: &RegistryEntry, uses: &Uses) {
    let roles: Vec<&str> =
        registry.roles.iter().filter(|(_, code)| *code == entry.code).map(|(role, _)| Role::as_str(*role)).collect();
    output::line(&format!("\n{}", styled(HEAD, "Constructed")));
    for role in &roles {
        output::line(&format!("  by the safety wrapper, as its role `{role}`"));
    }
    sites(project, &uses.constructed, roles.is_empty());
    output::line(&format!("\n{}", styled(HEAD, "Tested")));
    sites(project, &uses.tested, true);
}

fn sites(project: &Project, sites: &[UseSite], say_none: bool) {
    const MAX_SHOWN: usize = 8;
    if sites.is_empty() && say_none {
        output::line(&format!("  {}", styled(DIM, "nowhere")));
    }
    for site in sites.iter().take(MAX_SHOWN) {
        output::line(&format!("  {}", show(project, site)));
    }
    if sites.len() > MAX_SHOWN {
        output::line(&format!("  and {} more", sites.len() - MAX_SHOWN));
    }
}

fn show(project: &Project, site: &UseSite) -> String {
    format!("{}:{}", project.show(&site.file), site.line)
}

fn owner<'r>(registry: &'r Registry, entry: &RegistryEntry) -> &'r str {
    registry.layer(entry.code.layer()).map_or("", |layer| layer.owner.as_str())
}
