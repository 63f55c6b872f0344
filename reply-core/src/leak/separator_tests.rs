//! What stands before a path, drawn from everything that can: separators × paths are found, and legitimate texts are not.

use proptest::prelude::*;

use super::tests::find_host_path;
use crate::Address;

/// The characters behind which a slash may divide two names of one script, whatever follows.
fn joins(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '/' | '\\')
}

#[test]
fn l80_no_character_but_a_plain_letter_or_digit_hides_a_rooted_path() {
    // Every plane that has characters of its own.
    let missed: Vec<char> = (char::MIN..='\u{3ffff}')
        .chain('\u{e0000}'..='\u{e0fff}')
        .filter(|character| !joins(*character))
        .filter(|character| find_host_path(&format!("done{character}/data/nate")).is_none())
        .collect();
    assert!(missed.is_empty(), "{} characters: {:?}", missed.len(), &missed[..missed.len().min(20)]);
}

#[test]
fn l80_no_mark_that_ends_an_address_hides_a_rooted_path() {
    for address in ["mod:A/b", "root:game/a.txt", "mod:My Mod/a b", "mod:A", "see mod:A/b"] {
        for mark in [
            ".", "...", "…", "!", "?", "?!", ")", "]", "}", ">", ",", ";", ":", "'", "\"", "`", "”", "’", "»", "。",
            "）", "］", "｝", "」", "』", "】", "》", "〉", "！", "？", "．", "｡",
        ] {
            let text = format!("{address}{mark}/data/nate");
            assert!(find_host_path(&text).is_some(), "{text}");
        }
    }
}

#[test]
fn l80_no_letter_beyond_ascii_hides_a_share_a_home_or_a_drive() {
    for letter in ['é', 'ß', 'я', 'ω', 'ت', '漢', 'か', '한', '²', 'ª'] {
        for path in [r"\\nas\nate", "~/mods", "~nate/mods", r"\Users\nate", r"C:\data\nate", "C:/data/nate"] {
            let text = format!("x{letter}{path}");
            assert!(find_host_path(&text).is_some(), "{text}");
        }
    }
}

#[test]
fn l80_a_path_is_found_where_it_begins() {
    for (text, at) in [
        (r"in ~\mods", 3),
        ("in ~/mods", 3),
        ("in ~nate/mods", 3),
        (r"on C:\data", 3),
        ("on C:/data", 3),
        (r"see \\nas\nate", 4),
        (r"see \Users\nate", 4),
        ("at /opt", 3),
        ("done./data/nate", 5),
        ("é/data/nate", 2),
        ("a file:///etc", 2),
        ("an escape %2Fhome", 10),
    ] {
        assert_eq!(find_host_path(text).map(|found| found.at), Some(at), "{text}");
    }
}

/// Lines of the game's logs, and messages to a person about scripts.
#[test]
fn l80_messages_about_the_game_are_left_alone() {
    for text in [
        "Error: \"Unexpected token: foo, near line: 12\" in file: \"common/traits/00_traits.txt\" near line: 12",
        "[12:00:01][E][pdx_persistent_reader.cpp:216]: Error: \"Malformed token\" in file: \"events/a.txt\" near line: 3",
        "Script system error!\n  Error: has_trait trigger [ Invalid trait ]\n  Script location: file: events/x.txt line: 9 (a.1:immediate)",
        "Failed to find texture 'gfx/interface/icons/traits/brave.dds'",
        "Missing localization key 'trait_brave'; localization/replace/english/x_l_english.yml:12",
        "Duplicated key brave. Will be overwritten by common/traits/zz_brave.txt",
        "jomini_script_system.cpp:303: Event target link 'var' returned an unset scope",
        "gfx/portraits/portrait_modifiers/00_custom_hair.txt: unknown key.",
        "Character 163110 has +2/-1 martial/diplomacy/stewardship.",
        "Le roi/la reine est décédé(e). Ja/Nein/Abbrechen? Да/Нет/Отмена?",
        "événement ck3.0001/ck3.0002, héritier/héritière",
        "mod:More Bookmarks+/common/bookmarks/x.txt and root:game/common/bookmarks/00_bookmarks.txt",
        "The mod 'Łódź/Kraków' has a slash in its name.",
        "1066.9.15/1453.5.29",
        "[ROOT.Char.GetName]/[THIS.GetTitle.GetName]/$NAME$",
    ] {
        assert_eq!(find_host_path(text), None, "{text}");
    }
}

