//! The header of an entry: `[08:40:44][W][game_database.h:272]: `.

/// The most bytes between two brackets.
const MAX_PART: usize = 128;

/// The level of an entry, as the engine wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// `[E]`.
    Error,
    /// `[W]`.
    Warning,
    /// `[I]`.
    Info,
    /// `[D]`.
    Debug,
    /// Another letter, or none: versions before 1.13 wrote no level.
    Unknown,
}

/// The header of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'l> {
    /// The time, such as `08:40:44`; the log has no date.
    pub time: Option<&'l str>,
    /// Its level.
    pub level: Level,
    /// The source file and line of the engine, such as `game_database.h:272`: without folders.
    pub source: &'l str,
    /// Where the message begins in the line.
    pub message_at: usize,
}

impl<'l> Header<'l> {
    /// The header that a line begins with, if it does.
    ///
    /// ```
    /// use ck3_game_log::{Header, Level};
    /// let header = Header::parse(b"[08:40:44][W][game_database.h:272]: Overriding entry").unwrap();
    /// assert_eq!((header.time, header.level, header.source), (Some("08:40:44"), Level::Warning, "game_database.h:272"));
    /// assert!(Header::parse(b"  Script location: file: events/a.txt line: 3").is_none());
    /// ```
    pub fn parse(line: &'l [u8]) -> Option<Self> {
        let (mut time, mut level) = (None, Level::Unknown);
        let (mut part, mut at) = bracketed(line, 0)?;
        if is_time(part) {
            time = Some(part);
            (part, at) = bracketed(line, at)?;
        }
        if let [letter @ b'A'..=b'Z'] = part.as_bytes() {
            level = level_of(*letter);
            (part, at) = bracketed(line, at)?;
        }
        let source = is_source(part).then(|| part.rsplit(['/', '\\']).next().unwrap_or(part))?;
        let rest = line.get(at..)?.strip_prefix(b":")?;
        let spaces = usize::from(rest.first() == Some(&b' '));
        Some(Self { time, level, source, message_at: at + 1 + spaces })
    }
}

/// The text between brackets from `at` on, and the offset after them.
fn bracketed(line: &[u8], at: usize) -> Option<(&str, usize)> {
    let rest = line.get(at..)?.strip_prefix(b"[")?;
    let end = memchr::memchr(b']', &rest[..rest.len().min(MAX_PART)])?;
    let part = std::str::from_utf8(&rest[..end]).ok()?;
    Some((part, at + end + 2))
}

fn level_of(letter: u8) -> Level {
    match letter {
        b'E' => Level::Error,
        b'W' => Level::Warning,
        b'I' => Level::Info,
        b'D' => Level::Debug,
        _ => Level::Unknown,
    }
}

fn is_time(part: &str) -> bool {
    let bytes = part.as_bytes();
    bytes.len() == 8
        && bytes.iter().enumerate().all(|(at, byte)| if at % 3 == 2 { *byte == b':' } else { byte.is_ascii_digit() })
}

/// A file of the engine's source and a line in it.
fn is_source(part: &str) -> bool {
    let Some((file, line)) = part.rsplit_once(':') else { return false };
    let is_file = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-+/\\".contains(&byte);
    !file.is_empty()
        && file.bytes().all(is_file)
        && (1..=9).contains(&line.len())
        && line.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_every_version_are_read() {
        for (line, time, level, source, message) in [
            ("[08:40:44][W][a.h:272]: x", Some("08:40:44"), Level::Warning, "a.h:272", "x"),
            ("[18:55:24][a_b.cpp:169]: x y", Some("18:55:24"), Level::Unknown, "a_b.cpp:169", "x y"),
            ("[E][a.cpp:303]: x", None, Level::Error, "a.cpp:303", "x"),
            ("[00:00:00][D][a.cpp:1]:", Some("00:00:00"), Level::Debug, "a.cpp:1", ""),
            (r"[00:00:00][Z][..\src\a.cpp:1]: [x]", Some("00:00:00"), Level::Unknown, "a.cpp:1", "[x]"),
        ] {
            let header = Header::parse(line.as_bytes()).unwrap_or_else(|| panic!("{line}"));
            assert_eq!((header.time, header.level, header.source), (time, level, source), "{line}");
            assert_eq!(&line[header.message_at..], message);
        }
    }

    #[test]
    fn what_only_looks_like_a_header_is_none() {
        for line in [
            "",
            "[",
            "[08:40:44]",
            "[08:40:44] x",
            "[08:40:4x][E][a.cpp:1]: x",
            "[08:40:44][E][a.cpp]: x",
            "[08:40:44][E][a.cpp:x]: x",
            "[08:40:44][E][a b.cpp:1]: x",
            "[08:40:44][E][a.cpp:1] x",
            " [08:40:44][E][a.cpp:1]: x",
            "[ Failed context switch ]: x",
        ] {
            assert_eq!(Header::parse(line.as_bytes()), None, "{line}");
        }
        assert!(Header::parse(format!("[{}]", "x".repeat(1_000_000)).as_bytes()).is_none());
        assert!(Header::parse(b"[08:40:44][E][\xff.cpp:1]: x").is_none());
    }
}
