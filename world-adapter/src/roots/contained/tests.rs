use std::path::Path;

use super::*;

#[cfg(unix)]
fn world(disk: &Path) -> Dir {
    std::fs::create_dir_all(disk.join("root/a/b")).unwrap();
    std::fs::write(disk.join("root/a/f.txt"), "x").unwrap();
    std::fs::write(disk.join("secret.txt"), "x").unwrap();
    for (link, target) in [
        ("root/in", "a"),
        ("root/in_file", "a/f.txt"),
        ("root/out", "../secret.txt"),
        ("root/abs", "/etc"),
        ("root/loop", "loop"),
        ("root/gone", "nowhere"),
        ("root/a/b/back", "../../a"),
    ] {
        std::os::unix::fs::symlink(target, disk.join(link)).unwrap();
    }
    Dir::open_ambient_dir(disk.join("root"), cap_std::ambient_authority()).unwrap()
}

fn describe(miss: &LookupError) -> &'static str {
    match miss {
        LookupError::Absent => "absent",
        LookupError::Hidden => "hidden",
        LookupError::Misspelled(_) => "misspelled",
        LookupError::Closed(_) => "closed",
        LookupError::Failed(_) => "failed",
    }
}

fn described(found: &Result<Option<Box<str>>, LookupError>) -> String {
    match found {
        Ok(None) => "as written".to_owned(),
        Ok(Some(real)) => format!("at {real}"),
        Err(miss) => describe(miss).to_owned(),
    }
}

#[cfg(unix)]
#[test]
fn l36_locating_returns_where_something_really_lies() {
    let disk = tempfile::tempdir().unwrap();
    let dir = world(disk.path());
    for (path, required, optional) in [
        ("", "as written", "as written"),
        ("a", "as written", "as written"),
        ("a/f.txt", "as written", "as written"),
        ("in", "at a", "at a"),
        ("in/f.txt", "at a/f.txt", "at a/f.txt"),
        ("in_file", "at a/f.txt", "at a/f.txt"),
        ("a/b/back/b/back", "at a", "at a"),
        ("none", "absent", "as written"),
        ("a/none/deeper", "absent", "as written"),
        ("in/none/deeper", "absent", "at a/none/deeper"),
        ("a/f.txt/below", "absent", "as written"),
        ("out", "hidden", "hidden"),
        ("out/x", "hidden", "hidden"),
        ("abs/passwd", "hidden", "hidden"),
        ("loop", "hidden", "hidden"),
        ("loop/x", "hidden", "hidden"),
        ("gone", "absent", "hidden"),
        ("gone/x", "absent", "hidden"),
    ] {
        assert_eq!(described(&locate(&dir, path)), required, "{path}");
        assert_eq!(described(&locate_or_keep(&dir, path)), optional, "{path}");
    }
}

#[cfg(unix)]
#[test]
fn l36_nothing_is_opened_through_a_link() {
    let disk = tempfile::tempdir().unwrap();
    let dir = world(disk.path());
    for path in ["in", "in/b", "out", "abs", "loop", "gone", "a/b/back"] {
        assert!(open_dir(&dir, path).is_err(), "{path}");
        assert!(portable::open_dir(&dir, path).is_err(), "{path}");
    }
    for path in ["in/f.txt", "in_file", "out", "abs/passwd", "loop", "gone"] {
        assert!(open_file(&dir, path).is_err(), "{path}");
        assert!(portable::open_file(&dir, path).is_err(), "{path}");
    }
    assert!(open_child(&dir, "in").is_err() && open_child(&dir, "a").is_ok());
    assert!(open_file(&dir, "a/f.txt").is_ok() && portable::open_file(&dir, "a/f.txt").is_ok());
}

