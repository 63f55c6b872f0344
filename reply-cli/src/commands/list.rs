//! `cargo reply list`: codes, filtered.

use reply_registry::{Registry, RegistryEntry, ReplyType, Status, Tombstone};
use serde_json::{Value, json};

use crate::cli::{self, ListFormat};
use crate::failure::CliError;
use crate::output::{DIM, HEAD, NAME, styled};
use crate::project::Project;
use crate::{CommandOutcome, output};

pub(super) fn run(project: &Project, args: cli::List) -> Result<CommandOutcome, CliError> {
    let registry = project.valid("nothing to list")?;
    let args = args.checked(&registry)?;
    let entries: Vec<&RegistryEntry> = registry.entries.iter().filter(|entry| args.admits(entry)).collect();
    match args.format {
        ListFormat::Table => table(&entries),
        ListFormat::Json => {
            let items: Vec<Value> = entries.iter().map(|entry| described(entry)).collect();
            output::line(&output::json(&items));
        }
    }
    Ok(CommandOutcome::Done)
}

impl cli::List {
    /// The same with names as the registry has them. A filter that can never match is a mistake, and says what there is.
    fn checked(self, registry: &Registry) -> Result<Self, CliError> {
        let layers = registry.layers.iter().map(|layer| layer.name.as_str());
        let areas = registry.areas.iter().map(|area| area.name.as_str());
        Ok(Self {
            layer: known("layer", self.layer.as_deref(), layers)?,
            area: known("area", self.area.as_deref(), areas)?,
            reply_type: known("reply type", self.reply_type.as_deref(), ReplyType::ALL.map(ReplyType::as_str))?,
            text: self.text.map(|text| text.to_lowercase()),
            ..self
        })
    }

    fn admits(&self, entry: &RegistryEntry) -> bool {
        let has_text = |text: &String| {
            let code = entry.code.to_string();
            let message = entry.message.as_ref().map_or("", |message| message.text.as_str());
            [code.as_str(), &entry.key, message, &entry.summary, &entry.explain]
                .iter()
                .any(|field| field.to_lowercase().contains(text))
        };
        self.layer.as_ref().is_none_or(|layer| entry.code.layer() == layer)
            && self.area.as_ref().is_none_or(|area| entry.code.area() == area)
            && self.reply_type.as_ref().is_none_or(|wanted| entry.code.reply_type().as_str() == wanted)
            && self.status.as_ref().is_none_or(|status| entry.status.word() == status)
            && self.text.as_ref().is_none_or(has_text)
    }
}

/// A name that exists, in capitals.
fn known<'n>(
    what: &str,
    written: Option<&str>,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<Option<String>, CliError> {
    let Some(written) = written.map(str::to_uppercase) else { return Ok(None) };
    let names: Vec<&str> = names.into_iter().collect();
    if names.contains(&&*written) { Ok(Some(written)) } else { Err(CliError::unknown(what, &written, &names)) }
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
