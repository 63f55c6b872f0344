//! A code, `LAYER-AREA-TYPE-NNN`, taken apart (L01).

use std::fmt;

use crate::law::{Layer, ReplyType};

/// A code whose four parts are well-formed and whose layer and type go together (L01–L04).
///
/// ```
/// let code: reply_registry::Code = "WA-RES-I-001".parse().unwrap();
/// assert_eq!(code.area, "RES");
/// assert_eq!(code.to_string(), "WA-RES-I-001");
/// assert!("WA-RES-D-001".parse::<reply_registry::Code>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    /// Who decided.
    pub layer: Layer,
    /// About what.
    pub area: String,
    /// What it means.
    pub reply_type: ReplyType,
    /// The number in its cluster, 1 to 999.
    pub number: u16,
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
    pub at: std::ops::Range<usize>,
}

/// The demands on a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeErrorKind {
    /// Not four parts separated by hyphens.
    Shape,
    /// The first part is no layer.
    Layer,
    /// The second part is not two to six capital letters.
    Area,
    /// The third part is no reply type.
    Type,
    /// The fourth part is not three digits from 001 to 999.
    Number,
    /// The layer may not give a reply of this type.
    Illegal(Layer, ReplyType),
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            CodeErrorKind::Shape => "a code is LAYER-AREA-TYPE-NNN",
            CodeErrorKind::Layer => "the layer is one of WA, EN, CT, MCP",
            CodeErrorKind::Area => "an area is two to six capital letters",
            CodeErrorKind::Type => "the type is one of S, I, D, E",
            CodeErrorKind::Number => "the number is three digits, 001 to 999",
            CodeErrorKind::Illegal(..) => "this layer may not give a reply of this type",
        })
    }
}

impl std::error::Error for CodeError {}

impl std::str::FromStr for Code {
    type Err = CodeError;

    /// Reports the first problem; [`Code::problems`] reports them all.
    fn from_str(text: &str) -> Result<Self, CodeError> {
        Self::parts(text).filter(|code| code.layer.may_answer(code.reply_type)).ok_or_else(|| {
            let first = Self::problems(text).into_iter().next();
            first.unwrap_or(CodeError { kind: CodeErrorKind::Shape, at: 0..text.len() })
        })
    }
}

impl Code {
    /// The four parts, if each is well-formed; whether they go together is another question.
    fn parts(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let code = Self {
            layer: Layer::parse(parts.next()?)?,
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
        let (known_layer, known_type) = (Layer::parse(layer), ReplyType::parse(reply_type));

        let mut problems = Vec::new();
        let mut problem = |kind, at| problems.push(CodeError { kind, at });
        if known_layer.is_none() {
            problem(CodeErrorKind::Layer, 0..layer.len());
        }
        if !is_area_name(area) {
            problem(CodeErrorKind::Area, area_at..area_at + area.len());
        }
        if known_type.is_none() {
            problem(CodeErrorKind::Type, type_at..type_at + reply_type.len());
        }
        if parse_number(number).is_none() {
            problem(CodeErrorKind::Number, number_at..text.len());
        }
        if let (Some(layer), Some(reply_type)) = (known_layer, known_type)
            && !layer.may_answer(reply_type)
        {
            problem(CodeErrorKind::Illegal(layer, reply_type), 0..text.len());
        }
        problems
    }

    /// The area a text names, if it has the shape of a code.
    pub(crate) fn area_range(text: &str) -> Option<std::ops::Range<usize>> {
        let start = text.find('-')? + 1;
        let len = text[start..].find('-')?;
        Some(start..start + len)
    }
}

/// Two to six capital letters: with the longest layer, a code then never exceeds 16 bytes, which look-up relies on.
pub(crate) fn is_area_name(text: &str) -> bool {
    (2..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn parse_number(text: &str) -> Option<u16> {
    if text.len() != 3 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|number| *number > 0)
}
