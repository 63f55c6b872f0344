//! The tutorial as its blocks.

use std::path::PathBuf;

/// A fenced block: the words after the language, and its lines.
#[derive(Clone, Debug)]
pub struct Block {
    /// `file=src/main.rs`, `append=…`, `part=…`, `run`, `session`, `mistake` or `error`; empty for a block that only shows
    /// something.
    pub purpose: String,
    /// What stands between the fences.
    pub text: String,
}

/// The repository.
pub fn repository() -> PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every fenced block of the tutorial, in order.
pub fn blocks() -> Vec<Block> {
    let page = std::fs::read_to_string(repository().join("docs/tutorial.md")).unwrap();
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let purpose = info.split_once(' ').map_or("", |(_, purpose)| purpose).to_owned();
                open = Some(Block { purpose, text: String::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    blocks
}

/// The blocks of a purpose.
pub fn blocks_for(purpose: &str) -> Vec<String> {
    blocks().into_iter().filter(|block| block.purpose == purpose).map(|block| block.text).collect()
}
