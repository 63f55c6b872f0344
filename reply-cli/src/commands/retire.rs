//! `cargo reply retire`: a tombstone, so that a number never means something else.

use reply_registry::{Code, Finding, Registry, RegistryEntry, Source, Status, check, nearest_few};

use crate::edit::{self, Retirement};
use crate::exempt::Exemptions;
use crate::failure::CliError;
use crate::output::{GOOD, NAME, styled};
use crate::project::Project;
use crate::source::{UseSite, usage_of};
use crate::{CommandOutcome, cli, output, write};

pub(super) fn run(project: &Project, args: &cli::Retire) -> Result<CommandOutcome, CliError> {
    let registry = project.valid("nothing was written")?;
    let entry = find(&registry, &args.code)?;
    if let Status::Retired(stone) = &entry.status {
        let message = format!("{} is retired already, since {}: {}", entry.code, stone.since, stone.because);
        return Err(CliError::new(message, "a tombstone is for ever; there is nothing to do"));
    }
    let instead = args.instead.as_deref().map(|code| find(&registry, code)).transpose()?.map(|other| &other.code);
    let since = project.since(args.since.as_ref(), "retires the code")?;
    let source = project.source()?;
    let retirement = Retirement { since: &since, because: &args.because, instead };
    let text = edit::retire(source.text(), &entry.code, &retirement)?;

    let findings = would_break(source.name(), &text, project);
    if !findings.is_empty() {
        return Err(CliError::Findings { findings, consequence: "nothing was written" });
    }
    let mut files = vec![(project.registry.clone(), text)];
    files.extend(without_exemptions(project, &entry.code));
    write::replace_all(&files)?;
    output::note(&format!("{} {} in {}", styled(GOOD, "retired"), styled(NAME, &entry.code), project.name));
    say_uses(project, entry, instead);
    output::note("then publish it with `cargo reply lock` and `cargo reply check --fix`");
    Ok(CommandOutcome::Done)
}

fn would_break(name: &str, text: &str, project: &Project) -> Vec<Finding> {
    let new = Source::new(format!("{name} as it would be"), text);
    check(&new, project.lock().as_ref()).findings().to_vec()
}

/// A tombstone needs no exemption.
fn without_exemptions(project: &Project, code: &Code) -> Option<(std::path::PathBuf, String)> {
    let exemptions = Exemptions::read(project);
    let its: Vec<_> = exemptions.list.iter().filter(|one| one.code == *code).collect();
    if its.is_empty() {
        return None;
    }
    Some((exemptions.path.clone(), exemptions.without(&its)?))
}

fn find<'r>(registry: &'r Registry, written: &str) -> Result<&'r RegistryEntry, CliError> {
    let what = written.trim().to_uppercase();
    registry.find(&what).ok_or_else(|| {
        let codes: Vec<String> = registry.entries.iter().map(|entry| entry.code.to_string()).collect();
        let keys = registry.entries.iter().map(|entry| entry.key.as_str());
        let near = nearest_few(&what, codes.iter().map(String::as_str).chain(keys), 3);
        CliError::new(format!("there is no code or key `{written}`"), format!("nearest: {}", near.join(", ")))
    })
}

fn say_uses(project: &Project, entry: &RegistryEntry, instead: Option<&Code>) {
    let uses = usage_of(project, entry);
    let mut sites: Vec<&UseSite> =
        [&uses.constructed, &uses.declared, &uses.tested, &uses.named].into_iter().flatten().collect();
    sites.sort();
    sites.dedup();
    if sites.is_empty() {
        output::note("nothing uses it");
        return;
    }
    let instead = instead.map_or_else(|| "remove it".to_owned(), |code| format!("use {code} instead"));
    output::note(&format!("it is still used, and will not build there; {instead}:"));
    for site in sites {
        output::line(&format!("{}:{}", project.show(&site.file), site.line));
    }
}
