//! Changes: authorised, prepared, one commit point, atomic (L27, L61, L69).

use replies::Code;
use reply_kit::{AnyCode, NoData, Reply, ReplyBuilder, Terminal};
use serde_json::{Value, json};
use world_adapter::{
    Authorized, Changed, Config, CreateMod, Delete, Digest, Existence, MAX_FILE, ModName, Mode, NewMod, Operation,
    Prepared, RemoveMod, Rename, Replacement, Replaces, RootKey, SessionConfig, Syntax, Unfinished, Write,
};

use crate::support::{World, code, problem};

/// What enforcement will do with an outcome: say the success, or that a permitted change failed.
pub(crate) fn conclude<'c>(
    world: &World,
    outcome: Result<(ReplyBuilder<'c, AnyCode>, Changed), Unfinished<'c, AnyCode>>,
) -> Result<Reply<'c>, Terminal<'c>> {
    match outcome {
        Ok((rb, _)) => Ok(rb.success(&world.enforcement, replies::en::success::FileWritten, &NoData)),
        Err(Unfinished::Answered(terminal)) => Err(terminal),
        Err(Unfinished::Failed(rb, failure)) => {
            let (target, operation) = (failure.target, failure.operation.into());
            Err(rb.error(&world.enforcement, replies::en::error::WriteFailed { target, operation }))
        }
    }
}

fn authorize<O: Operation>(world: &World, input: &str, operation: O) -> Authorized<O> {
    world.authority.authorize(world.target(input, Existence::Optional), operation)
}

fn write(world: &World, input: &str, write: Write) -> Value {
    let permit = authorize(world, input, write);
    world.call(|rb| {
        let outcome = world.adapter.prepare_write(rb, permit).and_then(|(rb, ready)| ready.commit(rb));
        conclude(world, outcome)
    })
}

fn delete(world: &World, input: &str) -> Value {
    let permit = authorize(world, input, Delete);
    world.call(|rb| conclude(world, world.adapter.prepare_delete(rb, permit).and_then(|(rb, ready)| ready.commit(rb))))
}

fn rename(world: &World, from: &str, to: &str) -> Value {
    let source = world.target(from, Existence::Optional);
    let to = world.target(to, Existence::NewNameOf(source.identity()));
    let permit = world.authority.authorize(source, Rename::to(to));
    world.call(|rb| conclude(world, world.adapter.prepare_rename(rb, permit).and_then(|(rb, ready)| ready.commit(rb))))
}

fn content(world: &World, path: &str) -> String {
    std::fs::read_to_string(world.path(path)).unwrap()
}

/// Everything below a folder, sorted: to see that nothing else changed.
fn everything(world: &World, path: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![world.path(path)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap().path();
            found.push(entry.strip_prefix(world.path(path)).unwrap().to_str().unwrap().replace('\\', "/"));
            if entry.is_dir() && !entry.is_symlink() {
                folders.push(entry);
            }
        }
    }
    found.sort_unstable();
    found
}

#[test]
fn a_write_creates_or_replaces_and_makes_the_directories_it_needs() {
    let world = World::new().file("ck3raven_data/wip/a.txt", "old");
    assert_eq!(code(&write(&world, "root:ck3raven_data/wip/a.txt", Write::new("new"))), Code::FileWritten);
    assert_eq!(content(&world, "ck3raven_data/wip/a.txt"), "new");
    assert_eq!(code(&write(&world, "root:ck3raven_data/wip/x/y/b.txt", Write::new("b"))), Code::FileWritten);
    assert_eq!(content(&world, "ck3raven_data/wip/x/y/b.txt"), "b");
    assert_eq!(
        everything(&world, "ck3raven_data/wip"),
        ["a.txt", "x", "x/y", "x/y/b.txt"],
        "no temporary file is left"
    );
}

