//! `edit`: exact replacement, as often as stated, and everything else stays.

use proptest::prelude::*;
use replies::Code;
use serde_json::json;

use crate::world::World;

const FILE: &str = "root:ck3raven_data/wip/a.txt";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_edit_replaces_what_occurs_exactly_as_often_as_stated_and_nothing_else(
        text in "[ab\r\n]{0,12}", old in "[ab\n]{1,2}", new in "[abc\n]{0,2}", expected_count in 1..4_u32,
        has_bom in any::<bool>(),
    ) {
        let world = World::lens();
        let bom = if has_bom { "\u{feff}" } else { "" };
        world.put("data/wip/a.txt", format!("{bom}{text}"));
        // Where every line ends as on Windows, line ends are one character, and stay what they are.
        let is_windows = text.contains("\r\n") && !text.replace("\r\n", "").contains(['\r', '\n']);
        let plain = if is_windows { text.replace("\r\n", "\n") } else { text.clone() };
        // Where there are some of each, a text that does not occur is looked for with the other line end.
        let pairs = |text: &str| text.replace('\n', "\r\n");
        let is_paired = !is_windows && !plain.contains(&old) && plain.contains(&pairs(&old));
        let (sought, put) = if is_paired { (pairs(&old), pairs(&new)) } else { (old.clone(), new.clone()) };
        let found = plain.matches(&sought).count();
        let call = json!({
            "command": "edit", "path": FILE, "old_text": old, "new_text": new, "expected_count": expected_count,
        });
        let answer = world.file(call);
        if found == expected_count as usize {
            let edited = plain.replace(&sought, &put);
            let edited = if is_windows { edited.replace('\n', "\r\n") } else { edited };
            prop_assert_eq!(answer.code, Code::FileWritten);
            prop_assert_eq!(world.text("data/wip/a.txt").unwrap(), format!("{bom}{edited}"));
        } else {
            prop_assert_eq!(answer.code, Code::TextCountDiffers);
            prop_assert_eq!((&answer.data["found"], &answer.data["expected"]), (&json!(found), &json!(expected_count)));
            prop_assert_eq!(world.text("data/wip/a.txt").unwrap(), format!("{bom}{text}"));
        }
    }
}

#[test]
fn an_edit_cannot_take_the_byte_order_mark_away() {
    let world = World::lens();
    world.put("data/wip/a.txt", "\u{feff}l_english:\n");
    let call = json!({ "command": "edit", "path": FILE, "old_text": "\u{feff}l_english", "new_text": "x" });
    assert_eq!(world.file(call).code, Code::TextCountDiffers);
    let call = json!({ "command": "edit", "path": FILE, "old_text": "l_english:\n", "new_text": "" });
    assert_eq!(world.file(call).code, Code::FileWritten);
    assert_eq!(world.bytes("data/wip/a.txt").unwrap(), b"\xEF\xBB\xBF");
}

#[test]
fn line_ends_stay_as_they_are() {
    let world = World::lens();
    world.put("data/wip/a.txt", "one\r\ntwo\r\nthree\n");
    let read = world.read(json!({ "path": FILE }));
    assert_eq!((read.string("content").as_str(), &read.data["lines"]), ("one\r\ntwo\r\nthree\n", &json!(3)));
    world.file(json!({ "command": "edit", "path": FILE, "old_text": "two", "new_text": "2" }));
    assert_eq!(world.text("data/wip/a.txt").unwrap(), "one\r\n2\r\nthree\n");
    let content = "a\r\nb\n\r\n";
    world.file(json!({ "command": "write", "path": FILE, "content": content }));
    assert_eq!(world.text("data/wip/a.txt").unwrap(), content);
}

