//! How clients are connected: what to give to each of them, for this machine.

use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::plain_path::plain;

/// What a client needs.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Snippet {
    pub(crate) client: &'static str,
    /// Where it goes.
    #[serde(rename = "where")]
    pub(crate) place: &'static str,
    pub(crate) text: String,
}

/// The command that a client starts: this program, and its arguments.
pub(crate) struct StartCommand {
    program: String,
    arguments: Vec<String>,
    /// The folder that holds everything, if this process was told one: the client would not know it.
    home: Option<String>,
}

impl StartCommand {
    /// With the configuration that this process was given, by its whole path: a client starts it from wherever it is itself.
    pub(crate) fn new(config: Option<&Path>) -> Self {
        let program =
            std::env::current_exe().map_or_else(|_| "ck3raven".to_owned(), |path| plain(&path).display().to_string());
        let mut arguments = vec!["serve".to_owned()];
        if let Some(config) = config {
            let config = std::path::absolute(config).unwrap_or_else(|_| config.to_owned());
            arguments.extend(["--config".to_owned(), config.display().to_string()]);
        }
        let home = std::env::var("CK3RAVEN_HOME").ok().filter(|home| !home.is_empty());
        Self { program, arguments, home }
    }

    /// As an entry of a client's list of servers.
    pub(crate) fn entry(&self, form: EntryForm) -> Value {
        let mut entry = Map::new();
        if form == EntryForm::Typed {
            entry.insert("type".to_owned(), json!("stdio"));
        }
        entry.insert("command".to_owned(), json!(self.program));
        entry.insert("args".to_owned(), json!(self.arguments));
        if let Some(home) = &self.home {
            entry.insert("env".to_owned(), json!({ "CK3RAVEN_HOME": home }));
        }
        entry.into()
    }
}

/// Whether an entry says that the server is spoken to over stdio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryForm {
    Plain,
    Typed,
}

/// For each client that people use, with the path of this program.
pub(crate) fn snippets(config: Option<&Path>) -> Vec<Snippet> {
    let command = StartCommand::new(config);
    let servers = json!({ "mcpServers": { "ck3raven": command.entry(EntryForm::Plain) } });
    let vscode = json!({ "servers": { "ck3raven": command.entry(EntryForm::Typed) } });
    let words = std::iter::once(&command.program).chain(&command.arguments).map(|word| quoted(word));
    let words: Vec<String> = words.collect();
    let home = command.home.as_ref().map(|home| format!(" -e {}", quoted(&format!("CK3RAVEN_HOME={home}"))));
    vec![
        Snippet {
            client: "Claude Desktop, Cursor",
            place: "claude_desktop_config.json, .cursor/mcp.json",
            text: format!("{servers:#}"),
        },
        Snippet {
            client: "Claude Code",
            place: "in a terminal",
            text: format!("claude mcp add ck3raven{} -- {}", home.unwrap_or_default(), words.join(" ")),
        },
        Snippet { client: "VS Code", place: ".vscode/mcp.json", text: format!("{vscode:#}") },
    ]
}

/// A word of a command line, in quotes where it needs them.
fn quoted(word: &str) -> String {
    if word.contains([' ', '(', ')', '&']) { format!("\"{word}\"") } else { word.to_owned() }
}
