//! `cargo reply new`: a code of its own for something that can happen.

mod ask;

use std::collections::{HashMap, HashSet};

use reply_registry::{
    Code, Finding, ParamType, Registry, RegistryEntry, RegistryLayer, RegistryLock, RegistryParam, ReplyType, Scalar,
    Source, check,
};

use crate::edit::{self, EXPLAIN, KnownParamTypes, NewEntry, Placeholder, SUMMARY};
use crate::failure::CliError;
use crate::generate::{RustLines, rust_lines};
use crate::output::{GOOD, NAME, styled};
use crate::project::Project;
use crate::source::Packages;
use crate::{CommandOutcome, cli, output, write};

pub(super) fn run(project: &Project, mut args: cli::New) -> Result<CommandOutcome, CliError> {
    let registry = project.valid("nothing was written")?;
    if is_incomplete(&args) && output::is_dialogue() {
        let mut io = ask::Dialogue { input: &mut std::io::stdin().lock(), say: output::ask };
        ask::ask_missing(&mut args, &registry, &mut io)?;
    }
    let source = project.source()?;
    let lock = project.lock();
    let entry = entry(project, &args, &registry, lock.as_ref())?;
    let text = edit::insert(source.text(), &registry, &entry.code, &entry.toml())?;

    // The compiler would refuse it later; it is refused now, and nothing is written.
    let new = Source::new(source.name(), &*text);
    let loaded = check(&new, lock.as_ref());
    if !loaded.findings().is_empty() {
        let findings: Vec<Finding> =
            loaded.findings().iter().map(|finding| locate_in_arguments(finding, &entry)).collect();
        return Err(CliError::Findings { findings, consequence: "nothing was written" });
    }
    write::replace(&project.registry, &text)?;
    if let Some(written) = loaded.salvaged().entry(&entry.code) {
        print_next_steps(project, written, &new);
    }
    Ok(CommandOutcome::Done)
}

fn is_incomplete(args: &cli::New) -> bool {
    args.layer.is_none() || args.area.is_none() || args.reply_type.is_none() || args.key.is_none()
}

fn entry(project: &Project, args: &cli::New, registry: &Registry, lock: Option<&Source>) -> Result<NewEntry, CliError> {
    let missing = |what: &str| {
        let form = "`cargo reply new LAYER AREA TYPE KEY`; in a terminal, what is missing is asked for";
        CliError::new(format!("{what} is missing"), form)
    };
    let layer = args.layer.as_deref().ok_or_else(|| missing("LAYER"))?.to_uppercase();
    let area = args.area.as_deref().ok_or_else(|| missing("AREA"))?.to_uppercase();
    let letter = args.reply_type.as_deref().ok_or_else(|| missing("TYPE"))?.to_uppercase();
    let key = args.key.as_deref().ok_or_else(|| missing("KEY"))?.to_uppercase();
    let layer = registry.layer(&layer).ok_or_else(|| {
        let names = registry.layers.iter().map(|layer| layer.name.as_str());
        CliError::unknown("layer", &layer, &names.collect::<Vec<_>>())
    })?;
    let reply_type = ReplyType::parse(&letter)
        .ok_or_else(|| CliError::unknown("reply type", &letter, &ReplyType::ALL.map(ReplyType::as_str)))?;
    let code = next_free(layer, &area, reply_type, registry, lock)?;
    let since = project.since(args.since.as_ref(), "first has the code")?;
    let message = NewEntry::message_or_reminder(args.message.clone(), reply_type);
    let params = params(message.as_deref(), &args.params, registry, reply_type)?;
    Ok(NewEntry {
        code,
        key,
        params,
        message,
        summary: args.summary.clone().unwrap_or_else(|| SUMMARY.to_owned()),
        explain: args.explain.clone().unwrap_or_else(|| EXPLAIN.to_owned()),
        since,
    })
}

/// L08, L09: the smallest number that neither the registry nor the lock has, tombstones included.
fn next_free(
    layer: &RegistryLayer,
    area: &str,
    reply_type: ReplyType,
    registry: &Registry,
    lock: Option<&Source>,
) -> Result<Code, CliError> {
    let first: Code = format!("{}-{area}-{reply_type}-001", layer.name).parse().map_err(|_| {
        let names = registry.areas.iter().map(|area| area.name.as_str());
        CliError::unknown("area", area, &names.collect::<Vec<_>>())
    })?;
    let published = lock.map(|lock| RegistryLock::parse(lock).0.lines).unwrap_or_default();
    let codes = registry.entries.iter().map(|entry| &entry.code).chain(published.iter().map(|line| &line.code));
    let taken: HashSet<u16> = codes.filter(|code| code.is_in_cluster_of(&first)).map(Code::number).collect();
    let number = (1..=999).find(|number| !taken.contains(number));
    number.and_then(|number| first.with_number(number)).ok_or_else(|| {
        CliError::new(format!("{}-{area}-{reply_type} has no free number left", layer.name), "choose another area")
    })
}

