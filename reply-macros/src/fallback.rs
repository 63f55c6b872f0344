//! Findings as compiler errors, one each, so that a build shows all of them.

use proc_macro2::TokenStream;
use reply_registry::Finding;

pub(crate) fn errors(path: &syn::LitStr, findings: &[Finding]) -> TokenStream {
    findings.iter().map(|finding| syn::Error::new(path.span(), finding.to_string()).to_compile_error()).collect()
}
