//! Host paths in text that others wrote: replaced by addresses where they lead into the visible world, otherwise removed (L49).

use reply_kit::{Address, Text, find_host_path, visible};

use crate::address::{RootKey, WorldAddress};
use crate::resolve::resolver::Existence;
use crate::roots::root_handle::RootHandle;
use crate::session::current::Session;
use crate::session::mode::Mode;
use crate::world::WorldAdapter;

/// The placeholder of a host path outside the visible world.
const OUTSIDE: &str = "…";
/// The most host paths of one text that are replaced one by one; the rest of the text is removed as a whole.
const MAX_PATHS: usize = 16;

/// Turns host paths into addresses, for one session.
pub(crate) struct HostPaths<'w> {
    world: &'w WorldAdapter,
    session: &'w Session,
    mode: Mode,
    /// Where roots and mods lie, the longest path first.
    places: Vec<HostPrefix>,
}

struct HostPrefix {
    path: String,
    address: String,
    ignores_case: bool,
}

impl HostPrefix {
    /// The rest of a path that lies here.
    fn below<'p>(&self, path: &'p str) -> Option<&'p str> {
        let head = path.get(..self.path.len())?;
        let is_here = if self.ignores_case { head.eq_ignore_ascii_case(&self.path) } else { head == self.path };
        let rest = path.get(self.path.len()..).filter(|_| is_here)?;
        if rest.is_empty() { Some("") } else { rest.strip_prefix('/') }
    }
}

/// Where a folder that the game mounted lies.
pub(crate) enum HostPlace {
    /// In the game.
    Game,
    /// A mod of the session.
    Mod(Address),
    /// Where mods lie, but not one of the session's.
    UnseenMod,
    /// Outside everything that the configuration names.
    Unknown,
}

impl<'w> HostPaths<'w> {
    pub(crate) fn new(world: &'w WorldAdapter, session: &'w Session, mode: Mode) -> Self {
        let roots = RootKey::ALL.into_iter().filter_map(|key| Some((world.roots.get(key)?, format!("root:{key}"))));
        let roots = roots.map(|(root, address)| (&root.opened, address));
        let of_mods = session.mods().iter().filter_map(|found| Some((found.opened()?, format!("mod:{}", found.key()))));
        let mut places: Vec<HostPrefix> =
            of_mods.chain(roots).flat_map(|(opened, address)| spellings(opened, &address)).collect();
        // Stable: of two spellings of one directory a mod's comes first.
        places.sort_by_key(|place| std::cmp::Reverse(place.path.len()));
        Self { world, session, mode, places }
    }

    /// The address of a host path, if the session sees what lies there.
    pub(crate) fn address(&self, host: &str) -> Option<Address> {
        let host = normalised(host);
        let (place, rest) = self.places.iter().find_map(|place| Some((place, place.below(&host)?)))?;
        let address = [place.address.as_str(), "/", rest].concat();
        let address = WorldAddress::parse(&address, self.session.mods()).ok()?;
        // The structure alone: whether the file exists does not matter here, and a log may name a deleted one.
        let found = self.world.find(self.session, self.mode, &address, Existence::Optional);
        found.is_ok().then(|| address.as_address().clone())
    }

    /// Classifies a folder by its path.
    pub(crate) fn place(&self, host: &str) -> HostPlace {
        let host = normalised(host);
        let host = host.trim_end_matches('/');
        let Some((place, rest)) = self.places.iter().find_map(|place| Some((place, place.below(host)?))) else {
            return HostPlace::Unknown;
        };
        let is_of = |key: RootKey| place.address == format!("root:{key}");
        if is_of(RootKey::Game) {
            return HostPlace::Game;
        }
        if place.address.starts_with("mod:") {
            return self.address(host).map_or(HostPlace::UnseenMod, HostPlace::Mod);
        }
        let is_mods_folder = is_of(RootKey::Steam) || (is_of(RootKey::UserDocs) && rest.starts_with("mod/"));
        if is_mods_folder { HostPlace::UnseenMod } else { HostPlace::Unknown }
    }

