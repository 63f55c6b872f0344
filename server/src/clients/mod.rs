//! MCP clients: where each keeps its list of servers, and adding this server to it.
//!
//! **Invariant:** a configuration is written only with the change that a person was shown, whole or not at all, and a backup of
//! the previous content is kept beside it.

mod change;
mod start_command;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use directories::BaseDirs;
use serde::{Deserialize, Serialize};

pub(crate) use change::{ClientChange, ConnectError};
pub(crate) use start_command::StartCommand;

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

/// The folders in which this user's programs keep their settings.
#[derive(Clone, Debug)]
pub(crate) struct UserFolders {
    pub(crate) home: PathBuf,
    /// `%APPDATA%`, `~/.config`, `~/Library/Application Support`.
    pub(crate) settings: PathBuf,
    /// Where Windows keeps what packaged programs write, `%LOCALAPPDATA%\Packages`; not there on other systems.
    pub(crate) packages: PathBuf,
}

impl UserFolders {
    /// Those of the current user; `None` if the user has no home directory.
    pub(crate) fn here() -> Option<Self> {
        let base = BaseDirs::new()?;
        Some(Self {
            home: base.home_dir().to_owned(),
            settings: base.config_dir().to_owned(),
            packages: base.data_local_dir().join("Packages"),
        })
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
            Self::ClaudeDesktop => claude_desktop_file(folders),
            Self::ClaudeCode => folders.home.join(".claude.json"),
            Self::VsCode => folders.settings.join("Code").join("User").join("mcp.json"),
            Self::Cursor => folders.home.join(".cursor").join("mcp.json"),
        }
    }

    /// Whether this user has ever used the client.
    pub(crate) fn is_installed(self, folders: &UserFolders) -> bool {
        let file = self.file(folders);
        // Every home has a home's folder: there the file itself tells.
        file.exists()
            || (self != Self::ClaudeCode && file.parent().is_some_and(Path::is_dir))
            // A package has a folder before it was ever started.
            || file.starts_with(&folders.packages)
    }

    /// Where in the file servers are listed, and in which form.
    fn form(self) -> (&'static str, EntryForm) {
        match self {
            Self::ClaudeDesktop | Self::Cursor => ("mcpServers", EntryForm::Plain),
            Self::ClaudeCode => ("mcpServers", EntryForm::Typed),
            Self::VsCode => ("servers", EntryForm::Typed),
        }
    }
}

/// The file that Claude Desktop reads.
///
/// On Windows it is a packaged program: what it creates in `%APPDATA%` lands in a folder of its package, and hides the file of that name
/// in the real folder from it. Where neither is there yet, it is made where the package would make it.
fn claude_desktop_file(folders: &UserFolders) -> PathBuf {
    let within = |settings: &Path| settings.join("Claude").join("claude_desktop_config.json");
    let entries = std::fs::read_dir(&folders.packages).into_iter().flatten().flatten();
    let mut packaged: Vec<PathBuf> = entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("Claude_"))
        .map(|package| within(&package.path().join("LocalCache").join("Roaming")))
        .collect();
    packaged.sort();
    let usual = within(&folders.settings);
    let existing = packaged.iter().chain([&usual]).find(|file| file.exists()).cloned();
    existing.or_else(|| packaged.into_iter().next()).unwrap_or(usual)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_file_that_a_packaged_claude_desktop_reads_is_found() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| name.split('/').fold(home.path().to_owned(), |path, name| path.join(name));
        let folders = UserFolders { home: at("me"), settings: at("Roaming"), packages: at("Local/Packages") };
        let (usual, packaged) = (
            at("Roaming/Claude/claude_desktop_config.json"),
            at("Local/Packages/Claude_abc/LocalCache/Roaming/Claude/claude_desktop_config.json"),
        );
        let put = |file: &Path| {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "{}").unwrap();
        };
        assert_eq!(Client::ClaudeDesktop.file(&folders), usual);
        assert!(!Client::ClaudeDesktop.is_installed(&folders));
        fs::create_dir_all(at("Local/Packages/Claude_abc")).unwrap();
        fs::create_dir_all(at("Local/Packages/Another_abc")).unwrap();
        assert_eq!(Client::ClaudeDesktop.file(&folders), packaged, "it was never started");
        assert!(Client::ClaudeDesktop.is_installed(&folders));
        put(&usual);
        assert_eq!(Client::ClaudeDesktop.file(&folders), usual, "what a packaged program does not have it reads there");
        put(&packaged);
        assert_eq!(Client::ClaudeDesktop.file(&folders), packaged);
    }
}
