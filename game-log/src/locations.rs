//! The files that a message names: `file: events/a.txt line: 12 (a.1:option)`, `'localization/english/a_l_english.yml'`.
//!
//! Only paths below the game's top folders count, so neither a host path nor a database (`common/traits`, without an extension)
//! is one.

use std::ops::Range;

/// The most files of one message that are listed.
pub const MAX_LOCATIONS: usize = 16;
/// The longest path, in bytes.
const MAX_PATH: usize = 512;
/// The longest name in parentheses after a line number.
const MAX_NAME: usize = 200;

/// The top folders of the game and of mods.
const TOP_FOLDERS: [&str; 19] = [
    "common",
    "content_source",
    "data_binding",
    "dlc",
    "dlc_metadata",
    "events",
    "fonts",
    "gfx",
    "gui",
    "history",
    "localisation",
    "localization",
    "map_data",
    "music",
    "notifications",
    "reader_export",
    "sound",
    "tests",
    "tweakergui_assets",
];

/// A file that a message names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageLocation {
    /// Its path below the game's or a mod's folder, as a part of the message.
    pub path: Range<usize>,
    /// The line, if the message gives one.
    pub line: Option<u32>,
    /// The text in parentheses after it: mostly the object.
    pub name: Option<Range<usize>>,
}

/// The files that a message names, in the order in which it names them, at most [`MAX_LOCATIONS`].
///
/// ```
/// use ck3_game_log::locations;
/// let message = "Script location: file: events/a.txt line: 12 (a.1:option)";
/// let found = &locations(message)[0];
/// assert_eq!((&message[found.path.clone()], found.line), ("events/a.txt", Some(12)));
/// assert_eq!(&message[found.name.clone().unwrap()], "a.1:option");
/// ```
pub fn locations(message: &str) -> Vec<MessageLocation> {
    let mut found = Vec::new();
    let mut from = 0;
    while found.len() < MAX_LOCATIONS {
        let Some(slash) = message.get(from..).and_then(|rest| memchr::memchr(b'/', rest.as_bytes())) else { break };
        let slash = from + slash;
        from = slash + 1;
        let Some(start) = starts_at(message, slash) else { continue };
        let Some(location) = location(message, start) else { continue };
        from = location.path.end.max(location.name.as_ref().map_or(0, |name| name.end));
        found.push(location);
    }
    found
}

/// Where a path begins whose first slash is at `slash`, if it begins with a whole name of a top folder.
fn starts_at(message: &str, slash: usize) -> Option<usize> {
    let folder = TOP_FOLDERS.iter().find(|folder| message[..slash].ends_with(**folder))?;
    let start = slash - folder.len();
    let before = message[..start].chars().next_back();
    let stands_alone =
        before.is_none_or(|before| !(before.is_alphanumeric() || matches!(before, '/' | '\\' | '_' | '-' | '.')));
    stands_alone.then_some(start)
}

fn location(message: &str, start: usize) -> Option<MessageLocation> {
    let rest = &message[start..];
    // No path is longer, so a message of nothing but slashes takes no more time than another.
    let rest = &rest[..rest.floor_char_boundary(MAX_PATH + 16)];
    let rest = &rest[..rest.find('\n').unwrap_or(rest.len())];
    let before = &message[..start];
    let quote = before.chars().next_back().filter(|before| matches!(before, '\'' | '"'));
    let is_stated = before.trim_end_matches([' ', '\'', '"']).ends_with("file:");
    let end = match quote {
        Some(quote) if !is_stated || quote == '"' => rest.find(quote)?,
        // A path after `file:` may contain spaces: it ends before its line number.
        _ if is_stated => [" line:", " near ", "\"", "'", ";", " ("]
            .iter()
            .filter_map(|end| rest.find(end))
            .min()
            .unwrap_or(rest.len()),
        _ => rest.find([' ', '\t', '"', '\'', ',', ';', ')', ']', '(', '[']).unwrap_or(rest.len()),
    };
    let mut path = rest[..end].trim_end_matches(['.', ',', ' ', ':']);
    let mut line = None;
    if let Some((file, number)) = path.rsplit_once(':') {
        // `common/a.txt:152`, followed by a message.
        line = number.parse().ok();
        path = file.split(':').next().unwrap_or(file);
    }
    let name = path.rsplit('/').next()?;
    let has_ending = name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty() && (1..=8).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    if !has_ending || path.len() > MAX_PATH {
        return None;
    }
    let path_end = start + path.len();
    let (told, after) = line_behind(message, start + end);
    Some(MessageLocation { path: start..path_end, line: line.or(told), name: name_behind(message, after) })
}

