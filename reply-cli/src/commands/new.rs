//! `cargo reply new`: a code of its own for something that can happen.

mod ask;

use std::collections::{HashMap, HashSet};

use reply_registry::{Code, Entry, Finding, Layer, Lock, ParamType, Registry, ReplyType, Scalar, Source, check};

use super::refuse;
use crate::edit::{self, EXPLAIN, NewEntry, SUMMARY};
use crate::failure::Failure;
use crate::generate::rust_line;
use crate::output::{GOOD, NAME, styled};
use crate::project::Project;
use crate::source::crate_name;
use crate::{Outcome, cli, output, write};

pub(super) fn run(project: &Project, mut args: cli::New) -> Result<Outcome, Failure> {
    let registry = match project.valid() {
        Ok(registry) => registry,
        Err(findings) => return Ok(refuse(&findings, "nothing was written")),
    };
    if is_incomplete(&args) && output::is_dialogue() {
        let mut io = ask::Dialogue { input: &mut std::io::stdin().lock(), say: output::ask };
        ask::for_the_rest(&mut args, &registry, &mut io)?;
    }
    let source = project.source()?;
    let lock = project.lock();
    let entry = entry(project, &args, &registry, lock.as_ref())?;
    let text = edit::insert(source.text(), &registry, &entry.code, &entry.toml())?;

    // The compiler would refuse it later; it is refused now, and nothing is written.
    let new = Source::new(source.name(), &*text);
    let loaded = check(&new, lock.as_ref());
    if !loaded.findings().is_empty() {
        let findings: Vec<Finding> = loaded.findings().iter().map(|finding| in_the_call(finding, &entry)).collect();
        return Ok(refuse(&findings, "nothing was written"));
    }
    write::replace(&project.registry, &text)?;
    if let Some(written) = loaded.salvaged().entry(&entry.code) {
        say(project, written, &new);
    }
    Ok(Outcome::Done)
}

fn is_incomplete(args: &cli::New) -> bool {
    args.layer.is_none() || args.area.is_none() || args.reply_type.is_none() || args.key.is_none()
}

fn entry(project: &Project, args: &cli::New, registry: &Registry, lock: Option<&Source>) -> Result<NewEntry, Failure> {
    let missing = |what: &str| {
        let form = "`cargo reply new LAYER AREA TYPE KEY`; in a terminal, what is missing is asked for";
        Failure::call(format!("{what} is missing"), form)
    };
    let layer = args.layer.as_deref().ok_or_else(|| missing("LAYER"))?.to_uppercase();
    let area = args.area.as_deref().ok_or_else(|| missing("AREA"))?.to_uppercase();
    let letter = args.reply_type.as_deref().ok_or_else(|| missing("TYPE"))?.to_uppercase();
    let key = args.key.as_deref().ok_or_else(|| missing("KEY"))?.to_uppercase();
    let layer = Layer::parse(&layer)
        .ok_or_else(|| Failure::call(format!("there is no layer `{layer}`"), "the layers are WA, EN, CT and MCP"))?;
    let reply_type = ReplyType::parse(&letter)
        .ok_or_else(|| Failure::call(format!("there is no reply type `{letter}`"), "the types are S, I, D and E"))?;
    let code = next_free(layer, area, reply_type, registry, lock)?;
    let since = args.since.clone().or_else(|| project.version()).ok_or_else(|| {
        Failure::call("this project tells no version", "say which version first has the code: `--since 0.1.0`")
    })?;
    let message = NewEntry::message_or_reminder(args.message.clone(), reply_type);
    let told = told(&args.params)?;
    let params = message.as_deref().map(|text| edit::derive(text, &told, registry)).unwrap_or_default();
    if let Some(name) = told.keys().find(|name| params.iter().all(|param| param.name != **name)) {
        let help = format!("show it, `{{{name}}}`, or leave `--param {name}=…` out");
        return Err(Failure::call(format!("the message has no placeholder `{{{name}}}`"), help));
    }
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
    layer: Layer,
    area: String,
    reply_type: ReplyType,
    registry: &Registry,
    lock: Option<&Source>,
) -> Result<Code, Failure> {
    let published = lock.map(|lock| Lock::parse(lock).0.lines).unwrap_or_default();
    let codes = registry.entries.iter().map(|entry| &entry.code).chain(published.iter().map(|line| &line.code));
    let taken: HashSet<u16> = codes
        .filter(|code| code.layer == layer && code.area == area && code.reply_type == reply_type)
        .map(|code| code.number)
        .collect();
    let number = (1..=999).find(|number| !taken.contains(number)).ok_or_else(|| {
        Failure::call(format!("{layer}-{area}-{reply_type} has no free number left"), "choose another area")
    })?;
    Ok(Code { layer, area, reply_type, number })
}

/// `name=type`, as the lock writes it.
fn told(params: &[String]) -> Result<HashMap<String, ParamType>, Failure> {
    let one = |text: &String| {
        let (name, ty) = text.split_once(['=', ':'])?;
        Some((name.trim().to_owned(), ParamType::parse(ty.trim())?))
    };
    params
        .iter()
        .map(|text| {
            one(text).ok_or_else(|| {
                let types: Vec<&str> = Scalar::ALL.iter().map(|scalar| scalar.as_str()).collect();
                let help =
                    format!("write `--param name=type`; the types are {}, and `[text]` is a list", types.join(", "));
                Failure::call(format!("`{text}` is not a parameter"), help)
            })
        })
        .collect()
}

/// The frame shows a line that was never written, so the message says where it comes from.
fn in_the_call(finding: &Finding, entry: &NewEntry) -> Finding {
    let mut finding = finding.clone();
    if let Some(place) = &mut finding.place {
        place.file = format!("{} as it would be with {}", place.file, entry.code);
    }
    finding
}

fn say(project: &Project, entry: &Entry, text: &Source) {
    let line = text.position(entry.offset).line;
    output::note(&format!("{} {} in {}:{line}", styled(GOOD, "added"), styled(NAME, &entry.code), project.name));
    if edit::is_filled_in(&entry.explain) || edit::is_filled_in(&entry.summary) {
        output::note("next: write its `message`, `summary` and `explain` there, then use it:");
    } else {
        output::note("next: use it:");
    }
    output::line(&rust_line(&crate_name(project), entry));
    output::note("then test it, and publish it with `cargo reply lock` and `cargo reply check --fix`");
}
