//! Every rule fires on what it is for, at the marked lines and nowhere else, and leaves the nearest innocent code alone.
#![allow(clippy::unwrap_used, reason = "what cannot be read fails the test")]

use std::path::{Path, PathBuf};

use arch_lint::{LintFinding, Rule, Source, findings};

/// A fixture: the rule its folder names, its text, and what is found in it.
struct Fixture {
    rule: Rule,
    name: String,
    text: String,
    found: Vec<LintFinding>,
}

impl Fixture {
    /// The lines that end in `//~`, once for each mark.
    fn marked(&self) -> Vec<usize> {
        let lines = self.text.lines().enumerate();
        lines.flat_map(|(index, line)| std::iter::repeat_n(index + 1, line.matches("//~").count())).collect()
    }
}

fn fixtures() -> Vec<Fixture> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut list: Vec<Fixture> =
        entries(&folder).iter().flat_map(|folder| entries(folder)).map(|file| read(&file)).collect();
    list.sort_by(|a, b| (a.rule, &a.name).cmp(&(b.rule, &b.name)));
    list
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// The first line says where the code pretends to stand.
fn read(file: &Path) -> Fixture {
    let part = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let (rule, name) = (part(file.parent().unwrap()), part(file));
    let text = std::fs::read_to_string(file).unwrap();
    let path = text.lines().next().and_then(|line| line.strip_prefix("//@ ")).expect("a fixture says where it stands");
    let found = findings(&Source::parse(path, &text).unwrap());
    Fixture { rule: Rule::named(&rule.to_uppercase()).expect("the folder is named for a rule"), name, text, found }
}

#[test]
fn l82_every_rule_has_code_that_breaks_it_and_code_that_does_not() {
    let fixtures = fixtures();
    let has = |rule, how: &str| fixtures.iter().any(|fixture| fixture.rule == rule && fixture.name.starts_with(how));
    // The rule about allowances is not about code; `allowances.rs` shows it.
    for rule in Rule::ALL.into_iter().filter(|rule| *rule != Rule::AllowancesAreNeeded) {
        assert!(has(rule, "fires") && has(rule, "passes"), "{rule} needs both");
    }
}

#[test]
fn l82_every_rule_fires_at_the_marked_lines_and_nowhere_else() {
    for fixture in fixtures().iter().filter(|fixture| fixture.name.starts_with("fires")) {
        let own = fixture.found.iter().filter(|finding| finding.rule == fixture.rule);
        let mut lines: Vec<usize> = own.map(|finding| finding.place.line).collect();
        let mut marked = fixture.marked();
        // Two findings in one line are one mark, unless the line has two.
        if lines.len() != marked.len() {
            lines.dedup();
        }
        marked.sort_unstable();
        assert_eq!(lines, marked, "{}/{}", fixture.rule, fixture.name);
    }
}

#[test]
fn l82_the_nearest_innocent_code_passes_every_rule() {
    for fixture in fixtures().iter().filter(|fixture| fixture.name.starts_with("passes")) {
        let own = fixture.found.iter().filter(|finding| finding.rule == fixture.rule);
        let found: Vec<String> = own.map(ToString::to_string).collect();
        assert!(found.is_empty(), "{}/{}:\n{}", fixture.rule, fixture.name, found.join("\n\n"));
    }
}

#[test]
fn l82_a_finding_is_a_frame_with_the_rule_and_what_to_write_instead() {
    let mut frames = Vec::new();
    for fixture in fixtures().iter().filter(|fixture| fixture.name == "fires") {
        frames.extend(fixture.found.iter().find(|finding| finding.rule == fixture.rule).map(ToString::to_string));
    }
    insta::assert_snapshot!(frames.join("\n\n"));
}
