//! Reads an object's fields one by one, and records what is invalid.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::problems::{ArgumentProblemList, kind};
use super::schema::ArgumentSchema;
use super::values::Argument;
use super::visitor::ArgumentVisitor;
use super::{Arguments, FieldSpec};
use crate::data::word::ArgumentProblem;

/// The arguments of one call, while they are read.
#[derive(Debug)]
pub struct ArgumentReader<'a> {
    object: &'a Map<String, Value>,
    taken: HashSet<&'static str>,
    problems: ArgumentProblemList,
    /// The selected command, if there are several.
    command: Option<&'static str>,
    /// The path of the object in the whole: `contract.`, `targets[2].`.
    prefix: String,
}

impl<'a> ArgumentReader<'a> {
    pub(super) fn new(object: &'a Map<String, Value>) -> Self {
        Self {
            object,
            taken: HashSet::new(),
            problems: ArgumentProblemList::default(),
            command: None,
            prefix: String::new(),
        }
    }

    /// Reads a field. `None` if it is missing or invalid; that has been recorded.
    pub(super) fn field<A: Argument>(&mut self, spec: &FieldSpec) -> Option<A> {
        self.taken.insert(spec.name);
        match self.object.get(spec.name) {
            None => A::absent().or_else(|| {
                self.note(spec.name, "is missing", &A::expected(spec));
                None
            }),
            // An optional field may be null too: clients send both.
            Some(Value::Null) if A::absent().is_some() => A::absent(),
            Some(value) => {
                let mut field = FieldReader { reader: self, name: spec.name.to_owned() };
                A::read(value, spec, &mut field)
            }
        }
    }

    /// Reads which command is selected, and records it if it is unknown.
    pub(super) fn command(&mut self, tag: &'static str, commands: &'static [&'static str], default: Option<usize>) {
        self.taken.insert(tag);
        let written = self.object.get(tag);
        self.command = selected(written, commands, default);
        if self.command.is_none() {
            let problem = match written {
                None | Some(Value::Null) => "is missing".to_owned(),
                Some(Value::String(_)) => "is not a command".to_owned(),
                Some(other) => format!("is {}", kind(other)),
            };
            self.note(tag, &problem, &format!("one of {}", commands.join(", ")));
        }
    }

    /// Whether this is the selected command.
    pub(super) fn is_selected(&self, command: &str) -> bool {
        self.command == Some(command)
    }

    /// What records problems, by the path of their field in the whole.
    pub(super) fn problems(&mut self) -> ArgumentProblems<'_> {
        ArgumentProblems { problems: &mut self.problems, prefix: &self.prefix }
    }

    fn note(&mut self, field: &str, problem: &str, expected: &str) {
        self.problems().add(field, problem, expected);
    }

    /// The result, with a problem for each unknown field.
    pub(super) fn finish<A>(mut self, schema: &ArgumentSchema, read: Option<A>) -> Result<A, Vec<ArgumentProblem>> {
        self.note_unknown(schema);
        match read {
            Some(read) if self.problems.is_empty() => Ok(read),
            _ => Err(self.problems.into_list()),
        }
    }

    fn note_unknown(&mut self, schema: &ArgumentSchema) {
        // Without a command it is unknown which fields would be right.
        let is_undecided = schema.has_commands() && self.command.is_none();
        let object = self.object;
        let taken = std::mem::take(&mut self.taken);
        for name in object.keys().filter(|name| !taken.contains(name.as_str())) {
            let commands = schema.commands_of(name);
            match (commands, self.command) {
                (Some(_), _) if is_undecided => {}
                (Some(commands), Some(command)) => {
                    let problem = format!("does not belong to the command {command}");
                    let names = schema.names_for(Some(command));
                    let expected = format!("the command {}, or one of {}", commands.join(" or "), names.join(", "));
                    self.note(name, &problem, &expected);
                }
                _ => {
                    let names = schema.names_for(self.command);
                    let expected =
                        if names.is_empty() { "no fields".to_owned() } else { format!("one of {}", names.join(", ")) };
                    self.note(name, "is not a field of this tool", &expected);
                }
            }
        }
    }
}

/// The command that a value selects; without a value, the default.
pub(super) fn selected(
    written: Option<&Value>,
    commands: &'static [&'static str],
    default: Option<usize>,
) -> Option<&'static str> {
    match written {
        None | Some(Value::Null) => default.map(|default| commands[default]),
        Some(word) => commands.iter().copied().find(|command| word == *command),
    }
}

/// Collects the problems that a tool's own check finds in its arguments.
#[derive(Debug)]
pub struct ArgumentProblems<'r> {
    problems: &'r mut ArgumentProblemList,
    prefix: &'r str,
}

impl ArgumentProblems<'_> {
    /// Records that a field is invalid in combination with the others.
    pub fn add(&mut self, field: &str, problem: &str, expected: &str) {
        self.problems.add(&format!("{}{field}", self.prefix), problem, expected);
    }
}

/// One field, while it is read: collects its problems.
#[derive(Debug)]
pub struct FieldReader<'r, 'a> {
    reader: &'r mut ArgumentReader<'a>,
    name: String,
}

impl FieldReader<'_, '_> {
    /// Records what is wrong with the field.
    pub fn note(&mut self, problem: &str, expected: &str) {
        let Self { reader, name } = self;
        reader.note(name, problem, expected);
    }

    /// Records that the value has the wrong kind.
    pub fn wrong_kind(&mut self, value: &Value, expected: &str) {
        self.note(&format!("is {}", kind(value)), expected);
    }

    /// Reads an item of a list.
    pub fn item<A: Argument>(&mut self, index: usize, value: &Value, spec: &FieldSpec) -> Option<A> {
        let name = format!("{}[{index}]", self.name);
        let mut item = FieldReader { reader: self.reader, name };
        A::read(value, spec, &mut item)
    }

    /// Reads an object within the arguments.
    pub fn object<A: Arguments>(&mut self, value: &Value) -> Option<A> {
        let Some(object) = value.as_object() else {
            self.wrong_kind(value, "an object");
            return None;
        };
        let mut inner = ArgumentReader::new(object);
        inner.prefix = format!("{}{}.", self.reader.prefix, self.name);
        std::mem::swap(&mut inner.problems, &mut self.reader.problems);
        let read = A::visit(&mut ArgumentVisitor::Read(&mut inner));
        inner.note_unknown(&ArgumentSchema::of::<A>());
        std::mem::swap(&mut inner.problems, &mut self.reader.problems);
        read
    }
}
