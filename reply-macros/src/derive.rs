//! `#[derive(ReplyData)]`: every field must be reply data, and the type gets its JSON and its schema from one place.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DataEnum, DeriveInput, Error, Field, Fields, Generics, Ident, Result};

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => Ok(object(input, &fields.named.iter().collect::<Vec<_>>())),
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Ok(transparent(input, &fields.unnamed[0])),
            Fields::Unnamed(_) => Err(Error::new_spanned(
                &input.ident,
                "name the fields: reply data is an object, and an agent reads it by name",
            )),
            Fields::Unit => Ok(object(input, &[])),
        },
        Data::Enum(data) => words(input, data),
        Data::Union(_) => Err(Error::new_spanned(&input.ident, "a union is not reply data; use a struct")),
    }
}

/// A struct is an object.
fn object(input: &DeriveInput, fields: &[&Field]) -> TokenStream {
    let (ident, name) = (&input.ident, input.ident.to_string());
    let description = description(&input.attrs);
    let visits = fields.iter().filter_map(|field| {
        let (ident, ty) = (field.ident.as_ref()?, &field.ty);
        let name = ident.to_string().trim_start_matches("r#").to_owned();
        let description = self::description(&field.attrs);
        // Spanned at the type of the field, so that the compiler points at the field that is not agent-safe.
        Some(quote_spanned! { ty.span() => __visitor.field::<#ty>(#name, #description, |__value| &__value.#ident); })
    });
    let generics = with_bounds(&input.generics);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let write = quote! { ::reply_core::__private::write_fields(self, __out); };
    let schema = quote! { ::reply_core::__private::schema_of_fields::<Self>(__generator, #description) };
    let implementation = implementation(ident, &name, &generics, &write, &schema);
    quote! {
        #[automatically_derived]
        impl #impl_generics ::reply_core::__private::Fields for #ident #ty_generics #where_clause {
            fn visit<__V: ::reply_core::__private::FieldVisitor<Self>>(__visitor: &mut __V) { #(#visits)* }
        }
        #implementation
    }
}

/// A struct with one unnamed field is what it holds.
fn transparent(input: &DeriveInput, field: &Field) -> TokenStream {
    let (ident, name, ty) = (&input.ident, input.ident.to_string(), &field.ty);
    let write = quote_spanned! { ty.span() => ::reply_core::ReplyData::write(&self.0, __out); };
    let schema = quote! { ::reply_core::__private::schema_of_inner::<#ty>(__generator) };
    implementation(ident, &name, &with_bounds(&input.generics), &write, &schema)
}

/// An enum is a closed set of words.
fn words(input: &DeriveInput, data: &DataEnum) -> Result<TokenStream> {
    let mut errors = Vec::new();
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            let message =
                "a variant of reply data is a plain word; put what it holds into a field of the struct around it";
            errors.push(Error::new_spanned(variant, message));
        }
    }
    if data.variants.is_empty() {
        errors.push(Error::new_spanned(&input.ident, "an enum without variants has no word to say"));
    }
    if let Some(error) = errors.into_iter().reduce(|mut all, error| {
        all.combine(error);
        all
    }) {
        return Err(error);
    }
    let (ident, name) = (&input.ident, input.ident.to_string());
    let variants: Vec<&Ident> = data.variants.iter().map(|variant| &variant.ident).collect();
    let words: Vec<String> = variants.iter().map(|variant| snake_case(&variant.to_string())).collect();
    let description = description(&input.attrs);
    let write = quote! { ::reply_core::ReplyData::write(&self.word(), __out); };
    let schema = quote! { ::reply_core::__private::schema_of_words(&[#(#words),*], #description) };
    let implementation = implementation(ident, &name, &input.generics, &write, &schema);
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    Ok(quote! {
        impl #impl_generics #ident #ty_generics #where_clause {
            /// The word an agent reads.
            #[must_use]
            pub const fn word(&self) -> ::reply_core::Word {
                match self { #(Self::#variants => ::reply_core::Word::of_variant(#words),)* }
            }
        }
        impl #impl_generics ::core::convert::From<#ident #ty_generics> for ::reply_core::Word #where_clause {
            fn from(value: #ident #ty_generics) -> Self { value.word() }
        }
        #implementation
    })
}

fn implementation(
    ident: &Ident,
    name: &str,
    generics: &Generics,
    write: &TokenStream,
    schema: &TokenStream,
) -> TokenStream {
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics ::reply_core::ReplyData for #ident #ty_generics #where_clause {
            fn write(&self, __out: &mut ::reply_core::DataWriter) { #write }
        }
        #[automatically_derived]
        impl #impl_generics ::reply_core::__private::JsonSchema for #ident #ty_generics #where_clause {
            fn schema_name() -> ::std::borrow::Cow<'static, str> { #name.into() }
            fn json_schema(__generator: &mut ::reply_core::__private::SchemaGenerator) -> ::reply_core::__private::Schema {
                #schema
            }
        }
    }
}

/// A generic struct is reply data for arguments that are.
fn with_bounds(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(syn::parse_quote!(::reply_core::ReplyData));
    }
    generics
}

/// The doc comment as a literal: the description in the schema.
fn description(attrs: &[syn::Attribute]) -> TokenStream {
    let lines = attrs.iter().filter(|attr| attr.path().is_ident("doc")).filter_map(|attr| {
        let syn::Meta::NameValue(pair) = &attr.meta else { return None };
        let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value else { return None };
        Some(text.value().trim().to_owned())
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    let text = text.trim();
    quote! { #text }
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
