//! What a file defines.

use std::borrow::Cow;

use crate::span::Span;
use crate::tree::Pair;

/// An enum with the word of each variant.
macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[doc = $doc:literal])+ $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word for it, as messages, data and files have it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }
    };
}

words! {
    /// What kind of thing a definition makes. The order is that of their numbers in the cache of `index`: new ones come last.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum DefinitionKind {
        /// An object of the database that the folder stands for: a trait, a decision, a modifier.
        Object = "object",
        /// An entry of an `on_action`: its lists append to those of the same name.
        OnAction = "on_action",
        /// One define; its key is `group|name`.
        Define = "define",
        /// A landed title, at any depth.
        Title = "title",
        /// A named color.
        NamedColor = "named_color",
        /// A coat of arms.
        CoatOfArms = "coat_of_arms",
        /// A template for coats of arms.
        CoatOfArmsTemplate = "coat_of_arms_template",
        /// A scripted trigger; in an event file it is local to the file.
        ScriptedTrigger = "scripted_trigger",
        /// A scripted effect; in an event file it is local to the file.
        ScriptedEffect = "scripted_effect",
        /// A script value.
        ScriptValue = "script_value",
        /// An event.
        Event = "event",
        /// A character of history.
        Character = "character",
        /// An entry of another part of history.
        HistoryEntry = "history_entry",
        /// A localization key.
        LocalizationKey = "localization_key",
        /// A `type` of a `.gui` file.
        GuiType = "gui_type",
        /// A `template` of a `.gui` file.
        GuiTemplate = "gui_template",
        /// A `local_template` of a `.gui` file.
        GuiLocalTemplate = "gui_local_template",
        /// A window or another widget at the top level of a `.gui` file.
        GuiWidget = "gui_widget",
        /// An asset, named by `name = "…"` inside its block.
        Asset = "asset",
        /// A macro for data functions.
        Macro = "macro",
        /// What `@:define` makes.
        PreprocessorDefine = "preprocessor_define",
        /// A constant of the file: `@name = value`.
        Constant = "constant",
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
    /// A pair that defines what its key names.
    pub(crate) fn of(kind: DefinitionKind, pair: Pair<'_>, group: Option<Span>) -> Self {
        Self { kind, span: pair.span(), name: pair.name_span(), group, is_local: false }
    }

    /// A pair whose block says its `name`: the key is the group then. Without one the key is the name.
    pub(crate) fn named_inside(kind: DefinitionKind, pair: Pair<'_>) -> Self {
        let name = pair.block().and_then(|block| block.get(b"name")?.value?.scalar_span(block.text()));
        match name {
            Some(name) => Self { name, ..Self::of(kind, pair, Some(pair.name_span())) },
            None => Self::of(kind, pair, None),
        }
    }

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
