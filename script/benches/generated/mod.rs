//! Script that looks like the game's, made from a number: the same number gives the same bytes on every machine.
//!
//! The folders and their shares are chosen to look like the game's: events and history most of it, then effects, traits, titles,
//! interface and defines. What comes out has lines of 23 bytes, a block every 64 bytes and about a thousand lines a file, as the
//! game has; it is not the game's text, which nobody may give away.

#![allow(dead_code, reason = "each program uses a part of it")]

mod events;
mod objects;

use std::fmt::Write as _;

use ck3_script::Folder;

/// A generated file.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) folder: Folder,
    pub(crate) bytes: Vec<u8>,
}

/// Files of together at least `size` bytes.
pub(crate) fn corpus(size: usize) -> Vec<File> {
    let mut writer = Writer::new(1066);
    let mut files = Vec::new();
    let mut total = 0;
    while total < size {
        let lines = 300 + writer.below(1400);
        let file = writer.file(files.len(), lines);
        total += file.bytes.len();
        files.push(file);
    }
    files
}

/// Text that grows, and the numbers that decide about it.
#[derive(Debug)]
pub(crate) struct Writer {
    text: String,
    state: u64,
    depth: usize,
    line_end: &'static str,
    lines: usize,
}

impl Writer {
    fn new(seed: u64) -> Self {
        Self { text: String::new(), state: seed, depth: 0, line_end: "\n", lines: 0 }
    }

    /// A number below `limit`; splitmix64.
    fn below(&mut self, limit: usize) -> usize {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap_or_default() % limit
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.text.push('\t');
        }
        self.text.push_str(text);
        self.text.push_str(self.line_end);
        self.lines += 1;
    }

    fn blank(&mut self) {
        self.text.push_str(self.line_end);
    }

    fn open(&mut self, key: &str) {
        self.line(&format!("{key} = {{"));
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    /// A name such as `court_physician_0123`.
    fn name(&mut self) -> String {
        const FIRST: &[&str] =
            &["court", "holy", "feudal", "heir", "vassal", "artifact", "travel", "plague", "legend", "duel"];
        const SECOND: &[&str] =
            &["physician", "order", "claim", "schism", "contract", "feast", "hunt", "tournament", "bond"];
        let mut name = format!("{}_{}", self.pick(FIRST), self.pick(SECOND));
        let _ = write!(name, "_{:04}", self.below(10_000));
        name
    }

    fn file(&mut self, index: usize, lines: usize) -> File {
        (self.depth, self.lines) = (0, 0);
        self.line_end = if self.below(4) == 0 { "\r\n" } else { "\n" };
        self.text = String::from("\u{feff}");
        let folder = match self.below(100) {
            0..40 => events::events(self, index, lines),
            40..60 => objects::characters(self, lines),
            60..75 => events::effects(self, lines),
            75..88 => objects::traits(self, lines),
            88..93 => objects::titles(self, lines),
            93..98 => objects::interface(self, lines),
            _ => objects::defines(self, lines),
        };
        File { folder, bytes: std::mem::take(&mut self.text).into_bytes() }
    }
}
