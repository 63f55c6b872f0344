//! Turns `rules.toml` into a table of Rust values. A row that is not as it should be does not build, and says why.

use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;

fn main() {
    println!("cargo::rerun-if-changed=rules.toml");
    let text = std::fs::read_to_string("rules.toml").expect("rules.toml lies beside build.rs");
    let read = toml::from_str::<RuleTable>(&text).map_err(|error| error.to_string());
    let table = read.and_then(|table| table.to_rust()).unwrap_or_else(|problem| {
        for line in problem.lines() {
            println!("cargo::error=rules.toml: {line}");
        }
        std::process::exit(1)
    });
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    std::fs::write(Path::new(&out).join("table.rs"), table).expect("OUT_DIR can be written");
}

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleTable {
    rule: Vec<RuleRow>,
    folder: Vec<FolderRow>,
    containers: Containers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleRow {
    id: String,
    title: Filled,
    certainty: Certainty,
    source: Filled,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FolderRow {
    folder: String,
    kind: Filled,
    rule: String,
    from: Option<String>,
    priority: Option<String>,
    certainty: Certainty,
    source: Filled,
    #[serde(default)]
    remark: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Containers {
    folders: Vec<String>,
    #[expect(dead_code, reason = "for people; that it is there is checked")]
    source: Filled,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Certainty {
    Certain,
    Likely,
    Uncertain,
}

/// A text that is not empty.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Filled(String);

impl TryFrom<String> for Filled {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.is_empty() { Err("the text is empty") } else { Ok(Self(text)) }
    }
}

impl RuleTable {
    fn to_rust(&self) -> Result<String, String> {
        let mut out = "/// What the rules say, in their order.\npub(crate) static RULES: &[LoadRule] = &[\n".to_owned();
        for (index, RuleRow { id, title, certainty, source }) in self.rule.iter().enumerate() {
            if *id != format!("R{}", index + 1) {
                return Err(format!("`{id}` is not the next rule, R{}", index + 1));
            }
            let (Filled(title), Filled(source)) = (title, source);
            let _ = writeln!(
                out,
                "LoadRule {{ id: RuleId::{id}, title: {title:?}, certainty: Certainty::{certainty:?}, source: {source:?} }},"
            );
        }
        out.push_str("];\n/// Which rule holds where.\npub(crate) static FOLDERS: &[FolderRule] = &[\n");
        for row in &self.folder {
            out.push_str(&self.folder(row).map_err(|problem| format!("the row of `{}`: {problem}", row.folder))?);
        }
        let folders = &self.containers.folders;
        let _ = writeln!(
            out,
            "];\n/// Folders whose folders are databases.\npub(crate) static CONTAINERS: &[&str] = &{folders:?};"
        );
        Ok(out)
    }

    fn folder(&self, row: &FolderRow) -> Result<String, String> {
        let FolderRow { folder, kind: Filled(kind), rule, from, priority, certainty, source: Filled(source), remark } =
            row;
        if folder.starts_with('/') || folder.ends_with('/') || folder.contains('\\') {
            return Err("it is not a relative folder".to_owned());
        }
        if self.rule.iter().all(|known| known.id != *rule) {
            return Err(format!("`{rule}` is not a rule"));
        }
        let kind = match kind.as_str() {
            "any" => "None".to_owned(),
            kind => format!("Some(DefinitionKind::{})", camel_case(kind)),
        };
        let from = match from {
            None => "None".to_owned(),
            Some(version) => match version.split_once('.').map(|(a, b)| (a.parse::<u16>(), b.parse::<u16>())) {
                Some((Ok(major), Ok(minor))) => format!("Some(GameVersion::new({major}, {minor}))"),
                _ => return Err(format!("`{version}` is not a version such as 1.20")),
            },
        };
        Ok(format!(
            "FolderRule {{ folder: {folder:?}, kind: {kind}, rule: RuleId::{rule}, from: {from}, priority: {priority:?}, certainty: Certainty::{certainty:?}, source: {source:?}, remark: {remark:?} }},\n"
        ))
    }
}

/// `GuiType` of `gui_type`.
fn camel_case(word: &str) -> String {
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    word.split('_').filter(|part| !part.is_empty()).map(capital).collect()
}
