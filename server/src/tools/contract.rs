//! `ck3_contract`: declare a change before making it.

use reply_core::{Reply, ReplyBuilder, Terminal};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::Origin;
use crate::app::App;

pub(crate) const NAME: &str = "ck3_contract";

pub(crate) const CODES: &[&str] = &[
    "CT-GATE-S-001",
    "CT-GATE-S-002",
    "CT-GATE-S-003",
    "CT-GATE-S-004",
    "CT-GATE-I-001",
    "CT-GATE-I-002",
    "CT-GATE-I-003",
    "CT-GATE-E-001",
];

pub(crate) const DESCRIPTION: &str = "\
Changing a local mod needs an open contract. open takes `contract`: {intent, scope (one root or mod, such as mod:My Mod), \
operations (write, delete, rename), targets (addresses within the scope; all of it if left out), expires_in_minutes}; \
validate checks one without opening it; close ends the open one and says what was done under it; status shows one by `id`; \
list shows all. A session has one open contract at a time.";

/// The arguments of `ck3_contract`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ContractArgs {
    /// open, validate, close, status or list.
    command: Command,
    /// For open and validate: intent, scope, operations, targets, `expires_in_minutes`.
    #[schemars(with = "Map<String, Value>")]
    contract: Option<Map<String, Value>>,
    /// For close and status: the contract's id.
    #[schemars(with = "String")]
    id: Option<String>,
    /// The session's handle, where the transport does not imply one.
    #[schemars(with = "String")]
    session: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Command {
    Open,
    Validate,
    Close,
    Status,
    #[default]
    List,
}

pub(crate) fn run<'c>(
    app: &App,
    rb: ReplyBuilder<'c>,
    args: ContractArgs,
    origin: Origin,
) -> Result<Reply<'c>, Terminal<'c>> {
    let (rb, session) = app.session(rb, args.session.as_deref(), origin)?;
    let request = args.contract.unwrap_or_default();
    match args.command {
        Command::Open => app.contracts.open(rb, session, &request),
        Command::Validate => app.contracts.validate(rb, session, &request),
        Command::Close => app.contracts.close(rb, session, args.id.as_deref()),
        Command::Status => app.contracts.status(rb, session, args.id.as_deref().unwrap_or_default()),
        Command::List => Ok(app.contracts.list(rb, session)),
    }
}
