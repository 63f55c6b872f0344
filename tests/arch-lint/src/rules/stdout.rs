//! `STDOUT_IS_THE_PROTOCOLS`: nothing but the transport writes to standard output.
//!
//! Concerns code that is built, macros included. A build script talks to cargo that way and is left alone.

use crate::finding::LintFinding;
use crate::rule::Rule;
use crate::source::Source;
use crate::tokens::Kind;

pub(super) fn check(source: &Source, found: &mut Vec<LintFinding>) {
    if source.path() == format!("{}/build.rs", source.package()) {
        return;
    }
    for two in source.tokens.windows(2) {
        let [name, next] = two else { continue };
        let is_macro = next.text == "!" && matches!(name.text.as_str(), "print" | "println" | "dbg");
        let is_handle = next.text == "(" && name.text == "stdout";
        if name.kind == Kind::Name && (is_macro || is_handle) && !source.is_test(name.span) {
            let what = if is_macro { format!("{}!", name.text) } else { "stdout".to_owned() };
            let message = format!("`{what}` writes to standard output, which belongs to the protocol");
            found.push(source.finding(Rule::StdoutIsTheProtocols, name.span, next.span, &what, message));
        }
    }
}
