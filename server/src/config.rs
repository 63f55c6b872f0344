//! `ck3raven.toml`: every problem at once, with its line.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use world_adapter::{Mode, RootKey};

use reply_mcp::Limits;

/// What the configuration counts bytes in.
const MEGABYTE: usize = 1024 * 1024;

/// What an operator configures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The mode a session starts in; none until an agent chooses one.
    pub(crate) mode: Option<Mode>,
    /// The modes an agent may choose: those that `modes` lists, else `mode` alone, else all.
    pub(crate) modes: Vec<Mode>,
    /// Whether the tools that change things are offered at all.
    pub(crate) read_only: bool,
    pub(crate) approvals: Approvals,
    /// Whether a program without a terminal may approve.
    pub(crate) approve_without_terminal: bool,
    /// The root a session starts at.
    pub(crate) home: Option<RootKey>,
    pub(crate) roots: Vec<(RootKey, PathBuf)>,
    pub(crate) mods: Vec<ModEntry>,
    pub(crate) local_mods_folder: Option<PathBuf>,
    /// A playset file, or the launcher's: its database, `dlc_load.json`, or the folder of both.
    pub(crate) playset: Option<PathBuf>,
    /// The playsets that an agent may select.
    pub(crate) playsets: OfferedPlaysets,
    pub(crate) limits: Limits,
    /// The hosts by which clients reach the server over HTTP.
    pub(crate) hosts: Vec<String>,
    /// The deep validator.
    pub(crate) tiger: Option<Tiger>,
}

/// The deep validator: ck3-tiger, a program of its own that the operator has installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tiger {
    pub(crate) path: PathBuf,
    /// How long a run may take; never longer than a call.
    pub(crate) timeout: Duration,
    pub(crate) memory_megabytes: usize,
}

/// Where a person gives approvals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Approvals {
    /// In the client where it can ask, else at the terminal.
    #[default]
    Client,
    /// At the terminal alone: for a client that answers in its person's place.
    Terminal,
}

/// The playsets that an agent may select for its session (L104).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum OfferedPlaysets {
    /// The one that sessions start with, and no other.
    #[default]
    Default,
    /// Every one that the launcher has.
    All,
    /// These.
    Listed(Vec<PlaysetEntry>),
}

/// A playset that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlaysetEntry {
    /// The launcher's of that name.
    Name(String),
    /// A playset file.
    File(PathBuf),
}

impl OfferedPlaysets {
    /// The playset files among them.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let entries = if let Self::Listed(entries) = self { entries.as_slice() } else { &[] };
        entries.iter().filter_map(|entry| match entry {
            PlaysetEntry::File(file) => Some(file.as_path()),
            PlaysetEntry::Name(_) => None,
        })
    }

    /// Whether any of them is the launcher's.
    pub(crate) fn names_launcher(&self) -> bool {
        match self {
            Self::Default => false,
            Self::All => true,
            Self::Listed(entries) => entries.iter().any(|entry| matches!(entry, PlaysetEntry::Name(_))),
        }
    }
}

/// A mod of the load order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ModEntry {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

/// One thing wrong with a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConfigError {
    /// None for what is said of the whole.
    line: Option<usize>,
    what: String,
}

/// The most playsets that can be listed.
const MAX_PLAYSETS: usize = 100;
/// The most problems that are listed; the others are counted.
const MAX_PROBLEMS: usize = 50;
/// The longest description of one.
const MAX_PROBLEM_BYTES: usize = 500;

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

const KEYS: &[&str] = &[
    "mode",
    "modes",
    "read_only",
    "approvals",
    "approve_without_terminal",
    "home",
    "roots",
    "mods",
    "local_mods_folder",
    "playset",
    "playsets",
    "limits",
    "http",
    "tiger",
];

const TIGER: &[&str] = &["path", "timeout_seconds", "memory_megabytes"];
const LIMITS: &[&str] = &["running", "waiting", "in_flight_megabytes", "timeout_seconds"];

impl Settings {
    /// Reads a configuration. Relative paths are relative to `folder`, the configuration's own.
    pub(crate) fn read(text: &str, folder: &Path) -> Result<Self, Vec<ConfigError>> {
        let (tree, errors) = DeTable::parse_recoverable(text);
        let mut reader = Reader { text, folder, problems: Vec::new(), unlisted: 0 };
        for error in errors {
            let at = error.span().map_or(0, |span| span.start);
            let what = error.message().lines().next().unwrap_or("not TOML");
            // What people on Windows meet first: "C:\Users\…".
            let hint = if is_backslash_in_quotes(text, at) { BACKSLASH_HINT } else { "" };
            reader.problem(at, format!("{what}{hint}"));
        }
        let settings = reader.settings(tree.get_ref());
        reader.problems.sort_by_key(|problem| problem.line);
        if reader.unlisted > 0 {
            reader.problems.push(ConfigError { line: None, what: format!("and {} more problems", reader.unlisted) });
        }
        if reader.problems.is_empty() { Ok(settings) } else { Err(reader.problems) }
    }

