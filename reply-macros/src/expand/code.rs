//! The type of one code: its fields are the parameters of the message.

use std::fmt::Write;

use reply_registry::{ParamType, RegistryEntry, RegistryParam, ReplyType, Scalar, Status};

use super::NamedEntry;
use super::enums::enum_name;
use super::source::{literal, name};

/// Writes the type, in a module that calls the façade `kit` and the module of the whole registry `registry`. `place` is its own
/// among those of its enum.
pub(super) fn write(out: &mut String, named: &NamedEntry<'_>, place: usize) {
    let NamedEntry { entry, name: ty, docs, .. } = named;
    _ = write!(out, "#[doc = {docs}] pub struct {ty}");
    write_fields(out, &entry.params);
    match refusal(entry) {
        None => write_given(out, ty, entry, place),
        Some(refusal) => write_refused(out, ty, entry.code.reply_type(), &refusal),
    }
}

fn write_fields(out: &mut String, params: &[RegistryParam]) {
    if params.is_empty() {
        out.push_str(";\n");
        return;
    }
    out.push_str(" { ");
    for param in params {
        _ = write!(out, "pub {}: {}, ", name(&param.name), field_type(param.ty));
    }
    out.push_str("}\n");
}

/// A code that can be given: which one it is, with the proof that it was made here, and what its values are. All the rest is said
/// once for its enum.
fn write_given(out: &mut String, ty: &str, entry: &RegistryEntry, place: usize) {
    let codes = enum_name(entry.code.reply_type());
    _ = write!(
        out,
        "impl kit::CodeType for {ty} {{ type Variant = registry::sealed::VariantAt<Self, super::{codes}, {place}>; "
    );
    if !entry.params.is_empty() {
        let (open, close) = match entry.params.len() {
            1 => ("one(", ")"),
            2 => ("two(", ")"),
            3 => ("three(", ")"),
            _ => ("many([", "])"),
        };
        _ = write!(out, "#[inline] fn values(self) -> kit::__private::ParamValues {{ kit::__private::{open}");
        for param in &entry.params {
            write_value(out, param);
        }
        _ = write!(out, "{close} }} ");
    }
    out.push_str("}\n");
}

fn write_value(out: &mut String, param: &RegistryParam) {
    let (field, scalar) = (name(&param.name), param.ty.scalar());
    // The message is boxed by the conversion.
    let of = if scalar == Scalar::Problem { "problem".to_owned() } else { format!("ParamValue::{scalar:?}") };
    _ = match param.ty {
        ParamType::One(_) => write!(out, "kit::__private::{of}(self.{field}), "),
        ParamType::List(_) => write!(out, "kit::__private::list(self.{field}, kit::__private::{of}), "),
    };
}

fn field_type(ty: ParamType) -> String {
    let scalar = match ty.scalar().rust_type() {
        primitive @ ("u64" | "i64" | "bool") => primitive.to_owned(),
        name => format!("kit::{name}"),
    };
    match ty {
        ParamType::One(_) => scalar,
        ParamType::List(_) => format!("::std::vec::Vec<{scalar}>"),
    }
}

/// Why a code cannot be given (L09).
struct UnusableCode {
    /// The end of the name of the trait that says so.
    suffix: &'static str,
    message: String,
    note: String,
}

fn refusal(entry: &RegistryEntry) -> Option<UnusableCode> {
    let code = &entry.code;
    match &entry.status {
        Status::Active => None,
        Status::Reserved { because } => Some(UnusableCode {
            suffix: "IsReserved",
            message: format!("{code} is reserved and cannot be used yet: {because}"),
            note: "its number is kept for what the architecture names".to_owned(),
        }),
        Status::Retired(tombstone) => Some(UnusableCode {
            suffix: "IsRetired",
            message: format!("{code} is retired since {}: {}", tombstone.since, tombstone.because),
            note: match &tombstone.instead {
                Some(code) => format!("use {code} instead"),
                None => "nothing replaces it".to_owned(),
            },
        }),
    }
}

/// A code that cannot be given. It is a code only where something holds that never does, and that says why: in the list of a tool,
/// or in a builder that declares every code. It has an ending, so that a tool that lists and gives it has one error; nothing calls
/// it. The bound names a lifetime, because one that does not is refused at once.
fn write_refused(out: &mut String, ty: &str, reply_type: ReplyType, refusal: &UnusableCode) {
    let UnusableCode { suffix, message, note } = refusal;
    let why = literal(&format!("{message}; {note}"));
    // The attribute takes a format string, in which a brace is doubled.
    let message = why.replace('{', "{{").replace('}', "}}");
    let (by, ending) = match reply_type {
        ReplyType::S => ("SucceededBy", "Success"),
        ReplyType::I => ("InvalidBy", "Invalid"),
        ReplyType::D => ("DeniedBy", "Denied"),
        ReplyType::E => ("FailedBy", "Failure"),
    };
    _ = write!(
        out,
        "#[doc(hidden)]
        #[diagnostic::on_unimplemented(message = {message}, label = \"cannot be given\")]
        pub trait {ty}{suffix}<'never> {{ const NEVER: ::core::convert::Infallible; }}
        impl kit::CodeType for {ty} where for<'never> (): {ty}{suffix}<'never> {{
            type Variant = kit::__private::NoVariant;
            const CODE: kit::CodeRef = match <() as {ty}{suffix}<'static>>::NEVER {{}};
        }}
        impl<L: kit::Layer> kit::{by}<L> for {ty} {{
            fn answer(self) -> kit::__private::Answer<L, kit::__private::{ending}> {{ ::core::panic!({message}) }}
        }}
        "
    );
}
