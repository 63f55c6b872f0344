//! `edit`: exact replacement, as often as stated, and everything else stays.

use proptest::prelude::*;
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
        let found = text.matches(&old).count();
        let call = json!({
            "command": "edit", "path": FILE, "old_text": old, "new_text": new, "expected_count": expected_count,
        });
        let answer = world.file(call);
        if found == expected_count as usize {
            prop_assert_eq!(&answer.code, "EN-WRITE-S-001");
            prop_assert_eq!(world.text("data/wip/a.txt").unwrap(), format!("{bom}{}", text.replace(&old, &new)));
        } else {
            prop_assert_eq!(&answer.code, "WA-WRITE-I-002");
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
    assert_eq!(world.file(call).code, "WA-WRITE-I-002");
    let call = json!({ "command": "edit", "path": FILE, "old_text": "l_english:\n", "new_text": "" });
    assert_eq!(world.file(call).code, "EN-WRITE-S-001");
    assert_eq!(world.bytes("data/wip/a.txt").unwrap(), b"\xEF\xBB\xBF");
}

#[test]
fn line_ends_stay_as_they_are() {
    let world = World::lens();
    world.put("data/wip/a.txt", "one\r\ntwo\r\nthree\n");
    let read = world.file(json!({ "path": FILE }));
    assert_eq!((read.string("content").as_str(), &read.data["lines"]), ("one\r\ntwo\r\nthree\n", &json!(3)));
    world.file(json!({ "command": "edit", "path": FILE, "old_text": "two", "new_text": "2" }));
    assert_eq!(world.text("data/wip/a.txt").unwrap(), "one\r\n2\r\nthree\n");
    let content = "a\r\nb\n\r\n";
    world.file(json!({ "command": "write", "path": FILE, "content": content }));
    assert_eq!(world.text("data/wip/a.txt").unwrap(), content);
}

#[test]
fn text_that_is_not_utf8_is_read_and_not_edited() {
    let world = World::lens();
    world.put("data/wip/a.txt", b"J\xF3zsef");
    let read = world.file(json!({ "path": FILE }));
    assert_eq!((read.string("content"), read.string("encoding")), ("József".into(), "windows1252".into()));
    let answer = world.file(json!({ "command": "edit", "path": FILE, "old_text": "J", "new_text": "K" }));
    assert_eq!((answer.code.as_str(), &answer.data["found"]), ("WA-WRITE-I-002", &json!(0)));
}

#[test]
fn an_edit_with_an_old_digest_hears_that_first() {
    let world = World::lens();
    let seen = world.file(json!({ "path": FILE })).string("digest");
    world.put("data/wip/a.txt", "old, and more\n");
    for old_text in ["old", "not there"] {
        let call = json!({
            "command": "edit", "path": FILE, "old_text": old_text, "new_text": "new", "expected_digest": seen,
        });
        let answer = world.file(call);
        assert_eq!((answer.code.as_str(), answer.string("expected")), ("WA-WRITE-I-001", seen.clone()));
    }
    assert_eq!(world.text("data/wip/a.txt").unwrap(), "old, and more\n");
}

#[test]
fn a_binary_file_is_described_and_not_dumped() {
    let world = World::lens();
    world.put("data/wip/a.dds", b"DDS \0\0\x01");
    let answer = world.file(json!({ "path": "root:ck3raven_data/wip/a.dds" }));
    assert_eq!(answer.code, "WA-READ-S-003");
    assert_eq!((answer.string("encoding").as_str(), &answer.data["content"]), ("binary", &json!(null)));
    assert_eq!(answer.data["size"], 7);
}

#[test]
fn a_range_the_head_and_the_tail_are_the_lines_asked_for() {
    let world = World::lens();
    world.put("data/wip/a.txt", "1\n2\n3\n4\n5");
    for (part, content, first, last) in [
        (json!({ "first_line": 2, "last_line": 3 }), "2\n3\n", 2, 3),
        (json!({ "first_line": 4 }), "4\n5", 4, 5),
        (json!({ "last_line": 2 }), "1\n2\n", 1, 2),
        (json!({ "head": 2 }), "1\n2\n", 1, 2),
        (json!({ "tail": 2 }), "4\n5", 4, 5),
        (json!({ "head": 99 }), "1\n2\n3\n4\n5", 1, 5),
    ] {
        let mut call = part;
        call["path"] = json!(FILE);
        let answer = world.file(call);
        assert_eq!(answer.string("content"), content);
        assert_eq!((&answer.data["first_line"], &answer.data["last_line"]), (&json!(first), &json!(last)));
    }
    let cut = world.file(json!({ "path": FILE, "head": 5, "max_bytes": 4 }));
    assert_eq!((cut.string("content").as_str(), &cut.data["truncated"]), ("1\n2\n", &json!(true)));
}
