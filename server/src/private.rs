//! The program's own folder is for its user alone: made so, and seen to be so at every start.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Makes the folder if need be, and takes from everybody else what they may do with it and what lies in it.
///
/// What belongs to somebody else cannot be made private; that is an error, and the program does not start on it.
pub(crate) fn secure(folder: &Path) -> io::Result<()> {
    create(folder)?;
    for path in public(folder)? {
        // A secret that others could read may be known by now: it is refused where it is used, not mended here.
        if path.file_name().is_none_or(|name| name != "http-secret") {
            close(&path)?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn create(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// What lies in a user's profile is the user's alone by what it inherits. A folder elsewhere gets an access control list of
/// its own when it is made, by the tool that Windows has for it.
#[cfg(not(unix))]
fn create(folder: &Path) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    match fs::create_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(()),
        created => created?,
    }
    let profile = std::env::var_os("USERPROFILE").map(PathBuf::from);
    if !cfg!(windows) || profile.is_some_and(|profile| folder.starts_with(profile)) {
        return Ok(());
    }
    let user = ["USERDOMAIN", "USERNAME"].map(|name| std::env::var(name).unwrap_or_default()).join("\\");
    let granted = std::process::Command::new("icacls")
        .arg(folder)
        .args(["/inheritance:r", "/grant:r"])
        .arg(format!("{user}:(OI)(CI)F"))
        .output()?;
    if granted.status.success() {
        return Ok(());
    }
    // Empty, and open to others: better none than one that looks private.
    fs::remove_dir(folder)?;
    Err(io::Error::new(io::ErrorKind::PermissionDenied, format!("icacls could not make {} private", folder.display())))
}

/// The first thing in the folder, or the folder itself, that other users of the machine can use.
pub(crate) fn others_can_use(folder: &Path) -> io::Result<Option<PathBuf>> {
    Ok(public(folder)?.into_iter().next())
}

/// The folder and what lies directly in it, as far as others can use it. Deeper things lie in folders that are listed here.
#[cfg(unix)]
fn public(folder: &Path) -> io::Result<Vec<PathBuf>> {
    use std::os::unix::fs::PermissionsExt as _;
    let is_public = |found: &fs::Metadata| !found.is_symlink() && found.permissions().mode() & 0o077 != 0;
    let mut public = Vec::new();
    if is_public(&fs::metadata(folder)?) {
        public.push(folder.to_owned());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // What is gone by now needs no care.
        if entry.metadata().is_ok_and(|found| is_public(&found)) {
            public.push(entry.path());
        }
    }
    Ok(public)
}

#[cfg(unix)]
fn close(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::symlink_metadata(path)?.permissions().mode() & 0o700;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// Elsewhere a user's folders are private unless somebody says otherwise, and modes say nothing of it.
#[cfg(not(unix))]
fn public(_: &Path) -> io::Result<Vec<PathBuf>> {
    Ok(Vec::new())
}

#[cfg(not(unix))]
fn close(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn what_is_the_programs_own_is_closed_to_others_at_the_start() {
        let home = tempfile::tempdir().unwrap();
        let state = home.path().join("state");
        fs::create_dir_all(state.join("undo")).unwrap();
        fs::write(state.join("journal.jsonl"), "").unwrap();
        for (path, mode) in [("", 0o755), ("undo", 0o777), ("journal.jsonl", 0o644)] {
            fs::set_permissions(state.join(path), fs::Permissions::from_mode(mode)).unwrap();
        }
        assert_eq!(others_can_use(&state).unwrap(), Some(state.clone()));
        secure(&state).unwrap();
        assert_eq!(others_can_use(&state).unwrap(), None);
        for (path, mode) in [("", 0o700), ("undo", 0o700), ("journal.jsonl", 0o600)] {
            assert_eq!(fs::metadata(state.join(path)).unwrap().permissions().mode() & 0o777, mode, "{path}");
        }
    }
}
