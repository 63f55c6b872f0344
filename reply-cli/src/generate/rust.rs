//! How Rust code names a code.

use reply_registry::{Entry, ReplyType};

/// The value, from the layer's module on: `wa::invalid::PathNotFound { input, nearest }`.
pub(crate) fn rust_path(entry: &Entry) -> String {
    let layer = entry.code.layer.as_str().to_lowercase();
    let fields: Vec<&str> = entry.params.iter().map(|param| param.name.as_str()).collect();
    let fields = if fields.is_empty() { String::new() } else { format!(" {{ {} }}", fields.join(", ")) };
    format!("{layer}::{}::{}{fields}", entry.code.reply_type.word(), entry.type_name())
}

/// The line that gives the reply.
pub(crate) fn rust_line(crate_name: &str, entry: &Entry) -> String {
    let value = format!("{crate_name}::{}", rust_path(entry));
    match entry.code.reply_type {
        ReplyType::S => format!("Ok(rb.success(&voice, {value}, &data))"),
        other => format!("return Err(rb.{}(&voice, {value}));", other.word()),
    }
}
