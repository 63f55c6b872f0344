//! `log`: shows the game's messages. The answer is the tool's.

use clap::Args;
use reply_kit::visible;
use serde_json::{Value, json};

use super::CommandResult;
use super::paint::{BAD, BOLD, DIM, styled};
use super::show::Format;
use super::tool_reply::{self, line_number, list, text};
use crate::app::App;

/// Which messages, and how to show them.
#[derive(Debug, Args)]
pub(crate) struct LogArgs {
    /// Only messages that contain this text.
    text: Option<String>,
    /// error, game, debug or all; loaded: compare what the game loaded with the lens.
    #[arg(long, default_value = "error")]
    log: String,
    /// Only messages that name a file in force here, such as mod:My Mod or root:game/events.
    #[arg(long, value_name = "ADDRESS")]
    path: Option<String>,
    /// error, warning, info, debug or unknown.
    #[arg(long)]
    level: Option<String>,
    /// Only messages from this source file of the engine.
    #[arg(long, value_name = "FILE")]
    engine: Option<String>,
    /// Only messages after an earlier call: the cursor that it ended with.
    #[arg(long, value_name = "CURSOR")]
    since: Option<String>,
    /// newest or frequent.
    #[arg(long)]
    order: Option<String>,
    /// How many messages at most.
    #[arg(long, short = 'n', default_value_t = 50)]
    limit: u32,
    /// Continue an answer that was truncated: its `after`.
    #[arg(long, value_name = "CURSOR")]
    after: Option<String>,
}

impl LogArgs {
    fn arguments(&self) -> Value {
        let Self { text, log, path, level, engine, since, order, limit, after } = self;
        json!({
            "log": log,
            "order": order,
            "text": text,
            "path": path,
            "level": level,
            "engine": engine,
            "since": since,
            "after": after,
            "limit": limit,
        })
    }
}

pub(crate) fn run(app: &App, args: &LogArgs, format: Format) -> CommandResult {
    let view = |data: &Value| if data["winners"].is_object() { show_loaded(data) } else { show(data) };
    tool_reply::show(app, "ck3_log", args.arguments(), format, view, tool_reply::problems)
}

fn show(data: &Value) {
    for message in list(&data["messages"]) {
        one(message);
    }
    for log in list(&data["logs"]) {
        let notes = [
            (log["state"] == "absent", "is not there".to_owned()),
            (log["state"] == "not_a_file", "is a link, a pipe or a folder, and is not read".to_owned()),
            (log["restarted"] == true, "was restarted since".to_owned()),
            (log["cut_bytes"] != 0, format!("its first {} bytes were not read", log["cut_bytes"])),
        ];
        for (_, note) in notes.iter().filter(|(applies, _)| *applies) {
            outln!("{}", styled(DIM, format!("{}.log {note}", text(&log["log"]))));
        }
    }
    let (entries, messages) = (&data["entries_total"], &data["messages_total"]);
    let shown = list(&data["messages"]).len();
    outln!("{}", styled(BOLD, format!("{entries} entries, {messages} different messages, {shown} shown")));
    if let Some(after) = data["after"].as_str() {
        outln!("{}", styled(DIM, format!("more:  --after {}", visible(after))));
    }
    outln!("{}", styled(DIM, format!("later: --since {}", text(&data["cursor"]))));
}

/// What the game loaded, compared with the lens: a line for each difference.
fn show_loaded(data: &Value) {
    let (winners, mounted) = (&data["winners"], &data["mounted"]);
    for difference in list(&winners["differences"]) {
        let line = |field: &str| line_number(&difference[field]);
        let lens = difference["lens_file"].as_str().map_or("nothing", |file| file);
        outln!("{} {}", styled(BOLD, text(&difference["key"])), styled(DIM, text(&difference["database"])));
        outln!("  game: {}{}", text(&difference["game_file"]), line("game_line"));
        let rule = format!("by {}, {}", text(&difference["rule"]), text(&difference["certainty"]));
        outln!("  lens: {}{}  {}", visible(lens), line("lens_line"), styled(DIM, rule));
    }
    for (field, words) in [("mounted", "mounted"), ("not_mounted", "not mounted")] {
        for address in list(&mounted[field]).iter().filter(|_| mounted["agrees"] == false) {
            outln!("{words}: {}", text(address));
        }
    }
    let sum = format!(
        "{}: {} of {} keys agree, {} differ, {} undecided; mods {}",
        if data["agrees"] == true { "agrees" } else { "differs" },
        winners["agreeing"],
        winners["keys"],
        winners["differences_total"],
        winners["undecided"],
        if mounted["agrees"] == true { "agree" } else { "differ" },
    );
    outln!("{}", styled(BOLD, sum));
}

fn one(message: &Value) {
    let level = text(&message["level"]);
    let style = if level == "error" { BAD } else { BOLD };
    let last = text(&message["last"]);
    let engine = styled(DIM, text(&message["engine"]));
    outln!("{:>6}x {} {} {engine}", message["count"], styled(DIM, last), styled(style, level));
    for line in message["text"].as_str().unwrap_or_default().lines() {
        outln!("        {}", visible(line.trim_end()));
    }
    for place in list(&message["locations"]) {
        let line = line_number(&place["line"]);
        let place = place["in_force"].as_str().unwrap_or_else(|| place["file"].as_str().unwrap_or_default());
        outln!("        {}", styled(DIM, format!("→ {}{line}", visible(place))));
    }
}
