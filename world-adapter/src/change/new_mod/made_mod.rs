//! A mod that creation made, as it is now: for a person who considers undoing that.

use std::io;

use serde::Serialize;

use crate::change::folder::MAX_FOLDER_ENTRIES;
use crate::change::new_mod::{DESCRIPTOR, digest_of, place_line, read};
use crate::read::digest::Digest;
use crate::read::kind::Kind;
use crate::resolve::reference_table::Target;
use crate::roots::contained::{self, Scratch, join};

/// How many files of later work are named.
const MAX_NAMED: usize = 1_000;

/// A mod that creation made, as it is now. Paths are relative to the local mods folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CreatedMod {
    /// What creation made and left so: an undo removes it.
    #[serde(rename = "removed")]
    pub as_made: Vec<String>,
    /// What was changed or added since; a folder ends in a slash. An undo must not lose it.
    #[serde(rename = "stays")]
    pub later: Vec<String>,
    /// How much more of that there is.
    #[serde(rename = "stays_unnamed")]
    pub later_unnamed: usize,
    /// The mod's folder.
    #[serde(skip)]
    pub folder: String,
}

impl CreatedMod {
    /// What is there of a mod that was made, by the digest of what creation left.
    pub(crate) fn of(target: &Target, left: Option<Digest>) -> io::Result<Self> {
        let holder = target.open_holder()?;
        let folder = target.path();
        let mut found = CreatedMod { folder: folder.to_owned(), ..CreatedMod::default() };
        let line = place_line(target);
        let is_left = |descriptor: &[u8], launcher_file: &[u8]| left == Some(digest_of(descriptor, launcher_file));
        let name = format!("{folder}.mod");
        if holder.symlink_metadata(&name).is_ok() {
            // Each of the two files follows from the other.
            let launcher_file = read(&holder, &name);
            let is_as_made = launcher_file.is_some_and(|launcher_file| {
                launcher_file
                    .strip_suffix(line.as_bytes())
                    .is_some_and(|descriptor| is_left(descriptor, &launcher_file))
            });
            found.put(name, is_as_made);
        }
        let dir = match contained::open_child(&holder, folder) {
            Ok(dir) => dir,
            Err(_) if holder.symlink_metadata(folder).is_ok() => {
                found.put(folder.to_owned(), false);
                return Ok(found);
            }
            Err(_) => return Ok(found),
        };
        let (mut pending, mut seen, mut scratch) = (vec![String::new()], 0, Scratch::default());
        while let Some(path) = pending.pop() {
            let mut entries = Vec::new();
            let listed = contained::open_dir(&dir, &path).map_err(io::Error::from).and_then(|dir| {
                contained::each_entry(&dir, &mut scratch, |name, kind| entries.push((name.to_owned(), kind)))
            });
            // An empty folder is work too, and so is one that cannot be read.
            if !path.is_empty() && (entries.is_empty() || listed.is_err()) {
                found.put(format!("{folder}/{path}/"), false);
            }
            for (name, kind) in entries {
                seen += 1;
                match (std::str::from_utf8(&name), kind) {
                    (Ok(name), Kind::Directory) if seen <= MAX_FOLDER_ENTRIES => pending.push(join(&path, name)),
                    (Ok(DESCRIPTOR), Kind::File) if path.is_empty() => {
                        let is_as_made = read(&dir, DESCRIPTOR)
                            .is_some_and(|descriptor| is_left(&descriptor, &[&descriptor, line.as_bytes()].concat()));
                        found.put(format!("{folder}/{DESCRIPTOR}"), is_as_made);
                    }
                    _ => found.put(join(folder, &join(&path, &String::from_utf8_lossy(&name))), false),
                }
            }
        }
        found.as_made.sort_unstable();
        found.later.sort_unstable();
        found.later_unnamed = found.later.len().saturating_sub(MAX_NAMED);
        found.later.truncate(MAX_NAMED);
        Ok(found)
    }

    fn put(&mut self, path: String, is_as_made: bool) {
        if is_as_made { self.as_made.push(path) } else { self.later.push(path) }
    }

    /// Whether both files are as creation left them, and nothing was added: only then it is undone.
    pub fn is_as_left(&self) -> bool {
        self.as_made.len() == 2 && self.later.is_empty()
    }
}
