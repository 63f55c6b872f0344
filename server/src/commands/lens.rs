//! `lens`: what is in force in the configured playset.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use reply_kit::visible;
use serde_json::{Value, json};

use super::CommandResult;
use super::paint::{BOLD, DIM, GOOD, of_code, styled};
use super::show::{Format, counted};
use super::tool_reply::{self, line_number, list, text};
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
    /// The name of the argument that `about` becomes.
    const fn subject(self) -> &'static str {
        match self {
            Self::Object | Self::Loc | Self::Define | Self::OnAction | Self::Patch => "key",
            Self::Conflicts | Self::Vanished | Self::WhatIf => "source",
            Self::File => "path",
            Self::Order => "folder",
        }
    }
}

pub(crate) fn run(app: &App, args: LensArgs, format: Format) -> CommandResult {
    tool_reply::show(app, "ck3_lens", arguments(args), format, show, |reply| {
        let code = text(&reply["code"]);
        outln!("{} {}", styled(of_code(&code), &code), text(&reply["error"]["message"]));
        Ok(ExitCode::FAILURE)
    })
}

fn arguments(args: LensArgs) -> Value {
    let LensArgs { question, about, folder, source, other, position, compare, limit } = args;
    // The tool names its commands as the command line does, with other hyphens.
    let command = question.to_possible_value().map(|value| value.get_name().replace('-', "_"));
    let mut arguments = json!({
        "command": command,
        "folder": folder,
        "source": source,
        "other": other,
        "position": position,
        "compare": compare.then_some(true),
        "limit": limit,
    });
    if let Some(about) = about {
        arguments[question.subject()] = json!(about);
    }
    arguments
}

fn show(data: &Value) {
    for object in list(&data["objects"]).iter().chain(list(&data["patches"])) {
        show_object(object);
    }
    for field in ["lists", "slots", "lost"] {
        for part in list(&data[field]) {
            outln!("{field:6} {}: {}  {}", text(&part["field"]), text(&part["text"]), styled(DIM, text(&part["from"])));
        }
    }
    for file in list(&data["files"]) {
        match file["address"].as_str() {
            Some(_) => show_candidate(file),
            None => outln!("{}  {}", styled(GOOD, text(&file["in_force"])), styled(DIM, &file["others"])),
        }
    }
    for pair in list(&data["misordered"]) {
        outln!("order  {} loads before {}, which it depends on", text(&pair["source"]), text(&pair["depends_on"]));
    }
    if data["total"].is_u64() {
        outln!("{} in all", data["total"]);
    }
    for (name, what) in [("objects_total", "key"), ("files_total", "file path")] {
        if data[name].is_u64() {
            outln!("{}", counted(&data[name], what));
        }
    }
    if data["truncated"] == true {
        outln!("there are more: ask with a larger --limit, or narrower");
    }
    let looked = &data["looked_at"];
    let (files, definitions) = (counted(&looked["files"], "file"), counted(&looked["definitions"], "definition"));
    let unread = ["malformed", "too_large", "unreadable"].map(|name| format!("{} {name}", looked[name]));
    outln!("{}", styled(DIM, format!("looked at {files}, {definitions}, {}", unread.join(", "))));
}

fn show_object(object: &Value) {
    let place = if object["target"].is_string() { &object["target"] } else { &object["in_force"] };
    let place = if place.is_string() { text(place) } else { "(no single one)".to_owned() };
    let (key, kind, database) = (text(&object["key"]), text(&object["kind"]), text(&object["database"]));
    outln!("{} {} {}", styled(BOLD, format!("{key} {kind}").trim()), styled(DIM, database), styled(GOOD, place));
    let rule = if object["rule"].is_string() { text(&object["rule"]) } else { text(&object["rule"]["id"]) };
    outln!("  {} by {rule} {}", text(&object["certainty"]), styled(DIM, text(&object["rule"]["says"])));
    for doubt in list(&object["doubts"]) {
        outln!("  doubt: {}", text(doubt));
    }
    if object["then"].is_string() {
        outln!("  then: {}", text(&object["then"]));
    }
    if object["advice"].is_string() {
        outln!("  {}", text(&object["advice"]));
    }
    for candidate in list(&object["candidates"]) {
        show_candidate(candidate);
    }
    for field in ["body", "start_from"] {
        for line in object[field].as_str().unwrap_or_default().lines() {
            outln!("    {}", visible(&line.replace('\t', "    ")));
        }
    }
    for part in list(&object["diff"]) {
        let sign = if part["change"] == "added" { '+' } else { '-' };
        for line in part["text"].as_str().unwrap_or_default().lines() {
            outln!("  {sign} {}", visible(&line.replace('\t', "    ")));
        }
    }
}

fn show_candidate(found: &Value) {
    let line = line_number(&found["line"]);
    let by = found["by"].as_str().map_or_else(String::new, |by| format!(" by {}", visible(by)));
    let outcome = text(&found["outcome"]);
    let style = if outcome == "in_force" { GOOD } else { DIM };
    outln!("  {} {}", styled(style, format!("{outcome:22}")), text(&found["address"]) + &line + &by);
}
