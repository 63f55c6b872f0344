//! The clients of this user: which are connected, the change that connecting one would make, and connecting it.

use std::path::Path;

use serde::Serialize;

use crate::clients::{Client, ClientChange, ConnectError, StartCommand, UserFolders};

/// A client, for display.
#[derive(Debug, Serialize)]
pub(crate) struct ClientState {
    pub(crate) client: Client,
    pub(crate) name: &'static str,
    /// Its configuration.
    pub(crate) file: String,
    /// Whether this user has ever used it.
    pub(crate) is_found: bool,
    pub(crate) connection: ClientConnection,
    /// What the user can add by hand.
    pub(crate) by_hand: String,
}

/// Whether a client knows this program.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub(crate) enum ClientConnection {
    /// It starts this program already.
    Connected,
    /// It can be connected by this change.
    Possible {
        /// The change in unified form.
        difference: String,
        /// A digest of exactly this change.
        digest: String,
    },
    /// Its configuration must be edited by hand.
    ByHand { why: String },
}

/// A client that was connected.
#[derive(Debug, Serialize)]
pub(crate) struct ConnectedClient {
    pub(crate) name: &'static str,
    pub(crate) file: String,
    /// The backup of the previous configuration; `None` if there was none.
    pub(crate) copy: Option<String>,
}

/// Every client that can be connected, with the configuration file of this process.
pub(crate) fn list(folders: &UserFolders, config: Option<&Path>) -> Vec<ClientState> {
    let command = StartCommand::new(config);
    let state = |client: Client| ClientState {
        client,
        name: client.name(),
        file: client.file(folders).display().to_string(),
        is_found: client.is_installed(folders),
        connection: match ClientChange::new(client, folders, &command) {
            Ok(None) => ClientConnection::Connected,
            Ok(Some(change)) => ClientConnection::Possible { difference: change.difference(), digest: change.digest() },
            Err(error) => ClientConnection::ByHand { why: error.to_string() },
        },
        by_hand: command.by_hand(client),
    };
    Client::ALL.into_iter().map(state).collect()
}

/// Connects a client with exactly the change that the digest stands for.
pub(crate) fn connect(
    folders: &UserFolders,
    config: Option<&Path>,
    client: Client,
    digest: &str,
) -> Result<ConnectedClient, ConnectError> {
    let change = ClientChange::new(client, folders, &StartCommand::new(config))?;
    let Some(change) = change.filter(|change| change.digest() == digest) else { return Err(ConnectError::Changed) };
    let copy = change.write()?.map(|copy| copy.display().to_string());
    Ok(ConnectedClient { name: client.name(), file: client.file(folders).display().to_string(), copy })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection(folders: &UserFolders, client: Client) -> ClientConnection {
        let mut all = list(folders, None);
        all.retain(|state| state.client == client);
        all.remove(0).connection
    }

    #[test]
    fn a_client_is_connected_by_the_change_that_was_shown_and_by_no_other() {
        let home = tempfile::tempdir().unwrap();
        let folders = UserFolders {
            home: home.path().to_owned(),
            settings: home.path().join("settings"),
            packages: home.path().join("packages"),
        };
        let file = Client::Cursor.file(&folders);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, "{}\n").unwrap();
        let ClientConnection::Possible { difference, digest } = connection(&folders, Client::Cursor) else { panic!() };
        assert!(difference.contains("+    \"ck3raven\": {"), "{difference}");
        // It was changed after the user looked: what they agreed to is not what would happen.
        std::fs::write(&file, "{ \"theme\": 1 }\n").unwrap();
        let refused = connect(&folders, None, Client::Cursor, &digest);
        assert!(matches!(refused, Err(ConnectError::Changed)), "{refused:?}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "{ \"theme\": 1 }\n");
        let ClientConnection::Possible { digest, .. } = connection(&folders, Client::Cursor) else { panic!() };
        let done = connect(&folders, None, Client::Cursor, &digest).unwrap();
        assert_eq!(std::fs::read_to_string(done.copy.unwrap()).unwrap(), "{ \"theme\": 1 }\n");
        assert_eq!(connection(&folders, Client::Cursor), ClientConnection::Connected);
        std::fs::write(&file, "{ // mine\n}").unwrap();
        assert!(matches!(connection(&folders, Client::Cursor), ClientConnection::ByHand { .. }));
    }
}
