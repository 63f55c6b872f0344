//! Findings as compiler errors, one each, so that a build shows all of them.

use proc_macro::TokenStream;
use reply_registry::Finding;

pub(crate) fn errors(path: &syn::LitStr, findings: &[Finding]) -> TokenStream {
    findings.iter().map(|finding| error(path, &finding.to_string())).collect()
}

pub(crate) fn internal(path: &syn::LitStr, message: &str) -> TokenStream {
    error(path, &format!("a bug in reply-macros: {message}"))
}

fn error(path: &syn::LitStr, message: &str) -> TokenStream {
    syn::Error::new(path.span(), message).to_compile_error().into()
}
