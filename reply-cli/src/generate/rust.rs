//! How Rust code names a code, and gives it.

use reply_registry::{ParamType, RegistryEntry, ReplyType, type_name};

/// The value, from the layer's module on: `wa::invalid::PathNotFound { input, nearest }`.
pub(crate) fn rust_path(entry: &RegistryEntry) -> String {
    let fields: Vec<&str> = entry.params.iter().map(|param| param.name.as_str()).collect();
    let fields = if fields.is_empty() { String::new() } else { format!(" {{ {} }}", fields.join(", ")) };
    format!("{}{fields}", type_path(entry))
}

/// The lines that an author adds to give a reply.
#[derive(Debug)]
pub(crate) struct RustLines {
    /// Where the decision is made; the types of what it names stand at its end.
    pub(crate) answer: String,
    /// In the tool's list of codes.
    pub(crate) declaration: String,
}

/// The lines for a code whose types are below `path`.
pub(crate) fn rust_lines(path: &str, entry: &RegistryEntry) -> RustLines {
    let value = format!("{path}::{}", rust_path(entry));
    let ty = format!("{path}::{}", type_path(entry));
    let (answer, declaration) = match entry.code.reply_type() {
        ReplyType::S => {
            (format!("Ok(rb.success(&voice, {value}, &data))"), format!("codes!(YourTool {{ {ty} => YourData, … }});"))
        }
        other => (
            format!("return Err(rb.{}(&voice, {value}));", other.status()),
            format!("codes!(YourTool {{ …; {ty}, … }});"),
        ),
    };
    let voice = format!("voice: Voice<{path}::{}>", type_name(entry.code.layer()));
    let params = entry.params.iter().map(|param| format!("{}: {}", param.name, rust_type(param.ty)));
    let types: Vec<String> = std::iter::once(voice).chain(params).collect();
    RustLines { answer: format!("{answer} // {}", types.join(", ")), declaration }
}

/// The type, from the layer's module on: `wa::invalid::PathNotFound`.
pub(crate) fn type_path(entry: &RegistryEntry) -> String {
    let layer = entry.code.layer().to_lowercase();
    format!("{layer}::{}::{}", entry.code.reply_type().status(), entry.type_name())
}

/// The type of a field, by the names that `reply-kit` exports.
fn rust_type(ty: ParamType) -> String {
    let scalar = ty.scalar().rust_type();
    match ty {
        ParamType::One(_) => scalar.to_owned(),
        ParamType::List(_) => format!("Vec<{scalar}>"),
    }
}
