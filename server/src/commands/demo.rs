//! `demo`: plays an agent's session on a small world of its own, with every kind of reply.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use enforcement::{ApprovalAnswer, FileApprovalQueue, quoted};
use reply_kit::{Envelope, codes};
use serde_json::{Value, json};

use super::paint::{BOLD, DIM, of_code, styled};
use super::show::{self, Format};
use super::{CommandResult, outln, progress_bar, undo};
use crate::app::App;
use crate::permissions;
use crate::state_paths::StatePaths;

/// The most columns of a reply.
const MAX_WIDTH: usize = 100;

const TRAIT: &str = "mod:Braver Braves/common/traits/zz_braver.txt";

/// What the demonstration leaves in its folder: only a folder with this file is removed.
const MARKER: &str = "made-by-ck3raven-demo";

/// The folder of the last demonstration: `trace` finds there what it showed. The next one replaces it.
pub(crate) fn paths(own: &StatePaths) -> StatePaths {
    StatePaths::under(&folder(own))
}

fn folder(own: &StatePaths) -> PathBuf {
    own.state.with_file_name("demo-world")
}

/// Makes the folder anew. One that the demonstration did not make is left alone.
fn prepare(folder: &Path) -> io::Result<()> {
    let marker = folder.join(MARKER);
    if fs::symlink_metadata(&marker).is_ok_and(|found| found.is_file()) {
        fs::remove_dir_all(folder)?;
    } else if fs::symlink_metadata(folder).is_ok() {
        let whose = "was not made by the demonstration, which needs that name: move it away";
        return Err(io::Error::other(format!("{} {whose}", quoted(&folder.display().to_string()))));
    }
    permissions::secure(folder)?;
    fs::write(marker, "Removed, with this folder, by the next `ck3raven demo`.\n")
}

/// Plays the demonstration. With JSON output, only the envelopes are printed, one per line.
pub(crate) fn run(own: &StatePaths, format: Format) -> CommandResult {
    prepare(&folder(own))?;
    let paths = paths(own);
    let app = App::start(&paths, None, false)?;
    Demo { app, paths, format }.perform()?;
    Ok(ExitCode::SUCCESS)
}

struct Demo {
    app: App,
    paths: StatePaths,
    format: Format,
}

impl Demo {
    fn perform(&self) -> Result<(), Box<dyn Error>> {
        self.scene("Success: continue with the data");
        self.call("ck3_read", &json!({ "path": TRAIT }));

        self.scene("Invalid: correct the request and retry");
        self.call("ck3_dir", &json!({ "command": "list", "path": "root:gane" }));
        self.explain("The reply names what is visible; the agent corrects itself.");
        self.call("ck3_dir", &json!({ "command": "list", "path": "root:game" }));

        self.scene("The lens: what is in force, by rule and certainty");
        self.call("ck3_lens", &json!({ "command": "object", "key": "brave", "folder": "common/traits" }));
        self.call("ck3_lens", &json!({ "command": "conflicts" }));
        self.explain("Two mods fight over brave, and file names decide. A patch for the other one wins from here:");
        self.call("ck3_lens", &json!({ "command": "patch", "key": "brave", "source": "Better Castles" }));

        self.scene("Denied: policy refuses, so escalate");
        let game = json!({ "command": "write", "path": "root:game/common/traits/00_traits.txt", "content": "" });
        self.call("ck3_file", &game);
        self.explain("The game itself is never changed. A mod may be, under a contract:");
        let edit = json!({ "command": "edit", "path": TRAIT, "old_text": "martial = 4", "new_text": "martial = 6" });
        self.call("ck3_file", &edit);
        let contract =
            json!({ "intent": "Braver braves.", "scope": "mod:Braver Braves", "operations": ["write", "delete"] });
        self.call("ck3_contract", &json!({ "command": "open", "contract": contract }));
        self.call("ck3_file", &edit);

        self.scene("Approval: some changes are a person's to permit, once");
        let delete = json!({ "command": "delete", "path": TRAIT });
        let denied = self.call("ck3_file", &delete);
        self.approve(denied["data"]["request"].as_str().unwrap_or_default())?;
        let deleted = self.call("ck3_file", &delete);
        self.explain("What was deleted is kept; this brings it back:");
        let trace_id = deleted["meta"]["trace_id"].as_str().unwrap_or_default();
        self.person(&format!("ck3raven undo {trace_id}"));
        undo::one(&self.app, trace_id, self.format)?;

        self.scene("Error: the server failed, so stop and report the trace id");
        self.crash();
        Ok(())
    }

