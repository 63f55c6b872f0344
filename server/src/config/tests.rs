use std::path::Path;

use world_adapter::Mode;

use super::problems::{MAX_PROBLEM_BYTES, MAX_PROBLEMS};
use super::sections::BACKSLASH_HINT;
use super::{Settings, decode};

#[test]
fn every_problem_is_reported_with_its_line() {
    let text = "mode = \"lens\"\nread_only = 1\nhome = \"attic\"\ncolour = \"red\"\n[roots]\ngame = \"/nowhere/at/all\"\ncellar = \".\"\n";
    let problems = Settings::read(text, Path::new(".")).unwrap_err();
    let lines: Vec<usize> = problems.iter().filter_map(|problem| problem.line).collect();
    assert_eq!(lines, [1, 2, 3, 4, 7], "a root that is missing is not a problem of the configuration");
}

#[test]
fn a_path_with_backslashes_in_double_quotes_gets_advice() {
    let problems =
        Settings::read("mode = \"ck3lens\"\n[roots]\ngame = \"C:\\Users\\nate\"\n", Path::new(".")).unwrap_err();
    assert_eq!(problems[0].line, Some(3));
    assert!(problems[0].what.ends_with(BACKSLASH_HINT), "{}", problems[0]);
}

#[test]
fn a_configuration_may_be_saved_as_windows_tools_do() {
    let text = "mode = 'ck3lens' # é\n";
    let utf16 = |of: fn(u16) -> [u8; 2]| "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(of).collect();
    let with_mark = [b"\xef\xbb\xbf", text.as_bytes()].concat();
    for bytes in [text.as_bytes().to_vec(), with_mark, utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)] {
        assert_eq!(decode(&bytes).unwrap(), text);
    }
    assert_eq!(decode(b"a\nb\xe9").unwrap_err(), "line 2 is not UTF-8; save the file as UTF-8");
}

#[test]
fn a_configuration_with_very_many_problems_lists_some_and_counts_the_rest() {
    let lines: Vec<String> = (0..10_000).map(|number| format!("unknown{number} = 1\n")).collect();
    let text = format!("{} = 1\n{}", "x".repeat(100_000), lines.concat());
    let problems = Settings::read(&text, Path::new(".")).unwrap_err();
    assert_eq!(problems.len(), MAX_PROBLEMS + 1);
    assert!(problems.iter().all(|problem| problem.what.len() <= MAX_PROBLEM_BYTES + 4));
    assert_eq!(problems.last().map(ToString::to_string), Some("and 9951 more problems".to_owned()));
}

#[test]
fn l104_a_mode_that_is_set_is_the_only_one_unless_modes_says_more() {
    let modes = |text: &str| Settings::read(text, Path::new(".")).unwrap().modes;
    assert_eq!(modes("mode = \"ck3lens\""), [Mode::Ck3lens]);
    assert_eq!(modes("mode = \"ck3raven-dev\""), [Mode::Ck3ravenDev]);
    assert_eq!(modes("mode = \"ck3lens\"\nmodes = [\"ck3lens\", \"ck3raven-dev\"]"), Mode::ALL);
    assert_eq!(modes("modes = [\"ck3raven-dev\"]"), [Mode::Ck3ravenDev]);
    assert!(Settings::read("mode = \"ck3lens\"\nmodes = [\"ck3raven-dev\"]", Path::new(".")).is_err());
}

#[test]
fn hosts_are_names_and_nothing_else() {
    let settings = Settings::read("[http]\nhosts = [\"raven.lan\", \"10.0.0.7:7077\"]\n", Path::new(".")).unwrap();
    assert_eq!(settings.hosts, ["raven.lan", "10.0.0.7:7077"]);
    for wrong in ["", " ", "*", "http://raven.lan", "raven.lan/mcp", "a b"] {
        let text = format!("[http]\nhosts = [{wrong:?}]\nport = 1\n");
        assert_eq!(Settings::read(&text, Path::new(".")).unwrap_err().len(), 2, "{wrong:?}");
    }
}

#[test]
fn a_validator_has_a_path_and_limits() {
    let wrong = "[tiger]\npath = \"nowhere\"\ntimeout_seconds = 0\nmemory = 1\n";
    assert_eq!(Settings::read(wrong, Path::new(".")).unwrap_err().len(), 3);
    assert_eq!(Settings::read("[tiger]\n", Path::new(".")).unwrap_err().len(), 1);
    let right = "[tiger]\npath = \"Cargo.toml\"\nmemory_megabytes = 512\n";
    let tiger = Settings::read(right, Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap().tiger.unwrap();
    assert_eq!((tiger.timeout.as_secs(), tiger.memory_megabytes), (120, 512));
}

#[test]
fn an_empty_configuration_is_fine() {
    let settings = Settings::read("", Path::new(".")).unwrap();
    assert_eq!(settings.modes.len(), 2);
}
