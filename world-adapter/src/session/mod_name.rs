//! The name of a mod that is to be created, and the name of its folder, which follows from it.

use std::fmt;

use reply_kit::{Argument, FieldReader, FieldSpec, is_invisible};
use serde_json::{Map, Value};

use crate::address::name;
use crate::read::digest::Digest;
use crate::session::mods::is_addressable;

/// The longest name, in bytes.
const MAX_NAME: usize = 100;
/// The longest name of a folder that is made from one, in bytes.
const MAX_FOLDER_NAME: usize = 60;

/// A valid name for a new mod: it can be used unchanged as an address, in a descriptor, and in quotation marks on a command
/// line, where it is neither an option nor anything that a shell replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModName(String);

impl ModName {
    /// A name, if it is valid.
    pub fn new(name: &str) -> Option<Self> {
        let is_fit = |character: char| !character.is_control() && !is_invisible(character);
        let is_name = (1..=MAX_NAME).contains(&name.len())
            && name.trim() == name
            && name.contains(char::is_alphanumeric)
            && !name.contains(['/', '\\', '"', '$', '`', '%', '!', ':', '<', '>', '|', '?', '*'])
            && !name.starts_with('-')
            && !name.to_ascii_lowercase().ends_with(".mod")
            && name.chars().all(is_fit)
            && is_addressable(name);
        is_name.then(|| Self(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folder of the mod, the same for the same name on every system: lower-case letters, digits and `_`. Where that loses
    /// characters that distinguish the name from another, a part of its digest is added.
    pub(crate) fn folder(&self) -> String {
        let is_plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, ' ' | '_' | '-');
        let mut folder = String::new();
        for character in self.0.chars() {
            match character {
                _ if character.is_ascii_alphanumeric() => folder.push(character.to_ascii_lowercase()),
                _ if folder.ends_with('_') || folder.is_empty() => {}
                _ => folder.push('_'),
            }
        }
        let is_whole = self.0.chars().all(is_plain) && folder.len() <= MAX_FOLDER_NAME;
        folder.truncate(MAX_FOLDER_NAME);
        let folder = folder.trim_end_matches('_');
        let folder = if is_whole {
            folder.to_owned()
        } else {
            format!("{folder}_{:.8}", Digest::of(self.0.as_bytes()).to_string())
        };
        let folder = folder.trim_start_matches('_').to_owned();
        if name::check(&folder).is_ok() { folder } else { format!("mod_{folder}") }
    }
}

impl fmt::Display for ModName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Argument for ModName {
    fn schema(_: &FieldSpec) -> Map<String, Value> {
        [("type".to_owned(), Value::from("string")), ("maxLength".to_owned(), MAX_NAME.into())].into_iter().collect()
    }

    fn expected(_: &FieldSpec) -> String {
        "a name of at most 100 bytes with a letter or digit, without / \\ \" $ ` % ! : < > | ? *, not beginning with - and not ending in .mod"
            .to_owned()
    }

    fn read(value: &Value, spec: &FieldSpec, field: &mut FieldReader<'_, '_>) -> Option<Self> {
        let name = value.as_str().and_then(Self::new);
        if name.is_none() {
            field.note("cannot be the name of a new mod", &Self::expected(spec));
        }
        name
    }
}

/// A value of a descriptor: a version or a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescriptorValue(String);

impl DescriptorValue {
    /// The text, if it can be put in quotation marks unchanged.
    pub fn new(text: &str) -> Option<Self> {
        let is_fit =
            |character: char| !character.is_control() && !is_invisible(character) && !"\"\\".contains(character);
        ((1..=60).contains(&text.len()) && text.chars().all(is_fit)).then(|| Self(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Argument for DescriptorValue {
    fn schema(_: &FieldSpec) -> Map<String, Value> {
        [("type".to_owned(), Value::from("string")), ("maxLength".to_owned(), 60.into())].into_iter().collect()
    }

    fn expected(_: &FieldSpec) -> String {
        "a text of 1 to 60 bytes without quotation marks and backslashes".to_owned()
    }

    fn read(value: &Value, spec: &FieldSpec, field: &mut FieldReader<'_, '_>) -> Option<Self> {
        let text = value.as_str().and_then(Self::new);
        if text.is_none() {
            field.note("cannot stand in a descriptor", &Self::expected(spec));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l104_names_that_mean_something_else_are_not_valid_names() {
        for name in [
            "",
            " ",
            "...",
            "a/b",
            "a\\b",
            "..",
            "../x",
            "x\" path=\"/",
            "a\nb",
            "a\u{202e}b",
            "C:",
            "$(x)",
            "`x`",
            "x.mod",
            " x",
            "x ",
            "a:b",
            "---",
            "-rf",
            "--help",
            "Wow!1",
        ] {
            assert!(ModName::new(name).is_none(), "{name:?}");
        }
        assert!(ModName::new(&"x".repeat(101)).is_none());
    }

    #[test]
    fn a_folder_follows_from_the_name_and_loads_on_windows() {
        let folder = |name: &str| ModName::new(name).unwrap().folder();
        assert_eq!(folder("My Knights"), "my_knights");
        assert_eq!(folder("My-Knights 2"), "my_knights_2");
        assert_eq!(folder("Rise  of - Rome"), "rise_of_rome");
        assert!(folder("(Beta) Rome").starts_with("beta_rome_"));
        for reserved in ["con", "NUL", "Aux", "PRN", "com1", "LPT9"] {
            assert_eq!(folder(reserved), format!("mod_{}", reserved.to_lowercase()));
            let with_dot = folder(&format!("{reserved}."));
            assert!(name::check(&with_dot).is_ok() && with_dot.len() > reserved.len() + 8, "{with_dot}");
        }
        assert_eq!(folder("Élan"), folder("Élan"));
        assert_ne!(folder("Élan"), folder("Ülan"), "what is lost of a name tells them apart");
        assert!(folder("Ритейл").bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'));
        assert!(folder("long ".repeat(20).trim()).len() <= 80);
    }
}
