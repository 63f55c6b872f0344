//! The static table of all codes.

use std::collections::HashMap;
use std::fmt::Write;

use proc_macro2::TokenStream;
use quote::quote;
use reply_registry::{AddressForms, Code, ParamType, Registry, RegistryEntry, RegistryParam, ReplyType, Role, Status};

use super::source::{literal, name, tokens};
use super::{NamedEntry, ident};

/// `REGISTRY`. `entries` are sorted by code.
pub(super) fn expand(registry: &Registry, entries: &[NamedEntry<'_>], krate: &TokenStream) -> TokenStream {
    let layers = registry.layers.iter().map(|layer| {
        let (name, owner) = (&layer.name, &layer.owner);
        let types = layer.types.iter().map(|reply_type| self::reply_type(*reply_type));
        quote!(LayerEntry { name: #name, owner: #owner, types: &[#(#types),*] })
    });
    let areas = registry.areas.iter().map(|area| {
        let (name, meaning) = (&area.name, &area.meaning);
        quote!(AreaEntry { name: #name, meaning: #meaning })
    });
    let mut params = ParamLists::default();
    // An array and no slice of one: the compiler looks through a reference, and would check every row twice.
    let mut rows = String::new();
    for named in entries {
        write_row(&mut rows, named.entry, &mut params);
    }
    let (count, rows, params) = (entries.len(), tokens(&rows), tokens(&params.source));
    let gone = entries.iter().filter_map(|NamedEntry { index, entry, .. }| {
        let status = status(&entry.status)?;
        Some(quote!((#index, #status)))
    });
    let roles = Role::ALL.map(|role| {
        let code = registry.roles.iter().find(|(other, _)| *other == role).map(|(_, code)| code);
        let (name, index) = (ident(role.as_str()), code.map_or(0, |code| position(entries, code)));
        quote!(#name: #index)
    });
    let gate = ident(&format!("{:?}", registry.gate));
    let forms = AddressForms::<()>::FIELDS.into_iter().zip(registry.addresses.lists());
    let forms = forms.map(|(field, words)| {
        let field = ident(field);
        quote!(#field: &[#(#words),*])
    });
    quote! {
        /// Every code of the registry, with what it says of each.
        pub static REGISTRY: #krate::CodeTable = {
            #[allow(unused_imports)]
            use #krate::{
                __private::{Roles, Row}, AddressForms, AreaEntry, CodeTable, GateLevel, LayerEntry, Param, ParamType, ReplyType, Scalar, Status,
                Tombstone,
            };
            #[allow(unused_imports)]
            use ::core::option::Option::{None, Some};
            #params
            static ROWS: [Row; #count] = [#rows];
            CodeTable::new(
                &Seal(()),
                &[#(#layers),*],
                &[#(#areas),*],
                &ROWS,
                &[#(#gone),*],
                Roles { #(#roles),* },
                GateLevel::#gate,
                AddressForms { #(#forms),* },
            )
        };
    }
}

fn position(entries: &[NamedEntry<'_>], code: &Code) -> u16 {
    entries.iter().find(|named| named.entry.code == *code).map_or(0, |named| named.index)
}

fn write_row<'e>(out: &mut String, entry: &'e RegistryEntry, lists: &mut ParamLists<'e>) {
    let template = entry.message.as_ref().map_or("", |template| template.text.as_str());
    let params = lists.constant(&entry.params);
    let RegistryEntry { code, key, since, summary, explain, .. } = entry;
    // One text, as a comment would have it: each text of a row is a constant for the compiler to evaluate.
    let docs = format!("{}\n\n{explain}", summary.trim());
    let (template, docs) = (literal(template), literal(&docs));
    _ = writeln!(
        out,
        "Row {{ code: \"{code}\", key: {key:?}, template: {template}, params: {params}, since: {since:?}, docs: {docs} }},",
    );
}

/// The lists of parameters, each written once: many codes have the same.
#[derive(Default)]
struct ParamLists<'e> {
    names: HashMap<&'e [RegistryParam], String>,
    /// How many lists have the same names, with other types.
    alike: HashMap<String, usize>,
    source: String,
}

impl<'e> ParamLists<'e> {
    /// The constant of a list: `TARGET_SIZE` has the parameters `target` and `size`.
    fn constant(&mut self, params: &'e [RegistryParam]) -> String {
        if params.is_empty() {
            return "&[]".to_owned();
        }
        if let Some(constant) = self.names.get(params) {
            return constant.clone();
        }
        let mut constant =
            params.iter().map(|param| name(&param.name)).collect::<Vec<_>>().join("_").to_ascii_uppercase();
        let alike = self.alike.entry(constant.clone()).or_insert(0);
        *alike += 1;
        if *alike > 1 {
            _ = write!(constant, "__{alike}");
        }
        _ = write!(self.source, "const {constant}: &[Param] = &[");
        for RegistryParam { name, ty } in params {
            _ = write!(self.source, "Param {{ name: {}, ty: {} }}, ", literal(name), param_type(*ty));
        }
        self.source.push_str("];\n");
        self.names.insert(params, constant.clone());
        constant
    }
}

fn param_type(ty: ParamType) -> String {
    match ty {
        ParamType::One(scalar) => format!("ParamType::One(Scalar::{scalar:?})"),
        ParamType::List(scalar) => format!("ParamType::List(Scalar::{scalar:?})"),
    }
}

/// Why a code cannot be given.
fn status(status: &Status) -> Option<TokenStream> {
    match status {
        Status::Active => None,
        Status::Reserved { because } => Some(quote!(Status::Reserved { because: #because })),
        Status::Retired(tombstone) => {
            let (since, because) = (&tombstone.since, &tombstone.because);
            let instead = match tombstone.instead.as_ref().map(ToString::to_string) {
                Some(code) => quote!(Some(#code)),
                None => quote!(None),
            };
            Some(quote!(Status::Retired(Tombstone { since: #since, because: #because, instead: #instead })))
        }
    }
}

fn reply_type(reply_type: ReplyType) -> TokenStream {
    let letter = ident(reply_type.as_str());
    quote!(ReplyType::#letter)
}
