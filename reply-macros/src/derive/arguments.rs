//! `#[derive(Arguments)]`: a struct of fields, or an enum of commands with the fields each takes.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DataEnum, DeriveInput, Error, Field, Fields, Ident, LitInt, LitStr, Result, Type};

use super::{ArgumentBodies, all, description, snake_case};
use crate::krate;

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let krate = krate::path();
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => object(input, &fields.named.iter().collect::<Vec<_>>(), &krate),
            Fields::Unit => object(input, &[], &krate),
            Fields::Unnamed(_) => {
                Err(Error::new_spanned(&input.ident, "name the fields: arguments are an object, given by name"))
            }
        },
        Data::Enum(data) => commands(input, data, &krate),
        Data::Union(_) => Err(Error::new_spanned(&input.ident, "a union cannot be read; use a struct")),
    }
}

/// A field with what its attribute says.
struct ArgumentField<'f> {
    ident: &'f Ident,
    ty: &'f Type,
    name: String,
    description: String,
    options: FieldOptions,
}

#[derive(Default)]
struct FieldOptions {
    is_flattened: bool,
    min: Option<TokenStream>,
    max: Option<TokenStream>,
    max_length: Option<TokenStream>,
    default: Option<LitStr>,
    keep: Option<&'static str>,
}

impl<'f> ArgumentField<'f> {
    fn parse(field: &'f Field) -> Result<Self> {
        let Some(ident) = &field.ident else { return Err(Error::new_spanned(field, "name the field")) };
        let name = ident.to_string().trim_start_matches("r#").to_owned();
        let description = description(&field.attrs).replace('\n', " ");
        Ok(Self { ident, ty: &field.ty, name, description, options: FieldOptions::parse(field)? })
    }

