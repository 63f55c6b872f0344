//! Reading and editing in memory.

use replies::Code;
use reply_kit::{AnyCode, Outcome};
use serde_json::{Value, json};
use world_adapter::{Digest, Existence, MAX_FILE, Part, ReadLimit};

use crate::support::{World, code};

pub(crate) fn read(world: &World, input: &str, part: Part, limit: usize) -> Value {
    world.call(|rb| {
        let (rb, found) = world.adapter.resolve(rb, world.adapter.default_session(), input, Existence::Required)?;
        let (rb, text) = world.adapter.read(rb, found.reference(), part, ReadLimit::bytes(limit))?;
        Ok(world.adapter.answer(rb, &text))
    })
}

fn read_all(world: &World, inputs: &[&str]) -> Value {
    world.call(|rb| {
        let (rb, found) = world.adapter.resolve_all(rb, world.adapter.default_session(), inputs)?;
        let (rb, texts) = world.adapter.read_all(rb, &found, Part::Whole, ReadLimit::bytes(1000))?;
        Ok(world.adapter.answer(rb, &texts))
    })
}

#[test]
fn a_file_is_read_verbatim_with_its_size_and_digest() {
    let content = "path = \"C:\\\\Users\\\\nate\" # /home/nate\r\nx";
    let world = World::new().file("game/a.txt", content);
    let answer = read(&world, "root:game/a.txt", Part::Whole, 1000);
    assert_eq!(code(&answer), Code::FileRead, "{answer}");
    assert_eq!(answer["data"]["content"], content);
    assert_eq!(answer["data"]["size"], content.len());
    assert_eq!(answer["data"]["digest"], Digest::of(content.as_bytes()).to_string());
    assert_eq!((&answer["data"]["lines"], &answer["data"]["encoding"]), (&json!(2), &json!("utf8")));
}

#[test]
fn parts_of_a_file_are_whole_lines() {
    let world = World::new().file("game/a.txt", "1\n2\n3\n4\n5\n");
    for (part, content, lines) in [
        (Part::Lines { first: 2, last: 3 }, "2\n3\n", [2, 3]),
        (Part::Lines { first: 4, last: 99 }, "4\n5\n", [4, 5]),
        (Part::Head(2), "1\n2\n", [1, 2]),
        (Part::Tail(2), "4\n5\n", [4, 5]),
        (Part::Tail(99), "1\n2\n3\n4\n5\n", [1, 5]),
        (Part::Whole, "1\n2\n3\n4\n5\n", [1, 5]),
    ] {
        let data = read(&world, "root:game/a.txt", part, 1000)["data"].clone();
        assert_eq!(data["content"], content, "{part:?}");
        assert_eq!(json!([data["first_line"], data["last_line"]]), json!(lines), "{part:?}");
        assert_eq!(data["next_line"], json!(null));
    }
}

#[test]
fn what_does_not_fit_is_cut_between_lines_or_too_large() {
    let world = World::new().file("game/a.txt", "1234\n5678\n9\n").file("game/long.txt", "x".repeat(100));
    for part in [Part::Whole, Part::Head(3)] {
        let data = read(&world, "root:game/a.txt", part, 10)["data"].clone();
        assert_eq!(
            (&data["content"], &data["last_line"], &data["next_line"]),
            (&json!("1234\n5678\n"), &json!(2), &json!(3))
        );
    }
    let answer = read(&world, "root:game/long.txt", Part::Head(1), 10);
    assert_eq!(code(&answer), Code::FileTooLarge);
    assert_eq!(answer["data"], json!({ "target": "root:game/long.txt", "size": 100, "limit": 10 }));
}

#[test]
fn lines_past_the_end_are_invalid() {
    let world = World::new().file("game/a.txt", "1\n2\n").file("game/empty.txt", "");
    let answer = read(&world, "root:game/a.txt", Part::Lines { first: 3, last: 4 }, 100);
    assert_eq!((code(&answer), &answer["data"]["lines"]), (Code::RangeOutsideFile, &json!(2)));
    assert_eq!(read(&world, "root:game/empty.txt", Part::Whole, 100)["data"]["content"], "");
}

