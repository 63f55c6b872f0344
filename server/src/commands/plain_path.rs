//! Paths as people write them.

use std::path::{Path, PathBuf};

/// A path without the prefix `\\?\`, which Windows adds to canonical paths and no person types.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let drive = path.to_str().and_then(|text| text.strip_prefix(r"\\?\"));
    drive.filter(|drive| drive.as_bytes().get(1) == Some(&b':')).map_or_else(|| path.to_owned(), PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resolved_path_is_shown_as_it_is_typed() {
        for (path, shown) in [
            (r"\\?\C:\Games\game", r"C:\Games\game"),
            (r"C:\Games", r"C:\Games"),
            (r"\\?\UNC\server\share", r"\\?\UNC\server\share"),
            ("/games", "/games"),
        ] {
            assert_eq!(plain(Path::new(path)), Path::new(shown));
        }
    }
}