#[test]
fn windows_line_ends_stay_whatever_line_ends_are_given() {
    let world = World::lens();
    for (command, given) in [
        (json!({ "command": "edit", "old_text": "two\nthree", "new_text": "2\n3" }), "one\r\n2\r\n3\r\n"),
        (json!({ "command": "edit", "old_text": "two\r\nthree", "new_text": "2\r\n3" }), "one\r\n2\r\n3\r\n"),
        (json!({ "command": "write", "content": "a\nb\n" }), "a\r\nb\r\n"),
        (json!({ "command": "write", "content": "a\r\nb\r\n" }), "a\r\nb\r\n"),
    ] {
        world.put("data/wip/a.txt", "one\r\ntwo\r\nthree\r\n");
        let mut call = command;
        call["path"] = json!(FILE);
        let answer = world.file(call);
        assert_eq!(answer.code, Code::FileWritten);
        assert_eq!(world.text("data/wip/a.txt").unwrap(), given);
        assert_eq!(answer.string("digest"), world_adapter::Digest::of(given.as_bytes()).to_string());
    }
}

/// A text in each encoding that is told apart.
const ENCODED: [(&str, &[u8], &[u8]); 4] = [
    ("windows1252", b"J\xF3zsef \x80", b"K\xF3zsef \x80"),
    ("utf16_le", b"\xFF\xFEJ\0\xF3\0", b"\xFF\xFEK\0\xF3\0"),
    ("utf16_be", b"\xFE\xFF\0J\0\xF3", b"\xFE\xFF\0K\0\xF3"),
    ("utf8_with_bom", b"\xEF\xBB\xBFJ\xC3\xB3", b"\xEF\xBB\xBFK\xC3\xB3"),
];

#[test]
fn a_file_keeps_its_encoding_when_it_is_edited_or_written() {
    for (encoding, before, after) in ENCODED {
        let world = World::lens();
        world.put("data/wip/a.txt", before);
        let read = world.read(json!({ "path": FILE }));
        assert_eq!(read.string("encoding"), encoding);
        let edit = json!({ "command": "edit", "path": FILE, "old_text": "J", "new_text": "K" });
        assert_eq!(world.file(edit).code, Code::FileWritten);
        assert_eq!(world.bytes("data/wip/a.txt").unwrap(), after, "{encoding}");

        let write = json!({ "command": "write", "path": FILE, "content": read.string("content") });
        assert_eq!(world.file(write).code, Code::FileWritten);
        assert_eq!(world.bytes("data/wip/a.txt").unwrap(), before, "{encoding}");
    }
}

#[test]
fn what_an_encoding_cannot_hold_is_refused_and_nothing_is_written() {
    let world = World::lens();
    let before = b"one\nJ\xF3zsef\n";
    world.put("data/wip/a.txt", before);
    // The bytes of the last text in this code page are UTF-8 of another text: it would be read back as that.
    for (text, character, line) in [("one\ntwo\u{1F451}", "U+1F451", 2), ("\u{3A9}", "U+03A9", 1), ("Ã©", "U+00C3", 1)]
    {
        for dry_run in [true, false] {
            let call = json!({ "command": "write", "path": FILE, "content": text, "dry_run": dry_run });
            let answer = world.file(call);
            assert_eq!((answer.code, answer.string("encoding")), (Code::EncodingCannotHold, "windows1252".into()));
            assert_eq!((answer.string("character").as_str(), &answer.data["line"]), (character, &json!(line)));
        }
    }
    assert_eq!(world.bytes("data/wip/a.txt").unwrap(), before);
    assert!(world.undo.list().unwrap().is_empty());
}

#[test]
fn a_text_that_would_be_read_back_as_binary_is_refused_and_the_file_stays_writable() {
    let world = World::lens();
    let new = "root:ck3raven_data/wip/new.txt";
    for (command, more) in [
        ("write", json!({ "path": new, "content": "a\nb\0\n" })),
        ("write", json!({ "path": FILE, "content": "a\nb\0\n" })),
        ("edit", json!({ "path": FILE, "old_text": "old", "new_text": "a\nb\0" })),
    ] {
        let mut call = json!({ "command": command });
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let answer = world.file(call);
        assert_eq!((answer.code, answer.string("character")), (Code::EncodingCannotHold, "U+0000".to_owned()));
        assert_eq!((answer.string("encoding").as_str(), &answer.data["line"]), ("utf8", &json!(2)));
    }
    assert_eq!(world.file(json!({ "command": "write", "path": FILE, "content": "b\n" })).code, Code::FileWritten);
    assert!(world.text("data/wip/new.txt").is_none());
}

