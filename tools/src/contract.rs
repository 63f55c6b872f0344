//! The tool `ck3_contract`: declare a change before making it.
//!
//! **Invariant:** it decides nothing; contracts, with CT's voice, do.
use std::sync::Arc;

use ck3_session::{MAX_SESSION_LENGTH, Sessions};
use enforcement::{ContractData, ContractList, Contracts};
use replies::ct::error::ContractNotRecorded;
use replies::ct::invalid::{ContractAlreadyOpen, ContractInvalid, ContractUnknown};
use replies::ct::success::{ContractClosed, ContractOpened, ContractValid, ContractsListed};
use replies::mcp::invalid::{SessionRequired, SessionUnknown};
use reply_kit::{
    Argument, Arguments, CallContext, Effect, FieldReader, FieldSpec, ReplyBuilder, ReplyResult, Tool, codes,
};
use serde_json::{Map, Value, json};

use crate::ToolParts;

/// The longest id of a contract.
const MAX_ID_LENGTH: usize = 64;

/// The tool.
#[derive(Debug)]
pub struct ContractTool {
    sessions: Arc<Sessions>,
    contracts: Arc<Contracts>,
}

impl ContractTool {
    pub(crate) fn new(parts: &ToolParts) -> Self {
        Self { sessions: parts.sessions.clone(), contracts: parts.contracts.clone() }
    }
}

/// The arguments of `ck3_contract`.
#[derive(Debug, Arguments)]
pub struct ContractArguments {
    #[arg(flatten)]
    command: ContractCommand,
    /// The session's handle, over HTTP.
    #[arg(max_length = MAX_SESSION_LENGTH, hidden)]
    session: Option<String>,
}

/// What `ck3_contract` does.
#[derive(Debug, Arguments)]
enum ContractCommand {
    /// Open one.
    Open {
        /// What is to be changed, and why.
        contract: Declaration,
    },
    /// Check one without opening it.
    Validate {
        /// What is to be changed, and why.
        contract: Declaration,
    },
    /// End the open one, or the one with this id.
    Close {
        /// The contract's id.
        #[arg(max_length = MAX_ID_LENGTH, shown)]
        id: Option<String>,
    },
    /// Show one.
    Status {
        /// The contract's id.
        #[arg(max_length = MAX_ID_LENGTH, shown)]
        id: String,
    },
    /// Show all of the session.
    #[default]
    List,
}

/// A contract as an agent declares it. The schema tells its form; whether it is in order is CT's to say, every wrong field at once.
#[derive(Clone, Debug)]
struct Declaration(Map<String, Value>);

impl Argument for Declaration {
    fn schema(_: &FieldSpec) -> Map<String, Value> {
        let words = json!({ "type": "array", "items": { "enum": ["write", "delete", "rename", "create_mod"] } });
        let addresses = json!({ "type": "array", "items": { "type": "string" } });
        let fields = json!({
            "intent": { "type": "string" },
            "scope": { "type": "string", "description": "One root or mod: mod:My Mod." },
            "operations": words,
            "targets": addresses,
            "expires_in_minutes": { "type": "integer", "minimum": 1, "maximum": enforcement::MAX_MINUTES },
        });
        let parts =
            [("type", "object".into()), ("properties", fields), ("required", json!(["intent", "scope", "operations"]))];
        parts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn expected(_: &FieldSpec) -> String {
        "an object with intent, scope and operations".to_owned()
    }

    fn read(value: &Value, spec: &FieldSpec, field: &mut FieldReader<'_, '_>) -> Option<Self> {
        Map::read(value, spec, field).map(Self)
    }
}

codes!(ContractTool {
    ContractOpened => ContractData,
    ContractValid => ContractData,
    ContractClosed => ContractData,
    ContractsListed => ContractList;
    ContractInvalid, ContractAlreadyOpen, ContractUnknown, ContractNotRecorded, SessionRequired, SessionUnknown,
});

impl Tool for ContractTool {
    const NAME: &'static str = "ck3_contract";
    const TITLE: &'static str = "Contracts";
    const DESCRIPTION: &'static str = "\
Changing a local mod needs an open contract, one at a time: what is to be changed, and why. Without `targets` (addresses \
within the scope) it covers the whole scope. close says what was done under it.";
    const EFFECT: Effect = Effect::ADDITIVE;
    const BLOCKING: bool = true;
    type Arguments = ContractArguments;

    async fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        arguments: ContractArguments,
        context: &CallContext,
    ) -> ReplyResult<'c> {
        let (rb, session) = self.sessions.find(rb, arguments.session.as_deref(), context)?;
        match arguments.command {
            ContractCommand::Open { contract } => self.contracts.open(rb, session, &contract.0),
            ContractCommand::Validate { contract } => self.contracts.validate(rb, session, &contract.0),
            ContractCommand::Close { id } => self.contracts.close(rb, session, id.as_deref()),
            ContractCommand::Status { id } => self.contracts.status(rb, session, &id),
            ContractCommand::List => Ok(self.contracts.list(rb, session)),
        }
    }
}
