//! `registry.exempt.toml`: the one reviewed list of codes that a check does not hold for yet, each with its reason.

use std::ops::Range;
use std::path::PathBuf;

use reply_registry::{Code, Finding, Location, Rule, Source};
use toml_edit::{Document, Item, Table};

use crate::project::Project;

/// What can be exempted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ExemptCheck {
    Declared,
    Constructed,
    Tested,
}

impl ExemptCheck {
    pub(crate) const ALL: [Self; 3] = [Self::Declared, Self::Constructed, Self::Tested];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Declared => "declared",
            Self::Constructed => "constructed",
            Self::Tested => "tested",
        }
    }
}

/// One code and one check that does not hold for it.
#[derive(Clone, Debug)]
pub(crate) struct Exemption {
    pub(crate) code: Code,
    pub(crate) check: ExemptCheck,
    /// Where the check is named.
    pub(crate) at: Range<usize>,
    /// Which entry of the file it is from.
    entry: usize,
}

/// The file, read.
#[derive(Debug)]
pub(crate) struct Exemptions {
    pub(crate) path: PathBuf,
    pub(crate) source: Source,
    pub(crate) list: Vec<Exemption>,
    /// What is wrong with the file itself.
    pub(crate) findings: Vec<Finding>,
}

const FORM: &str = "write `[[exempt]]`, `code = \"…\"`, `checks = [\"constructed\", \"tested\"]`, `because = \"…\"`; for the \
                    check `declared` also `law = \"…\"`";

impl Exemptions {
    /// Reads the file beside the registry; without one, nothing is exempt.
    pub(crate) fn read(project: &Project) -> Self {
        let path = project.registry.with_extension("exempt.toml");
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let source = Source::new(project.show(&path), text);
        let mut read = Self { path, source, list: Vec::new(), findings: Vec::new() };
        match Document::parse(read.source.text().to_owned()) {
            Ok(document) => {
                let entries = document.get("exempt").and_then(Item::as_array_of_tables);
                for (index, table) in entries.into_iter().flatten().enumerate() {
                    read.entry(index, table);
                }
            }
            Err(error) => {
                let message = error.message().lines().next().unwrap_or("not TOML").to_owned();
                read.report(&error.span().unwrap_or(0..0), format!("not valid TOML: {message}"));
            }
        }
        read
    }

    fn entry(&mut self, index: usize, table: &Table) {
        let at = table.span().unwrap_or(0..0);
        let field = |name: &str| table.get(name).and_then(Item::as_str).map(str::trim).unwrap_or_default();
        let Ok(code) = field("code").parse::<Code>() else {
            return self.report(&at, "an exemption names no code".to_owned());
        };
        if field("because").is_empty() {
            self.report(&at, format!("the exemption of {code} gives no reason"));
        }
        let checks = table.get("checks").and_then(Item::as_array);
        for value in checks.into_iter().flatten() {
            let at = value.span().unwrap_or_else(|| at.clone());
            let word = value.as_str().unwrap_or_default();
            match ExemptCheck::ALL.into_iter().find(|check| check.word() == word) {
                Some(ExemptCheck::Declared) if field("law").is_empty() => {
                    self.report(
                        &at,
                        format!("the exemption of {code} from `declared` names no law that needs the code"),
                    );
                }
                Some(check) => self.list.push(Exemption { code: code.clone(), check, at, entry: index }),
                None => self.report(&at, format!("the exemption of {code} names no check: `{word}`")),
            }
        }
    }

    fn report(&mut self, at: &Range<usize>, message: String) {
        let place = Location::new(&self.source, at, "");
        self.findings.push(Finding::new(Rule::ExemptionFormat, message, FORM).at(place));
    }

    /// The file without some of its exemptions, or `None` if it cannot be read. Comments stay, and so does every other
    /// line.
    pub(crate) fn without(&self, dropped: &[&Exemption]) -> Option<String> {
        let text = self.source.text();
        let document = Document::parse(text).ok()?;
        let entries = document.get("exempt")?.as_array_of_tables()?;
        let mut out = text.to_owned();
        for (index, table) in entries.iter().enumerate().collect::<Vec<_>>().into_iter().rev() {
            let gone: Vec<&str> = dropped.iter().filter(|one| one.entry == index).map(|one| one.check.word()).collect();
            if gone.is_empty() {
                continue;
            }
            let checks = table.get("checks").and_then(Item::as_array)?;
            let kept: Vec<&str> =
                checks.iter().filter_map(|word| word.as_str()).filter(|word| !gone.contains(word)).collect();
            if kept.is_empty() {
                out.replace_range(lines_of(text, table)?, "");
            } else {
                out.replace_range(checks.span()?, &format!("[\"{}\"]", kept.join("\", \"")));
            }
        }
        Some(out)
    }
}

/// An entry with the blank lines above it, line ends included.
fn lines_of(text: &str, table: &Table) -> Option<Range<usize>> {
    let header = table.span()?;
    let end = table.iter().filter_map(|(_, item)| item.span()).map(|span| span.end).fold(header.end, usize::max);
    let start = text[..header.start].trim_end_matches([' ', '\t', '\r', '\n']).len();
    let stop = text[end..].find('\n').map_or(text.len(), |found| end + found);
    Some(start..stop)
}
