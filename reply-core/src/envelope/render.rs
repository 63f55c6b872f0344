//! Messages, rendered inside the wrapper and nowhere else (L24).

use crate::codes::code_ref::CodeRef;
use crate::codes::messages::MessagePart;
use crate::data::value::{ParamValue, ShownValues};
use crate::leak::{HostPathMatch, find_leak};

/// The message of a code with the values of its parameters.
pub(crate) fn render(code: CodeRef, values: &[ParamValue], shown: ShownValues) -> String {
    let mut message = String::with_capacity(128);
    for part in code.message() {
        match part {
            MessagePart::Text(text) => message.push_str(text),
            MessagePart::Value(place) => {
                if let Some(value) = values.get(*place) {
                    value.render(&mut message, shown);
                }
            }
        }
    }
    message
}

/// The message of a code, or the host path that its own words hold.
///
/// Every value was searched when it was made. If the message holds a path all the same, the words around a value made it one, or the
/// place where it was cut. Input must not become an error in this way (L49), so the message then leaves such values to the data.
pub(crate) fn render_safely(code: CodeRef, values: &[ParamValue]) -> Result<String, HostPathMatch> {
    let message = render(code, values, ShownValues::All);
    // An address such as `mod:Why?/data/x` may look like a path and is not one.
    if find_leak(&message).is_none() || find_leak(&render(code, values, ShownValues::WithoutAddresses)).is_none() {
        return Ok(message);
    }
    let message = render(code, values, ShownValues::WithoutText);
    match find_leak(&message) {
        None => Ok(message),
        Some(found) => Err(found),
    }
}
