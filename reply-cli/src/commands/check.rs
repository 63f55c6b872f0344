//! `cargo reply check`: everything the compiler checks, and what it cannot.

mod fix;
mod project_rules;

use reply_registry::{Finding, Registry, breaking_changes};

use crate::exempt::{ExemptCheck, Exemptions};
use crate::failure::CliError;
use crate::project::Project;
use crate::report::{self, ReportFormat};
use crate::{CommandOutcome, cli, generate, git, output, source};

pub(super) fn run(project: &Project, args: &cli::Check) -> Result<CommandOutcome, CliError> {
    let against = args.against.as_deref().map(|revision| git::registry_at(project, revision)).transpose()?;
    let mut loaded = project.load();
    if args.fix && fix::declare_parameters(project, &loaded)? {
        loaded = project.load();
    }
    let mut findings = loaded.findings().to_vec();
    // What the tree and the generated files should be follows from a registry that is in order.
    if findings.is_empty() {
        let registry = loaded.salvaged();
        findings = check_project(project, registry, args.fix)?;
    }
    if let Some(old) = against {
        findings.extend(breaking_changes(&old, &project.source()?));
    }
    report::print(&findings, args.format);
    if args.format == ReportFormat::Human {
        output::note(&summary(project, &findings, loaded.salvaged()));
    }
    Ok(if findings.is_empty() { CommandOutcome::Done } else { CommandOutcome::Found })
}

/// The rules that need the whole project.
pub(super) fn check_project(project: &Project, registry: &Registry, fix: bool) -> Result<Vec<Finding>, CliError> {
    let text = project.source()?;
    let usage = source::usage(project, registry);
    let mut exemptions = Exemptions::read(project);
    let mut stale = generate::stale(project, registry);
    if fix {
        exemptions = fix::drop_unneeded(project, registry, &usage, exemptions)?;
        stale = fix::rewrite(project, registry, &stale)?;
    }
    let mut findings = Vec::new();
    findings.extend(project_rules::lock_is_fresh(project, registry));
    findings.extend(project_rules::are_explained(&text, registry));
    for check in ExemptCheck::ALL {
        findings.extend(project_rules::are_used(check, &text, registry, &usage, &exemptions));
    }
    findings.sort_by_key(|finding| finding.place.as_ref().map(|place| place.start));
    findings.extend(exemptions.findings.iter().cloned());
    findings.extend(project_rules::exemptions_are_needed(registry, &usage, &exemptions));
    findings.extend(project_rules::generated_files_are_fresh(project, &stale));
    Ok(findings)
}

fn summary(project: &Project, findings: &[Finding], registry: &Registry) -> String {
    if findings.is_empty() {
        let count = report::plural(registry.entries.len(), "code");
        return format!("{}: {count}, no findings", project.name);
    }
    let mut rules: Vec<&str> = findings.iter().map(|finding| finding.rule.name()).collect();
    rules.sort_unstable();
    rules.dedup();
    let more = if rules.len() == 1 { rules[0] } else { "RULE" };
    format!("{}: {}; `cargo reply explain {more}` says more", project.name, report::count(findings))
}