#[test]
fn an_edit_with_a_stale_digest_is_refused_for_the_digest_first() {
    let world = World::lens();
    let seen = world.read(json!({ "path": FILE })).string("digest");
    world.put("data/wip/a.txt", "old, and more\n");
    for old_text in ["old", "not there"] {
        let call = json!({
            "command": "edit", "path": FILE, "old_text": old_text, "new_text": "new", "expected_digest": seen,
        });
        let answer = world.file(call);
        assert_eq!((answer.code, answer.string("expected")), (Code::ContentDiffers, seen.clone()));
    }
    assert_eq!(world.text("data/wip/a.txt").unwrap(), "old, and more\n");
}

#[test]
fn a_binary_file_is_described_and_not_dumped() {
    let world = World::lens();
    world.put("data/wip/a.dds", b"DDS \0\0\x01");
    let answer = world.read(json!({ "path": "root:ck3raven_data/wip/a.dds" }));
    assert_eq!(answer.code, Code::FileRead);
    assert_eq!((answer.string("encoding").as_str(), &answer.data["content"]), ("binary", &json!(null)));
    assert_eq!(answer.data["size"], 7);
}

#[test]
fn a_range_the_head_and_the_tail_are_the_lines_asked_for() {
    let world = World::lens();
    world.put("data/wip/a.txt", "1\n2\n3\n4\n5");
    for (part, content, first, last) in [
        (json!({ "first_line": 2, "last_line": 3 }), "2\n3\n", 2, 3),
        (json!({ "first_line": 3, "last_line": 3 }), "3\n", 3, 3),
        (json!({ "first_line": 4 }), "4\n5", 4, 5),
        (json!({ "first_line": 5 }), "5", 5, 5),
        (json!({ "last_line": 2 }), "1\n2\n", 1, 2),
        (json!({ "head": 2 }), "1\n2\n", 1, 2),
        (json!({ "tail": 2 }), "4\n5", 4, 5),
        (json!({ "head": 99 }), "1\n2\n3\n4\n5", 1, 5),
    ] {
        let mut call = part;
        call["path"] = json!(FILE);
        let answer = world.read(call);
        assert_eq!(answer.string("content"), content);
        assert_eq!((&answer.data["first_line"], &answer.data["last_line"]), (&json!(first), &json!(last)));
    }
    let cut = world.read(json!({ "path": FILE, "head": 5, "max_bytes": 4 }));
    assert_eq!((cut.string("content").as_str(), &cut.data["next_line"]), ("1\n2\n", &json!(3)));
    let one = world.read(json!({ "path": FILE, "first_line": 2, "max_bytes": 2 }));
    assert_eq!((one.string("content").as_str(), &one.data["next_line"]), ("2\n", &json!(3)));
}

#[test]
fn an_empty_file_is_read_whole_and_has_no_first_line() {
    let world = World::lens();
    world.put("data/wip/a.txt", "");
    let whole = world.read(json!({ "path": FILE }));
    assert_eq!((whole.code, whole.string("content").as_str(), &whole.data["lines"]), (Code::FileRead, "", &json!(0)));
    assert_eq!(world.read(json!({ "path": FILE, "first_line": 1 })).code, Code::RangeOutsideFile);
}

