//! Codes as enums: named and matched without constructing a reply.

use std::fmt::Write;

use proc_macro2::TokenStream;
use quote::quote;
use reply_registry::{RegistryEntry, RegistryLayer, ReplyType, Status};

use super::source::{literal, tokens};
use super::{NamedEntry, ident, voice};

/// The enum over every code of the registry, retired and reserved ones included: its variants are the rows, in order.
pub(super) fn over_all(entries: &[NamedEntry<'_>], krate: &TokenStream) -> TokenStream {
    if entries.is_empty() {
        return quote!();
    }
    let mut variants = String::new();
    for NamedEntry { entry, name, docs, .. } in entries {
        _ = writeln!(variants, "#[doc = {docs}] {}{name},", deprecation(entry));
    }
    let (variants, all) = (tokens(&variants), all("Code", entries.iter()));
    quote! {
        /// Every code of the registry.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Code { #variants }
        #[allow(deprecated)]
        impl Code {
            /// Every code, sorted.
            pub const ALL: &'static [Self] = &[#all];
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
    let (mut variants, mut expected) = (String::new(), 0);
    for NamedEntry { index, name, docs, .. } in active.iter().copied() {
        _ = write!(variants, "#[doc = {docs}] {name}");
        if *index != expected {
            _ = write!(variants, " = {index}");
        }
        variants.push_str(",\n");
        expected = index.saturating_add(1);
    }
    let (variants, all) = (tokens(&variants), all(enum_name(reply_type), active.iter().copied()));
    let name = ident(enum_name(reply_type));
    let (speaks, ends) = (voice::trait_name(layer, reply_type), ident(&format!("EndsAs{}", enum_name(reply_type))));
    let about = format!(" The codes {}-…-{reply_type}-… that can be given.", layer.name);
    quote! {
        #[doc = #about]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum #name { #variants }
        impl #name {
            /// All of them, sorted.
            pub const ALL: &'static [Self] = &[#all];
        }
        #krate::code_enum!(#name, super::REGISTRY);
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

/// The list of all variants. The compiler finds `Code::X` in a map, and `Self::X` by going through all variants.
fn all<'e>(of: &str, entries: impl Iterator<Item = &'e NamedEntry<'e>>) -> TokenStream {
    let mut all = String::new();
    for NamedEntry { name, .. } in entries {
        _ = write!(all, "{of}::{name}, ");
    }
    tokens(&all)
}

/// `Success`, `Invalid`, `Denied`, `Error`.
pub(super) fn enum_name(reply_type: ReplyType) -> &'static str {
    match reply_type {
        ReplyType::S => "Success",
        ReplyType::I => "Invalid",
        ReplyType::D => "Denied",
        ReplyType::E => "Error",
    }
}

fn deprecation(entry: &RegistryEntry) -> String {
    let Status::Retired(tombstone) = &entry.status else { return String::new() };
    let instead = tombstone.instead.as_ref().map(|code| format!("; use {code} instead")).unwrap_or_default();
    let note = literal(&format!("{} is retired: {}{instead}", entry.code, tombstone.because));
    format!("#[deprecated(since = {}, note = {note})] ", literal(&tombstone.since))
}
