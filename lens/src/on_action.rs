//! What an `on_action` is after all files that define it (R7).

use ck3_script::{Block, Item, Script, Span, Value};

/// Fields whose entries append.
const LISTS: &[&[u8]] =
    &[b"events", b"random_events", b"first_valid", b"on_actions", b"random_on_actions", b"first_valid_on_action"];

/// An entry of a list, or what fills a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedField {
    /// The field, such as `events` or `effect`.
    pub name: String,
    /// Which of the definitions it is from.
    pub definition: usize,
    /// Where it stands in the text of that definition.
    pub span: Span,
}

/// An `on_action` as the game sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergedOnAction {
    /// Entries of lists, in the order of the definitions.
    pub lists: Vec<MergedField>,
    /// What fills each slot: `effect`, `trigger` and whatever else there can be one of.
    pub slots: Vec<MergedField>,
    /// What filled a slot before a later definition did. For `effect` and `trigger` the game logs an error.
    pub lost: Vec<MergedField>,
}

/// Merges definitions of one `on_action`, given in load order, each the whole text `name = { … }`.
///
/// ```
/// let game = b"on_birth = { events = { a.1 } effect = { x = yes } }";
/// let patch = b"on_birth = { events = { b.1 } effect = { y = yes } }";
/// let merged = lens::merge_on_action(&[game, patch]);
/// let lists: Vec<_> = merged.lists.iter().map(|field| field.definition).collect();
/// assert_eq!(lists, [0, 1]);
/// assert_eq!((merged.slots[0].definition, merged.lost[0].definition), (1, 0));
/// ```
pub fn merge_on_action(definitions: &[&[u8]]) -> MergedOnAction {
    let mut merged = MergedOnAction::default();
    for (definition, text) in definitions.iter().enumerate() {
        let script = Script::parse(text);
        let root = script.root();
        let Some(block) = root.pairs().next().and_then(|pair| pair.block()) else { continue };
        for pair in block.pairs() {
            let name = String::from_utf8_lossy(pair.name()).into_owned();
            match pair.block() {
                Some(list) if LISTS.contains(&pair.name()) => {
                    let entries = entries(list).into_iter();
                    merged.lists.extend(entries.map(|span| MergedField { name: name.clone(), definition, span }));
                }
                _ => merged.fill(MergedField { name, definition, span: pair.span() }),
            }
        }
    }
    merged
}

impl MergedOnAction {
    fn fill(&mut self, field: MergedField) {
        match self.slots.iter_mut().find(|slot| slot.name == field.name) {
            Some(slot) => self.lost.push(std::mem::replace(slot, field)),
            None => self.slots.push(field),
        }
    }
}

fn entries(list: Block<'_>) -> Vec<Span> {
    let span = |item: Item<'_>| match item {
        Item::Pair(pair) => Some(pair.span()),
        Item::Value(Value::Scalar(word)) => Some(word.span()),
        Item::Value(_) => None,
    };
    list.items().filter_map(span).collect()
}
