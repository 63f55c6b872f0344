//! A checked draft to a [`Registry`]. What is unreadable is left out, or taken from the lock.

use std::collections::HashSet;

use crate::code::Code;
use crate::draft::{Draft, DraftEntry, DraftRevision, Located};
use crate::lock::{LockLine, RegistryLock};
use crate::model::{
    Area, Registry, RegistryEntry, RegistryLayer, RegistryParam, Revision, Status, Tombstone, addresses_of, layers_of,
};
use crate::role::Role;
use crate::rules::is_keyword;
use crate::{GateLevel, ParamType, Scalar, Template, is_snake_case};

/// Builds the model. A lock is given when the draft has findings: its published codes then stand in for entries that
/// could not be read, so that code which uses them meets no second error.
pub(crate) fn assemble(draft: &Draft, fallback: Option<&RegistryLock>) -> Registry {
    let mut layers = layers_of(draft);
    let mut types = HashSet::new();
    let mut codes = HashSet::new();
    let mut entries: Vec<RegistryEntry> = Vec::new();
    let written = draft.entries.iter().filter_map(entry);
    let published = fallback.into_iter().flat_map(|lock| lock.lines.iter().map(from_lock));
    if let Some(lock) = fallback {
        lock.pins.add_missing_layers(&mut layers);
    }
    for entry in written.chain(published) {
        // A reply type that no layer may give has no module.
        let is_legal =
            |layer: &RegistryLayer| layer.name == entry.code.layer() && layer.may_answer(entry.code.reply_type());
        if !layers.iter().any(is_legal) {
            continue;
        }
        if !codes.contains(&entry.code) && types.insert(entry.type_name()) {
            codes.insert(entry.code.clone());
            entries.push(entry);
        }
    }
    Registry {
        layers,
        areas: areas(&draft.areas),
        forbidden_areas: areas(&draft.forbidden_areas),
        gate: draft.gate.as_ref().and_then(|gate| GateLevel::parse(&gate.value)).unwrap_or_default(),
        addresses: addresses_of(draft),
        revisions: revisions(draft),
        roles: roles(draft, &entries),
        entries,
    }
}

fn areas(written: &[(Located<String>, Located<String>)]) -> Vec<Area> {
    let area = |(name, meaning): &(Located<String>, Located<String>)| Area {
        name: name.value.clone(),
        meaning: meaning.value.clone(),
    };
    written.iter().map(area).collect()
}

fn revisions(draft: &Draft) -> Vec<Revision> {
    let revision = |written: &DraftRevision| Revision {
        since: text(written.since.as_ref()),
        because: text(written.because.as_ref()),
    };
    draft.revisions.iter().map(revision).collect()
}

fn roles(draft: &Draft, entries: &[RegistryEntry]) -> Vec<(Role, Code)> {
    let cast = |role: Role| {
        let (_, code) = draft.roles.iter().find(|(name, _)| name.value == role.as_str())?;
        let code = code.value.parse().ok()?;
        entries.iter().any(|entry| entry.code == code).then_some((role, code))
    };
    Role::ALL.into_iter().filter_map(cast).collect()
}

fn entry(draft: &DraftEntry) -> Option<RegistryEntry> {
    let code = draft.code.as_ref()?.value.parse().ok()?;
    let key = text(draft.key.as_ref());
    let is_name = key.starts_with(|first: char| first.is_ascii_uppercase())
        && key.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        && key != "SELF";
    if !is_name {
        return None;
    }
    let params = draft.params.iter().filter(|param| is_field_name(&param.name.value)).map(|param| RegistryParam {
        name: param.name.value.clone(),
        ty: param.ty.as_ref().map_or(ParamType::One(Scalar::Text), |ty| ty.value),
    });
    let status = match (&draft.retired, &draft.reserved) {
        (Some(retired), _) => Status::Retired(Tombstone {
            since: text(retired.value.since.as_ref()),
            because: text(retired.value.because.as_ref()),
            instead: retired.value.instead.as_ref().and_then(|instead| instead.value.parse().ok()),
        }),
        (None, Some(reserved)) => Status::Reserved { because: reserved.value.trim().to_owned() },
        (None, None) => Status::Active,
    };
    Some(RegistryEntry {
        code,
        key,
        message: draft.message.as_ref().and_then(|message| Template::parse(&message.value).ok()),
        params: params.collect(),
        summary: text(draft.summary.as_ref()),
        explain: text(draft.explain.as_ref()),
        since: text(draft.since.as_ref()),
        status,
        offset: draft.at.start,
    })
}

fn text(field: Option<&Located<String>>) -> String {
    field.map(|field| field.value.trim().to_owned()).unwrap_or_default()
}

/// A name that is valid as a struct field; any other has been reported.
fn is_field_name(name: &str) -> bool {
    is_snake_case(name) && !is_keyword(name)
}

fn from_lock(line: &LockLine) -> RegistryEntry {
    RegistryEntry {
        code: line.code.clone(),
        key: line.key.clone(),
        message: None,
        params: line.params.clone(),
        summary: String::new(),
        explain: String::new(),
        since: String::new(),
        status: Status::Active,
        offset: 0,
    }
}