/// The parameters of the message, each with the type that was given. A type is a promise to clients, so none is guessed.
fn params(
    message: Option<&str>,
    written: &[String],
    registry: &Registry,
    reply_type: ReplyType,
) -> Result<Vec<RegistryParam>, CliError> {
    let stated = parse_params(written)?;
    let customs = KnownParamTypes::of(registry);
    let shown = message.map(|text| edit::placeholders(text, &stated, &customs)).unwrap_or_default();
    if let Some(name) = stated.keys().find(|name| shown.iter().all(|one| one.name != **name)) {
        let help = format!("show it, `{{{name}}}`, or leave `--param {name}=…` out");
        return Err(CliError::new(format!("the message has no placeholder `{{{name}}}`"), help));
    }
    let unstated: Vec<&Placeholder> = shown.iter().filter(|one| one.stated.is_none()).collect();
    // A success takes no parameters; the registry's own rules say so.
    let mut asked = HashMap::new();
    if !unstated.is_empty() && reply_type != ReplyType::S {
        if !output::is_dialogue() {
            return Err(without_types(&unstated));
        }
        let mut io = ask::Dialogue { input: &mut std::io::stdin().lock(), say: output::ask };
        asked = ask::for_types(&unstated, &mut io)?;
    }
    let ty = |one: &Placeholder| asked.get(&one.name).copied().unwrap_or_else(|| one.suggestion());
    Ok(shown.iter().map(|one| one.with(ty(one))).collect())
}

fn without_types(unstated: &[&Placeholder]) -> CliError {
    let names: Vec<String> = unstated.iter().map(|one| format!("`{{{}}}`", one.name)).collect();
    let flags: Vec<String> =
        unstated.iter().map(|one| format!("--param {}={}", one.name, flag(one.suggestion()))).collect();
    let is_or_are = if unstated.len() == 1 { "has" } else { "have" };
    CliError::new(
        format!("{} {is_or_are} no type", names.join(", ")),
        format!("add {}, or the types you mean: {}", flags.join(" "), types()),
    )
}

/// The notation of a type on the command line: a shell takes brackets for a pattern.
fn flag(ty: ParamType) -> String {
    match ty {
        ParamType::One(_) => ty.to_string(),
        ParamType::List(_) => format!("'{ty}'"),
    }
}

fn types() -> String {
    let types: Vec<&str> = Scalar::ALL.iter().map(|scalar| scalar.as_str()).collect();
    format!("{}, and '[text]' for a list", types.join(", "))
}

/// `name=type`, as the lock writes it.
fn parse_params(params: &[String]) -> Result<HashMap<String, ParamType>, CliError> {
    let one = |text: &String| {
        let (name, ty) = text.split_once(['=', ':'])?;
        Some((name.trim().to_owned(), ParamType::parse(ty.trim())?))
    };
    params
        .iter()
        .map(|text| {
            one(text).ok_or_else(|| {
                let help = format!("write `--param name=type`; the types are {}", types());
                CliError::new(format!("`{text}` is not a parameter"), help)
            })
        })
        .collect()
}

/// The frame shows a line that was never written, so the message says where it comes from.
fn locate_in_arguments(finding: &Finding, entry: &NewEntry) -> Finding {
    let mut finding = finding.clone();
    if let Some(place) = &mut finding.place {
        place.file = format!("{} as it would be with {}", place.file, entry.code);
    }
    finding
}

fn print_next_steps(project: &Project, entry: &RegistryEntry, text: &Source) {
    let line = text.position(entry.offset).line;
    output::note(&format!("{} {} in {}:{line}", styled(GOOD, "added"), styled(NAME, &entry.code), project.name));
    let message = entry.message.as_ref().map_or("", |message| message.text.as_str());
    let fields = [("message", message), ("summary", &entry.summary), ("explain", &entry.explain)];
    let left = fields.iter().filter(|(_, text)| edit::is_filled_in(text)).map(|(name, _)| format!("`{name}`"));
    match left.collect::<Vec<_>>().as_slice() {
        [] => output::note("next: use it:"),
        left => output::note(&format!("next: write its {} there, then use it:", left.join(", "))),
    }
    let RustLines { answer, declaration } = rust_lines(&Packages::of(project).types_path(), entry);
    output::line(&answer);
    output::note("and declare it where the tool lists its codes:");
    output::line(&declaration);
    output::note("then test it, and publish it with `cargo reply lock` and `cargo reply check --fix`");
}
