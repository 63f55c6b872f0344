use super::*;
use crate::roots::mounts::MountTable;
use crate::session::current::Session;

fn names(playset: &Playset) -> Vec<&str> {
    playset.mods().iter().map(ModSource::name).collect()
}

fn unused(playset: &Playset) -> Vec<(&str, UnusedReason)> {
    playset.unused().iter().map(|unused| (unused.name.as_str(), unused.reason)).collect()
}

#[test]
fn a_playset_keeps_the_load_order_and_leaves_out_what_is_disabled() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("playset.json");
    std::fs::write(
        &file,
        r#"{"name":"Mine","mods":[{"name":"B","path":"b"},{"name":"A","path":"/x/a","enabled":true},
            {"name":"off","path":"c","enabled":false},{"name":"nowhere"},5,{"name":7,"path":"d"}]}"#,
    )
    .unwrap();
    let playset = Playset::read(&file).unwrap();
    assert_eq!(names(&playset), ["B", "A"]);
    let incomplete = ["nowhere", "(unnamed)", "(unnamed)"].map(|name| (name, UnusedReason::Incomplete));
    assert_eq!(unused(&playset), incomplete);
    assert_eq!(playset.mods()[0].folder.path().as_path(), folder.path().join("b"));
}

#[test]
fn the_launchers_choice_is_read_with_its_descriptors() {
    let docs = tempfile::tempdir().unwrap();
    std::fs::create_dir(docs.path().join("mod")).unwrap();
    std::fs::write(docs.path().join("mod/ugc_1.mod"), "name=\"One\"\npath=\"mod/one\"").unwrap();
    std::fs::write(docs.path().join("dlc_load.json"), r#"{"enabled_mods":["mod/ugc_1.mod","mod/ugc_2.mod",5,null]}"#)
        .unwrap();
    let playset = Playset::read_dlc_load(docs.path()).unwrap();
    assert_eq!(names(&playset), ["One"]);
    let no_text = ("(unnamed)", UnusedReason::NoDescriptor);
    assert_eq!(unused(&playset), [("mod/ugc_2.mod", UnusedReason::NoDescriptor), no_text, no_text]);
    // A missing one may appear, so it is checked again too.
    let descriptors: Vec<_> = playset.descriptors().map(|path| path.file_name().unwrap()).collect();
    assert_eq!(descriptors, ["ugc_1.mod", "ugc_2.mod"]);
}

#[test]
fn l100_of_a_huge_list_a_bounded_part_is_looked_at_and_the_rest_is_counted() {
    let docs = tempfile::tempdir().unwrap();
    let many: Vec<String> = (0..MAX_MODS + 5).map(|number| format!("mod/{number}.mod")).collect();
    std::fs::write(docs.path().join("dlc_load.json"), serde_json::json!({ "enabled_mods": many }).to_string()).unwrap();
    let playset = Playset::read_dlc_load(docs.path()).unwrap();
    assert_eq!((playset.unused().len(), playset.descriptors().count(), playset.left_out()), (MAX_MODS, MAX_MODS, 5));
    let file = docs.path().join("p.json");
    let mods: Vec<_> = many.iter().map(|name| serde_json::json!({ "name": name, "path": name })).collect();
    std::fs::write(&file, serde_json::json!({ "mods": mods }).to_string()).unwrap();
    let playset = Playset::read(&file).unwrap();
    assert_eq!((playset.mods().len(), playset.left_out()), (MAX_MODS, 5));
}

#[test]
fn l103_a_playset_has_a_name_that_can_be_seen() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.json");
    std::fs::write(&file, serde_json::json!({ "name": "a\u{202e}b\u{2800}", "mods": [] }).to_string()).unwrap();
    let seen = Some("a\\u{202e}b\\u{2800}");
    assert_eq!(Playset::read(&file).unwrap().name(), seen);
    assert_eq!(Playset::of_launcher("a\u{202e}b\u{2800}").name(), seen);
    assert_eq!(Playset::of_launcher("x").named("a\u{202e}b\u{2800}").name(), seen);
}

