//! Turns a registry of reply codes into types, and admits structs as reply data.
//!
//! **Invariant:** what a rule is, is decided in `reply-registry`; this crate only asks it and writes Rust. Its output names
//! everything by absolute paths into `reply-core`.
//!
//! Start reading at [`registry`]: `locate` finds the file, `reply_registry::load` reads it, `expand` writes the types, and
//! `fallback` adds the findings as compiler errors. [`ReplyData`](macro@ReplyData) is on its own, in `derive`.
//!
//! # Example
//!
//! ```text
//! // src/lib.rs, with `registry.toml` and `registry.lock` beside `Cargo.toml`
//! reply_macros::registry!("../registry.toml");
//!
//! // elsewhere
//! use replies::wa::invalid::PathNotFound;
//! return Err(rb.invalid(&voice, PathNotFound { path }));
//! ```
#![forbid(unsafe_code)]

mod derive;
mod docs;
mod expand;
mod fallback;
mod locate;
mod table;

use std::fmt::Write;

use proc_macro::TokenStream;

/// Turns a registry into types. Give the path relative to the source file that has the call, as with `include_str!`.
///
/// For each layer there is a module with one module for each reply type that the layer may give, and in it one type for
/// each code: a unit struct, or a struct whose fields are the parameters of the message. `REGISTRY` holds all of them with
/// what the registry says of them. A retired or reserved code has a type too, which nothing accepts.
///
/// A registry that breaks a rule does not build; each finding is a compiler error that shows the line of the TOML.
#[proc_macro]
pub fn registry(input: TokenStream) -> TokenStream {
    let path = syn::parse_macro_input!(input as syn::LitStr);
    match locate::locate(&path) {
        Ok(files) => expand_files(&path, &files),
        Err(error) => error.to_compile_error().into(),
    }
}

fn expand_files(path: &syn::LitStr, files: &locate::Files) -> TokenStream {
    let loaded = reply_registry::load(&files.registry, &files.name);
    let mut code = expand::expand(loaded.salvaged());
    for file in [&files.registry, &files.lock] {
        // Cargo rebuilds when a file that the crate includes changes.
        if file.is_file() {
            _ = writeln!(code, "const _: &[u8] = ::core::include_bytes!({:?});", file.display().to_string());
        }
    }
    // Rust's own lexer reads text many times faster than tokens cross into it one by one.
    let mut tokens: TokenStream = code
        .parse()
        .unwrap_or_else(|error| fallback::internal(path, &format!("the generated code does not lex: {error}")));
    tokens.extend(fallback::errors(path, loaded.findings()));
    tokens
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
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    derive::expand(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}
