//! The static table of all codes.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::quote;
use reply_registry::{AddressForms, Code, ParamType, Registry, RegistryEntry, RegistryParam, ReplyType, Role, Status};
use syn::Ident;

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
    // An array and no slice of one: the compiler looks through a reference, and would check every row twice. Its name is that of no
    // list of parameters, which starts with a letter.
    let rows: TokenStream = entries.iter().map(|named| row(named.entry, &mut params)).collect();
    let (count, params) = (entries.len(), params.constants);
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
            #(#params)*
            static __ROWS: [Row; #count] = [#rows];
            CodeTable::new(
                &Seal(()),
                &[#(#layers),*],
                &[#(#areas),*],
                &__ROWS,
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

fn row<'e>(entry: &'e RegistryEntry, lists: &mut ParamLists<'e>) -> TokenStream {
    let RegistryEntry { code, key, since, summary, explain, .. } = entry;
    let (code, params) = (code.to_string(), lists.constant(&entry.params));
    let template = entry.message.as_ref().map_or("", |template| template.text.as_str());
    // One text, as a comment would have it: each text of a row is a constant for the compiler to evaluate.
    let docs = format!("{}\n\n{explain}", summary.trim());
    quote! {
        Row { code: #code, key: #key, template: #template, params: #params, since: #since, docs: #docs },
    }
}

/// The lists of parameters, each written once: many codes have the same.
#[derive(Default)]
struct ParamLists<'e> {
    names: HashMap<&'e [RegistryParam], Ident>,
    /// How many lists have the same names, with other types.
    alike: HashMap<String, usize>,
    constants: Vec<TokenStream>,
}

impl<'e> ParamLists<'e> {
    /// The constant of a list: `TARGET_SIZE` has the parameters `target` and `size`.
    fn constant(&mut self, params: &'e [RegistryParam]) -> Ident {
        if let Some(constant) = self.names.get(params) {
            return constant.clone();
        }
        let mut name = params.iter().map(|param| ident(&param.name).to_string()).collect::<Vec<_>>().join("_");
        if params.is_empty() {
            "none".clone_into(&mut name);
        }
        let alike = self.alike.entry(name.clone()).or_insert(0);
        *alike += 1;
        let suffix = if *alike > 1 { format!("__{alike}") } else { String::new() };
        let constant = ident(&format!("{}{suffix}", name.to_ascii_uppercase()));
        let params_of = params.iter().map(|RegistryParam { name, ty }| {
            let (list, scalar) = match ty {
                ParamType::One(scalar) => (quote!(One), ident(&format!("{scalar:?}"))),
                ParamType::List(scalar) => (quote!(List), ident(&format!("{scalar:?}"))),
            };
            quote!(Param { name: #name, ty: ParamType::#list(Scalar::#scalar) })
        });
        self.constants.push(quote!(const #constant: &[Param] = &[#(#params_of),*];));
        self.names.insert(params, constant.clone());
        constant
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
