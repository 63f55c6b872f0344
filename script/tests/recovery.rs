//! One mistake costs one definition: delete any one lexeme of a valid file, and see what is lost.
#![expect(clippy::print_stderr, reason = "the figure is part of the result")]

mod corpus;
#[path = "../benches/generated/mod.rs"]
mod generated;

use std::collections::HashMap;

use ck3_script::{Definition, DefinitionKind, Folder, Localization, Script, Span, definitions};

/// How often at most one definition was lost, of how many deletions.
#[derive(Default)]
struct Tally {
    deletions: usize,
    kept_all: usize,
    lost_one: usize,
    lost_more: usize,
}

impl Tally {
    fn file(&mut self, bytes: &[u8], folder: Folder) {
        let before = keys(bytes, folder);
        for span in lexemes(bytes, folder) {
            let without = [&bytes[..span.range().start], &bytes[span.range().end..]].concat();
            self.deletions += 1;
            match lost(&before, &keys(&without, folder)) {
                0 => self.kept_all += 1,
                1 => self.lost_one += 1,
                _ => self.lost_more += 1,
            }
        }
    }

    /// In percent.
    #[expect(clippy::cast_precision_loss, reason = "figures are for reading")]
    fn at_most_one(&self) -> f64 {
        100.0 * (self.deletions - self.lost_more) as f64 / self.deletions as f64
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { deletions, kept_all, lost_one, lost_more } = self;
        let percent = self.at_most_one();
        write!(
            f,
            "{deletions} deletions: {kept_all} lose nothing, {lost_one} one, {lost_more} more; at most one in {percent:.2} %"
        )
    }
}

type Keys = HashMap<(DefinitionKind, Vec<u8>), usize>;

fn keys(bytes: &[u8], folder: Folder) -> Keys {
    let (text, found): (Vec<u8>, Vec<Definition>) = match folder {
        Folder::Localization => (bytes.to_vec(), Localization::parse(bytes).definitions()),
        _ => (bytes.to_vec(), definitions(&Script::parse(bytes), folder)),
    };
    let mut keys = Keys::new();
    for definition in found {
        *keys.entry((definition.kind, definition.key(&text).into_owned().into_bytes())).or_default() += 1;
    }
    keys
}

fn lexemes(bytes: &[u8], folder: Folder) -> Vec<Span> {
    let lexemes = match folder {
        Folder::Localization => Localization::parse(bytes).lexemes().to_vec(),
        _ => Script::parse(bytes).lexemes().to_vec(),
    };
    lexemes.iter().map(|lexeme| lexeme.span()).collect()
}

fn lost(before: &Keys, after: &Keys) -> usize {
    before.iter().map(|(key, count)| count.saturating_sub(after.get(key).copied().unwrap_or_default())).sum()
}

#[test]
fn deleting_one_lexeme_of_the_corpus_costs_one_definition() {
    let mut tally = Tally::default();
    for file in corpus::valid() {
        tally.file(&file.bytes, Folder::of(&file.path));
    }
    eprintln!("corpus: {tally}");
    assert!(tally.at_most_one() >= 95.0, "{tally}");
}

#[test]
fn deleting_one_lexeme_of_a_generated_file_costs_one_definition() {
    let mut tally = Tally::default();
    for file in generated::corpus(200_000) {
        let end = file.bytes.len().min(12_000);
        let end =
            file.bytes[..end].windows(3).rposition(|bytes| bytes == b"\n}\n").map_or(file.bytes.len(), |at| at + 3);
        tally.file(&file.bytes[..end], file.folder);
    }
    eprintln!("generated: {tally}");
    assert!(tally.at_most_one() >= 99.0, "{tally}");
}
