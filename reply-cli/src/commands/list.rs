//! `cargo reply list`: codes, filtered.

use reply_registry::{Registry, RegistryEntry, ReplyType, Status, Tombstone};
use serde_json::{Value, json};

use crate::cli::{self, ListFormat, StatusFilter};
use crate::failure::CliError;
use crate::output::{DIM, HEAD, NAME, styled};
use crate::project::Project;
use crate::{CommandOutcome, output};

pub(super) fn run(project: &Project, args: &cli::List) -> Result<CommandOutcome, CliError> {
    let registry = project.valid("nothing to list")?;
    let filter = ListFilter::new(args, &registry)?;
    let entries: Vec<&RegistryEntry> = registry.entries.iter().filter(|entry| filter.admits(entry)).collect();
    match args.format {
        ListFormat::Table => table(&entries),
        ListFormat::Json => {
            let items: Vec<Value> = entries.iter().map(|entry| described(entry)).collect();
            output::line(&output::json(&items));
        }
    }
    Ok(CommandOutcome::Done)
}

/// What a list is narrowed to.
struct ListFilter {
    layer: Option<String>,
    area: Option<String>,
    reply_type: Option<ReplyType>,
    status: Option<StatusFilter>,
    text: Option<String>,
}

impl ListFilter {
    /// A filter that can never match is a mistake, and says what there is.
    fn new(args: &cli::List, registry: &Registry) -> Result<Self, CliError> {
        let upper = |text: &Option<String>| text.as_ref().map(|text| text.to_uppercase());
        let one_of = |what: &str, text: String, names: Vec<&str>| {
            if names.contains(&text.as_str()) { Ok(text) } else { Err(unknown(what, &text, &names.join(", "))) }
        };
        let layers = || registry.layers.iter().map(|layer| layer.name.as_str()).collect();
        let areas = || registry.areas.iter().map(|area| area.name.as_str()).collect();
        let layer = upper(&args.layer).map(|text| one_of("layer", text, layers()));
        let area = upper(&args.area).map(|text| one_of("area", text, areas()));
        let reply_type = upper(&args.reply_type)
            .map(|text| ReplyType::parse(&text).ok_or_else(|| unknown("reply type", &text, "S, I, D, E")));
        Ok(Self {
            layer: layer.transpose()?,
            area: area.transpose()?,
            reply_type: reply_type.transpose()?,
            status: args.status,
            text: args.text.as_ref().map(|text| text.to_lowercase()),
        })
    }

    fn admits(&self, entry: &RegistryEntry) -> bool {
        let has_status = |status| match status {
            StatusFilter::Active => entry.status == Status::Active,
            StatusFilter::Reserved => matches!(entry.status, Status::Reserved { .. }),
            StatusFilter::Retired => matches!(entry.status, Status::Retired(_)),
        };
        let has_text = |text: &String| {
            let code = entry.code.to_string();
            let message = entry.message.as_ref().map_or("", |message| message.text.as_str());
            [code.as_str(), &entry.key, message, &entry.summary, &entry.explain]
                .iter()
                .any(|field| field.to_lowercase().contains(text))
        };
        self.layer.as_ref().is_none_or(|layer| entry.code.layer() == layer)
            && self.area.as_ref().is_none_or(|area| entry.code.area() == area)
            && self.reply_type.is_none_or(|reply_type| entry.code.reply_type() == reply_type)
            && self.status.is_none_or(has_status)
            && self.text.as_ref().is_none_or(has_text)
    }
}

fn unknown(what: &str, text: &str, known: &str) -> CliError {
    CliError::new(format!("there is no {what} `{text}`"), format!("the {what}s are {known}"))
}

fn table(entries: &[&RegistryEntry]) {
    let width = entries.iter().map(|entry| entry.key.len()).max().unwrap_or_default();
    output::line(&styled(HEAD, format!("{:<16}  {:<8}  {:<width$}  SUMMARY", "CODE", "STATUS", "KEY")));
    for entry in entries {
        let code = styled(NAME, format!("{:<16}", entry.code.to_string()));
        let status = format!("{:<8}", entry.status.word());
        let status = if entry.status == Status::Active { status } else { styled(DIM, status) };
        output::line(&format!("{code}  {status}  {:<width$}  {}", entry.key, entry.summary));
    }
    output::note(&format!("{} codes", entries.len()));
}

/// A code as JSON: every field of its entry.
pub(super) fn described(entry: &RegistryEntry) -> Value {
    let (mut retired, mut reserved) = (None, None);
    match &entry.status {
        Status::Active => {}
        Status::Reserved { because } => reserved = Some(because),
        Status::Retired(Tombstone { since, because, instead }) => {
            let instead = instead.as_ref().map(ToString::to_string);
            retired = Some(json!({ "since": since, "because": because, "instead": instead }));
        }
    }
    let params = entry.params.iter().map(|param| json!({ "name": param.name, "type": param.ty.to_string() }));
    json!({
        "code": entry.code.to_string(),
        "key": entry.key,
        "status": entry.status.word(),
        "layer": entry.code.layer(),
        "area": entry.code.area(),
        "reply_type": entry.code.reply_type().as_str(),
        "action": entry.code.reply_type().action().as_str(),
        "message": entry.message.as_ref().map(|message| &message.text),
        "params": params.collect::<Vec<_>>(),
        "summary": entry.summary,
        "explain": entry.explain,
        "since": entry.since,
        "retired": retired,
        "reserved": reserved,
    })
}