#[test]
fn a_binary_file_is_described_and_not_dumped() {
    let world = World::new().file("game/a.dds", b"DDS \0\0\0").file("game/l.yml", b"\xEF\xBB\xBFl_english:\n");
    let data = read(&world, "root:game/a.dds", Part::Whole, 100)["data"].clone();
    assert_eq!((&data["encoding"], &data["content"], &data["size"]), (&json!("binary"), &json!(null), &json!(7)));
    let data = read(&world, "root:game/l.yml", Part::Whole, 100)["data"].clone();
    assert_eq!((&data["encoding"], &data["content"]), (&json!("utf8_with_bom"), &json!("l_english:\n")));
}

#[test]
fn a_directory_is_not_a_file() {
    let world = World::new().dir("game/d");
    for input in ["root:game/d", "root:game"] {
        let answer = read(&world, input, Part::Whole, 100);
        assert_eq!((code(&answer), &answer["data"]["kind"]), (Code::NotAFile, &json!("directory")));
    }
}

#[test]
fn l100_what_a_read_answers_is_bounded_as_it_is_sent() {
    let world = World::new().file("game/a.txt", "\u{1}".repeat(100_000)).file("game/b.txt", "\u{1}\n".repeat(50_000));
    let refused = read(&world, "root:game/a.txt", Part::Whole, 120_000);
    assert_eq!(code(&refused), Code::FileTooLarge);
    let cut = read(&world, "root:game/b.txt", Part::Head(50_000), 120_000);
    assert_eq!(code(&cut), Code::FileRead);
    assert!(cut["data"]["next_line"].is_u64(), "{}", cut["data"]["next_line"]);
    assert!(cut["data"]["content"].to_string().len() <= 180_002);
    let plain = World::new().file("game/a.txt", "key = \"value\"\n".repeat(8_000));
    assert_eq!(code(&read(&plain, "root:game/a.txt", Part::Whole, 120_000)), Code::FileRead);
}

#[test]
fn l100_of_several_files_each_is_read_once_and_no_more_than_one_call_may_take() {
    let world = World::new().file("game/a.txt", "a").file("game/b.txt", "b");
    let [small, other, huge] = ["root:game/a.txt", "root:game/b.txt", "root:game/huge.bin"];
    let told = |inputs: &[&str]| {
        let answer = read_all(&world, inputs);
        assert_eq!(code(&answer), Code::FilesRead, "{answer}");
        let data = &answer["data"];
        let files: Vec<_> = data["files"].as_array().unwrap().iter().map(|file| file["target"].clone()).collect();
        json!([files, data["not_read"], data["truncated"]])
    };
    assert_eq!(told(&[small, other, small, small]), json!([[small, other], [], false]));
    std::fs::File::create(world.path("game/huge.bin")).unwrap().set_len(MAX_FILE - 1).unwrap();
    assert_eq!(told(&[huge, small, other, huge]), json!([[huge, small], [other], true]));
}

#[test]
fn l100_a_cancelled_call_reads_no_further_file() {
    let world = World::new().file("game/a.txt", "a");
    let call = world.wrapper.begin("test");
    let watch = call.watch();
    let mut read = None;
    let outcome = call.run::<AnyCode, _>(|rb| {
        let (rb, found) = world.adapter.resolve_all(rb, world.adapter.default_session(), &["root:game/a.txt"])?;
        assert!(watch.cancel("nobody waits").is_some());
        let (rb, texts) = world.adapter.read_all(rb, &found, Part::Whole, ReadLimit::default())?;
        read = Some((texts.files().len(), texts.not_read().len()));
        Ok(world.adapter.answer(rb, &texts))
    });
    assert!(matches!(outcome, Outcome::Cancelled));
    assert_eq!(read, Some((0, 1)));
}
