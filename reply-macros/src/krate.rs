//! What the author calls the crate that generated code refers to.

use proc_macro_crate::{FoundCrate, crate_name};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

use crate::locate;

/// The façade under the name it has in the author's `Cargo.toml`, or else the core.
pub(crate) fn path() -> TokenStream {
    // The usual manifest is read as text: `proc_macro_crate` starts `cargo`, which takes longer than a small registry.
    if locate::names_plainly("reply-kit") {
        return quote!(::reply_kit);
    }
    for package in ["reply-kit", "reply-core"] {
        match crate_name(package) {
            Ok(FoundCrate::Name(name)) => {
                let name = Ident::new(&name, Span::call_site());
                return quote!(::#name);
            }
            // Its own tests and examples name it like every other crate.
            Ok(FoundCrate::Itself) => {
                let name = Ident::new(&package.replace('-', "_"), Span::call_site());
                return quote!(::#name);
            }
            Err(_) => {}
        }
    }
    quote!(::reply_kit)
}
