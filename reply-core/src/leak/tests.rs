//! The table, and what holds for every text.

use proptest::prelude::*;

use super::{GateLevel, HostPathKind, HostPathMatch};
use crate::codes::code_table::StaticForms;

/// The address forms of a registry whose addresses are the hardest to distinguish from paths.
const FORMS: StaticForms = StaticForms {
    schemes: &["steam", "ck3raven"],
    roots: &["ROOT_REPO", "ROOT_GAME", "ROOT_STEAM", "ROOT_USER_DOCS", "ROOT_CK3RAVEN_DATA", "ROOT_VSCODE"],
    named: &["mod"],
    folders: &[
        "common",
        "descriptor.mod",
        "dlc",
        "events",
        "gfx",
        "gui",
        "history",
        "localization",
        "map_data",
        "music",
        "sound",
    ],
};

pub(super) fn find_host_path(text: &str) -> Option<HostPathMatch> {
    find_at(GateLevel::Strict, text)
}

fn find_at(level: GateLevel, text: &str) -> Option<HostPathMatch> {
    super::find_at(level, &FORMS, text)
}

/// The rows of `table.txt`: the kind that its section names, or nothing, and the text.
fn table() -> Vec<(Option<HostPathKind>, String)> {
    let mut kind = None;
    let mut rows = Vec::new();
    let mut is_headed = false;
    for line in include_str!("table.txt").lines() {
        let section = match line {
            "[Drive]" => Some(Some(HostPathKind::Drive)),
            "[Unc]" => Some(Some(HostPathKind::Unc)),
            "[Backslash]" => Some(Some(HostPathKind::Backslash)),
            "[Rooted]" => Some(Some(HostPathKind::Rooted)),
            "[Home]" => Some(Some(HostPathKind::Home)),
            "[FileUrl]" => Some(Some(HostPathKind::FileUrl)),
            "[nothing]" => Some(None),
            _ => None,
        };
        match section {
            Some(section) => (kind, is_headed) = (section, true),
            None if line.is_empty() || !is_headed => {}
            None => rows.push((kind, line.to_owned())),
        }
    }
    rows
}

