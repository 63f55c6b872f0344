//! The values of a reply's parameters.

use std::fmt::Write;

use crate::codes::code_ref::CodeRef;
use crate::data::address::Address;
use crate::data::echo::Echoes;
use crate::data::reply_data::ReplyData;
use crate::data::route::{Route, WebAddress};
use crate::data::text::Text;
use crate::data::word::{ArgumentProblem, Id, Word};
use crate::data::writer::DataWriter;
use crate::leak::find_leak;

/// The value of one parameter. Generated code creates it from the field of the same name.
#[derive(Debug)]
pub enum ParamValue {
    /// Free text.
    Text(Text),
    /// A word of a closed set.
    Word(Word),
    /// A place.
    Address(Address),
    /// The path of a request to a server.
    Route(Route),
    /// An address of the web.
    Url(WebAddress),
    /// A whole number from zero up.
    Count(u64),
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// A registered code.
    Code(CodeRef),
    /// An identifier.
    Id(Id),
    /// A problem with a request; boxed, because it would make every other value as large as itself.
    ArgumentProblem(Box<ArgumentProblem>),
    /// Values of one kind: the first of them, and how many more there were.
    List(Vec<ParamValue>, u64),
}

/// How many values of a list a reply carries; the rest is counted (L100).
pub const MAX_LISTED: usize = 50;

/// How many of them its message names.
const NAMED: usize = 10;

/// How many characters of a text or an address its message shows; the data has all of it.
const SHOWN: usize = 500;

/// The values of a code's parameters, in their order.
pub type ParamValues = Vec<ParamValue>;

/// For generated code: one value. There is a function for each of the usual counts, neither a method nor generic, because a
/// registry has thousands of these calls to compile.
pub fn one(first: ParamValue) -> ParamValues {
    vec![first]
}

/// For generated code: two values.
pub fn two(first: ParamValue, second: ParamValue) -> ParamValues {
    vec![first, second]
}

/// For generated code: three values.
pub fn three(first: ParamValue, second: ParamValue, third: ParamValue) -> ParamValues {
    vec![first, second, third]
}

/// For generated code: any number of values.
pub fn many<const N: usize>(values: [ParamValue; N]) -> ParamValues {
    values.into()
}

/// For generated code: a problem parameter.
pub fn problem(problem: ArgumentProblem) -> ParamValue {
    ParamValue::problem(problem)
}

/// For generated code: a list parameter, each item through the constructor of its kind.
pub fn list<T>(items: Vec<T>, of: fn(T) -> ParamValue) -> ParamValue {
    ParamValue::list(items, of)
}

impl ParamValue {
    /// A problem parameter.
    pub fn problem(problem: ArgumentProblem) -> Self {
        Self::ArgumentProblem(Box::new(problem))
    }

    /// A list parameter: each item through the constructor of its kind, as many as a reply carries.
    pub(crate) fn list<T>(items: Vec<T>, of: fn(T) -> Self) -> Self {
        let count = items.len();
        let mut values: Vec<Self> = items.into_iter().take(MAX_LISTED).map(of).collect();
        // A request can have as many problems as it has fields: the last entry says how many more there are.
        if let Some(Self::ArgumentProblem(_)) = values.get(ArgumentProblem::MAX_LISTED) {
            let listed = ArgumentProblem::MAX_LISTED - 1;
            values.truncate(listed);
            values.push(Self::problem(ArgumentProblem::and_more(count - listed)));
            return Self::List(values, 0);
        }
        Self::List(values, count.saturating_sub(MAX_LISTED) as u64)
    }

    /// Whether it contains a host path, and so would be withheld.
    pub(crate) fn is_withheld(&self) -> bool {
        let is_withheld = |value: &Self| match value {
            Self::Text(text) => text.leak().is_some(),
            Self::Route(route) => find_leak(route.as_str()).is_some(),
            Self::Url(url) => find_leak(url.as_str()).is_some(),
            Self::ArgumentProblem(problem) => problem.texts().into_iter().any(|text| text.leak().is_some()),
            _ => false,
        };
        match self {
            Self::List(values, _) => values.iter().any(is_withheld),
            value => is_withheld(value),
        }
    }

