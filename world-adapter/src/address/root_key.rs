//! The closed set of roots (L31).

use reply_kit::ReplyData;

/// A root an operator can configure. There is no other, and no way to add one at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ReplyData)]
pub enum RootKey {
    /// The source of ck3raven itself.
    Repo,
    /// The game's own data.
    Game,
    /// The workshop.
    Steam,
    /// The player's documents: local mods, launcher databases, logs.
    UserDocs,
    /// ck3raven's data, with the `wip` folder.
    Ck3ravenData,
    /// The editor's settings.
    Vscode,
}

impl RootKey {
    /// All of them, in the order of the laws.
    pub const ALL: [Self; 6] = [Self::Repo, Self::Game, Self::Steam, Self::UserDocs, Self::Ck3ravenData, Self::Vscode];

    /// The key as it is written in an address.
    pub const fn as_str(self) -> &'static str {
        self.word().as_str()
    }

    /// The root itself, as an address.
    #[expect(clippy::missing_panics_doc, reason = "every key is a word, and a word behind `root:` is an address")]
    pub fn address(self) -> reply_kit::Address {
        ["root:", self.as_str()].concat().parse().expect("a word behind `root:` is an address")
    }

    /// The key with exactly this spelling.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.as_str() == name)
    }

    /// The key of a `ROOT_REPO` spelling, which older tools wrote (L33).
    pub(super) fn from_legacy(name: &str) -> Option<Self> {
        let key = name.strip_prefix("ROOT_")?;
        Self::ALL.into_iter().find(|root| root.as_str().eq_ignore_ascii_case(key) && !key.contains(char::is_lowercase))
    }
}

impl std::fmt::Display for RootKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l31_the_keys_are_spelled_as_the_law_says() {
        let names = RootKey::ALL.map(RootKey::as_str);
        assert_eq!(names, ["repo", "game", "steam", "user_docs", "ck3raven_data", "vscode"]);
        assert_eq!(RootKey::from_name("Repo"), None);
        assert_eq!(RootKey::from_legacy("ROOT_USER_DOCS"), Some(RootKey::UserDocs));
        assert_eq!(RootKey::from_legacy("ROOT_repo"), None);
    }
}
