//! Replace folders of localization (R11).

/// How strong a localization file is by its folder; a greater one wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReplaceClass {
    /// In no replace folder.
    Plain,
    /// In `localization/<language>/replace`.
    OfLanguage,
    /// In `localization/replace`.
    OfAll,
}

/// The class of a localization file.
///
/// ```
/// use lens::{ReplaceClass, replace_class};
/// assert_eq!(replace_class("localization/english/a_l_english.yml"), ReplaceClass::Plain);
/// assert_eq!(replace_class("localization/english/replace/a_l_english.yml"), ReplaceClass::OfLanguage);
/// assert_eq!(replace_class("localization/replace/english/a_l_english.yml"), ReplaceClass::OfAll);
/// ```
pub fn replace_class(path: &str) -> ReplaceClass {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    match folders.split('/').skip(1).position(|folder| folder == "replace") {
        Some(0) => ReplaceClass::OfAll,
        Some(_) => ReplaceClass::OfLanguage,
        None => ReplaceClass::Plain,
    }
}