#[test]
fn a_write_replaces_only_what_was_seen() {
    let world = World::new().file("ck3raven_data/wip/a.txt", "old");
    let at = "root:ck3raven_data/wip/a.txt";
    let answer = write(&world, at, Write::new("new").replacing(Replaces::Exactly(Digest::of(b"other"))));
    assert_eq!(code(&answer), Code::ContentDiffers);
    assert_eq!(answer["data"]["found"], Digest::of(b"old").to_string());
    let answer = write(&world, at, Write::new("new").replacing(Replaces::Nothing));
    assert_eq!(code(&answer), Code::TargetExists);
    assert_eq!(content(&world, "ck3raven_data/wip/a.txt"), "old");
    let answer = write(&world, at, Write::new("new").replacing(Replaces::Exactly(Digest::of(b"old"))));
    assert_eq!(code(&answer), Code::FileWritten);
    let absent =
        write(&world, "root:ck3raven_data/wip/no", Write::new("x").replacing(Replaces::Exactly(Digest::of(b"old"))));
    assert_eq!((code(&absent), &absent["data"]["found"]), (Code::ContentDiffers, &json!("(no file)")));
}

#[test]
fn an_edit_matches_as_often_as_stated_or_not_at_all() {
    let world = World::new().file("ck3raven_data/wip/a.txt", "\u{feff}a b a\r\n");
    let edit = |old: &str, expected_count| {
        let replacement = Replacement { old: old.into(), new: "c".into(), expected_count };
        write(&world, "root:ck3raven_data/wip/a.txt", Write::edit(replacement))
    };
    for (old, expected, found) in [("a", 1, 2), ("z", 1, 0), ("", 1, 0), ("z", 0, 0)] {
        let answer = edit(old, expected);
        assert_eq!((code(&answer), &answer["data"]["found"]), (Code::TextCountDiffers, &json!(found)), "{old:?}");
        assert_eq!(content(&world, "ck3raven_data/wip/a.txt"), "\u{feff}a b a\r\n");
    }
    assert_eq!(code(&edit("a", 2)), Code::FileWritten);
    assert_eq!(content(&world, "ck3raven_data/wip/a.txt"), "\u{feff}c b c\r\n");
}

#[test]
fn what_was_there_can_be_kept_for_an_undo_before_anything_changes() {
    let world = World::new().file("ck3raven_data/wip/a.txt", "old");
    let permit = authorize(&world, "root:ck3raven_data/wip/a.txt", Write::new("new"));
    let mut kept = None;
    world.call(|rb| {
        let prepared = world.adapter.prepare_write(rb, permit);
        let outcome = prepared.and_then(|(rb, ready)| {
            kept = ready.previous().map(<[u8]>::to_vec);
            assert_eq!(content(&world, "ck3raven_data/wip/a.txt"), "old");
            ready.commit(rb)
        });
        conclude(&world, outcome)
    });
    assert_eq!(kept.as_deref(), Some(&b"old"[..]));
}

#[test]
fn l69_a_change_that_is_not_committed_leaves_no_trace() {
    let world = World::new().file("ck3raven_data/wip/a.txt", "old");
    for input in ["root:ck3raven_data/wip/a.txt", "root:ck3raven_data/wip/x/y/b.txt"] {
        let permit = authorize(&world, input, Write::new("new"));
        world.call(|rb| match world.adapter.prepare_write(rb, permit) {
            Ok((rb, ready)) => {
                drop::<Prepared<'_>>(ready);
                Ok(rb.success(&world.enforcement, replies::en::success::ChangePermitted, &NoData))
            }
            Err(unfinished) => conclude(&world, Err(unfinished)),
        });
    }
    assert_eq!(everything(&world, "ck3raven_data/wip"), ["a.txt"]);
    assert_eq!(content(&world, "ck3raven_data/wip/a.txt"), "old");
}

#[test]
fn l27_a_call_cancelled_before_its_commit_point_changes_nothing() {
    let world = World::new().file("ck3raven_data/wip/a.txt", "old");
    for input in ["root:ck3raven_data/wip/a.txt", "root:ck3raven_data/wip/x/y/b.txt"] {
        let permit = authorize(&world, input, Write::new("new"));
        let call = world.wrapper.begin("test");
        let watch = call.watch();
        let answer = call.run(|rb| {
            let prepared = world.adapter.prepare_write(rb, permit);
            assert!(watch.cancel("the client went away").is_some());
            conclude(&world, prepared.and_then(|(rb, ready)| ready.commit(rb)))
        });
        assert!(answer.reply().is_none(), "it was answered when it was given up");
    }
    assert_eq!(everything(&world, "ck3raven_data/wip"), ["a.txt"]);
    assert_eq!(content(&world, "ck3raven_data/wip/a.txt"), "old");
}

