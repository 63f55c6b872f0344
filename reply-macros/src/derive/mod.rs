//! The derives: what may be sent to an agent, and what may be read from one.

pub(crate) mod argument;
pub(crate) mod arguments;
pub(crate) mod reply_data;
pub(crate) mod stub;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Error, Fields, Ident, Variant};

/// The bodies of an implementation of `Argument`. They see the parameters `__value`, `__spec` and `__field`.
struct ArgumentBodies {
    schema: TokenStream,
    expected: TokenStream,
    read: TokenStream,
    outline: TokenStream,
}

impl ArgumentBodies {
    fn implement(&self, ident: &Ident, krate: &TokenStream) -> TokenStream {
        let Self { schema, expected, read, outline } = self;
        quote! {
            #[automatically_derived]
            impl #krate::Argument for #ident {
                fn schema(_: &#krate::__private::FieldSpec) -> #krate::__private::JsonMap<
                    ::std::string::String,
                    #krate::__private::SchemaValue,
                > {
                    #schema
                }

                fn expected(_: &#krate::__private::FieldSpec) -> ::std::string::String {
                    #expected
                }

                fn read(
                    __value: &#krate::__private::SchemaValue,
                    _: &#krate::__private::FieldSpec,
                    __field: &mut #krate::__private::FieldReader<'_, '_>,
                ) -> ::core::option::Option<Self> {
                    #read
                }

                fn outline<'a>(
                    __value: &'a #krate::__private::SchemaValue,
                    __spec: &#krate::__private::FieldSpec,
                ) -> #krate::__private::Outline<'a> {
                    #outline
                }
            }
        }
    }
}

/// The doc comment, as the description in a schema.
fn description(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter(|attr| attr.path().is_ident("doc")).filter_map(|attr| {
        let syn::Meta::NameValue(pair) = &attr.meta else { return None };
        let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value else { return None };
        Some(text.value().trim().to_owned())
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    text.trim().to_owned()
}

fn snake_case(name: &str) -> String {
    let mut word = String::with_capacity(name.len() + 4);
    for (index, letter) in name.char_indices() {
        if letter.is_uppercase() && index > 0 {
            word.push('_');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

/// Every variant that is more than a plain word, as one error.
fn only_words<'v>(variants: impl Iterator<Item = &'v Variant>, message: &str) -> Result<(), Error> {
    let loaded = variants.filter(|variant| !matches!(variant.fields, Fields::Unit));
    all(loaded.map(|variant| Error::new_spanned(variant, message)))
}

/// All errors as one, or none.
fn all(errors: impl Iterator<Item = Error>) -> Result<(), Error> {
    let combined = errors.reduce(|mut all, error| {
        all.combine(error);
        all
    });
    combined.map_or(Ok(()), Err)
}
