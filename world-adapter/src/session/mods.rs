//! The session's mods: the one list (L32, L65).

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use reply_kit::{Address, ReplyData};
use reply_kit::{Text, is_invisible, visible};

use crate::address::name::MAX_NAME;
use crate::resolve::identity::Identity;
use crate::roots::config::ModSource;
use crate::roots::host_path::HostPath;
use crate::roots::mounts::{Mount, MountTable};
use crate::roots::open_roots::RootState;
use crate::roots::root_handle::RootHandle;
use crate::roots::spelling::LetterCase;
use crate::session::shown_name::without_path;

/// A mod of the session.
pub struct Mod {
    name: Box<str>,
    key: Box<str>,
    opened: Result<Arc<RootHandle>, RootState>,
    mount: Option<Mount>,
    /// The configured path: a link in the local mods folder is a local mod wherever it leads.
    pub(crate) is_named_locally: bool,
    /// The last name of the configured path: a workshop id, or a folder name that the modder chose. Never shown.
    pub(crate) folder: Option<Box<str>>,
}

/// A mod that is addressed by an alias: for the person, and for the session tool.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct AliasedMod {
    /// The name as the modder wrote it.
    pub name: Text,
    /// The name to address it by.
    pub alias: Text,
}

/// The most mods of a session; the rest of a playset is left out, and a person is shown how many.
pub const MAX_MODS: usize = 1_000;

/// The mods of a session, in load order.
#[derive(Default)]
pub struct Mods {
    list: Vec<Mod>,
    by_key: HashMap<Box<str>, usize>,
}

impl Mod {
    /// The name that addresses it: its own, or its alias.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The name as the modder wrote it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether its directory is open, and if not why.
    pub fn state(&self) -> RootState {
        match &self.opened {
            Ok(opened) => opened.state(),
            Err(state) => *state,
        }
    }

    pub(crate) fn opened(&self) -> Option<&Arc<RootHandle>> {
        self.opened.as_ref().ok()
    }

    pub(crate) fn mount(&self) -> Option<&Mount> {
        self.mount.as_ref()
    }

    /// Its names, if it is addressed by an alias.
    pub fn aliased(&self) -> Option<AliasedMod> {
        let names = || AliasedMod { name: Text::echo(&visible(&self.name)), alias: Text::echo(&self.key) };
        (self.key != self.name).then(names)
    }
}

impl fmt::Debug for Mod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Mod").field(&self.key).finish()
    }
}

impl Mods {
    /// No mods.
    pub fn none() -> Self {
        Self::default()
    }

    /// All of them, in load order.
    pub fn iter(&self) -> std::slice::Iter<'_, Mod> {
        self.list.iter()
    }

    /// The mod that is addressed exactly so.
    pub fn find(&self, key: &str) -> Option<&Mod> {
        self.by_key.get(key).and_then(|index| self.list.get(*index))
    }

    /// Where the mods lie that are open.
    pub(crate) fn identities(&self) -> impl Iterator<Item = Identity> {
        self.list.iter().filter_map(Mod::mount).map(|mount| mount.identity(""))
    }

    /// The mods that are addressed by an alias.
    pub fn aliased(&self) -> Vec<AliasedMod> {
        self.list.iter().filter_map(Mod::aliased).collect()
    }

    /// Opens every mod as a root of its own (links into other drives and checkouts are common), and gives each its key.
    pub(crate) fn open(
        mut sources: Vec<ModSource>,
        mounts: &mut MountTable,
        local: Option<&HostPath>,
        letter_case: Option<LetterCase>,
    ) -> Self {
        sources.truncate(MAX_MODS);
        let keys = keys(&sources);
        let open = |source: &ModSource| source.folder.open(letter_case).map(Arc::new);
        let opened: Vec<_> = sources.iter().map(open).collect();
        for opened in opened.iter().flatten() {
            mounts.add_unless_held(opened.canonical());
        }
        let list: Vec<Mod> = sources
            .into_iter()
            .zip(keys)
            .zip(opened)
            .map(|((source, key), opened)| Mod {
                mount: opened.as_ref().ok().map(|opened| mounts.mount(opened.canonical())),
                is_named_locally: is_named_in(&source, local),
                folder: source.folder.path().last_name().map(Into::into),
                name: source.name.into(),
                key,
                opened,
            })
            .collect();
        let by_key = list.iter().enumerate().map(|(index, found)| (found.key.clone(), index)).collect();
        Self { list, by_key }
    }

    /// Mods that do not exist, for the tests of the parser.
    #[cfg(test)]
    pub(crate) fn named(names: &[&str]) -> Self {
        let sources = names.iter().map(|name| ModSource::new(*name, "nowhere")).collect();
        Self::open(sources, &mut MountTable::default(), None, None)
    }
}

impl<'m> IntoIterator for &'m Mods {
    type Item = &'m Mod;
    type IntoIter = std::slice::Iter<'m, Mod>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Mods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.list).finish()
    }
}

/// Whether the path that names a mod lies in the local mods folder, the last name itself taken as it is. A path that ends in `..`
/// has no last name.
pub(crate) fn is_named_in(source: &ModSource, local: Option<&HostPath>) -> bool {
    let path = source.folder.path().as_path();
    let named = path.file_name().and(path.parent());
    let parent = named.map(|parent| HostPath::new(parent.to_owned()));
    let parent = parent.and_then(|parent| parent.canonical().ok());
    matches!((parent, local), (Some(parent), Some(local)) if parent.below(local).is_some())
}

