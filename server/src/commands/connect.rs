//! How clients are connected: what to give to each of them, for this machine.

use std::path::Path;

use serde::Serialize;
use serde_json::json;

/// What a client needs.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Snippet {
    pub(crate) client: &'static str,
    /// Where it goes.
    #[serde(rename = "where")]
    pub(crate) place: &'static str,
    pub(crate) text: String,
}

/// For each client that people use, with the path of this program.
pub(crate) fn snippets(config: Option<&Path>) -> Vec<Snippet> {
    let program = std::env::current_exe().map_or_else(|_| "ck3raven".to_owned(), |path| path.display().to_string());
    let mut arguments = vec!["serve".to_owned()];
    if let Some(config) = config {
        // A client starts it from wherever it is itself.
        let config = std::path::absolute(config).unwrap_or_else(|_| config.to_owned());
        arguments.extend(["--config".to_owned(), config.display().to_string()]);
    }
    let servers = json!({ "mcpServers": { "ck3raven": { "command": program, "args": arguments } } });
    let vscode = json!({ "servers": { "ck3raven": { "type": "stdio", "command": program, "args": arguments } } });
    let words: Vec<String> = std::iter::once(&program).chain(&arguments).map(|word| quoted(word)).collect();
    vec![
        Snippet {
            client: "Claude Desktop, Cursor",
            place: "claude_desktop_config.json, .cursor/mcp.json",
            text: format!("{servers:#}"),
        },
        Snippet {
            client: "Claude Code",
            place: "in a terminal",
            text: format!("claude mcp add ck3raven -- {}", words.join(" ")),
        },
        Snippet { client: "VS Code", place: ".vscode/mcp.json", text: format!("{vscode:#}") },
    ]
}

/// A word of a command line, in quotes where it needs them.
fn quoted(word: &str) -> String {
    if word.contains([' ', '(', ')', '&']) { format!("\"{word}\"") } else { word.to_owned() }
}
