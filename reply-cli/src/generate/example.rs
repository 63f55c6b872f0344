//! An envelope as an agent would see it, with values made up.

use reply_registry::{ParamType, RegistryEntry, RegistryParam, ReplyType, Scalar, Segment, Template};
use serde_json::{Map, Value, json};

/// The envelope that carries an entry, with values made up.
pub(crate) fn envelope(entry: &RegistryEntry) -> String {
    let reply_type = entry.code.reply_type();
    let data: Map<String, Value> = entry.params.iter().map(|param| (param.name.clone(), value(param.ty))).collect();
    let message = entry.message.as_ref().filter(|_| reply_type != ReplyType::S);
    let error = message.map(|template| {
        json!({
            "message_key": entry.key,
            "message": render(template, &entry.params),
            "action": reply_type.action().as_str(),
        })
    });
    crate::output::json(&json!({
        "status": reply_type.status(),
        "reply_type": reply_type.as_str(),
        "code": entry.code.to_string(),
        "data": data,
        "meta": { "trace_id": "7d0e6a52-9f6b-4c8e-8a59-3f1c2b7d9e10", "duration_ms": 2 },
        "error": error,
    }))
}

fn value(ty: ParamType) -> Value {
    match ty {
        ParamType::One(scalar) => one(scalar),
        ParamType::List(scalar) => json!([one(scalar)]),
    }
}

fn one(scalar: Scalar) -> Value {
    match scalar {
        Scalar::Word => json!("some_word"),
        Scalar::Address => json!("root:folder/file"),
        Scalar::Route => json!("/api/v1/items"),
        Scalar::Url => json!("https://example.org/items"),
        Scalar::Count => json!(3),
        Scalar::Number => json!(-1),
        Scalar::Flag => json!(true),
        Scalar::Code => json!("APP-DATA-I-001"),
        Scalar::Id => json!("c0a8b3f4-2f7a-4f0e-b1d5-6a9e8c7d5b21"),
        Scalar::Problem => {
            json!({ "field": "depth", "problem": "is negative", "expected": "a number from 0 up" })
        }
        _ => json!("some text"),
    }
}

fn render(template: &Template, params: &[RegistryParam]) -> String {
    let shown = template.segments.iter().map(|segment| match segment {
        Segment::Text(text) => text.clone(),
        Segment::Placeholder { name, .. } => {
            params.iter().find(|param| param.name == *name).map(|param| shown(param.ty)).unwrap_or_default()
        }
    });
    shown.collect()
}

fn shown(ty: ParamType) -> String {
    let text = match one(ty.scalar()) {
        Value::String(text) => text,
        Value::Bool(_) => "yes".to_owned(),
        Value::Object(_) => "depth: is negative (expected a number from 0 up)".to_owned(),
        other => other.to_string(),
    };
    match ty {
        ParamType::List(scalar) if scalar.is_quoted() => format!("'{text}'"),
        _ => text,
    }
}
