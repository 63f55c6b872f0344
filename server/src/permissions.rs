//! The program's own folder is private to its user: created so, and checked at every start.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use world_adapter::create_private_folder;

/// Who can access the program's own folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Privacy {
    /// Only its user, and the administrators of the machine.
    Own,
    /// Others too; the path is the first that they can access.
    Shared(PathBuf),
    /// The system does not say.
    Unknown,
}

/// Creates the folder if necessary, and revokes every other user's access to it and to its files.
///
/// A folder of another user cannot be made private; that is an error, and the program does not start.
pub(crate) fn secure(folder: &Path) -> io::Result<()> {
    create_private_folder(folder)?;
    for path in system::shared(folder)?.unwrap_or_default() {
        // A secret that others could read may be compromised: it is rejected where it is used, not repaired here.
        if path.file_name().is_none_or(|name| name != "http-secret") {
            system::close(&path)?;
        }
    }
    Ok(())
}

/// Whether other users of the machine can use the folder, or something that lies in it.
pub(crate) fn privacy(folder: &Path) -> io::Result<Privacy> {
    Ok(match system::shared(folder)? {
        None => Privacy::Unknown,
        Some(shared) => shared.into_iter().next().map_or(Privacy::Own, Privacy::Shared),
    })
}

/// What a person can do about a folder that others can access.
pub(crate) const REMEDY: &str =
    if cfg!(windows) { "start ck3raven once, or remove them with icacls" } else { "chmod go-rwx it" };

#[cfg(unix)]
mod system {
    use std::os::unix::fs::PermissionsExt as _;

    use super::{Path, PathBuf, fs, io};

    /// The folder and its direct entries, as far as others can access them. Deeper entries lie in folders that are listed here.
    pub(super) fn shared(folder: &Path) -> io::Result<Option<Vec<PathBuf>>> {
        let is_shared = |found: &fs::Metadata| !found.is_symlink() && found.permissions().mode() & 0o077 != 0;
        let mut shared = Vec::new();
        if is_shared(&fs::metadata(folder)?) {
            shared.push(folder.to_owned());
        }
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            // An entry that disappeared meanwhile is skipped.
            if entry.metadata().is_ok_and(|found| is_shared(&found)) {
                shared.push(entry.path());
            }
        }
        Ok(Some(shared))
    }

    pub(super) fn close(path: &Path) -> io::Result<()> {
        let mode = fs::symlink_metadata(path)?.permissions().mode() & 0o700;
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
    }
}

/// Access control lists, through Windows' own tool. Files in a user's profile inherit a private list; a folder elsewhere mostly
/// inherits one for everybody.
#[cfg(windows)]
mod system {
    use std::process::Command;

    use super::{Path, PathBuf, fs, grants_to_everyone, io};

    /// Only the folder itself: its entries inherit from it.
    pub(super) fn shared(folder: &Path) -> io::Result<Option<Vec<PathBuf>>> {
        fs::metadata(folder)?;
        let Some(list) = access_list(folder) else { return Ok(None) };
        Ok(Some(if grants_to_everyone(&list) { vec![folder.to_owned()] } else { Vec::new() }))
    }

    /// The access list in SDDL, the only form that does not depend on the system's language.
    fn access_list(folder: &Path) -> Option<String> {
        let saved = tempfile::NamedTempFile::new().ok()?.into_temp_path();
        let output = Command::new("icacls").arg(folder).arg("/save").arg(&saved).output().ok()?;
        let bytes = fs::read(&saved).ok().filter(|bytes| output.status.success() && !bytes.is_empty())?;
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        Some(String::from_utf16_lossy(&units)).filter(|list| list.contains("D:"))
    }

    pub(super) fn close(folder: &Path) -> io::Result<()> {
        let user = ["USERDOMAIN", "USERNAME"].map(|name| std::env::var(name).unwrap_or_default()).join("\\");
        let granted = Command::new("icacls")
            .arg(folder)
            .args(["/inheritance:r", "/grant:r"])
            .arg(format!("{user}:(OI)(CI)F"))
            .output()?;
        if granted.status.success() {
            return Ok(());
        }
        let message = format!("icacls could not make {} private", folder.display());
        Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
    }
}

/// Whether an access list in SDDL grants anything to a group that everybody belongs to.
#[cfg(any(windows, test))]
fn grants_to_everyone(list: &str) -> bool {
    /// Everyone, anonymous, authenticated, interactive and network users, users, guests: by their short names and numbers.
    const EVERYBODY: [&str; 14] = [
        "WD",
        "AN",
        "AU",
        "IU",
        "NU",
        "BU",
        "BG",
        "S-1-1-0",
        "S-1-5-7",
        "S-1-5-11",
        "S-1-5-4",
        "S-1-5-2",
        "S-1-5-32-545",
        "S-1-5-32-546",
    ];
    // An entry is `(A;OICI;FA;;;BU)`: its type comes first, its trustee sixth.
    let mut entries = list.split('(').skip(1).filter_map(|entry| entry.split_once(')')).map(|(entry, _)| entry);
    let is_open = entries.any(|entry| {
        let fields: Vec<&str> = entry.split(';').collect();
        fields[0].starts_with(['A', 'X']) && fields.get(5).is_some_and(|whom| EVERYBODY.contains(whom))
    });
    // Without a list nobody is refused.
    is_open || list.contains("NO_ACCESS_CONTROL")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn what_is_the_programs_own_is_closed_to_others_at_the_start() {
        use std::os::unix::fs::PermissionsExt as _;
        let home = tempfile::tempdir().unwrap();
        let state = home.path().join("state");
        fs::create_dir_all(state.join("undo")).unwrap();
        fs::write(state.join("journal.jsonl"), "").unwrap();
        for (path, mode) in [("", 0o755), ("undo", 0o777), ("journal.jsonl", 0o644)] {
            fs::set_permissions(state.join(path), fs::Permissions::from_mode(mode)).unwrap();
        }
        assert_eq!(privacy(&state).unwrap(), Privacy::Shared(state.clone()));
        secure(&state).unwrap();
        assert_eq!(privacy(&state).unwrap(), Privacy::Own);
        for (path, mode) in [("", 0o700), ("undo", 0o700), ("journal.jsonl", 0o600)] {
            assert_eq!(fs::metadata(state.join(path)).unwrap().permissions().mode() & 0o777, mode, "{path}");
        }
    }

    #[test]
    fn a_list_of_access_is_private_unless_it_names_a_group_of_everybody() {
        // A folder in a profile, one that was closed, one below C:\, a share for all, one without a list.
        for (list, is_shared) in [
            ("state\r\nD:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIID;FA;;;S-1-5-21-1-2-3-1001)\r\n", false),
            ("state\r\nD:PAI(A;OICI;FA;;;S-1-5-21-1-2-3-1001)\r\n", false),
            ("state\r\nD:AI(A;OICIID;FA;;;BA)(A;OICIID;0x1200a9;;;BU)(A;ID;LC;;;AU)\r\n", true),
            ("state\r\nD:(A;OICI;FA;;;S-1-1-0)\r\n", true),
            ("state\r\nD:(D;OICI;FA;;;WD)(A;OICI;FA;;;S-1-5-21-1-2-3-1001)\r\n", false),
            ("state\r\nD:NO_ACCESS_CONTROL\r\n", true),
        ] {
            assert_eq!(grants_to_everyone(list), is_shared, "{list}");
        }
    }
}
