//! What a journal may keep of a call's arguments: the command, the addresses, the sizes; never the content of a text.
//!
//! The definition of the arguments decides, by type: flags, numbers, the words of a closed set and canonical addresses are
//! shown; every other text is given as [`Outline::Text`], of which a journal keeps the size and a digest. A field overrides
//! that with `#[arg(shown)]` or `#[arg(hidden)]`.

use std::fmt;

use serde_json::{Map, Number, Value};

use super::problems::kind;
use super::reader::selected;
use super::values::Argument;
use super::visitor::ArgumentVisitor;
use super::{Arguments, FieldSpec, Keep};
use crate::data::address::Address;

/// How many items of a list are outlined; the others are counted.
const MAX_ITEMS: usize = 20;

/// What may be kept of one argument.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Outline<'a> {
    /// True or false.
    Flag(bool),
    /// A number.
    Number(&'a Number),
    /// A word of a closed set, a canonical address, or a text whose field is shown.
    Shown(&'a str),
    /// A text of which only size and digest may be kept.
    Text(&'a str),
    /// The first items of a list, and how many more there are.
    List(Vec<Outline<'a>>, usize),
    /// An object of known fields.
    Object(ArgumentOutline<'a>),
    /// A value whose parts are not known: its kind, and how many parts it has.
    Opaque(&'static str, usize),
}

impl<'a> Outline<'a> {
    /// The outline of a value by its kind, for types without an outline of their own.
    pub fn of(value: &'a Value, spec: &FieldSpec) -> Self {
        match value {
            Value::Null => Self::Opaque(kind(value), 0),
            Value::Bool(flag) => Self::Flag(*flag),
            Value::Number(number) => Self::Number(number),
            Value::String(text) if is_shown(text, spec) => Self::Shown(text),
            Value::String(text) => Self::Text(text),
            Value::Array(items) => Self::Opaque(kind(value), items.len()),
            Value::Object(fields) => Self::Opaque(kind(value), fields.len()),
        }
    }
}

fn is_shown(text: &str, spec: &FieldSpec) -> bool {
    match spec.keep {
        Keep::Hidden => false,
        Keep::Shown => true,
        Keep::ByType => text.parse::<Address>().is_ok(),
    }
}

/// What may be kept of a call's arguments, field by field.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArgumentOutline<'a> {
    /// The known fields that the call has, in the order of the definition.
    pub fields: Vec<(&'static str, Outline<'a>)>,
    /// How many other fields the call has. The agent chose their names, so they are not kept.
    pub unknown: usize,
}

impl<'a> ArgumentOutline<'a> {
    /// The outline of arguments as they were sent, valid or not.
    pub fn of<A: Arguments>(arguments: &'a Value) -> Self {
        let Value::Object(object) = arguments else { return Self::default() };
        let mut outliner = Outliner { object, fields: Vec::new(), command: None };
        A::visit(&mut ArgumentVisitor::Outline(&mut outliner));
        let fields = outliner.fields;
        let known = fields.iter().filter(|(name, _)| object.contains_key(*name)).count();
        Self { unknown: object.len().saturating_sub(known), fields }
    }
}

/// Visits the fields of a definition, and outlines those that were sent.
#[derive(Debug)]
pub struct Outliner<'a> {
    object: &'a Map<String, Value>,
    fields: Vec<(&'static str, Outline<'a>)>,
    command: Option<&'static str>,
}

impl Outliner<'_> {
    pub(super) fn field<A: Argument>(&mut self, spec: &FieldSpec) {
        if let Some(value) = self.object.get(spec.name) {
            self.fields.push((spec.name, A::outline(value, spec)));
        }
    }

    pub(super) fn command(&mut self, tag: &'static str, commands: &'static [&'static str], default: Option<usize>) {
        self.command = selected(self.object.get(tag), commands, default);
        self.fields.extend(self.command.map(|command| (tag, Outline::Shown(command))));
    }

    pub(super) fn is_selected(&self, command: &str) -> bool {
        self.command == Some(command)
    }
}

/// For the derive on a struct: an object within the arguments.
#[doc(hidden)]
pub fn outline_object<'a, A: Arguments>(value: &'a Value, spec: &FieldSpec) -> Outline<'a> {
    if value.is_object() { Outline::Object(ArgumentOutline::of::<A>(value)) } else { Outline::of(value, spec) }
}

/// For the derive on an enum of plain words.
#[doc(hidden)]
pub fn outline_word<'a>(value: &'a Value, words: &[&str], spec: &FieldSpec) -> Outline<'a> {
    match value.as_str().filter(|text| words.contains(text)) {
        Some(word) => Outline::Shown(word),
        None => Outline::of(value, spec),
    }
}

pub(super) fn outline_list<'a, A: Argument>(value: &'a Value, spec: &FieldSpec) -> Outline<'a> {
    let Some(items) = value.as_array() else { return Outline::of(value, spec) };
    let first = items.iter().take(MAX_ITEMS).map(|item| A::outline(item, spec)).collect();
    Outline::List(first, items.len().saturating_sub(MAX_ITEMS))
}

/// The longest shown text in a line for people, in bytes.
const MAX_SHOWN: usize = 200;

impl fmt::Display for ArgumentOutline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.fields.iter().enumerate() {
            write!(f, "{}{name}: {value}", if index > 0 { ", " } else { "" })?;
        }
        match self.unknown {
            0 => Ok(()),
            unknown => write!(f, " and {unknown} unknown fields"),
        }
    }
}

impl fmt::Display for Outline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Shown(text) if text.len() <= MAX_SHOWN => write!(f, "{text:?}"),
            Self::Shown(text) | Self::Text(text) => write!(f, "({} bytes)", text.len()),
            Self::List(items, more) => write!(f, "({} items)", items.len() + more),
            Self::Object(fields) => write!(f, "({fields})"),
            Self::Opaque(kind, parts) => write!(f, "({kind}, {parts} parts)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn spec(keep: Keep) -> FieldSpec {
        FieldSpec { name: "x", description: "", min: None, max: None, max_length: None, default: None, keep }
    }

    #[test]
    fn l106_an_address_is_shown_and_any_other_text_is_not() {
        let (address, content) = (json!("root:game/a.txt"), json!("a trait = {}"));
        assert_eq!(String::outline(&address, &spec(Keep::ByType)), Outline::Shown("root:game/a.txt"));
        assert_eq!(String::outline(&content, &spec(Keep::ByType)), Outline::Text("a trait = {}"));
        assert_eq!(String::outline(&address, &spec(Keep::Hidden)), Outline::Text("root:game/a.txt"));
        assert_eq!(String::outline(&content, &spec(Keep::Shown)), Outline::Shown("a trait = {}"));
        // A value of another kind than the field takes is described by its kind.
        assert_eq!(bool::outline(&json!(vec!["x"; 7]), &spec(Keep::ByType)), Outline::Opaque("a list", 7));
    }

    #[test]
    fn l100_a_long_list_is_outlined_by_its_beginning() {
        let many: Vec<u32> = (0..100).collect();
        let value = json!(many);
        let Outline::List(first, rest) = Vec::<u32>::outline(&value, &spec(Keep::ByType)) else { panic!("a list") };
        assert_eq!((first.len(), rest), (MAX_ITEMS, 80));
    }
}