    /// Takes over mods and playsets, which may change while the server runs; says whether anything else differs.
    pub(crate) fn take_playsets_of(&mut self, read: &Self) -> bool {
        self.mods.clone_from(&read.mods);
        self.playset.clone_from(&read.playset);
        self.playsets.clone_from(&read.playsets);
        self != read
    }
}

const BACKSLASH_HINT: &str = "; in double quotes a backslash begins an escape: write the path in single quotes, 'C:\\Games\\game', or with slashes";

/// Whether the line has a backslash in a double-quoted string.
fn is_backslash_in_quotes(text: &str, at: usize) -> bool {
    let Some((before, after)) = text.split_at_checked(at) else { return false };
    let begins = before.rfind('\n').map_or(0, |end| end + 1);
    let ends = after.find('\n').map_or(text.len(), |length| at + length);
    let line = &text[begins..ends];
    line.find('"').is_some_and(|quote| line[quote..].contains('\\'))
}

/// The text of a configuration as editors save it: UTF-8, or UTF-16 with its mark, as Windows tools do.
pub(crate) fn decode(bytes: &[u8]) -> Result<String, String> {
    let units = |of: fn([u8; 2]) -> u16| {
        let pairs = bytes[2..].chunks_exact(2).map(|pair| of([pair[0], pair[1]]));
        char::decode_utf16(pairs).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes {
        [0xff, 0xfe, ..] => Ok(units(u16::from_le_bytes)),
        [0xfe, 0xff, ..] => Ok(units(u16::from_be_bytes)),
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest),
        bytes => utf8(bytes),
    }
}

fn utf8(bytes: &[u8]) -> Result<String, String> {
    str::from_utf8(bytes).map(str::to_owned).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
        format!("line {line} is not UTF-8; save the file as UTF-8")
    })
}

/// A host as clients name it: a name or an address, and perhaps a port.
pub(crate) fn parse_host(text: &str) -> Result<String, String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || ".-_:[]".contains(c);
    let is_host = text.len() <= 255 && text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[');
    if is_host && text.chars().all(is_part) {
        return Ok(text.to_owned());
    }
    Err("a host is a name or an address such as raven.lan or raven.lan:7077, without http:// or a path".to_owned())
}

struct Reader<'t> {
    text: &'t str,
    folder: &'t Path,
    problems: Vec<ConfigError>,
    unlisted: usize,
}

