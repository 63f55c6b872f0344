//! What a file holds, by its path.

/// What a file holds, by its path relative to the game's or the mod's folder.
///
/// ```
/// use ck3_script::Folder;
/// assert_eq!(Folder::of("common/traits/00_traits.txt"), Folder::Objects);
/// assert_eq!(Folder::of("events/war/war_events.txt"), Folder::Events);
/// assert_eq!(Folder::of("localization/english/a_l_english.yml"), Folder::Localization);
/// assert_eq!(Folder::of("thumbnail.png"), Folder::Other);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Folder {
    /// `common/…`: each top-level key is an object, unless the folder is named below.
    Objects,
    /// `common/on_action`.
    OnActions,
    /// `common/defines`: `group|name`.
    Defines,
    /// `common/landed_titles`: titles within titles.
    LandedTitles,
    /// `common/named_colors`: names within `colors = { … }`.
    NamedColors,
    /// `common/coat_of_arms/coat_of_arms`: also names within `template = { … }`.
    CoatsOfArms,
    /// `common/scripted_triggers`.
    ScriptedTriggers,
    /// `common/scripted_effects`.
    ScriptedEffects,
    /// `common/script_values`.
    ScriptValues,
    /// `events`.
    Events,
    /// `history/characters`.
    HistoryCharacters,
    /// Anything else in `history`.
    History,
    /// `localization/**/*.yml`.
    Localization,
    /// `gui/**/*.gui`: types and templates.
    Gui,
    /// `gfx/**/*.asset`, and script in `gfx`, `music`, `sound`, `fonts`, `map_data`, `content_source`: named by `name = "…"` inside.
    Assets,
    /// `data_binding`: macros.
    DataBinding,
    /// `reader_export`: preprocessor definitions.
    ReaderExport,
    /// `descriptor.mod` and the launcher's `.mod` files: fields, no definitions.
    Descriptor,
    /// Not a file of script or localization, by its path.
    Other,
}

impl Folder {
    /// Tells what a file holds by its relative path with `/` between folders. Case of ASCII letters does not matter.
    pub fn of(path: &str) -> Self {
        let path = path.to_ascii_lowercase();
        let (folders, file) = path.rsplit_once('/').unwrap_or(("", &path));
        let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
        let mut names = folders.split('/');
        let (top, second, third) = (names.next().unwrap_or_default(), names.next(), names.next());
        match (top, extension) {
            (_, "mod") => Self::Descriptor,
            (_, "gui") => Self::Gui,
            (_, "asset" | "gfx" | "sfx" | "settings") => Self::Assets,
            ("localization" | "localisation", "yml") => Self::Localization,
            ("common", "txt") => Self::of_common(second.unwrap_or_default(), third.unwrap_or_default()),
            ("events", "txt") => Self::Events,
            ("history", "txt") if second == Some("characters") => Self::HistoryCharacters,
            ("history", "txt") => Self::History,
            ("gfx" | "music" | "sound" | "fonts" | "map_data" | "content_source" | "dlc_metadata" | "dlc", "txt") => {
                Self::Assets
            }
            ("data_binding", "txt") => Self::DataBinding,
            ("reader_export", "txt") => Self::ReaderExport,
            ("gui" | "tests" | "tools" | "notifications" | "test_data", "txt") => Self::Objects,
            _ => Self::Other,
        }
    }

    fn of_common(folder: &str, below: &str) -> Self {
        match folder {
            "on_action" => Self::OnActions,
            "defines" => Self::Defines,
            "landed_titles" => Self::LandedTitles,
            "named_colors" => Self::NamedColors,
            "coat_of_arms" if below == "coat_of_arms" => Self::CoatsOfArms,
            "scripted_triggers" => Self::ScriptedTriggers,
            "scripted_effects" => Self::ScriptedEffects,
            "script_values" => Self::ScriptValues,
            _ => Self::Objects,
        }
    }

    /// Whether its files are read by [`Script`](crate::Script).
    pub fn is_script(self) -> bool {
        !matches!(self, Self::Localization | Self::Other)
    }

    /// Whether its files define anything: they hold script or localization, and are not descriptors.
    pub fn has_definitions(self) -> bool {
        !matches!(self, Self::Descriptor | Self::Other)
    }

    /// Whether the game logs an error for a file of it without a byte order mark.
    pub fn wants_bom(self) -> bool {
        !matches!(
            self,
            Self::Gui | Self::Assets | Self::Descriptor | Self::DataBinding | Self::ReaderExport | Self::Other
        )
    }

    /// How many levels of blocks a file's definitions lie in.
    pub(crate) fn levels(self) -> usize {
        match self {
            Self::Defines | Self::NamedColors | Self::CoatsOfArms | Self::Gui | Self::Assets | Self::DataBinding => 1,
            Self::LandedTitles => usize::MAX,
            _ => 0,
        }
    }
}
