//! The type of one code: its fields are the parameters of the message.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use reply_registry::{ParamType, RegistryEntry, ReplyType, Scalar, Status, enum_name};
use syn::Ident;

use super::{NamedEntry, ident};

/// The type, in a module that calls the façade `kit` and the values of parameters `value`. `place` is its own among those of
/// its enum.
pub(super) fn expand(named: &NamedEntry<'_>, place: usize) -> TokenStream {
    match refusal(named.entry) {
        None => given(named, place),
        Some(refusal) => refused(named, &refusal),
    }
}

/// A code that can be given: which one it is, with the proof that it was made here, and what its values are. All the rest is said
/// once for its enum.
fn given(NamedEntry { entry, name, docs, .. }: &NamedEntry<'_>, place: usize) -> TokenStream {
    let variant_at = variant_at(entry.code.reply_type());
    let body = body(entry);
    if entry.params.is_empty() {
        return quote! {
            #[doc = #docs]
            pub struct #name #body
            impl kit::CodeType for #name {
                type Variant = super::#variant_at<Self, #place>;
            }
        };
    }
    let fields: Vec<Ident> = fields(entry).collect();
    let values = entry.params.iter().zip(&fields).map(|(param, field)| {
        let value = match param.ty.scalar() {
            // The message is boxed by the conversion.
            Scalar::Problem => ident("problem"),
            scalar => format_ident!("{scalar:?}"),
        };
        match param.ty {
            ParamType::One(_) => quote!(value::#value(self.#field)),
            ParamType::List(_) => quote!(value::list(self.#field, value::#value)),
        }
    });
    let count = ident(match fields.len() {
        1 => "one",
        2 => "two",
        3 => "three",
        _ => "many",
    });
    let values = if fields.len() > 3 { quote!([#(#values),*]) } else { quote!(#(#values),*) };
    quote! {
        #[doc = #docs]
        pub struct #name #body
        impl kit::CodeType for #name {
            type Variant = super::#variant_at<Self, #place>;
            #[inline]
            fn values(self) -> value::ParamValues { value::#count(#values) }
        }
    }
}

/// `InvalidAt`: the alias by which the codes of a type say which variant they are.
pub(super) fn variant_at(reply_type: ReplyType) -> Ident {
    format_ident!("{}At", enum_name(reply_type))
}

/// What follows the name of the struct: its fields, if the message has parameters.
fn body(entry: &RegistryEntry) -> TokenStream {
    if entry.params.is_empty() {
        return quote!(;);
    }
    let types = entry.params.iter().map(|param| {
        let scalar = ident(param.ty.scalar().rust_type());
        let is_primitive = matches!(param.ty.scalar(), Scalar::Count | Scalar::Number | Scalar::Flag);
        let scalar = if is_primitive { quote!(#scalar) } else { quote!(kit::#scalar) };
        match param.ty {
            ParamType::One(_) => scalar,
            ParamType::List(_) => quote!(::std::vec::Vec<#scalar>),
        }
    });
    let fields = fields(entry);
    quote!({ #(pub #fields: #types),* })
}

fn fields(entry: &RegistryEntry) -> impl Iterator<Item = Ident> {
    entry.params.iter().map(|param| ident(&param.name))
}

/// Why a code cannot be given (L09).
struct UnusableCode {
    /// The end of the name of the trait that says so.
    suffix: &'static str,
    message: String,
    note: String,
}

fn refusal(entry: &RegistryEntry) -> Option<UnusableCode> {
    let code = &entry.code;
    match &entry.status {
        Status::Active => None,
        Status::Reserved { because } => Some(UnusableCode {
            suffix: "IsReserved",
            message: format!("{code} is reserved and cannot be used yet: {because}"),
            note: "its number is kept for what the architecture names".to_owned(),
        }),
        Status::Retired(tombstone) => Some(UnusableCode {
            suffix: "IsRetired",
            message: format!("{code} is retired since {}: {}", tombstone.since, tombstone.because),
            note: match &tombstone.instead {
                Some(code) => format!("use {code} instead"),
                None => "nothing replaces it".to_owned(),
            },
        }),
    }
}

/// A code that cannot be given. It is a code only where something holds that never does, and that says why: in the list of a tool,
/// or in a builder that declares every code. It has an ending, so that a tool that lists and gives it has one error; nothing calls
/// it. The bound names a lifetime, because one that does not is refused at once.
fn refused(NamedEntry { entry, name, docs, .. }: &NamedEntry<'_>, refusal: &UnusableCode) -> TokenStream {
    let body = body(entry);
    // The attribute takes a format string, in which a brace is doubled.
    let message = format!("{}; {}", refusal.message, refusal.note).replace('{', "{{").replace('}', "}}");
    let never = format_ident!("{name}{}", refusal.suffix);
    let (by, ending) = match entry.code.reply_type() {
        ReplyType::S => (quote!(SucceededBy), quote!(Success)),
        ReplyType::I => (quote!(InvalidBy), quote!(Invalid)),
        ReplyType::D => (quote!(DeniedBy), quote!(Denied)),
        ReplyType::E => (quote!(FailedBy), quote!(Failure)),
    };
    quote! {
        #[doc = #docs]
        pub struct #name #body
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = #message, label = "cannot be given")]
        pub trait #never<'never> { const NEVER: ::core::convert::Infallible; }
        impl kit::CodeType for #name where for<'never> (): #never<'never> {
            type Variant = kit::__private::NoVariant;
            const CODE: kit::CodeRef = match <() as #never<'static>>::NEVER {};
        }
        impl<L: kit::Layer> kit::#by<L> for #name {
            fn answer(self) -> kit::__private::Answer<L, kit::__private::#ending> { ::core::panic!(#message) }
        }
    }
}