#[test]
fn l27_a_call_past_its_commit_point_cannot_be_cancelled() {
    let world = World::new();
    let permit = authorize(&world, "root:ck3raven_data/wip/a.txt", Write::new("new"));
    let call = world.wrapper.begin("test");
    let watch = call.watch();
    let answer = call.run(|rb| {
        let outcome = world.adapter.prepare_write(rb, permit).and_then(|(rb, ready)| ready.commit(rb));
        assert!(watch.cancel("too late").is_none());
        conclude(&world, outcome)
    });
    assert_eq!(answer.reply().unwrap().code().as_str(), Code::FileWritten.as_str());
}

#[test]
fn a_file_that_changes_between_preparation_and_commit_is_not_overwritten() {
    let world = World::new().file("ck3raven_data/wip/a.txt", "old");
    let permit = authorize(&world, "root:ck3raven_data/wip/a.txt", Write::new("new"));
    let answer = world.call(|rb| {
        let prepared = world.adapter.prepare_write(rb, permit);
        world.put("ck3raven_data/wip/a.txt", "changed by somebody");
        conclude(&world, prepared.and_then(|(rb, ready)| ready.commit(rb)))
    });
    assert_eq!(code(&answer), Code::ContentDiffers);
    assert_eq!(answer["data"]["found"], Digest::of(b"changed by somebody").to_string());
    assert_eq!(content(&world, "ck3raven_data/wip/a.txt"), "changed by somebody");
}

#[test]
fn a_delete_takes_a_file_or_an_empty_folder_and_nothing_else() {
    let world = World::new().file("ck3raven_data/wip/a.txt", "x").dir("ck3raven_data/wip/d/e");
    assert_eq!(code(&delete(&world, "root:ck3raven_data/wip/a.txt")), Code::FileWritten);
    assert_eq!(problem(&delete(&world, "root:ck3raven_data/wip/a.txt")), "not_found");
    let answer = delete(&world, "root:ck3raven_data/wip/d");
    assert_eq!((code(&answer), &answer["data"]["folders"]), (Code::FolderNotEmpty, &json!(1)));
    assert_eq!(code(&delete(&world, "root:ck3raven_data")), Code::FolderNotMovable);
    assert_eq!(code(&delete(&world, "root:ck3raven_data/wip/d/e")), Code::FileWritten);
    assert_eq!(everything(&world, "ck3raven_data/wip"), ["d"]);
}

#[test]
fn a_rename_needs_a_source_and_a_free_name() {
    let world = World::new().file("ck3raven_data/wip/a.txt", "a").file("ck3raven_data/wip/b.txt", "b");
    let (a, b) = ("root:ck3raven_data/wip/a.txt", "root:ck3raven_data/wip/b.txt");
    let answer = rename(&world, a, b);
    assert_eq!((code(&answer), &answer["data"]["target"]), (Code::TargetExists, &json!(b)));
    assert_eq!(problem(&rename(&world, "root:ck3raven_data/wip/no", "root:ck3raven_data/wip/c")), "not_found");
    assert_eq!(code(&rename(&world, a, "root:ck3raven_data/wip/new/c.txt")), Code::FileWritten);
    assert_eq!(everything(&world, "ck3raven_data/wip"), ["b.txt", "new", "new/c.txt"]);
}

