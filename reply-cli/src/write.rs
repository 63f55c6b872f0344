//! Files are replaced whole: written beside, then renamed. On any error the old ones stand.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::failure::CliError;

/// Replaces files, all or none, each with the text beside its path.
pub(crate) fn replace_all<T: AsRef<str>>(files: &[(PathBuf, T)]) -> Result<(), CliError> {
    let mut staged = StagedFiles::default();
    for (path, text) in files {
        staged.add(path, text.as_ref())?;
    }
    staged.commit()
}

/// Replaces one file.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), CliError> {
    replace_all(&[(path.to_owned(), text)])
}

/// Files that are ready to take their places.
#[derive(Default)]
struct StagedFiles {
    files: Vec<(PathBuf, PathBuf)>,
}

impl StagedFiles {
    /// Writes the new text beside the file.
    fn add(&mut self, path: &Path, text: &str) -> Result<(), CliError> {
        // A link stays a link: what it points to is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        refuse_read_only(&target)?;
        let folder = target.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| CliError::unwritable(path, &error))?;
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let beside = folder.join(format!(".{name}.{}.new", std::process::id()));
        self.files.push((beside.clone(), target.clone()));
        write(&beside, &target, text).map_err(|error| CliError::unwritable(path, &error))
    }

    /// Puts every file in its place.
    fn commit(mut self) -> Result<(), CliError> {
        for (beside, target) in std::mem::take(&mut self.files) {
            fs::rename(&beside, &target).map_err(|error| {
                let _ = fs::remove_file(&beside);
                CliError::unwritable(&target, &error)
            })?;
        }
        Ok(())
    }
}

impl Drop for StagedFiles {
    fn drop(&mut self) {
        for (beside, _) in &self.files {
            let _ = fs::remove_file(beside);
        }
    }
}

/// A rename would replace a file that its owner has closed to writing; that is not ours to do.
fn refuse_read_only(target: &Path) -> Result<(), CliError> {
    match fs::metadata(target) {
        Ok(metadata) if metadata.permissions().readonly() => {
            let name = target.file_name().unwrap_or_default().display();
            let message = format!("cannot write `{name}`: it is read-only; nothing was changed");
            Err(CliError::new(message, "make the file writable first"))
        }
        _ => Ok(()),
    }
}

fn write(beside: &Path, target: &Path, text: &str) -> std::io::Result<()> {
    let mut file = File::create(beside)?;
    file.write_all(text.as_bytes())?;
    if let Ok(metadata) = fs::metadata(target) {
        file.set_permissions(metadata.permissions())?;
    }
    file.sync_all()
}
