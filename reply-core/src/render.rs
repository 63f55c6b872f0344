//! Messages, rendered inside the wrapper and nowhere else (L24).

use crate::registry::Code;
use crate::template::{Piece, pieces};
use crate::value::Value;

/// The message of a code with the values of its parameters.
pub(crate) fn render(code: Code, values: &[Value]) -> String {
    let template = code.numbered_message();
    let mut message = String::with_capacity(template.len() + values.len() * 32);
    for piece in pieces(template) {
        match piece {
            Piece::Text(text) | Piece::Brace(text) => message.push_str(text),
            Piece::Param(index) => {
                if let Some(value) = values.get(index) {
                    value.render(&mut message);
                }
            }
        }
    }
    message
}
