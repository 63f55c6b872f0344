//! `DOMAIN_IS_ENFORCEMENTS`: where a target lies decides nothing outside `enforcement` (L46, L60).
//!
//! Concerns code that is built. The adapter classifies, so it may name the type, but its variants only where it classifies
//! (there they are `Self::…`). Tools do not choose by root either: `RootKey::Game` in a pattern or a comparison is a domain
//! under another name.

use syn::visit::{self, Visit};

use super::{JUDGE, value_and_pattern};
use crate::finding::LintFinding;
use crate::rule::Rule;
use crate::source::Source;
use crate::tokens::{Kind, paths};

const CLASSES: [&str; 2] = ["Domain", "PolicyZone"];

pub(super) fn check(source: &Source, found: &mut Vec<LintFinding>) {
    if source.package() == JUDGE {
        return;
    }
    let may_name = source.package() == "world-adapter";
    for path in paths(&source.tokens) {
        for (at, token) in path.tokens.iter().enumerate() {
            let variant = path.tokens.get(at + 1).filter(|next| next.text.starts_with(char::is_uppercase));
            if !CLASSES.contains(&token.text.as_str()) || source.is_test(token.span) || may_name && variant.is_none() {
                continue;
            }
            let end = variant.unwrap_or(token);
            let what = variant.map_or(token.text.clone(), |variant| format!("{}::{}", token.text, variant.text));
            let message = format!("`{what}` decides by where a target lies, outside `enforcement`");
            found.push(source.finding(Rule::DomainIsEnforcements, token.span, end.span, &what, message));
        }
    }
    if !may_name {
        domain_read(source, found);
    }
    if source.is_tool() {
        RootChoices { source, found }.visit_file(&source.file);
    }
}

/// `.domain(…)`: without the type, the value.
fn domain_read(source: &Source, found: &mut Vec<LintFinding>) {
    for three in source.tokens.windows(3) {
        let [dot, name, open] = three else { continue };
        let is_call = dot.text == "." && name.kind == Kind::Name && name.text == "domain" && open.text == "(";
        if is_call && !source.is_test(name.span) {
            let message = "`.domain(…)` is read outside `enforcement`".to_owned();
            found.push(source.finding(Rule::DomainIsEnforcements, name.span, name.span, "domain", message));
        }
    }
}

struct RootChoices<'s> {
    source: &'s Source,
    found: &'s mut Vec<LintFinding>,
}

impl RootChoices<'_> {
    fn note(&mut self, path: &syn::Path) {
        let names: Vec<&syn::Ident> = path.segments.iter().map(|segment| &segment.ident).collect();
        let [.., class, key] = names.as_slice() else { return };
        if *class == "RootKey" && !self.source.is_test(class.span()) {
            let what = format!("{class}::{key}");
            let message = format!("a tool chooses by `{what}`, which is a domain under another name");
            self.found.push(self.source.finding(Rule::DomainIsEnforcements, class.span(), key.span(), &what, message));
        }
    }

    fn operand(&mut self, operand: &syn::Expr) {
        match operand {
            syn::Expr::Path(path) => self.note(&path.path),
            syn::Expr::Call(call) => call.args.iter().for_each(|argument| self.operand(argument)),
            syn::Expr::Reference(reference) => self.operand(&reference.expr),
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for RootChoices<'_> {
    fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
        match pattern {
            syn::Pat::Path(path) => self.note(&path.path),
            syn::Pat::TupleStruct(tuple) => self.note(&tuple.path),
            syn::Pat::Struct(fields) => self.note(&fields.path),
            _ => {}
        }
        visit::visit_pat(self, pattern);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if matches!(binary.op, syn::BinOp::Eq(_) | syn::BinOp::Ne(_)) {
            self.operand(&binary.left);
            self.operand(&binary.right);
        }
        visit::visit_expr_binary(self, binary);
    }

    /// `matches!(x, RootKey::Game)` is a pattern too.
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if call.path.is_ident("matches")
            && let Ok((value, pattern)) = call.parse_body_with(value_and_pattern)
        {
            self.visit_expr(&value);
            self.visit_pat(&pattern);
        }
    }
}
