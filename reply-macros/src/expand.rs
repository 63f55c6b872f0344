//! A registry to Rust: a module per layer and legal type, a type per code. It cannot fail.

use std::fmt::Write;

use reply_registry::{Entry, Layer, LayerNote, Param, ParamType, Registry, ReplyType, Scalar, Status};

use crate::{docs, table};

/// Writes the whole expansion as Rust text.
pub(crate) fn expand(registry: &Registry) -> String {
    let mut entries: Vec<&Entry> = registry.entries.iter().collect();
    entries.sort_by_cached_key(|entry| entry.code.to_string());

    let mut out = String::with_capacity(entries.len() * 1024);
    let fingerprint = table::fingerprint(&entries);
    table::write(&mut out, registry, &entries, fingerprint);
    for note in &registry.layers {
        layer(&mut out, note, &entries, fingerprint);
    }
    out
}

/// The module of a layer: only the types it may give have a name in it (L04).
fn layer(out: &mut String, note: &LayerNote, entries: &[&Entry], fingerprint: u64) {
    docs::lines(out, &format!("What {} may answer: {}.", note.layer, note.owner));
    _ = writeln!(out, "pub mod {} {{", note.layer.as_str().to_lowercase());
    for reply_type in note.layer.legal_types() {
        docs::lines(
            out,
            &format!("{}-…-{reply_type}-…: the agent's next step is to {}.", note.layer, reply_type.action()),
        );
        _ = writeln!(out, "#[allow(missing_debug_implementations, missing_docs)]\npub mod {} {{", reply_type.word());
        for (place, entry) in (fingerprint..).zip(entries) {
            if (entry.code.layer, entry.code.reply_type) == (note.layer, *reply_type) {
                code(out, place, entry);
            }
        }
        out.push_str("}\n");
    }
    out.push_str("}\n");
}

fn code(out: &mut String, place: u64, entry: &Entry) {
    let name = entry.type_name();
    docs::of_entry(out, entry);
    fields(out, &name, &entry.params);
    let bound = match &entry.status {
        Status::Active => None,
        Status::Reserved { because } => {
            let message = format!("{} is reserved and cannot be used yet: {because}", entry.code);
            Some(refusal(out, &name, "IsReserved", &message, "its number is kept for what the architecture names"))
        }
        Status::Retired(tombstone) => {
            let message = format!("{} is retired since {}: {}", entry.code, tombstone.since, tombstone.because);
            let note = tombstone.instead.as_ref().map(|code| format!("use {code} instead"));
            Some(refusal(out, &name, "IsRetired", &message, note.as_deref().unwrap_or("nothing replaces it")))
        }
    };
    let spoken = trait_name(entry.code.reply_type);
    match bound {
        None => {
            _ = write!(out, "impl ::reply_core::{spoken}<::reply_core::{}> for {name} ", layer_type(entry.code.layer));
        }
        Some(bound) => _ = write!(out, "impl<L: ::reply_core::Layer + {bound}> ::reply_core::{spoken}<L> for {name} "),
    }
    body(out, place, &entry.params);
}

/// The type: its fields are the parameters.
fn fields(out: &mut String, name: &str, params: &[Param]) {
    if params.is_empty() {
        _ = writeln!(out, "pub struct {name};");
        return;
    }
    _ = writeln!(out, "pub struct {name} {{");
    for param in params {
        _ = writeln!(out, "pub {}: {},", param.name, field_type(param.ty));
    }
    out.push_str("}\n");
}

/// A trait that no layer has, so that using the code says why it cannot be used (L09).
fn refusal(out: &mut String, name: &str, suffix: &str, message: &str, note: &str) -> String {
    let bound = format!("{name}{suffix}");
    _ = writeln!(
        out,
        "#[doc(hidden)]\n#[diagnostic::on_unimplemented(message = {:?}, label = \"cannot be constructed\", note = {:?})]\npub trait {bound} {{}}",
        escape_format(message),
        escape_format(note),
    );
    bound
}

/// The attribute takes a format string, in which a brace is doubled.
fn escape_format(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

fn body(out: &mut String, place: u64, params: &[Param]) {
    let (constructor, open, close) = match params.len() {
        0 => ("bare", "", ""),
        1 => ("one", "", ""),
        2 => ("two", "", ""),
        3 => ("three", "", ""),
        _ => ("many", "[", "]"),
    };
    out.push_str("{ #[inline] fn answer(self) -> ::reply_core::__private::Answer { ::reply_core::__private::Answer::");
    _ = write!(out, "{constructor}({place:#x}, {open}");
    for param in params {
        let kind = value_kind(param.ty.scalar());
        match param.ty {
            ParamType::One(_) => _ = write!(out, "::reply_core::__private::Value::{kind}(self.{}), ", param.name),
            ParamType::List(_) => {
                let name = &param.name;
                _ = write!(
                    out,
                    "::reply_core::__private::Value::list(self.{name}, ::reply_core::__private::Value::{kind}), "
                );
            }
        }
    }
    _ = writeln!(out, "{close}) }} }}");
}

const fn trait_name(reply_type: ReplyType) -> &'static str {
    match reply_type {
        ReplyType::S => "SucceededBy",
        ReplyType::I => "InvalidBy",
        ReplyType::D => "DeniedBy",
        ReplyType::E => "FailedBy",
    }
}

const fn layer_type(layer: Layer) -> &'static str {
    match layer {
        Layer::Wa => "Wa",
        Layer::En => "En",
        Layer::Ct => "Ct",
        Layer::Mcp => "Mcp",
    }
}

fn field_type(ty: ParamType) -> String {
    let scalar = match ty.scalar() {
        Scalar::Text => "::reply_core::Text",
        Scalar::Word => "::reply_core::Word",
        Scalar::Address => "::reply_core::Address",
        Scalar::Count => "u64",
        Scalar::Number => "i64",
        Scalar::Flag => "bool",
        Scalar::Code => "::reply_core::Code",
        Scalar::Id => "::reply_core::Id",
        Scalar::Problem => "::reply_core::Problem",
    };
    match ty {
        ParamType::One(_) => scalar.to_owned(),
        ParamType::List(_) => format!("::std::vec::Vec<{scalar}>"),
    }
}

const fn value_kind(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Text => "Text",
        Scalar::Word => "Word",
        Scalar::Address => "Address",
        Scalar::Count => "Count",
        Scalar::Number => "Number",
        Scalar::Flag => "Flag",
        Scalar::Code => "Code",
        Scalar::Id => "Id",
        Scalar::Problem => "problem",
    }
}

#[cfg(test)]
mod tests {
    use reply_registry::{Source, check};

    const SMALL: &str = include_str!("../tests/small_registry.toml");

    /// Generated code is read code: this is what a registry becomes.
    #[test]
    fn the_expansion_of_a_small_registry() {
        let registry = check(&Source::new("small_registry.toml", SMALL), None).into_result().unwrap();
        let file = syn::parse_file(&super::expand(&registry)).unwrap();
        insta::assert_snapshot!(prettyplease::unparse(&file));
    }
}
