//! `check --fix`: what a program can put right without guessing. It never publishes.

use std::collections::HashSet;

use reply_registry::{Code, Loaded, Registry, RegistryEntry, RegistryLock, RegistryParam, Rule};

use super::project_rules;
use crate::commands::write_all;
use crate::edit;
use crate::exempt::Exemptions;
use crate::failure::CliError;
use crate::project::Project;
use crate::{generate, output, report, source, write};

/// Declares the parameters that messages show, and drops those that no message shows and that are not published.
///
/// A person who edits a message edits nothing else. It helps only where nothing else is wrong with the registry.
pub(super) fn declare_parameters(project: &Project, loaded: &Loaded) -> Result<bool, CliError> {
    let is_ours = |rule| matches!(rule, Rule::PlaceholderDeclared | Rule::ParamUsed | Rule::LockPresent);
    if loaded.findings().is_empty() || !loaded.findings().iter().all(|finding| is_ours(finding.rule)) {
        return Ok(false);
    }
    let published = project.lock().map(|lock| RegistryLock::parse(&lock).0.lines).unwrap_or_default();
    let published: HashSet<&Code> = published.iter().map(|line| &line.code).collect();
    let registry = loaded.salvaged();
    let customs = edit::KnownParamTypes::of(registry);
    let mut text = project.source()?.text().to_owned();
    let mut changed = Vec::new();
    for entry in &registry.entries {
        let Some(params) = shown(entry, &customs, published.contains(&entry.code)) else { continue };
        if params == entry.params {
            continue;
        }
        if let Some(edited) = edit::declare(&text, &entry.code, &params) {
            text = edited;
            changed.push((&entry.code, params));
        }
    }
    if changed.is_empty() {
        return Ok(false);
    }
    write::replace(&project.registry, &text)?;
    for (code, params) in changed {
        let params = if params.is_empty() { "none".to_owned() } else { edit::fields(&params) };
        output::note(&format!("declared the parameters of {code} in {}: {params}", project.name));
    }
    Ok(true)
}

/// What an entry should declare: what its message shows, in the types it has; and whatever is published stays.
///
/// Nothing where a type would have to be guessed: a name that is new to the registry, or has two types in it.
fn shown(entry: &RegistryEntry, customs: &edit::KnownParamTypes<'_>, is_published: bool) -> Option<Vec<RegistryParam>> {
    let Some(message) = &entry.message else { return Some(entry.params.clone()) };
    let stated = entry.params.iter().map(|param| (param.name.clone(), param.ty)).collect();
    let shown = edit::placeholders(&message.text, &stated, customs);
    let derived: Vec<RegistryParam> =
        shown.iter().map(|one| Some(one.with(one.stated.or(one.usual)?))).collect::<Option<Vec<RegistryParam>>>()?;
    let is_shown = |param: &&RegistryParam| derived.iter().any(|other| other.name == param.name);
    let kept = entry.params.iter().filter(|param| is_published || is_shown(param)).cloned();
    let kept: Vec<RegistryParam> = kept.collect();
    let new = derived.into_iter().filter(|param| kept.iter().all(|other| other.name != param.name)).collect::<Vec<_>>();
    Some([kept, new].concat())
}

/// Drops exemptions that are not needed.
pub(super) fn drop_unneeded(
    project: &Project,
    registry: &Registry,
    usage: &source::Usage,
    exemptions: Exemptions,
) -> Result<Exemptions, CliError> {
    let needs = project_rules::ExemptionNeeds::new(registry, usage);
    let unneeded: Vec<_> = exemptions.list.iter().filter(|one| !needs.holds(one)).collect();
    if unneeded.is_empty() {
        return Ok(exemptions);
    }
    let Some(text) = exemptions.without(&unneeded) else { return Ok(exemptions) };
    write::replace(&exemptions.path, &text)?;
    output::note(&format!("dropped {} from {}", report::plural(unneeded.len(), "exemption"), exemptions.source.name()));
    Ok(Exemptions::read(project))
}

/// Writes stale files anew.
pub(super) fn rewrite(
    project: &Project,
    registry: &Registry,
    stale: &[generate::StaleFile],
) -> Result<Vec<generate::StaleFile>, CliError> {
    if stale.is_empty() {
        return Ok(Vec::new());
    }
    write_all(project, &stale.iter().map(|file| (file.path.clone(), file.text.clone())).collect::<Vec<_>>())?;
    Ok(generate::stale(project, registry))
}
