//! A code, `LAYER-AREA-TYPE-NNN`, taken apart (L01).

use std::fmt;
use std::ops::Range;

use crate::ReplyType;

/// A code whose four parts are well-formed. Whether its layer exists and may give its type is a registry's to say.
///
/// ```
/// let code: reply_registry::Code = "WA-RES-I-001".parse().unwrap();
/// assert_eq!((code.layer(), code.area()), ("WA", "RES"));
/// assert_eq!(code.to_string(), "WA-RES-I-001");
/// assert!("WA-RES-X-001".parse::<reply_registry::Code>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    layer: String,
    area: String,
    reply_type: ReplyType,
    number: u16,
}

impl Code {
    /// Who decided.
    pub fn layer(&self) -> &str {
        &self.layer
    }

    /// About what.
    pub fn area(&self) -> &str {
        &self.area
    }

    /// What it means.
    pub fn reply_type(&self) -> ReplyType {
        self.reply_type
    }

    /// The number in its cluster, 1 to 999.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// Another number of the same cluster, if it is one from 1 to 999.
    #[must_use]
    pub fn with_number(&self, number: u16) -> Option<Self> {
        (1..=999).contains(&number).then(|| Self { number, ..self.clone() })
    }

    /// Whether both have the same layer, area and type.
    pub fn is_in_cluster_of(&self, other: &Self) -> bool {
        (&self.layer, &self.area, self.reply_type) == (&other.layer, &other.area, other.reply_type)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}-{:03}", self.layer, self.area, self.reply_type, self.number)
    }
}

/// What is wrong with a text that should be a code, and which bytes of it are to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeError {
    /// Which demand it fails.
    pub kind: CodeErrorKind,
    /// The offending bytes of the text.
    pub at: Range<usize>,
}

/// The demands on a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodeErrorKind {
    /// Not four parts separated by hyphens.
    Shape,
    /// The first part is not two to four capital letters.
    Layer,
    /// The second part is not two to six capital letters.
    Area,
    /// The third part is not a reply type.
    Type,
    /// The fourth part is not three digits from 001 to 999.
    Number,
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            CodeErrorKind::Shape => "a code is LAYER-AREA-TYPE-NNN",
            CodeErrorKind::Layer => "a layer is two to four capital letters",
            CodeErrorKind::Area => "an area is two to six capital letters",
            CodeErrorKind::Type => "the type is one of S, I, D, E",
            CodeErrorKind::Number => "the number is three digits, 001 to 999",
        })
    }
}

impl std::error::Error for CodeError {}

impl std::str::FromStr for Code {
    type Err = CodeError;

    /// Reports the first problem; [`Code::problems`] reports them all.
    fn from_str(text: &str) -> Result<Self, CodeError> {
        Self::parts(text).ok_or_else(|| {
            let first = Self::problems(text).into_iter().next();
            first.unwrap_or(CodeError { kind: CodeErrorKind::Shape, at: 0..text.len() })
        })
    }
}

impl Code {
    fn parts(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let code = Self {
            layer: parts.next().filter(|layer| is_layer_name(layer))?.to_owned(),
            area: parts.next().filter(|area| is_area_name(area))?.to_owned(),
            reply_type: ReplyType::parse(parts.next()?)?,
            number: parse_number(parts.next()?)?,
        };
        parts.next().is_none().then_some(code)
    }

    /// Everything wrong with a text that should be a code.
    pub fn problems(text: &str) -> Vec<CodeError> {
        let parts: Vec<&str> = text.split('-').collect();
        let [layer, area, reply_type, number] = parts[..] else {
            return vec![CodeError { kind: CodeErrorKind::Shape, at: 0..text.len() }];
        };
        let area_at = layer.len() + 1;
        let type_at = area_at + area.len() + 1;
        let number_at = type_at + reply_type.len() + 1;
        let demands = [
            (CodeErrorKind::Layer, is_layer_name(layer), 0..layer.len()),
            (CodeErrorKind::Area, is_area_name(area), area_at..area_at + area.len()),
            (CodeErrorKind::Type, ReplyType::parse(reply_type).is_some(), type_at..type_at + reply_type.len()),
            (CodeErrorKind::Number, parse_number(number).is_some(), number_at..text.len()),
        ];
        let failed = demands.into_iter().filter(|(_, holds, _)| !holds);
        failed.map(|(kind, _, at)| CodeError { kind, at }).collect()
    }

    /// The area a text names, if it has the shape of a code.
    pub(crate) fn area_range(text: &str) -> Option<Range<usize>> {
        let start = text.find('-')? + 1;
        let len = text[start..].find('-')?;
        Some(start..start + len)
    }
}

/// Two to four capital letters: short enough to stand in every code.
pub(crate) fn is_layer_name(text: &str) -> bool {
    (2..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Two to six capital letters.
pub(crate) fn is_area_name(text: &str) -> bool {
    (2..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn parse_number(text: &str) -> Option<u16> {
    if text.len() != 3 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|number| *number > 0)
}
