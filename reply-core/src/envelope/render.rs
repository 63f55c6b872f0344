//! Messages, rendered inside the wrapper and nowhere else (L24).

use crate::codes::code_table::CodeRef;
use crate::codes::messages::MessagePart;
use crate::data::value::{Addresses, ParamValue};

/// The message of a code with the values of its parameters.
pub(crate) fn render(code: CodeRef, values: &[ParamValue], addresses: Addresses) -> String {
    let mut message = String::with_capacity(128);
    for part in code.message() {
        match part {
            MessagePart::Text(text) => message.push_str(text),
            MessagePart::Value(place) => {
                if let Some(value) = values.get(*place) {
                    value.render(&mut message, addresses);
                }
            }
        }
    }
    message
}
