//! What a lock pins besides codes: layers, areas, the leak gate with the addresses that it lets pass, and how many revisions were recorded (L02, L07, L80).

use std::fmt;
use std::ops::Range;

use crate::draft::Draft;
use crate::finding::{Finding, Findings, Location};
use crate::model::{Registry, RegistryLayer, addresses_of, layers_of};
use crate::rule::Rule;
use crate::source::Source;
use crate::{AddressForms, GateLevel, ReplyType};

const REVISE: &str = "take the change back, or record it with its reason: `cargo reply revise --because \"…\"`";

/// The architecture as it was published. A lock from before anything was pinned has none of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pins {
    /// How many revisions were recorded.
    pub revisions: Option<usize>,
    /// What the leak gate looks for.
    pub gate: Option<GateLevel>,
    /// The addresses that it lets pass.
    pub addresses: AddressForms<Vec<String>>,
    /// The layers. Their owners are not pinned, and so are empty.
    pub layers: Vec<RegistryLayer>,
    /// The areas.
    pub areas: Vec<String>,
    /// Where each layer and area stands in the lock, by name.
    places: Vec<(String, Range<usize>)>,
}

impl Pins {
    /// What a registry pins.
    pub fn of(registry: &Registry) -> Self {
        Self {
            revisions: Some(registry.revisions.len()),
            gate: Some(registry.gate),
            addresses: registry.addresses.clone(),
            layers: registry
                .layers
                .iter()
                .map(|layer| RegistryLayer { owner: String::new(), ..layer.clone() })
                .collect(),
            areas: registry.areas.iter().map(|area| area.name.clone()).collect(),
            places: Vec::new(),
        }
    }

    /// What a change from this architecture to another comes to, one line each.
    pub fn changes_to(&self, new: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        for layer in &new.layers {
            match self.layers.iter().find(|old| old.name == layer.name) {
                None => changes.push(format!("layer {} is new and answers {}", layer.name, describe(layer))),
                Some(old) if old != layer => {
                    changes.push(format!("layer {} answers {}, was {}", layer.name, describe(layer), describe(old)));
                }
                Some(_) => {}
            }
        }
        for old in self.layers.iter().filter(|old| new.layers.iter().all(|layer| layer.name != old.name)) {
            changes.push(format!("layer {} is gone", old.name));
        }
        changes.extend(
            new.areas.iter().filter(|area| !self.areas.contains(area)).map(|area| format!("area {area} is new")),
        );
        changes.extend(
            self.areas.iter().filter(|area| !new.areas.contains(area)).map(|area| format!("area {area} is gone")),
        );
        if let (Some(old), Some(gate)) = (self.gate, new.gate)
            && old != gate
        {
            changes.push(format!("the leak gate is `{gate}`, was `{old}`"));
        }
        for (field, old, new) in different_lists(&self.addresses, &new.addresses) {
            changes.push(format!("`addresses.{field}` is {}, was {}", listed(new), listed(old)));
        }
        changes
    }

    /// Reads a line of the lock, if it pins something; an ill-formed one is `Some(false)`.
    pub(crate) fn read(&mut self, text: &str, at: &Range<usize>) -> Option<bool> {
        let mut words = text.split_whitespace();
        let kind = words.next()?;
        let value = words.next();
        let is_read = match (kind, value) {
            ("revisions", Some(count)) => count.parse().map(|count| self.revisions = Some(count)).is_ok(),
            ("leak_gate", Some(level)) => {
                self.gate = GateLevel::parse(level);
                self.gate.is_some()
            }
            ("layer", Some(name)) => self.read_layer(name, words.next(), words.next()),
            ("area", Some(name)) => {
                self.areas.push(name.to_owned());
                true
            }
            ("addresses", Some(field)) => self.read_addresses(field, words.map(ToOwned::to_owned).collect()),
            ("revisions" | "leak_gate" | "layer" | "area" | "addresses", None) => false,
            _ => return None,
        };
        if let Some(name) = value {
            self.places.push((name.to_owned(), at.clone()));
        }
        Some(is_read)
    }

