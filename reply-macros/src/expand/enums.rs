//! Codes as enums: named and matched without constructing a reply.

use proc_macro2::TokenStream;
use quote::quote;
use reply_registry::{Entry, Layer, ReplyType, Status};

use super::{docs, ident};

/// The enum over every code of the registry, retired and reserved ones included.
pub(super) fn over_all(entries: &[&Entry], krate: &TokenStream) -> TokenStream {
    if entries.is_empty() {
        return quote!();
    }
    let variants = (0_u16..).zip(entries).map(|(index, entry)| {
        let (name, docs) = (ident(&entry.type_name()), docs::of_entry(entry));
        let gone = deprecation(entry);
        quote! { #[doc = #docs] #gone #name = #index }
    });
    let names = entries.iter().map(|entry| ident(&entry.type_name()));
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
    active: &[(u16, &Entry)],
    krate: &TokenStream,
) -> TokenStream {
    if active.is_empty() {
        return quote!();
    }
    let variants = active.iter().map(|(index, entry)| {
        let (name, docs) = (ident(&entry.type_name()), docs::of_entry(entry));
        quote! { #[doc = #docs] #name = #index }
    });
    let names = active.iter().map(|(_, entry)| ident(&entry.type_name()));
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
