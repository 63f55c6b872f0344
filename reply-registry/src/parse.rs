//! TOML to a [`Draft`]: syntax, field names and field types.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::draft::{Draft, DraftEntry, DraftLayer, DraftParam, DraftRevision, DraftTombstone, Located};
use crate::finding::Findings;
use crate::nearest::{did_you_mean, nearest};
use crate::plain;
use crate::rule::Rule;
use crate::source::Source;
use crate::{AddressForms, ParamType, Scalar};

const SECTIONS: &[&str] =
    &["layers", "areas", "forbidden_areas", "leak_gate", "addresses", "roles", "revision", "reply"];
const LAYER_FIELDS: &[&str] = &["owner", "types", "verbatim"];
const REVISION_FIELDS: &[&str] = &["since", "because"];
const TOMBSTONE_FIELDS: &[&str] = &["since", "because", "instead"];
pub(crate) const ENTRY_FIELDS: &[&str] =
    &["code", "key", "message", "params", "summary", "explain", "since", "reserved", "retired"];

/// Reads the whole file as far as it can be read; everything that does not fit becomes a finding.
pub(crate) fn parse(findings: &mut Findings<'_>) -> Draft {
    parse_plain(findings).unwrap_or_else(|| parse_toml(findings))
}

/// The sections as TOML and the entries line by line, if the file has the ordinary spelling and nothing is wrong so far.
pub(crate) fn parse_plain(findings: &Findings<'_>) -> Option<Draft> {
    let text = findings.source.text();
    let start = plain::entries_start(text)?;
    let head = Source::new(findings.source.name(), &text[..start]);
    let mut head = Findings::new(&head);
    let mut draft = parse_toml(&mut head);
    // `reply` among the sections would be another thing of that name.
    let is_plain = head.list.is_empty() && !draft.has_reply;
    draft.entries = is_plain.then(|| plain::read(text, start)).flatten()?;
    Some(draft)
}

/// Reads the whole file as TOML.
pub(crate) fn parse_toml(findings: &mut Findings<'_>) -> Draft {
    if report_conflicts(findings) {
        return Draft::default();
    }
    let (tree, errors) = DeTable::parse_recoverable(findings.source.text());
    for error in errors {
        let at = error.span().unwrap_or(0..0);
        let first = error.message().lines().next().unwrap_or("not TOML").trim();
        let message = format!("not valid TOML: {first}");
        findings.add(Rule::TomlSyntax, &at, message, first, "correct the syntax at this place");
    }
    let root = Table::new(tree.get_ref(), "the registry", SECTIONS);
    root.only_known(findings);

    let mut draft = Draft { has_reply: root.get("reply").is_some(), ..Draft::default() };
    if let Some((at, layers)) = root.table("layers", findings) {
        draft.layers_at = Some(at);
        draft.layers = layers.entries().filter_map(|(name, value)| layer(name, value, findings)).collect();
    }
    if let Some((_, areas)) = root.table("areas", findings) {
        draft.areas = strings(&areas, findings);
    }
    if let Some((_, forbidden)) = root.table("forbidden_areas", findings) {
        draft.forbidden_areas = strings(&forbidden, findings);
    }
    draft.gate = root.string("leak_gate", findings);
    if let Some((at, addresses)) = root.table_of("addresses", &AddressForms::<()>::FIELDS, findings) {
        addresses.only_known(findings);
        draft.addresses_at = Some(at);
        draft.addresses =
            AddressForms::from_lists(AddressForms::<()>::FIELDS.map(|list| words(&addresses, list, findings)));
    }
    draft.revisions = revisions(&root, findings);
    if let Some((at, roles)) = root.table("roles", findings) {
        draft.roles_at = Some(at);
        draft.roles = strings(&roles, findings);
    }
    draft.entries = root.entries_of("reply", findings).iter().filter_map(|item| entry(item, findings)).collect();
    draft
}

/// Git's conflict markers are the commonest broken TOML; naming them beats "expected `=`".
fn report_conflicts(findings: &mut Findings<'_>) -> bool {
    let text = findings.source.text();
    let conflicts = text.match_indices("<<<<<<< ").map(|(at, _)| at);
    let conflicts: Vec<usize> = conflicts.filter(|at| *at == 0 || text.as_bytes()[at - 1] == b'\n').collect();
    for at in &conflicts {
        let message = "an unresolved merge conflict".to_owned();
        let help = "keep one side, delete the markers, then build again";
        findings.add(Rule::TomlSyntax, &(*at..at + 7), message, "starts here", help);
    }
    !conflicts.is_empty()
}

