//! The change to a client's configuration, and writing it with a backup.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use thiserror::Error;
use world_adapter::{Digest, read_regular};

use super::start_command::StartCommand;
use super::{Client, UserFolders};
use crate::commands::plain_path::plain;
use crate::commands::whole_file;

/// The most bytes of a client's configuration; a client that stores its history there can reach megabytes.
const MAX_CONFIGURATION_BYTES: u64 = 64 * 1024 * 1024;
/// How many backups are kept beside a configuration before a person has to clean up.
const MAX_COPIES: usize = 100;
/// The name of the server in every client's configuration.
const NAME: &str = "ck3raven";

/// Why a client's configuration is left unchanged.
#[derive(Debug, Error)]
pub(crate) enum ConnectError {
    #[error("it is not plain JSON (comments are not), so it is left to you")]
    NotJson,
    #[error("`{0}` is not a list of servers, so it is left to you")]
    NotServers(&'static str),
    #[error("it is too large")]
    TooLarge,
    #[error("it changed meanwhile; look at the change again")]
    Changed,
    #[error("{MAX_COPIES} copies of it are kept already; remove some")]
    TooManyCopies,
    #[error("it cannot be read or written: {0}")]
    Failed(#[from] io::Error),
}

/// A change to a client's configuration.
#[derive(Debug)]
pub(crate) struct ClientChange {
    /// The file itself, if the configuration is a link.
    file: PathBuf,
    before: Option<String>,
    after: String,
}

impl ClientChange {
    /// Reads the configuration and adds the server. `None` if exactly this entry exists already.
    pub(crate) fn new(
        client: Client,
        folders: &UserFolders,
        command: &StartCommand,
    ) -> Result<Option<Self>, ConnectError> {
        let file = client.file(folders);
        let file = fs::canonicalize(&file).map_or(file, |found| plain(&found));
        let before = read(&file)?;
        let (list, form) = client.form();
        let after = with_server(before.as_deref().unwrap_or_default(), list, command.entry(form))?;
        Ok(after.map(|after| Self { file, before, after }))
    }

    /// The difference, for a person.
    pub(crate) fn difference(&self) -> String {
        let before = self.before.as_deref().map(str::as_bytes);
        world_adapter::difference(&self.file.display().to_string(), before, Some(self.after.as_bytes()))
    }

    /// A digest of exactly this change: a person who agrees sends it back.
    pub(crate) fn digest(&self) -> String {
        let before = self.before.as_deref().map(|before| Digest::of(before.as_bytes()).to_string());
        let all = (self.file.display().to_string(), before, &self.after);
        Digest::of(format!("{all:?}").as_bytes()).to_string()
    }

    /// Writes it, if the file is still unchanged; returns the path of the backup.
    pub(crate) fn write(&self) -> Result<Option<PathBuf>, ConnectError> {
        if read(&self.file)? != self.before {
            return Err(ConnectError::Changed);
        }
        let copy = match &self.before {
            Some(_) => Some(keep_copy(&self.file)?),
            None => {
                fs::create_dir_all(self.file.parent().unwrap_or(Path::new(".")))?;
                None
            }
        };
        whole_file::replace(&self.file, self.after.as_bytes())?;
        Ok(copy)
    }
}

fn read(file: &Path) -> Result<Option<String>, ConnectError> {
    match fs::metadata(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
        Ok(found) if found.len() > MAX_CONFIGURATION_BYTES => Err(ConnectError::TooLarge),
        Ok(_) => {
            let bytes = read_regular(file, MAX_CONFIGURATION_BYTES)?;
            Ok(Some(String::from_utf8(bytes).map_err(io::Error::other)?))
        }
    }
}

/// A backup beside the file, under the first free name.
fn keep_copy(file: &Path) -> Result<PathBuf, ConnectError> {
    for number in 0..MAX_COPIES {
        let mut copy = file.as_os_str().to_owned();
        copy.push(if number == 0 { ".bak".to_owned() } else { format!(".bak{number}") });
        let copy = PathBuf::from(copy);
        if !copy.exists() {
            fs::copy(file, &copy)?;
            return Ok(copy);
        }
    }
    Err(ConnectError::TooManyCopies)
}

/// A configuration with the server in it, everything else unchanged; `None` if nothing would change.
fn with_server(text: &str, list: &'static str, entry: Value) -> Result<Option<String>, ConnectError> {
    let plain = text.trim_start_matches('\u{feff}');
    let mut configuration: Map<String, Value> = match plain.trim() {
        "" => Map::new(),
        json => serde_json::from_str(json).map_err(|_| ConnectError::NotJson)?,
    };
    let servers = configuration.entry(list).or_insert_with(|| Map::new().into());
    let servers = servers.as_object_mut().ok_or(ConnectError::NotServers(list))?;
    if servers.get(NAME) == Some(&entry) {
        return Ok(None);
    }
    servers.insert(NAME.to_owned(), entry);
    let mut written = indented(&configuration.into(), indent_of(plain)).map_err(|_| ConnectError::NotJson)?;
    if plain.is_empty() || plain.ends_with('\n') {
        written.push('\n');
    }
    Ok(Some(if plain.contains("\r\n") { written.replace('\n', "\r\n") } else { written }))
}

/// The indentation of the first indented line.
fn indent_of(text: &str) -> &str {
    let indent = |line: &'_ str| line.len() - line.trim_start_matches([' ', '\t']).len();
    text.lines().find(|line| indent(line) > 0).map_or("  ", |line| &line[..indent(line)])
}

fn indented(value: &Value, indent: &str) -> serde_json::Result<String> {
    use serde::Serialize as _;
    let mut bytes = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(indent.as_bytes());
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, formatter))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_server_is_added_and_everything_else_stays_in_its_order() {
        let entry = json!({ "command": "ck3raven", "args": ["serve"] });
        let before = "{\n\t\"theme\": \"dark\",\n\t\"mcpServers\": {\n\t\t\"other\": {\n\t\t\t\"command\": \"x\"\n\t\t}\n\t},\n\t\"a\": 1\n}\n";
        let after = with_server(before, "mcpServers", entry.clone()).unwrap().unwrap();
        let added = "\t\t\"other\": {\n\t\t\t\"command\": \"x\"\n\t\t},\n\t\t\"ck3raven\": {\n\t\t\t\"command\": \"ck3raven\",\n\t\t\t\"args\": [\n\t\t\t\t\"serve\"\n\t\t\t]\n\t\t}\n";
        assert_eq!(after, before.replace("\t\t\"other\": {\n\t\t\t\"command\": \"x\"\n\t\t}\n", added));
        assert!(with_server(&after, "mcpServers", entry.clone()).unwrap().is_none(), "it is so already");
        let windows = with_server(&before.replace('\n', "\r\n"), "mcpServers", entry.clone()).unwrap().unwrap();
        assert_eq!(windows, after.replace('\n', "\r\n"));
        let fresh = with_server("", "servers", entry).unwrap().unwrap();
        assert!(fresh.starts_with("{\n  \"servers\": {\n    \"ck3raven\"") && fresh.ends_with("}\n"), "{fresh}");
    }

    #[test]
    fn what_is_not_understood_is_left_alone() {
        let refusal = |text: &str| with_server(text, "mcpServers", json!({})).unwrap_err().to_string();
        assert!(refusal("{ // mine\n}").contains("not plain JSON"));
        assert!(refusal("[]").contains("not plain JSON"));
        assert!(refusal("{ \"mcpServers\": [] }").contains("`mcpServers` is not a list of servers"));
    }
}
