//! Reply data of `ck3_search`.

use ck3_lens::{CertaintyWord, ScanCounts, ScriptKey};
use reply_kit::{Address, ReplyData, Text, Verbatim};

/// The lines that hold a text, in load order: the game first, then each mod.
#[derive(Clone, Debug, ReplyData)]
pub struct TextHits {
    /// The files that have hits.
    pub files: Vec<FileHits>,
    /// How many lines hold the text, those on other pages included; at least so many if `incomplete`.
    pub total: usize,
    /// How many lines of this answer are too long to be shown whole; they are shown from shortly before the hit.
    pub cut_lines: usize,
    /// What was looked at.
    pub searched: Searched,
    /// Where there are no hits, the nearest names.
    pub nearest: Vec<Text>,
    /// Whether not everything was searched: time ran out (continue with `cursor`), or something could not be read.
    pub incomplete: bool,
    /// Where to continue, if there may be more.
    pub cursor: Option<Text>,
}

/// The hits in one file.
#[derive(Clone, Debug, ReplyData)]
pub struct FileHits {
    /// The file.
    pub file: Address,
    /// What counts instead: the file of the same path in a later source, or the mod whose `replace_path` hides the folder.
    pub shadowed_by: Option<Address>,
    /// The lines.
    pub hits: Vec<LineHit>,
}

/// A line that holds the text.
#[derive(Clone, Debug, ReplyData)]
pub struct LineHit {
    /// Its number, from 1.
    pub line: usize,
    /// The character of the line where the first hit begins, from 1.
    pub column: usize,
    /// The line.
    pub text: Verbatim,
}

/// The lines that name a key, in load order: the game first, then each mod.
#[derive(Clone, Debug, ReplyData)]
pub struct ReferenceHits {
    /// The files that have hits.
    pub files: Vec<FileReferences>,
    /// How many lines define or use the key, those on other pages included; at least so many if `incomplete`.
    pub total: usize,
    /// How many of them define it.
    pub definitions_total: usize,
    /// How many more name it in a comment.
    pub comments: usize,
    /// How many lines of this answer are too long to be shown whole.
    pub cut_lines: usize,
    /// What was looked at.
    pub searched: Searched,
    /// Where there are no hits, the nearest names.
    pub nearest: Vec<Text>,
    /// Whether not everything was searched: time ran out (continue with `cursor`), or something could not be read.
    pub incomplete: bool,
    /// Where to continue, if there may be more.
    pub cursor: Option<Text>,
}

/// What one file does with a key.
#[derive(Clone, Debug, ReplyData)]
pub struct FileReferences {
    /// The file.
    pub file: Address,
    /// What counts instead: the file of the same path in a later source, or the mod whose `replace_path` hides the folder.
    pub shadowed_by: Option<Address>,
    /// The lines that define it.
    pub definitions: Vec<LineHit>,
    /// The lines that use it.
    pub uses: Vec<LineHit>,
}

/// Keys, sorted.
#[derive(Clone, Debug, ReplyData)]
pub struct SymbolHits {
    /// The keys.
    pub symbols: Vec<SymbolHit>,
    /// How many there are in all.
    pub total: usize,
    /// Where no key is exactly the one that was asked for, the nearest names.
    pub nearest: Vec<Text>,
    /// What was looked at.
    pub looked_at: ScanCounts,
    /// Where to continue, if there are more.
    pub cursor: Option<Text>,
}

/// A key of one database.
#[derive(Clone, Debug, ReplyData)]
pub struct SymbolHit {
    /// The key.
    pub key: ScriptKey,
    /// What it is.
    pub kind: Text,
    /// The folder that the key is unique in.
    pub database: Text,
    /// The language of a text, the type of an asset.
    pub group: Option<ScriptKey>,
    /// The file of the definition that counts; null where several do, or nobody knows.
    pub in_force: Option<Address>,
    /// Its line.
    pub line: Option<u32>,
    /// How many definitions there are; `ck3_lens` object tells them.
    pub definitions: usize,
    /// How certain it is which one counts.
    pub certainty: CertaintyWord,
}

/// Files by name, in load order.
#[derive(Clone, Debug, ReplyData)]
pub struct FileMatches {
    /// The files.
    pub files: Vec<FileMatch>,
    /// How many there are in all.
    pub total: usize,
    /// What was looked at.
    pub searched: Searched,
    /// Where there are none, the nearest names.
    pub nearest: Vec<Text>,
    /// Whether not everything was looked at.
    pub incomplete: bool,
    /// Where to continue, if there may be more.
    pub cursor: Option<Text>,
}

/// A file.
#[derive(Clone, Debug, ReplyData)]
pub struct FileMatch {
    /// The file.
    pub file: Address,
    /// What counts instead: the file of the same path in a later source, or the mod whose `replace_path` hides the folder.
    pub shadowed_by: Option<Address>,
}

/// What was looked at, from where the answer begins.
#[derive(Clone, Debug, Default, ReplyData)]
pub struct Searched {
    /// How many sources: the game and mods.
    pub sources: usize,
    /// How many files.
    pub files: usize,
    /// How many bytes of them.
    pub bytes: u64,
    /// How many files were left out because they are not text.
    pub binary: usize,
    /// How many were left out because they are too large, or have a line beyond 256 KiB.
    pub too_large: usize,
    /// How many were left out because they take too long with the pattern: a simpler one, or a literal text, searches them.
    pub too_slow: usize,
    /// How many files and folders could not be read.
    pub unreadable: usize,
    /// How many have names without an address.
    pub unlisted: usize,
    /// Sources of the playset that cannot be opened.
    pub unopened: Vec<Address>,
}
