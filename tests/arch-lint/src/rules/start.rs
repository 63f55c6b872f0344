//! `ONE_START`: `replies::start` hands out the voices, so only the server and tests call it (L23).
//!
//! Concerns code that is built, in every package but `server`. Tests share the started program of `tests_started`, which
//! nothing that is built may name.

use syn::visit::{self, Visit};
use syn::{Ident, UseTree};

use crate::finding::LintFinding;
use crate::rule::Rule;
use crate::source::Source;

pub(super) fn check(source: &Source, found: &mut Vec<LintFinding>) {
    if source.package() == "server" {
        return;
    }
    for (at, token) in source.tokens.iter().enumerate().filter(|(_, token)| !source.is_test(token.span)) {
        let after: Vec<&str> = source.tokens[at + 1..].iter().take(3).map(|token| token.text.as_str()).collect();
        if token.text == "replies" && after == [":", ":", "start"] {
            let message = "`replies::start` hands out the voices: the server calls it, and tests".to_owned();
            let end = source.tokens[at + 3].span;
            found.push(source.finding(Rule::OneStart, token.span, end, "replies::start", message));
        }
        if token.text == "tests_started" {
            let message = "`tests_started` is the started program of tests".to_owned();
            found.push(source.finding(Rule::OneStart, token.span, token.span, "tests_started", message));
        }
    }
    Imports { source, found }.visit_file(&source.file);
}

/// What a call of `start` without `replies::` before it would come from.
struct Imports<'s> {
    source: &'s Source,
    found: &'s mut Vec<LintFinding>,
}

impl Imports<'_> {
    fn note(&mut self, from: &Ident, to: &Ident, what: &str, message: String) {
        if !self.source.is_test(from.span()) {
            self.found.push(self.source.finding(Rule::OneStart, from.span(), to.span(), what, message));
        }
    }

    /// `{start}`, `{start as begin}`, `{self as other}` and `*` behind `use replies::`.
    fn inside(&mut self, root: &Ident, tree: &UseTree) {
        match tree {
            UseTree::Group(group) => group.items.iter().for_each(|item| self.inside(root, item)),
            UseTree::Name(name) if name.ident == "start" => self.imported(&name.ident),
            UseTree::Rename(rename) if rename.ident == "start" => self.imported(&rename.ident),
            UseTree::Rename(rename) if rename.ident == "self" => self.renamed(&rename.ident, &rename.rename),
            UseTree::Glob(_) => {
                let message = "everything of `replies` is imported, its `start` too".to_owned();
                self.note(root, root, "replies::*", message);
            }
            _ => {}
        }
    }

    fn imported(&mut self, start: &Ident) {
        let message =
            "`replies::start` is imported, and hands out the voices: the server calls it, and tests".to_owned();
        self.note(start, start, "replies::start", message);
    }

    /// Under another name `replies::start` could not be searched for.
    fn renamed(&mut self, from: &Ident, to: &Ident) {
        let message = format!("`replies` is imported as `{to}`, under which its `start` is not found");
        self.note(from, to, "replies", message);
    }
}

impl<'ast> Visit<'ast> for Imports<'_> {
    fn visit_item_use(&mut self, import: &'ast syn::ItemUse) {
        match &import.tree {
            // `use replies::start` has been seen among the tokens.
            UseTree::Path(path) if path.ident == "replies" && !is_start(&path.tree) => {
                self.inside(&path.ident, &path.tree);
            }
            UseTree::Rename(rename) if rename.ident == "replies" => self.renamed(&rename.ident, &rename.rename),
            _ => {}
        }
        visit::visit_item_use(self, import);
    }
}

fn is_start(tree: &UseTree) -> bool {
    match tree {
        UseTree::Name(name) => name.ident == "start",
        UseTree::Rename(rename) => rename.ident == "start",
        _ => false,
    }
}
