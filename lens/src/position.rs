//! Where a file stands in the order in which sources load (R15, R19).

/// What a file comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The game itself.
    Game,
    /// A folder of the game's `dlc`.
    Dlc,
    /// A mod.
    Mod,
}

/// Where a file stands in the order in which sources load: the game, its DLC by name, then mods as the playset lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoadPosition {
    origin: Origin,
    rank: u32,
}

impl LoadPosition {
    /// The game itself.
    pub const GAME: Self = Self { origin: Origin::Game, rank: 0 };

    /// A DLC of the game, by its rank among their names.
    pub const fn of_dlc(rank: u32) -> Self {
        Self { origin: Origin::Dlc, rank }
    }

    /// A mod, by its place in the playset.
    pub const fn of_mod(rank: u32) -> Self {
        Self { origin: Origin::Mod, rank }
    }

    /// What the file comes from.
    pub const fn origin(self) -> Origin {
        self.origin
    }
}

/// The DLC that a path of the game's belongs to, and the path that the game knows the file by (R15).
///
/// ```
/// assert_eq!(lens::split_dlc("dlc/dlc012/common/traits/a.txt"), (Some("dlc012"), "common/traits/a.txt"));
/// assert_eq!(lens::split_dlc("dlc/readme.txt"), (None, "dlc/readme.txt"));
/// ```
pub fn split_dlc(path: &str) -> (Option<&str>, &str) {
    let inner = path.strip_prefix("dlc/").and_then(|rest| rest.split_once('/'));
    match inner {
        Some((name, rest)) => (Some(name), rest),
        None => (None, path),
    }
}
