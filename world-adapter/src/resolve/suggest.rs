//! Suggestions (L105): complete addresses of visible things near what was written.
//!
//! Only visible things are read, through the same lookup that resolves addresses, so two worlds that differ in hidden things
//! suggest the same (L38).

use reply_kit::Text;

use crate::address::nearest::nearest;
use crate::address::{AddressKey, AddressProblem, ParseWorldAddressError, RootKey, WorldAddress, name};
use crate::resolve::resolver::{Existence, FoundTarget};
use crate::resolve::visibility;
use crate::roots::contained::{self, Scratch};
use crate::session::current::Session;
use crate::session::mode::Mode;
use crate::session::mods::Mod;
use crate::world::WorldAdapter;

/// How many suggestions there are at most.
const MAX_SUGGESTED: usize = 3;
/// How many names of a directory are compared.
const MAX_COMPARED: usize = 20_000;

impl WorldAdapter {
    /// For an address that names nothing visible: the nearest visible names at the first missing level, each with the rest of
    /// the path if that exists; otherwise the deepest visible ancestor.
    pub(crate) fn suggest(&self, session: &Session, mode: Mode, address: &WorldAddress) -> Vec<Text> {
        let found = |address: &WorldAddress| self.find(session, mode, address, Existence::Required).ok();
        let parse = |text: &str| WorldAddress::parse(text, session.mods()).ok();
        let Some(mut here) = parse(address.base()) else { return Vec::new() };
        // A root that does not exist or is hidden: suggest any visible one.
        let Some(mut place) = found(&here) else { return self.ready_roots(mode).map(root_address).collect() };
        let mut segments = address.segments();
        while let Some(segment) = segments.next() {
            let below = parse(&format!("{here}/{segment}"));
            if let Some((below, next)) = below.and_then(|below| found(&below).map(|next| (below, next))) {
                (here, place) = (below, next);
                continue;
            }
            let rest: Vec<&str> = segments.collect();
            let near = near_names(&place, segment);
            let near =
                near.iter().filter_map(|name| parse(&format!("{here}/{name}"))).filter(|near| found(near).is_some());
            let mut suggested: Vec<Text> = near
                .map(|near| {
                    let whole = parse(&rest.iter().fold(near.to_string(), |text, name| format!("{text}/{name}")));
                    Text::from(whole.filter(|whole| found(whole).is_some()).unwrap_or(near).as_address())
                })
                .collect();
            if suggested.is_empty() {
                suggested.push(here.as_address().into());
            }
            suggested.truncate(MAX_SUGGESTED);
            return suggested;
        }
        Vec::new()
    }

    /// The roots that the mode sees and that exist.
    pub(crate) fn ready_roots(&self, mode: Mode) -> impl Iterator<Item = RootKey> {
        visibility::whole_roots(mode).filter(|key| self.roots.get(*key).is_some())
    }

    /// For an input that is not an address: the nearest keys, or the address that was probably meant.
    pub(crate) fn suggest_for_refused(
        &self,
        session: &Session,
        mode: Mode,
        input: &str,
        error: &ParseWorldAddressError,
    ) -> Vec<Text> {
        let written = input.get(error.at.clone()).unwrap_or_default();
        let near = match error.problem {
            AddressProblem::UnknownRoot if written.to_ascii_lowercase().starts_with("mod") => mods(session),
            AddressProblem::UnknownRoot => {
                let visible = visibility::whole_roots(mode).map(RootKey::as_str);
                let written = written.strip_prefix("ROOT_").unwrap_or(written);
                match suggestions("root:", nearest(written, visible)) {
                    near if near.is_empty() => self.ready_roots(mode).map(root_address).collect(),
                    near => near,
                }
            }
            AddressProblem::UnknownMod => {
                let written = written.trim_end_matches(':');
                let by_folder =
                    session.mods().iter().filter(|found| found.folder.as_deref() == Some(written)).map(Mod::key);
                let near = nearest(written, session.mods().iter().map(Mod::key));
                let mut keys: Vec<&str> = by_folder.collect();
                keys.extend(near);
                keys.dedup();
                if keys.is_empty() { mods(session) } else { suggestions("mod:", keys) }
            }
            _ => Vec::new(),
        };
        if !near.is_empty() {
            return near.into_iter().take(MAX_SUGGESTED).collect();
        }
        let meant = meant(input, error.problem).and_then(|text| WorldAddress::parse(&text, session.mods()).ok());
        let Some(meant) = meant else { return Vec::new() };
        let is_seen = match meant.key() {
            AddressKey::Root(key) => visibility::whole_roots(mode).any(|visible| visible == key),
            AddressKey::Mod(_) => true,
        };
        if !is_seen {
            return Vec::new();
        }
        // The right spelling comes first, whether or not it exists: it may be something that is to be created.
        let mut suggested = vec![Text::from(meant.as_address())];
        if self.find(session, mode, &meant, Existence::Required).is_err() {
            suggested.extend(self.suggest(session, mode, &meant));
        }
        suggested.truncate(MAX_SUGGESTED);
        suggested
    }
}

fn root_address(key: RootKey) -> Text {
    Text::from(&key.address())
}

fn suggestions(namespace: &str, names: Vec<&str>) -> Vec<Text> {
    names.into_iter().map(|name| Text::echo(&[namespace, name].concat())).collect()
}

fn mods(session: &Session) -> Vec<Text> {
    session.mods().iter().take(MAX_SUGGESTED).map(|found| Text::echo(&format!("mod:{}", found.key()))).collect()
}

/// The visible names of a directory that are nearest to a missing one.
fn near_names(place: &FoundTarget, wanted: &str) -> Vec<String> {
    let Ok(dir) = place.target.open_dir() else { return Vec::new() };
    let longest = wanted.len() + wanted.len() / 3 + 1;
    let mut names: Vec<String> = Vec::new();
    let read = contained::each_entry(&dir, &mut Scratch::default(), |entry, _| {
        let seen = name::canonical(entry).filter(|name| !place.target.hides(name));
        // Names of a different length are not near, unless they begin with the wanted one.
        let close = seen.filter(|name| {
            let goes_on = name.get(..wanted.len()).is_some_and(|start| start.eq_ignore_ascii_case(wanted));
            goes_on || (name.len() <= longest && name.len() + wanted.len() / 3 + 1 >= wanted.len())
        });
        if let Some(name) = close.filter(|_| names.len() < MAX_COMPARED) {
            names.push(name.to_owned());
        }
    });
    if read.is_err() {
        return Vec::new();
    }
    names.sort_unstable();
    nearest(wanted, names.iter().map(String::as_str)).into_iter().map(ToOwned::to_owned).collect()
}

/// The address that a spelling of other tools, or a typing mistake, probably means.
fn meant(input: &str, problem: AddressProblem) -> Option<String> {
    match problem {
        AddressProblem::Backslash => Some(input.replace('\\', "/")),
        AddressProblem::NoNamespace => Some(format!("root:{}", input.replace('\\', "/").trim_start_matches("./"))),
        AddressProblem::UnknownNamespace => {
            let (namespace, rest) = input.split_once(':')?;
            let rest = rest.replace('\\', "/");
            let path = rest.trim_start_matches('/');
            match namespace.to_ascii_lowercase().as_str() {
                "root" => Some(format!("root:{path}")),
                "mod" | "mods" => Some(format!("mod:{path}")),
                "vanilla" | "game" => Some(format!("root:game/{path}")),
                "wip" => Some(format!("root:ck3raven_data/wip/{path}")),
                _ => None,
            }
        }
        _ => None,
    }
}
