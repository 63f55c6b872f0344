//! The keys and sections of a configuration.

use std::path::{Path, PathBuf};
use std::time::Duration;

use reply_mcp::Limits;
use toml::de::DeTable;
use world_adapter::{Mode, RootKey};

use super::problems::{ConfigError, ConfigProblems};
use super::values::{ConfigReader, ConfigValue};
use super::{Approvals, ModEntry, OfferedPlaysets, PlaysetEntry, Settings, Tiger, parse_host};

/// The unit of the configuration's byte limits.
const MEGABYTE: usize = 1024 * 1024;
/// The most playsets that can be listed.
const MAX_PLAYSETS: usize = 100;

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

pub(super) const BACKSLASH_HINT: &str = "; in double quotes a backslash begins an escape: write the path in single quotes, 'C:\\Games\\game', or with slashes";

impl Settings {
    /// Reads a configuration. Relative paths are relative to `folder`, the configuration's own.
    pub(crate) fn read(text: &str, folder: &Path) -> Result<Self, Vec<ConfigError>> {
        let (tree, errors) = DeTable::parse_recoverable(text);
        let mut reader = ConfigReader { folder, problems: ConfigProblems::new(text) };
        for error in errors {
            let at = error.span().map_or(0, |span| span.start);
            let what = error.message().lines().next().unwrap_or("not TOML");
            // The most frequent mistake on Windows: "C:\Users\…".
            let hint = if has_backslash_in_quotes(text, at) { BACKSLASH_HINT } else { "" };
            reader.problems.add(at, format!("{what}{hint}"));
        }
        let settings = reader.settings(tree.get_ref());
        let problems = reader.problems.into_sorted();
        if problems.is_empty() { Ok(settings) } else { Err(problems) }
    }
}

/// Whether the line at a byte offset has a backslash in a double-quoted string.
fn has_backslash_in_quotes(text: &str, at: usize) -> bool {
    let Some((before, after)) = text.split_at_checked(at) else { return false };
    let begins = before.rfind('\n').map_or(0, |end| end + 1);
    let ends = after.find('\n').map_or(text.len(), |length| at + length);
    let line = &text[begins..ends];
    line.find('"').is_some_and(|quote| line[quote..].contains('\\'))
}

impl ConfigReader<'_> {
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
                "home" => settings.home = self.home(value),
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
        // L104: a mode that the operator set is the only one, unless `modes` lists more.
        settings.modes = match (modes, settings.mode) {
            (Some(modes), _) => modes,
            (None, Some(mode)) => vec![mode],
            (None, None) => Mode::ALL.to_vec(),
        };
        if settings.mode.is_some_and(|mode| !settings.modes.contains(&mode)) {
            self.problems.add(0, "`mode` is not one of `modes`".to_owned());
        }
        settings
    }

    fn approvals(&mut self, value: &ConfigValue<'_>) -> Approvals {
        match value.get_ref().as_str() {
            Some("client") => Approvals::Client,
            Some("terminal") => Approvals::Terminal,
            _ => {
                self.problem(value, "`approvals` is \"client\" or \"terminal\"");
                Approvals::Terminal
            }
        }
    }

    fn home(&mut self, value: &ConfigValue<'_>) -> Option<RootKey> {
        let name = self.string(value)?;
        self.root_key(value.span().start, name.strip_prefix("root:").unwrap_or(&name))
    }

    fn roots(&mut self, value: &ConfigValue<'_>) -> Vec<(RootKey, PathBuf)> {
        let Some(table) = value.get_ref().as_table() else {
            self.problem(value, "`roots` is a table of directories by key");
            return Vec::new();
        };
        let mut roots = Vec::new();
        for (key, path) in table {
            let known = self.root_key(key.span().start, key.get_ref());
            // A missing directory is reported at the start, and the other roots are served.
            let path = self.string(path).map(|path| self.folder.join(path));
            roots.extend(known.zip(path));
        }
        roots
    }

    fn playsets(&mut self, value: &ConfigValue<'_>) -> OfferedPlaysets {
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
            self.problem(value, format!("at most {MAX_PLAYSETS} playsets can be listed"));
        }
        OfferedPlaysets::Listed(entries)
    }

    fn mods(&mut self, value: &ConfigValue<'_>) -> Vec<ModEntry> {
        let items = self.list(value, "a list of `[[mods]]` with `name` and `path`");
        items.into_iter().filter_map(|item| self.enabled_mod(item)).collect()
    }

    fn enabled_mod(&mut self, item: &ConfigValue<'_>) -> Option<ModEntry> {
        let table = self.table(item, "a mod is a table with `name` and `path`", &["name", "path", "enabled"])?;
        let name = table.get("name").and_then(|value| self.string(value));
        let path = table.get("path").and_then(|value| self.directory(value));
        let enabled = table.get("enabled").is_none_or(|value| self.flag(value));
        let (Some(name), Some(path)) = (name, path) else {
            self.problem(item, "a mod needs a `name` and a `path`");
            return None;
        };
        enabled.then_some(ModEntry { name, path })
    }

    fn limits(&mut self, value: &ConfigValue<'_>) -> Limits {
        const FIELDS: &[&str] = &["running", "waiting", "in_flight_megabytes", "timeout_seconds"];
        let mut limits = Limits::default();
        let Some(table) = self.table(value, "`limits` is a table of numbers", FIELDS) else { return limits };
        let mut count = |key, max| table.get(key).and_then(|value| self.count(value, max));
        limits.running = count("running", 256).unwrap_or(limits.running);
        limits.waiting = count("waiting", 100_000).unwrap_or(limits.waiting);
        let megabytes = count("in_flight_megabytes", 16_384);
        limits.bytes_in_flight = megabytes.map_or(limits.bytes_in_flight, |count| count * MEGABYTE);
        limits.timeout = table.get("timeout_seconds").and_then(|value| self.seconds(value)).unwrap_or(limits.timeout);
        limits
    }

    fn hosts(&mut self, value: &ConfigValue<'_>) -> Vec<String> {
        let table = self.table(value, "`http` is a table with `hosts`", &["hosts"]);
        let Some(listed) = table.and_then(|table| table.get("hosts")) else { return Vec::new() };
        let mut hosts = Vec::new();
        for item in self.list(listed, "a list of host names") {
            match self.string(item).map(|name| parse_host(&name)) {
                Some(Ok(name)) => hosts.push(name),
                Some(Err(problem)) => self.problem(item, problem),
                None => {}
            }
        }
        hosts
    }

    fn tiger(&mut self, value: &ConfigValue<'_>) -> Option<Tiger> {
        const FIELDS: &[&str] = &["path", "timeout_seconds", "memory_megabytes"];
        let table = self.table(value, "`tiger` is a table with `path`", FIELDS)?;
        let path = table.get("path").and_then(|value| self.file(value));
        let timeout = table.get("timeout_seconds").and_then(|value| self.seconds(value));
        let memory = table.get("memory_megabytes").and_then(|value| self.count(value, 1_048_576));
        if path.is_none() {
            self.problem(value, "`tiger` needs a `path`: the program ck3-tiger");
        }
        Some(Tiger {
            path: path?,
            timeout: timeout.unwrap_or(Duration::from_mins(2)),
            memory_megabytes: memory.unwrap_or(4_096),
        })
    }
}
