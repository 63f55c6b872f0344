use std::collections::HashMap;
use std::path::Path;

use reply_registry::{RegistryEntry, enum_name};

use super::expectations::Expectations;
use super::lexer::{RustToken, RustTokenKind, tokens};
use super::packages::Packages;
use super::paths::{Imports, is_value, path_at};
use super::regions::{self, CodeList};
use super::{Usage, UseSite, walk};
use crate::project::Project;

/// Reads the tree once for all of these codes.
pub(super) fn scan(project: &Project, entries: &[RegistryEntry]) -> Usage {
    let files = walk::files(&project.tree);
    let packages = Packages::among(project, &files);
    let mut scan = Scan {
        wanted: CodesByType::new(entries),
        usage: Usage::new(),
        tests: Expectations::default(),
        in_tests: Vec::new(),
    };
    let rust = files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
    for file in rust.filter(|file| packages.reads(file)) {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        let purpose = FilePurpose::of(file.strip_prefix(&project.tree).unwrap_or(file));
        // A helper of tests may name no code and still be how a test asserts one.
        if purpose == FilePurpose::Test || scan.wanted.may_be_in(&text) {
            scan.read(file, purpose, &text);
        }
    }
    scan.finish()
}

/// What has been read so far.
struct Scan<'e> {
    wanted: CodesByType<'e>,
    usage: Usage,
    tests: Expectations,
    /// Codes in test code, with the function or table they stand in: which of them a test reaches is known at the end.
    in_tests: Vec<(&'e RegistryEntry, UseSite, usize)>,
}

impl Scan<'_> {
    fn read(&mut self, file: &Path, purpose: FilePurpose, text: &str) {
        let tokens = tokens(text);
        let (imports, in_use) = Imports::read(&tokens);
        let in_test = regions::tests(&tokens);
        let in_list = regions::lists_of_codes(&tokens);
        let is_test_code = |at: usize| purpose == FilePurpose::Test || (purpose == FilePurpose::Shipped && in_test[at]);
        let owners = self.tests.add(&tokens, is_test_code);
        for at in (0..tokens.len()).filter(|at| !in_use[*at]) {
            let RustTokenKind::Word(word) = tokens[at].kind else { continue };
            let Some(entry) = self.wanted.by_type.get(imports.original(word)).copied() else { continue };
            let Some(named) = NamedAs::at(&tokens, at, entry, &imports) else { continue };
            let site = UseSite { file: file.to_owned(), line: tokens[at].line() };
            if let (true, NamedAs::Code, Some(owner)) = (is_test_code(at), named, owners[at]) {
                self.in_tests.push((entry, site, owner));
                continue;
            }
            let is_shipped = purpose == FilePurpose::Shipped && !is_test_code(at);
            let uses = self.usage.entry(entry.code.clone()).or_default();
            match (named, in_list[at]) {
                (_, Some(CodeList::OfTool)) if is_shipped => add(&mut uses.declared, site),
                (NamedAs::Value, None) if is_shipped => add(&mut uses.constructed, site),
                _ => add(&mut uses.named, site),
            }
        }
    }

    fn finish(mut self) -> Usage {
        let expects = self.tests.of_tests();
        for (entry, site, owner) in self.in_tests {
            let uses = self.usage.entry(entry.code.clone()).or_default();
            add(if expects[owner] { &mut uses.tested } else { &mut uses.named }, site);
        }
        self.usage
    }
}

/// A line that names a code twice is one place.
fn add(sites: &mut Vec<UseSite>, site: UseSite) {
    if sites.last() != Some(&site) {
        sites.push(site);
    }
}

/// The codes to look for, by the name of their type.
struct CodesByType<'e> {
    by_type: HashMap<String, &'e RegistryEntry>,
}

impl<'e> CodesByType<'e> {
    fn new(entries: &'e [RegistryEntry]) -> Self {
        Self { by_type: entries.iter().map(|entry| (entry.type_name(), entry)).collect() }
    }

    /// Taking a file apart costs more than looking for one word in it.
    fn may_be_in(&self, text: &str) -> bool {
        self.by_type.len() > 8 || self.by_type.keys().any(|name| text.contains(name))
    }
}

/// How a word names a code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NamedAs {
    /// A value of its type: this gives the reply.
    Value,
    /// The code itself: `::CODE` of its type, or a variant of an enum of codes. What a test compares with.
    Code,
    /// Its type where a type stands, or a code that is thrown away.
    Otherwise,
}

impl NamedAs {
    fn at(tokens: &[RustToken<'_>], at: usize, entry: &RegistryEntry, imports: &Imports<'_>) -> Option<Self> {
        let (path, start) = path_at(tokens, at);
        let (layer, name) = (entry.code.layer().to_lowercase(), entry.type_name());
        let kind = entry.code.reply_type();
        let is_type = imports.leads_to(&path, &[&layer, kind.status(), &name]);
        let is_variant =
            imports.leads_to(&path, &[&layer, enum_name(kind), &name]) || imports.leads_to(&path, &["Code", &name]);
        if !is_type && !is_variant && !imports.may_be_inherited(&path, &name) {
            return None;
        }
        Some(if is_discarded(tokens, start) {
            Self::Otherwise
        } else if is_variant || is_followed_by_code(tokens, at) {
            Self::Code
        } else if is_type && is_value(tokens, start, at) {
            Self::Value
        } else {
            Self::Otherwise
        })
    }
}

/// `Type::CODE`.
fn is_followed_by_code(tokens: &[RustToken<'_>], at: usize) -> bool {
    matches!(tokens.get(at + 1..at + 4), Some([one, two, code]) if one.is(':') && two.is(':') && code.is_word("CODE"))
}

/// `let _ = …` and `_ = …`.
fn is_discarded(tokens: &[RustToken<'_>], start: usize) -> bool {
    let before = start.checked_sub(2).and_then(|from| tokens.get(from..start));
    matches!(before, Some([name, equals]) if name.is_word("_") && equals.is('='))
}

/// What a file is for, by its folders.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FilePurpose {
    /// Part of the program.
    Shipped,
    /// Runs, and expects something.
    Test,
    /// Shows or measures; or is compiled and never run, as a compile-fail case is. It gives and expects no reply.
    Aside,
}

impl FilePurpose {
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
