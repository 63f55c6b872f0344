//! What two logs say about loading: which definition won, and what was mounted.

/// A line of `database_conflicts.log`: this definition replaced an earlier one. The last for a key is the one in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Override<'m> {
    /// The object's key.
    pub key: &'m str,
    /// The folder of its database.
    pub database: &'m str,
    /// The file of the definition that won.
    pub path: &'m str,
    /// Its line.
    pub line: Option<u32>,
}

impl<'m> Override<'m> {
    /// Reads the message of an entry.
    ///
    /// ```
    /// use ck3_game_log::Override;
    /// let message = "Overriding entry 'brave' for database 'common/traits' in 'file: common/traits/z.txt line: 3'";
    /// let found = Override::parse(message).unwrap();
    /// assert_eq!((found.key, found.database, found.path, found.line), ("brave", "common/traits", "common/traits/z.txt", Some(3)));
    /// ```
    pub fn parse(message: &'m str) -> Option<Self> {
        let rest = message.strip_prefix("Overriding entry '")?;
        let (key, rest) = rest.split_once("' for database '")?;
        let (database, rest) = rest.split_once("' in '")?;
        let place = rest.strip_prefix("file:").unwrap_or(rest).trim_start_matches(' ');
        let place = place.trim_end().trim_end_matches('.').trim_end_matches('\'');
        let (path, line) = match place.rsplit_once(" line:") {
            Some((path, line)) => (path, line.trim().parse().ok()),
            None => (place, None),
        };
        let is_whole = !key.is_empty() && !database.is_empty() && !path.is_empty();
        is_whole.then_some(Self { key, database: database.trim_end_matches('/'), path, line })
    }
}

/// The directory that a line of `debug.log` says was mounted: a host path, to be compared and never shown.
pub fn mounted(message: &str) -> Option<&str> {
    message.strip_prefix("Mounted Data:").map(str::trim).filter(|path| !path.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_other_kinds_say_nothing() {
        for message in ["", "Overriding entry 'a'", "Overriding entry '' for database 'b' in 'c'", "x"] {
            assert_eq!(Override::parse(message), None, "{message}");
        }
        assert_eq!(mounted("Mounted Data: C:/Games/game/dlc/dlc001 "), Some("C:/Games/game/dlc/dlc001"));
        assert_eq!(mounted("Mounted Data: "), None);
    }
}