    fn read_addresses(&mut self, field: &str, words: Vec<String>) -> bool {
        let list = match field {
            "schemes" => &mut self.addresses.schemes,
            "roots" => &mut self.addresses.roots,
            "named" => &mut self.addresses.named,
            "folders" => &mut self.addresses.folders,
            _ => return false,
        };
        *list = words;
        true
    }

    fn read_layer(&mut self, name: &str, letters: Option<&str>, verbatim: Option<&str>) -> bool {
        let letters = letters.unwrap_or_default();
        let types: Vec<ReplyType> = ReplyType::ALL.into_iter().filter(|kind| letters.contains(kind.as_str())).collect();
        let is_read =
            types.len() == letters.len() && !types.is_empty() && verbatim.is_none_or(|word| word == "verbatim");
        if is_read {
            let (name, owner) = (name.to_owned(), String::new());
            self.layers.push(RegistryLayer { name, owner, types, verbatim: verbatim.is_some() });
        }
        is_read
    }

    /// Compares what is pinned with what is written now.
    pub(crate) fn compare(&self, lock: &Source, draft: &Draft, findings: &mut Findings<'_>) {
        if !self.layers.is_empty() {
            self.compare_layers(lock, draft, findings);
        }
        if !self.areas.is_empty() {
            self.compare_areas(lock, draft, findings);
        }
        self.compare_gate(draft, findings);
        self.compare_addresses(draft, findings);
        if let Some(pinned) = self.revisions
            && pinned != draft.revisions.len()
        {
            let at = draft.revisions.last().map_or(0..0, |revision| revision.at.clone());
            let message = format!(
                "{} of the architecture in the registry, {pinned} in the lock",
                match draft.revisions.len() {
                    1 => "1 revision".to_owned(),
                    count => format!("{count} revisions"),
                }
            );
            let help = "put `[[revision]]` back as it was; `cargo reply revise --because \"…\"` records one";
            findings.add(Rule::RevisionRecorded, &at, message, "", help);
        }
    }

    fn compare_layers(&self, lock: &Source, draft: &Draft, findings: &mut Findings<'_>) {
        let now = layers_of(draft);
        for pinned in &self.layers {
            let name = &pinned.name;
            let Some(layer) = now.iter().find(|layer| layer.name == *name) else {
                let message = format!("layer {name} is published and is gone from `[layers]`");
                findings.list.push(self.gone(Rule::LayersPinned, name, message, lock));
                continue;
            };
            if (&layer.types, layer.verbatim) != (&pinned.types, pinned.verbatim) {
                let written = draft.layers.iter().find(|written| written.name.value == *name);
                let at = written.map_or(0..0, |written| match &written.types {
                    Some(types_now) if layer.types != pinned.types => types_now.at.clone(),
                    _ => written.name.at.clone(),
                });
                let (published, written) = (describe(pinned), describe(layer));
                let message = format!("layer {name} is published to answer {published}, not {written}");
                findings.add(Rule::LayersPinned, &at, message, "takes an architecture revision", REVISE);
            }
        }
        for written in &draft.layers {
            if !self.layers.iter().any(|layer| layer.name == written.name.value) {
                let message = format!("layer {} is not among the published layers", written.name.value);
                findings.add(Rule::LayersPinned, &written.name.at, message, "takes an architecture revision", REVISE);
            }
        }
    }

    fn compare_areas(&self, lock: &Source, draft: &Draft, findings: &mut Findings<'_>) {
        for (name, _) in &draft.areas {
            if !self.areas.contains(&name.value) {
                let message = format!("area {} is not among the published areas", name.value);
                findings.add(Rule::AreasPinned, &name.at, message, "takes an architecture revision", REVISE);
            }
        }
        for area in &self.areas {
            if !draft.areas.iter().any(|(name, _)| name.value == *area) {
                let message = format!("area {area} is published and is gone from `[areas]`");
                findings.list.push(self.gone(Rule::AreasPinned, area, message, lock));
            }
        }
    }

