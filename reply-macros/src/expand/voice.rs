//! Whose voice a code takes, as traits of its layer, so that a wrong voice is told in the registry's words.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use reply_registry::{Registry, RegistryLayer, ReplyType};
use syn::Ident;

use super::type_name;

/// The traits of every layer. They stand where nobody else can name them, so no layer gets another's right by hand (L05).
pub(super) fn expand(registry: &Registry, krate: &TokenStream) -> TokenStream {
    registry.layers.iter().flat_map(|layer| of_layer(layer, krate)).collect()
}

/// The layers that may answer codes of this layer and type: `EnDenies` for a denial, `EnSpeaks` for everything else.
pub(super) fn trait_name(layer: &RegistryLayer, reply_type: ReplyType) -> Ident {
    let does = if reply_type == ReplyType::D { "Denies" } else { "Speaks" };
    format_ident!("{}{does}", type_name(layer))
}

fn of_layer(layer: &RegistryLayer, krate: &TokenStream) -> Vec<TokenStream> {
    let (name, ty) = (&layer.name, type_name(layer));
    let mut traits = Vec::new();
    if let Some(other) = layer.types.iter().copied().find(|reply_type| *reply_type != ReplyType::D) {
        let rule = format!("a code of {name} is given with `Voice<{ty}>`");
        traits.push(write(layer, &trait_name(layer, other), &rule, krate));
    }
    if layer.types.contains(&ReplyType::D) {
        let rule = format!("a denial is {name}'s alone, given with `Voice<{ty}>`");
        traits.push(write(layer, &trait_name(layer, ReplyType::D), &rule, krate));
    }
    traits
}

fn write(layer: &RegistryLayer, speaks: &Ident, rule: &str, krate: &TokenStream) -> TokenStream {
    let (name, ty) = (&layer.name, type_name(layer));
    let about = format!(" Who has the voice of {name}.");
    let message = format!("layer `{{Self}}` may not answer `{{C}}`: {rule}");
    let label = format!("takes the voice of {name}");
    // An attribute takes a format string, in which a brace is doubled.
    let owner = layer.owner.replace('{', "{{").replace('}', "}}");
    let whose = format!("the registry has `{name} = {{{{ owner = \"{owner}\", … }}}}` in `[layers]`");
    let note =
        format!("let the component that holds `Voice<{ty}>` decide, and pass its reply on, a terminal one with `?`");
    quote! {
        #[doc = #about]
        #[diagnostic::on_unimplemented(message = #message, label = #label, note = #note, note = #whose)]
        pub trait #speaks<C>: #krate::Layer<Seal = super::Seal> {}
        impl<C> #speaks<C> for super::#ty {}
    }
}
