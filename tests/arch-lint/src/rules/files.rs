//! `FILES_THROUGH_LISTED_MODULES`: the file system is reached in a few modules that say why (L36, L41).
//!
//! Concerns code that is built. Such access is a path into `std::fs` and its kin, the ambient authority of `cap-std`, or a method
//! of `Path` that asks the disk. Handles that are already open (`cap_std::fs::Dir`) are not covered.

use syn::visit::{self, Visit};

use crate::finding::LintFinding;
use crate::rule::Rule;
use crate::source::Source;
use crate::tokens::paths;

/// Methods of `Path` that ask the disk; those of a `Dir` take the name as an argument.
const QUESTIONS: [&str; 6] = ["exists", "try_exists", "canonicalize", "read_link", "read_dir", "symlink_metadata"];

pub(super) fn check(source: &Source, found: &mut Vec<LintFinding>) {
    for path in paths(&source.tokens) {
        let (Some(first), Some(last)) = (path.tokens.first(), path.tokens.last()) else { continue };
        if let Some(what) = file_access(&path.names())
            && !source.is_test(first.span)
        {
            let message = format!("`{what}` reaches the file system outside the listed modules");
            found.push(source.finding(Rule::FilesThroughListedModules, first.span, last.span, what, message));
        }
    }
    Questions { source, found }.visit_file(&source.file);
}

fn file_access(names: &[&str]) -> Option<&'static str> {
    match names {
        ["std", "fs", ..] | ["std", "os", _, "fs", ..] => Some("std::fs"),
        ["tokio" | "async_std" | "smol", "fs", ..] | ["fs_err" | "async_fs", ..] => Some("tokio::fs"),
        [.., "ambient_authority"] => Some("ambient_authority"),
        _ => None,
    }
}

struct Questions<'s> {
    source: &'s Source,
    found: &'s mut Vec<LintFinding>,
}

impl<'ast> Visit<'ast> for Questions<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let (name, span) = (call.method.to_string(), call.method.span());
        if call.args.is_empty() && QUESTIONS.contains(&name.as_str()) && !self.source.is_test(span) {
            let message = format!("`.{name}()` asks the disk outside the listed modules");
            self.found.push(self.source.finding(Rule::FilesThroughListedModules, span, span, &name, message));
        }
        visit::visit_expr_method_call(self, call);
    }

    /// `use std::{fs, io}` has no `std::fs` in it.
    fn visit_item_use(&mut self, import: &'ast syn::ItemUse) {
        self.tree(&import.tree, &mut Vec::new());
    }
}

impl Questions<'_> {
    fn tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(&path.tree, before);
                before.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.grouped(tree, before)),
            _ => {}
        }
    }

    /// Inside braces the path begins outside them; a path that is whole by itself was seen among the tokens.
    fn grouped(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        let first = match tree {
            syn::UseTree::Path(path) => Some(&path.ident),
            syn::UseTree::Name(name) => Some(&name.ident),
            syn::UseTree::Rename(rename) => Some(&rename.ident),
            _ => None,
        };
        if let Some(first) = first {
            let (name, span) = (first.to_string(), first.span());
            let names: Vec<&str> = before.iter().map(String::as_str).chain([name.as_str()]).collect();
            let is_seen_already = file_access(&names[..names.len() - 1]).is_some() || name == "ambient_authority";
            if let Some(what) = file_access(&names)
                && !is_seen_already
                && !self.source.is_test(span)
            {
                let message = format!("`{what}` reaches the file system outside the listed modules");
                self.found.push(self.source.finding(Rule::FilesThroughListedModules, span, span, what, message));
            }
        }
        self.tree(tree, before);
    }
}
