//! `lens`: what is in force in the configured playset.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use reply_kit::{ReplyType, visible};
use serde_json::{Map, Value};

use super::paint::{BOLD, DIM, GOOD, of_code, styled};
use super::show::{self, Format};
use super::{fail, progress_bar};
use crate::app::App;

/// The question, and how to show the answer.
#[derive(Debug, Args)]
pub(crate) struct LensArgs {
    /// What to ask.
    #[arg(value_enum)]
    question: LensQuestion,
    /// The key, path, folder or mod to ask about.
    about: Option<String>,
    /// Only below this folder, such as common/traits.
    #[arg(long)]
    folder: Option<String>,
    /// A mod, by its name.
    #[arg(long = "mod", value_name = "NAME")]
    source: Option<String>,
    /// The other mod of a conflict, or `game`.
    #[arg(long, value_name = "NAME")]
    other: Option<String>,
    /// For what-if: the mod's new position, from 1; without it, the mod is removed.
    #[arg(long)]
    position: Option<u32>,
    /// For object: also show the game's version, and a diff.
    #[arg(long)]
    compare: bool,
    /// The most entries.
    #[arg(long)]
    limit: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LensQuestion {
    /// Which definition of a key is in force.
    Object,
    /// Which source provides a file.
    File,
    /// Which keys and files several mods define.
    Conflicts,
    /// The files of a folder in load order.
    Order,
    /// Keys lost because whole files were replaced.
    Vanished,
    /// The text of a localization key.
    Loc,
    /// The value of a define.
    Define,
    /// An `on_action`, merged.
    OnAction,
    /// Where a new definition must be to win.
    Patch,
    /// What changes if a mod is moved or removed.
    WhatIf,
}

impl LensQuestion {
    /// The command of the tool, and the name of the argument that `about` becomes.
    const fn command(self) -> (&'static str, &'static str) {
        match self {
            Self::Object => ("object", "key"),
            Self::File => ("file", "path"),
            Self::Conflicts => ("conflicts", "source"),
            Self::Order => ("order", "folder"),
            Self::Vanished => ("vanished", "source"),
            Self::Loc => ("loc", "key"),
            Self::Define => ("define", "key"),
            Self::OnAction => ("on_action", "key"),
            Self::Patch => ("patch", "key"),
            Self::WhatIf => ("what_if", "source"),
        }
    }
}

pub(crate) fn run(app: &App, args: LensArgs, format: Format) -> ExitCode {
    let (is_json, arguments) = (format == Format::Json, arguments(args));
    let Some(envelope) = progress_bar::call(app, "ck3_lens", &arguments) else {
        return fail(&"there is no tool `ck3_lens`");
    };
    let value = envelope.as_value();
    if is_json {
        show::pretty_json(value);
    } else if envelope.reply_type() == ReplyType::S {
        show(&value["data"]);
    } else {
        let code = envelope.code().as_str();
        outln!("{} {}", styled(of_code(code), code), shown(&value["error"]["message"]));
    }
    if envelope.reply_type() == ReplyType::S { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn arguments(args: LensArgs) -> Value {
    let (command, about) = args.question.command();
    let mut fields = Map::new();
    let mut put = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            fields.insert(name.to_owned(), value);
        }
    };
    put("command", Some(command.into()));
    put("folder", args.folder.map(Value::from));
    put("source", args.source.map(Value::from));
    put("other", args.other.map(Value::from));
    put("position", args.position.map(Value::from));
    put("compare", args.compare.then_some(Value::Bool(true)));
    put("limit", args.limit.map(Value::from));
    put(about, args.about.map(Value::from));
    Value::Object(fields)
}

/// A text of an answer, with its invisible characters made visible (L103).
fn shown(value: &Value) -> String {
    visible(value.as_str().unwrap_or_default()).into_owned()
}

fn list<'v>(data: &'v Value, field: &str) -> impl Iterator<Item = &'v Value> + use<'v> {
    data[field].as_array().into_iter().flatten()
}

fn show(data: &Value) {
    for object in list(data, "objects").chain(list(data, "patches")) {
        show_object(object);
    }
    for field in ["lists", "slots", "lost"] {
        for part in list(data, field) {
            outln!(
                "{field:6} {}: {}  {}",
                shown(&part["field"]),
                shown(&part["text"]),
                styled(DIM, shown(&part["from"]))
            );
        }
    }
    for file in list(data, "files") {
        match file["address"].as_str() {
            Some(_) => show_candidate(file),
            None => outln!("{}  {}", styled(GOOD, shown(&file["in_force"])), styled(DIM, &file["others"])),
        }
    }
    for pair in list(data, "misordered") {
        outln!("order  {} loads before {}, which it depends on", shown(&pair["source"]), shown(&pair["depends_on"]));
    }
    for (name, what) in [("total", "in all"), ("objects_total", "keys"), ("files_total", "files of one path")] {
        if let Some(total) = data[name].as_u64() {
            outln!("{total} {what}");
        }
    }
    if data["truncated"] == true {
        outln!("there are more: ask with a larger --limit, or narrower");
    }
    let looked = &data["looked_at"];
    let counts =
        ["files", "definitions", "malformed", "too_large", "unreadable"].map(|name| format!("{} {name}", looked[name]));
    outln!("{}", styled(DIM, format!("looked at {}", counts.join(", "))));
}

fn show_object(object: &Value) {
    let place = if object["target"].is_string() { &object["target"] } else { &object["in_force"] };
    let place = if place.is_string() { shown(place) } else { "(no single one)".to_owned() };
    let (key, kind, database) = (shown(&object["key"]), shown(&object["kind"]), shown(&object["database"]));
    outln!("{} {} {}", styled(BOLD, format!("{key} {kind}").trim()), styled(DIM, database), styled(GOOD, place));
    let rule = if object["rule"].is_string() { shown(&object["rule"]) } else { shown(&object["rule"]["id"]) };
    outln!("  {} by {rule} {}", shown(&object["certainty"]), styled(DIM, shown(&object["rule"]["says"])));
    for doubt in list(object, "doubts") {
        outln!("  doubt: {}", shown(doubt));
    }
    if object["then"].is_string() {
        outln!("  then: {}", shown(&object["then"]));
    }
    if object["advice"].is_string() {
        outln!("  {}", shown(&object["advice"]));
    }
    for candidate in list(object, "candidates") {
        show_candidate(candidate);
    }
    for field in ["body", "start_from"] {
        for line in object[field].as_str().unwrap_or_default().lines() {
            outln!("    {}", visible(&line.replace('\t', "    ")));
        }
    }
    for part in list(object, "diff") {
        let sign = if part["change"] == "added" { '+' } else { '-' };
        for line in part["text"].as_str().unwrap_or_default().lines() {
            outln!("  {sign} {}", visible(&line.replace('\t', "    ")));
        }
    }
}

fn show_candidate(found: &Value) {
    let line = found["line"].as_u64().map_or_else(String::new, |line| format!(":{line}"));
    let by = found["by"].as_str().map_or_else(String::new, |by| format!(" by {}", visible(by)));
    let outcome = shown(&found["outcome"]);
    let style = if outcome == "in_force" { GOOD } else { DIM };
    outln!("  {} {}", styled(style, format!("{outcome:22}")), shown(&found["address"]) + &line + &by);
}
