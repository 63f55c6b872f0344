//! A registry to Rust: a module per layer and legal type, a type per code, enums over them. It cannot fail.

mod code;
mod docs;
mod enums;
mod table;
mod voice;

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;
use reply_registry::{Registry, RegistryEntry, RegistryLayer, ReplyType, Status};
use syn::Ident;

/// A code with what is written of it in several places, made once.
struct NamedEntry<'e> {
    /// Its row.
    index: u16,
    entry: &'e RegistryEntry,
    /// Its type, and its variant of the enums.
    name: Ident,
    docs: Literal,
}

impl<'e> NamedEntry<'e> {
    fn new(index: u16, entry: &'e RegistryEntry) -> Self {
        let docs = Literal::string(&docs::of_entry(entry));
        Self { index, entry, name: ident(&entry.type_name()), docs }
    }

    fn is_active(&self) -> bool {
        matches!(self.entry.status, Status::Active)
    }
}

/// The whole expansion. `krate` is what the author calls the run-time crate.
pub(crate) fn expand(registry: &Registry, krate: &TokenStream) -> TokenStream {
    let mut entries: Vec<&RegistryEntry> = registry.entries.iter().collect();
    entries.sort_by_cached_key(|entry| entry.code.to_string());

    let codes: Vec<NamedEntry<'_>> = (0..).zip(&entries).map(|(index, entry)| NamedEntry::new(index, entry)).collect();
    let table = table::expand(registry, &codes, krate);
    let all_codes = enums::over_all(&codes, krate);
    let layers = registry.layers.iter().map(|layer| expand_layer(layer, &codes, krate));
    let voices = expand_voices(registry, krate);
    let voice_traits = voice::expand(registry, krate);
    let names = registry.layers.iter().map(|layer| {
        let (module, ty) = (module_name(layer), type_name(layer));
        quote!(#module, #ty)
    });
    let code = if entries.is_empty() { quote!() } else { quote!(Code,) };
    quote! {
        #[doc(hidden)]
        mod __registry {
            /// Proves that an answer was made here: nothing outside this module can make one.
            pub struct Seal(());

            /// What this module says of its own code types and layers: nobody else can name it.
            mod sealed {
                /// Which code `C` is: the variant of the enum `E` that stands at `PLACE` of `E::ALL`.
                pub struct VariantAt<C, E, const PLACE: usize>(::core::marker::PhantomData<fn() -> (C, E)>);
                impl<C, E: #krate::__private::CodeEnum, const PLACE: usize> #krate::__private::Variant<C>
                    for VariantAt<C, E, PLACE>
                {
                    type Codes = E;
                    const CODE: E = E::ALL[PLACE];
                }

                /// A variant of `E` that this module gave to its own type `C`.
                #[diagnostic::on_unimplemented(
                    message = "`{C}` is not a code that `registry!` made: no layer can answer it",
                    label = "no code of the registry"
                )]
                pub trait MadeHere<C, E> {}
                impl<C, E, const PLACE: usize> MadeHere<C, E> for VariantAt<C, E, PLACE> {}

                #voice_traits
            }

            #table
            #all_codes
            #voices
            #(#layers)*
        }
        #[doc(inline)]
        pub use __registry::{REGISTRY, Voices, start, #code #(#names),*};
    }
}

/// The type of a layer, and its module: only the types it may give have a name in it (L04).
fn expand_layer(layer: &RegistryLayer, entries: &[NamedEntry<'_>], krate: &TokenStream) -> TokenStream {
    let (module, ty, name) = (module_name(layer), type_name(layer), &layer.name);
    let types = layer.types.iter().map(|reply_type| expand_type(layer, *reply_type, entries, krate));
    let about = format!(" Layer {name}: {}.", layer.owner);
    let answers = format!(" What {name} may answer: {}.", layer.owner);
    let verbatim = layer.verbatim.then(|| {
        quote! {
            impl #krate::ReadsVerbatim for #ty {
                const READS_FILES: #krate::__private::LayerProof<Self> = #krate::__private::LayerProof::new(&Seal(()));
            }
        }
    });
    quote! {
        #[doc = #about]
        #[derive(Debug)]
        pub enum #ty {}
        impl #krate::Layer for #ty {
            const NAME: &'static str = #name;
            type Seal = Seal;
            fn registry() -> &'static #krate::CodeTable { &REGISTRY }
        }
        #verbatim
        #[doc = #answers]
        pub mod #module {
            #(#types)*
        }
    }
}

