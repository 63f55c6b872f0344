//! The new content, on disk before anything changes (L69).

use std::io::{self, Write as _};
use std::time::Duration;

use cap_std::fs::{Dir, OpenOptions};
use uuid::Uuid;

use crate::change::attributes::Attributes;
use crate::change::write::Content;
use crate::read::kind::Kind;
use crate::roots::contained::{self, Scratch};

/// How long after its last change a temporary file can only be what a process left that was killed.
const ABANDONED_AFTER: Duration = Duration::from_mins(10);

/// The new content under a name of its own, removed unless it is moved into place.
pub(crate) struct TemporaryFile {
    pub(super) dir: Dir,
    pub(super) name: String,
    pub(super) is_moved: bool,
}

impl TemporaryFile {
    /// Writes the content to disk, for good, with the attributes that the file is to have.
    pub(crate) fn create(dir: Dir, content: &Content, dressing: &Dressing) -> io::Result<Self> {
        remove_abandoned(&dir);
        let name = format!("{PREFIX}{}{SUFFIX}", Uuid::new_v4());
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        let mut file = dir.open_with(&name, &options)?;
        let temporary = Self { dir, name, is_moved: false };
        // Before the content: who may not read the file may not read this one either.
        match dressing {
            Dressing::New => {}
            Dressing::Replacing(attributes) | Dressing::Restored(attributes) => attributes.apply(&file)?,
        }
        file.write_all(content.as_bytes())?;
        if let Dressing::Restored(attributes) = dressing {
            attributes.apply_time(&file);
        }
        file.sync_all()?;
        Ok(temporary)
    }
}

/// What a file has besides its content, when it is made.
pub(crate) enum Dressing {
    /// What the system gives a new file.
    New,
    /// What the file had that it replaces.
    Replacing(Attributes),
    /// What the file had that is brought back, its time as well.
    Restored(Attributes),
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if !self.is_moved {
            _ = self.dir.remove_file(&self.name);
        }
    }
}

const PREFIX: &str = ".ck3raven-";
const SUFFIX: &str = ".tmp";

/// Whether a name is one that only this module gives.
fn is_temporary(name: &str) -> bool {
    let id = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    id.and_then(|id| Uuid::try_parse(id).ok()).is_some_and(|id| name == format!("{PREFIX}{id}{SUFFIX}"))
}

/// Removes what killed processes left here, so that it does not pile up. Failing to is no reason not to write.
fn remove_abandoned(dir: &Dir) {
    let mut found = Vec::new();
    _ = contained::each_entry(dir, &mut Scratch::default(), |name, kind| {
        let name = std::str::from_utf8(name).ok().filter(|name| kind == Kind::File && is_temporary(name));
        found.extend(name.map(str::to_owned));
    });
    for name in found {
        let modified = dir.symlink_metadata(&name).and_then(|metadata| metadata.modified());
        let age = modified.ok().and_then(|modified| modified.into_std().elapsed().ok());
        if age.is_some_and(|age| age > ABANDONED_AFTER) {
            _ = dir.remove_file(&name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l69_only_names_given_here_are_taken_for_temporary_files() {
        for (name, expected) in [
            (".ck3raven-0d2f6a3c-7f0e-4a57-9c39-5d7a6b1c2e3f.tmp", true),
            (".ck3raven-0D2F6A3C-7F0E-4A57-9C39-5D7A6B1C2E3F.tmp", false),
            (".ck3raven-0d2f6a3c7f0e4a579c395d7a6b1c2e3f.tmp", false),
            (".ck3raven-notes.tmp", false),
            (".ck3raven-.tmp", false),
            ("0d2f6a3c-7f0e-4a57-9c39-5d7a6b1c2e3f", false),
        ] {
            assert_eq!(is_temporary(name), expected, "{name}");
        }
    }
}
