//! Bulk reading: the game and the mods through one reference each, showing what `list` shows (L38, L51, L94).

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use replies::Code;
use replies::wa::success::{AddressResolved, FileRead};
use reply_kit::{AnyCode, NoData, Outcome, ReplyData, Verbatim};
use world_adapter::{
    Config, FileVisitor, FoundFile, MAX_EXCERPT, MAX_FILE, Mode, Page, ReadSourceError, RootKey, RootState,
    SessionConfig, TOKEN_CAPACITY, WalkEnd, WalkOptions, WalkReport, WorldSource, WorldSources,
};

use crate::list_and_tree::list;
use crate::support::{World, code};

fn sources(world: &World) -> WorldSources {
    let mut found = None;
    world.call(|rb| {
        let (rb, sources) = world.adapter.sources(rb, world.adapter.default_session())?;
        found = Some(sources);
        Ok(rb.success(&tests_started::program().wa, AddressResolved, &NoData))
    });
    found.unwrap()
}

fn walk(source: &WorldSource, folder: &str) -> (Vec<String>, WalkReport) {
    let (paths, report) = walk_with(source, folder, &WalkOptions::default());
    if report.too_deep == 0 {
        let (looked, is_whole) = looked(source, folder);
        assert_eq!(looked, paths, "looking at folder after folder shows what a walk shows");
        assert!(is_whole || report.unlisted > 0, "a folder is whole but for entries without an address");
    }
    (paths, report)
}

/// The files below a folder, each directory opened by its path, and whether every one was whole. A second look knows all of them.
fn looked(source: &WorldSource, folder: &str) -> (Vec<String>, bool) {
    let mut look = source.reader().unwrap();
    let (mut files, mut open, mut is_whole) = (Vec::new(), vec![folder.to_owned()], true);
    while let Some(folder) = open.pop() {
        let Ok(found) = look.folder(&folder, &[]) else { continue };
        is_whole &= found.is_whole();
        assert!(!found.is_known() || found.entries().is_empty());
        for (name, is_folder) in found.names() {
            let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
            if is_folder {
                open.push(path);
            } else {
                assert_eq!(found.stat(name), source.reader().unwrap().stat(&path), "{path}");
                assert!(found.stat(name).is_ok(), "{path}");
                files.push(path);
            }
        }
        let again = look.folder(&folder, found.entries()).unwrap();
        assert!(again.is_known() || again.names().eq(found.names()), "what is hidden is asked for every time");
        assert_eq!(again.is_whole(), found.is_whole());
    }
    files.sort_by(|one, other| one.split('/').cmp(other.split('/')));
    (files, is_whole)
}

fn walk_with(source: &WorldSource, folder: &str, options: &WalkOptions<'_>) -> (Vec<String>, WalkReport) {
    let mut paths = Vec::new();
    let report = source.walk(folder, options, &mut |file: &FoundFile<'_>| {
        assert_eq!(source.address_of(file.path()).as_ref(), Some(file.address()));
        paths.push(file.path().to_owned());
        ControlFlow::Continue(())
    });
    (paths, report)
}

fn modded(world: &World) -> SessionConfig {
    SessionConfig::new()
        .mode(Mode::Ck3lens)
        .with_mod("Late", world.path("user_docs/mod/late"))
        .with_mod("Gone", world.path("user_docs/mod/gone"))
        .with_mod("A: b", world.path("steam/1"))
}

#[test]
fn l94_the_game_comes_first_then_the_mods_in_load_order_and_what_cannot_be_opened_is_reported() {
    let world = World::new().file("user_docs/mod/late/a.txt", "x").file("steam/1/b.txt", "x").with_session(modded);
    let found = sources(&world);
    let told: Vec<_> = found.opened.iter().map(|source| (source.address().as_str(), source.position())).collect();
    assert_eq!(told, [("root:game", 0), ("mod:Late", 1), ("mod:A: b", 3)]);
    assert_eq!(found.opened[2].mod_name(), Some("A: b"));
    assert_eq!(found.opened[0].mod_name(), None);
    let [gone] = &found.unopened[..] else { panic!("{found:?}") };
    assert_eq!((gone.address.as_str(), gone.position, gone.state), ("mod:Gone", 2, RootState::Missing));
    assert_eq!(walk(&found.opened[2], "").0, ["b.txt"]);
}

