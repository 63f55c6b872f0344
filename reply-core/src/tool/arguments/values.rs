//! The types that a field of the arguments can have.

use serde_json::{Map, Value, json};

use super::outline::{Outline, outline_list};
use super::reader::FieldReader;
use super::{FieldSpec, MAX_ARGUMENT_ITEMS, MAX_ARGUMENT_LENGTH};

/// A type that a field of the arguments can have. Derive it for an enum of plain words; a struct that derives
/// [`super::Arguments`] is one too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the type of an argument",
    label = "cannot be read from a call's arguments",
    note = "use `String`, `bool`, a number, `Option` or `Vec` of one, an enum that derives `Argument`, or a struct that \
            derives `Arguments`"
)]
pub trait Argument: Sized {
    /// The JSON Schema of its values.
    #[doc(hidden)]
    fn schema(spec: &FieldSpec) -> Map<String, Value>;

    /// What a value must be, in words.
    #[doc(hidden)]
    fn expected(spec: &FieldSpec) -> String;

    /// Reads a value. `None` if it is invalid; that has been recorded.
    #[doc(hidden)]
    fn read(value: &Value, spec: &FieldSpec, field: &mut FieldReader<'_, '_>) -> Option<Self>;

    /// What a journal may keep of a value, which may be invalid.
    #[doc(hidden)]
    fn outline<'a>(value: &'a Value, spec: &FieldSpec) -> Outline<'a> {
        Outline::of(value, spec)
    }

    /// Its default; `None` if it is required.
    #[doc(hidden)]
    fn absent() -> Option<Self> {
        None
    }
}

/// The fields of an object.
pub(crate) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

impl Argument for String {
    fn schema(spec: &FieldSpec) -> Map<String, Value> {
        object(json!({ "type": "string", "maxLength": spec.max_length.unwrap_or(MAX_ARGUMENT_LENGTH) }))
    }

    fn expected(spec: &FieldSpec) -> String {
        format!("a string of at most {} bytes", spec.max_length.unwrap_or(MAX_ARGUMENT_LENGTH))
    }

    fn read(value: &Value, spec: &FieldSpec, field: &mut FieldReader<'_, '_>) -> Option<Self> {
        let Some(text) = value.as_str() else {
            field.wrong_kind(value, "a string");
            return None;
        };
        if text.len() > spec.max_length.unwrap_or(MAX_ARGUMENT_LENGTH) {
            field.note(&format!("has {} bytes", text.len()), &Self::expected(spec));
            return None;
        }
        Some(text.to_owned())
    }
}

/// Types of a JSON kind of their own, read as they are. A tool reads the fields of an object itself.
macro_rules! kinds {
    ($($ty:ty: $json:literal, $expected:literal, |$value:ident| $read:expr;)+) => {$(
        impl Argument for $ty {
            fn schema(_: &FieldSpec) -> Map<String, Value> {
                object(json!({ "type": $json }))
            }

            fn expected(_: &FieldSpec) -> String {
                $expected.to_owned()
            }

            fn read($value: &Value, _: &FieldSpec, field: &mut FieldReader<'_, '_>) -> Option<Self> {
                let read = $read;
                if read.is_none() {
                    field.wrong_kind($value, $expected);
                }
                read
            }
        }
    )+};
}
kinds!(
    bool: "boolean", "true or false", |value| value.as_bool();
    f64: "number", "a number", |value| value.as_f64();
    Map<String, Value>: "object", "an object", |value| value.as_object().cloned();
);

/// The most that a whole number may be: what the field or its type allows. The largest types have no bound that anybody meets.
macro_rules! most {
    ($spec:ident, $ty:ty) => {
        $spec.max.or_else(|| <$ty>::MAX.try_into().ok().filter(|_: &i64| <$ty>::BITS < i64::BITS))
    };
}

