//! The type of one code: its fields are the parameters of the message.

use std::fmt::Write;

use reply_registry::{Entry, Param, ParamType, ReplyType, Scalar, Status};

use super::NamedEntry;
use super::enums::enum_name;
use super::source::{literal, name};

/// Writes the type, in a module that calls the façade `kit` and the module of the whole registry `registry`.
pub(super) fn write(out: &mut String, named: &NamedEntry<'_>) {
    let NamedEntry { entry, name: ty, docs, .. } = named;
    _ = write!(out, "#[doc = {docs}] pub struct {ty}");
    write_fields(out, &entry.params);
    match refusal(entry) {
        None => write_given(out, ty, entry),
        Some(refusal) => write_refused(out, ty, entry.code.reply_type(), &refusal),
    }
}

fn write_fields(out: &mut String, params: &[Param]) {
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

/// A code that can be given: what it is, what its values are, and that it was made here. All the rest is said once for its enum.
fn write_given(out: &mut String, ty: &str, entry: &Entry) {
    let codes = enum_name(entry.code.reply_type());
    _ = write!(
        out,
        "impl kit::CodeType for {ty} {{ type Codes = super::{codes}; const CODE: super::{codes} = super::{codes}::{ty}; "
    );
    if !entry.params.is_empty() {
        out.push_str("#[inline] fn values(self, values: &mut kit::__private::Values) { ");
        for param in &entry.params {
            write_value(out, param);
        }
        out.push_str("} ");
    }
    _ = writeln!(out, "}}\nimpl registry::sealed::GivenAs<super::{codes}> for {ty} {{}}");
}

fn write_value(out: &mut String, param: &Param) {
    let (field, scalar) = (name(&param.name), param.ty.scalar());
    _ = match (param.ty, scalar) {
        (ParamType::One(_), _) => write!(out, "values.{}(self.{field}); ", scalar.as_str()),
        // Boxed on the way.
        (ParamType::List(_), Scalar::Problem) => {
            write!(out, "values.list(self.{field}, kit::__private::Value::problem); ")
        }
        (ParamType::List(_), _) => write!(out, "values.list(self.{field}, kit::__private::Value::{scalar:?}); "),
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
struct Refusal {
    /// The end of the name of the trait that says so.
    suffix: &'static str,
    message: String,
    note: String,
}

fn refusal(entry: &Entry) -> Option<Refusal> {
    let code = &entry.code;
    match &entry.status {
        Status::Active => None,
        Status::Reserved { because } => Some(Refusal {
            suffix: "IsReserved",
            message: format!("{code} is reserved and cannot be used yet: {because}"),
            note: "its number is kept for what the architecture names".to_owned(),
        }),
        Status::Retired(tombstone) => Some(Refusal {
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
fn write_refused(out: &mut String, ty: &str, reply_type: ReplyType, refusal: &Refusal) {
    let Refusal { suffix, message, note } = refusal;
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
            type Codes = kit::CodeRef;
            const CODE: kit::CodeRef = match <() as {ty}{suffix}<'static>>::NEVER {{}};
        }}
        impl<L: kit::Layer> kit::{by}<L> for {ty} {{
            fn answer(self) -> kit::__private::Answer<L, kit::__private::{ending}> {{ ::core::panic!({why}) }}
        }}
        "
    );
}
