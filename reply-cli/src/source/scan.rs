use std::collections::{HashMap, HashSet};
use std::path::Path;

use reply_registry::{Code, Entry, Registry};

use super::lexer::{Kind, Token, tokens};
use super::packages::Packages;
use super::paths::{Imports, is_value, path_at};
use super::{Site, Usage, test_regions, walk};
use crate::project::Project;

/// What a test may expect, besides Rust: a code in it counts as tested.
const EXPECTATIONS: &[&str] = &["snap", "stderr", "stdout", "txt", "json", "jsonl", "py", "ts", "js", "trycmd"];

/// Reads the tree once for all of these codes.
pub(super) fn scan(project: &Project, registry: &Registry, entries: &[Entry]) -> Usage {
    let wanted = Wanted::new(registry, entries);
    let files = walk::files(&project.tree);
    let packages = Packages::of(project, &files);
    let mut usage = Usage::new();
    for file in files.iter().filter(|file| packages.reads(file)) {
        let ending = file.extension().unwrap_or_default().to_string_lossy();
        let place = file.strip_prefix(&project.tree).unwrap_or(file);
        let purpose = Purpose::of(place);
        let is_rust = ending == "rs";
        let is_expectation = purpose == Purpose::Test && EXPECTATIONS.contains(&ending.as_ref());
        if !is_rust && !is_expectation {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        if !wanted.may_be_in(&text) {
            continue;
        }
        if is_rust {
            rust_file(file, purpose, &text, &wanted, &mut usage);
        } else {
            expectation(file, &text, &wanted, &mut usage);
        }
    }
    usage
}

/// The codes to look for, by the name of their type.
struct Wanted<'e> {
    by_type: HashMap<String, &'e Entry>,
    codes: HashSet<&'e Code>,
    /// How many codes the registry has.
    total: usize,
}

impl<'e> Wanted<'e> {
    fn new(registry: &Registry, entries: &'e [Entry]) -> Self {
        let mut wanted = Self { by_type: HashMap::new(), codes: HashSet::new(), total: registry.entries.len() };
        for entry in entries {
            wanted.by_type.insert(entry.type_name(), entry);
            wanted.codes.insert(&entry.code);
        }
        wanted
    }

    /// Taking a file apart costs more than looking for one word in it.
    fn may_be_in(&self, text: &str) -> bool {
        if self.by_type.len() > 8 {
            return true;
        }
        self.by_type.iter().any(|(name, entry)| text.contains(name) || text.contains(&entry.code.to_string()))
    }

    /// A file that names most codes, or very many, lists them; it expects none of them in particular.
    fn is_list(&self, text: &str) -> bool {
        let distinct = codes_in(text).collect::<HashSet<_>>().len();
        distinct > 20 || (distinct > 5 && distinct * 2 > self.total)
    }
}

fn rust_file(file: &Path, purpose: Purpose, text: &str, wanted: &Wanted<'_>, usage: &mut Usage) {
    let tokens = tokens(text);
    let (imports, in_use) = Imports::read(&tokens);
    let marked = test_regions::mark(&tokens);
    for (at, token) in tokens.iter().enumerate().filter(|(at, _)| !in_use[*at]) {
        let tests = purpose == Purpose::Test || (purpose == Purpose::Shipped && marked[at]);
        let site = || Site { file: file.to_owned(), line: token.line };
        match token.kind {
            Kind::Text(text) if tests => {
                for code in codes_in(text).filter(|code| wanted.codes.contains(code)) {
                    note(&mut usage.entry(code).or_default().tested, site());
                }
            }
            Kind::Word(word) => {
                let Some(entry) = wanted.by_type.get(imports.original(word)) else { continue };
                let Some(is_value) = names(&tokens, at, entry, &imports) else { continue };
                let uses = usage.entry(entry.code.clone()).or_default();
                match (tests, is_value && purpose == Purpose::Shipped) {
                    (true, _) => note(&mut uses.tested, site()),
                    (false, true) => note(&mut uses.constructed, site()),
                    (false, false) => note(&mut uses.named, site()),
                }
            }
            _ => {}
        }
    }
}

/// Whether the word at a place is this code's type, and then whether it is a value.
fn names(tokens: &[Token<'_>], at: usize, entry: &Entry, imports: &Imports<'_>) -> Option<bool> {
    let (path, start) = path_at(tokens, at);
    let layer = entry.code.layer.as_str().to_lowercase();
    let type_name = entry.type_name();
    let wanted = [layer.as_str(), entry.code.reply_type.word(), type_name.as_str()];
    imports.leads_to(&path, wanted).then(|| is_value(tokens, start, at))
}

fn expectation(file: &Path, text: &str, wanted: &Wanted<'_>, usage: &mut Usage) {
    if wanted.is_list(text) {
        return;
    }
    for (index, line) in text.lines().enumerate() {
        for code in codes_in(line).filter(|code| wanted.codes.contains(code)) {
            note(&mut usage.entry(code).or_default().tested, Site { file: file.to_owned(), line: index + 1 });
        }
    }
}

fn note(sites: &mut Vec<Site>, site: Site) {
    if sites.last() != Some(&site) {
        sites.push(site);
    }
}

/// The codes that a text spells out.
fn codes_in(text: &str) -> impl Iterator<Item = Code> {
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    text.split(move |c: char| !is_part(c)).filter(|word| word.len() >= 8).filter_map(|word| word.parse().ok())
}

/// What a file is for, by its folders.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Part of the program.
    Shipped,
    /// Runs, and expects something.
    Test,
    /// Shows or measures; or is compiled and never run, as a compile-fail case is. It gives and expects no reply.
    Aside,
}

impl Purpose {
    fn of(place: &Path) -> Self {
        let folders = place.parent().unwrap_or(Path::new(""));
        let has = |names: &[&str]| folders.components().any(|part| names.iter().any(|name| part.as_os_str() == *name));
        if has(&["examples", "benches", "ui"]) {
            Self::Aside
        } else if has(&["tests", "snapshots"]) {
            Self::Test
        } else {
            Self::Shipped
        }
    }
}
