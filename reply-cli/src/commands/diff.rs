//! `cargo reply diff`: what changed, for a changelog.

use std::collections::HashMap;
use std::fmt::Write;

use reply_registry::{Code, Finding, Pins, Registry, RegistryEntry, Source, Status, breaking_changes, check};

use crate::failure::CliError;
use crate::project::Project;
use crate::{CommandOutcome, cli, git, output};

pub(super) fn run(project: &Project, args: &cli::Diff) -> Result<CommandOutcome, CliError> {
    let (from, to) = match args.revisions.split_once("..") {
        Some((from, to)) => (from, Some(to.trim_start_matches('.')).filter(|to| !to.is_empty()).or(Some("HEAD"))),
        None => (args.revisions.as_str(), None),
    };
    let old = git::registry_at(project, from)?;
    let new = to.map_or_else(|| project.source(), |revision| git::registry_at(project, revision))?;
    let (before, after) = (check(&old, None), check(&new, None));
    for loaded in [&before, &after] {
        if !loaded.findings().is_empty() {
            let consequence = "registries with findings cannot be compared";
            return Err(CliError::Findings { findings: loaded.findings().to_vec(), consequence });
        }
    }
    let changes = Changes::between(before.salvaged(), after.salvaged(), &old, &new);
    output::print(&changes.markdown(from, to.unwrap_or("now")));
    Ok(if changes.breaking.is_empty() { CommandOutcome::Done } else { CommandOutcome::Found })
}

/// What changed.
#[derive(Default)]
struct Changes<'r> {
    breaking: Vec<Finding>,
    architecture: Vec<String>,
    added: Vec<&'r RegistryEntry>,
    activated: Vec<&'r RegistryEntry>,
    retired: Vec<&'r RegistryEntry>,
    reworded: Vec<(&'r RegistryEntry, &'r RegistryEntry)>,
    extended: Vec<(&'r RegistryEntry, Vec<String>)>,
}

impl<'r> Changes<'r> {
    fn between(before: &'r Registry, after: &'r Registry, old: &Source, new: &Source) -> Self {
        let known: HashMap<&Code, &RegistryEntry> = before.entries.iter().map(|entry| (&entry.code, entry)).collect();
        let mut architecture = Pins::of(before).changes_to(&Pins::of(after));
        let recorded = after.revisions.iter().skip(before.revisions.len());
        architecture.extend(recorded.map(|revision| format!("since {}: {}", revision.since, revision.because)));
        let mut changes = Self { breaking: breaking_changes(old, new), architecture, ..Self::default() };
        for entry in &after.entries {
            match known.get(&entry.code) {
                None => changes.added.push(entry),
                Some(was) => changes.compare(was, entry),
            }
        }
        changes
    }

    fn compare(&mut self, was: &'r RegistryEntry, is: &'r RegistryEntry) {
        match (&was.status, &is.status) {
            (Status::Retired(_), _) => {}
            (_, Status::Retired(_)) => return self.retired.push(is),
            (Status::Reserved { .. }, Status::Active) => self.activated.push(is),
            _ => {}
        }
        let text = |entry: &RegistryEntry| {
            let message = entry.message.as_ref().map(|message| message.text.clone());
            (message, entry.summary.clone(), entry.explain.clone())
        };
        if text(was) != text(is) {
            self.reworded.push((was, is));
        }
        let more: Vec<String> = is
            .params
            .iter()
            .filter(|param| was.params.iter().all(|other| other.name != param.name))
            .map(|param| format!("`{}: {}`", param.name, param.ty))
            .collect();
        if !more.is_empty() {
            self.extended.push((is, more));
        }
    }

    fn markdown(&self, from: &str, to: &str) -> String {
        let mut out = format!("## Reply codes, {from} to {to}\n");
        section(
            &mut out,
            "Breaks clients",
            self.breaking.iter().map(|finding| format!("{} (`{}`)", finding.message, finding.rule)),
        );
        section(&mut out, "Architecture", self.architecture.iter().cloned());
        section(
            &mut out,
            "Added",
            self.added.iter().map(|entry| match &entry.status {
                Status::Active => title(entry),
                status => format!("{} ({})", title(entry), status.word()),
            }),
        );
        section(&mut out, "In use now", self.activated.iter().map(|entry| title(entry)));
        section(&mut out, "Retired", self.retired.iter().map(|entry| retired(entry)));
        section(
            &mut out,
            "New parameters",
            self.extended
                .iter()
                .map(|(entry, more)| format!("**{}** `{}`: {}", entry.code, entry.key, more.join(", "))),
        );
        section(&mut out, "Reworded", self.reworded.iter().map(|(was, is)| reworded(was, is)));
        let is_empty = !out.contains("###");
        out.push_str(if is_empty {
            "\nNothing changed.\n"
        } else if self.breaking.is_empty() {
            "\nNothing here breaks a client.\n"
        } else {
            ""
        });
        out
    }
}

fn section(out: &mut String, heading: &str, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_some() {
        _ = writeln!(out, "\n### {heading}\n");
        lines.for_each(|line| _ = writeln!(out, "- {line}"));
    }
}

fn title(entry: &RegistryEntry) -> String {
    format!("**{}** `{}`: {}", entry.code, entry.key, entry.summary)
}

fn retired(entry: &RegistryEntry) -> String {
    let Status::Retired(stone) = &entry.status else { return title(entry) };
    let instead = stone.instead.as_ref().map(|code| format!("; use **{code}** instead")).unwrap_or_default();
    format!("**{}** `{}`: {}{instead}", entry.code, entry.key, stone.because)
}

/// The message before and after, or the fact that only the explanation moved.
fn reworded(was: &RegistryEntry, is: &RegistryEntry) -> String {
    let text = |entry: &RegistryEntry| {
        entry.message.as_ref().map_or_else(|| "none".to_owned(), |message| message.text.clone())
    };
    let name = format!("**{}** `{}`", is.code, is.key);
    if text(was) == text(is) {
        return format!("{name}: the explanation");
    }
    format!("{name}: \"{}\", was \"{}\"", text(is), text(was))
}
