//! Arguments against a tool's schema: every field that does not fit, each with what was expected (L20).

use reply_core::{Problem, Text};
use serde_json::{Map, Value};

/// The arguments as an object that fits, or everything wrong with them.
pub(crate) fn fitting<'a>(
    schema: &Map<String, Value>,
    arguments: &'a Value,
) -> Result<&'a Map<String, Value>, Vec<Problem>> {
    let Value::Object(arguments) = arguments else {
        return Err(vec![problem("arguments", &format!("is {}", kind(arguments)), "an object")]);
    };
    let empty = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    let mut problems = Vec::new();
    for (name, value) in arguments {
        match properties.get(name) {
            None => {
                let known: Vec<&str> = properties.keys().map(String::as_str).collect();
                problems.push(problem(name, "is not a field of this tool", &format!("one of {}", known.join(", "))));
            }
            Some(property) => problems.extend(mismatch(name, property, value)),
        }
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    for name in required.filter(|name| !arguments.contains_key(*name)) {
        let expected = properties.get(name).map(expected).unwrap_or_default();
        problems.push(problem(name, "is missing", &expected));
    }
    if problems.is_empty() { Ok(arguments) } else { Err(problems) }
}

fn mismatch(name: &str, property: &Value, value: &Value) -> Option<Problem> {
    let fits_type = match property["type"].as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => true,
    };
    if !fits_type {
        return Some(problem(name, &format!("is {}", kind(value)), &expected(property)));
    }
    if let Some(words) = property["enum"].as_array()
        && !words.contains(value)
    {
        return Some(problem(name, "is none of the known words", &expected(property)));
    }
    let number = value.as_i64();
    let too_small = property["minimum"].as_i64().zip(number).is_some_and(|(least, number)| number < least);
    let too_large = property["maximum"].as_i64().zip(number).is_some_and(|(most, number)| number > most);
    let out_of_range = too_small || too_large || (value.is_u64() && number.is_none());
    out_of_range.then(|| problem(name, "is out of range", &expected(property)))
}

fn expected(property: &Value) -> String {
    if let Some(words) = property["enum"].as_array() {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        return format!("one of {}", words.join(", "));
    }
    match (property["type"].as_str(), property["minimum"].as_i64(), property["maximum"].as_i64()) {
        (Some("integer"), Some(least), Some(most)) => format!("a whole number from {least} to {most}"),
        (Some("integer"), Some(least), None) => format!("a whole number from {least} up"),
        (Some("integer"), ..) => "a whole number".to_owned(),
        (Some("string"), ..) => "a string".to_owned(),
        (Some("boolean"), ..) => "true or false".to_owned(),
        (Some("array"), ..) => "a list".to_owned(),
        (Some("object"), ..) => "an object".to_owned(),
        _ => "another value".to_owned(),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn problem(field: &str, problem: &str, expected: &str) -> Problem {
    Problem { field: Text::echo(field), problem: problem.into(), expected: Text::echo(expected) }
}

/// The arguments for a crash file: what they were, not what they said.
pub(crate) fn redacted(arguments: &Value) -> String {
    let Value::Object(arguments) = arguments else { return format!("({})", kind(arguments)) };
    let shown = arguments.iter().map(|(name, value)| match (name.as_str(), value) {
        ("content" | "old_text" | "new_text" | "session", Value::String(text)) => {
            format!("{name}: ({} bytes)", text.len())
        }
        _ => format!("{name}: {value}"),
    });
    shown.collect::<Vec<_>>().join(", ")
}