#[test]
fn an_edit_that_does_not_match_says_where_the_text_is_or_what_is_most_like_it() {
    let world = World::lens();
    let content = "brave = {\n\tmartial = 2\n}\ncraven = {\n\tmartial = 2\n}\n";
    world.file(json!({ "command": "write", "path": FILE, "content": content }));
    let edit = |old: &str| {
        let call = json!({ "command": "edit", "path": FILE, "old_text": old, "new_text": "x" });
        let answer = world.file(call);
        assert_eq!(answer.code, Code::TextCountDiffers);
        answer.data
    };
    let several = edit("martial = 2");
    assert_eq!((&several["found"], &several["lines"]), (&json!(2), &json!([2, 5])));
    let none = edit("craven={ # cowards");
    assert_eq!((&none["found"], &none["nearest"]), (&json!(0), &json!(["line 4: craven = {"])));
    assert_eq!(edit("diplomacy = 7")["nearest"], json!([]), "nothing is like it");
}

#[test]
fn an_edit_matches_across_line_ends_and_keeps_those_of_the_file() {
    let world = World::lens();
    for (held, expected) in [
        ("a\r\nb\r\nc\r\n", "a\r\nX\r\nY\r\nc\r\n"),
        // Some of each: the text is found with the other line end, and written with it.
        ("a\r\nb\r\nc\n", "a\r\nX\r\nY\r\nc\n"),
        // It is found as it was given, so the other line end is not looked for.
        ("a\r\nb\r\na\nb\n", "a\r\nb\r\na\nX\nY\n"),
        ("a\nb\nc\n", "a\nX\nY\nc\n"),
    ] {
        std::fs::write(world.path("data/wip/a.txt"), held).unwrap();
        let call = json!({ "command": "edit", "path": FILE, "old_text": "a\nb\n", "new_text": "a\nX\nY\n" });
        assert_eq!(world.file(call).code, Code::FileWritten, "{held:?}");
        assert_eq!(std::fs::read_to_string(world.path("data/wip/a.txt")).unwrap(), expected);
    }
    let ends = |held: &str| {
        std::fs::write(world.path("data/wip/a.txt"), held).unwrap();
        world.read(json!({ "path": FILE })).string("line_ends")
    };
    assert_eq!([ends("a"), ends("a\n"), ends("a\r\n"), ends("a\r\nb\n")], ["none", "lf", "crlf", "mixed"]);
}

#[test]
fn several_files_are_read_within_one_budget_and_all_failing_ones_are_named() {
    let world = World::lens();
    let files = ["mod:A/a.txt", "mod:B/a.txt", "root:game/common/00_defines.txt"];
    let answer = world.read(json!({ "paths": files, "max_bytes": 8 }));
    assert_eq!(answer.code, Code::FilesRead);
    let contents: Vec<_> = answer.data["files"].as_array().unwrap().iter().map(|file| &file["content"]).collect();
    assert_eq!(contents, [&json!("old\n"), &json!("old\n"), &json!(null)]);
    assert_eq!((&answer.data["files"][2]["next_line"], &answer.data["truncated"]), (&json!(1), &json!(true)));
    let answer = world.read(json!({ "paths": ["mod:A/a.txt", "root:game/x", "mod:B/y", "game/z"] }));
    assert_eq!(answer.code, Code::PathNotFound);
    assert_eq!(answer.data["input"], "root:game/x");
    assert_eq!(answer.data["also"], json!(["mod:B/y (not_found)", "game/z (no_namespace)"]));
}

#[test]
fn a_text_is_not_written_over_what_is_in_an_encoding_that_cannot_be_kept() {
    let encoded: [&[u8]; 5] =
        [b"\xFF\xFEo\0l\0d", b"o\0l\0d\0", b"\0o\0l\0d", b"\xFF\xFE\0\0o\0\0\0", b"\0\0\xFE\xFF\0\0\0o"];
    for before in encoded {
        let world = World::lens();
        world.put("data/wip/a.txt", before);
        assert_eq!(world.read(json!({ "path": FILE })).string("encoding"), "binary");
        let write = json!({ "command": "write", "path": FILE, "content": "new" });
        let edit = json!({ "command": "edit", "path": FILE, "old_text": "o", "new_text": "n" });
        for call in [write, edit] {
            assert_eq!(world.file(call).code, Code::NotText, "{before:?}");
        }
        assert_eq!(world.bytes("data/wip/a.txt").unwrap(), before);
    }
}