    fn spec(&self, krate: &TokenStream) -> TokenStream {
        let Self { name, description, options, .. } = self;
        let option = |value: &Option<TokenStream>| match value {
            Some(value) => quote!(::core::option::Option::Some(#value)),
            None => quote!(::core::option::Option::None),
        };
        let (min, max, max_length) = (option(&options.min), option(&options.max), option(&options.max_length));
        let default = option(&options.default.as_ref().map(|text| quote!(#text)));
        let keep = Ident::new(options.keep.unwrap_or("ByType"), proc_macro2::Span::call_site());
        quote! {
            #krate::__private::FieldSpec {
                name: #name,
                description: #description,
                min: #min,
                max: #max,
                max_length: #max_length,
                default: #default,
                keep: #krate::__private::Keep::#keep,
            }
        }
    }

    /// Spanned at the type of the field, so that the compiler points at the field that cannot be read.
    fn visit(&self, krate: &TokenStream) -> TokenStream {
        let (ident, ty, spec) = (self.ident, self.ty, self.spec(krate));
        if self.options.is_flattened {
            return quote_spanned! { ty.span() => let #ident = __visitor.flatten::<#ty>(); };
        }
        quote_spanned! { ty.span() => let #ident = __visitor.field::<#ty>(&#spec); }
    }
}

impl FieldOptions {
    fn parse(field: &Field) -> Result<Self> {
        let mut options = Self::default();
        for attr in field.attrs.iter().filter(|attr| attr.path().is_ident("arg")) {
            attr.parse_nested_meta(|meta| {
                if meta.path.is_ident("flatten") {
                    options.is_flattened = true;
                } else if meta.path.is_ident("min") {
                    let number: LitInt = meta.value()?.parse()?;
                    options.min = Some(quote!(#number));
                } else if meta.path.is_ident("max") {
                    let number: LitInt = meta.value()?.parse()?;
                    options.max = Some(quote!(#number));
                } else if meta.path.is_ident("max_length") {
                    let length: syn::Expr = meta.value()?.parse()?;
                    options.max_length = Some(quote!(#length));
                } else if meta.path.is_ident("default") {
                    options.default = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("shown") {
                    options.keep = Some("Shown");
                } else if meta.path.is_ident("hidden") {
                    options.keep = Some("Hidden");
                } else {
                    return Err(meta.error("the options are flatten, min, max, max_length, default, shown and hidden"));
                }
                Ok(())
            })?;
        }
        Ok(options)
    }
}

/// The fields, or every problem with them.
fn parse_all<'f>(fields: impl IntoIterator<Item = &'f Field>) -> Result<Vec<ArgumentField<'f>>> {
    let mut errors = Vec::new();
    let mut parsed = Vec::new();
    for field in fields {
        match ArgumentField::parse(field) {
            Ok(argument) => parsed.push(argument),
            Err(error) => errors.push(error),
        }
    }
    all(errors.into_iter())?;
    Ok(parsed)
}

fn object(input: &DeriveInput, fields: &[&Field], krate: &TokenStream) -> Result<TokenStream> {
    let ident = &input.ident;
    let fields = parse_all(fields.iter().copied())?;
    let check = check(input)?;
    let visits = fields.iter().map(|field| field.visit(krate));
    let names: Vec<&Ident> = fields.iter().map(|field| field.ident).collect();
    let visit = quote! {
        #(#visits)*
        if !__visitor.is_reading() {
            return ::core::option::Option::None;
        }
        let __arguments = Self { #(#names: #names?,)* };
        #check
        ::core::option::Option::Some(__arguments)
    };
    let arguments = implementation(ident, &visit, krate);
    let bodies = ArgumentBodies {
        schema: quote!(<Self as #krate::Arguments>::json_schema()),
        expected: quote!(::std::string::String::from("an object")),
        read: quote!(__field.object(__value)),
        outline: quote!(#krate::__private::outline_object::<Self>(__value, __spec)),
    };
    let argument = bodies.implement(ident, krate);
    Ok(quote!(#arguments #argument))
}

/// An enum of commands. The field `command` names the selected one; `#[default]` marks the one that is selected without it.
fn commands(input: &DeriveInput, data: &DataEnum, krate: &TokenStream) -> Result<TokenStream> {
    let ident = &input.ident;
    let names: Vec<String> = data.variants.iter().map(|variant| snake_case(&variant.ident.to_string())).collect();
    let default =
        data.variants.iter().position(|variant| variant.attrs.iter().any(|attr| attr.path().is_ident("default")));
    let default = match default {
        Some(index) => quote!(::core::option::Option::Some(#index)),
        None => quote!(::core::option::Option::None),
    };
    let check = check(input)?;
    let mut visits = Vec::new();
    let mut about = Vec::new();
    for (variant, name) in data.variants.iter().zip(&names) {
        about.push(format!("{name}: {}", description(&variant.attrs).replace('\n', " ")));
        let fields = match &variant.fields {
            Fields::Named(fields) => parse_all(&fields.named)?,
            Fields::Unit => Vec::new(),
            Fields::Unnamed(_) => return Err(Error::new_spanned(variant, "name the fields of the command")),
        };
        let field_visits = fields.iter().map(|field| field.visit(krate));
        let (variant, fields): (_, Vec<&Ident>) = (&variant.ident, fields.iter().map(|field| field.ident).collect());
        visits.push(quote! {
            if __visitor.enters(#name) {
                #(#field_visits)*
                if __visitor.is_reading() {
                    let __arguments = Self::#variant { #(#fields: #fields?,)* };
                    #check
                    return ::core::option::Option::Some(__arguments);
                }
            }
        });
    }
    let about = about.join(" ");
    let visit = quote! {
        __visitor.commands("command", &[#(#names),*], #about, #default);
        #(#visits)*
        __visitor.leave();
        ::core::option::Option::None
    };
    Ok(implementation(ident, &visit, krate))
}

/// What `#[arguments(check)]` adds: a call of the author's own `check`, for what no single field shows.
fn check(input: &DeriveInput) -> Result<Option<TokenStream>> {
    let mut is_checked = false;
    for attr in input.attrs.iter().filter(|attr| attr.path().is_ident("arguments")) {
        attr.parse_nested_meta(|meta| {
            is_checked |= meta.path.is_ident("check");
            if meta.path.is_ident("check") { Ok(()) } else { Err(meta.error("the option is check")) }
        })?;
    }
    Ok(is_checked.then(|| quote! { __visitor.check(|__problems| __arguments.check(__problems)); }))
}

fn implementation(ident: &Ident, visit: &TokenStream, krate: &TokenStream) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl #krate::Arguments for #ident {
            fn visit(__visitor: &mut #krate::__private::ArgumentVisitor<'_, '_>) -> ::core::option::Option<Self> {
                #visit
            }
        }
    }
}
