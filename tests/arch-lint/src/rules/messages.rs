//! `MESSAGES_ARE_FOR_PEOPLE`: nothing compares, matches or searches a rendered message (L24).
//!
//! Concerns every source, tests included: a test that pins wording is a snapshot. A message is `…["message"]`,
//! `.get("message")`, a pointer that ends so, a field or method `message`, or a local name given one of these. In code that
//! is built, the JSON of an envelope is one too.

use std::collections::HashSet;

use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, Member, Pat, Token};

use super::value_and_pattern;
use crate::finding::LintFinding;
use crate::rule::Rule;
use crate::source::Source;

const SEARCHES: [&str; 15] = [
    "contains",
    "starts_with",
    "ends_with",
    "find",
    "rfind",
    "matches",
    "match_indices",
    "strip_prefix",
    "strip_suffix",
    "split_once",
    "eq",
    "eq_ignore_ascii_case",
    "cmp",
    "is_match",
    "parse",
];
/// Calls that hand the same text on.
const HANDS_ON: [&str; 18] = [
    "as_str",
    "unwrap",
    "expect",
    "unwrap_or",
    "unwrap_or_default",
    "to_string",
    "to_owned",
    "clone",
    "trim",
    "as_deref",
    "as_ref",
    "to_lowercase",
    "to_ascii_lowercase",
    "to_uppercase",
    "into",
    "iter",
    "is_some_and",
    "map",
];

pub(super) fn check(source: &Source, found: &mut Vec<LintFinding>) {
    Uses { source, found, named: HashSet::new() }.visit_file(&source.file);
}

struct Uses<'s> {
    source: &'s Source,
    found: &'s mut Vec<LintFinding>,
    /// Local names that were given a message.
    named: HashSet<String>,
}

impl Uses<'_> {
    fn is_message(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Index(index) => is_key(&index.index),
            Expr::Field(field) => matches!(&field.member, Member::Named(name) if name == "message"),
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let looks_up = matches!(name.as_str(), "get" | "pointer") && call.args.first().is_some_and(is_key);
                let is_own = name == "message" && call.args.is_empty();
                let is_json = matches!(name.as_str(), "as_json" | "into_json") && !self.source.is_test(call.span());
                let is_handed_on = HANDS_ON.contains(&name.as_str()) && self.is_message(&call.receiver);
                looks_up || is_own || is_json || is_handed_on
            }
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| self.named.contains(&name.to_string())),
            Expr::Reference(reference) => self.is_message(&reference.expr),
            Expr::Paren(inner) => self.is_message(&inner.expr),
            Expr::Unary(unary) => self.is_message(&unary.expr),
            Expr::Try(tried) => self.is_message(&tried.expr),
            Expr::Call(call) => call.args.len() == 1 && call.args.first().is_some_and(|only| self.is_message(only)),
            _ => false,
        }
    }

    fn note(&mut self, expr: &Expr, how: &str) {
        let span = expr.span();
        let message = format!("a rendered message is {how}");
        let (from, to) = (span, span);
        self.found.push(self.source.finding(Rule::MessagesAreForPeople, from, to, "message", message));
    }

    fn compared(&mut self, sides: [&Expr; 2]) {
        if let Some(side) = sides.into_iter().find(|side| self.is_message(side)) {
            self.note(side, "compared");
        }
    }
}

/// `"message"`, or a JSON pointer to one.
fn is_key(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(literal) if matches!(&literal.lit, Lit::Str(key) if key.value().rsplit('/').next() == Some("message")))
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        let outer = std::mem::take(&mut self.named);
        visit::visit_item_fn(self, function);
        self.named = outer;
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        let outer = std::mem::take(&mut self.named);
        visit::visit_impl_item_fn(self, function);
        self.named = outer;
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init
            && self.is_message(&init.expr)
        {
            self.named.extend(bound(&local.pat));
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_let(&mut self, condition: &'ast syn::ExprLet) {
        if self.is_message(&condition.expr) {
            self.named.extend(bound(&condition.pat));
        }
        visit::visit_expr_let(self, condition);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
        if matches!(binary.op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_)) {
            self.compared([&binary.left, &binary.right]);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_match(&mut self, choice: &'ast syn::ExprMatch) {
        if self.is_message(&choice.expr) && choice.arms.iter().any(|arm| has_text(&arm.pat)) {
            self.note(&choice.expr, "matched");
        }
        visit::visit_expr_match(self, choice);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let searches = SEARCHES.iter().any(|search| call.method == search);
        if searches && self.is_message(&call.receiver) {
            self.note(&call.receiver, "searched");
        } else if (call.method == "is_match" || call.method == "captures")
            && let Some(text) = call.args.first().filter(|text| self.is_message(text))
        {
            self.note(text, "searched");
        }
        // `.is_some_and(|text| …)`: the closure's parameter is the message.
        if self.is_message(&call.receiver) {
            for argument in &call.args {
                if let Expr::Closure(closure) = argument {
                    self.named.extend(closure.inputs.iter().flat_map(bound));
                }
            }
        }
        visit::visit_expr_method_call(self, call);
    }

    /// Most macros take expressions; `assert_eq!` compares its first two.
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if call.path.is_ident("matches")
            && let Ok((value, _)) = call.parse_body_with(value_and_pattern)
        {
            if self.is_message(&value) {
                self.note(&value, "matched");
            }
            self.visit_expr(&value);
            return;
        }
        let Ok(arguments) = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) else {
            // `proptest!` and its like: no Rust as a whole, but blocks of it inside.
            for block in blocks(call.tokens.clone()) {
                self.visit_block(&block);
            }
            return;
        };
        let name = call.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if matches!(name.as_str(), "assert_eq" | "assert_ne" | "prop_assert_eq" | "prop_assert_ne")
            && let (Some(left), Some(right)) = (arguments.first(), arguments.iter().nth(1))
        {
            self.compared([left, right]);
        }
        arguments.iter().for_each(|argument| self.visit_expr(argument));
    }
}

/// The outermost blocks of statements in what is not Rust as a whole.
fn blocks(stream: proc_macro2::TokenStream) -> Vec<syn::Block> {
    let mut found = Vec::new();
    for tree in stream {
        let proc_macro2::TokenTree::Group(group) = tree else { continue };
        match syn::parse2(proc_macro2::TokenStream::from(proc_macro2::TokenTree::Group(group.clone()))) {
            Ok(block) => found.push(block),
            Err(_) => found.extend(blocks(group.stream())),
        }
    }
    found
}

/// The names that a pattern binds.
fn bound(pattern: &Pat) -> Vec<String> {
    #[derive(Default)]
    struct Names(Vec<String>);
    impl<'ast> Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0.push(name.ident.to_string());
        }
    }
    let mut names = Names::default();
    names.visit_pat(pattern);
    names.0
}

/// Whether a pattern compares with a text.
fn has_text(pattern: &Pat) -> bool {
    struct Texts(bool);
    impl<'ast> Visit<'ast> for Texts {
        fn visit_lit(&mut self, literal: &'ast Lit) {
            self.0 |= matches!(literal, Lit::Str(_));
        }
        fn visit_pat_guard(&mut self, _: &'ast syn::PatGuard) {
            self.0 = true;
        }
    }
    let mut texts = Texts(false);
    texts.visit_pat(pattern);
    texts.0
}
