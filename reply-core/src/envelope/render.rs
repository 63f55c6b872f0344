//! Messages, rendered inside the wrapper and nowhere else (L24).

use reply_vocabulary::{Piece, pieces};

use crate::codes::code_table::CodeRef;
use crate::data::value::{Addresses, Value};

/// The message of a code with the values of its parameters.
pub(crate) fn render(code: CodeRef, values: &[Value], addresses: Addresses) -> String {
    let mut message = String::with_capacity(128);
    let params = code.params();
    // The macro has refused a template with a brace that does not fit.
    for piece in pieces(code.template()).flatten() {
        match piece {
            Piece::Text(text) => message.push_str(text),
            Piece::Placeholder { name, .. } => {
                let value = params.iter().zip(values).find(|(param, _)| param.name == name);
                if let Some((_, value)) = value {
                    value.render(&mut message, addresses);
                }
            }
        }
    }
    message
}
