//! One walk over the fields of a definition, to describe or to read them.

use super::outline::Outliner;
use super::reader::{ArgumentProblems, ArgumentReader};
use super::schema::ArgumentSchema;
use super::values::Argument;
use super::{Arguments, FieldSpec};

/// Visits the fields of a tool's arguments.
#[derive(Debug)]
pub enum ArgumentVisitor<'v, 'a> {
    /// Collects the schema.
    Describe(&'v mut ArgumentSchema),
    /// Reads a call's arguments.
    Read(&'v mut ArgumentReader<'a>),
    /// Collects what a journal may keep of them.
    Outline(&'v mut Outliner<'a>),
}

impl ArgumentVisitor<'_, '_> {
    /// Whether values are being read.
    pub fn is_reading(&self) -> bool {
        matches!(self, Self::Read(_))
    }

    /// One field. `None` if it is being described, or is invalid.
    pub fn field<A: Argument>(&mut self, spec: &FieldSpec) -> Option<A> {
        match self {
            Self::Describe(schema) => {
                schema.field::<A>(spec);
                None
            }
            Self::Read(reader) => reader.field(spec),
            Self::Outline(outliner) => {
                outliner.field::<A>(spec);
                None
            }
        }
    }

    /// The fields of another definition, in the same object.
    pub fn flatten<A: Arguments>(&mut self) -> Option<A> {
        A::visit(self)
    }

    /// The field that names the command.
    pub fn commands(
        &mut self,
        tag: &'static str,
        commands: &'static [&'static str],
        description: &'static str,
        default: Option<usize>,
    ) {
        match self {
            Self::Describe(schema) => schema.commands(tag, commands, description, default),
            Self::Read(reader) => reader.command(tag, commands, default),
            Self::Outline(outliner) => outliner.command(tag, commands, default),
        }
    }

    /// Whether the fields of a command are wanted: those of each when they are described, those of the selected one when they
    /// are read.
    pub fn enters(&mut self, command: &'static str) -> bool {
        match self {
            Self::Describe(schema) => {
                schema.enter(command);
                true
            }
            Self::Read(reader) => reader.is_selected(command),
            Self::Outline(outliner) => outliner.is_selected(command),
        }
    }

    /// Lets the author check the arguments as a whole.
    pub fn check(&mut self, check: impl FnOnce(&mut ArgumentProblems<'_>)) {
        if let Self::Read(reader) = self {
            check(&mut reader.problems());
        }
    }

    /// After the last command.
    pub fn leave(&mut self) {
        if let Self::Describe(schema) = self {
            schema.leave();
        }
    }
}