/// The module of one reply type: a type a code. Beside it, the enum of those that can be given.
fn expand_type(
    layer: &RegistryLayer,
    reply_type: ReplyType,
    entries: &[NamedEntry<'_>],
    krate: &TokenStream,
) -> TokenStream {
    let is_of_type = |code: &reply_registry::Code| code.layer() == layer.name && code.reply_type() == reply_type;
    let of_type: Vec<&NamedEntry<'_>> = entries.iter().filter(|named| is_of_type(&named.entry.code)).collect();
    let module = ident(reply_type.status());
    let about =
        format!(" {}-…-{reply_type}-…: the agent's next step is to {}.", layer.name, reply_type.action().describe());
    let active: Vec<&NamedEntry<'_>> = of_type.iter().copied().filter(|named| named.is_active()).collect();
    let codes = enums::of_type(layer, reply_type, &active, krate);
    let mut place = 0;
    let types: TokenStream = of_type
        .iter()
        .map(|named| {
            let own = place;
            place += usize::from(named.is_active());
            code::expand(named, own)
        })
        .collect();
    quote! {
        #codes
        #[doc = #about]
        #[allow(missing_debug_implementations, missing_docs, unused_imports)]
        pub mod #module {
            use #krate::{self as kit, __private::value};
            #types
        }
    }
}

fn expand_voices(registry: &Registry, krate: &TokenStream) -> TokenStream {
    let fields = registry.layers.iter().map(|layer| {
        let (field, ty) = (module_name(layer), type_name(layer));
        let about = format!(" The voice of {}: {}.", layer.name, layer.owner);
        quote! { #[doc = #about] pub #field: #krate::Voice<#ty> }
    });
    let names: Vec<Ident> = registry.layers.iter().map(module_name).collect();
    quote! {
        /// One voice of each layer. Take it apart and give each to its owner.
        #[derive(Debug)]
        pub struct Voices { #(#fields,)* }

        /// Starts the program: the one place where voices come from, once per process (L05, L23).
        ///
        /// # Errors
        /// If the process has been started before.
        pub fn start(
            crashes: #krate::CrashDir,
        ) -> ::core::result::Result<#krate::Program<Voices>, #krate::StartError> {
            #krate::__private::start(&Seal(()), &REGISTRY, crashes, |mint| Voices { #(#names: mint.voice(),)* })
        }
    }
}

/// `WA` is the module `wa`.
fn module_name(layer: &RegistryLayer) -> Ident {
    ident(&layer.name.to_lowercase())
}

/// `WA` is the type `Wa`.
fn type_name(layer: &RegistryLayer) -> Ident {
    ident(&reply_registry::type_name(&layer.name))
}

/// A name as it may stand in code. A broken registry is expanded too, as far as it goes; its names may be keywords, or no names
/// at all.
fn ident(name: &str) -> Ident {
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !reply_registry::is_keyword(name);
    Ident::new(if is_name { name } else { "unnamed" }, Span::call_site())
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use reply_registry::{Source, check};

    const SMALL: &str = include_str!("../../tests/small_registry.toml");

    /// Generated code is read code: this is what a registry becomes.
    #[test]
    fn the_expansion_of_a_small_registry() {
        let registry = check(&Source::new("small_registry.toml", SMALL), None).into_result().unwrap();
        let file = syn::parse2(super::expand(&registry, &quote!(::reply_kit))).unwrap();
        insta::assert_snapshot!(prettyplease::unparse(&file));
    }
}