#[cfg(unix)]
#[test]
fn what_is_not_a_directory_is_not_opened_as_one_and_nobody_waits_for_a_pipes_other_end() {
    let disk = tempfile::tempdir().unwrap();
    let dir = world(disk.path());
    let made = std::process::Command::new("mkfifo").arg(disk.path().join("root/pipe")).status().unwrap();
    assert!(made.success());
    let (told, heard) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let opened = ["pipe", "a"].map(|name| (open_child(&dir, name).is_ok(), open_dir(&dir, name).is_ok()));
        let file = open_child(&open_dir(&dir, "a").unwrap(), "f.txt").is_ok();
        let inside = [kind(&dir, "pipe/x"), portable::kind(&dir, "pipe/x")].map(|kind| describe(&kind.unwrap_err()));
        told.send((opened, file, inside, open_file(&dir, "pipe").is_ok())).unwrap();
    });
    let heard = heard.recv_timeout(std::time::Duration::from_secs(10)).expect("it waits for the other end");
    assert_eq!(heard, ([(false, false), (true, true)], false, ["absent", "absent"], true));
}

#[cfg(target_os = "linux")]
#[test]
fn the_portable_way_and_the_short_way_agree() {
    let disk = tempfile::tempdir().unwrap();
    let dir = world(disk.path());
    for path in ["a", "a/f.txt", "a/b/back", "in/f.txt", "none", "a/f.txt/x", "out", "loop", "gone", "gone/x", "a/b"] {
        let (short, portable) = (linux::has_no_links(&dir, path), portable::has_no_links(&dir, path));
        // The fast path only reports that there are links; the portable implementation resolves them.
        if let Ok(true) = short {
            assert!(matches!(portable, Ok(true)), "{path}");
        } else {
            assert!(!matches!(portable, Ok(true)), "{path}");
        }
        let kinds = (linux::kind(&dir, path), portable::kind(&dir, path));
        assert!(
            matches!(&kinds, (Ok(a), Ok(b)) if a == b) || kinds.0.is_err() && kinds.1.is_err(),
            "{path}: {kinds:?}"
        );
        let stats = (linux::stat(&dir, path), portable::stat(&dir, path));
        assert!(
            matches!(&stats, (Ok(a), Ok(b)) if a == b) || stats.0.is_err() && stats.1.is_err(),
            "{path}: {stats:?}"
        );
    }
    let opened = open_dir(&dir, "").unwrap();
    let (mut short, mut portable) = (Vec::new(), Vec::new());
    linux::each_entry(&opened, &mut linux::Scratch::default(), |name, kind| {
        short.push((name.to_vec(), kind));
        ControlFlow::Continue(())
    })
    .unwrap();
    portable::each_entry(&dir, &mut portable::Scratch, |name, kind| {
        portable.push((name.to_vec(), kind));
        ControlFlow::Continue(())
    })
    .unwrap();
    short.sort();
    portable.sort();
    assert_eq!(short, portable);
    assert_eq!(short.len(), 7);
}

/// What cap-std and the kernel say, pinned: a change of theirs must not change what an agent is told.
#[cfg(target_os = "linux")]
#[test]
fn errors_of_the_system_are_distinguished_as_pinned_here() {
    let disk = tempfile::tempdir().unwrap();
    let dir = world(disk.path());
    let escape = dir.metadata("out").unwrap_err();
    assert_eq!((escape.kind(), escape.raw_os_error()), (io::ErrorKind::PermissionDenied, None));
    let name = "x".repeat(300);
    for (error, expected) in [
        (escape, "hidden"),
        (dir.metadata("loop").unwrap_err(), "hidden"),
        (dir.metadata(&name).unwrap_err(), "hidden"),
        (dir.metadata("a\0b").unwrap_err(), "hidden"),
        (dir.metadata("none").unwrap_err(), "absent"),
        (dir.metadata("a/f.txt/x").unwrap_err(), "absent"),
        (io::Error::from_raw_os_error(13), "closed"),
        (io::Error::from_raw_os_error(40), "hidden"),
        (io::Error::from_raw_os_error(36), "hidden"),
        (io::Error::from_raw_os_error(18), "hidden"),
        (io::Error::from_raw_os_error(5), "failed"),
        (io::Error::from_raw_os_error(24), "failed"),
    ] {
        let text = error.to_string();
        assert_eq!(describe(&error.into()), expected, "{text}");
    }
}
