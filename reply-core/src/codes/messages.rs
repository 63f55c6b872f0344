//! Parsed messages: a template is parsed once, when its code is first rendered.

use std::sync::OnceLock;

use reply_vocabulary::{Piece, pieces};

use crate::codes::code_table::Row;

/// A piece of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessagePart {
    /// Text as it stands.
    Text(&'static str),
    /// The value of the parameter at this index.
    Value(usize),
}

/// A parsed message.
type Message = OnceLock<Box<[MessagePart]>>;

/// The messages of a table. A template is stored as text, because that costs the compiler least; parsing it for every reply
/// would cost more than writing the message.
#[derive(Debug)]
pub(crate) struct Messages {
    rows: OnceLock<Box<[Message]>>,
}

impl Messages {
    pub(crate) const fn new() -> Self {
        Self { rows: OnceLock::new() }
    }

    /// The message of a row; `rows` are those of its table.
    pub(crate) fn parts(&self, rows: &'static [Row], index: u16) -> &[MessagePart] {
        let taken_apart = self.rows.get_or_init(|| rows.iter().map(|_| OnceLock::new()).collect());
        let index = usize::from(index);
        taken_apart[index].get_or_init(|| split_template(&rows[index]))
    }
}

fn split_template(row: &Row) -> Box<[MessagePart]> {
    // The macro has rejected templates with unbalanced braces or with unknown parameters.
    let parts = pieces(row.template).flatten().filter_map(|piece| match piece {
        Piece::Text(text) => Some(MessagePart::Text(text)),
        Piece::Placeholder { name, .. } => {
            row.params.iter().position(|param| param.name == name).map(MessagePart::Value)
        }
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use reply_vocabulary::{ParamType, Scalar};

    use super::*;
    use crate::codes::code_table::Param;

    #[test]
    fn a_template_is_texts_and_the_places_of_values() {
        const PARAMS: &[Param] = &[
            Param { name: "target", ty: ParamType::One(Scalar::Address) },
            Param { name: "size", ty: ParamType::One(Scalar::Count) },
        ];
        let template = "{size} {{bytes}} at '{target}'.";
        let row = Row { code: "", key: "", template, params: PARAMS, since: "", docs: "" };
        let expected = [
            MessagePart::Value(1),
            MessagePart::Text(" {"),
            MessagePart::Text("bytes}"),
            MessagePart::Text(" at '"),
            MessagePart::Value(0),
            MessagePart::Text("'."),
        ];
        assert_eq!(*split_template(&row), expected);
    }
}
