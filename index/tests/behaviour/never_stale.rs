//! L92: an answer is never older than the disk. An index that lives through random changes says what a fresh one says.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use index::{Index, IndexOptions, KeyFilter, Scope};
use proptest::prelude::*;

use crate::support::{look, write};

const FILES: &[&str] = &[
    "common/traits/a.txt",
    "common/traits/zz.txt",
    "common/traits/sub/a.txt",
    "common/decisions/a.txt",
    "events/a.txt",
    "localization/english/a_l_english.yml",
    "localization/replace/english/a_l_english.yml",
];
const SOURCES: usize = 4;

#[derive(Clone, Debug)]
enum Change {
    /// Writes a file in place; contents are mostly of one size.
    Edit(usize, usize, usize),
    /// Writes a new file and puts it in the place of another, as editors do.
    Replace(usize, usize, usize),
    Remove(usize, usize),
    Rename(usize, usize, usize),
    Descriptor(usize, bool),
    Reorder(usize, usize),
    /// Takes a mod out of the playset, or puts it back.
    Switch(usize),
    /// Lets stamps settle, so that what follows is told by stamps and not by reading everything again.
    Settle,
}

fn change() -> impl Strategy<Value = Change> {
    let (source, file, content) = (0..SOURCES, 0..FILES.len(), 0..4_usize);
    prop_oneof![
        4 => (source.clone(), file.clone(), content.clone()).prop_map(|(s, f, c)| Change::Edit(s, f, c)),
        2 => (source.clone(), file.clone(), content).prop_map(|(s, f, c)| Change::Replace(s, f, c)),
        2 => (source.clone(), file.clone()).prop_map(|(s, f)| Change::Remove(s, f)),
        2 => (source.clone(), file.clone(), file).prop_map(|(s, f, g)| Change::Rename(s, f, g)),
        1 => (1..SOURCES, any::<bool>()).prop_map(|(s, hides)| Change::Descriptor(s, hides)),
        1 => (1..SOURCES, 1..SOURCES).prop_map(|(a, b)| Change::Reorder(a, b)),
        1 => (1..SOURCES).prop_map(Change::Switch),
        3 => Just(Change::Settle),
    ]
}

/// A text of a file; equal in size for most numbers, so that sizes do not tell.
fn content(path: &str, number: usize) -> String {
    let keys = [("k1", "k2"), ("k2", "k3"), ("k3", "k1"), ("k1", "k1")][number];
    if path.starts_with("localization") {
        return format!("\u{feff}l_english:\n {}: \"{number}\"\n {}: \"x\"\n", keys.0, keys.1);
    }
    format!("{} = {{ id_override_priority = {number} }}\n{} = {{ }}\n", keys.0, keys.1)
}

struct Playset {
    folder: tempfile::TempDir,
    order: Vec<usize>,
    is_off: [bool; SOURCES],
}

impl Playset {
    fn dir(&self, source: usize) -> PathBuf {
        self.folder.path().join(source.to_string())
    }

    fn dirs(&self) -> Vec<PathBuf> {
        self.order.iter().filter(|source| !self.is_off[**source]).map(|source| self.dir(*source)).collect()
    }

    fn apply(&mut self, change: &Change) {
        match *change {
            Change::Edit(source, file, number) => write(&self.dir(source), FILES[file], &content(FILES[file], number)),
            Change::Replace(source, file, number) => {
                write(&self.dir(source), "new.tmp", &content(FILES[file], number));
                write(&self.dir(source), FILES[file], "");
                let _ = fs::rename(self.dir(source).join("new.tmp"), self.dir(source).join(FILES[file]));
            }
            Change::Remove(source, file) => _ = fs::remove_file(self.dir(source).join(FILES[file])),
            Change::Rename(source, from, to) => {
                let (from, to) = (self.dir(source).join(FILES[from]), self.dir(source).join(FILES[to]));
                let _ = fs::create_dir_all(to.parent().expect("a file lies in a folder"));
                let _ = fs::rename(from, to);
            }
            Change::Descriptor(source, hides) => {
                let field = if hides { "replace_path=\"common/traits\"\n" } else { "no_replacement=\"none_here\"\n" };
                write(&self.dir(source), "descriptor.mod", field);
            }
            Change::Reorder(one, other) => self.order.swap(one, other),
            Change::Switch(source) => self.is_off[source] = !self.is_off[source],
            Change::Settle => std::thread::sleep(Duration::from_millis(45)),
        }
    }
}

/// Everything that an index says of a playset, without what may differ between two runs.
fn answers(index: &Index, dirs: &[PathBuf], scope: &Scope) -> Vec<String> {
    let dirs: Vec<&Path> = dirs.iter().map(PathBuf::as_path).collect();
    let lens = look(index, &dirs, scope);
    let mut answers = vec![format!("{:?}", lens.counts())];
    for key in ["k1", "k2", "k3"] {
        for found in lens.object(key, &KeyFilter::default()) {
            let places: Vec<_> = found
                .definitions
                .iter()
                .map(|found| {
                    (
                        lens.file(found.file).source(),
                        lens.file(found.file).path().to_owned(),
                        found.line,
                        found.priority,
                    )
                })
                .collect();
            answers.push(format!("{key} {} {:?} {places:?}", found.database, found.verdict));
        }
    }
    answers.push(lens.vanished(&KeyFilter::default(), |_, _| true).total().to_string());
    answers
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn l92_an_index_says_what_a_fresh_one_says(changes in proptest::collection::vec(change(), 1..24)) {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut playset = Playset { folder, order: (0..SOURCES).collect(), is_off: [false; SOURCES] };
        for source in 0..SOURCES {
            for file in FILES.iter().take(3 + source) {
                write(&playset.dir(source), file, &content(file, source % 3));
            }
        }
        // Larger than the steps of the file system's clock, and small enough for a test.
        let options = IndexOptions { recent: Duration::from_millis(20), ..IndexOptions::default() };
        let old = Index::new(options.clone());
        let narrow = Scope::below("common/traits");
        for change in &changes {
            playset.apply(change);
            let fresh = Index::new(options.clone());
            let dirs = playset.dirs();
            prop_assert_eq!(answers(&old, &dirs, &narrow), answers(&fresh, &dirs, &narrow), "narrow, after {:?}", change);
            prop_assert_eq!(answers(&old, &dirs, &Scope::Everything), answers(&fresh, &dirs, &Scope::Everything), "after {:?}", change);
        }
    }
}