    /// Replaces what the agent sent: repeating it is not a leak.
    pub(crate) fn echo_sent(&mut self, echoes: &Echoes) {
        let echo = |value: &mut Self| match value {
            Self::Text(text) => text.echo_sent(echoes),
            Self::Route(Route(path)) | Self::Url(WebAddress(path)) => {
                let withheld = find_leak(path).and_then(|_| echoes.without(path));
                if let Some(rest) = withheld {
                    *value = Self::Text(Text::new(rest));
                }
            }
            Self::ArgumentProblem(problem) => {
                problem.texts_mut().into_iter().for_each(|text| text.echo_sent(echoes));
            }
            _ => {}
        };
        match self {
            Self::List(values, _) => values.iter_mut().for_each(echo),
            value => echo(value),
        }
    }

    /// How many values of a list are not in it.
    pub(crate) fn more(&self) -> u64 {
        match self {
            Self::List(_, more) => *more,
            _ => 0,
        }
    }

    /// Writes it as JSON.
    pub(crate) fn write(&self, out: &mut DataWriter) {
        match self {
            Self::Text(text) => text.write(out),
            Self::Word(word) => word.write(out),
            Self::Address(address) => address.write(out),
            Self::Route(route) => route.write(out),
            Self::Url(url) => url.write(out),
            Self::Count(number) => out.count(*number),
            Self::Number(number) => out.number(*number),
            Self::Flag(flag) => out.flag(*flag),
            Self::Code(code) => code.write(out),
            Self::Id(id) => id.write(out),
            Self::ArgumentProblem(problem) => problem.write(out),
            Self::List(values, _) => out.values(values),
        }
    }

    /// Writes it into a message.
    pub(crate) fn render(&self, message: &mut String, shown: ShownValues) {
        match self {
            Self::Text(_) | Self::Address(_) | Self::Route(_) | Self::Url(_) | Self::ArgumentProblem(_)
                if shown == ShownValues::WithoutText =>
            {
                message.push_str("(see the data)");
            }
            Self::Address(_) if shown == ShownValues::WithoutAddresses => message.push_str("(an address)"),
            Self::Text(text) => push_shown(message, text.as_str()),
            Self::Word(word) => message.push_str(word.as_str()),
            Self::Address(address) => push_shown(message, address.as_str()),
            Self::Route(route) => push_shown(message, route.as_str()),
            Self::Url(url) => push_shown(message, url.as_str()),
            Self::Count(number) => _ = write!(message, "{number}"),
            Self::Number(number) => _ = write!(message, "{number}"),
            Self::Flag(flag) => message.push_str(if *flag { "yes" } else { "no" }),
            Self::Code(code) => message.push_str(code.as_str()),
            Self::Id(id) => {
                let _ = write!(message, "{id}");
            }
            Self::ArgumentProblem(problem) => {
                push_shown(message, problem.field.as_str());
                message.push_str(": ");
                push_shown(message, problem.problem.as_str());
                message.push_str(" (expected ");
                push_shown(message, problem.expected.as_str());
                message.push(')');
            }
            Self::List(values, more) => render_list(values, *more, message, shown),
        }
    }
}

/// Which values a message shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShownValues {
    All,
    /// For a message that is only searched: addresses cannot be host paths.
    WithoutAddresses,
    /// Only words, numbers and codes: the message points to the data for the rest.
    WithoutText,
}

/// The beginning of a long text; a short one as it is.
fn push_shown(message: &mut String, text: &str) {
    let end = if text.len() <= SHOWN { None } else { text.char_indices().nth(SHOWN).map(|(at, _)| at) };
    match end {
        None => message.push_str(text),
        Some(end) => {
            message.push_str(&text[..end]);
            message.push('…');
        }
    }
}

/// `'a', 'b'` for what is quoted, `a; b` for problems, "none" for an empty list.
fn render_list(values: &[ParamValue], more: u64, message: &mut String, shown: ShownValues) {
    if values.is_empty() {
        message.push_str("none");
    }
    for (index, value) in values.iter().take(NAMED).enumerate() {
        let is_problem = matches!(value, ParamValue::ArgumentProblem(_));
        let is_bare = matches!(value, ParamValue::Count(_) | ParamValue::Number(_) | ParamValue::Flag(_)) || is_problem;
        if index > 0 {
            message.push_str(if is_problem { "; " } else { ", " });
        }
        let quote = if is_bare { "" } else { "'" };
        message.push_str(quote);
        value.render(message, shown);
        message.push_str(quote);
    }
    let more = more + values.len().saturating_sub(NAMED) as u64;
    if more > 0 {
        let _ = write!(message, " and {more} more");
    }
}

#[cfg(test)]
mod tests;
