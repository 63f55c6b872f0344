//! Stubs for what a derive could not write, so that code that uses the type reports no second error.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput};

use super::ArgumentBodies;
use super::reply_data::with_bounds;
use crate::krate;

/// A type that is reply data, and says nothing.
pub(crate) fn reply_data(input: &DeriveInput) -> TokenStream {
    let (krate, ident) = (krate::path(), &input.ident);
    let generics = with_bounds(&input.generics, &krate);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let words = matches!(input.data, Data::Enum(_)).then(|| {
        quote! {
            impl #impl_generics #ident #ty_generics #where_clause {
                /// Stands in.
                #[allow(dead_code)]
                pub const fn word(&self) -> #krate::Word { #krate::Word::new("unknown") }
            }
            impl #impl_generics ::core::convert::From<#ident #ty_generics> for #krate::Word #where_clause {
                fn from(value: #ident #ty_generics) -> Self { value.word() }
            }
        }
    });
    quote! {
        #words
        impl #impl_generics #krate::ReplyObject for #ident #ty_generics #where_clause {
            fn write_fields(&self, _: &mut #krate::ObjectWriter<'_>) {}
        }
        impl #impl_generics #krate::ReplyData for #ident #ty_generics #where_clause {
            fn write(&self, _: &mut #krate::DataWriter) {}
            fn schema(_: &mut #krate::Schemas) -> #krate::__private::SchemaValue {
                #krate::__private::SchemaValue::Null
            }
        }
    }
}

/// Arguments that read nothing.
pub(crate) fn arguments(input: &DeriveInput) -> TokenStream {
    let (krate, ident, argument) = (krate::path(), &input.ident, argument(input));
    quote! {
        #argument
        impl #krate::Arguments for #ident {
            fn visit(_: &mut #krate::__private::ArgumentVisitor<'_, '_>) -> ::core::option::Option<Self> {
                ::core::option::Option::None
            }
        }
    }
}

/// An argument that reads nothing.
pub(crate) fn argument(input: &DeriveInput) -> TokenStream {
    let krate = krate::path();
    let nothing = quote!(::core::default::Default::default());
    let bodies = ArgumentBodies {
        schema: nothing.clone(),
        expected: nothing,
        read: quote!(::core::option::Option::None),
        outline: quote!(#krate::__private::Outline::of(__value, __spec)),
    };
    bodies.implement(&input.ident, &krate)
}