    /// A text for an agent: every character visible, no host path in it.
    pub(crate) fn redact(&self, text: &str) -> Text {
        let lines: Vec<String> =
            text.split('\n').map(|line| visible(line.trim_end_matches('\r')).into_owned()).collect();
        let shown = lines.join("\n");
        if find_host_path(&shown).is_none() {
            return Text::new(shown);
        }
        let with_addresses = self.replaced(&shown, |host| self.address(host).map(|address| address.to_string()));
        if find_host_path(&with_addresses).is_none() {
            return Text::new(with_addresses);
        }
        // As free text an address of a mod may read as a path: then it is withheld.
        let without = self.replaced(&shown, |_| None);
        if find_host_path(&without).is_none() { Text::new(without) } else { OUTSIDE.into() }
    }

    fn replaced(&self, text: &str, address: impl Fn(&str) -> Option<String>) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        for _ in 0..MAX_PATHS {
            let Some(found) = find_host_path(rest) else {
                out.push_str(rest);
                return out;
            };
            let (before, from) = rest.split_at(rest.floor_char_boundary(found.at));
            let end = self.end(before, from);
            out.push_str(before);
            let (path, behind) = from.split_at(end);
            match address(path.trim_end_matches([' ', '.'])) {
                Some(address) => out.push_str(&address),
                None => out.push_str(OUTSIDE),
            }
            rest = behind;
        }
        out.push_str(OUTSIDE);
        out
    }

    /// The latest end of a host path. Names may hold spaces and apostrophes, so the path ends with its quotes, before its line
    /// number, or with the line: too much is removed rather than too little.
    fn end(&self, before: &str, from: &str) -> usize {
        let line = &from[..from.find('\n').unwrap_or(from.len())];
        let quote = before.chars().next_back().filter(|last| matches!(last, '\'' | '"'));
        let closing = quote.and_then(|quote| {
            let mut ends = line.match_indices(quote).map(|(at, _)| at);
            ends.find(|at| line[at + 1..].chars().next().is_none_or(|next| !next.is_alphanumeric()))
        });
        let stated = [" line: ", " line ", "\" in ", "' in "].iter().filter_map(|end| line.find(end)).min();
        // A visible path ends with the name of a file.
        let known = || {
            let path = normalised(line);
            let rest = self.places.iter().find_map(|place| place.below(&path).map(str::len))?;
            let ending = path[path.len() - rest..].find([' ', ',', ';', ')']).map(|at| path.len() - rest + at)?;
            let name = path[..ending].rsplit('/').next()?;
            let is_name = path.len() == line.len() && name.contains('.');
            (is_name && self.address(&line[..ending]).is_some()).then_some(ending)
        };
        let end = closing.or(stated).or_else(known).unwrap_or(line.len());
        if end > 0 { end } else { from.chars().next().map_or(0, char::len_utf8) }
    }
}

/// The spellings of a directory in a log: as the configuration names it, and with links followed.
fn spellings(opened: &RootHandle, address: &str) -> Vec<HostPrefix> {
    let paths = [opened.canonical(), opened.host()];
    let paths = paths.into_iter().filter_map(|path| path.as_path().to_str()).map(normalised);
    let mut places: Vec<HostPrefix> = paths
        .map(|path| path.trim_end_matches('/').to_owned())
        .filter(|path| !path.is_empty())
        .map(|path| HostPrefix { path, address: address.to_owned(), ignores_case: opened.ignores_case() })
        .collect();
    places.dedup_by(|one, other| one.path == other.path);
    places
}

/// With forward slashes, and without the prefix that Windows adds to canonical paths.
fn normalised(path: &str) -> String {
    path.strip_prefix(r"\\?\").unwrap_or(path).replace('\\', "/")
}
