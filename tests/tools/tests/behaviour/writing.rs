//! `write`: whole, with the permissions and the byte order mark that were there, and rehearsed as it is done.

use replies::Code;
use reply_kit::ClientDecision;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use serde_json::json;
use world_adapter::Digest;

use crate::people::WhenOver;
use crate::world::World;

const FILE: &str = "root:ck3raven_data/wip/a.txt";
const BOM: &str = "\u{feff}";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_byte_order_mark_is_kept_and_new_localisation_gets_one(
        folder in prop_oneof!["localization/english", "localisation", "localization", "common", "localized"],
        ending in prop_oneof!["yml", "YML", "txt"],
        before in proptest::option::of((any::<bool>(), "[a-z]{0,5}")),
        content in "[a-z\n]{0,9}", gives_bom in any::<bool>(),
    ) {
        let world = World::lens().with_contract("mod:A", &["mod:A"]);
        let (address, file) = (format!("mod:A/{folder}/x.{ending}"), format!("docs/mod/A/{folder}/x.{ending}"));
        if let Some((has_bom, text)) = &before {
            world.put(&file, [if *has_bom { BOM } else { "" }, text].concat());
        }
        let given = [if gives_bom { BOM } else { "" }, &content].concat();
        let call = json!({ "command": "write", "path": address, "content": given, "syntax": "as_is" });
        prop_assert_eq!(world.file(call).code, Code::FileWritten);
        let is_localisation = folder.starts_with("localiza") && !folder.ends_with('d') || folder == "localisation";
        let is_script = folder == "common" && ending == "txt";
        let wants_bom =
            before.is_none() && (is_script || is_localisation && ending.eq_ignore_ascii_case("yml"));
        let needs_bom = before.is_some_and(|(has_bom, _)| has_bom) || wants_bom;
        let expected = [if needs_bom || gives_bom { BOM } else { "" }, &content].concat();
        prop_assert_eq!(world.text(&file).unwrap(), expected);
    }

    #[test]
    fn a_dry_run_changes_nothing_and_shows_what_the_write_will_leave(
        before in proptest::option::of("[ab\n]{0,20}"), content in "[abc\n]{0,20}", is_edit in any::<bool>(),
    ) {
        let world = World::lens();
        fs::remove_file(world.path("data/wip/a.txt")).unwrap();
        if let Some(before) = &before {
            world.put("data/wip/a.txt", before);
        }
        let mut call = match (&before, is_edit) {
            (Some(before), true) if before.matches('a').count() == 1 => {
                json!({ "command": "edit", "path": FILE, "old_text": "a", "new_text": content })
            }
            _ => json!({ "command": "write", "path": FILE, "content": content }),
        };
        let left = world.names("data/wip");
        call["dry_run"] = json!(true);
        let rehearsed = world.file(call.clone());
        prop_assert_eq!(rehearsed.code, Code::ChangePermitted);
        prop_assert_eq!(world.text("data/wip/a.txt"), before);
        prop_assert_eq!(world.names("data/wip"), left);
        prop_assert!(world.undo.list().unwrap().is_empty());
        prop_assert_eq!(&world.journal.lines()[0]["dry_run"], &json!(true));

        call["dry_run"] = json!(false);
        let made = world.file(call);
        prop_assert_eq!(made.code, Code::FileWritten);
        prop_assert_eq!((&rehearsed.data["digest"], &rehearsed.data["size"]), (&made.data["digest"], &made.data["size"]));
        let now = world.bytes("data/wip/a.txt").unwrap();
        prop_assert_eq!(made.string("digest"), Digest::of(&now).to_string());
    }
}

#[test]
fn a_dry_run_refuses_what_the_write_refuses() {
    let digest = Digest::of(b"something else").to_string();
    let cases = [
        json!({ "path": FILE, "new_only": true }),
        json!({ "path": FILE, "expected_digest": digest }),
        json!({ "path": "root:ck3raven_data/wip/new.txt", "expected_digest": digest }),
        json!({ "path": "root:ck3raven_data/wip" }),
        json!({ "path": "root:ck3raven_data/wip/a.txt/b.txt" }),
        json!({ "path": "root:game/common/00_defines.txt" }),
        json!({ "path": "mod:A/a.txt" }),
        json!({ "path": "root:ck3raven_data/config/a.txt" }),
        json!({ "path": "root:repo/a.txt" }),
    ];
    for mut call in cases {
        call["command"] = json!("write");
        call["content"] = json!("new");
        let refused = World::lens().file(call.clone());
        call["dry_run"] = json!(true);
        let rehearsed = World::lens().file(call.clone());
        assert_eq!((&rehearsed.code, &rehearsed.data), (&refused.code, &refused.data), "{call}");
        assert_ne!(refused.code, Code::FileWritten, "{call}");
    }
}

#[test]
fn a_dry_run_shows_the_difference() {
    let world = World::lens();
    world.put("data/wip/a.txt", "one\ntwo\nthree\n");
    let call = json!({ "command": "edit", "path": FILE, "old_text": "two", "new_text": "2", "dry_run": true });
    let expected = format!("--- {FILE}\n+++ {FILE}\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n");
    assert_eq!(world.file(call).string("diff"), expected);
}

