//! Where a list was cut, as text: a key may be anything, so one that may not be shown as it is stands there in hexadecimal.

use reply_kit::Text;
use world_adapter::MAX_ADDRESS_LENGTH;

/// The longest cursor: what is in hexadecimal is twice as long.
pub(crate) const MAX_CURSOR: usize = 2 * MAX_ADDRESS_LENGTH;

/// The form that an agent gets, from which [`parse_cursor`] reads the same again.
pub fn to_cursor(plain: &str) -> Text {
    if Text::echo(plain).as_str() == plain && !plain.starts_with('~') {
        return Text::echo(plain);
    }
    Text::new(format!("~{}", to_hexadecimal(plain)))
}

/// What a cursor stands for; none if it is not one.
pub fn parse_cursor(text: &str) -> Option<String> {
    text.strip_prefix('~').map_or_else(|| Some(text.to_owned()), from_hexadecimal)
}

/// A text as hexadecimal digits, which cannot contain a host path.
fn to_hexadecimal(text: &str) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
    text.bytes().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Reads what [`to_hexadecimal`] wrote.
fn from_hexadecimal(text: &str) -> Option<String> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, odd) = text.as_bytes().as_chunks::<2>();
    let bytes: Option<Vec<u8>> = pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect();
    if odd.is_empty() { String::from_utf8(bytes?).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_is_written_whatever_the_key_is() {
        let long = "é".repeat(2_048);
        for plain in
            ["common/traits|trait||brave", "", "~", "x|y||/home/nate/x", "home/nate/x", r"a||C:\Users\x", &long]
        {
            let text = to_cursor(plain).to_string();
            assert!(text.len() <= MAX_CURSOR, "{text}");
            assert_eq!(parse_cursor(&text).as_deref(), Some(plain), "{text}");
        }
        assert_eq!(to_cursor("common/traits|trait||brave").as_str(), "common/traits|trait||brave");
        assert_eq!([parse_cursor("~0"), parse_cursor("~zz"), parse_cursor("~ff")], [None, None, None]);
    }
}
