//! One file per rule. Each says whom it concerns, what it catches, and nothing about allowances.

mod answerable;
mod any_code;
mod codes;
mod domain;
mod files;
mod host_path;
mod judging;
mod messages;
mod mods;
mod permitted_lists;
mod private;
mod start;
mod stdout;

use crate::finding::LintFinding;
use crate::source::Source;

pub(crate) type Check = fn(&Source, &mut Vec<LintFinding>);

pub(crate) const ALL: [Check; 13] = [
    judging::check,
    permitted_lists::check,
    mods::check,
    domain::check,
    host_path::check,
    files::check,
    messages::check,
    stdout::check,
    start::check,
    private::check,
    codes::check,
    any_code::check,
    answerable::check,
];

/// The crate that decides; what the others may not ask is its business.
pub(crate) use judging::asks as asks_permission;

const JUDGE: &str = "enforcement";

/// The body of `matches!`.
fn value_and_pattern(input: syn::parse::ParseStream<'_>) -> syn::Result<(syn::Expr, syn::Pat)> {
    let value = input.parse()?;
    input.parse::<syn::Token![,]>()?;
    let pattern = syn::Pat::parse_multi_with_leading_vert(input)?;
    // A guard may follow; it is an expression like any other.
    let _: proc_macro2::TokenStream = input.parse()?;
    Ok((value, pattern))
}
