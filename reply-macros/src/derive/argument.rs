//! `#[derive(Argument)]`: an enum of plain words that a field of the arguments can be.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Ident, Result};

use super::{ArgumentBodies, only_words, snake_case};
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
    let variants: Vec<&Ident> = data.variants.iter().map(|variant| &variant.ident).collect();
    let words: Vec<String> = variants.iter().map(|variant| snake_case(&variant.to_string())).collect();
    let indices = 0..variants.len();
    let bodies = ArgumentBodies {
        schema: quote!(#krate::__private::words_schema(&[#(#words),*])),
        expected: quote!(::std::format!("one of {}", [#(#words),*].join(", "))),
        read: quote! {
            match #krate::__private::read_word(__value, &[#(#words),*], __field)? {
                #(#indices => ::core::option::Option::Some(Self::#variants),)*
                _ => ::core::option::Option::None,
            }
        },
        outline: quote!(#krate::__private::outline_word(__value, &[#(#words),*], __spec)),
    };
    Ok(bodies.implement(&input.ident, &krate))
}