#[test]
fn l80_host_paths_are_found() {
    let rows: Vec<_> = table().into_iter().filter(|(kind, _)| kind.is_some()).collect();
    assert!(rows.len() >= 60, "{} rows", rows.len());
    let wrong: Vec<String> = rows
        .iter()
        .filter(|(kind, text)| find_host_path(text).map(|found| found.kind) != *kind)
        .map(|(kind, text)| format!("{text}: {:?}, not {kind:?}", find_host_path(text)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn l80_host_paths_are_found_in_prose_quotes_brackets_and_lines() {
    for (kind, text) in table().into_iter().filter(|(kind, _)| kind.is_some()) {
        for around in ["cannot open @ now", "'@'", "(@)", "[\"@\"]", "first line\n@\nlast", "key=@", "a\t@", "“@”"]
        {
            let whole = around.replace('@', &text);
            assert!(find_host_path(&whole).is_some(), "{kind:?} in {whole}");
        }
    }
}

#[test]
fn l80_what_only_looks_like_one_is_left_alone() {
    let rows: Vec<_> = table().into_iter().filter(|(kind, _)| kind.is_none()).collect();
    assert!(rows.len() >= 60, "{} rows", rows.len());
    let wrong: Vec<String> =
        rows.iter().filter_map(|(_, text)| find_host_path(text).map(|found| format!("{text}: {found:?}"))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn l80_control_characters_end_no_path() {
    for text in ["\n/var/log", "a\0/var/log", "a\u{a0}/x", "a\u{2028}/x", "a\r\n/x", "\u{feff}/home/x"] {
        assert!(find_host_path(text).is_some(), "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn l80_no_text_makes_the_gate_panic(text in any::<String>()) {
        let _ = find_host_path(&text);
    }

    #[test]
    fn l80_no_text_of_marks_makes_the_gate_panic(text in r#"[/\\%:~.?<>(){}'" a-fA-F0-9uxé“…mod-]{0,40}"#) {
        if let Some(found) = find_host_path(&text) {
            prop_assert!(found.at < text.len());
        }
    }

    /// An input is echoed if it is clean by itself; the message around it must not change that.
    #[test]
    fn l80_what_is_clean_by_itself_is_clean_in_quotes(
        text in r#"[/\\%:~.?<>(){}'" a-fA-F0-9ux“…mod-]{0,24}(home|mod:A|ROOT_X|file|//)?[/\\:~!]{0,4}[a-z]{0,3}"#,
    ) {
        if find_host_path(&text).is_none() {
            prop_assert_eq!(find_host_path(&format!("Nothing is called '{text}'. It is a name: root:game/x.")), None);
        }
    }

    #[test]
    fn l80_a_planted_home_is_caught_whatever_stands_around_it(
        before in ".*",
        boundary in prop::sample::select(vec![" ", "\n", "'", "\"", "(", "[", "=", ",", ": ", "|", "“", "!", ")", "#", "*"]),
        user in "[a-z]{1,8}",
        folder in "[a-z]{1,8}",
        after in ".*",
    ) {
        let text = format!("{before}{boundary}/home/{user}/{folder}{after}");
        prop_assert!(find_host_path(&text).is_some(), "{}", text);
    }

    #[test]
    fn l80_a_planted_drive_is_caught_whatever_stands_around_it(
        before in ".*",
        boundary in prop::sample::select(vec![" ", "'", "\"", "(", "[", "=", ",", ": ", "“"]),
        drive in "[A-Za-z]",
        folder in "[a-z]{1,8}",
        after in ".*",
    ) {
        let text = format!("{before}{boundary}{drive}:\\{folder}\\{after}");
        prop_assert!(find_host_path(&text).is_some(), "{}", text);
    }

    #[test]
    fn l80_no_plain_address_is_taken_for_a_host_path(
        root in prop::sample::select(vec!["root:game", "root:repo", "mod:A", "mod:My Mod", "root:user_docs"]),
        names in prop::collection::vec("[A-Za-z0-9_][A-Za-z0-9_ .-]{0,10}[A-Za-z0-9_]", 0..5),
        around in prop::sample::select(vec!["@", "'@'", "(@)", "see @.", "path=@", "“@”"]),
    ) {
        let address = names.iter().fold(root.to_owned(), |address, name| format!("{address}/{name}"));
        prop_assert_eq!(find_host_path(&around.replace('@', &address)), None);
    }
}

#[test]
fn l80_invisible_characters_hide_no_path() {
    for text in [
        "E\u{200b}:\\data\\nate",
        "E:\u{2060}/data",
        "(ok)\u{202e}/data/nate",
        "a\u{2800}/data",
        "a\u{3164}/data",
        "fi\u{ad}le:///etc",
        "/\u{fe0f}home",
        "\\\u{200d}\\server\\share",
        "%2\u{200b}Fhome",
        "E\u{1}:\\data",
        "~\u{e0041}/mods",
    ] {
        assert!(find_host_path(text).is_some(), "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 32, ..ProptestConfig::default() })]

    /// A path stays one in however many layers of escapes.
    #[test]
    fn l80_a_path_is_caught_in_any_nesting_of_encodings(layers in prop::collection::vec(0..6_usize, 0..6)) {
        let mut text = String::from("/data/nate");
        for layer in layers {
            text = text.bytes().fold(String::new(), |mut out, byte| {
                use std::fmt::Write;
                let written = match layer {
                    _ if byte.is_ascii_alphanumeric() => write!(out, "{}", char::from(byte)),
                    0 => write!(out, "%{byte:02x}"),
                    1 => write!(out, "%{byte:02X}"),
                    2 => write!(out, "\\u{byte:04x}"),
                    3 => write!(out, "\\x{byte:02x}"),
                    4 => write!(out, "\\u{{{byte:x}}}"),
                    _ => write!(out, "&#{byte};"),
                };
                written.expect("writing to a string does not fail");
                out
            });
        }
        prop_assert!(find_host_path(&text).is_some(), "{}", text);
    }
}

#[test]
fn l80_a_registry_chooses_how_much_is_looked_for() {
    use reply_vocabulary::GateLevel::{HomeAndDrives, Off, Strict};

    for everyday in [
        "GET /api/v1/users/7",
        "see /help",
        "#/properties/name",
        "POST /users",
        "GET /apis/v1 and /shop/1",
        "git checkout -- /src",
    ] {
        assert_eq!((find_at(HomeAndDrives, everyday), find_at(Off, everyday)), (None, None), "{everyday}");
    }
    for path in [
        r"C:\Users\nate",
        "/home/nate/x",
        "/Users/nate",
        "~/x",
        "~nate/x",
        r"\\nas\nate",
        "file:///etc/passwd",
        "%2Fhome%2Fnate",
    ] {
        assert!(find_at(HomeAndDrives, path).is_some() && find_at(Strict, path).is_some(), "{path}");
        assert_eq!(find_at(Off, path), None);
    }
    // One that does not count must not hide one that does.
    assert!(find_at(HomeAndDrives, "GET /api/v1 failed: /home/nate/x").is_some());
}