fn layer(name: Located<String>, value: &Spanned<DeValue<'_>>, findings: &mut Findings<'_>) -> Option<DraftLayer> {
    let what = format!("layer {}", name.value);
    let table = as_table(value, &what, LAYER_FIELDS, findings)?;
    table.only_known(findings);
    let types = table.list("types", "a list such as [\"S\", \"I\", \"E\"]", findings).map(|(at, items)| {
        let value = items.iter().filter_map(|item| string(item, "types", findings)).collect();
        Located { value, at }
    });
    let verbatim = table.get("verbatim").is_some_and(|(at, value)| match value.get_ref() {
        DeValue::Boolean(verbatim) => *verbatim,
        other => {
            wrong_type(findings, &at, "verbatim", "true or false", other);
            false
        }
    });
    Some(DraftLayer { name, owner: table.string("owner", findings), types, verbatim })
}

/// A list of strings; an absent one is empty.
fn words(table: &Table<'_, '_>, field: &str, findings: &mut Findings<'_>) -> Vec<Located<String>> {
    let items = table.list(field, "a list of words", findings).map_or(&[][..], |(_, items)| items);
    items.iter().filter_map(|item| string(item, field, findings)).collect()
}

fn revisions(root: &Table<'_, '_>, findings: &mut Findings<'_>) -> Vec<DraftRevision> {
    let items = root.entries_of("revision", findings);
    let read = |item: &Spanned<DeValue<'_>>| {
        let table = as_table(item, "a revision", REVISION_FIELDS, findings)?;
        table.only_known(findings);
        let (since, because) = (table.string("since", findings), table.string("because", findings));
        Some(DraftRevision { at: item.span(), since, because })
    };
    items.iter().filter_map(read).collect()
}

fn entry(item: &Spanned<DeValue<'_>>, findings: &mut Findings<'_>) -> Option<DraftEntry> {
    let table = as_table(item, "a reply", ENTRY_FIELDS, findings)?;
    table.only_known(findings);
    let retired = table.table_of("retired", TOMBSTONE_FIELDS, findings).map(|(at, tombstone)| {
        tombstone.only_known(findings);
        let value = DraftTombstone {
            since: tombstone.string("since", findings),
            because: tombstone.string("because", findings),
            instead: tombstone.string("instead", findings),
        };
        Located { value, at }
    });
    Some(DraftEntry {
        at: item.span(),
        written: table.known.iter().copied().filter(|field| table.get(field).is_some()).collect(),
        code: table.string("code", findings),
        key: table.string("key", findings),
        message: table.string("message", findings),
        params: table.table("params", findings).map(|(_, params)| parameters(&params, findings)).unwrap_or_default(),
        summary: table.string("summary", findings),
        explain: table.string("explain", findings),
        since: table.string("since", findings),
        reserved: table.string("reserved", findings),
        retired,
    })
}

fn parameters(table: &Table<'_, '_>, findings: &mut Findings<'_>) -> Vec<DraftParam> {
    table.entries().map(|(name, value)| DraftParam { ty: param_type(&name, value, findings), name }).collect()
}

fn param_type(
    name: &Located<String>,
    value: &Spanned<DeValue<'_>>,
    findings: &mut Findings<'_>,
) -> Option<Located<ParamType>> {
    let at = value.span();
    let written = match value.get_ref() {
        DeValue::String(text) => Some((text.as_ref(), false)),
        DeValue::Array(items) if items.len() == 1 => items[0].get_ref().as_str().map(|text| (text, true)),
        _ => None,
    };
    let known: Vec<&str> = Scalar::ALL.iter().map(|scalar| scalar.as_str()).collect();
    let Some((text, is_list)) = written else {
        let message = format!("parameter `{}` has no type", name.value);
        let help = format!("write a type, \"{}\", or a list of one, [\"text\"]", known.join("\", \""));
        findings.add(Rule::ParamTypeKnown, &at, message, "not a parameter type", help);
        return None;
    };
    let Some(scalar) = Scalar::parse(text) else {
        let message = format!("parameter `{}` has the unknown type `{text}`", name.value);
        let label = did_you_mean(text, &known).unwrap_or_else(|| "no such type".to_owned());
        findings.add(Rule::ParamTypeKnown, &at, message, label, format!("the types are {}", known.join(", ")));
        return None;
    };
    let ty = if is_list { ParamType::List(scalar) } else { ParamType::One(scalar) };
    Some(Located { value: ty, at })
}

/// The entries of a table whose values are all strings, in the order of the file.
fn strings(table: &Table<'_, '_>, findings: &mut Findings<'_>) -> Vec<(Located<String>, Located<String>)> {
    table
        .entries()
        .filter_map(|(name, value)| string(value, &name.value, findings).map(|value| (name, value)))
        .collect()
}

fn string(value: &Spanned<DeValue<'_>>, field: &str, findings: &mut Findings<'_>) -> Option<Located<String>> {
    match value.get_ref().as_str() {
        Some(text) => Some(Located { value: text.to_owned(), at: value.span() }),
        None => {
            wrong_type(findings, &value.span(), field, "a string", value.get_ref());
            None
        }
    }
}

