//! `cargo reply check`: everything the compiler checks, and what it cannot.

mod project_rules;

use reply_registry::{Finding, Registry, breaking_changes};

use crate::exempt::Exemptions;
use crate::failure::Failure;
use crate::project::Project;
use crate::report::{self, Format};
use crate::{Outcome, cli, generate, git, output, source, write};

pub(super) fn run(project: &Project, args: &cli::Check) -> Result<Outcome, Failure> {
    let against = args.against.as_deref().map(|revision| git::registry_at(project, revision)).transpose()?;
    let loaded = project.load();
    let mut findings = loaded.findings().to_vec();
    // What the tree and the generated files should be follows from a registry that is in order.
    if findings.is_empty() {
        let registry = loaded.salvaged();
        findings = of_the_project(project, registry, args.fix)?;
    }
    if let Some(old) = against {
        findings.extend(breaking_changes(&old, &project.source()?));
    }
    report::print(&findings, args.format);
    if args.format == Format::Human {
        output::note(&summary(project, &findings, loaded.salvaged()));
    }
    Ok(if findings.is_empty() { Outcome::Done } else { Outcome::Found })
}

/// What only the whole project can tell.
pub(super) fn of_the_project(project: &Project, registry: &Registry, fix: bool) -> Result<Vec<Finding>, Failure> {
    let text = project.source()?;
    let usage = source::usage(project, registry);
    let mut exemptions = Exemptions::read(project);
    let mut stale = generate::stale(project, registry);
    if fix {
        exemptions = drop_unneeded(project, registry, &usage, exemptions)?;
        stale = rewrite(project, registry, &stale)?;
    }
    let mut findings = Vec::new();
    findings.extend(project_rules::lock_is_fresh(project, registry));
    findings.extend(project_rules::are_explained(&text, registry));
    findings.extend(project_rules::are_constructed(&text, registry, &usage, &exemptions));
    findings.extend(project_rules::are_tested(&text, registry, &usage, &exemptions));
    findings.sort_by_key(|finding| finding.place.as_ref().map(|place| place.start));
    findings.extend(exemptions.findings.iter().cloned());
    findings.extend(project_rules::exemptions_are_needed(registry, &usage, &exemptions));
    findings.extend(project_rules::generated_files_are_fresh(project, &stale));
    Ok(findings)
}

fn drop_unneeded(
    project: &Project,
    registry: &Registry,
    usage: &source::Usage,
    exemptions: Exemptions,
) -> Result<Exemptions, Failure> {
    let needs = project_rules::Needs::new(registry, usage);
    let unneeded: Vec<_> = exemptions.list.iter().filter(|one| !needs.holds(one)).collect();
    if unneeded.is_empty() {
        return Ok(exemptions);
    }
    let Some(text) = exemptions.without(&unneeded) else { return Ok(exemptions) };
    write::replace(&exemptions.path, &text)?;
    output::note(&format!("dropped {} from {}", plural(unneeded.len(), "exemption"), exemptions.source.name()));
    Ok(Exemptions::read(project))
}

fn rewrite(project: &Project, registry: &Registry, stale: &[generate::Stale]) -> Result<Vec<generate::Stale>, Failure> {
    if stale.is_empty() {
        return Ok(Vec::new());
    }
    let mut staged = write::Staged::default();
    for file in stale {
        staged.add(&file.path, &file.text)?;
    }
    staged.commit()?;
    for file in stale {
        output::note(&format!("wrote {}", project.show(&file.path)));
    }
    Ok(generate::stale(project, registry))
}

fn summary(project: &Project, findings: &[Finding], registry: &Registry) -> String {
    if findings.is_empty() {
        let count = plural(registry.entries.len(), "code");
        return format!("{}: {count}, no findings", project.name);
    }
    let mut rules: Vec<&str> = findings.iter().map(|finding| finding.rule.name()).collect();
    rules.sort_unstable();
    rules.dedup();
    let more = if rules.len() == 1 { rules[0] } else { "RULE" };
    format!("{}: {}; `cargo reply explain {more}` says more", project.name, report::count(findings))
}

fn plural(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
