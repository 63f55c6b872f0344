//! `ONE_START`: `Program::start` hands out the voices, so only the server and tests call it (L23).
//!
//! Concerns code that is built, in every package but `server`; `reply-core` defines the door and does not go through it.

use syn::visit::{self, Visit};

use crate::finding::Finding;
use crate::rule::Rule;
use crate::source::Source;

pub(super) fn check(source: &Source, found: &mut Vec<Finding>) {
    if source.package() == "server" {
        return;
    }
    for (at, token) in source.tokens.iter().enumerate() {
        // `Program::start`, also as `<Program>::start`.
        let after = source.tokens[at + 1..].iter().filter(|token| token.text != ">").take(3);
        let after: Vec<&str> = after.map(|token| token.text.as_str()).collect();
        if token.text == "Program" && after == [":", ":", "start"] && !source.is_test(token.span) {
            let message = "`Program::start` is the server's door, and that of tests".to_owned();
            let end = source.tokens[at + 1..].iter().find(|token| token.text == "start").unwrap_or(token);
            found.push(source.finding(Rule::OneStart, token.span, end.span, "Program::start", message));
        }
    }
    Renames { source, found }.visit_file(&source.file);
}

struct Renames<'s> {
    source: &'s Source,
    found: &'s mut Vec<Finding>,
}

impl<'ast> Visit<'ast> for Renames<'_> {
    /// Under another name the door could not be searched for.
    fn visit_use_rename(&mut self, rename: &'ast syn::UseRename) {
        if rename.ident == "Program" && !self.source.is_test(rename.ident.span()) {
            let message = format!("`Program` is imported as `{}`, under which its door is not found", rename.rename);
            let (from, to) = (rename.ident.span(), rename.rename.span());
            self.found.push(self.source.finding(Rule::OneStart, from, to, "Program", message));
        }
        visit::visit_use_rename(self, rename);
    }
}