#[test]
fn l94_no_mode_is_the_usual_answer_and_a_world_without_a_game_has_its_mods() {
    let world = World::new();
    world.use_session(SessionConfig::new());
    let answer = world.call(|rb| {
        let (rb, _) = world.adapter.sources(rb, world.adapter.default_session())?;
        Ok(rb.success(&tests_started::program().wa, AddressResolved, &NoData))
    });
    assert_eq!(code(&answer), Code::ModeNotInitialised);

    let disk = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(disk.path().join("m")).unwrap();
    let world = World::open(disk, Config::new());
    world.use_session(SessionConfig::new().mode(Mode::Ck3lens).with_mod("M", world.path("m")));
    let found = sources(&world);
    assert_eq!(found.opened.len(), 1);
    assert_eq!(found.unopened[0].state, RootState::NotConfigured);
}

#[test]
fn l94_twenty_thousand_files_take_as_many_references_as_there_are_sources() {
    let world = World::new().file("user_docs/mod/late/a.txt", "x").file("steam/1/b.txt", "x").with_session(modded);
    for folder in 0..20 {
        std::fs::create_dir_all(world.path(&format!("game/common/{folder}"))).unwrap();
        for file in 0..1_000 {
            std::fs::write(world.path(&format!("game/common/{folder}/{file}.txt")), "x").unwrap();
        }
    }
    let found = sources(&world);
    let mut read = 0;
    for source in &found.opened {
        for path in walk(source, "").0 {
            read += source.read(&path).unwrap().len();
            assert_eq!(world.adapter.references_left(), TOKEN_CAPACITY - 3);
        }
    }
    assert_eq!(read, 20_002);
    drop(found);
    assert_eq!(world.adapter.references_left(), TOKEN_CAPACITY);
}

#[test]
fn a_walk_goes_in_the_order_of_components_and_can_be_continued_from_any_path() {
    let names = ["a.txt", "a/b.txt", "a/c/d.txt", "a-b/x.txt", "b.txt", "z/y.txt"];
    let world = names.iter().fold(World::new(), |world, name| world.file(&format!("game/{name}"), "x"));
    let game = &sources(&world).opened[0];
    let mut sorted = names;
    sorted.sort_by(|one, other| one.split('/').cmp(other.split('/')));
    assert_eq!(walk(game, "").0, sorted);
    for (index, after) in sorted.iter().enumerate() {
        let options = WalkOptions { after: Some(after), ..WalkOptions::default() };
        assert_eq!(walk_with(game, "", &options).0, sorted[index + 1..], "{after}");
    }
    // What it continues from need not be there any more.
    let options = WalkOptions { after: Some("a/bb"), ..WalkOptions::default() };
    assert_eq!(walk_with(game, "", &options).0, sorted[sorted.iter().position(|name| *name == "a/c/d.txt").unwrap()..]);
    assert_eq!(walk(game, "a").0, ["a/b.txt", "a/c/d.txt"]);
    for nothing in ["none", "b.txt", "a/../z", "/etc", "a//c", ".", "z/"] {
        assert_eq!(walk(game, nothing), (Vec::new(), WalkReport::default()), "{nothing}");
    }
}

#[test]
fn l92_a_folder_that_is_looked_at_again_shows_every_change_of_names() {
    let world = World::new().file("game/common/a.txt", "x").file("game/common/b.txt", "x").file("game/common/c/d", "x");
    let found = sources(&world);
    let mut look = found.opened[0].reader().unwrap();
    let mut known = look.folder("common", &[]).unwrap().entries().to_vec();
    let at = |name: &str| world.path(&format!("game/common/{name}"));
    let changes: [(&str, &dyn Fn()); 6] = [
        ("an added file", &|| std::fs::write(at("d.txt"), "x").unwrap()),
        ("a removed file", &|| std::fs::remove_file(at("a.txt")).unwrap()),
        ("a renamed file", &|| std::fs::rename(at("b.txt"), at("bb.txt")).unwrap()),
        ("a new folder", &|| std::fs::create_dir(at("e")).unwrap()),
        ("a folder in place of a file", &|| {
            std::fs::remove_file(at("d.txt")).unwrap();
            std::fs::create_dir(at("d.txt")).unwrap();
        }),
        ("nothing at all", &|| {}),
    ];
    for (what, change) in changes {
        assert!(look.folder("common", &known).unwrap().is_known(), "before {what}");
        change();
        let now = look.folder("common", &known).unwrap();
        assert_eq!(now.is_known(), what == "nothing at all", "{what}");
        if !now.is_known() {
            known = now.entries().to_vec();
            let fresh = look.folder("common", &[]).unwrap();
            assert!(now.names().eq(fresh.names()), "{what}");
        }
    }
    // An edit changes no name; the stamp tells it.
    let before = look.folder("common", &known).unwrap().stat("bb.txt").unwrap();
    std::fs::write(at("bb.txt"), "longer").unwrap();
    let now = look.folder("common", &known).unwrap();
    assert!(now.is_known() && now.stat("bb.txt").unwrap() != before);
    assert_eq!(now.stat("c").unwrap_err(), ReadSourceError::NotAFile);
    for nothing in ["none", "common/../common", "/etc", "common//c", "common/"] {
        assert_eq!(look.folder(nothing, &[]).unwrap_err(), ReadSourceError::Absent, "{nothing}");
        assert_eq!(look.stat(nothing).unwrap_err(), ReadSourceError::Absent, "{nothing}");
    }
}

