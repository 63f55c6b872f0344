//! What each byte can start: one table for the lexer.

/// What a byte can start.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum ByteClass {
    /// Part of an unquoted scalar; every byte above ASCII is one, so that any encoding passes through.
    Word,
    /// `@`, `[`, `]`, `!`, `?`: part of a scalar, unless it starts something else.
    Special,
    /// Space, 0x09 to 0x0F (tab and line ends among them), and `;`, which the game reads as a space.
    Space,
    /// `=`, `<`, `>`.
    Operator,
    /// `{`.
    Open,
    /// `}`.
    Close,
    /// `"`.
    Quote,
    /// `#`.
    Comment,
    /// Any other control character below the space.
    Control,
}

impl ByteClass {
    #[inline]
    pub(crate) const fn of(byte: u8) -> Self {
        TABLE[byte as usize]
    }

    /// Whether a byte can stand inside an unquoted scalar.
    #[inline]
    pub(crate) const fn is_word(byte: u8) -> bool {
        IN_WORD[byte as usize]
    }

    /// Whether a byte separates lexemes.
    #[inline]
    pub(crate) const fn is_space(byte: u8) -> bool {
        matches!(Self::of(byte), Self::Space)
    }
}

const TABLE: [ByteClass; 256] = {
    let mut table = [ByteClass::Word; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        table[byte as usize] = match byte {
            b' ' | 0x09..=0x0F | b';' => ByteClass::Space,
            b'@' | b'[' | b']' | b'!' | b'?' => ByteClass::Special,
            b'=' | b'<' | b'>' => ByteClass::Operator,
            b'{' => ByteClass::Open,
            b'}' => ByteClass::Close,
            b'"' => ByteClass::Quote,
            b'#' => ByteClass::Comment,
            0..0x20 => ByteClass::Control,
            _ => ByteClass::Word,
        };
        byte += 1;
    }
    table
};

const IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = matches!(TABLE[byte], ByteClass::Word | ByteClass::Special);
        byte += 1;
    }
    table
};
