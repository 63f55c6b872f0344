//! The fuzz target `script`, in bounded form: files of the corpus, changed at random, must give a tree.

mod corpus;

use ck3_script::{Folder, Script, check, definitions, definitions_only};

const ROUNDS: usize = 20_000;

/// splitmix64.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap_or_default()
}

#[test]
fn changed_files_give_a_tree() {
    let files = corpus::files();
    let mut state = 7;
    for _ in 0..ROUNDS {
        let file = &files[next(&mut state) % files.len()];
        let mut bytes = file.bytes.clone();
        for _ in 0..=next(&mut state) % 4 {
            change(&mut bytes, &files, &mut state);
        }
        let script = Script::parse(&bytes);
        let folder = Folder::of(&file.path);
        if folder.is_script() {
            assert_eq!(definitions(&script, folder), definitions_only(&bytes, folder), "{}", bytes.escape_ascii());
        }
        let together: usize = script.pieces().map(|(_, span)| span.len()).sum();
        assert_eq!(together, script.text().len());
        let checked = check(&file.path, &bytes);
        assert_eq!(checked.located().len(), checked.problems.kept().len());
        checked.render(&file.path, 10);
    }
}

fn change(bytes: &mut Vec<u8>, files: &[corpus::CorpusFile], state: &mut u64) {
    const MARKS: &[u8] = b"{}\"=#\n\t @[]\\;:$\0\x1a\xEF\xFF";
    let at = next(state) % (bytes.len() + 1);
    match next(state) % 4 {
        0 => bytes.insert(at, MARKS[next(state) % MARKS.len()]),
        1 if at < bytes.len() => drop(bytes.remove(at)),
        2 => {
            let end = (at + next(state) % 40).min(bytes.len());
            bytes.drain(at..end);
        }
        _ => {
            let other = &files[next(state) % files.len()].bytes;
            let from = next(state) % (other.len() + 1);
            let to = (from + next(state) % 60).min(other.len());
            bytes.splice(at..at, other[from..to].iter().copied());
        }
    }
}
