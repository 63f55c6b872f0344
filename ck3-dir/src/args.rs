//! What an agent gives to `ck3_dir`.

use schemars::JsonSchema;
use serde::Deserialize;

/// The arguments of `ck3_dir`. The schema is the law: what does not fit it never reaches the tool.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DirArgs {
    /// pwd, the default: where home is. cd: make a root the home. list: files and directories in a directory. tree: directories below one.
    pub command: Command,
    /// A canonical address such as root:game/common or mod:My Mod/events; home if left out. For cd, a bare root.
    #[schemars(with = "String")]
    pub path: Option<String>,
    /// For tree: how many levels.
    #[schemars(with = "u32", range(min = 1, max = 20), extend("default" = 3))]
    pub depth: Option<u32>,
    /// The most entries in one answer.
    #[schemars(with = "u32", range(min = 1, max = 10_000), extend("default" = 1000))]
    pub limit: Option<u32>,
    /// Continue after this address: the `after` of an answer that was truncated.
    #[schemars(with = "String")]
    pub after: Option<String>,
    /// The session's handle, where the transport does not imply one.
    #[schemars(with = "String")]
    pub session: Option<String>,
}

/// What `ck3_dir` does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Command {
    #[default]
    #[expect(missing_docs, reason = "a doc comment would turn the schema's enum into a oneOf")]
    Pwd,
    #[expect(missing_docs, reason = "see above")]
    Cd,
    #[expect(missing_docs, reason = "see above")]
    List,
    #[expect(missing_docs, reason = "see above")]
    Tree,
}
