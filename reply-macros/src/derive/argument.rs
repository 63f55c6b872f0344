//! `#[derive(Argument)]`: an enum of plain words that a field of the arguments can be.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Ident, Result};

use super::{only_words, snake_case};
use crate::krate;

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let krate = krate::path();
    let Data::Enum(data) = &input.data else {
        let message = "an argument is an enum of plain words; for a struct derive `Arguments`";
        return Err(Error::new_spanned(&input.ident, message));
    };
    only_words(
        data.variants.iter(),
        "a word of an argument holds nothing; for commands with fields derive `Arguments`",
    )?;
    let ident = &input.ident;
    let variants: Vec<&Ident> = data.variants.iter().map(|variant| &variant.ident).collect();
    let words: Vec<String> = variants.iter().map(|variant| snake_case(&variant.to_string())).collect();
    let indices = 0..variants.len();
    Ok(quote! {
        #[automatically_derived]
        impl #krate::Argument for #ident {
            fn schema(_: &#krate::__private::FieldSpec) -> #krate::__private::JsonMap<
                ::std::string::String,
                #krate::__private::SchemaValue,
            > {
                #krate::__private::words_schema(&[#(#words),*])
            }

            fn expected(_: &#krate::__private::FieldSpec) -> ::std::string::String {
                ::std::format!("one of {}", [#(#words),*].join(", "))
            }

            fn read(
                __value: &#krate::__private::SchemaValue,
                _: &#krate::__private::FieldSpec,
                __field: &mut #krate::__private::FieldReader<'_, '_>,
            ) -> ::core::option::Option<Self> {
                match #krate::__private::read_word(__value, &[#(#words),*], __field)? {
                    #(#indices => ::core::option::Option::Some(Self::#variants),)*
                    _ => ::core::option::Option::None,
                }
            }

            fn outline<'a>(
                __value: &'a #krate::__private::SchemaValue,
                __spec: &#krate::__private::FieldSpec,
            ) -> #krate::__private::Outline<'a> {
                #krate::__private::outline_word(__value, &[#(#words),*], __spec)
            }
        }
    })
}