    fn compare_gate(&self, draft: &Draft, findings: &mut Findings<'_>) {
        let written = match &draft.gate {
            None => GateLevel::default(),
            Some(gate) => match GateLevel::parse(&gate.value) {
                Some(level) => level,
                // A level that does not exist has been reported.
                None => return,
            },
        };
        if let Some(pinned) = self.gate
            && pinned != written
        {
            let at = draft.gate.as_ref().map_or(0..0, |gate| gate.at.clone());
            let message = format!("the leak gate is published as `{pinned}`, not `{written}`");
            findings.add(Rule::LeakGatePinned, &at, message, "takes an architecture revision", REVISE);
        }
    }

    fn compare_addresses(&self, draft: &Draft, findings: &mut Findings<'_>) {
        // A lock from before the gate was pinned says nothing of addresses either.
        if self.gate.is_none() {
            return;
        }
        let at = draft.addresses_at.clone().unwrap_or(0..0);
        for (field, published, written) in different_lists(&self.addresses, &addresses_of(draft)) {
            let (published, written) = (listed(published), listed(written));
            let message = format!("`addresses.{field}` is published as {published}, not {written}");
            findings.add(Rule::AddressFormsPinned, &at, message, "takes an architecture revision", REVISE);
        }
    }

    fn gone(&self, rule: Rule, name: &str, message: String, lock: &Source) -> Finding {
        let at = self.places.iter().find(|(known, _)| known == name).map_or(0..0, |(_, at)| at.clone());
        Finding::new(rule, message, REVISE).at(Location::new(lock, &at, "published here"))
    }

    /// Adds the published layers that a broken registry does not show, so that code which names them meets no second error.
    pub(crate) fn add_missing_layers(&self, layers: &mut Vec<RegistryLayer>) {
        for pinned in &self.layers {
            match layers.iter_mut().find(|layer| layer.name == pinned.name) {
                Some(layer) if layer.types.is_empty() => layer.types.clone_from(&pinned.types),
                Some(_) => {}
                None => layers.push(pinned.clone()),
            }
        }
    }
}

impl fmt::Display for Pins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(revisions) = self.revisions {
            writeln!(f, "revisions {revisions}")?;
        }
        if let Some(gate) = self.gate {
            writeln!(f, "leak_gate {gate}")?;
        }
        let lists = AddressForms::<()>::FIELDS.into_iter().zip(self.addresses.lists());
        for (field, words) in lists.filter(|(_, words)| !words.is_empty()) {
            writeln!(f, "addresses {field} {}", words.join(" "))?;
        }
        for layer in &self.layers {
            let verbatim = if layer.verbatim { " verbatim" } else { "" };
            writeln!(f, "layer     {} {}{verbatim}", layer.name, layer.letters())?;
        }
        for area in &self.areas {
            writeln!(f, "area      {area}")?;
        }
        Ok(())
    }
}

type Words = Vec<String>;

/// The lists that are not the same in both.
fn different_lists<'a>(
    old: &'a AddressForms<Words>,
    new: &'a AddressForms<Words>,
) -> impl Iterator<Item = (&'static str, &'a Words, &'a Words)> {
    let lists = AddressForms::<()>::FIELDS.into_iter().zip(old.lists()).zip(new.lists());
    lists.map(|((field, old), new)| (field, old, new)).filter(|(_, old, new)| old != new)
}

fn listed(words: &Words) -> String {
    if words.is_empty() { "empty".to_owned() } else { format!("`{}`", words.join("`, `")) }
}

/// What a layer may answer, in words.
fn describe(layer: &RegistryLayer) -> String {
    let types = layer.types.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", ");
    if layer.verbatim { format!("{types} and verbatim content") } else { types }
}