#[test]
fn a_file_that_is_not_a_playset_is_reported_without_a_path() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.json");
    for (text, message) in [("{", "not JSON"), ("{}", "no list `mods`")] {
        std::fs::write(&file, text).unwrap();
        let error = Playset::read(&file).unwrap_err().to_string();
        assert!(error.contains(message) && !error.contains(folder.path().to_str().unwrap()), "{error}");
    }
}

#[test]
fn l104_a_descriptor_counts_only_inside_a_root_or_the_local_mods_folder() {
    let disk = tempfile::tempdir().unwrap();
    let at = |path: &str| disk.path().join(path);
    for folder in ["docs/mod/local", "steam/1", "elsewhere", "docs2"] {
        std::fs::create_dir_all(at(folder)).unwrap();
    }
    let paths = ["mod/local", "../steam/1", "../steam/unsubscribed", "../elsewhere", "../docs2", "../nowhere"];
    let mut named = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        named.push(format!("mod/{number}.mod"));
        std::fs::write(at(&format!("docs/mod/{number}.mod")), format!("name=\"{path}\"\npath=\"{path}\"")).unwrap();
    }
    std::fs::write(at("outside.mod"), "name=\"x\"\npath=\"mod/local\"").unwrap();
    named.push("../outside.mod".to_owned());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(at("elsewhere"), at("docs/mod/linked")).unwrap();
        std::fs::write(at("docs/mod/linked.mod"), "name=\"linked\"\npath=\"mod/linked\"").unwrap();
        named.push("mod/linked.mod".to_owned());
    }
    std::fs::write(at("docs/dlc_load.json"), serde_json::json!({ "enabled_mods": named }).to_string()).unwrap();
    let playset = Playset::read_dlc_load(&at("docs")).unwrap();
    let steam = at("steam");
    let playset = playset.within(&[(RootKey::Steam, steam.as_path())], Some(&at("docs/mod")));
    let expected: &[&str] = if cfg!(unix) {
        &["mod/local", "../steam/1", "../steam/unsubscribed", "linked"]
    } else {
        &["mod/local", "../steam/1", "../steam/unsubscribed"]
    };
    assert_eq!(names(&playset), expected);
    let outside = UnusedReason::OutsideRoots;
    assert_eq!(
        unused(&playset),
        [
            ("../outside.mod", UnusedReason::NoDescriptor),
            ("../elsewhere", outside),
            ("../docs2", outside),
            ("../nowhere", outside),
        ],
        "what is not there and what may not be seen read alike"
    );
}

/// L51, L104: what is hidden does not become visible because a descriptor calls it a mod.
#[test]
fn l104_a_descriptor_that_names_a_root_or_what_is_hidden_does_not_count() {
    let disk = tempfile::tempdir().unwrap();
    let at = |path: &str| disk.path().join(path);
    for folder in ["docs/mod/A", "docs/logs", "steam/1", "vscode/source/raven/src", "vscode/other"] {
        std::fs::create_dir_all(at(folder)).unwrap();
    }
    let rows = [
        ("mod/A", true),
        ("../steam/1", true),
        ("../vscode/other", true),
        ("mod", false),
        ("mod/A/..", false),
        (".", false),
        ("logs", false),
        ("../steam", false),
        ("../vscode", false),
        ("../vscode/source", false),
        ("../vscode/source/raven", false),
        ("../vscode/source/raven/src", false),
        ("..", false),
    ];
    let (docs, steam, code, repo) = (at("docs"), at("steam"), at("vscode"), at("vscode/source/raven"));
    let roots = [
        (RootKey::UserDocs, docs.as_path()),
        (RootKey::Steam, steam.as_path()),
        (RootKey::Vscode, code.as_path()),
        (RootKey::Repo, repo.as_path()),
    ];
    for (path, counts) in rows {
        let mut playset = Playset::of_launcher("x");
        playset.add(ModSource::new(path, docs.join(path)));
        let playset = playset.within(&roots, Some(&at("docs/mod")));
        assert_eq!(playset.mods().len() == 1, counts, "{path}");
    }
}