#[test]
fn a_visitor_chooses_folders_and_files_by_name_and_ends_the_walk() {
    struct Scripts(Vec<String>);
    impl FileVisitor for Scripts {
        fn wants_folder(&mut self, path: &str) -> bool {
            path != "gfx"
        }
        fn wants_file(&mut self, folder: &str, name: &str) -> bool {
            assert!(!folder.starts_with("gfx") && !folder.ends_with('/'), "{folder}");
            name.contains(".txt")
        }
        fn visit(&mut self, file: &FoundFile<'_>) -> ControlFlow<()> {
            self.0.push(file.path().to_owned());
            if file.name() == "stop.txt" { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
    let world = World::new()
        .file("game/gfx/a.txt", "x")
        .file("game/common/a.txt", "x")
        .file("game/common/a.dds", "x")
        .file("game/stop.txt", "x")
        .file("game/z.txt", "x");
    let mut scripts = Scripts(Vec::new());
    let report = sources(&world).opened[0].walk("", &WalkOptions::default(), &mut scripts);
    assert_eq!(scripts.0, ["common/a.txt", "stop.txt"]);
    assert_eq!(report, WalkReport { files: 2, end: WalkEnd::Stopped, ..WalkReport::default() });
}

/// A mod that holds the folder of a root which the mode does not see, and the disk that it lies on.
fn nested() -> World {
    let disk = tempfile::tempdir().unwrap();
    let at = |path: &str| disk.path().join(path);
    for file in ["game/common/a.txt", "m/a.txt", "m/repo/secret.txt", "m/repo/deep/x.txt", "m/common/repo/seen.txt"] {
        std::fs::create_dir_all(at(file).parent().unwrap()).unwrap();
        std::fs::write(at(file), "x").unwrap();
    }
    let config = Config::new().root(RootKey::Game, at("game")).root(RootKey::Repo, at("m/repo"));
    let world = World::open(disk, config);
    world.use_session(SessionConfig::new().mode(Mode::Ck3lens).with_mod("M", world.path("m")));
    world
}

#[test]
fn l51_a_root_that_the_mode_does_not_see_is_not_shown_where_it_lies_in_a_mod() {
    let world = nested();
    let found = sources(&world);
    let source = &found.opened[1];
    assert_eq!(walk(source, "").0, ["a.txt", "common/repo/seen.txt"]);
    for hidden in ["repo", "repo/deep"] {
        assert_eq!(walk(source, hidden), (Vec::new(), WalkReport::default()), "{hidden}");
        assert_eq!(source.address_of(hidden), None);
    }
    // L38: as what is not there.
    assert_eq!(source.read("repo/secret.txt").unwrap_err(), ReadSourceError::Absent);
    assert_eq!(source.read("repo/none.txt").unwrap_err(), ReadSourceError::Absent);
    world.use_session(SessionConfig::new().mode(Mode::Ck3ravenDev).with_mod("M", world.path("m")));
    let all = ["a.txt", "common/repo/seen.txt", "repo/deep/x.txt", "repo/secret.txt"];
    assert_eq!(walk(&sources(&world).opened[1], "").0, all);
}

#[cfg(unix)]
#[test]
fn l36_links_are_neither_walked_nor_read() {
    let world = World::new()
        .file("game/common/a.txt", "x")
        .file("outside/secret.txt", "x")
        .link("game/out", "@outside")
        .link("game/in", "common")
        .link("game/file.txt", "common/a.txt")
        .link("game/common/loop", "..");
    let found = sources(&world);
    let game = &found.opened[0];
    assert_eq!(walk(game, ""), (vec!["common/a.txt".to_owned()], WalkReport { files: 1, ..WalkReport::default() }));
    for link in ["out/secret.txt", "in/a.txt", "file.txt", "common/loop/common/a.txt"] {
        assert_eq!(game.read(link).unwrap_err(), ReadSourceError::Absent, "{link}");
    }
    assert_eq!(walk(game, "in").0, Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn what_has_other_kind_is_not_shown_and_not_read_and_nothing_waits() {
    let world = World::new().dir("game/common/dir.txt").file("game/common/a.txt", "x");
    let pipe = world.path("game/common/pipe.txt");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let found = sources(&world);
    let game = &found.opened[0];
    assert_eq!(walk(game, "").0, ["common/a.txt"]);
    for path in ["common/dir.txt", "common/pipe.txt"] {
        assert_eq!(game.read(path).unwrap_err(), ReadSourceError::NotAFile, "{path}");
    }
}

#[test]
fn l100_a_file_that_is_too_large_is_reported_by_its_size_and_not_read() {
    let world = World::new().file("game/a.txt", "x");
    let large = std::fs::File::create(world.path("game/large.txt")).unwrap();
    large.set_len(2 * 1024 * 1024 * 1024).unwrap();
    let found = sources(&world);
    assert_eq!(found.opened[0].read("large.txt").unwrap_err(), ReadSourceError::TooLarge(2 * 1024 * 1024 * 1024));
    large.set_len(MAX_FILE).unwrap();
    assert_eq!(found.opened[0].read("large.txt").unwrap().len() as u64, MAX_FILE);
}

#[test]
fn l100_a_deep_directory_is_walked_without_recursion_to_a_depth_and_a_huge_one_whole() {
    let world = World::new();
    let mut deep = world.path("game/deep");
    for _ in 0..100 {
        deep.push("d");
        std::fs::create_dir_all(&deep).unwrap();
        std::fs::write(deep.join("f.txt"), "x").unwrap();
    }
    let game = &sources(&world).opened[0];
    let (paths, report) = walk(game, "");
    assert_eq!((paths.len(), report.too_deep), (62, 1));
    std::fs::create_dir(world.path("game/wide")).unwrap();
    (0..30_000).for_each(|n| std::fs::write(world.path(&format!("game/wide/{n}")), "").unwrap());
    let (paths, report) = walk(game, "wide");
    assert_eq!((paths.len(), report.end), (30_000, WalkEnd::Complete));
    assert!(paths.is_sorted());
}

#[cfg(unix)]
#[test]
fn folders_that_cannot_be_opened_are_counted_and_hide_no_other() {
    use std::os::unix::fs::PermissionsExt as _;
    let world = World::new().file("game/a/x.txt", "x").file("game/b/x.txt", "x").file("game/c.txt", "x");
    let set = |mode| {
        for folder in ["game/a", "game/b"] {
            std::fs::set_permissions(world.path(folder), std::fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    set(0o000);
    // To root every folder is open.
    let is_open = std::fs::read_dir(world.path("game/a")).is_ok();
    let (paths, report) = walk_with(&sources(&world).opened[0], "", &WalkOptions::default());
    set(0o755);
    let (expected, unreadable) = if is_open { ("a/x.txt b/x.txt c.txt", 0) } else { ("c.txt", 2) };
    assert_eq!((paths.join(" ").as_str(), report.unreadable), (expected, unreadable));
}

#[cfg(unix)]
#[test]
fn names_without_a_canonical_spelling_are_counted() {
    use std::os::unix::ffi::OsStrExt as _;
    let world = World::new().file("game/a.txt", "x").file("game/nul.txt", "x").file("game/con/b.txt", "x");
    let odd = std::ffi::OsStr::from_bytes(b"\xff.txt");
    std::fs::write(world.path("game").join(odd), "x").unwrap();
    let (paths, report) = walk(&sources(&world).opened[0], "");
    assert_eq!((paths, report.unlisted), (vec!["a.txt".to_owned()], 3));
}

#[test]
fn the_stat_of_a_file_shows_that_it_was_changed() {
    let world = World::new().file("game/a.txt", "abc");
    let game = &sources(&world).opened[0];
    let stat = || {
        let mut found = None;
        game.walk("", &WalkOptions::default(), &mut |file: &FoundFile<'_>| {
            found = Some(file.stat().unwrap());
            ControlFlow::Break(())
        });
        found.unwrap()
    };
    let before = stat();
    assert_eq!(before.size, 3);
    assert!(before.modified_ns.unwrap() > 1_600_000_000_000_000_000);
    assert_eq!(stat(), before);
    // The same size and time, by another file.
    let time = std::fs::metadata(world.path("game/a.txt")).unwrap().modified().unwrap();
    std::fs::write(world.path("game/b.tmp"), "xyz").unwrap();
    std::fs::File::options().write(true).open(world.path("game/b.tmp")).unwrap().set_modified(time).unwrap();
    std::fs::rename(world.path("game/b.tmp"), world.path("game/a.txt")).unwrap();
    let after = stat();
    assert_eq!((after.size, after.modified_ns), (before.size, before.modified_ns));
    if cfg!(unix) {
        assert_ne!((after.inode, after.changed_ns), (before.inode, before.changed_ns));
    }
}

#[test]
fn l100_a_cancelled_call_ends_its_walk() {
    let world = World::new();
    (0..100).for_each(|n| world.put(&format!("game/{n}.txt"), "x"));
    let call = world.wrapper.begin("test");
    let watch = call.watch();
    let mut ended = None;
    let outcome = call.run::<AnyCode, _>(|rb| {
        let cancellation = rb.cancellation();
        let (rb, sources) = world.adapter.sources(rb, world.adapter.default_session())?;
        let options = WalkOptions { cancellation, ..WalkOptions::default() };
        let mut visited = 0;
        let report = sources.opened[0].walk("", &options, &mut |_: &FoundFile<'_>| {
            visited += 1;
            if visited == 10 {
                assert!(watch.cancel("nobody waits").is_some());
            }
            ControlFlow::Continue(())
        });
        ended = Some((visited, report.end));
        Ok(rb.success(&tests_started::program().wa, AddressResolved, &NoData))
    });
    assert!(matches!(outcome, Outcome::Cancelled));
    assert_eq!(ended, Some((10, WalkEnd::Cancelled)));
}

#[test]
fn sources_are_read_from_several_threads_after_the_call() {
    let world = World::new();
    (0..200).for_each(|n| world.put(&format!("game/common/{n}.txt"), format!("{n}")));
    let found = sources(&world);
    let paths = walk(&found.opened[0], "").0;
    std::thread::scope(|scope| {
        for half in paths.chunks(100) {
            let source = &found.opened[0];
            scope.spawn(move || {
                for path in half {
                    let bytes = source.read(path).unwrap();
                    assert_eq!(format!("common/{}.txt", std::str::from_utf8(&bytes).unwrap()), *path);
                }
            });
        }
    });
}

/// An excerpt is seen as an agent sees it.
#[derive(ReplyData)]
struct Told {
    text: Verbatim,
}

#[test]
fn l49_an_excerpt_is_returned_as_read_would_return_it() {
    let world = World::new()
        .file("game/utf8.txt", "a\u{e9}b /home/nate")
        .file("game/bom.txt", "\u{feff}l_english:")
        .file("game/latin.txt", b"J\xF3zsef")
        .file("game/wide.txt", b"\xFF\xFEa\0b\0")
        .file("game/image.dds", b"DDS \0\0\x01")
        .file("game/long.txt", "\u{e9}".repeat(MAX_EXCERPT));
    let found = sources(&world);
    let told = |path: &str, range, limit| {
        let excerpt = world.adapter.excerpt(&found.opened[0].read(path).unwrap(), range, limit)?;
        let told = Told { text: excerpt.text };
        let answer = world.call(|rb| Ok(rb.success(&tests_started::program().wa, FileRead, &told)));
        Some((answer["data"]["text"].as_str().unwrap().to_owned(), excerpt.is_cut))
    };
    for (path, range, text) in [
        ("utf8.txt", 0..15, "a\u{e9}b /home/nate"),
        ("utf8.txt", 0..2, "a"),
        ("utf8.txt", 2..4, "b"),
        ("utf8.txt", 3..3, ""),
        ("utf8.txt", 9..900, "e/nate"),
        ("utf8.txt", 900..901, ""),
        ("bom.txt", 0..5, "l_"),
        ("bom.txt", 3..5, "l_"),
        ("latin.txt", 1..3, "\u{f3}z"),
        ("wide.txt", 0..6, "ab"),
        ("wide.txt", 3..6, "b"),
    ] {
        assert_eq!(told(path, range.clone(), 100), Some((text.to_owned(), false)), "{path} {range:?}");
    }
    assert_eq!(told("image.dds", 0..4, 100), None);
    assert_eq!(told("utf8.txt", 0..15, 5), Some(("a\u{e9}b ".to_owned(), true)));
    let (long, is_cut) = told("long.txt", 0..usize::MAX, usize::MAX).unwrap();
    assert_eq!((long.len(), is_cut), (MAX_EXCERPT, true));
}

/// Every file that repeated lists show, by its path.
fn listed(world: &World, address: &str) -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    let mut folders = vec![address.to_owned()];
    while let Some(folder) = folders.pop() {
        let answer = list(world, &folder, &Page::default());
        assert_eq!(code(&answer), Code::DirectoryListed, "{answer}");
        let below = |list: &str| -> Vec<String> {
            answer["data"][list].as_array().unwrap().iter().map(|found| found.as_str().unwrap().to_owned()).collect()
        };
        files.extend(below("files").iter().map(|file| file[address.len() + 1..].to_owned()));
        folders.extend(below("directories"));
    }
    files
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn l94_a_walk_shows_what_repeated_lists_show(
        files in prop::collection::vec("(repo|common|a|b c|con|x\\?|home)(/(repo|a|nul|.{1,3}|home)){0,3}/[a-z]{1,2}(\\.txt|~1| |%2f)?", 0..12),
        is_dev in any::<bool>(),
        links in prop::collection::vec("[a-c]/link", 0..3),
    ) {
        let world = nested();
        for file in &files {
            let path = world.path("m").join(file.replace('\0', ""));
            // A file may stand where another needs a folder, and some names are none.
            if path.parent().is_some_and(|parent| std::fs::create_dir_all(parent).is_ok()) {
                _ = std::fs::write(path, "x");
            }
        }
        #[cfg(unix)]
        for link in &links {
            let path = world.path("m").join(link);
            if std::fs::create_dir_all(path.parent().unwrap()).is_ok() {
                _ = std::os::unix::fs::symlink(world.path("game"), path);
            }
        }
        let mode = if is_dev { Mode::Ck3ravenDev } else { Mode::Ck3lens };
        world.use_session(SessionConfig::new().mode(mode).with_mod("Why?", world.path("m")));
        let found = sources(&world);
        let source = &found.opened[1];
        let walked = walk(source, "").0;
        let as_set: BTreeSet<String> = walked.iter().cloned().collect();
        prop_assert_eq!(as_set.len(), walked.len());
        prop_assert!(walked.iter().is_sorted_by(|one, other| one.split('/').lt(other.split('/'))));
        prop_assert_eq!(&as_set, &listed(&world, "mod:Why?"));
        prop_assert!(walked.iter().all(|path| source.read(path).is_ok()));
    }
}

#[test]
fn l51_what_another_mode_saw_in_a_folder_is_not_known_where_something_is_hidden() {
    let disk = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(disk.path().join("game/common/repo")).unwrap();
    let config = Config::new()
        .root(RootKey::Game, disk.path().join("game"))
        .root(RootKey::Repo, disk.path().join("game/common/repo"));
    let world = World::open(disk, config);
    let mut known = Vec::new();
    for (mode, names) in [(Mode::Ck3ravenDev, vec![("repo".to_owned(), true)]), (Mode::Ck3lens, Vec::new())] {
        world.use_session(SessionConfig::new().mode(mode));
        let found = sources(&world);
        let folder = found.opened[0].reader().unwrap().folder("common", &known).unwrap();
        assert!(!folder.is_known(), "{mode:?}");
        assert_eq!(folder.names().map(|(name, is_folder)| (name.to_owned(), is_folder)).collect::<Vec<_>>(), names);
        known = folder.entries().to_vec();
    }
}
