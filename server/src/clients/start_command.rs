//! The command that a client starts, and the configuration snippet for each client, with the paths of this machine.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::Client;
use crate::commands::plain_path::plain;

/// The command that a client starts: this program, and its arguments.
pub(crate) struct StartCommand {
    program: String,
    arguments: Vec<String>,
    /// The folder of `CK3RAVEN_HOME`, if this process has one: the client would not know it.
    home: Option<String>,
}

impl StartCommand {
    /// With the configuration file of this process, by its absolute path: a client may start the server from any directory.
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

    /// What a person adds to a client by hand: a command for Claude Code, for the others an entry of the list of servers.
    pub(crate) fn by_hand(&self, client: Client) -> String {
        if client == Client::ClaudeCode {
            let words = std::iter::once(&self.program).chain(&self.arguments).map(|word| quoted(word));
            let words: Vec<String> = words.collect();
            let home = self.home.as_ref().map(|home| format!(" -e {}", quoted(&format!("CK3RAVEN_HOME={home}"))));
            return format!("claude mcp add ck3raven{} -- {}", home.unwrap_or_default(), words.join(" "));
        }
        let (list, form) = client.form();
        format!("{:#}", json!({ list: { "ck3raven": self.entry(form) } }))
    }
}

/// Whether an entry connects to the server over stdio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryForm {
    Plain,
    Typed,
}

/// A word of a command line, quoted if necessary.
fn quoted(word: &str) -> String {
    if word.contains([' ', '(', ')', '&']) { format!("\"{word}\"") } else { word.to_owned() }
}
