//! Which files a search covers: by folder, glob and language.

use ck3_script::Folder;
use globset::{GlobBuilder, GlobMatcher};
use lens::is_below;

/// What every file of a search must match.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileFilter {
    folder: String,
    glob: Option<NameGlob>,
    /// `_l_english.`, which is part of the names of a language's files.
    language: Option<String>,
    /// Whether only script and localization is searched.
    is_script: bool,
}

#[derive(Clone, Debug)]
struct NameGlob {
    matcher: GlobMatcher,
    /// Whether it applies to the whole path, not the name alone.
    is_of_path: bool,
}

impl FileFilter {
    /// Below a folder, as an agent writes it. `None` if it is not valid.
    pub(crate) fn of_folder(folder: &str) -> Option<Self> {
        let folder = folder.replace('\\', "/");
        let folder = folder.trim_matches('/');
        let is_path = !folder.contains(':') && folder.split('/').all(|name| !matches!(name, "." | ".."));
        is_path.then(|| Self { folder: folder.to_owned(), ..Self::default() })
    }

    /// The folder below each source; empty for all of it.
    pub(crate) fn folder(&self) -> &str {
        &self.folder
    }

    /// The same, for files whose name or path matches a glob.
    pub(crate) fn with_glob(mut self, glob: &str) -> Result<Self, String> {
        let glob = glob.trim_start_matches("./").trim_start_matches('/');
        let built = GlobBuilder::new(glob).literal_separator(true).case_insensitive(true).build();
        let matcher = built.map_err(|error| error.kind().to_string())?.compile_matcher();
        self.glob = Some(NameGlob { matcher, is_of_path: glob.contains('/') });
        Ok(self)
    }

    /// The same, for localization of a language.
    pub(crate) fn with_language(mut self, language: &str) -> Self {
        let language = language.trim().to_ascii_lowercase();
        self.language = Some(format!("_l_{}.", language.strip_prefix("l_").unwrap_or(&language)));
        self
    }

    /// The same, for files of script and localization.
    pub(crate) fn with_script(mut self) -> Self {
        self.is_script = true;
        self
    }

    /// Whether matching files may lie in a folder, by its path as the game knows it.
    pub(crate) fn reaches(&self, folder: &str) -> bool {
        let is_on_the_way = is_below(&self.folder, folder);
        let is_language = self.language.is_none()
            || folder.split('/').next().is_some_and(|top| matches!(top, "localization" | "localisation"));
        (is_on_the_way || is_below(folder, &self.folder)) && is_language
    }

    /// Whether a file matches, by its path as the game knows it.
    pub(crate) fn takes(&self, folder: &str, name: &str) -> bool {
        is_below(folder, &self.folder)
            && (!self.is_script || Folder::of(&[folder, "/", name].concat()).has_definitions())
            && self.language.as_ref().is_none_or(|language| name.to_ascii_lowercase().contains(language))
            && self.glob.as_ref().is_none_or(|glob| {
                if !glob.is_of_path {
                    return glob.matcher.is_match(name);
                }
                let slash = if folder.is_empty() { "" } else { "/" };
                glob.matcher.is_match([folder, slash, name].concat())
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_reached_through_what_holds_it() {
        let filter = FileFilter::of_folder("common/traits/").unwrap();
        for (folder, reaches) in [
            ("common", true),
            ("common/traits", true),
            ("common/traits/x", true),
            ("common/trait", false),
            ("events", false),
            ("com", false),
        ] {
            assert_eq!(filter.reaches(folder), reaches, "{folder}");
        }
        assert!(filter.takes("common/traits", "a.txt") && filter.takes("common/traits/b", "a.txt"));
        assert!(!filter.takes("common", "a.txt"));
        for wrong in ["mod:A/common", "..", "a/../b"] {
            assert!(FileFilter::of_folder(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_glob_without_a_slash_is_about_the_name() {
        let takes =
            |glob: &str, folder: &str, name: &str| FileFilter::default().with_glob(glob).unwrap().takes(folder, name);
        for (glob, folder, name, fits) in [
            ("*.txt", "common/traits", "a.txt", true),
            ("*.TXT", "common", "a.txt", true),
            ("*.txt", "", "a.yml", false),
            ("common/*.txt", "common", "a.txt", true),
            ("common/*.txt", "common/traits", "a.txt", false),
            ("common/**/*.txt", "common/traits", "a.txt", true),
            ("/common/**", "common/traits", "a.txt", true),
            ("{a,b}*.txt", "x", "b1.txt", true),
        ] {
            assert_eq!(takes(glob, folder, name), fits, "{glob} {folder}/{name}");
        }
        assert!(FileFilter::default().with_glob("[a").is_err());
    }
}
