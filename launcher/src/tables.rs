//! Reads the tables of any version of the launcher.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Row};

use crate::{Launcher, LauncherEntry, LauncherError, LauncherPlayset, MAX_ENTRIES, MAX_PLAYSETS};

/// The longest text or row that is read.
const MAX_VALUE: i32 = 1024 * 1024;
/// How many steps of the database run between two timeout checks.
const STEPS: i32 = 10_000;

pub(crate) fn read(copy: PathBuf, timeout: Duration) -> Result<Launcher, LauncherError> {
    let connection = open(copy, timeout)?;
    let (mut playsets, left_out) = playsets(&connection)?;
    let index: HashMap<String, usize> = playsets.iter().enumerate().map(|(at, (id, _))| (id.clone(), at)).collect();
    let mut entries: Vec<Vec<(LoadOrderKey, LauncherEntry)>> = playsets.iter().map(|_| Vec::new()).collect();
    for (playset, position, entry) in self::entries(&connection)? {
        if let Some(at) = index.get(&playset) {
            entries[*at].push((position, entry));
        }
    }
    for ((_, playset), mut entries) in playsets.iter_mut().zip(entries) {
        // Stable: where a launcher stored equal positions, the order of the rows decides.
        entries.sort_by_key(|(position, _)| *position);
        playset.entries = entries.into_iter().map(|(_, entry)| entry).collect();
    }
    Ok(Launcher { playsets: playsets.into_iter().map(|(_, playset)| playset).collect(), left_out })
}

/// Opens the copy so that it can run no code and no statement runs for ever. It must be writable: opening it merges its log.
fn open(copy: PathBuf, timeout: Duration) -> Result<Connection, LauncherError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(copy, flags)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE)?;
    let deadline = Instant::now() + timeout;
    connection.progress_handler(STEPS, Some(move || Instant::now() > deadline))?;
    Ok(connection)
}

/// The columns that a table has; none if there is no such table.
struct Columns {
    table: &'static str,
    names: Vec<String>,
}

impl Columns {
    fn of(connection: &Connection, table: &'static str) -> Result<Self, LauncherError> {
        let mut statement = connection.prepare(&format!("PRAGMA table_info({table})"))?;
        let names = statement.query_map([], |row| row.get::<_, String>("name"))?;
        Ok(Self { table, names: names.collect::<Result<_, _>>()? })
    }

    /// A column that every known version has.
    fn required(&self, column: &'static str) -> Result<String, LauncherError> {
        match self.optional(column) {
            found if found != "NULL" => Ok(found),
            _ => Err(LauncherError::Schema { table: self.table, column }),
        }
    }

    /// A column, or a default for one that this version does not have.
    fn optional(&self, column: &'static str) -> String {
        match self.names.iter().find(|name| name.eq_ignore_ascii_case(column)) {
            Some(_) => format!("{}.\"{column}\"", self.table),
            None => "NULL".to_owned(),
        }
    }
}

/// The playsets by their id, and how many were left out.
fn playsets(connection: &Connection) -> Result<(Vec<(String, LauncherPlayset)>, usize), LauncherError> {
    let columns = Columns::of(connection, "playsets")?;
    let query = format!(
        "SELECT {}, {}, {}, {} FROM playsets ORDER BY {}, rowid LIMIT {}",
        columns.required("id")?,
        columns.required("name")?,
        columns.required("isActive")?,
        columns.optional("isRemoved"),
        columns.optional("createdOn"),
        MAX_ENTRIES,
    );
    let mut statement = connection.prepare(&query)?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    let mut left_out = 0;
    while let Some(row) = rows.next()? {
        let (Some(id), false) = (text(row, 0)?, is_true(row, 3)?) else { continue };
        let name = text(row, 1)?.unwrap_or_default();
        let playset = LauncherPlayset { name, is_active: is_true(row, 2)?, entries: Vec::new() };
        // The active playset matters most, so it comes first.
        if found.len() < MAX_PLAYSETS || playset.is_active {
            found.push((id, playset));
        } else {
            left_out += 1;
        }
    }
    Ok((found, left_out))
}

/// The position of an entry in the load order; an entry without one comes last.
type LoadOrderKey = (bool, i64);

fn entries(connection: &Connection) -> Result<Vec<(String, LoadOrderKey, LauncherEntry)>, LauncherError> {
    let (links, mods) = (Columns::of(connection, "playsets_mods")?, Columns::of(connection, "mods")?);
    let query = format!(
        "SELECT {}, {}, {}, {}, {}, {}, {}, {} FROM playsets_mods JOIN mods ON {} = {} LIMIT {MAX_ENTRIES}",
        links.required("playsetId")?,
        links.optional("position"),
        links.optional("enabled"),
        mods.optional("displayName"),
        mods.optional("name"),
        mods.optional("dirPath"),
        mods.optional("gameRegistryId"),
        mods.optional("archivePath"),
        mods.required("id")?,
        links.required("modId")?,
    );
    let has_flag = links.optional("enabled") != "NULL";
    let mut statement = connection.prepare(&query)?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let Some(playset) = text(row, 0)? else { continue };
        if has_flag && !is_true(row, 2)? {
            continue;
        }
        let named = [text(row, 3)?, text(row, 4)?].into_iter().flatten().find(|name| !name.is_empty());
        let full = |text: Option<String>| text.filter(|text| !text.is_empty());
        let (directory, descriptor) = (full(text(row, 5)?), full(text(row, 6)?));
        let name = named.or_else(|| descriptor.clone()).unwrap_or_default();
        let is_archive = directory.is_none() && full(text(row, 7)?).is_some();
        found.push((playset, position(row.get_ref(1)?), LauncherEntry { name, directory, descriptor, is_archive }));
    }
    Ok(found)
}

/// A number since launcher 2021.9, ten hexadecimal digits of text before.
fn position(value: ValueRef<'_>) -> LoadOrderKey {
    let number = match value {
        ValueRef::Integer(number) => Some(number),
        ValueRef::Text(text) => str::from_utf8(text).ok().and_then(|text| match text.len() {
            10 => i64::from_str_radix(text, 16).ok(),
            _ => text.parse().or_else(|_| i64::from_str_radix(text, 16)).ok(),
        }),
        #[expect(clippy::cast_possible_truncation, reason = "a position of any size is a place in an order")]
        ValueRef::Real(number) => Some(number as i64),
        _ => None,
    };
    (number.is_none(), number.unwrap_or_default())
}

fn text(row: &Row<'_>, column: usize) -> Result<Option<String>, rusqlite::Error> {
    Ok(match row.get_ref(column)? {
        ValueRef::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Integer(number) => Some(number.to_string()),
        _ => None,
    })
}

/// Launchers write 0 and 1; some tools write words.
fn is_true(row: &Row<'_>, column: usize) -> Result<bool, rusqlite::Error> {
    Ok(match row.get_ref(column)? {
        ValueRef::Integer(number) => number != 0,
        ValueRef::Text(text) => text == b"1" || text.eq_ignore_ascii_case(b"true"),
        _ => false,
    })
}
