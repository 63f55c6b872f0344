use std::time::SystemTime;

use rusqlite::Connection;

use super::*;

/// The tables as launchers up to 2021.9 made them: positions are text.
const OLD: &str = "
    CREATE TABLE playsets (id char(36) PRIMARY KEY, name varchar(255), isActive boolean, loadOrder varchar(255));
    CREATE TABLE mods (id char(36) PRIMARY KEY, steamId varchar(255), gameRegistryId text, name varchar(255),
        displayName varchar(255), dirPath text, status text, source text);
    CREATE TABLE playsets_mods (playsetId char(36), modId char(36), enabled boolean DEFAULT 1, position varchar(255));
    INSERT INTO playsets VALUES ('p', 'Old', 1, 'custom');
    INSERT INTO mods VALUES ('a', '1', 'mod/ugc_1.mod', 'A', 'A shown', '/w/1', 'ready_to_play', 'steam');
    INSERT INTO mods VALUES ('b', '2', 'mod/ugc_2.mod', 'B', NULL, '/w/2', 'ready_to_play', 'steam');
    INSERT INTO mods VALUES ('c', '3', 'mod/c.mod', 'C', 'C', NULL, 'ready_to_play', 'local');
    INSERT INTO playsets_mods VALUES ('p', 'a', 1, '0000000010'), ('p', 'b', 1, '000000000a'), ('p', 'c', 0, '0000000001');
";

/// As they are since: positions are numbers, playsets can be removed, columns were renamed and added.
const NEW: &str = "
    CREATE TABLE playsets (id TEXT PRIMARY KEY, name TEXT, isActive INTEGER, isRemoved INTEGER, lastServerChecksumV2 TEXT,
        createdOn INTEGER);
    CREATE TABLE mods (id TEXT PRIMARY KEY, gameRegistryId TEXT, displayName TEXT, dirPath TEXT, archivePath TEXT, extra BLOB);
    CREATE TABLE playsets_mods (playsetId TEXT, modId TEXT, enabled INTEGER, position INTEGER, addedOn INTEGER);
    INSERT INTO playsets VALUES ('2', 'Second', 0, 0, NULL, 2), ('1', 'First', 1, 0, NULL, 1), ('3', 'Gone', 0, 1, NULL, 0);
    INSERT INTO mods VALUES ('a', 'mod/a.mod', 'A', '/w/a', NULL, NULL), ('z', 'mod/z.mod', 'Z', NULL, '/w/z.zip', NULL);
    INSERT INTO playsets_mods VALUES ('1', 'a', 1, 10, 0), ('1', 'z', 1, 9, 0), ('2', 'a', 1, NULL, 0), ('3', 'a', 1, 0, 0);
";

fn database(folder: &Path, name: &str, statements: &str) -> Connection {
    let connection = Connection::open(folder.join(name)).unwrap();
    connection.execute_batch(statements).unwrap();
    connection
}

fn names(playset: &LauncherPlayset) -> Vec<&str> {
    playset.entries.iter().map(|entry| entry.name.as_str()).collect()
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn positions_that_are_hexadecimal_text_are_sorted_as_numbers_and_what_is_disabled_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    drop(database(folder.path(), "launcher-v2.sqlite", OLD));
    let launcher = read(folder.path()).unwrap();
    assert_eq!(names(&launcher.playsets[0]), ["B", "A shown"]);
    assert_eq!(launcher.playsets[0].entries[1].directory.as_deref(), Some("/w/1"));
}

#[test]
fn newer_tables_are_read_by_the_columns_that_they_have() {
    let folder = tempfile::tempdir().unwrap();
    drop(database(folder.path(), "launcher-v2.sqlite", NEW));
    let launcher = read(folder.path()).unwrap();
    let told: Vec<_> = launcher.playsets.iter().map(|playset| (playset.name.as_str(), playset.is_active)).collect();
    assert_eq!(told, [("First", true), ("Second", false)], "in the order they were made, without the removed one");
    assert_eq!(names(&launcher.playsets[0]), ["Z", "A"]);
    assert!(launcher.playsets[0].entries[0].is_archive);
}

#[test]
fn the_newest_of_several_databases_is_read() {
    let folder = tempfile::tempdir().unwrap();
    drop(database(folder.path(), "launcher-v2.sqlite", OLD));
    drop(database(folder.path(), "launcher-v2_openbeta.sqlite", NEW));
    let touch = |name: &str, seconds: u64| {
        let file = std::fs::File::options().write(true).open(folder.path().join(name)).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
    };
    touch("launcher-v2.sqlite", 2_000);
    touch("launcher-v2_openbeta.sqlite", 1_000);
    assert_eq!(read(folder.path()).unwrap().playsets[0].name, "Old");
    touch("launcher-v2_openbeta.sqlite", 3_000);
    assert_eq!(read(folder.path()).unwrap().playsets[0].name, "First");
}

#[test]
fn a_database_that_the_launcher_holds_open_is_read_with_its_log_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let launcher = database(folder.path(), "launcher-v2.sqlite", &format!("PRAGMA journal_mode=WAL; {NEW}"));
    launcher.execute_batch("BEGIN EXCLUSIVE; UPDATE playsets SET name = 'Half' WHERE id = '1'").unwrap();
    let before = files(folder.path());
    assert!(before.iter().any(|(name, content)| name.ends_with("-wal") && !content.is_empty()));
    assert_eq!(read(folder.path()).unwrap().playsets[0].name, "First", "what is not committed is not seen");
    assert!(files(folder.path()) == before, "nothing was written");
    launcher.execute_batch("COMMIT").unwrap();
    assert_eq!(read(folder.path()).unwrap().playsets[0].name, "Half");
}

#[test]
fn a_transaction_under_way_without_a_log_is_not_seen() {
    let folder = tempfile::tempdir().unwrap();
    let launcher = database(folder.path(), "launcher-v2.sqlite", NEW);
    launcher.execute_batch("PRAGMA cache_size = 1; BEGIN; UPDATE playsets SET name = 'Half'").unwrap();
    let before = files(folder.path());
    assert_eq!(read(folder.path()).unwrap().playsets[0].name, "First");
    assert!(files(folder.path()) == before);
}

#[test]
fn a_file_that_is_not_a_launcher_database_is_reported_without_a_path() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("launcher-v2.sqlite");
    let shown = || read(folder.path()).unwrap_err().to_string();
    assert_eq!(shown(), "there is no database of the launcher");
    std::fs::write(&file, "not a database, though long enough to be looked at as one".repeat(20)).unwrap();
    assert_eq!(shown(), "the launcher's database cannot be understood");
    std::fs::remove_file(&file).unwrap();
    drop(database(folder.path(), "launcher-v2.sqlite", "CREATE TABLE playsets (id, name)"));
    assert_eq!(shown(), "the launcher's database has no `isActive` in `playsets`");
    std::fs::File::options().write(true).open(&file).unwrap().set_len(MAX_DATABASE + 1).unwrap();
    assert_eq!(shown(), "the launcher's database is larger than 128 MB");
}

#[test]
fn l100_reading_an_endless_table_times_out() {
    let folder = tempfile::tempdir().unwrap();
    let endless = "CREATE VIEW playsets AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i AS id, i AS name, 0 AS isActive, 1 AS isRemoved, -i AS createdOn FROM n";
    drop(database(folder.path(), "launcher-v2.sqlite", endless));
    let copy = snapshot::take(&folder.path().join("launcher-v2.sqlite")).unwrap();
    assert!(tables::read(copy.database(), Duration::from_millis(50)).is_err());
}
