//! What is offered: names, schemas, honest hints.

use reply_core::Envelope;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use super::{contract, explain, session};

/// A tool as a client sees it.
#[derive(Clone, Debug)]
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: String,
    pub(crate) input: Map<String, Value>,
    pub(crate) output: Map<String, Value>,
    pub(crate) effect: Effect,
}

/// What a call can do to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing.
    Reads,
    /// It changes the session, not the world.
    Remembers,
    /// It can replace and delete files.
    Changes,
}

/// Every tool; without those that change files where the server is read-only.
pub(crate) fn offered(read_only: bool) -> Vec<Tool> {
    let mut tools = vec![
        Tool {
            name: session::NAME,
            title: "Session",
            description: describe(session::DESCRIPTION, session::CODES),
            input: input::<session::SessionArgs>(),
            output: output(&Envelope::schema::<session::SessionData>()),
            effect: Effect::Remembers,
        },
        Tool {
            name: ck3_dir::NAME,
            title: "Directories",
            description: describe(ck3_dir::DESCRIPTION, ck3_dir::CODES),
            input: input::<ck3_dir::DirArgs>(),
            output: output(
                &Envelope::schemas()
                    .of::<ck3_dir::HomeData>()
                    .of::<world_adapter::Listing>()
                    .of::<world_adapter::Tree>()
                    .build(),
            ),
            effect: Effect::Remembers,
        },
        Tool {
            name: ck3_file::NAME,
            title: "Files",
            description: describe(ck3_file::DESCRIPTION, ck3_file::CODES),
            input: input::<ck3_file::FileArgs>(),
            output: output(
                &Envelope::schemas()
                    .of::<world_adapter::FileText>()
                    .of::<enforcement::ChangeData>()
                    .of::<ck3_file::Preview>()
                    .build(),
            ),
            effect: Effect::Changes,
        },
        Tool {
            name: contract::NAME,
            title: "Contracts",
            description: describe(contract::DESCRIPTION, contract::CODES),
            input: input::<contract::ContractArgs>(),
            output: output(
                &Envelope::schemas().of::<enforcement::ContractData>().of::<enforcement::ContractList>().build(),
            ),
            effect: Effect::Remembers,
        },
        Tool {
            name: explain::NAME,
            title: "Explain a code",
            description: describe(explain::DESCRIPTION, explain::CODES),
            input: input::<explain::ExplainArgs>(),
            output: output(&Envelope::schema::<explain::Explanation>()),
            effect: Effect::Reads,
        },
    ];
    if read_only {
        tools.retain(|tool| tool.name != contract::NAME);
        tools.iter_mut().filter(|tool| tool.name == ck3_file::NAME).for_each(only_reads);
    }
    tools
}

/// `ck3_file` without anything that changes a file: what is not offered is not even named.
fn only_reads(tool: &mut Tool) {
    tool.title = "Read files";
    tool.description = describe(ck3_file::READING_DESCRIPTION, ck3_file::READING_CODES);
    tool.output = output(&Envelope::schema::<world_adapter::FileText>());
    tool.effect = Effect::Reads;
    let reading = ck3_file::fields_of(ck3_file::Command::Read);
    if let Some(Value::Object(properties)) = tool.input.get_mut("properties") {
        properties.retain(|name, _| ["command", "path", "session"].contains(&&**name) || reading.contains(&&**name));
        properties["command"] = serde_json::json!({ "type": "string", "enum": ["read"], "default": "read" });
    }
}

/// The description, and the codes a call can end in.
fn describe(description: &str, codes: &[&str]) -> String {
    format!("{description}\n\nReplies: {}.", codes.join(", "))
}

/// The schema of the arguments: one flat object.
fn input<A: JsonSchema>() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<A>().to_value();
    let object = schema.as_object_mut().map(std::mem::take).unwrap_or_default();
    let mut object = object;
    object.remove("title");
    // What serde fills in by default is said in words; an agent should not have to send it.
    for property in
        object.get_mut("properties").and_then(Value::as_object_mut).into_iter().flat_map(|all| all.values_mut())
    {
        if let Some(property) = property.as_object_mut() {
            property.remove("format");
            if property.get("default").is_some_and(Value::is_null) {
                property.remove("default");
            }
        }
    }
    object
}

fn output(schema: &Schema) -> Map<String, Value> {
    let mut schema = schema.as_value().clone();
    make_portable(&mut schema);
    schema.as_object_mut().map(std::mem::take).unwrap_or_default()
}

/// Writes `"type": ["string", "null"]` as two branches, since some clients know one type at a time, and leaves out formats
/// that only Rust knows.
fn make_portable(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(make_portable),
        Value::Object(fields) => {
            fields.values_mut().for_each(make_portable);
            if fields.get("format").and_then(Value::as_str).is_some_and(|format| format.contains("int")) {
                fields.remove("format");
            }
            if let Some(Value::Array(types)) = fields.get("type")
                && !fields.contains_key("anyOf")
            {
                let branches: Vec<Value> = types.iter().map(|kind| serde_json::json!({ "type": kind })).collect();
                fields.remove("type");
                fields.insert("anyOf".to_owned(), branches.into());
            }
        }
        _ => {}
    }
}