fn as_table<'t, 'i>(
    value: &'t Spanned<DeValue<'i>>,
    what: &str,
    known: &'static [&'static str],
    findings: &mut Findings<'_>,
) -> Option<Table<'t, 'i>> {
    let Some(map) = value.get_ref().as_table() else {
        wrong_type(findings, &value.span(), what, "a table", value.get_ref());
        return None;
    };
    Some(Table::new(map, what, known))
}

fn wrong_type(findings: &mut Findings<'_>, at: &Range<usize>, field: &str, wanted: &str, found: &DeValue<'_>) {
    let found = match found.type_str() {
        name @ ("integer" | "array") => format!("an {name}"),
        name => format!("a {name}"),
    };
    let message = format!("`{field}` must be {wanted}, not {found}");
    findings.add(Rule::FieldType, at, message, format!("this is {found}"), format!("write {wanted}"));
}

/// A table of the file, with the name that messages give it and the fields it may have; none where any name will do.
struct Table<'t, 'i> {
    map: &'t DeTable<'i>,
    what: String,
    known: &'static [&'static str],
    /// Whether a field is there that the format does not have; mostly not, and then there is nothing more to look for.
    has_unknown: bool,
}

impl<'t, 'i> Table<'t, 'i> {
    fn new(map: &'t DeTable<'i>, what: &str, known: &'static [&'static str]) -> Self {
        let has_unknown = !known.is_empty() && map.keys().any(|name| !known.contains(&name.get_ref().as_ref()));
        Self { map, what: what.to_owned(), known, has_unknown }
    }

    /// The entries in the order of the file: the map sorts by name, the bytes do not lie.
    fn entries(&self) -> impl Iterator<Item = (Located<String>, &'t Spanned<DeValue<'i>>)> + use<'t, 'i> {
        let mut entries: Vec<_> = self.map.iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        entries.into_iter().map(|(name, value)| {
            let name = Located { value: name.get_ref().as_ref().to_owned(), at: name.span() };
            (name, value)
        })
    }

    /// A field, or else the misspelt one that was clearly meant: that is reported once, not again as missing.
    fn get(&self, field: &str) -> Option<(Range<usize>, &'t Spanned<DeValue<'i>>)> {
        if let Some((name, value)) = self.map.get_key_value(field) {
            return Some((name.span(), value));
        }
        if !self.has_unknown {
            return None;
        }
        let unknown = self.map.iter().filter(|(name, _)| !self.known.contains(&name.get_ref().as_ref()));
        let mut meant = unknown.filter(|(name, _)| nearest(name.get_ref(), self.known.iter().copied()) == Some(field));
        meant.next().map(|(name, value)| (name.span(), value))
    }

    fn string(&self, field: &str, findings: &mut Findings<'_>) -> Option<Located<String>> {
        self.get(field).and_then(|(_, value)| string(value, field, findings))
    }

    /// A table whose names are data.
    fn table(&self, field: &str, findings: &mut Findings<'_>) -> Option<(Range<usize>, Table<'t, 'i>)> {
        self.table_of(field, &[], findings)
    }

    fn table_of(
        &self,
        field: &str,
        known: &'static [&'static str],
        findings: &mut Findings<'_>,
    ) -> Option<(Range<usize>, Table<'t, 'i>)> {
        let (at, value) = self.get(field)?;
        let table = as_table(value, field, known, findings)?;
        Some((at, table))
    }

    /// A list, and where it is written.
    fn list(
        &self,
        field: &str,
        wanted: &str,
        findings: &mut Findings<'_>,
    ) -> Option<(Range<usize>, &'t [Spanned<DeValue<'i>>])> {
        let (at, value) = self.get(field)?;
        let items = value.get_ref().as_array();
        if items.is_none() {
            wrong_type(findings, &at, field, wanted, value.get_ref());
        }
        items.map(|items| (value.span(), &**items))
    }

    /// The entries of a section that is written as `[[section]]`.
    fn entries_of(&self, section: &str, findings: &mut Findings<'_>) -> &'t [Spanned<DeValue<'i>>] {
        let wanted = format!("a list of entries, each under `[[{section}]]`");
        self.list(section, &wanted, findings).map_or(&[], |(_, entries)| entries)
    }

    /// Reports every field that the format does not have.
    fn only_known(&self, findings: &mut Findings<'_>) {
        if !self.has_unknown {
            return;
        }
        for (name, _) in self.entries() {
            if !self.known.contains(&name.value.as_str()) {
                let nearest = did_you_mean(&name.value, self.known);
                let remedy = nearest.clone().unwrap_or_else(|| "remove it".to_owned());
                let message = format!("unknown field `{}` in {}: {remedy}", name.value, self.what);
                let label = nearest.unwrap_or_else(|| "not a field of the format".to_owned());
                let help = format!("the fields are {}", self.known.join(", "));
                findings.add(Rule::FieldKnown, &name.at, message, label, help);
            }
        }
    }
}
