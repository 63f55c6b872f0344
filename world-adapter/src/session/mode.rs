//! The agent's mode (L44).

use reply_kit::Word;
use serde::Serialize;

/// What an agent is here to do. It decides what is visible (L51), and nothing else in this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Modding: the game, the session's mods, ck3raven's data and the editor's settings.
    Ck3lens,
    /// Developing ck3raven: every configured root.
    Ck3ravenDev,
}

impl Mode {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Ck3lens, Self::Ck3ravenDev];

    /// The spelling that agents and operators use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ck3lens => "ck3lens",
            Self::Ck3ravenDev => "ck3raven-dev",
        }
    }

    /// The mode that is spelled exactly so.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.as_str() == name)
    }
}

impl From<Mode> for Word {
    fn from(mode: Mode) -> Self {
        // By hand: the derive writes words in snake case, and this one has a hyphen by law.
        Self::new(mode.as_str())
    }
}

impl std::fmt::Display for Mode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l44_a_mode_is_found_by_its_own_spelling_alone() {
        for mode in Mode::ALL {
            assert_eq!((Mode::from_name(&mode.to_string()), Word::from(mode).as_str()), (Some(mode), mode.as_str()));
        }
        assert!(Mode::ALL[0].as_str() != Mode::ALL[1].as_str() && Mode::from_name("CK3Lens").is_none());
    }
}
