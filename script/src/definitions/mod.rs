//! The definitions of a script file, by the kind of its folder.

mod assets;
mod gui;
mod nested;
mod top_level;

use std::borrow::Cow;
use std::ops::Range;

use crate::definition::Definition;
use crate::encoding;
use crate::folder::Folder;
use crate::localization::Localization;
use crate::script::Script;
use crate::span::Span;

/// What a script file defines, in the order of its text.
///
/// A localization file's definitions are [`Localization::definitions`](crate::Localization::definitions).
///
/// ```
/// use ck3_script::{Folder, Script, definitions};
/// let script = Script::parse(b"NCombat = {\n\tWIDTH = 3\n\tDEPTH = 5\n}\n");
/// let found = definitions(&script, Folder::Defines);
/// let keys: Vec<_> = found.iter().map(|definition| definition.key(script.text())).collect();
/// assert_eq!(keys, ["NCombat|WIDTH", "NCombat|DEPTH"]);
/// ```
pub fn definitions(script: &Script<'_>, folder: Folder) -> Vec<Definition> {
    let root = script.root();
    match folder {
        Folder::Defines => nested::defines(root),
        Folder::NamedColors => nested::named_colors(root),
        Folder::CoatsOfArms => nested::coats_of_arms(root),
        Folder::LandedTitles => nested::titles(root),
        Folder::Gui => gui::definitions(root),
        Folder::Assets => assets::definitions(root),
        Folder::DataBinding => assets::macros(root),
        Folder::Localization | Folder::Descriptor | Folder::Other => Vec::new(),
        _ => top_level::definitions(root, folder),
    }
}

/// What a file defines, without parsing what the definitions consist of.
///
/// The same as [`definitions`] of the parsed script, several times as fast, or those of the parsed localization file.
///
/// ```
/// use ck3_script::{Folder, Script, definitions, definitions_only};
/// let file = b"brave = { cost = { 1 } }\ncraven = { cost = { 2 } }\n";
/// assert_eq!(definitions_only(file, Folder::Objects), definitions(&Script::parse(file), Folder::Objects));
/// ```
pub fn definitions_only(bytes: &[u8], folder: Folder) -> Vec<Definition> {
    outline(bytes, folder).definitions
}

/// What a file defines, with the text that the spans are about.
#[derive(Clone, Debug)]
pub struct FileOutline<'b> {
    /// The file's bytes, or UTF-8 converted from UTF-16.
    pub text: Cow<'b, [u8]>,
    /// What it defines, in the order of its text.
    pub definitions: Vec<Definition>,
    /// Whether its braces match and nothing is wrong outside of its definitions; of localization, whether nothing is wrong.
    pub is_sound: bool,
}

impl FileOutline<'_> {
    /// The bytes of the file that a span of the text stands for.
    pub fn original_range(&self, bytes: &[u8], span: Span) -> Range<usize> {
        let offset = |offset: u32| encoding::original_offset(bytes, &self.text, offset as usize);
        offset(span.start)..offset(span.end)
    }
}

/// What a file defines, without parsing what the definitions consist of: see [`definitions_only`].
///
/// ```
/// use ck3_script::{Folder, outline};
/// assert!(outline(b"brave = { cost = 1 }", Folder::Objects).is_sound);
/// assert!(!outline(b"brave = { cost = 1 }}", Folder::Objects).is_sound);
/// ```
pub fn outline(bytes: &[u8], folder: Folder) -> FileOutline<'_> {
    if folder == Folder::Localization {
        let localization = Localization::parse(bytes);
        let (definitions, is_sound) = (localization.definitions(), localization.problems().is_empty());
        return FileOutline { text: localization.into_file().into_parts().0, definitions, is_sound };
    }
    let (script, is_sound) = Script::parse_shallow(bytes, folder.levels());
    let definitions = definitions(&script, folder);
    FileOutline { text: script.into_file().into_parts().0, definitions, is_sound }
}
