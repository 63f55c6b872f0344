//! Rust as far as finding names needs it: words, marks and strings. Comments are gone, and nothing can fail.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    /// A name or a keyword.
    Word(&'t str),
    /// One character of punctuation.
    Mark(char),
    /// What stands between the quotes, escapes as written.
    Text(&'t str),
}

/// A token and its line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    pub(super) line: usize,
}

impl Token<'_> {
    pub(super) fn is(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Word(word)
    }
}

/// Takes a file apart.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut lexer = Lexer { text, at: 0, line: 1, tokens: Vec::with_capacity(text.len() / 6) };
    while lexer.at < text.len() {
        lexer.step();
    }
    lexer.tokens
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    tokens: Vec<Token<'t>>,
}

impl<'t> Lexer<'t> {
    fn step(&mut self) {
        let rest = &self.text[self.at..];
        let first = rest.chars().next().unwrap_or(' ');
        if rest.starts_with("//") {
            self.advance(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            self.advance(block_comment(rest));
        } else if first == '"' {
            self.string(1);
        } else if first == '\'' {
            self.advance(char_or_lifetime(rest));
        } else if is_word_start(first) {
            self.word(rest);
        } else if first.is_ascii_digit() {
            self.advance(rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()));
        } else {
            if !first.is_whitespace() {
                self.push(Kind::Mark(first));
            }
            self.advance(first.len_utf8());
        }
    }

    fn word(&mut self, rest: &'t str) {
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        let is_prefix = matches!(word, "r" | "b" | "c" | "br" | "cr");
        let hashes = after.len() - after.trim_start_matches('#').len();
        if is_prefix && word.ends_with('r') && after[hashes..].starts_with('"') {
            return self.raw_string(length + hashes + 1, hashes);
        }
        if is_prefix && after.starts_with('"') {
            return self.string(length + 1);
        }
        if word == "b" && after.starts_with('\'') {
            return self.advance(length + char_or_lifetime(after));
        }
        if word == "r" && hashes == 1 {
            return self.advance(length + 1);
        }
        self.push(Kind::Word(word));
        self.advance(length);
    }

    fn string(&mut self, open: usize) {
        let body = &self.text[self.at + open..];
        let mut end = body.len();
        let mut escaped = false;
        for (at, character) in body.char_indices() {
            match character {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        self.push(Kind::Text(&body[..end]));
        self.advance((open + end + 1).min(open + body.len()));
    }

    fn raw_string(&mut self, open: usize, hashes: usize) {
        let body = &self.text[self.at + open..];
        let close = format!("\"{}", "#".repeat(hashes));
        let end = body.find(&close).unwrap_or(body.len());
        self.push(Kind::Text(&body[..end]));
        self.advance((open + end + close.len()).min(open + body.len()));
    }

    fn push(&mut self, kind: Kind<'t>) {
        self.tokens.push(Token { kind, line: self.line });
    }

    fn advance(&mut self, bytes: usize) {
        let mut end = (self.at + bytes.max(1)).min(self.text.len());
        // What is no Rust may end in the middle of a character.
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        self.line += self.text[self.at..end].matches('\n').count();
        self.at = end;
    }
}

fn is_word_start(first: char) -> bool {
    first.is_alphabetic() || first == '_'
}

/// Block comments nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(found) = rest[at..].find(['/', '*']).map(|found| at + found) {
        if rest[found..].starts_with("/*") {
            depth += 1;
            at = found + 2;
        } else if rest[found..].starts_with("*/") {
            depth = depth.saturating_sub(1);
            at = found + 2;
            if depth == 0 {
                return at;
            }
        } else {
            at = found + 1;
        }
    }
    rest.len()
}

/// `'a'` and `'\n'` are characters; `'a` is a lifetime, and the name after it is none of ours.
fn char_or_lifetime(rest: &str) -> usize {
    let mut after = rest.char_indices().skip(1);
    match after.next() {
        Some((_, '\\')) => {
            let body = rest.get(3..).unwrap_or_default();
            body.find('\'').map_or(rest.len(), |end| 3 + end + 1)
        }
        Some((_, first)) => match after.next() {
            Some((at, '\'')) => at + 1,
            _ if is_word_start(first) => {
                rest[1..].find(|c: char| !c.is_alphanumeric() && c != '_').map_or(rest.len(), |end| 1 + end)
            }
            _ => 1,
        },
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let words = tokens(text).into_iter().filter_map(|token| match token.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        });
        words.collect()
    }

    #[test]
    fn comments_strings_characters_and_lifetimes_hold_no_names() {
        for (text, expected) in [
            ("a // B\nc", vec!["a", "c"]),
            ("a /* B /* C */ D */ e", vec!["a", "e"]),
            (r#"a "B \" C" d"#, vec!["a", "d"]),
            (r##"a r#"B " C"# d"##, vec!["a", "d"]),
            (r#"a b"B" c"C" br"D" e"#, vec!["a", "e"]),
            ("a 'B' '\\'' '\\u{41}' e", vec!["a", "e"]),
            ("fn f<'B>(x: &'B str)", vec!["fn", "f", "x", "str"]),
            ("r#type 1_u64 0xFF x", vec!["type", "x"]),
            ("\"never closed", vec![]),
            ("/* never closed", vec![]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_comes_apart(text in "([a-z'\"#/*\\\\ \n]|br|r#|é){0,60}") {
            tokens(&text);
        }
    }

    #[test]
    fn a_token_knows_its_line() {
        let found = tokens("a\n\"x\ny\"\nb");
        assert_eq!(found.iter().map(|token| token.line).collect::<Vec<_>>(), [1, 2, 4]);
    }
}