#[test]
fn the_difference_of_long_files_is_found_in_time_and_cut() {
    let world = World::lens();
    let text = |seed: usize| (0..60_000).map(|line| (line * seed % 99_991).to_string() + "\n").collect::<String>();
    world.put("data/wip/a.txt", text(7));
    let started = std::time::Instant::now();
    let answer = world.file(json!({ "command": "write", "path": FILE, "content": text(13), "dry_run": true }));
    assert!(started.elapsed().as_secs() < 10, "took {:?}", started.elapsed());
    let diff = answer.string("diff");
    assert!(diff.len() < 70_000 && diff.trim_end().ends_with(" more lines"));
}

#[cfg(unix)]
#[test]
fn l69_permissions_are_kept_when_a_file_is_replaced() {
    use std::os::unix::fs::PermissionsExt as _;
    let world = World::lens();
    for mode in [0o600, 0o644, 0o640, 0o755, 0o666] {
        fs::set_permissions(world.path("data/wip/a.txt"), fs::Permissions::from_mode(mode)).unwrap();
        let answer = world.file(json!({ "command": "write", "path": FILE, "content": format!("{mode}") }));
        assert_eq!(answer.code, Code::FileWritten);
        assert_eq!(fs::metadata(world.path("data/wip/a.txt")).unwrap().permissions().mode() & 0o7777, mode);
    }
}

#[test]
fn a_read_only_file_is_not_replaced_without_a_word() {
    let world = World::builder().person(ClientDecision::Granted).build();
    let mut permissions = fs::metadata(world.path("data/wip/a.txt")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(world.path("data/wip/a.txt"), permissions).unwrap();
    for call in [
        json!({ "command": "write", "path": FILE, "content": "new" }),
        json!({ "command": "write", "path": FILE, "content": "new", "dry_run": true }),
        json!({ "command": "edit", "path": FILE, "old_text": "old", "new_text": "new" }),
    ] {
        assert_eq!(world.file(call).code, Code::TargetReadOnly);
    }
    assert_eq!(world.text("data/wip/a.txt").unwrap(), "old\n");
    assert!(world.undo.list().unwrap().is_empty());
    // A person has agreed to this one, and can have it back as it was.
    assert_eq!(world.file(json!({ "command": "delete", "path": FILE })).code, Code::FileDeleted);
}

#[test]
fn l69_a_reader_sees_the_old_file_or_the_new_one() {
    let world = World::lens();
    let contents = ["a".repeat(300_000), "b".repeat(500_000)];
    world.put("data/wip/a.txt", &contents[0]);
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let over = WhenOver(&is_over);
        let reader = scope.spawn(|| {
            let mut reads = 0;
            while !is_over.load(Ordering::Acquire) {
                let seen = world.text("data/wip/a.txt").unwrap();
                assert!(contents.contains(&seen), "half a file of {} bytes", seen.len());
                reads += 1;
            }
            reads
        });
        for content in contents.iter().cycle().skip(1).take(60) {
            let call = json!({ "command": "write", "path": FILE, "content": content });
            assert_eq!(world.file(call).code, Code::FileWritten);
        }
        drop(over);
        assert!(reader.join().unwrap() > 0);
    });
    assert_eq!(world.names("data/wip"), ["a.txt"]);
}

#[test]
fn l69_of_two_writers_with_the_same_digest_one_learns_that_the_file_changed() {
    let world = World::lens();
    let seen = world.read(json!({ "path": FILE })).string("digest");
    let write = |content: &str| {
        let call = json!({ "command": "write", "path": FILE, "content": content, "expected_digest": seen });
        world.file(call).code
    };
    assert_eq!(write("first"), Code::FileWritten);
    assert_eq!(write("second"), Code::ContentDiffers);
    assert_eq!(world.text("data/wip/a.txt").unwrap(), "first");
}

#[test]
fn a_file_that_could_not_be_read_again_is_not_written() {
    let world = World::lens();
    let nearly = usize::try_from(world_adapter::MAX_FILE).unwrap() - ck3_file::MAX_EDIT_TEXT / 2;
    world.put("data/wip/a.txt", format!("{}m", "x".repeat(nearly)));
    let call =
        json!({ "command": "edit", "path": FILE, "old_text": "m", "new_text": "y".repeat(ck3_file::MAX_EDIT_TEXT) });
    assert_eq!(world.file(call).code, Code::FileTooLarge);
}

#[test]
fn parents_are_made_for_a_permitted_file_and_for_no_other() {
    let world = World::lens().with_contract("mod:A", &["mod:A/events"]);
    let write = |path: &str| world.file(json!({ "command": "write", "path": path, "content": "" })).code;
    assert_eq!(write("mod:A/events/new/deep/x.txt"), Code::FileWritten);
    assert_eq!(write("mod:A/common/new/x.txt"), Code::OutsideContract);
    assert_eq!(write("mod:B/events/new/x.txt"), Code::OutsideContract);
    assert_eq!(world.names("docs/mod/A"), ["a.txt", "events"]);
    assert_eq!(world.names("docs/mod/B"), ["a.txt"]);
}
