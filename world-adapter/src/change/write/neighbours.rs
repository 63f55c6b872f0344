//! The line endings of the files beside a new one.

use cap_std::fs::Dir;
use std::io::Read as _;

use crate::read::kind::Kind;
use crate::resolve::resolved::Resolved;
use crate::roots::contained::{self, Scratch, split};
use crate::world::WorldAdapter;

/// How many bytes of a neighbour are read.
const MAX_SCANNED: u64 = 4_096;

impl WorldAdapter {
    /// Whether the first file with the same extension beside a new one has CRLF line endings.
    #[expect(clippy::unused_self, reason = "reads the disk, which is the adapter's alone to do")]
    pub(crate) fn neighbours_end_as_windows(&self, target: &Resolved) -> bool {
        let Ok(root) = target.target.opened.dir() else { return false };
        let (parent, name) = split(target.target.path());
        let Some((_, extension)) = name.rsplit_once('.') else { return false };
        let Ok(dir) = contained::open_dir(&root, parent) else { return false };
        first_with(&dir, extension).is_some_and(|neighbour| ends_as_windows(&dir, &neighbour))
    }
}

fn first_with(dir: &Dir, extension: &str) -> Option<String> {
    let mut first: Option<String> = None;
    let mut scratch = Scratch::default();
    let read = contained::each_entry(dir, &mut scratch, |name, kind| {
        let Ok(name) = std::str::from_utf8(name) else { return };
        let is_alike = kind == Kind::File && name.rsplit_once('.').is_some_and(|(_, found)| found == extension);
        if is_alike && first.as_deref().is_none_or(|first| name < first) {
            first = Some(name.to_owned());
        }
    });
    read.ok().and(first)
}

fn ends_as_windows(dir: &Dir, name: &str) -> bool {
    let Ok(file) = contained::open_file(dir, name) else { return false };
    let mut start = Vec::new();
    if file.take(MAX_SCANNED).read_to_end(&mut start).is_err() {
        return false;
    }
    let end = start.iter().position(|byte| *byte == b'\n');
    end.is_some_and(|end| end > 0 && start[end - 1] == b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_says_how_lines_end() {
        let folder = tempfile::tempdir().unwrap();
        let dir = Dir::open_ambient_dir(folder.path(), cap_std::ambient_authority()).unwrap();
        for (content, is_windows) in
            [("a\r\nb\n", true), ("\r\n", true), ("a\nb\r\n", false), ("\n", false), ("a\r", false), ("", false)]
        {
            dir.write("a.txt", content).unwrap();
            assert_eq!(ends_as_windows(&dir, "a.txt"), is_windows, "{content:?}");
        }
        assert!(!ends_as_windows(&dir, "absent.txt"));
    }
}
