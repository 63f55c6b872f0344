//! `search`: finds text, keys, their uses and files in the game and all mods. The answer is the tool's.

use clap::Args;
use reply_kit::visible;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr as _;

use super::CommandResult;
use super::paint::{BOLD, DIM, GOOD, styled};
use super::show::{Format, TextRow, counted, width};
use super::tool_reply::{self, list, text};
use crate::app::App;

/// The maximum width of the column of keys.
const MAX_COLUMN: usize = 48;

/// The query, its scope, and how to show the result.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct SearchArgs {
    /// The text; with --files a glob such as *.txt, with --symbols a key or its beginning, with --uses a key.
    query: String,
    /// Look for files by name.
    #[arg(long, group = "what", conflicts_with_all = ["regex", "ignore_case", "word", "glob", "language"])]
    files: bool,
    /// Look for keys, and show the definition in force.
    #[arg(long, short = 's', group = "what", conflicts_with_all = ["regex", "ignore_case", "word", "glob"])]
    symbols: bool,
    /// Look for the definitions and uses of a key.
    #[arg(long, short = 'u', group = "what", conflicts_with_all = ["regex", "ignore_case", "word", "language"])]
    uses: bool,
    /// The text is a regular expression, within one line.
    #[arg(long, short = 'e')]
    regex: bool,
    /// Ignore letter case.
    #[arg(long, short = 'i')]
    ignore_case: bool,
    /// Whole words only: the uses of a key.
    #[arg(long, short = 'w')]
    word: bool,
    /// Only files whose name (or path, if it has a slash) matches this glob.
    #[arg(long, short = 'g', value_name = "GLOB")]
    glob: Option<String>,
    /// Only below this folder of the game and of each mod, such as common/traits.
    #[arg(long, value_name = "PATH")]
    folder: Option<String>,
    /// Only the game (root:game) or one mod (mod:My Mod).
    #[arg(long, value_name = "ADDRESS")]
    source: Option<String>,
    /// Only localization of this language, such as english.
    #[arg(long)]
    language: Option<String>,
    /// How many hits at most.
    #[arg(long, short = 'n', default_value_t = 200)]
    limit: u32,
    /// Continue an earlier answer: the cursor that it ended with.
    #[arg(long)]
    cursor: Option<String>,
}

impl SearchArgs {
    fn command(&self) -> &'static str {
        match self {
            Self { files: true, .. } => "files",
            Self { symbols: true, .. } => "symbols",
            Self { uses: true, .. } => "references",
            _ => "text",
        }
    }

    fn arguments(&self) -> Value {
        let query_or_glob = if self.files { "glob" } else { "query" };
        let mut arguments = json!({
            "command": self.command(),
            "glob": self.glob,
            "language": self.language,
            "folder": self.folder,
            "source": self.source,
            "cursor": self.cursor,
            "limit": self.limit,
            "regex": self.regex.then_some(true),
            "ignore_case": self.ignore_case.then_some(true),
            "word": self.word.then_some(true),
        });
        arguments[query_or_glob] = json!(self.query);
        arguments
    }
}

pub(crate) fn run(app: &App, args: &SearchArgs, format: Format) -> CommandResult {
    let view = |data: &Value| show(data, args);
    tool_reply::show(app, "ck3_search", args.arguments(), format, view, tool_reply::problems)
}

fn show(data: &Value, args: &SearchArgs) {
    if args.symbols {
        show_symbols(data);
    } else {
        show_files(data, args);
    }
    let near: Vec<String> = list(&data["nearest"]).iter().map(text).collect();
    if !near.is_empty() {
        outln!("{}", styled(DIM, format!("nearest: {}", near.join(", "))));
    }
    if let Some(cursor) = data["cursor"].as_str() {
        let why = if data["incomplete"] == true { "not everything was searched; go on with" } else { "more:" };
        outln!("{}", styled(DIM, format!("{why} --cursor '{}'", visible(cursor))));
    }
}

