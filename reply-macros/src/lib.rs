//! Turns a registry of reply codes into types, and derives arguments and reply data. Use it through `reply-kit`.
//!
//! ```
//! use reply_kit::{Arguments, ReplyData};
//!
//! #[derive(Arguments)]
//! struct Die {
//!     /// How many sides it has.
//!     #[arg(min = 2)]
//!     sides: u32,
//! }
//!
//! #[derive(ReplyData)]
//! struct Shown {
//!     /// The number on top.
//!     top: u32,
//! }
//! ```
//!
//! **Invariant:** `reply-registry` decides what a rule is; this crate only calls it and writes Rust. Its output names everything
//! by absolute paths into the façade, under the name that the author's `Cargo.toml` gives it.
//!
//! Start reading at [`registry`]: `locate` finds the file, `reply_registry::load` reads it, `expand` writes the types, and
//! `fallback` adds the findings as compiler errors. The derives are on their own, in `derive`.
#![forbid(unsafe_code)]

mod derive;
mod expand;
mod fallback;
mod invocation;
mod krate;
mod locate;

use invocation::Invocation;
use proc_macro::TokenStream;
use quote::quote;
use syn::DeriveInput;

/// Turns a registry into types. Give the path relative to the source file that has the call, as with `include_str!`.
///
/// For each layer there is a module with one module for each reply type that the layer may give, and in it one type for
/// each code: a unit struct, or a struct whose fields are the parameters of the message. Beside each module stands the enum
/// of its codes; `Code` is the enum of all. `REGISTRY` holds what the registry says of them, and `start` starts the program.
/// A retired or reserved code has a type too, which nothing accepts.
///
/// `registry!("../registry.toml", layers { WA: SIE, EN: SDE })` also states the layers: another table does not build.
///
/// A registry that breaks a rule does not build; each finding is a compiler error that shows the line of the TOML.
#[proc_macro]
pub fn registry(input: TokenStream) -> TokenStream {
    let invocation = syn::parse_macro_input!(input as Invocation);
    match locate::locate(&invocation.path) {
        Ok(files) => expand_files(&invocation, &files).into(),
        Err(error) => error.to_compile_error().into(),
    }
}

fn expand_files(invocation: &Invocation, files: &locate::RegistryFiles) -> proc_macro2::TokenStream {
    let loaded = reply_registry::load(&files.registry, &files.name);
    let nearby = files.nearby.as_ref().map(|nearby| reply_registry::load(&nearby.registry, &files.name));
    // With the types of the file that probably was meant, the wrong path is the only error.
    let types = expand::expand(nearby.as_ref().unwrap_or(&loaded).salvaged(), &krate::path());
    // Cargo rebuilds when a file that the crate includes changes.
    let tracked = [&files.registry, &files.lock].into_iter().filter(|file| file.is_file()).map(|file| {
        let file = file.display().to_string();
        quote!(
            const _: &[u8] = ::core::include_bytes!(#file);
        )
    });
    let mut findings = loaded.findings().to_vec();
    if let Some(nearby) = &files.nearby {
        for finding in &mut findings {
            finding.message = format!("there is no file `{}`: write `\"{}\"`", invocation.path.value(), nearby.path);
            "the path is relative to the source file that names it".clone_into(&mut finding.help);
        }
    }
    if findings.is_empty() {
        findings = invocation.differences(loaded.salvaged());
    }
    let errors = fallback::errors(&invocation.path, &findings);
    quote!(#types #(#tracked)* #errors)
}

/// Admits a type as reply data: a struct whose fields are all reply data, or an enum whose variants are plain words.
///
/// It also gives the type its JSON Schema, with the doc comments as descriptions. An enum's variants are written in
/// `snake_case`, and turn into a `Word` with `into()`.
///
/// ```text
/// #[derive(ReplyData)]
/// struct Listing {
///     /// The directory that was listed.
///     target: Address,
///     entries: Vec<Address>,
///     truncated: bool,
/// }
/// ```
#[proc_macro_derive(ReplyData)]
pub fn reply_data(input: TokenStream) -> TokenStream {
    derived(input, derive::reply_data::expand, derive::stub::reply_data)
}

/// Reads a tool's arguments, with every wrong field at once: a struct of fields, or an enum of commands with the fields that
/// each takes. The doc comments are the descriptions in the schema.
///
/// `#[arg(min = 1, max = 20)]` bounds a number, `#[arg(max_length = 400)]` a string or a list, `#[arg(default = "3")]` says in
/// the schema what leaving it out means, and `#[arg(flatten)]` reads another definition, such as the commands, from the same
/// object. `#[arguments(check)]` calls the type's own `fn check(&self, problems: &mut ArgumentProblems)` for what no single
/// field shows. `#[default]` on a command selects it where none is named.
///
/// ```text
/// #[derive(Arguments)]
/// struct DirArguments {
///     #[arg(flatten)]
///     command: DirCommand,
///     /// The session's handle, where the transport does not imply one.
///     session: Option<String>,
/// }
/// ```
#[proc_macro_derive(Arguments, attributes(arg, arguments, default))]
pub fn arguments(input: TokenStream) -> TokenStream {
    derived(input, derive::arguments::expand, derive::stub::arguments)
}

/// Reads a field of the arguments that is one of a closed set of words: an enum of plain variants, in `snake_case`.
#[proc_macro_derive(Argument)]
pub fn argument(input: TokenStream) -> TokenStream {
    derived(input, derive::argument::expand, derive::stub::argument)
}

/// What a derive writes; on a mistake the errors, and stand-ins, so that these are the only errors shown.
fn derived(
    input: TokenStream,
    expand: fn(&DeriveInput) -> syn::Result<proc_macro2::TokenStream>,
    stub: fn(&DeriveInput) -> proc_macro2::TokenStream,
) -> TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    let expanded = expand(&input).unwrap_or_else(|error| {
        let (errors, stub) = (error.to_compile_error(), stub(&input));
        quote!(#errors #stub)
    });
    expanded.into()
}