fn rooted_path() -> impl Strategy<Value = String> {
    let name = r"[a-z][a-z0-9_]{0,8}";
    prop_oneof![
        (name, name).prop_map(|(first, second)| format!("/{first}/{second}")),
        (name, r"[A-Za-z0-9_.-]{1,12}", name).prop_map(|(a, b, c)| format!("/{a}/{b}/{c}.txt")),
        prop::sample::select(vec!["/home/nate", "/Users/Nate/x", "/mnt/c/x", "/srv/x", "/etc/passwd", "/data/a/b"])
            .prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_048, ..ProptestConfig::default() })]

    #[test]
    fn l80_a_rooted_path_is_found_behind_every_separator(
        before in "([A-Za-z]{1,8} ){0,3}[A-Za-z]{1,8}",
        separator in prop_oneof![
            r"[^A-Za-z0-9_/\\]",
            r"[\p{L}\p{N}&&[^\x00-\x7f]]",
            r"[.!?)\]}…»”]{1,3}",
            r"\.{1,3}",
        ],
        path in rooted_path(),
        after in r"( [a-z]{1,8}){0,2}[.,)]?",
    ) {
        let text = format!("{before}{separator}{path}{after}");
        prop_assert!(find_host_path(&text).is_some(), "{}", text);
    }

    /// Words with slashes between them, in one script.
    #[test]
    fn l80_alternatives_in_one_script_are_left_alone(
        words in prop_oneof![
            prop::collection::vec("[a-z]{2,8}", 2..4),
            prop::collection::vec("[а-я]{2,8}", 2..4),
            prop::collection::vec("[α-ω]{2,8}", 2..4),
            prop::collection::vec("[一-龥]{1,4}", 2..4),
            prop::collection::vec("[0-9]{1,4}", 2..4),
            prop::collection::vec("[A-Z][a-z]{0,3}\\.", 2..4),
        ],
        around in prop::sample::select(vec!["@", "'@'", "(@)", "see @.", "x = @", "“@”"]),
    ) {
        prop_assert_eq!(find_host_path(&around.replace('@', &words.join("/"))), None);
    }

    /// Addresses of any script: in prose as far as they have no spaces, and as addresses whatever their names are.
    #[test]
    fn l80_addresses_of_any_script_are_addresses(
        root in prop::sample::select(vec!["root:game", "mod:A", "mod:Größe", "mod:文件"]),
        names in prop::collection::vec(r"[\p{Lu}\p{Ll}\p{Nd}_]{1,8}", 1..5),
        around in prop::sample::select(vec!["@", "'@'", "see @ now", "path=@", "“@”"]),
    ) {
        let address = names.iter().fold(root.to_owned(), |address, name| format!("{address}/{name}"));
        prop_assert_eq!(find_host_path(&around.replace('@', &address)), None, "{}", address);
    }

    #[test]
    fn l80_names_with_blanks_in_any_script_make_addresses(
        names in prop::collection::vec(r"[\p{Lu}\p{Ll}\p{Nd}_]{1,4} [\p{Lu}\p{Ll}\p{Nd}_.!\])-]{0,4}[\p{Lu}\p{Ll}\p{Nd}_]", 1..5),
    ) {
        let address = names.iter().fold("mod:Mein Café".to_owned(), |address, name| format!("{address}/{name}"));
        prop_assert!(address.parse::<Address>().is_ok(), "{}", address);
    }
}
