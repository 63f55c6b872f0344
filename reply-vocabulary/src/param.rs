//! Parameter types: what a placeholder of a message can stand for (L10).

use std::fmt;

/// The type of one value. Each is a type of `reply-core` that cannot hold a host path (L49).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Scalar {
    /// Free text, checked when it is made.
    Text,
    /// A word of a closed set, from an enum.
    Word,
    /// A canonical address.
    Address,
    /// The path of a request to a server, such as `/api/v1/users`.
    Route,
    /// An address of the web.
    Url,
    /// A whole number from zero up.
    Count,
    /// A whole number.
    Number,
    /// Yes or no.
    Flag,
    /// A registered reply code.
    Code,
    /// An opaque identifier.
    Id,
    /// One thing wrong with a request: the field, what is wrong, what was expected.
    Problem,
}

impl Scalar {
    /// Every parameter type, in the order the documentation lists them.
    pub const ALL: [Self; 11] = [
        Self::Text,
        Self::Word,
        Self::Address,
        Self::Route,
        Self::Url,
        Self::Count,
        Self::Number,
        Self::Flag,
        Self::Code,
        Self::Id,
        Self::Problem,
    ];

    /// The name in the registry.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Word => "word",
            Self::Address => "address",
            Self::Route => "route",
            Self::Url => "url",
            Self::Count => "count",
            Self::Number => "number",
            Self::Flag => "flag",
            Self::Code => "code",
            Self::Id => "id",
            Self::Problem => "problem",
        }
    }

    /// The Rust type of a value: one of the standard library, or by the name that `reply-kit` exports.
    pub const fn rust_type(self) -> &'static str {
        match self {
            Self::Text => "Text",
            Self::Word => "Word",
            Self::Address => "Address",
            Self::Route => "Route",
            Self::Url => "WebAddress",
            Self::Count => "u64",
            Self::Number => "i64",
            Self::Flag => "bool",
            Self::Code => "CodeRef",
            Self::Id => "Id",
            Self::Problem => "ArgumentProblem",
        }
    }

    /// Reads a name of the registry; anything else is not a parameter type.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scalar| scalar.as_str() == text)
    }

    /// Whether a message shows it in single quotes: what an agent could mistake for prose.
    pub const fn is_quoted(self) -> bool {
        matches!(self, Self::Text | Self::Word | Self::Address | Self::Route | Self::Url | Self::Code | Self::Id)
    }
}

/// The declared type of a parameter: one value, or a list of them. The registry has a notation for these two, so it may be
/// matched without a wildcard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ParamType {
    /// One value: `path = "address"`.
    One(Scalar),
    /// Any number of values: `nearest = ["address"]`.
    List(Scalar),
}

impl ParamType {
    /// The type of the value, or of each value of the list.
    pub const fn scalar(self) -> Scalar {
        match self {
            Self::One(scalar) | Self::List(scalar) => scalar,
        }
    }

    /// Whether a message shows it in single quotes. A list is rendered as its items, which quote themselves.
    pub const fn is_quoted(self) -> bool {
        matches!(self, Self::One(scalar) if scalar.is_quoted())
    }

    /// The notation of the registry, quotes included.
    pub fn toml(self) -> String {
        match self {
            Self::One(scalar) => format!("\"{}\"", scalar.as_str()),
            Self::List(scalar) => format!("[\"{}\"]", scalar.as_str()),
        }
    }

    /// Reads the notation of the lock file: `address`, or `[address]` for a list.
    pub fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            Some(inner) => Scalar::parse(inner).map(Self::List),
            None => Scalar::parse(text).map(Self::One),
        }
    }
}

impl fmt::Display for ParamType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(scalar) => f.write_str(scalar.as_str()),
            Self::List(scalar) => write!(f, "[{}]", scalar.as_str()),
        }
    }
}