#[test]
fn l54_a_rename_may_change_letter_case_alone_where_the_disk_ignores_it() {
    let disk = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(disk.path().join("data/wip")).unwrap();
    std::fs::write(disk.path().join("data/wip/a.txt"), "a").unwrap();
    let config = Config::new().root(RootKey::Ck3ravenData, disk.path().join("data")).ignore_letter_case();
    let world = World::open(disk, config);
    let at = |name: &str| format!("root:ck3raven_data/{name}");
    assert_eq!(code(&rename(&world, &at("wip/a.txt"), &at("wip/A.TXT"))), Code::FileWritten);
    assert_eq!(everything(&world, "data/wip"), ["A.TXT"]);
    assert_eq!(code(&rename(&world, &at("wip"), &at("WIP"))), Code::FileWritten);
    assert_eq!(everything(&world, "data"), ["WIP", "WIP/A.TXT"]);
    // Another spelling of something else is still corrected, and so is one on the way.
    write(&world, &at("WIP/b.txt"), Write::new("b"));
    let source = world.target(&at("WIP/b.txt"), Existence::Required);
    for other in ["WIP/a.txt", "wip/B.txt"] {
        let answer = world.resolve_as(&at(other), Existence::NewNameOf(source.identity()));
        assert_eq!(problem(&answer), "letter_case", "{other}");
    }
}

#[test]
fn a_write_below_a_file_names_the_file_in_the_way() {
    let world = World::new().file("ck3raven_data/wip/a.txt", "x");
    let answer = write(&world, "root:ck3raven_data/wip/a.txt/b/c.txt", Write::new("x"));
    assert_eq!(code(&answer), Code::NotADirectory, "{answer}");
    assert_eq!(answer["data"], json!({ "target": "root:ck3raven_data/wip/a.txt", "kind": "file" }));
}

