//! The secret of the HTTP server: created on the first start, and stored where only its user can read it.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use reply_mcp::{HttpSecret, HttpSecretError};
use world_adapter::read_regular;

/// The environment variable for an operator's own secret.
pub(crate) const VARIABLE: &str = "CK3RAVEN_HTTP_TOKEN";
/// Far more than any secret needs: a longer file is something else.
const MAX_FILE: u64 = 4096;

/// Why there is no secret to serve with.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SecretError {
    #[error("{VARIABLE} is set, but cannot be used: {0}; unset it, and a secret is made for you")]
    Variable(HttpSecretError),
    #[error("{VARIABLE} is set, but is not text")]
    NotText,
    #[error("{path} holds no secret that can be used: {error}; remove it, and another is made")]
    File { path: PathBuf, error: HttpSecretError },
    #[error("{0} can be read by others: make it yours alone (chmod 600), or remove it, and another secret is made")]
    Shared(PathBuf),
    #[error("{path} cannot be used: {error}")]
    Io { path: PathBuf, error: io::Error },
}

/// The operator's own secret, if the environment has one.
pub(crate) fn from_environment() -> Result<Option<HttpSecret>, SecretError> {
    let Some(text) = std::env::var_os(VARIABLE) else { return Ok(None) };
    let text = text.to_str().ok_or(SecretError::NotText)?;
    HttpSecret::new(text).map(Some).map_err(SecretError::Variable)
}

/// The secret in a file, which is created if necessary.
pub(crate) fn load_or_create(path: &Path) -> Result<HttpSecret, SecretError> {
    let in_file = |error| SecretError::Io { path: path.to_owned(), error };
    match create(path) {
        Ok(secret) => return Ok(secret),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(in_file(error)),
    }
    check(path)?;
    let text = read_regular(path, MAX_FILE).and_then(|text| String::from_utf8(text).map_err(io::Error::other));
    let text = text.map_err(in_file)?;
    HttpSecret::new(&text).map_err(|error| SecretError::File { path: path.to_owned(), error })
}

/// Whether there is a file; if so, it must be short and readable by its user only.
pub(crate) fn check(path: &Path) -> Result<bool, SecretError> {
    let found = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        found => found.map_err(|error| SecretError::Io { path: path.to_owned(), error })?,
    };
    if !found.is_file() || found.len() > MAX_FILE {
        let error = io::Error::other("it is not the file of a secret");
        return Err(SecretError::Io { path: path.to_owned(), error });
    }
    if is_shared(&found) { Err(SecretError::Shared(path.to_owned())) } else { Ok(true) }
}

/// Creates the file for its user alone; it appears with its content, or not at all.
fn create(path: &Path) -> io::Result<HttpSecret> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let secret = HttpSecret::random();
    let mut file = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    writeln!(file, "{}", secret.reveal())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path)?;
    Ok(secret)
}

#[cfg(unix)]
fn is_shared(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    found.permissions().mode() & 0o077 != 0
}

#[cfg(not(unix))]
fn is_shared(_: &fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_made_once_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("http-secret");
        let made = load_or_create(&path).unwrap();
        assert_eq!(load_or_create(&path).unwrap(), made);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
        fs::write(&path, " \n").unwrap();
        assert!(matches!(load_or_create(&path), Err(SecretError::File { error: HttpSecretError::OnlySpaces, .. })));
    }

    #[cfg(unix)]
    #[test]
    fn a_secret_that_others_can_read_is_not_used() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("http-secret");
        load_or_create(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        for mode in [0o640, 0o604, 0o620] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            assert!(matches!(load_or_create(&path), Err(SecretError::Shared(_))), "{mode:o}");
        }
        fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("elsewhere", &path).unwrap();
        assert!(load_or_create(&path).is_err(), "a link is not followed");
    }
}
