//! Which functions and tables of test code can make a test fail.
//!
//! A test is a function under `#[test]`, or `main` of a test without a harness. It expects something if it asserts, itself
//! or through what it names. What such a test reaches by name, helpers and tables alike, belongs to its expectation; a
//! function that no test names does not.

use std::collections::{HashMap, HashSet};

use super::lexer::{RustToken, RustTokenKind};
use super::regions::is_test_attribute;

/// A function, constant, static or macro of test code.
#[derive(Debug)]
struct SourceItem {
    name: usize,
    is_test: bool,
    asserts: bool,
    names: HashSet<usize>,
}

/// The items of all test code, and what they name.
#[derive(Debug, Default)]
pub(super) struct Expectations {
    items: Vec<SourceItem>,
    /// Every word once, as a number.
    words: HashMap<String, usize>,
}

/// An item whose end has not been read.
struct OpenItem {
    item: usize,
    depth: usize,
    ends_at: End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// For a function or a macro: its block, or a semicolon where it has none.
    Block,
    /// For a constant or a static.
    Semicolon,
}

impl Expectations {
    /// Reads the test code of a file, and says to which item each token belongs.
    pub(super) fn add(&mut self, tokens: &[RustToken<'_>], is_test_code: impl Fn(usize) -> bool) -> Vec<Option<usize>> {
        let mut owners = vec![None; tokens.len()];
        let (mut open, mut depth, mut is_test): (Vec<OpenItem>, usize, bool) = (Vec::new(), 0, false);
        for (at, token) in tokens.iter().enumerate() {
            if token.is('#') {
                is_test |= is_test_attribute(&tokens[at..]);
            }
            if let Some((name, ends_at)) = declared(tokens, at).filter(|_| is_test_code(at)) {
                let is_test = ends_at == End::Block && (is_test || name == "main");
                let name = self.number(name);
                open.push(OpenItem { item: self.items.len(), depth, ends_at });
                self.items.push(SourceItem { name, is_test, asserts: false, names: HashSet::new() });
            }
            owners[at] = open.last().map(|open| open.item);
            match token.kind {
                RustTokenKind::Word(word) => {
                    if let Some(owner) = owners[at] {
                        let number = self.number(word);
                        let item = &mut self.items[owner];
                        item.names.insert(number);
                        item.asserts |= fails_a_test(word) && tokens.get(at + 1).is_some_and(|next| next.is('!'));
                    }
                }
                RustTokenKind::Mark('{' | '(' | '[') => depth += 1,
                RustTokenKind::Mark(mark @ ('}' | ')' | ']')) => {
                    depth = depth.saturating_sub(1);
                    if mark == '}' {
                        is_test = false;
                        open.pop_if(|open| open.depth == depth && open.ends_at == End::Block);
                    }
                }
                RustTokenKind::Mark(';') => {
                    is_test = false;
                    open.pop_if(|open| open.depth == depth);
                }
                _ => {}
            }
        }
        owners
    }

    fn number(&mut self, word: &str) -> usize {
        if let Some(number) = self.words.get(word) {
            return *number;
        }
        let number = self.words.len();
        self.words.insert(word.to_owned(), number);
        number
    }

    /// Whether each item belongs to a test that asserts something.
    pub(super) fn of_tests(&self) -> Vec<bool> {
        // Items and words are the nodes: an item leads to the words in it, and a word to the items of that name.
        let items = self.items.len();
        let (mut forth, mut back) =
            (vec![Vec::new(); items + self.words.len()], vec![Vec::new(); items + self.words.len()]);
        for (index, item) in self.items.iter().enumerate() {
            let named = item.names.iter().filter(|name| **name != item.name).map(|name| (index, items + name));
            for (from, to) in named.chain([(items + item.name, index)]) {
                forth[from].push(to);
                back[to].push(from);
            }
        }
        let asserts = reached(&back, (0..items).filter(|index| self.items[*index].asserts));
        let mut expects = reached(&forth, (0..items).filter(|index| self.items[*index].is_test && asserts[*index]));
        expects.truncate(items);
        expects
    }
}

/// Everything that can be reached from here.
fn reached(edges: &[Vec<usize>], from: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut found = vec![false; edges.len()];
    let mut todo: Vec<usize> = from.collect();
    while let Some(index) = todo.pop() {
        if !std::mem::replace(&mut found[index], true) {
            todo.extend(&edges[index]);
        }
    }
    found
}

/// The item that begins here: its name, and what ends it.
fn declared<'t>(tokens: &[RustToken<'t>], at: usize) -> Option<(&'t str, End)> {
    let word = |at: usize| match tokens.get(at)?.kind {
        RustTokenKind::Word(word) => Some(word),
        _ => None,
    };
    match word(at)? {
        "fn" => Some((word(at + 1)?, End::Block)),
        "macro_rules" if tokens.get(at + 1)?.is('!') => Some((word(at + 2)?, End::Block)),
        "const" | "static" if starts_item(tokens, at) && word(at + 1) != Some("fn") => {
            let name = if word(at + 1)? == "mut" { word(at + 2)? } else { word(at + 1)? };
            Some((name, End::Semicolon))
        }
        _ => None,
    }
}

/// A generic parameter and a pointer are `const` too, in the middle of something.
fn starts_item(tokens: &[RustToken<'_>], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| tokens[before].kind) else { return true };
    matches!(before, RustTokenKind::Mark(';' | '{' | '}' | ']' | ')') | RustTokenKind::Word("pub"))
}

/// `assert_eq!`, `prop_assert!`, `assert_snapshot!`, `panic!` and the like.
fn fails_a_test(macro_name: &str) -> bool {
    macro_name.contains("assert") || matches!(macro_name, "panic" | "unreachable")
}
