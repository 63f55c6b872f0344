//! The type of one code: its fields are the parameters of the message.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use reply_registry::{Entry, Param, ParamType, ReplyType, Scalar, Status};
use syn::Ident;

use super::enums::enum_name;
use super::{NamedEntry, ident};

pub(super) fn expand(named: &NamedEntry<'_>, layer: &Ident, krate: &TokenStream) -> TokenStream {
    let NamedEntry { index, entry, name, docs } = named;
    let fields = fields(&entry.params, krate);
    let reply_type = entry.code.reply_type();
    let (ending_trait, ending) = ending(reply_type);
    let refusal = refusal(entry, name);
    let not_given = refusal.as_ref().map(|refusal| {
        let why = &refusal.why;
        quote! { const CAN_BE_GIVEN: () = ::core::panic!(#why); }
    });
    let spoken = match refusal {
        None => {
            let (codes, values) = (enum_name(reply_type), entry.params.iter().map(|param| value(param, krate)));
            quote! {
                impl #name {
                    /// The code.
                    pub const CODE: super::#codes = super::#codes::#name;
                }
                impl #krate::#ending_trait<super::super::#layer> for #name {
                    #[inline]
                    fn answer(self) -> #krate::__private::Answer<super::super::#layer, #krate::__private::#ending> {
                        #krate::__private::Answer::new(&super::super::Seal(()), #index, [#(#values),*])
                    }
                }
            }
        }
        // Whatever the layer, it lacks a trait that nothing implements, and that says why. Nothing can: `NEVER` has no value.
        Some(Refusal { bound, definition, .. }) => quote! {
            #definition
            impl<L: #krate::Layer + #bound> #krate::#ending_trait<L> for #name {
                fn answer(self) -> #krate::__private::Answer<L, #krate::__private::#ending> {
                    match <L as #bound>::NEVER {}
                }
            }
        },
    };
    quote! {
        #[doc = #docs]
        pub struct #name #fields
        impl #krate::CodeType for #name {
            type Layer = super::super::#layer;
            const INDEX: u16 = #index;
            #not_given
        }
        #spoken
    }
}

fn fields(params: &[Param], krate: &TokenStream) -> TokenStream {
    if params.is_empty() {
        return quote!(;);
    }
    let fields = params.iter().map(|param| {
        let (name, ty) = (ident(&param.name), field_type(param.ty, krate));
        quote!(pub #name: #ty)
    });
    quote!({ #(#fields,)* })
}

/// Why a code cannot be given, and a trait that no layer has, so that using the code says it (L09).
struct Refusal {
    why: String,
    bound: Ident,
    definition: TokenStream,
}

fn refusal(entry: &Entry, name: &Ident) -> Option<Refusal> {
    let (suffix, message, note) = match &entry.status {
        Status::Active => return None,
        Status::Reserved { because } => (
            "IsReserved",
            format!("{} is reserved and cannot be used yet: {because}", entry.code),
            "its number is kept for what the architecture names".to_owned(),
        ),
        Status::Retired(tombstone) => (
            "IsRetired",
            format!("{} is retired since {}: {}", entry.code, tombstone.since, tombstone.because),
            match &tombstone.instead {
                Some(code) => format!("use {code} instead"),
                None => "nothing replaces it".to_owned(),
            },
        ),
    };
    let bound = ident(&format!("{name}{suffix}"));
    let (message, note) = (escape_format(&message), escape_format(&note));
    let definition = quote! {
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = #message, label = "cannot be constructed", note = #note)]
        pub trait #bound {
            const NEVER: ::core::convert::Infallible;
        }
    };
    Some(Refusal { why: format!("{message}; {note}"), bound, definition })
}

/// The attribute takes a format string, in which a brace is doubled.
fn escape_format(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// The trait that the builder's ending asks for, and the ending as a type.
fn ending(reply_type: ReplyType) -> (Ident, Ident) {
    let (spoken, ending) = match reply_type {
        ReplyType::S => ("SucceededBy", "Success"),
        ReplyType::I => ("InvalidBy", "Invalid"),
        ReplyType::D => ("DeniedBy", "Denied"),
        ReplyType::E => ("FailedBy", "Failure"),
    };
    (ident(spoken), ident(ending))
}

fn value(param: &Param, krate: &TokenStream) -> TokenStream {
    let name = ident(&param.name);
    let kind = match param.ty.scalar() {
        // Boxed on the way.
        Scalar::Problem => ident("problem"),
        scalar => ident(&format!("{scalar:?}")),
    };
    let value = quote!(#krate::__private::Value);
    match param.ty {
        ParamType::One(_) => quote!(#value::#kind(self.#name)),
        ParamType::List(_) => quote!(#value::list(self.#name, #value::#kind)),
    }
}

fn field_type(ty: ParamType, krate: &TokenStream) -> TokenStream {
    let scalar = match ty.scalar().rust_type() {
        primitive @ ("u64" | "i64" | "bool") => ident(primitive).to_token_stream(),
        name => {
            let name = ident(name);
            quote!(#krate::#name)
        }
    };
    match ty {
        ParamType::One(_) => scalar,
        ParamType::List(_) => quote!(::std::vec::Vec<#scalar>),
    }
}
