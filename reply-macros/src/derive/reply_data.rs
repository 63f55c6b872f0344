//! `#[derive(ReplyData)]`: every field must be reply data, and the type gets its JSON and its schema from one place.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DataEnum, DeriveInput, Error, Field, Fields, Generics, Ident, Result};

use super::{description, only_words, snake_case};
use crate::krate;

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let krate = krate::path();
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => Ok(object(input, &fields.named.iter().collect::<Vec<_>>(), &krate)),
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Ok(transparent(input, &fields.unnamed[0], &krate)),
            Fields::Unnamed(_) => Err(Error::new_spanned(
                &input.ident,
                "name the fields: reply data is an object, and an agent reads it by name",
            )),
            Fields::Unit => Ok(object(input, &[], &krate)),
        },
        Data::Enum(data) => words(input, data, &krate),
        Data::Union(_) => Err(Error::new_spanned(&input.ident, "a union is not reply data; use a struct")),
    }
}

/// A struct is an object.
fn object(input: &DeriveInput, fields: &[&Field], krate: &TokenStream) -> TokenStream {
    let (ident, name) = (&input.ident, input.ident.to_string());
    let description = description(&input.attrs);
    let visits = fields.iter().filter_map(|field| {
        let (ident, ty) = (field.ident.as_ref()?, &field.ty);
        let name = ident.to_string().trim_start_matches("r#").to_owned();
        let description = super::description(&field.attrs);
        // Spanned at the type of the field, so that the compiler points at the field that is not agent-safe.
        Some(quote_spanned! { ty.span() => __visitor.field::<#ty>(const { #krate::FieldName::new(#name) }, #description, |__value| &__value.#ident); })
    });
    let generics = with_bounds(&input.generics, krate);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let write = quote! { __out.object_of(self); };
    let schema = quote! { #krate::__private::schema_of_fields::<Self>(__schemas, #name, #description) };
    let implementation = implementation(ident, &generics, &write, &schema, krate);
    quote! {
        #[automatically_derived]
        impl #impl_generics #krate::__private::Fields for #ident #ty_generics #where_clause {
            fn visit<__V: #krate::__private::FieldVisitor<Self>>(__visitor: &mut __V) { #(#visits)* }
        }
        #[automatically_derived]
        impl #impl_generics #krate::ReplyObject for #ident #ty_generics #where_clause {
            fn write_fields(&self, __object: &mut #krate::ObjectWriter<'_>) {
                #krate::__private::write_fields(self, __object);
            }
        }
        #implementation
    }
}

/// A struct with one unnamed field is what it holds.
fn transparent(input: &DeriveInput, field: &Field, krate: &TokenStream) -> TokenStream {
    let (ident, ty) = (&input.ident, &field.ty);
    let write = quote_spanned! { ty.span() => #krate::ReplyData::write(&self.0, __out); };
    let schema = quote! { <#ty as #krate::ReplyData>::schema(__schemas) };
    implementation(ident, &with_bounds(&input.generics, krate), &write, &schema, krate)
}

/// An enum is a closed set of words.
fn words(input: &DeriveInput, data: &DataEnum, krate: &TokenStream) -> Result<TokenStream> {
    only_words(
        data.variants.iter(),
        "a variant of reply data is a plain word; put what it holds into a field of the struct around it",
    )?;
    if data.variants.is_empty() {
        return Err(Error::new_spanned(&input.ident, "an enum without variants has no word to say"));
    }
    let ident = &input.ident;
    let variants: Vec<&Ident> = data.variants.iter().map(|variant| &variant.ident).collect();
    let words: Vec<String> = variants.iter().map(|variant| snake_case(&variant.to_string())).collect();
    let description = description(&input.attrs);
    let write = quote! { #krate::ReplyData::write(&self.word(), __out); };
    let schema = quote! { #krate::__private::schema_of_words(&[#(#words),*], #description) };
    let implementation = implementation(ident, &input.generics, &write, &schema, krate);
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    Ok(quote! {
        impl #impl_generics #ident #ty_generics #where_clause {
            /// The word an agent reads.
            #[must_use]
            pub const fn word(&self) -> #krate::Word {
                match self { #(Self::#variants => const { #krate::Word::new(#words) },)* }
            }
        }
        impl #impl_generics ::core::convert::From<#ident #ty_generics> for #krate::Word #where_clause {
            fn from(value: #ident #ty_generics) -> Self { value.word() }
        }
        #implementation
    })
}

fn implementation(
    ident: &Ident,
    generics: &Generics,
    write: &TokenStream,
    schema: &TokenStream,
    krate: &TokenStream,
) -> TokenStream {
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics #krate::ReplyData for #ident #ty_generics #where_clause {
            fn write(&self, __out: &mut #krate::DataWriter) { #write }
            fn schema(__schemas: &mut #krate::Schemas) -> #krate::__private::SchemaValue { #schema }
        }
    }
}

/// A generic struct is reply data for arguments that are.
pub(super) fn with_bounds(generics: &Generics, krate: &TokenStream) -> Generics {
    let mut generics = generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(syn::parse_quote!(#krate::ReplyData));
    }
    generics
}
