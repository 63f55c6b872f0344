//! Codes as enums: named and matched without constructing a reply.

use proc_macro2::TokenStream;
use quote::quote;
use reply_registry::{RegistryEntry, RegistryLayer, ReplyType, Status, enum_name};

use super::code::variant_at;
use super::{NamedEntry, ident, voice};

/// The enum over every code of the registry, retired and reserved ones included: its variants are the rows, in order.
pub(super) fn over_all(entries: &[NamedEntry<'_>], krate: &TokenStream) -> TokenStream {
    if entries.is_empty() {
        return quote!();
    }
    let variants: TokenStream = entries
        .iter()
        .map(|NamedEntry { entry, name, docs, .. }| {
            let deprecation = deprecation(entry);
            quote!(#[doc = #docs] #deprecation #name,)
        })
        .collect();
    let names = entries.iter().map(|named| &named.name);
    quote! {
        /// Every code of the registry.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Code { #variants }
        #[allow(deprecated)]
        impl Code {
            /// Every code, sorted.
            pub const ALL: &'static [Self] = &[#(Code::#names),*];
        }
        #krate::code_enum!(Code, REGISTRY);
    }
}

/// The enum of what a layer may give with one reply type, and who may answer its codes, and how.
pub(super) fn of_type(
    layer: &RegistryLayer,
    reply_type: ReplyType,
    active: &[&NamedEntry<'_>],
    krate: &TokenStream,
) -> TokenStream {
    if active.is_empty() {
        return quote!();
    }
    // A variant is the number of its row. Each number that is written is a constant for the compiler to evaluate, so it stands
    // only where the rows of the type do not follow each other.
    let mut expected = 0;
    let variants: TokenStream = active
        .iter()
        .map(|NamedEntry { index, name, docs, .. }| {
            let follows = *index == std::mem::replace(&mut expected, index.saturating_add(1));
            if follows { quote!(#[doc = #docs] #name,) } else { quote!(#[doc = #docs] #name = #index,) }
        })
        .collect();
    let names = active.iter().map(|named| &named.name);
    let at = variant_at(reply_type);
    let name = ident(enum_name(reply_type));
    let (speaks, ends) = (voice::trait_name(layer, reply_type), ident(&format!("EndsAs{}", enum_name(reply_type))));
    let about = format!(" The codes {}-…-{reply_type}-… that can be given.", layer.name);
    let terminal =
        (reply_type != ReplyType::S).then(|| quote!(impl<C> #krate::__private::TerminalCodes<C> for #name {}));
    quote! {
        #[doc = #about]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum #name { #variants }
        impl #name {
            /// All of them, sorted.
            // The compiler finds `Invalid::X` in a map, and `Self::X` by going through all variants.
            pub const ALL: &'static [Self] = &[#(#name::#names),*];
        }
        type #at<C, const PLACE: usize> = super::sealed::VariantAt<C, #name, PLACE>;
        #krate::code_enum!(#name, super::REGISTRY);
        #terminal
        impl ::core::convert::From<#name> for super::Code {
            fn from(code: #name) -> Self { Self::ALL[code as usize] }
        }
        impl<L, E, C> #krate::__private::AnsweredBy<L, E, C> for #name
        where
            C: #krate::CodeType<Variant: super::sealed::MadeHere<C, #name>>,
            L: super::sealed::#speaks<C>,
            E: #krate::__private::#ends<C>,
        {
            #[inline]
            fn answer(code: C) -> #krate::__private::Answer<L, E> {
                #krate::__private::Answer::new(&super::Seal(()), code)
            }
        }
    }
}

fn deprecation(entry: &RegistryEntry) -> Option<TokenStream> {
    let Status::Retired(tombstone) = &entry.status else { return None };
    let instead = tombstone.instead.as_ref().map(|code| format!("; use {code} instead")).unwrap_or_default();
    let (since, note) = (&tombstone.since, format!("{} is retired: {}{instead}", entry.code, tombstone.because));
    Some(quote!(#[deprecated(since = #since, note = #note)]))
}
