//! Turns `rules.toml` into a table of Rust values. A row that is not as it should be does not build, and says why.

use std::fmt::Write as _;
use std::path::Path;

use toml::de::{DeTable, DeValue};

const RULE_FIELDS: &[&str] = &["id", "title", "certainty", "source"];
const FOLDER_FIELDS: &[&str] = &["folder", "kind", "rule", "from", "priority", "certainty", "source", "remark"];
const CONTAINER_FIELDS: &[&str] = &["folders", "source"];

fn main() {
    println!("cargo::rerun-if-changed=rules.toml");
    let text = std::fs::read_to_string("rules.toml").expect("rules.toml lies beside build.rs");
    let mut table = Table { text: &text, problems: Vec::new(), out: String::new() };
    table.write();
    if !table.problems.is_empty() {
        for problem in &table.problems {
            println!("cargo::error={problem}");
        }
        std::process::exit(1);
    }
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    std::fs::write(Path::new(&out).join("table.rs"), table.out).expect("OUT_DIR can be written");
}

struct Table<'t> {
    text: &'t str,
    problems: Vec<String>,
    out: String,
}

type Fields<'f> = &'f DeTable<'f>;

impl Table<'_> {
    fn write(&mut self) {
        let tree = match DeTable::parse(self.text) {
            Ok(tree) => tree,
            Err(error) => return self.problems.push(format!("rules.toml is not TOML: {}", error.message())),
        };
        let root = tree.get_ref();
        self.only(root, 0, &["rule", "folder", "containers"]);
        let rows = |name: &str| -> Vec<(usize, Fields<'_>)> {
            let list = root.get(name).and_then(|list| list.get_ref().as_array());
            let entries = list.into_iter().flat_map(|list| list.iter());
            entries.filter_map(|row| Some((row.span().start, row.get_ref().as_table()?))).collect()
        };
        let _ =
            writeln!(self.out, "/// What the rules say, in their order.\npub(crate) static RULES: &[LoadRule] = &[");
        for (index, (at, row)) in rows("rule").into_iter().enumerate() {
            self.only(row, at, RULE_FIELDS);
            let id = self.field(row, at, "id");
            if id != format!("R{}", index + 1) {
                self.problem(at, &format!("`{id}` is not the next rule, R{}", index + 1));
            }
            let (title, source) = (self.field(row, at, "title"), self.field(row, at, "source"));
            let certainty = self.certainty(row, at);
            let _ = writeln!(
                self.out,
                "LoadRule {{ id: RuleId::{id}, title: {title:?}, certainty: {certainty}, source: {source:?} }},"
            );
        }
        let _ = writeln!(self.out, "];\n/// Which rule holds where.\npub(crate) static FOLDERS: &[FolderRule] = &[");
        for (at, row) in rows("folder") {
            self.folder(row, at);
        }
        let _ = writeln!(
            self.out,
            "];\n/// Folders whose folders are databases.\npub(crate) static CONTAINERS: &[&str] = &["
        );
        let containers = root.get("containers").map(|found| (found.span().start, found.get_ref().as_table()));
        match containers {
            Some((at, Some(row))) => {
                self.only(row, at, CONTAINER_FIELDS);
                self.field(row, at, "source");
                let folders = row.get("folders").and_then(|list| list.get_ref().as_array());
                for folder in folders.into_iter().flat_map(|list| list.iter()) {
                    let _ = writeln!(self.out, "{:?},", folder.get_ref().as_str().unwrap_or_default());
                }
            }
            _ => self.problem(0, "`[containers]` is missing"),
        }
        self.out.push_str("];\n");
    }

    fn folder(&mut self, row: Fields<'_>, at: usize) {
        self.only(row, at, FOLDER_FIELDS);
        let (folder, kind, rule) =
            (self.text_of(row, at, "folder"), self.field(row, at, "kind"), self.field(row, at, "rule"));
        if folder.starts_with('/') || folder.ends_with('/') || folder.contains('\\') {
            self.problem(at, &format!("`{folder}` is not a relative folder"));
        }
        let kind = match kind.as_str() {
            "any" => "None".to_owned(),
            kind => format!("Some(DefinitionKind::{})", camel_case(kind)),
        };
        let number = rule.strip_prefix('R').and_then(|number| number.parse::<u8>().ok());
        if !number.is_some_and(|number| (1..=19).contains(&number)) {
            self.problem(at, &format!("`{rule}` is not a rule"));
        }
        let from = match row.get("from").map(|from| from.get_ref().as_str().unwrap_or_default()) {
            None => "None".to_owned(),
            Some(version) => match version.split_once('.').map(|(a, b)| (a.parse::<u16>(), b.parse::<u16>())) {
                Some((Ok(major), Ok(minor))) => format!("Some(GameVersion::new({major}, {minor}))"),
                _ => {
                    self.problem(at, &format!("`{version}` is not a version such as 1.20"));
                    return;
                }
            },
        };
        let (source, certainty) = (self.field(row, at, "source"), self.certainty(row, at));
        let priority = row.get("priority").and_then(|field| field.get_ref().as_str());
        let remark = row.get("remark").and_then(|remark| remark.get_ref().as_str()).unwrap_or_default();
        let _ = writeln!(
            self.out,
            "FolderRule {{ folder: {folder:?}, kind: {kind}, rule: RuleId::{rule}, from: {from}, priority: {priority:?}, certainty: {certainty}, source: {source:?}, remark: {remark:?} }},"
        );
    }

    fn certainty(&mut self, row: Fields<'_>, at: usize) -> String {
        let word = self.field(row, at, "certainty");
        if !matches!(word.as_str(), "certain" | "likely" | "uncertain") {
            self.problem(at, &format!("certainty `{word}` is none of certain, likely, uncertain"));
        }
        format!("Certainty::{}", camel_case(&word))
    }

    /// A text that is there and not empty.
    fn field(&mut self, row: Fields<'_>, at: usize, name: &str) -> String {
        let text = self.text_of(row, at, name);
        if text.is_empty() {
            self.problem(at, &format!("`{name}` is missing or empty"));
        }
        text
    }

    fn text_of(&mut self, row: Fields<'_>, at: usize, name: &str) -> String {
        match row.get(name).map(toml::Spanned::get_ref) {
            Some(DeValue::String(text)) => text.to_string(),
            _ => {
                self.problem(at, &format!("`{name}` is missing or not a text"));
                String::new()
            }
        }
    }

    fn only(&mut self, row: Fields<'_>, at: usize, known: &[&str]) {
        for name in row.keys().filter(|name| !known.contains(&name.get_ref().as_ref())) {
            self.problem(at, &format!("unknown field `{}`; there are {}", name.get_ref(), known.join(", ")));
        }
    }

    fn problem(&mut self, at: usize, message: &str) {
        let line = self.text[..at.min(self.text.len())].lines().count() + 1;
        self.problems.push(format!("rules.toml, near line {line}: {message}"));
    }
}

/// `GuiType` of `gui_type`.
fn camel_case(word: &str) -> String {
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    word.split('_').filter(|part| !part.is_empty()).map(capital).collect()
}
