//! What a file defines.

use std::borrow::Cow;

use crate::span::Span;

/// What kind of thing a definition makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DefinitionKind {
    /// An object of the database that the folder stands for: a trait, a decision, a modifier.
    Object,
    /// An entry of an `on_action`: its lists append to those of the same name.
    OnAction,
    /// One define; its key is `group|name`.
    Define,
    /// A landed title, at any depth.
    Title,
    /// A named color.
    NamedColor,
    /// A coat of arms.
    CoatOfArms,
    /// A template for coats of arms.
    CoatOfArmsTemplate,
    /// A scripted trigger; in an event file it is local to the file.
    ScriptedTrigger,
    /// A scripted effect; in an event file it is local to the file.
    ScriptedEffect,
    /// A script value.
    ScriptValue,
    /// An event.
    Event,
    /// A character of history.
    Character,
    /// An entry of another part of history.
    HistoryEntry,
    /// A localization key.
    LocalizationKey,
    /// A `type` of a `.gui` file.
    GuiType,
    /// A `template` of a `.gui` file.
    GuiTemplate,
    /// A `local_template` of a `.gui` file.
    GuiLocalTemplate,
    /// A window or another widget at the top level of a `.gui` file.
    GuiWidget,
    /// An asset, named by `name = "…"` inside its block.
    Asset,
    /// A macro for data functions.
    Macro,
    /// What `@:define` makes.
    PreprocessorDefine,
    /// A constant of the file: `@name = value`.
    Constant,
}

impl DefinitionKind {
    /// The kind in words, for messages and data.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Object => "object",
            Self::OnAction => "on_action",
            Self::Define => "define",
            Self::Title => "title",
            Self::NamedColor => "named_color",
            Self::CoatOfArms => "coat_of_arms",
            Self::CoatOfArmsTemplate => "coat_of_arms_template",
            Self::ScriptedTrigger => "scripted_trigger",
            Self::ScriptedEffect => "scripted_effect",
            Self::ScriptValue => "script_value",
            Self::Event => "event",
            Self::Character => "character",
            Self::HistoryEntry => "history_entry",
            Self::LocalizationKey => "localization_key",
            Self::GuiType => "gui_type",
            Self::GuiTemplate => "gui_template",
            Self::GuiLocalTemplate => "gui_local_template",
            Self::GuiWidget => "gui_widget",
            Self::Asset => "asset",
            Self::Macro => "macro",
            Self::PreprocessorDefine => "preprocessor_define",
            Self::Constant => "constant",
        }
    }
}

/// Something that a file defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Definition {
    /// What it makes.
    pub kind: DefinitionKind,
    /// All of it, from its first word to its last brace. Comments before it are not part of it.
    pub span: Span,
    /// Its name, without quotes.
    pub name: Span,
    /// The group that its name is unique in: of a define, the group's name; of an asset, its type.
    pub group: Option<Span>,
    /// Whether it holds for its file alone.
    pub is_local: bool,
}

impl Definition {
    /// The key that the game knows it by; bytes that are not UTF-8 are replaced.
    pub fn key<'t>(&self, text: &'t [u8]) -> Cow<'t, str> {
        let name = String::from_utf8_lossy(self.name.of(text));
        match (self.kind, self.group) {
            (DefinitionKind::Define, Some(group)) => {
                Cow::Owned(format!("{}|{name}", String::from_utf8_lossy(group.of(text))))
            }
            _ => name,
        }
    }
}

/// The innermost definition that a byte lies in.
///
/// ```
/// use ck3_script::{Folder, Script, definition_at, definitions};
/// let script = Script::parse(b"a = { x = 1 }\nb = { y = 2 }\n");
/// let found = definitions(&script, Folder::Objects);
/// let b = definition_at(&found, 20).unwrap();
/// assert_eq!(b.key(script.text()), "b");
/// assert!(definition_at(&found, 13).is_none());
/// ```
pub fn definition_at(definitions: &[Definition], byte: u32) -> Option<&Definition> {
    definitions
        .iter()
        .filter(|definition| definition.span.contains(byte))
        .min_by_key(|definition| definition.span.len())
}