    fn call(&self, name: &str, arguments: &Value) -> Value {
        self.print(&format!("  {} {name} {}", styled(BOLD, "agent ▸"), brief(arguments, ["command", "path"])));
        progress_bar::call(&self.app, name, arguments).map_or(Value::Null, |envelope| self.show_reply(&envelope))
    }

    fn approve(&self, request: &str) -> Result<(), Box<dyn Error>> {
        self.person(&format!("ck3raven approve {request}"));
        FileApprovalQueue::open(self.paths.approvals())?.decide(request, ApprovalAnswer::Granted)?;
        Ok(())
    }

    /// No tool can be made to crash, so the demonstration has its own call that does.
    fn crash(&self) {
        self.print(&format!("  {} (a tool with a bug in it)", styled(BOLD, "agent ▸")));
        let call = self.app.wrapper().begin("demo");
        let Some(envelope) = call.run::<BrokenTool, _>(|_| panic!("a bug, for show")).reply() else { return };
        self.show_reply(&envelope);
        self.explain("The panic, its stack and the call are in a file under that trace id:");
        self.person(&format!("ck3raven trace {}", envelope.trace_id()));
        let file = self.app.wrapper().crashes().file(envelope.trace_id());
        let report = std::fs::read_to_string(file).unwrap_or_default();
        let (head, stack) = report.split_once("\n\n").unwrap_or((&report, ""));
        let here = stack.lines().find(|frame| frame.contains("demo::")).unwrap_or_default();
        for line in head.lines().chain([here.trim(), "…"]) {
            self.print(&format!("    {}", styled(DIM, line)));
        }
    }
}

impl Demo {
    fn scene(&self, title: &str) {
        self.print(&format!("\n{}\n", styled(BOLD, title)));
    }

    fn explain(&self, text: &str) {
        self.print(&format!("  {}", styled(DIM, text)));
    }

    fn person(&self, command: &str) {
        self.print(&format!("  {} {command}", styled(BOLD, "person ▸")));
    }

    fn print(&self, text: &str) {
        if self.format == Format::Text {
            outln!("{text}");
        }
    }

    /// The code, the message or the data, and the next step.
    fn show_reply(&self, envelope: &Envelope) -> Value {
        let value = envelope.as_value().clone();
        if self.format == Format::Json {
            show::json(&value);
            return value;
        }
        let code = envelope.code().as_str();
        let text = match value["error"]["message"].as_str() {
            Some(message) => message.to_owned(),
            None => brief(&value["data"], ["target", "session"]),
        };
        let width = show::width().unwrap_or(MAX_WIDTH).min(MAX_WIDTH);
        outln::wrapped_to(width, format_args!("    {}  {text}", styled(of_code(code), code)));
        let next = envelope.reply_type().action().as_str().replace('_', " ");
        outln!("    {}\n", styled(DIM, format!("next: {next} · trace {}", envelope.trace_id())));
        value
    }
}

/// A tool with a bug in it: it panics before it answers.
struct BrokenTool;
codes!(BrokenTool {});

/// The important part of an object: some fields by value alone, the others by name, without empty ones.
fn brief(object: &Value, first: [&str; 2]) -> String {
    let Value::Object(fields) = object else { return object.to_string() };
    let plain = first.iter().filter_map(|name| fields.get(*name)?.as_str()).map(str::to_owned);
    let others = fields.iter().filter(|(name, value)| !first.contains(&name.as_str()) && is_worth_showing(value));
    let named = others.map(|(name, value)| format!("{name}={}", shortened(value)));
    plain.chain(named).collect::<Vec<_>>().join("  ")
}

fn is_worth_showing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(items) => !items.is_empty(),
        Value::Number(number) => number.as_u64() != Some(0),
        _ => true,
    }
}

fn shortened(value: &Value) -> String {
    const MAX_SHOWN: usize = 40;
    let text = value.to_string();
    if text.chars().count() <= MAX_SHOWN { text } else { text.chars().take(MAX_SHOWN).collect::<String>() + "…" }
}