#[cfg(unix)]
#[test]
fn a_write_keeps_permissions_and_breaks_hard_links() {
    use std::os::unix::fs::PermissionsExt as _;
    let world = World::new().file("ck3raven_data/wip/a.txt", "old");
    std::fs::set_permissions(world.path("ck3raven_data/wip/a.txt"), std::fs::Permissions::from_mode(0o640)).unwrap();
    std::fs::hard_link(world.path("ck3raven_data/wip/a.txt"), world.path("outside.txt")).unwrap();
    write(&world, "root:ck3raven_data/wip/a.txt", Write::new("new"));
    let mode = std::fs::metadata(world.path("ck3raven_data/wip/a.txt")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(content(&world, "outside.txt"), "old", "the other name of the file is outside, and keeps what it had");
}

#[cfg(unix)]
#[test]
fn l36_a_directory_swapped_for_a_link_after_the_authorisation_is_not_written_through() {
    let world = World::new()
        .file("ck3raven_data/wip/d/a.txt", "x")
        .file("outside/a.txt", "OUTSIDE")
        .dir("ck3raven_data/config");
    for (target, spared) in [("../../outside", "outside"), ("../config", "ck3raven_data/config")] {
        let permits = [
            authorize(&world, "root:ck3raven_data/wip/d/a.txt", Write::new("BAD")),
            authorize(&world, "root:ck3raven_data/wip/d/new.txt", Write::new("BAD")),
        ];
        std::fs::rename(world.path("ck3raven_data/wip/d"), world.path("ck3raven_data/wip/e")).unwrap();
        std::os::unix::fs::symlink(target, world.path("ck3raven_data/wip/d")).unwrap();
        let before = everything(&world, spared);
        for permit in permits {
            let answer = world.call(|rb| {
                conclude(&world, world.adapter.prepare_write(rb, permit).and_then(|(rb, ready)| ready.commit(rb)))
            });
            assert_eq!(problem(&answer), "not_found");
        }
        assert_eq!(everything(&world, spared), before);
        assert_eq!(content(&world, "outside/a.txt"), "OUTSIDE");
        std::fs::remove_file(world.path("ck3raven_data/wip/d")).unwrap();
        std::fs::rename(world.path("ck3raven_data/wip/e"), world.path("ck3raven_data/wip/d")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn l102_a_change_waits_for_the_directory_lock_up_to_a_timeout() {
    let world = World::new().file("ck3raven_data/wip/a.txt", "old");
    let held = std::fs::File::open(world.path("ck3raven_data/wip")).unwrap();
    held.lock().unwrap();
    let started = std::time::Instant::now();
    for input in ["root:ck3raven_data/wip/a.txt", "root:ck3raven_data/wip/new/deep/b.txt"] {
        assert_eq!(code(&write(&world, input, Write::new("new"))), Code::TargetBusy);
    }
    assert_eq!(code(&delete(&world, "root:ck3raven_data/wip/a.txt")), Code::TargetBusy);
    assert_eq!(code(&rename(&world, "root:ck3raven_data/wip/a.txt", "root:vscode/a.txt")), Code::TargetBusy);
    assert!(started.elapsed() < std::time::Duration::from_secs(10), "{:?}", started.elapsed());
    assert_eq!(content(&world, "ck3raven_data/wip/a.txt"), "old");
    assert_eq!(code(&write(&world, "root:vscode/a.txt", Write::new("new"))), Code::FileWritten, "others go on");
    drop(held);
    assert_eq!(code(&write(&world, "root:ck3raven_data/wip/a.txt", Write::new("new"))), Code::FileWritten);
}

#[test]
fn l100_a_path_of_very_many_levels_is_refused_before_anything_is_made() {
    let world = World::new();
    let deep = |levels: usize| format!("root:ck3raven_data/{}f.txt", "d/".repeat(levels - 1));
    assert_eq!(problem(&world.resolve_as(&deep(1_900), Existence::Optional)), "too_deep");
    assert_eq!(problem(&world.resolve_as(&deep(129), Existence::Optional)), "too_deep");
    assert_eq!(code(&write(&world, &deep(128), Write::new("x"))), Code::FileWritten);
    assert_eq!(code(&delete(&world, &deep(128))), Code::FileWritten);
}

#[cfg(unix)]
#[test]
fn l102_a_change_whose_directory_was_made_meanwhile_waits_for_that_one_too() {
    let world = World::new().dir("ck3raven_data/wip");
    let lock = |path: &str| {
        let dir = std::fs::File::open(world.path(path)).unwrap();
        dir.lock().unwrap();
        dir
    };
    let outer = lock("ck3raven_data/wip");
    std::thread::scope(|scope| {
        let written = scope.spawn(|| code(&write(&world, "root:ck3raven_data/wip/new/a.txt", Write::new("new"))));
        std::thread::sleep(std::time::Duration::from_millis(300));
        std::fs::create_dir(world.path("ck3raven_data/wip/new")).unwrap();
        let inner = lock("ck3raven_data/wip/new");
        drop(outer);
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert!(!world.path("ck3raven_data/wip/new/a.txt").exists(), "the directory that was made is locked");
        drop(inner);
        assert_eq!(written.join().unwrap(), Code::FileWritten);
    });
}

#[cfg(unix)]
#[test]
fn a_change_reports_by_what_a_file_is_recognised_and_what_a_person_is_shown_of_it() {
    use std::os::unix::fs::MetadataExt as _;
    let world = World::new().file("ck3raven_data/wip/x/a.txt", "old");
    for (path, size) in [("ck3raven_data/wip/x/a.txt", Some(3)), ("ck3raven_data/wip/x", None)] {
        let source = world.target(&format!("root:{path}"), Existence::Required);
        let to = world.target("root:ck3raven_data/wip/b", Existence::Optional);
        let permit = world.authority.authorize(source, Rename::to(to));
        let metadata = std::fs::metadata(world.path(path)).unwrap();
        let created = metadata.created().ok().map(|time| time.duration_since(std::time::UNIX_EPOCH).unwrap());
        let mut told = None;
        world.call(|rb| {
            let outcome = world.adapter.prepare_rename(rb, permit).and_then(|(rb, ready)| {
                told = Some((ready.file_number(), ready.created(), ready.proposal().size_before));
                ready.commit(rb)
            });
            conclude(&world, outcome)
        });
        let created = created.map(|time| (time.as_secs(), time.subsec_nanos()));
        assert_eq!(told, Some((Some(metadata.ino()), created, size)), "{path}");
        std::fs::rename(world.path("ck3raven_data/wip/b"), world.path(path)).unwrap();
    }
}

#[test]
fn a_change_reports_how_many_bytes_it_wrote() {
    let world = World::new().dir("user_docs/mod");
    world.use_session(SessionConfig::new().mode(Mode::Ck3lens).local_mods_folder(world.path("user_docs/mod")));
    let mut made = None;
    world.call(|rb| {
        let (name, session) = (ModName::new("New Mod").unwrap(), world.adapter.default_session());
        let (rb, target) = world.adapter.resolve_new_mod(rb, session, &name)?;
        let new = NewMod { name, version: None, supported_version: None, tags: Vec::new() };
        let permit = world.authority.authorize(target, CreateMod(new));
        let outcome = world.adapter.prepare_create_mod(rb, permit).and_then(|(rb, ready)| ready.commit(rb));
        made = outcome.as_ref().ok().map(|(_, made)| made.clone());
        conclude(&world, outcome)
    });
    let size = |path: &str| std::fs::metadata(world.path(path)).unwrap().len();
    let written = size("user_docs/mod/new_mod/descriptor.mod") + size("user_docs/mod/new_mod.mod");
    assert_eq!(made.unwrap().written.map(|(_, size)| size), Some(written));
}

#[test]
fn l102_what_came_into_a_new_mod_at_the_last_moment_stays_and_so_does_the_mod() {
    let world = World::new().dir("user_docs/mod");
    world.use_session(SessionConfig::new().mode(Mode::Ck3lens).local_mods_folder(world.path("user_docs/mod")));
    let name = || ModName::new("New Mod").unwrap();
    world.call(|rb| {
        let (rb, target) = world.adapter.resolve_new_mod(rb, world.adapter.default_session(), &name())?;
        let new = NewMod { name: name(), version: None, supported_version: None, tags: Vec::new() };
        let permit = world.authority.authorize(target, CreateMod(new));
        let made = world.adapter.prepare_create_mod(rb, permit).and_then(|(rb, ready)| ready.commit(rb));
        conclude(&world, made)
    });
    let later = world.path("user_docs/mod/new_mod/later.txt");
    let launcher_file = std::fs::read(world.path("user_docs/mod/new_mod.mod")).unwrap();
    let remove = |at_the_last_moment: &dyn Fn()| {
        world.call(|rb| {
            let (rb, target) = world.adapter.resolve_new_mod(rb, world.adapter.default_session(), &name())?;
            let permit = world.authority.authorize(target, RemoveMod);
            let removed = world.adapter.prepare_remove_mod(rb, permit).and_then(|(rb, ready)| {
                at_the_last_moment();
                ready.commit(rb)
            });
            conclude(&world, removed)
        })
    };
    let refused = remove(&|| std::fs::write(&later, "work").unwrap());
    assert_eq!(code(&refused), Code::TargetBusy);
    assert_eq!(std::fs::read_to_string(&later).unwrap(), "work");
    assert_eq!(std::fs::read(world.path("user_docs/mod/new_mod.mod")).unwrap(), launcher_file);
    std::fs::remove_file(&later).unwrap();
    remove(&|| {});
    assert_eq!(std::fs::read_dir(world.path("user_docs/mod")).unwrap().count(), 0);
}

#[test]
fn l100_what_is_too_large_is_refused_before_anything_is_read_and_so_is_what_would_be() {
    // In this encoding every letter takes two bytes.
    let world = World::new().file("ck3raven_data/wip/a.txt", b"\xFF\xFEa\0");
    let too_large = |change: Write| {
        let answer = write(&world, "root:ck3raven_data/wip/a.txt", change);
        (code(&answer), answer["data"]["size"].as_u64().unwrap())
    };
    let more = "x".repeat(usize::try_from(MAX_FILE).unwrap() + 1);
    let exact = Write::new(more.as_str()).replacing(Replaces::Nothing);
    assert_eq!(too_large(exact), (Code::FileTooLarge, MAX_FILE + 1));
    let half = &more[..=more.len() / 2];
    assert_eq!(too_large(Write::text(half).with_syntax(Syntax::AsIs)), (Code::FileTooLarge, 2 * half.len() as u64 + 2));
    assert_eq!(std::fs::read(world.path("ck3raven_data/wip/a.txt")).unwrap(), b"\xFF\xFEa\0");
}
