//! The static table of all codes.

use proc_macro2::TokenStream;
use quote::quote;
use reply_registry::{Code, Entry, ParamType, Piece, Registry, ReplyType, Role, Status};

use super::ident;

/// `REGISTRY`. `entries` are sorted by code.
pub(super) fn expand(registry: &Registry, entries: &[&Entry], krate: &TokenStream) -> TokenStream {
    let layers = registry.layers.iter().map(|layer| {
        let (name, owner) = (&layer.name, &layer.owner);
        let types = layer.types.iter().map(|reply_type| self::reply_type(*reply_type));
        quote!(LayerEntry { name: #name, owner: #owner, types: &[#(#types),*] })
    });
    let areas = registry.areas.iter().map(|area| {
        let (name, meaning) = (&area.name, &area.meaning);
        quote!(AreaEntry { name: #name, meaning: #meaning })
    });
    let rows = entries.iter().map(|entry| row(entry));
    let roles = Role::ALL.map(|role| {
        let code = registry.roles.iter().find(|(other, _)| *other == role).map(|(_, code)| code);
        let (name, index) = (ident(role.as_str()), code.map_or(0, |code| position(entries, code)));
        quote!(#name: #index)
    });
    let gate = ident(&format!("{:?}", registry.gate));
    quote! {
        /// Every code of the registry, with what it says of each.
        pub static REGISTRY: #krate::CodeTable = {
            #[allow(unused_imports)]
            use #krate::{
                __private::Piece, AreaEntry, CodeTable, Entry, GateLevel, LayerEntry, Param, ParamType, ReplyType, Scalar, Status, Tombstone,
            };
            #[allow(unused_imports)]
            use ::core::option::Option::{None, Some};
            CodeTable::new(
                &Seal(()),
                &[#(#layers),*],
                &[#(#areas),*],
                &[#(#rows),*],
                #krate::__private::Roles { #(#roles),* },
                GateLevel::#gate,
            )
        };
    }
}

fn position(entries: &[&Entry], code: &Code) -> u16 {
    let index = entries.iter().position(|entry| entry.code == *code);
    index.and_then(|index| u16::try_from(index).ok()).unwrap_or(0)
}

fn row(entry: &Entry) -> TokenStream {
    let (code, layer, area) = (entry.code.to_string(), entry.code.layer(), entry.code.area());
    let reply_type = reply_type(entry.code.reply_type());
    let (key, since, summary, explain) = (&entry.key, &entry.since, &entry.summary, &entry.explain);
    let template = option(entry.message.as_ref().map(|template| template.text.as_str()));
    let names: Vec<&str> = entry.params.iter().map(|param| param.name.as_str()).collect();
    let pieces = entry.message.iter().flat_map(|template| template.pieces(&names)).map(|piece| match piece {
        Piece::Text(text) => quote!(Piece::Text(#text)),
        Piece::Param(index) => quote!(Piece::Param(#index)),
    });
    let params = entry.params.iter().map(|param| {
        let (name, ty) = (&param.name, param_type(param.ty));
        quote!(Param { name: #name, ty: #ty })
    });
    let status = status(&entry.status);
    quote! {
        Entry {
            code: #code,
            layer: #layer,
            area: #area,
            reply_type: #reply_type,
            key: #key,
            template: #template,
            pieces: &[#(#pieces),*],
            params: &[#(#params),*],
            status: #status,
            since: #since,
            summary: #summary,
            explain: #explain,
        }
    }
}

fn status(status: &Status) -> TokenStream {
    match status {
        Status::Active => quote!(Status::Active),
        Status::Reserved { because } => quote!(Status::Reserved { because: #because }),
        Status::Retired(tombstone) => {
            let (since, because) = (&tombstone.since, &tombstone.because);
            let code = tombstone.instead.as_ref().map(ToString::to_string);
            let instead = option(code.as_deref());
            quote!(Status::Retired(Tombstone { since: #since, because: #because, instead: #instead }))
        }
    }
}

fn option(text: Option<&str>) -> TokenStream {
    match text {
        Some(text) => quote!(Some(#text)),
        None => quote!(None),
    }
}

fn reply_type(reply_type: ReplyType) -> TokenStream {
    let letter = ident(reply_type.as_str());
    quote!(ReplyType::#letter)
}

fn param_type(ty: ParamType) -> TokenStream {
    let scalar = ident(&format!("{:?}", ty.scalar()));
    match ty {
        ParamType::One(_) => quote!(ParamType::One(Scalar::#scalar)),
        ParamType::List(_) => quote!(ParamType::List(Scalar::#scalar)),
    }
}
