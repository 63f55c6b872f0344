//! Messages, rendered inside the wrapper and nowhere else (L24).

use crate::codes::code_table::{CodeRef, Piece};
use crate::data::value::{Addresses, Value};

/// The message of a code with the values of its parameters.
pub(crate) fn render(code: CodeRef, values: &[Value], addresses: Addresses) -> String {
    let mut message = String::with_capacity(128);
    for piece in code.entry().pieces {
        match piece {
            Piece::Text(text) => message.push_str(text),
            Piece::Param(index) => {
                if let Some(value) = values.get(usize::from(*index)) {
                    value.render(&mut message, addresses);
                }
            }
        }
    }
    message
}
