//! The values of a reply's parameters.

use std::fmt::Write;

use crate::address::Address;
use crate::data::ReplyData;
use crate::registry::Code;
use crate::text::Text;
use crate::word::{Id, Problem, Word};
use crate::writer::DataWriter;

/// The value of one parameter. Generated code makes it from the field of the same name.
#[derive(Debug)]
pub enum Value {
    /// Free text.
    Text(Text),
    /// A word of a closed set.
    Word(Word),
    /// A place.
    Address(Address),
    /// A whole number from zero up.
    Count(u64),
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// A registered code.
    Code(Code),
    /// An identifier.
    Id(Id),
    /// A problem with a request; boxed, so that it does not make every other value as large as itself.
    Problem(Box<Problem>),
    /// Any number of values of one kind.
    List(Vec<Value>),
}

impl Value {
    /// A problem parameter.
    pub fn problem(problem: Problem) -> Self {
        Self::Problem(Box::new(problem))
    }

    /// A list parameter: each item through the constructor of its kind.
    pub fn list<T>(items: Vec<T>, of: fn(T) -> Self) -> Self {
        Self::List(items.into_iter().map(of).collect())
    }

    /// The addresses in it.
    pub(crate) fn addresses(&self) -> Vec<&Address> {
        match self {
            Self::Address(address) => vec![address],
            Self::List(values) => values.iter().flat_map(Self::addresses).collect(),
            _ => Vec::new(),
        }
    }

    /// Writes it as JSON.
    pub(crate) fn write(&self, out: &mut DataWriter) {
        match self {
            Self::Text(text) => text.write(out),
            Self::Word(word) => word.write(out),
            Self::Address(address) => address.write(out),
            Self::Count(number) => out.count(*number),
            Self::Number(number) => out.number(*number),
            Self::Flag(flag) => out.flag(*flag),
            Self::Code(code) => code.write(out),
            Self::Id(id) => id.write(out),
            Self::Problem(problem) => problem.write(out),
            Self::List(values) => out.values(values),
        }
    }

    /// Writes it into a message.
    pub(crate) fn render(&self, message: &mut String) {
        match self {
            Self::Text(text) => message.push_str(text.as_str()),
            Self::Word(word) => message.push_str(word.as_str()),
            Self::Address(address) => message.push_str(address.as_str()),
            Self::Count(number) => message.push_str(itoa::Buffer::new().format(*number)),
            Self::Number(number) => message.push_str(itoa::Buffer::new().format(*number)),
            Self::Flag(flag) => message.push_str(if *flag { "yes" } else { "no" }),
            Self::Code(code) => message.push_str(code.as_str()),
            Self::Id(id) => {
                let _ = write!(message, "{id}");
            }
            Self::Problem(problem) => {
                let _ = write!(message, "{}: {} (expected {})", problem.field, problem.problem, problem.expected);
            }
            Self::List(values) => render_list(values, message),
        }
    }
}

/// `'a', 'b'` for what is quoted, `a; b` for problems, "none" for an empty list.
fn render_list(values: &[Value], message: &mut String) {
    if values.is_empty() {
        message.push_str("none");
    }
    for (index, value) in values.iter().enumerate() {
        let is_problem = matches!(value, Value::Problem(_));
        let is_bare = matches!(value, Value::Count(_) | Value::Number(_) | Value::Flag(_)) || is_problem;
        if index > 0 {
            message.push_str(if is_problem { "; " } else { ", " });
        }
        let quote = if is_bare { "" } else { "'" };
        message.push_str(quote);
        value.render(message);
        message.push_str(quote);
    }
}
