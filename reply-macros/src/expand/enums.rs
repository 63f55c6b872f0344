//! Codes as enums: named and matched without constructing a reply.

use proc_macro2::TokenStream;
use quote::quote;
use reply_registry::{Entry, Layer, ReplyType, Status};

use super::{NamedEntry, ident};

/// The enum over every code of the registry, retired and reserved ones included: its variants are the rows, in order.
pub(super) fn over_all(entries: &[NamedEntry<'_>], krate: &TokenStream) -> TokenStream {
    if entries.is_empty() {
        return quote!();
    }
    let variants = entries.iter().map(|NamedEntry { entry, name, docs, .. }| {
        let gone = deprecation(entry);
        quote! { #[doc = #docs] #gone #name }
    });
    let names = entries.iter().map(|named| &named.name);
    quote! {
        /// Every code of the registry.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Code { #(#variants,)* }
        #[allow(deprecated)]
        impl Code {
            /// Every code, sorted.
            pub const ALL: &'static [Self] = &[#(Self::#names),*];
        }
        #krate::code_enum!(Code, REGISTRY);
    }
}

/// The enum of what a layer may give with one reply type.
pub(super) fn of_type(
    layer: &Layer,
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
    let variants = active.iter().map(|NamedEntry { index, name, docs, .. }| {
        let row = (*index != expected).then(|| quote! { = #index });
        expected = index.saturating_add(1);
        quote! { #[doc = #docs] #name #row }
    });
    let names = active.iter().map(|named| &named.name);
    let name = enum_name(reply_type);
    let about = format!(" The codes {}-…-{reply_type}-… that can be given.", layer.name);
    quote! {
        #[doc = #about]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum #name { #(#variants,)* }
        impl #name {
            /// All of them, sorted.
            pub const ALL: &'static [Self] = &[#(Self::#names),*];
        }
        #krate::code_enum!(#name, super::REGISTRY);
        impl ::core::convert::From<#name> for super::Code {
            fn from(code: #name) -> Self { Self::ALL[code as usize] }
        }
    }
}

/// `Success`, `Invalid`, `Denied`, `Error`.
pub(super) fn enum_name(reply_type: ReplyType) -> syn::Ident {
    ident(match reply_type {
        ReplyType::S => "Success",
        ReplyType::I => "Invalid",
        ReplyType::D => "Denied",
        ReplyType::E => "Error",
    })
}

fn deprecation(entry: &Entry) -> Option<TokenStream> {
    let Status::Retired(tombstone) = &entry.status else { return None };
    let instead = tombstone.instead.as_ref().map(|code| format!("; use {code} instead")).unwrap_or_default();
    let note = format!("{} is retired: {}{instead}", entry.code, tombstone.because);
    let since = &tombstone.since;
    Some(quote! { #[deprecated(since = #since, note = #note)] })
}
