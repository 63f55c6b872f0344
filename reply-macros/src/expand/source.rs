//! Generated code as text. What is written once is written with `quote!`; what is written for every code is text that the
//! compiler reads in one go, because a macro runs unoptimised and pays for each token that it makes itself.

use proc_macro2::TokenStream;
use quote::quote;

/// The tokens of a text. It has no error of its own: every name in it was checked, every string escaped.
pub(super) fn tokens(text: &str) -> TokenStream {
    // Read by the compiler itself, where there is one: `proc_macro2` would first read it in the macro as well.
    let parsed = if proc_macro::is_available() {
        text.parse::<proc_macro::TokenStream>().map(TokenStream::from).map_err(|error| error.to_string())
    } else {
        text.parse::<TokenStream>().map_err(|error| error.to_string())
    };
    parsed.unwrap_or_else(|error| {
        let message = format!("the generated code cannot be read: {error}");
        quote!(::core::compile_error!(#message);)
    })
}

/// A string as a literal without escapes where that can be: the compiler reads it as it stands, and so does a person.
pub(super) fn literal(text: &str) -> String {
    // A raw literal cannot hold a carriage return, and other characters may not be what they look like.
    let is_plain = text.is_ascii() && !text.contains('\r');
    match text {
        _ if !is_plain || text.contains("\"#") => format!("{text:?}"),
        _ if text.contains('"') => ["r#\"", text, "\"#"].concat(),
        // One by one: the search for one character is compiled with optimisation, that for either is not.
        _ if text.contains('\n') || text.contains('\\') => ["r\"", text, "\""].concat(),
        _ => ["\"", text, "\""].concat(),
    }
}

/// A name as it may stand in code. A broken registry is expanded too, as far as it goes; its names may be keywords, or no names
/// at all.
pub(super) fn name(name: &str) -> &str {
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !reply_registry::is_keyword(name);
    if is_name { name } else { "unnamed" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn any_text_is_a_literal() {
        for text in [
            "",
            "'a' \"b\" \\ {c} \n\t\r\0",
            "zero-width \u{200b}, e\u{301}, …",
            "/* // */ #\"#",
            "say \"no\"",
            "#\" \u{202e}",
        ] {
            let literal: syn::LitStr = syn::parse_str(&super::literal(text)).unwrap();
            assert_eq!(literal.value(), text);
        }
    }
}
