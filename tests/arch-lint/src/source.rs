//! One source file, parsed, and what of it is test code.

use std::fmt;

use proc_macro2::{Span, TokenStream};
use syn::visit::Visit;

use crate::finding::{LintFinding, SourceLocation};
use crate::rule::Rule;
use crate::tokens::{Token, flatten};

/// A parsed file.
pub struct Source {
    path: String,
    text: String,
    pub(crate) file: syn::File,
    pub(crate) tokens: Vec<Token>,
    /// The lines of items under `#[cfg(test)]` or `#[test]`.
    test_lines: Vec<std::ops::RangeInclusive<usize>>,
    is_test: bool,
}

/// A file that could not be read or parsed.
#[derive(Debug)]
pub struct Unreadable {
    /// The file, from the root of the workspace.
    pub file: String,
    /// Why.
    pub why: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.why)
    }
}

impl std::error::Error for Unreadable {}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Source").field(&self.path).finish()
    }
}

impl Source {
    /// Parses a file; `path` is what it is called from the root of the workspace, with `/`.
    pub fn parse(path: &str, text: &str) -> Result<Self, Unreadable> {
        let unreadable = |why: String| Unreadable { file: path.to_owned(), why };
        let stream: TokenStream = text.parse().map_err(|error| unreadable(format!("{error}")))?;
        let file: syn::File = syn::parse2(stream.clone()).map_err(|error| unreadable(format!("{error}")))?;
        let mut tests = TestLines::default();
        tests.visit_file(&file);
        let package = package(path);
        let inside = path.strip_prefix(package).unwrap_or_default();
        let is_test = package.starts_with("tests/")
            || package == "fuzz"
            || ["/tests/", "/benches/"].iter().any(|folder| inside.starts_with(folder));
        let (path, text) = (path.to_owned(), text.to_owned());
        Ok(Self { path, text, file, tokens: flatten(stream), test_lines: tests.0, is_test })
    }

    /// The file, from the root of the workspace.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The folder of the package it belongs to, which at the top level is the package's name.
    pub fn package(&self) -> &str {
        package(&self.path)
    }

    /// A tool: transport-free, typed arguments in, a reply out.
    pub(crate) fn is_tool(&self) -> bool {
        self.package().starts_with("ck3-")
    }

    /// Marks the whole file as test code: its `mod` stands under `#[cfg(test)]`.
    pub(crate) fn mark_as_test(&mut self) {
        self.is_test = true;
    }

    /// Whether a place is test code, which answers no agent.
    pub(crate) fn is_test(&self, at: Span) -> bool {
        let line = at.start().line;
        self.is_test || self.test_lines.iter().any(|lines| lines.contains(&line))
    }

    /// The modules that this file declares for tests only, by name.
    pub(crate) fn test_modules(&self) -> impl Iterator<Item = String> {
        let modules = self.file.items.iter().filter_map(|item| match item {
            syn::Item::Mod(module) if module.content.is_none() && is_for_tests(&module.attrs) => Some(&module.ident),
            _ => None,
        });
        modules.map(ToString::to_string)
    }

    /// A finding at a stretch of this file.
    pub(crate) fn finding(&self, rule: Rule, from: Span, to: Span, what: &str, message: String) -> LintFinding {
        let (start, end) = (from.start(), to.end());
        let text = self.text.lines().nth(start.line - 1).unwrap_or_default().to_owned();
        let last = if end.line == start.line { end.column } else { text.chars().count() };
        let length = last.saturating_sub(start.column);
        let place =
            SourceLocation { file: self.path.clone(), line: start.line, column: start.column + 1, length, text };
        LintFinding { rule, what: what.to_owned(), message, place }
    }
}

/// `enforcement/src/policy.rs` is in `enforcement`, `tests/wrapper/src/lib.rs` in `tests/wrapper`.
fn package(path: &str) -> &str {
    let depth = if path.starts_with("tests/") || path.starts_with("examples/") { 2 } else { 1 };
    path.match_indices('/').nth(depth - 1).map_or(path, |(at, _)| &path[..at])
}

#[derive(Default)]
struct TestLines(Vec<std::ops::RangeInclusive<usize>>);

impl<'ast> Visit<'ast> for TestLines {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.note(&module.attrs, module);
        syn::visit::visit_item_mod(self, module);
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.note(&function.attrs, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.note(&function.attrs, function);
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        self.note(&block.attrs, block);
        syn::visit::visit_item_impl(self, block);
    }

    fn visit_item_use(&mut self, import: &'ast syn::ItemUse) {
        self.note(&import.attrs, import);
    }
}

impl TestLines {
    fn note(&mut self, attributes: &[syn::Attribute], item: &impl syn::spanned::Spanned) {
        if is_for_tests(attributes) {
            let span = item.span();
            self.0.push(span.start().line..=span.end().line);
        }
    }
}

/// `#[test]`, or exactly `#[cfg(test)]`: `#[cfg(any(test, …))]` is in the product too.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_cfg_test = attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|condition| condition == "test");
        attribute.path().is_ident("test") || is_cfg_test
    })
}