impl Reader<'_> {
    fn settings(&mut self, table: &DeTable<'_>) -> Settings {
        let mut settings = Settings::default();
        let mut modes = None;
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "mode" => settings.mode = self.mode(value),
                "modes" => {
                    let listed = self.list(value, "a list of modes");
                    modes = Some(listed.iter().filter_map(|item| self.mode(item)).collect());
                }
                "read_only" => settings.read_only = self.flag(value),
                "approvals" => settings.approvals = self.approvals(value),
                "approve_without_terminal" => settings.approve_without_terminal = self.flag(value),
                "home" => settings.home = self.string(value).and_then(|name| self.root_key(value, &name)),
                "local_mods_folder" => settings.local_mods_folder = self.directory(value),
                "playset" => settings.playset = self.path(value, "file or folder", Path::exists),
                "playsets" => settings.playsets = self.playsets(value),
                "roots" => settings.roots = self.roots(value),
                "mods" => settings.mods = self.mods(value),
                "limits" => settings.limits = self.limits(value),
                "http" => settings.hosts = self.hosts(value),
                "tiger" => settings.tiger = self.tiger(value),
                unknown => self.unknown(key.span().start, unknown, KEYS),
            }
        }
        // L104: a mode that the operator set is the only one, unless they say more.
        settings.modes = match (modes, settings.mode) {
            (Some(modes), _) => modes,
            (None, Some(mode)) => vec![mode],
            (None, None) => Mode::ALL.to_vec(),
        };
        if settings.mode.is_some_and(|mode| !settings.modes.contains(&mode)) {
            self.problem(0, "`mode` is not one of `modes`".to_owned());
        }
        settings
    }

    fn roots(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<(RootKey, PathBuf)> {
        let Some(table) = value.get_ref().as_table() else {
            self.problem(value.span().start, "`roots` is a table of directories by key".to_owned());
            return Vec::new();
        };
        let mut roots = Vec::new();
        for (key, path) in table {
            let known = self.root_key_at(key.span().start, key.get_ref());
            // One that is not there is reported at the start, and the others are served.
            let path = self.string(path).map(|path| self.folder.join(path));
            if let (Some(key), Some(path)) = (known, path) {
                roots.push((key, path));
            }
        }
        roots
    }

    fn playsets(&mut self, value: &Spanned<DeValue<'_>>) -> OfferedPlaysets {
        if value.get_ref().as_str() == Some("all") {
            return OfferedPlaysets::All;
        }
        let mut entries = Vec::new();
        for item in self.list(value, "\"all\", or a list of the launcher's playsets by name and of playset files") {
            let Some(name) = self.string(item) else { continue };
            let is_file = Path::new(&name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
            if is_file {
                entries.extend(self.file(item).map(PlaysetEntry::File));
            } else {
                entries.push(PlaysetEntry::Name(name));
            }
        }
        if entries.len() > MAX_PLAYSETS {
            self.problem(value.span().start, format!("at most {MAX_PLAYSETS} playsets can be listed"));
        }
        OfferedPlaysets::Listed(entries)
    }

    fn mods(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<ModEntry> {
        let mut mods = Vec::new();
        for item in self.list(value, "a list of `[[mods]]` with `name` and `path`") {
            let Some(table) = item.get_ref().as_table() else {
                self.problem(item.span().start, "a mod is a table with `name` and `path`".to_owned());
                continue;
            };
            let (mut name, mut path, mut enabled) = (None, None, true);
            for (key, value) in table {
                match key.get_ref().as_ref() {
                    "name" => name = self.string(value),
                    "path" => path = self.directory(value),
                    "enabled" => enabled = self.flag(value),
                    unknown => self.unknown(key.span().start, unknown, &["name", "path", "enabled"]),
                }
            }
            match (name, path) {
                (Some(name), Some(path)) if enabled => mods.push(ModEntry { name, path }),
                (Some(_), Some(_)) => {}
                _ => self.problem(item.span().start, "a mod needs a `name` and a `path`".to_owned()),
            }
        }
        mods
    }

    fn limits(&mut self, value: &Spanned<DeValue<'_>>) -> Limits {
        let mut limits = Limits::default();
        let Some(table) = value.get_ref().as_table() else {
            self.problem(value.span().start, "`limits` is a table of numbers".to_owned());
            return limits;
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "running" => limits.running = self.count(value, 256).unwrap_or(limits.running),
                "waiting" => limits.waiting = self.count(value, 100_000).unwrap_or(limits.waiting),
                "in_flight_megabytes" => {
                    let megabytes = self.count(value, 16_384);
                    limits.bytes_in_flight = megabytes.map_or(limits.bytes_in_flight, |count| count * MEGABYTE);
                }
                "timeout_seconds" => {
                    let seconds = self.count(value, 86_400).and_then(|seconds| u64::try_from(seconds).ok());
                    limits.timeout = seconds.map_or(limits.timeout, Duration::from_secs);
                }
                unknown => self.unknown(key.span().start, unknown, LIMITS),
            }
        }
        limits
    }

    fn hosts(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<String> {
        let Some(table) = value.get_ref().as_table() else {
            self.problem(value.span().start, "`http` is a table with `hosts`".to_owned());
            return Vec::new();
        };
        let mut hosts = Vec::new();
        for (key, value) in table {
            if key.get_ref().as_ref() != "hosts" {
                self.unknown(key.span().start, key.get_ref(), &["hosts"]);
                continue;
            }
            for item in self.list(value, "a list of host names") {
                match self.string(item).map(|name| parse_host(&name)) {
                    Some(Ok(name)) => hosts.push(name),
                    Some(Err(problem)) => self.problem(item.span().start, problem),
                    None => {}
                }
            }
        }
        hosts
    }

    fn tiger(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Tiger> {
        let Some(table) = value.get_ref().as_table() else {
            self.problem(value.span().start, "`tiger` is a table with `path`".to_owned());
            return None;
        };
        let (mut path, mut timeout, mut memory_megabytes) = (None, Duration::from_mins(2), 4_096);
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "path" => path = self.file(value),
                "timeout_seconds" => {
                    let seconds = self.count(value, 86_400).and_then(|seconds| u64::try_from(seconds).ok());
                    timeout = seconds.map_or(timeout, Duration::from_secs);
                }
                "memory_megabytes" => memory_megabytes = self.count(value, 1_048_576).unwrap_or(memory_megabytes),
                unknown => self.unknown(key.span().start, unknown, TIGER),
            }
        }
        if path.is_none() {
            self.problem(value.span().start, "`tiger` needs a `path`: the program ck3-tiger".to_owned());
        }
        Some(Tiger { path: path?, timeout, memory_megabytes })
    }

    /// A whole number from one to `most`.
    fn count(&mut self, value: &Spanned<DeValue<'_>>, most: usize) -> Option<usize> {
        let number = value.get_ref().as_integer().and_then(|number| number.as_str().parse().ok());
        let number = number.filter(|number| (1..=most).contains(number));
        if number.is_none() {
            self.problem(value.span().start, format!("a whole number from 1 to {most} is needed here"));
        }
        number
    }

    fn mode(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Mode> {
        let name = self.string(value)?;
        let mode = Mode::from_name(&name);
        if mode.is_none() {
            self.problem(value.span().start, format!("there is no mode `{name}`; there are ck3lens and ck3raven-dev"));
        }
        mode
    }

    fn root_key(&mut self, value: &Spanned<DeValue<'_>>, name: &str) -> Option<RootKey> {
        self.root_key_at(value.span().start, name.strip_prefix("root:").unwrap_or(name))
    }

    fn root_key_at(&mut self, at: usize, name: &str) -> Option<RootKey> {
        let key = RootKey::from_name(name);
        if key.is_none() {
            let known: Vec<&str> = RootKey::ALL.iter().map(|key| key.as_str()).collect();
            self.problem(at, format!("there is no root `{name}`; there are {}", known.join(", ")));
        }
        key
    }

    fn directory(&mut self, value: &Spanned<DeValue<'_>>) -> Option<PathBuf> {
        self.path(value, "directory", Path::is_dir)
    }

    fn file(&mut self, value: &Spanned<DeValue<'_>>) -> Option<PathBuf> {
        self.path(value, "file", Path::is_file)
    }

    fn path(&mut self, value: &Spanned<DeValue<'_>>, kind: &str, is_there: fn(&Path) -> bool) -> Option<PathBuf> {
        let path = self.folder.join(self.string(value)?);
        if !is_there(&path) {
            self.problem(value.span().start, format!("there is no {kind} {}", path.display()));
        }
        Some(path)
    }

    fn string(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let text = value.get_ref().as_str().map(str::to_owned);
        if text.is_none() {
            self.problem(value.span().start, "a string is needed here".to_owned());
        }
        text
    }

    fn approvals(&mut self, value: &Spanned<DeValue<'_>>) -> Approvals {
        match value.get_ref().as_str() {
            Some("client") => Approvals::Client,
            Some("terminal") => Approvals::Terminal,
            _ => {
                self.problem(value.span().start, "`approvals` is \"client\" or \"terminal\"".to_owned());
                Approvals::Terminal
            }
        }
    }

    fn flag(&mut self, value: &Spanned<DeValue<'_>>) -> bool {
        value.get_ref().as_bool().unwrap_or_else(|| {
            self.problem(value.span().start, "true or false is needed here".to_owned());
            false
        })
    }

    fn list<'v, 'i>(&mut self, value: &'v Spanned<DeValue<'i>>, wanted: &str) -> Vec<&'v Spanned<DeValue<'i>>> {
        if let Some(list) = value.get_ref().as_array() {
            return list.iter().collect();
        }
        self.problem(value.span().start, format!("{wanted} is needed here"));
        Vec::new()
    }

    fn unknown(&mut self, at: usize, name: &str, known: &[&str]) {
        self.problem(at, format!("unknown key `{name}`; the keys are {}", known.join(", ")));
    }

    fn problem(&mut self, at: usize, mut what: String) {
        if self.problems.len() >= MAX_PROBLEMS {
            self.unlisted += 1;
            return;
        }
        if what.len() > MAX_PROBLEM_BYTES {
            what.truncate(what.floor_char_boundary(MAX_PROBLEM_BYTES));
            what.push('…');
        }
        let line = self.text.get(..at).map_or(1, |before| before.matches('\n').count() + 1);
        self.problems.push(ConfigError { line: Some(line), what });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_is_reported_with_its_line() {
        let text = "mode = \"lens\"\nread_only = 1\nhome = \"attic\"\ncolour = \"red\"\n[roots]\ngame = \"/nowhere/at/all\"\ncellar = \".\"\n";
        let problems = Settings::read(text, Path::new(".")).unwrap_err();
        let lines: Vec<usize> = problems.iter().filter_map(|problem| problem.line).collect();
        assert_eq!(lines, [1, 2, 3, 4, 7], "a root that is missing is not a problem of the configuration");
    }

    #[test]
    fn a_path_with_backslashes_in_double_quotes_is_told_what_to_do() {
        let problems =
            Settings::read("mode = \"ck3lens\"\n[roots]\ngame = \"C:\\Users\\nate\"\n", Path::new(".")).unwrap_err();
        assert_eq!(problems[0].line, Some(3));
        assert!(problems[0].what.ends_with(BACKSLASH_HINT), "{}", problems[0]);
    }

    #[test]
    fn a_configuration_may_be_saved_as_windows_tools_do() {
        let text = "mode = 'ck3lens' # é\n";
        let utf16 =
            |of: fn(u16) -> [u8; 2]| "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(of).collect();
        let with_mark = [b"\xef\xbb\xbf", text.as_bytes()].concat();
        for bytes in [text.as_bytes().to_vec(), with_mark, utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)] {
            assert_eq!(decode(&bytes).unwrap(), text);
        }
        assert_eq!(decode(b"a\nb\xe9").unwrap_err(), "line 2 is not UTF-8; save the file as UTF-8");
    }

    #[test]
    fn a_configuration_with_very_many_problems_lists_some_and_counts_the_rest() {
        let lines: Vec<String> = (0..10_000).map(|number| format!("unknown{number} = 1\n")).collect();
        let text = format!("{} = 1\n{}", "x".repeat(100_000), lines.concat());
        let problems = Settings::read(&text, Path::new(".")).unwrap_err();
        assert_eq!(problems.len(), MAX_PROBLEMS + 1);
        assert!(problems.iter().all(|problem| problem.what.len() <= MAX_PROBLEM_BYTES + 4));
        assert_eq!(problems.last().map(ToString::to_string), Some("and 9951 more problems".to_owned()));
    }

    #[test]
    fn l104_a_mode_that_is_set_is_the_only_one_unless_modes_says_more() {
        let modes = |text: &str| Settings::read(text, Path::new(".")).unwrap().modes;
        assert_eq!(modes("mode = \"ck3lens\""), [Mode::Ck3lens]);
        assert_eq!(modes("mode = \"ck3raven-dev\""), [Mode::Ck3ravenDev]);
        assert_eq!(modes("mode = \"ck3lens\"\nmodes = [\"ck3lens\", \"ck3raven-dev\"]"), Mode::ALL);
        assert_eq!(modes("modes = [\"ck3raven-dev\"]"), [Mode::Ck3ravenDev]);
        assert!(Settings::read("mode = \"ck3lens\"\nmodes = [\"ck3raven-dev\"]", Path::new(".")).is_err());
    }

    #[test]
    fn hosts_are_names_and_nothing_else() {
        let settings = Settings::read("[http]\nhosts = [\"raven.lan\", \"10.0.0.7:7077\"]\n", Path::new(".")).unwrap();
        assert_eq!(settings.hosts, ["raven.lan", "10.0.0.7:7077"]);
        for wrong in ["", " ", "*", "http://raven.lan", "raven.lan/mcp", "a b"] {
            let text = format!("[http]\nhosts = [{wrong:?}]\nport = 1\n");
            assert_eq!(Settings::read(&text, Path::new(".")).unwrap_err().len(), 2, "{wrong:?}");
        }
    }

    #[test]
    fn a_validator_has_a_path_and_limits() {
        let wrong = "[tiger]\npath = \"nowhere\"\ntimeout_seconds = 0\nmemory = 1\n";
        assert_eq!(Settings::read(wrong, Path::new(".")).unwrap_err().len(), 3);
        assert_eq!(Settings::read("[tiger]\n", Path::new(".")).unwrap_err().len(), 1);
        let right = "[tiger]\npath = \"Cargo.toml\"\nmemory_megabytes = 512\n";
        let tiger = Settings::read(right, Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap().tiger.unwrap();
        assert_eq!((tiger.timeout.as_secs(), tiger.memory_megabytes), (120, 512));
    }

    #[test]
    fn an_empty_configuration_is_fine() {
        let settings = Settings::read("", Path::new(".")).unwrap();
        assert_eq!(settings.modes.len(), 2);
    }
}
