//! The programs that agents work in: where each keeps its list of servers, and putting this one there.
//!
//! **Invariant:** a configuration is written only with the change that a person was shown, whole or not at all, and what it held
//! before is kept beside it.

mod change;
mod start_command;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use directories::BaseDirs;
use serde::{Deserialize, Serialize};

pub(crate) use change::{ClientChange, ConnectError};
pub(crate) use start_command::{StartCommand, snippets};

use start_command::EntryForm;

/// A client whose configuration can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Client {
    ClaudeDesktop,
    ClaudeCode,
    #[value(name = "vscode")]
    #[serde(rename = "vscode")]
    VsCode,
    Cursor,
}

/// Where this user's programs keep their settings.
#[derive(Clone, Debug)]
pub(crate) struct UserFolders {
    pub(crate) home: PathBuf,
    /// `%APPDATA%`, `~/.config`, `~/Library/Application Support`.
    pub(crate) settings: PathBuf,
}

impl UserFolders {
    /// Those of who runs this; nothing if the user has no home.
    pub(crate) fn here() -> Option<Self> {
        let base = BaseDirs::new()?;
        Some(Self { home: base.home_dir().to_owned(), settings: base.config_dir().to_owned() })
    }
}

impl Client {
    /// All of them.
    pub(crate) const ALL: [Self; 4] = [Self::ClaudeDesktop, Self::ClaudeCode, Self::VsCode, Self::Cursor];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "Claude Desktop",
            Self::ClaudeCode => "Claude Code",
            Self::VsCode => "VS Code",
            Self::Cursor => "Cursor",
        }
    }

    /// Its configuration, for this user.
    pub(crate) fn file(self, folders: &UserFolders) -> PathBuf {
        match self {
            Self::ClaudeDesktop => folders.settings.join("Claude").join("claude_desktop_config.json"),
            Self::ClaudeCode => folders.home.join(".claude.json"),
            Self::VsCode => folders.settings.join("Code").join("User").join("mcp.json"),
            Self::Cursor => folders.home.join(".cursor").join("mcp.json"),
        }
    }

    /// Whether the client was ever used by this user.
    pub(crate) fn is_installed(self, folders: &UserFolders) -> bool {
        let file = self.file(folders);
        // Every home has a home's folder: there the file itself tells.
        file.exists() || (self != Self::ClaudeCode && file.parent().is_some_and(Path::is_dir))
    }

    /// Where in the file servers are listed, and how.
    fn form(self) -> (&'static str, EntryForm) {
        match self {
            Self::ClaudeDesktop | Self::Cursor => ("mcpServers", EntryForm::Plain),
            Self::ClaudeCode => ("mcpServers", EntryForm::Typed),
            Self::VsCode => ("servers", EntryForm::Typed),
        }
    }
}
