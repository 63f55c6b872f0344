//! The table, and what holds for every text.

use proptest::prelude::*;

use super::{HostPathKind, find_host_path};

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
