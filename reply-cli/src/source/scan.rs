use std::collections::HashMap;
use std::path::Path;

use reply_registry::{Entry, ReplyType};

use super::lexer::{Token, tokens};
use super::packages::Packages;
use super::paths::{Imports, is_value, path_at};
use super::{Usage, UseSite, Uses, regions, walk};
use crate::project::Project;

/// Reads the tree once for all of these codes.
pub(super) fn scan(project: &Project, entries: &[Entry]) -> Usage {
    let wanted = Wanted::new(entries);
    let files = walk::files(&project.tree);
    let packages = Packages::among(project, &files);
    let mut usage = Usage::new();
    let rust = files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
    for file in rust.filter(|file| packages.reads(file)) {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        if wanted.may_be_in(&text) {
            let place = file.strip_prefix(&project.tree).unwrap_or(file);
            read(file, Purpose::of(place), &text, &wanted, &mut usage);
        }
    }
    usage
}

/// The codes to look for, by the name of their type.
struct Wanted<'e> {
    by_type: HashMap<String, &'e Entry>,
}

impl<'e> Wanted<'e> {
    fn new(entries: &'e [Entry]) -> Self {
        Self { by_type: entries.iter().map(|entry| (entry.type_name(), entry)).collect() }
    }

    /// Taking a file apart costs more than looking for one word in it.
    fn may_be_in(&self, text: &str) -> bool {
        self.by_type.len() > 8 || self.by_type.keys().any(|name| text.contains(name))
    }
}

fn read(file: &Path, purpose: Purpose, text: &str, wanted: &Wanted<'_>, usage: &mut Usage) {
    let tokens = tokens(text);
    let (imports, in_use) = Imports::read(&tokens);
    let in_test = regions::tests(&tokens);
    let in_list = regions::lists_of_codes(&tokens);
    for at in (0..tokens.len()).filter(|at| !in_use[*at]) {
        let super::lexer::Kind::Word(word) = tokens[at].kind else { continue };
        let Some(entry) = wanted.by_type.get(imports.original(word)) else { continue };
        let Some(named) = Named::at(&tokens, at, entry, &imports) else { continue };
        let tests = purpose == Purpose::Test || (purpose == Purpose::Shipped && in_test[at]);
        let gives = named == Named::Value && purpose == Purpose::Shipped && !in_list[at];
        let Uses { constructed, named, tested } = usage.entry(entry.code.clone()).or_default();
        let sites = match (tests, gives) {
            (true, _) => tested,
            (false, true) => constructed,
            (false, false) => named,
        };
        let site = UseSite { file: file.to_owned(), line: tokens[at].line() };
        if sites.last() != Some(&site) {
            sites.push(site);
        }
    }
}

/// How a word names a code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    /// A value of its type: this gives the reply.
    Value,
    /// Its type where a type stands or `::CODE` follows, or a variant of an enum of codes.
    Otherwise,
}

impl Named {
    fn at(tokens: &[Token<'_>], at: usize, entry: &Entry, imports: &Imports<'_>) -> Option<Self> {
        let (path, start) = path_at(tokens, at);
        let (layer, name) = (entry.code.layer().to_lowercase(), entry.type_name());
        let kind = entry.code.reply_type();
        if imports.leads_to(&path, &[&layer, kind.status(), &name]) {
            return Some(if is_value(tokens, start, at) { Self::Value } else { Self::Otherwise });
        }
        let is_variant = imports.leads_to(&path, &[&layer, enum_of(kind), &name])
            || imports.leads_to(&path, &["Code", &name])
            || imports.may_come_from_the_parent(&path, &name);
        is_variant.then_some(Self::Otherwise)
    }
}

/// The generated enum of a layer's codes with one type, which stands beside the module of that type.
const fn enum_of(kind: ReplyType) -> &'static str {
    match kind {
        ReplyType::S => "Success",
        ReplyType::I => "Invalid",
        ReplyType::D => "Denied",
        ReplyType::E => "Error",
    }
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
        let is_tests = place.file_name().is_some_and(|name| name == "tests.rs");
        if has(&["examples", "benches", "ui"]) {
            Self::Aside
        } else if has(&["tests"]) || is_tests {
            Self::Test
        } else {
            Self::Shipped
        }
    }
}
