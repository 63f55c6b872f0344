//! `TOOLS_SEE_NO_HOST_PATH`: no signature of a tool crate names a type that holds one (L49).
//!
//! Concerns what is built of the crates `ck3-*`: parameters, results, fields, aliases, constants and bounds. Imports count,
//! because an alias would hide the name.

use syn::visit::{self, Visit};

use crate::finding::LintFinding;
use crate::rule::Rule;
use crate::source::Source;

const HOST_PATHS: [&str; 9] =
    ["Path", "PathBuf", "OsStr", "OsString", "CStr", "CString", "Utf8Path", "Utf8PathBuf", "HostPath"];

pub(super) fn check(source: &Source, found: &mut Vec<LintFinding>) {
    if source.is_tool() {
        Signatures { source, found }.visit_file(&source.file);
    }
}

struct Signatures<'s> {
    source: &'s Source,
    found: &'s mut Vec<LintFinding>,
}

impl Signatures<'_> {
    fn note(&mut self, name: &syn::Ident) {
        if HOST_PATHS.iter().any(|path| name == path) && !self.source.is_test(name.span()) {
            let message = format!("a tool crate names `{name}`, which holds a path of the host");
            let (rule, what) = (Rule::ToolsSeeNoHostPath, name.to_string());
            self.found.push(self.source.finding(rule, name.span(), name.span(), &what, message));
        }
    }
}

impl<'ast> Visit<'ast> for Signatures<'_> {
    /// Types and bounds are paths wherever they stand; what stands in bodies is not a signature.
    fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
        self.note(&segment.ident);
        visit::visit_path_segment(self, segment);
    }

    fn visit_use_tree(&mut self, tree: &'ast syn::UseTree) {
        match tree {
            syn::UseTree::Name(name) => self.note(&name.ident),
            syn::UseTree::Rename(rename) => self.note(&rename.ident),
            _ => {}
        }
        visit::visit_use_tree(self, tree);
    }

    fn visit_block(&mut self, _: &'ast syn::Block) {}

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}
