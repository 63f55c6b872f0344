//! `cargo reply revise`: a change of layers, areas or leak gate, recorded with its reason (L02, L07, L80).

use reply_registry::{Finding, Pins, RegistryLock, Rule, Source, check, lock_path};

use super::stated::state_layers;
use super::write_all;
use crate::failure::CliError;
use crate::output::{GOOD, styled};
use crate::project::Project;
use crate::{CommandOutcome, cli, edit, generate, output};

pub(super) fn run(project: &Project, args: &cli::Revise) -> Result<CommandOutcome, CliError> {
    let source = project.source()?;
    let unpublished = || {
        CliError::new(
            "nothing is published yet, so there is nothing to revise",
            "edit the registry; `cargo reply lock` pins it as it then is, and brings the call of `registry!` along",
        )
    };
    let lock_source = project.lock().ok_or_else(unpublished)?;
    let old = RegistryLock::parse(&lock_source).0;
    if old.pins.layers.is_empty() {
        return Err(unpublished());
    }
    let (to_record, wrong): (Vec<Finding>, Vec<Finding>) =
        check(&source, Some(&lock_source)).findings().iter().cloned().partition(|finding| is_pinned(finding.rule));
    if !wrong.is_empty() {
        return Err(CliError::Findings { findings: wrong, consequence: "nothing was recorded" });
    }
    if to_record.is_empty() {
        return Err(CliError::new(
            "layers, areas and leak gate are as published; there is nothing to record",
            format!(
                "change them in {} first; a call of `registry!` that states other layers is to be corrected by hand",
                project.name
            ),
        ));
    }
    let since = project.since(args.since.as_ref(), "first has the change")?;
    let text = edit::record(source.text(), &since, &args.because)?;
    let revised = Source::new(format!("{} as it would be", source.name()), &*text);
    let checked = check(&revised, None).into_result();
    let registry = checked.map_err(|findings| CliError::Findings { findings, consequence: "nothing was recorded" })?;
    // What was published stays published as it was: recording a revision publishes no code.
    let pins = Pins::of(&registry);
    let changed = old.pins.changes_to(&pins);
    let lock = RegistryLock { pins, lines: old.lines };

    let mut files = vec![(project.registry.clone(), text), (lock_path(&project.registry), lock.to_string())];
    files.extend(state_layers(project, &registry)?);
    files.extend(generate::stale(project, &registry).into_iter().map(|file| (file.path, file.text)));
    write_all(project, &files)?;
    output::note(&format!("{} revision {}, since {since}:", styled(GOOD, "recorded"), registry.revisions.len()));
    for change in &changed {
        output::line(change);
    }
    Ok(CommandOutcome::Done)
}

fn is_pinned(rule: Rule) -> bool {
    matches!(rule, Rule::LayersPinned | Rule::AreasPinned | Rule::LeakGatePinned | Rule::AddressFormsPinned)
}
