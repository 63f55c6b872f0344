//! `ONE_LIST_OF_MODS`: no second list of mods, named, stored or derived (L65).
//!
//! Names concern every crate; fields and derived lists concern code that is built, since a test may take apart what it
//! checks.

use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use crate::finding::LintFinding;
use crate::rule::Rule;
use crate::source::Source;
use crate::tokens::Kind;
use crate::words::{pair, words};

/// What makes another list of "the mods".
const KINDS: [&str; 17] = [
    "live",
    "local",
    "editable",
    "writable",
    "writeable",
    "mutable",
    "allowed",
    "permitted",
    "active",
    "enabled",
    "own",
    "workshop",
    "trusted",
    "protected",
    "known",
    "dev",
    "visible",
];
/// What makes a place of it: the local mods folder is where mods lie, not which there are.
const PLACES: [&str; 5] = ["folder", "dir", "directory", "path", "site"];
const COLLECTIONS: [&str; 8] = ["Vec", "VecDeque", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "Box", "SmallVec"];

pub(super) fn check(source: &Source, found: &mut Vec<LintFinding>) {
    for token in source.tokens.iter().filter(|token| token.kind == Kind::Name) {
        if names_a_second_list(&token.text) {
            let name = &token.text;
            let message = format!("`{name}` is a list of mods beside `session.mods`");
            found.push(source.finding(Rule::OneListOfMods, token.span, token.span, name, message));
        }
    }
    Lists { source, found }.visit_file(&source.file);
}

fn names_a_second_list(name: &str) -> bool {
    let words = words(name);
    let of_a_kind = words.windows(2).enumerate().any(|(at, two)| {
        let is_list = KINDS.contains(&two[0].as_str()) && two[1] == "mods";
        let is_place = words.get(at + 2).is_some_and(|next| PLACES.contains(&next.as_str()));
        is_list && !is_place
    });
    of_a_kind || pair(&words, &["mod", "mods"], &["roots", "root", "list", "lists"])
}

struct Lists<'s> {
    source: &'s Source,
    found: &'s mut Vec<LintFinding>,
}

impl<'ast> Visit<'ast> for Lists<'_> {
    fn visit_field(&mut self, field: &'ast syn::Field) {
        let span = field.ty.span();
        if let Some(what) = holds_mods(&field.ty)
            && !self.source.is_test(span)
        {
            let message = format!("a field of type `{what}` keeps mods beside `session.mods`");
            self.found.push(self.source.finding(Rule::OneListOfMods, span, span, what, message));
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let ends = call.method == "collect" || call.method == "partition";
        if ends && is_derived(call) && !self.source.is_test(call.method.span()) {
            let message = "a list derived from `session.mods` stands beside it".to_owned();
            let (rule, span) = (Rule::OneListOfMods, call.method.span());
            self.found.push(self.source.finding(rule, span, span, &call.method.to_string(), message));
        }
        visit::visit_expr_method_call(self, call);
    }
}

/// A field that holds the list itself, or a collection of single mods.
fn holds_mods(ty: &syn::Type) -> Option<&'static str> {
    #[derive(Default)]
    struct Names(Vec<String>);
    impl<'ast> Visit<'ast> for Names {
        fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
            self.0.push(segment.ident.to_string());
            visit::visit_path_segment(self, segment);
        }
        fn visit_type_slice(&mut self, slice: &'ast syn::TypeSlice) {
            self.0.push("Vec".to_owned());
            visit::visit_type_slice(self, slice);
        }
    }
    let mut names = Names::default();
    names.visit_type(ty);
    let has = |name: &str| names.0.iter().any(|found| found == name);
    let is_collection = COLLECTIONS.iter().any(|collection| has(collection));
    if has("Mods") {
        Some("Mods")
    } else if has("Mod") && is_collection {
        Some("Vec<Mod>")
    } else {
        None
    }
}

/// `….mods()….filter(…)….collect()`: a choice among the mods that is kept.
fn is_derived(end: &syn::ExprMethodCall) -> bool {
    let mut chooses = end.method == "partition";
    let mut here = &*end.receiver;
    loop {
        match here {
            syn::Expr::MethodCall(call) if call.method == "mods" => return chooses,
            syn::Expr::MethodCall(call) => {
                // A `map` after the choice makes something else of it: names for a reply, not mods.
                if call.method == "map" {
                    return false;
                }
                chooses |= call.method == "filter" || call.method == "filter_map" || call.method == "skip_while";
                here = &call.receiver;
            }
            syn::Expr::Field(field) => {
                return chooses && matches!(&field.member, syn::Member::Named(name) if name == "mods");
            }
            syn::Expr::Path(path) => return chooses && path.path.is_ident("mods"),
            syn::Expr::Reference(reference) => here = &reference.expr,
            _ => return false,
        }
    }
}
