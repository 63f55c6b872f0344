//! Single values of a configuration: each is returned, or reported with its line.

use std::path::{Path, PathBuf};
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use world_adapter::{Mode, RootKey};

use super::problems::ConfigProblems;

/// A value with its place in the text.
pub(super) type ConfigValue<'i> = Spanned<DeValue<'i>>;

/// Reads values; collects the problems of all of them.
pub(super) struct ConfigReader<'t> {
    /// Relative paths are relative to this folder.
    pub(super) folder: &'t Path,
    pub(super) problems: ConfigProblems<'t>,
}

impl ConfigReader<'_> {
    pub(super) fn problem(&mut self, value: &ConfigValue<'_>, what: impl Into<String>) {
        self.problems.add(value.span().start, what.into());
    }

    pub(super) fn unknown(&mut self, at: usize, name: &str, known: &[&str]) {
        self.problems.add(at, format!("unknown key `{name}`; the keys are {}", known.join(", ")));
    }

    /// The fields of a table, which may have only the known ones.
    pub(super) fn table<'v, 'i>(
        &mut self,
        value: &'v ConfigValue<'i>,
        wanted: &str,
        known: &[&str],
    ) -> Option<&'v DeTable<'i>> {
        let Some(table) = value.get_ref().as_table() else {
            self.problem(value, wanted);
            return None;
        };
        for key in table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            self.unknown(key.span().start, key.get_ref(), known);
        }
        Some(table)
    }

    pub(super) fn list<'v, 'i>(&mut self, value: &'v ConfigValue<'i>, wanted: &str) -> Vec<&'v ConfigValue<'i>> {
        if let Some(list) = value.get_ref().as_array() {
            return list.iter().collect();
        }
        self.problem(value, format!("{wanted} is needed here"));
        Vec::new()
    }

    pub(super) fn string(&mut self, value: &ConfigValue<'_>) -> Option<String> {
        let text = value.get_ref().as_str().map(str::to_owned);
        if text.is_none() {
            self.problem(value, "a string is needed here");
        }
        text
    }

    pub(super) fn flag(&mut self, value: &ConfigValue<'_>) -> bool {
        value.get_ref().as_bool().unwrap_or_else(|| {
            self.problem(value, "true or false is needed here");
            false
        })
    }

    /// A whole number from one to `max`.
    pub(super) fn count(&mut self, value: &ConfigValue<'_>, max: u32) -> Option<usize> {
        let number = value.get_ref().as_integer().and_then(|number| number.as_str().parse().ok());
        let number = number.filter(|number| (1..=max).contains(number));
        if number.is_none() {
            self.problem(value, format!("a whole number from 1 to {max} is needed here"));
        }
        number.and_then(|number| usize::try_from(number).ok())
    }

    /// A time of at most a day.
    pub(super) fn seconds(&mut self, value: &ConfigValue<'_>) -> Option<Duration> {
        let seconds = self.count(value, 86_400)?;
        u64::try_from(seconds).ok().map(Duration::from_secs)
    }

    pub(super) fn mode(&mut self, value: &ConfigValue<'_>) -> Option<Mode> {
        let name = self.string(value)?;
        let mode = Mode::from_name(&name);
        if mode.is_none() {
            self.problem(value, format!("there is no mode `{name}`; there are ck3lens and ck3raven-dev"));
        }
        mode
    }

    pub(super) fn root_key(&mut self, at: usize, name: &str) -> Option<RootKey> {
        let key = RootKey::from_name(name);
        if key.is_none() {
            let known: Vec<&str> = RootKey::ALL.iter().map(|key| key.as_str()).collect();
            self.problems.add(at, format!("there is no root `{name}`; there are {}", known.join(", ")));
        }
        key
    }

    pub(super) fn directory(&mut self, value: &ConfigValue<'_>) -> Option<PathBuf> {
        self.path(value, "directory", Path::is_dir)
    }

    pub(super) fn file(&mut self, value: &ConfigValue<'_>) -> Option<PathBuf> {
        self.path(value, "file", Path::is_file)
    }

    pub(super) fn path(&mut self, value: &ConfigValue<'_>, kind: &str, exists: fn(&Path) -> bool) -> Option<PathBuf> {
        let path = self.folder.join(self.string(value)?);
        if !exists(&path) {
            self.problem(value, format!("there is no {kind} {}", path.display()));
        }
        Some(path)
    }
}