/// L101: a pipe that nobody writes to would be waited for at every call.
#[cfg(unix)]
#[test]
fn l101_a_pipe_in_place_of_a_playset_or_a_descriptor_is_not_waited_for() {
    let docs = tempfile::tempdir().unwrap();
    std::fs::create_dir(docs.path().join("mod")).unwrap();
    for name in ["mod/x.mod", "playset.json"] {
        let made = std::process::Command::new("mkfifo").arg(docs.path().join(name)).status().unwrap();
        assert!(made.success());
    }
    std::fs::write(docs.path().join("dlc_load.json"), r#"{"enabled_mods":["mod/x.mod"]}"#).unwrap();
    let playset = Playset::read_dlc_load(docs.path()).unwrap();
    assert_eq!(unused(&playset), [("mod/x.mod", UnusedReason::NoDescriptor)]);
    assert!(matches!(Playset::read(&docs.path().join("playset.json")), Err(PlaysetError::Unreadable(_))));
}

#[test]
fn every_reason_says_what_to_do() {
    for (reason, word) in [
        (UnusedReason::NoDescriptor, "launcher"),
        (UnusedReason::Incomplete, "`name` and `path`"),
        (UnusedReason::Archive, "unpack"),
        (UnusedReason::OutsideRoots, "root"),
    ] {
        assert!(reason.advice().contains(word), "{}", reason.advice());
    }
}

#[test]
fn a_session_is_configured_with_all_that_a_playset_says() {
    let mut playset = Playset::configured([ModSource::new("A", "nowhere")]).named("Mine");
    assert_eq!((names(&playset), playset.source()), (vec!["A"], PlaysetSource::Configuration));
    assert_eq!(Playset::of_launcher("Mine").source(), PlaysetSource::LauncherDatabase);
    playset.summary.source = PlaysetSource::File;
    playset.summary.left_out = 3;
    playset.leave_out("B".to_owned(), UnusedReason::Incomplete);
    let mut config = playset.configure(SessionConfig::new().selected_as("mine"));
    config.mods.extend((0..MAX_MODS).map(|_| ModSource::new("C", "nowhere")));
    let (session, report) = Session::load(config, MountTable::default(), None);
    let unused: Vec<_> = session.unused().iter().map(|unused| unused.name.as_str()).collect();
    assert_eq!((session.playset(), session.playset_source()), (Some("Mine"), PlaysetSource::File));
    assert_eq!((unused, session.selection()), (vec!["B"], Some("mine")));
    assert_eq!((session.mods().iter().count(), report.left_out), (MAX_MODS, 3 + 1), "one of the list, three before it");
}

#[cfg(unix)]
#[test]
fn l104_a_playset_that_is_read_again_names_the_folders_that_the_earlier_one_named() {
    use std::os::unix::fs::symlink;

    use crate::roots::open_roots::RootState;

    let disk = tempfile::tempdir().unwrap();
    let path = |name: &str| disk.path().join(name);
    std::fs::create_dir(path("mod")).unwrap();
    std::fs::create_dir(path("secret")).unwrap();
    let read = || Playset::configured([ModSource::new("A", path("mod")), ModSource::new("B", path("new"))]);
    let earlier = read();
    std::fs::remove_dir(path("mod")).unwrap();
    symlink(path("secret"), path("mod")).unwrap();
    let mut again = read();
    let state = |playset: &Playset| playset.mods()[0].folder.open(None).err();
    assert_eq!(state(&again), None, "by itself it would follow the link");
    again.keep_places_of([&earlier]);
    assert_eq!(state(&again), Some(RootState::Replaced));
}