/// One key per mod. A name that has no address, or that several mods share, is distinguished by the mod's folder, so that the
/// key does not depend on the load order.
fn keys(sources: &[ModSource]) -> Vec<Box<str>> {
    let mut count: HashMap<&str, usize> = HashMap::new();
    for source in sources {
        *count.entry(&source.name).or_default() += 1;
    }
    let keeps_name = |source: &ModSource| count[source.name.as_str()] == 1 && is_key(&source.name);
    let mut taken: HashSet<String> =
        sources.iter().filter(|source| keeps_name(source)).map(|source| source.name.clone()).collect();
    let mut next_number: HashMap<String, usize> = HashMap::new();
    let mut key_of = |source: &ModSource| -> Box<str> {
        if keeps_name(source) {
            return source.name.as_str().into();
        }
        let alias = alias(source);
        // Continues counting from the last one of this alias: a thousand namesakes are not each compared with all others.
        let next = next_number.entry(alias.clone()).or_insert(1);
        loop {
            let key = if *next == 1 { alias.clone() } else { format!("{alias} #{next}") };
            *next += 1;
            if taken.insert(key.clone()) {
                return key.into();
            }
        }
    };
    sources.iter().map(&mut key_of).collect()
}

/// Whether a name can be the key of an address as it is.
fn is_key(name: &str) -> bool {
    name.len() <= MAX_NAME && !name.chars().any(is_unfit) && is_addressable(name)
}

/// Whether a mod of this name, and what lies in it, has an address: behind some marks a slash reads as the start of a path.
pub(super) fn is_addressable(name: &str) -> bool {
    let is_address = |text: String| text.parse::<Address>().is_ok();
    // `Name:/path` is a spelling of its own.
    is_address(format!("mod:{name}")) && is_address(format!("mod:{}/x", name.trim_end_matches(':')))
}

fn is_unfit(character: char) -> bool {
    matches!(character, '/' | '\\') || character.is_control() || is_invisible(character)
}

/// `More Traits (2273832430)`: the name without characters that an address cannot have, and the folder.
fn alias(source: &ModSource) -> String {
    let fit = |text: &str| -> String {
        let shortened = text.chars().take(60);
        shortened.map(|character| if is_unfit(character) { '_' } else { character }).collect()
    };
    let name = match fit(without_path(&source.name, "mod")) {
        name if name.chars().all(|character| character == '.') => "mod".to_owned(),
        name => name,
    };
    match source.folder.path().last_name() {
        Some(folder) => format!("{name} ({})", fit(folder)),
        None => format!("{name} (mod)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys_of(sources: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<_> = sources.iter().map(|(name, path)| ModSource::new(*name, *path)).collect();
        keys(&sources).into_iter().map(String::from).collect()
    }

    #[test]
    fn l32_a_name_with_an_address_is_its_own_key() {
        assert_eq!(keys_of(&[("My Mod: a *new* one?", "/x/a"), ("Name:", "/x/b")]), ["My Mod: a *new* one?", "Name:"]);
    }

    #[test]
    fn l32_a_name_that_is_a_drive_gets_an_alias() {
        assert_eq!(keys_of(&[("C:", "/x/a"), ("File:", "/x/b"), ("CC:", "/x/c")]), ["C: (a)", "File: (b)", "CC:"]);
    }

    #[test]
    fn l32_a_name_that_occurs_twice_is_distinguished_by_folder_whatever_the_order() {
        let (workshop, local) = (("Traits", "/w/2273832430"), ("Traits", "/docs/mod/traits"));
        assert_eq!(keys_of(&[workshop, local]), ["Traits (2273832430)", "Traits (traits)"]);
        assert_eq!(keys_of(&[local, workshop]), ["Traits (traits)", "Traits (2273832430)"]);
    }

    #[test]
    fn l32_a_name_without_an_address_gets_an_alias() {
        let names = [("A/B", "/x/ab"), ("", "/x/e"), ("..", "/x/d"), ("a\u{202e}b", "/x/r"), ("C:\\x", "/x/c")];
        assert_eq!(keys_of(&names), ["A_B (ab)", "mod (e)", "mod (d)", "a_b (r)", "x (c)"]);
        let marked = [("The \"Best\"", "/x/b"), ("Nobles'", "/x/n"), ("X =", "/x/x"), ("a (", "/x/o")];
        assert_eq!(keys_of(&marked), ["The \"Best\"", "Nobles'", "X = (x)", "a ( (o)"]);
    }

    #[test]
    fn l49_an_alias_shows_no_path_of_the_host_and_is_an_address() {
        let pieces = [
            "/home/nate/",
            r"C:\Users\nate\",
            "C:",
            "file:///",
            "mod:",
            "..",
            ".",
            "~/",
            " ",
            "x",
            "(",
            "%2f",
            "a/b",
            "",
        ];
        for first in pieces {
            for second in pieces {
                // Twice, so that each gets an alias.
                let (name, folder) = (format!("{first}{second}"), format!("/f/{}", second.replace('/', "")));
                for alias in keys_of(&[(&name, &folder), (&name, &folder)]) {
                    assert!(!alias.contains("nate") || folder.contains("nate"), "{name}: {alias}");
                    assert_eq!(Text::echo(&alias).as_str(), alias, "{name}");
                    assert!(format!("mod:{alias}/x").parse::<Address>().is_ok(), "{name}: {alias}");
                }
            }
        }
    }

    #[test]
    fn l32_an_alias_takes_no_other_mods_name() {
        let names = [("A/B", "/x/c"), ("A_B (c)", "/y"), ("A/B", "/z/c")];
        assert_eq!(keys_of(&names), ["A_B (c) #2", "A_B (c)", "A_B (c) #3"]);
    }
}
