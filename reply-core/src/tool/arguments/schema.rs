//! The JSON Schema of a tool's arguments, and which command takes which field.

use serde_json::{Map, Value};

use super::values::{Argument, words_schema};
use super::visitor::ArgumentVisitor;
use super::{Arguments, FieldSpec};

/// Collects the fields of a tool's arguments.
#[derive(Debug, Default)]
pub struct ArgumentSchema {
    fields: Vec<FieldSchema>,
    /// The field that names the command, and the commands.
    commands: Option<(&'static str, &'static [&'static str])>,
    /// The command whose fields are being described.
    current: Option<&'static str>,
}

#[derive(Debug)]
struct FieldSchema {
    name: &'static str,
    description: &'static str,
    schema: Map<String, Value>,
    is_required: bool,
    /// How many commands require it.
    required_by: usize,
    /// The commands that take it; empty if every command does.
    commands: Vec<&'static str>,
}

impl ArgumentSchema {
    /// The schema of a definition.
    pub(super) fn of<A: Arguments>() -> Self {
        let mut schema = Self::default();
        A::visit(&mut ArgumentVisitor::Describe(&mut schema));
        schema
    }

    /// Adds a field.
    pub(super) fn field<A: Argument>(&mut self, spec: &FieldSpec) {
        let is_required = A::absent().is_none();
        if let Some(known) = self.fields.iter_mut().find(|field| field.name == spec.name) {
            known.commands.extend(self.current);
            known.required_by += usize::from(is_required);
            return;
        }
        let mut schema = A::schema(spec);
        let default = spec.default.and_then(|default| serde_json::from_str(default).ok());
        schema.extend(default.map(|default: Value| ("default".to_owned(), default)));
        self.fields.push(FieldSchema {
            name: spec.name,
            description: spec.description,
            schema,
            is_required: is_required && self.current.is_none(),
            required_by: usize::from(is_required),
            commands: self.current.into_iter().collect(),
        });
    }

    /// Adds the field that names the command.
    pub(super) fn commands(
        &mut self,
        tag: &'static str,
        commands: &'static [&'static str],
        description: &'static str,
        default: Option<usize>,
    ) {
        let mut schema = words_schema(commands);
        schema.extend(default.map(|default| ("default".to_owned(), commands[default].into())));
        let is_required = default.is_none();
        self.fields.push(FieldSchema {
            name: tag,
            description,
            schema,
            is_required,
            required_by: 0,
            commands: Vec::new(),
        });
        self.commands = Some((tag, commands));
    }

    /// The following fields belong to this command.
    pub(super) fn enter(&mut self, command: &'static str) {
        self.current = Some(command);
    }

    /// The following fields belong to every command.
    pub(super) fn leave(&mut self) {
        self.current = None;
    }

    pub(super) fn has_commands(&self) -> bool {
        self.commands.is_some()
    }

    /// The commands that take a field, if it exists; empty if every command does.
    pub(super) fn commands_of(&self, name: &str) -> Option<&[&'static str]> {
        self.fields.iter().find(|field| field.name == name).map(|field| field.commands.as_slice())
    }

    /// The fields that a command takes.
    pub(super) fn names_for(&self, command: Option<&str>) -> Vec<&'static str> {
        let fields = self.fields.iter().filter(|field| {
            field.commands.is_empty() || command.is_none_or(|command| field.commands.contains(&command))
        });
        fields.map(|field| field.name).collect()
    }

    pub(super) fn into_json(self) -> Map<String, Value> {
        let all = self.commands.map_or(usize::MAX, |(_, commands)| commands.len());
        let mut properties = Map::new();
        let mut required: Vec<Value> = Vec::new();
        for mut field in self.fields {
            let mut description = field.description.to_owned();
            let is_for_all = field.commands.len() == all;
            if !field.commands.is_empty() && !is_for_all {
                description = format!("For {}: {description}", field.commands.join(", "));
            }
            if !description.is_empty() {
                field.schema.insert("description".to_owned(), description.into());
            }
            if field.is_required || (is_for_all && field.required_by == all) {
                required.push(field.name.into());
            }
            properties.insert(field.name.to_owned(), field.schema.into());
        }
        let mut schema = Map::new();
        schema.insert("type".to_owned(), "object".into());
        schema.insert("properties".to_owned(), properties.into());
        if !required.is_empty() {
            schema.insert("required".to_owned(), required.into());
        }
        schema.insert("additionalProperties".to_owned(), false.into());
        schema
    }
}