macro_rules! whole_numbers {
    ($($ty:ty),+) => {$(
        impl Argument for $ty {
            fn schema(spec: &FieldSpec) -> Map<String, Value> {
                let mut schema = object(json!({ "type": "integer" }));
                let least = spec.min.or((<$ty>::MIN == 0).then_some(0));
                schema.extend(least.map(|least| ("minimum".to_owned(), least.into())));
                schema.extend(most!(spec, $ty).map(|most| ("maximum".to_owned(), most.into())));
                schema
            }

            fn expected(spec: &FieldSpec) -> String {
                let least = spec.min.or((<$ty>::MIN == 0).then_some(0));
                match (least, most!(spec, $ty)) {
                    (Some(least), Some(most)) => format!("a whole number from {least} to {most}"),
                    (Some(least), None) => format!("a whole number from {least} up"),
                    (None, Some(most)) => format!("a whole number up to {most}"),
                    (None, None) => "a whole number".to_owned(),
                }
            }

            fn read(value: &Value, spec: &FieldSpec, field: &mut FieldReader<'_, '_>) -> Option<Self> {
                if !value.is_u64() && !value.is_i64() {
                    field.wrong_kind(value, &Self::expected(spec));
                    return None;
                }
                let number = value.as_i64().map(i128::from).or(value.as_u64().map(i128::from))?;
                let is_in_range = spec.min.is_none_or(|least| number >= i128::from(least))
                    && spec.max.is_none_or(|most| number <= i128::from(most));
                let read = Self::try_from(number).ok().filter(|_| is_in_range);
                if read.is_none() {
                    field.note("is out of range", &Self::expected(spec));
                }
                read
            }
        }
    )+};
}
whole_numbers!(u8, u16, u32, u64, usize, i32, i64);

impl<A: Argument> Argument for Option<A> {
    fn schema(spec: &FieldSpec) -> Map<String, Value> {
        A::schema(spec)
    }

    fn expected(spec: &FieldSpec) -> String {
        A::expected(spec)
    }

    fn read(value: &Value, spec: &FieldSpec, field: &mut FieldReader<'_, '_>) -> Option<Self> {
        A::read(value, spec, field).map(Some)
    }

    fn outline<'a>(value: &'a Value, spec: &FieldSpec) -> Outline<'a> {
        A::outline(value, spec)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Argument> Argument for Vec<T> {
    fn schema(spec: &FieldSpec) -> Map<String, Value> {
        let items = T::schema(&FieldSpec { max_length: None, ..*spec });
        let most = spec.max_length.unwrap_or(MAX_ARGUMENT_ITEMS);
        object(json!({ "type": "array", "items": items, "maxItems": most }))
    }

    fn expected(spec: &FieldSpec) -> String {
        format!("a list of at most {}", spec.max_length.unwrap_or(MAX_ARGUMENT_ITEMS))
    }

    fn read(value: &Value, spec: &FieldSpec, field: &mut FieldReader<'_, '_>) -> Option<Self> {
        let Some(items) = value.as_array() else {
            field.wrong_kind(value, "a list");
            return None;
        };
        if items.len() > spec.max_length.unwrap_or(MAX_ARGUMENT_ITEMS) {
            field.note(&format!("has {} items", items.len()), &Self::expected(spec));
            return None;
        }
        let item_spec = FieldSpec { max_length: None, ..*spec };
        let read: Vec<Option<T>> =
            items.iter().enumerate().map(|(index, item)| field.item(index, item, &item_spec)).collect();
        read.into_iter().collect()
    }

    fn outline<'a>(value: &'a Value, spec: &FieldSpec) -> Outline<'a> {
        outline_list::<T>(value, spec)
    }
}

/// For the derive on an enum of plain words: the schema.
#[doc(hidden)]
pub fn words_schema(words: &[&str]) -> Map<String, Value> {
    object(json!({ "type": "string", "enum": words }))
}

/// For the derive on an enum of plain words: finds the variant of a word.
#[doc(hidden)]
pub fn read_word(value: &Value, words: &[&str], field: &mut FieldReader<'_, '_>) -> Option<usize> {
    let expected = || format!("one of {}", words.join(", "));
    let Some(written) = value.as_str() else {
        field.wrong_kind(value, &expected());
        return None;
    };
    let found = words.iter().position(|word| *word == written);
    if found.is_none() {
        field.note("is none of the known words", &expected());
    }
    found
}
