//! A message as the registry stores it: text, doubled braces, and placeholders numbered in the order of the parameters.

/// A piece of a message.
pub(crate) enum Piece<'m> {
    /// Literal text.
    Text(&'m str),
    /// A literal brace, which stands doubled in the message.
    Brace(&'m str),
    /// The parameter with this number.
    Param(usize),
}

/// Takes a message apart. The macro wrote it, so its braces fit; one that does not would be shown as it stands.
pub(crate) fn pieces(message: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = message;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, length) = first_piece(rest);
        rest = &rest[length..];
        Some(piece)
    })
}

fn first_piece(text: &str) -> (Piece<'_>, usize) {
    let bytes = text.as_bytes();
    match (bytes[0], bytes.get(1)) {
        (b'{', Some(b'{')) | (b'}', Some(b'}')) => (Piece::Brace(&text[..1]), 2),
        (b'{', Some(digit)) if digit.is_ascii_digit() => {
            let end = bytes.iter().position(|byte| *byte == b'}').unwrap_or(text.len() - 1);
            let index =
                text[1..end].bytes().fold(0, |number, digit| number * 10 + usize::from(digit.wrapping_sub(b'0')));
            (Piece::Param(index), end + 1)
        }
        _ => {
            let end =
                bytes[1..].iter().position(|byte| matches!(byte, b'{' | b'}')).map_or(text.len(), |found| found + 1);
            (Piece::Text(&text[..end]), end)
        }
    }
}
