//! What a code means.

use reply_kit::{CodeRef, Status};
use serde_json::{Value, json};

/// A code as data.
pub(crate) fn describe(code: CodeRef) -> Value {
    let entry = code.entry();
    let params: Vec<Value> =
        entry.params.iter().map(|param| json!({ "name": param.name, "type": param.ty.to_string() })).collect();
    json!({
        "code": code.as_str(),
        "key": entry.key,
        "summary": entry.summary,
        "message": entry.template,
        "explain": entry.explain.trim(),
        "params": params,
        "next_step": code.reply_type().action().as_str(),
        "is_active": matches!(entry.status, Status::Active),
    })
}

/// The letter of a code's type, by its text: a line of the journal may name a code that this version does not have.
pub(crate) fn type_letter(code: &str) -> Option<&str> {
    code.split('-').nth(2)
}