/// The number in ` line: 12`, ` near line: 12` or `" line: 12` after a path, and where the message continues.
fn line_behind(message: &str, at: usize) -> (Option<u32>, usize) {
    let rest = &message[at..];
    let trimmed = rest.trim_start_matches(['"', '\'', ' ', ',', '(']);
    let trimmed = ["near ", "at ", "on "].iter().find_map(|word| trimmed.strip_prefix(word)).unwrap_or(trimmed);
    let Some(number) = trimmed.strip_prefix("line:").or_else(|| trimmed.strip_prefix("line ")) else {
        return (None, at);
    };
    let number = number.trim_start_matches(' ');
    let digits = number.bytes().take(10).take_while(u8::is_ascii_digit).count();
    match number[..digits].parse() {
        Ok(line) => (Some(line), message.len() - number.len() + digits),
        Err(_) => (None, at),
    }
}

/// The text in parentheses right after a line number.
fn name_behind(message: &str, at: usize) -> Option<Range<usize>> {
    let rest = message[at..].strip_prefix(" (")?;
    let window = &rest[..rest.floor_char_boundary(MAX_NAME)];
    let end = window.find([')', '\n']).filter(|end| rest[*end..].starts_with(')'))?;
    (end > 0).then_some(at + 2..at + 2 + end)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(message: &str) -> Vec<(&str, Option<u32>, Option<&str>)> {
        let found = locations(message);
        found.into_iter().map(|at| (&message[at.path], at.line, at.name.map(|name| &message[name]))).collect()
    }

    #[test]
    fn every_shape_of_a_real_log_is_found() {
        for (message, expected) in [
            (
                "Script system error!\n  Error: x [ y ]\n  Script location: file: common/scripted_effects/t.txt line: 275 (predict)\n    file: common/on_action/t.txt line: 673 (update)",
                vec![
                    ("common/scripted_effects/t.txt", Some(275), Some("predict")),
                    ("common/on_action/t.txt", Some(673), Some("update")),
                ],
            ),
            (
                "Script location: file:  file: common/factions/00_factions.txt line: 274; rebel_modifiers line: 22",
                vec![("common/factions/00_factions.txt", Some(274), None)],
            ),
            (
                "Script location: common/diplomatic_actions/z.txt:152",
                vec![("common/diplomatic_actions/z.txt", Some(152), None)],
            ),
            (
                "Overriding entry 'h' for database 'common/dynasty_houses' in 'file: common/dynasty_houses/00 my houses.txt line: 1'",
                vec![("common/dynasty_houses/00 my houses.txt", Some(1), None)],
            ),
            (
                "Error: \"Unknown trigger: k, near line: 99\" in file: \"events/changed.txt\" near line: 100",
                vec![("events/changed.txt", Some(100), None)],
            ),
            ("File 'common/a.txt' should be in utf8-bom encoding", vec![("common/a.txt", None, None)]),
            (
                "Key 'A' is defined in both 'localization/english/a_l_english.yml' and 'localization/english/b_l_english.yml'.",
                vec![
                    ("localization/english/a_l_english.yml", None, None),
                    ("localization/english/b_l_english.yml", None, None),
                ],
            ),
            (
                "Can't find accessory 'x', near file: gfx/portraits/m.txt line: 24 (m)",
                vec![("gfx/portraits/m.txt", Some(24), Some("m"))],
            ),
            ("Failed to create material in gfx/FX/court_scene.shader", vec![("gfx/FX/court_scene.shader", None, None)]),
            ("gui/window.gui:12: unknown property", vec![("gui/window.gui", Some(12), None)]),
            ("Key poet not found at Database: common/traits", vec![]),
            ("C:/Users/nate/mod/A/events/a.txt line: 1", vec![]),
            ("my_events/a.txt and e/events/b.txt", vec![]),
        ] {
            assert_eq!(found(message), expected, "{message}");
        }
    }

    #[test]
    fn l100_a_message_of_nothing_but_paths_is_bounded() {
        let message = "events/a.txt ".repeat(100_000);
        assert_eq!(locations(&message).len(), MAX_LOCATIONS);
        assert!(locations(&"events/".repeat(100_000)).is_empty());
        assert!(locations(&format!("events/{}.txt", "a".repeat(10_000))).is_empty());
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn whatever_the_message_is_a_path_begins_with_a_top_folder(
            message in r#"(file: |events/|common/|a\.txt|line: |[0-9]{1,11}|[ '"():;/é漢\\]|\.|\n){0,30}"#
        ) {
            for (path, _, _) in found(&message) {
                prop_assert!(path.starts_with("events/") || path.starts_with("common/"), "{path}");
            }
        }
    }
}
