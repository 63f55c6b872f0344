//! Names followed through `use`.

use std::collections::HashMap;

use super::lexer::{RustToken, RustTokenKind};

/// What the `use` declarations of a file bring in. Scopes are not told apart; a file rarely means two things by one name.
#[derive(Debug, Default)]
pub(super) struct Imports<'t> {
    names: HashMap<&'t str, Vec<&'t str>>,
    globs: Vec<Vec<&'t str>>,
}

impl<'t> Imports<'t> {
    /// Reads every declaration, and says which tokens belong to one.
    pub(super) fn read(tokens: &[RustToken<'t>]) -> (Self, Vec<bool>) {
        let mut imports = Self::default();
        let mut inside = vec![false; tokens.len()];
        let mut at = 0;
        while at < tokens.len() {
            let starts = tokens[at].is_word("use") && !tokens.get(at + 1).is_some_and(|next| next.is('<'));
            if !starts {
                at += 1;
                continue;
            }
            let end = tokens[at..].iter().position(|token| token.is(';')).map_or(tokens.len(), |found| at + found);
            imports.tree(&tokens[at + 1..end], &mut 0, &[]);
            inside[at..end].fill(true);
            at = end;
        }
        (imports, inside)
    }

    /// One tree: `a::b`, `a::b as c`, `a::{b, c::d}`, `a::*`.
    fn tree(&mut self, tokens: &[RustToken<'t>], at: &mut usize, prefix: &[&'t str]) {
        let mut path = prefix.to_vec();
        while let Some(token) = tokens.get(*at) {
            *at += 1;
            match token.kind {
                RustTokenKind::Word("as") => {
                    let alias = tokens.get(*at).map(|token| token.kind);
                    *at += 1;
                    if let Some(RustTokenKind::Word(alias)) = alias {
                        self.names.insert(alias, path);
                    }
                    return;
                }
                // `self` in braces stands for what is before the braces.
                RustTokenKind::Word("self") if !path.is_empty() => {}
                RustTokenKind::Word(word) => path.push(word),
                RustTokenKind::Mark('*') => {
                    self.globs.push(path);
                    return;
                }
                RustTokenKind::Mark('{') => return self.group(tokens, at, &path),
                RustTokenKind::Mark(',' | '}') => {
                    *at -= 1;
                    break;
                }
                _ => {}
            }
        }
        if let Some(last) = path.last().copied() {
            self.names.insert(last, path);
        }
    }

    fn group(&mut self, tokens: &[RustToken<'t>], at: &mut usize, prefix: &[&'t str]) {
        while let Some(token) = tokens.get(*at) {
            if token.is('}') {
                *at += 1;
                return;
            }
            if token.is(',') {
                *at += 1;
            } else {
                self.tree(tokens, at, prefix);
            }
        }
    }

    /// The name that a name stands for: itself, or what `as` has hidden.
    pub(super) fn original(&self, name: &'t str) -> &'t str {
        self.names.get(name).and_then(|path| path.last().copied()).unwrap_or(name)
    }

    /// Whether a path as written can mean one that ends in `wanted`.
    pub(super) fn leads_to(&self, written: &[&str], wanted: &[&str]) -> bool {
        let Some((first, rest)) = written.split_first() else { return false };
        let imported = self.names.get(first).map(|path| [path.as_slice(), rest].concat());
        let through_globs = self.globs.iter().map(|glob| [glob.as_slice(), written].concat());
        let mut readings = std::iter::once(written.to_vec()).chain(imported).chain(through_globs);
        readings.any(|path| path.ends_with(wanted))
    }

    /// Whether a bare name can be one that the file's own parent brings in: `use super::*`.
    ///
    /// A test in a file of its own sees the names of what it tests that way, and the names of codes are unique.
    pub(super) fn may_be_inherited(&self, written: &[&str], name: &str) -> bool {
        let is_bare = matches!(written, [only] if *only == name);
        is_bare && !self.names.contains_key(name) && self.globs.iter().any(|glob| glob.as_slice() == ["super"])
    }
}

/// The path that ends at a token: its words, and where it starts.
pub(super) fn path_at<'t>(tokens: &[RustToken<'t>], end: usize) -> (Vec<&'t str>, usize) {
    let mut words = Vec::new();
    let mut start = end;
    if let RustTokenKind::Word(word) = tokens[end].kind {
        words.push(word);
    }
    while start >= 2 && tokens[start - 1].is(':') && tokens[start - 2].is(':') {
        start -= 2;
        match start.checked_sub(1).map(|before| tokens[before].kind) {
            Some(RustTokenKind::Word(word)) => {
                words.push(word);
                start -= 1;
            }
            _ => break,
        }
    }
    words.reverse();
    (words, start)
}

/// Whether the path from `start` to `end` is a value: a struct literal, or a unit struct where a value stands.
pub(super) fn is_value(tokens: &[RustToken<'_>], start: usize, end: usize) -> bool {
    let next = tokens.get(end + 1).map(|token| token.kind);
    let before = start.checked_sub(1).map(|at| tokens[at].kind);
    let is_declared = matches!(
        before,
        Some(RustTokenKind::Word(
            "struct" | "enum" | "union" | "trait" | "impl" | "for" | "mod" | "type" | "fn" | "as" | "dyn" | "where"
        ))
    );
    let is_arrow = start >= 2 && tokens[start - 1].is('>') && tokens[start - 2].is('-');
    // `x: Type` and `field: Value {` differ in what follows only.
    let is_typed = matches!(before, Some(RustTokenKind::Mark('<' | '&' | '+'))) || is_arrow;
    if is_declared || is_typed {
        return false;
    }
    match next {
        Some(RustTokenKind::Mark('{')) => true,
        Some(RustTokenKind::Mark(':' | '<' | '!' | '>' | '=')) => false,
        _ => !matches!(before, Some(RustTokenKind::Mark(':'))),
    }
}