/// A table: key, what it is, and the definition in force.
fn show_symbols(data: &Value) {
    let symbols = list(&data["symbols"]);
    let name = |symbol: &Value| match symbol["group"].as_str() {
        Some(group) => format!("{} ({})", text(&symbol["key"]), visible(group)),
        None => text(&symbol["key"]),
    };
    let kind = |symbol: &Value| text(&symbol["kind"]);
    let widest = |of: &dyn Fn(&Value) -> String| symbols.iter().map(|symbol| of(symbol).width()).max().unwrap_or(0);
    let (keys, kinds) = (widest(&name).min(MAX_COLUMN), widest(&kind));
    for symbol in symbols {
        let place = match (symbol["in_force"].as_str(), symbol["line"].as_u64()) {
            (Some(file), Some(line)) => format!("{}:{line}", visible(file)),
            _ => format!("{} (no single one)", text(&symbol["database"])),
        };
        let others = symbol["definitions"].as_u64().unwrap_or(1).saturating_sub(1);
        let others = if others == 0 { String::new() } else { format!("  +{others}") };
        let row = TextRow::new().column(BOLD, &name(symbol), keys + 2).column(DIM, &kind(symbol), kinds + 2);
        row.add(GOOD, place).add(DIM, others).print(width());
    }
    let looked = &data["looked_at"];
    let keys = counted(&data["total"], "key");
    let (definitions, files) = (counted(&looked["definitions"], "definition"), counted(&looked["files"], "file"));
    outln!("{}", styled(BOLD, format!("{keys}; {definitions} in {files}")));
    for address in list(&looked["unopened"]) {
        outln!("{}", styled(DIM, format!("cannot be opened: {}", text(address))));
    }
}

fn show_files(data: &Value, args: &SearchArgs) {
    for file in list(&data["files"]) {
        let shadowed = file["shadowed_by"].as_str();
        let note = shadowed.map_or_else(String::new, |by| styled(DIM, format!("  shadowed by {}", visible(by))));
        outln!("{}{note}", styled(BOLD, text(&file["file"])));
        for (field, note) in [("hits", ""), ("definitions", "defined  "), ("uses", "")] {
            for hit in list(&file[field]) {
                let place = styled(GOOD, format!("{}:{}", hit["line"], hit["column"]));
                let line = hit["text"].as_str().unwrap_or_default().replace('\t', "    ");
                outln!("  {place}  {}{}", styled(BOLD, note), marked(&visible(&line), args));
            }
        }
    }
    let searched = &data["searched"];
    let found = counted(&data["total"], if args.files { "file" } else { "line" });
    let definitions = match data["definitions_total"].as_u64() {
        None => String::new(),
        Some(1) => ", 1 of them a definition".to_owned(),
        Some(definitions) => format!(", {definitions} of them definitions"),
    };
    let (files, sources) = (counted(&searched["files"], "file"), counted(&searched["sources"], "source"));
    let mut sum = vec![format!("{found}{definitions}; {files} of {sources}")];
    if let Some(bytes) = searched["bytes"].as_u64().filter(|_| !args.files) {
        sum.push(format!("{} kB", bytes / 1000));
    }
    for (field, words) in [
        ("binary", "not text"),
        ("too_large", "too large"),
        ("too_slow", "too slow with this pattern"),
        ("unreadable", "unreadable"),
        ("unlisted", "without an address"),
    ] {
        if searched[field] != 0 {
            sum.push(format!("{} {words}", searched[field]));
        }
    }
    outln!("{}", styled(BOLD, sum.join(", ")));
    for address in list(&searched["unopened"]) {
        outln!("{}", styled(DIM, format!("cannot be opened: {}", text(address))));
    }
}

/// A line with the hit highlighted, if its position is known.
fn marked(line: &str, args: &SearchArgs) -> String {
    if args.regex || args.ignore_case {
        return line.to_owned();
    }
    line.replace(&args.query, &styled(GOOD, &args.query))
}
