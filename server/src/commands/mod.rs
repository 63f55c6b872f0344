//! The command line: serving, and everything a person does at a terminal.
//!
//! Here host paths are fine: nobody but the person reads this.

#[macro_use]
mod outln;

mod approvals;
mod call;
mod check;
mod demo;
mod detect;
mod doctor;
mod explain;
mod init;
mod journal;
mod lens;
mod limited;
mod lines;
mod log;
mod paint;
mod search;
mod serve;
mod trace;
mod undo;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use reply_mcp::log_stderr;

use self::serve::ServeArgs;
use crate::app::{App, AppError};
use crate::state_paths::StatePaths;

/// An MCP server that gives agents a governed, path-safe view of Crusader Kings III and its mods.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
struct Cli {
    /// The configuration; the usual per-user place unless told otherwise.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Offer no tool that changes anything.
    #[arg(long, global = true)]
    read_only: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve one client over stdio (what a client runs), or many over HTTP.
    Serve(serve::ServeArgs),
    /// Show what was found, what is wrong, and what to do.
    Doctor,
    /// List the changes that wait for your approval.
    Approvals,
    /// Approve a change that waits: once, and exactly that.
    Approve {
        /// The request, as `ck3raven approvals` shows it.
        request: String,
    },
    /// Refuse a change that waits, or all that a session asked for.
    Deny {
        /// The request, as `ck3raven approvals` shows it.
        #[arg(required_unless_present = "session")]
        request: Option<String>,
        /// Everything of this session, by the label that `ck3raven approvals` shows; `all` for everything.
        #[arg(long, value_name = "LABEL", conflicts_with = "request")]
        session: Option<String>,
    },
    /// Bring back what a change replaced.
    Undo {
        /// The change's trace id.
        #[arg(required_unless_present = "list")]
        trace_id: Option<String>,
        /// List the changes that can be undone.
        #[arg(long)]
        list: bool,
    },
    /// Write a configuration for the game on this machine; show what was found and what was not.
    Init(init::InitArgs),
    /// Play an agent's session on a small world: success, self-correction, denial, contract, approval, crash.
    Demo,
    /// Tell the whole story of a call.
    Trace {
        /// The trace id that a reply carried.
        trace_id: String,
    },
    /// Show what was done: the last lines, filtered, or summed up.
    Journal(journal::JournalArgs),
    /// Check the form of script and localization files: braces, quotes, operators, headers, byte order marks.
    Check(check::CheckArgs),
    /// Find text or files in the game and every mod of the playset, in load order.
    Search(search::SearchArgs),
    /// Show what the game said: its logs, each message once with its count, by mod, file or text.
    Log(log::LogArgs),
    /// Say what is in force in the playset, who overrides whom, and how certain that is.
    Lens(lens::LensArgs),
    /// Say what a reply code means.
    Explain {
        /// A code or a message key.
        code: String,
    },
    /// Limits itself and becomes another program: how the validator is run.
    #[command(hide = true)]
    Limited(limited::LimitedArgs),
    /// Make one call through the same wrapper, and show the envelope.
    Call {
        /// The tool, such as `ck3_dir`.
        tool: String,
        /// Its arguments, such as '{"command":"list"}'.
        #[arg(default_value = "{}")]
        arguments: String,
    },
}

/// Runs the program as its command line says.
pub fn run() -> ExitCode {
    reply_mcp::log_panics();
    let code = Cli::parse().run();
    reply_mcp::flush_stderr();
    code
}

impl Cli {
    fn run(self) -> ExitCode {
        let code = self.dispatch();
        if outln::all_was_written() {
            return code;
        }
        log_stderr!("error: what was to be shown could not be written");
        ExitCode::from(74)
    }

    fn dispatch(self) -> ExitCode {
        if let Some(Command::Limited(args)) = &self.command {
            return limited::run(args);
        }
        let Some(paths) = StatePaths::find() else { return fail(&AppError::NoHome) };
        let start = || App::start(&paths, self.config.as_deref(), self.read_only);
        match self.command {
            None if std::io::stdin().is_terminal() => {
                greet(self.config.as_deref());
                ExitCode::SUCCESS
            }
            None => start().map_or_else(|error| fail(&error), |app| serve::run(app, &paths, ServeArgs::default())),
            Some(Command::Serve(args)) => {
                start().map_or_else(|error| fail(&error), |app| serve::run(app, &paths, args))
            }
            Some(Command::Doctor) => start().map_or_else(|error| fail(&error), |app| doctor::run(&app, &paths)),
            Some(Command::Approvals) => approvals::list(&paths),
            Some(Command::Approve { request }) => {
                approvals::decide(&paths, &request, enforcement::ApprovalAnswer::Granted)
            }
            Some(Command::Deny { session: Some(session), .. }) => approvals::deny_session(&paths, &session),
            Some(Command::Deny { request, .. }) => {
                approvals::decide(&paths, &request.unwrap_or_default(), enforcement::ApprovalAnswer::Refused)
            }
            Some(Command::Undo { list: true, .. }) => {
                // The start looks at what a process was killed over. If it fails, what is known is listed all the same.
                if undo::has_unsettled(&paths) {
                    drop(start());
                }
                undo::list(&paths)
            }
            Some(Command::Undo { trace_id, .. }) => {
                let trace_id = trace_id.unwrap_or_default();
                start().map_or_else(|error| fail(&error), |app| undo::run(&app, &trace_id))
            }
            Some(Command::Init(args)) => init::run(&paths, self.config.as_deref(), &args),
            Some(Command::Demo) => demo::run(),
            Some(Command::Trace { trace_id }) => trace::run(&paths, &trace_id),
            Some(Command::Journal(args)) => journal::run(&paths, &args),
            Some(Command::Check(args)) => check::run(&args),
            Some(Command::Search(args)) => start().map_or_else(|error| fail(&error), |app| search::run(&app, &args)),
            Some(Command::Log(args)) => start().map_or_else(|error| fail(&error), |app| log::run(&app, &args)),
            Some(Command::Lens(args)) => start().map_or_else(|error| fail(&error), |app| lens::run(&app, args)),
            Some(Command::Limited(args)) => limited::run(&args),
            Some(Command::Explain { code }) => explain::run(&code),
            Some(Command::Call { tool, arguments }) => {
                start().map_or_else(|error| fail(&error), |app| call::run(&app, &tool, &arguments))
            }
        }
    }
}

/// What a person sees who starts it by hand: how to connect a client, with the snippet for this machine.
fn greet(config: Option<&Path>) {
    let program = std::env::current_exe().map_or_else(|_| "ck3raven".to_owned(), |path| path.display().to_string());
    let mut arguments = vec!["serve".to_owned()];
    if let Some(config) = config {
        // A client starts it from wherever it is itself.
        let config = std::path::absolute(config).unwrap_or_else(|_| config.to_owned());
        arguments.extend(["--config".to_owned(), config.display().to_string()]);
    }
    let entry = serde_json::json!({ "command": program, "args": arguments });
    let servers = serde_json::json!({ "mcpServers": { "ck3raven": entry } });
    let vscode =
        serde_json::json!({ "servers": { "ck3raven": { "type": "stdio", "command": program, "args": arguments } } });
    outln!("ck3raven speaks MCP on stdin and stdout; a client starts it. Connect one:\n");
    outln!("Claude Desktop, Cursor (claude_desktop_config.json, .cursor/mcp.json):\n{servers:#}\n");
    let command: Vec<String> = std::iter::once(&program).chain(&arguments).map(|word| quoted(word)).collect();
    outln!("Claude Code:\n  claude mcp add ck3raven -- {}\n", command.join(" "));
    outln!("VS Code (.vscode/mcp.json):\n{vscode:#}\n");
    outln!("Try it without a client: ck3raven call ck3_dir '{{\"command\":\"tree\",\"path\":\"root:game\"}}'");
    outln!("See what it serves:      ck3raven doctor");
    outln!("Watch a whole session:   ck3raven demo");
    outln!("Use your own game:       ck3raven init");
}

/// A word of a command line, in quotes where it needs them.
fn quoted(word: &str) -> String {
    if word.contains([' ', '(', ')', '&']) { format!("\"{word}\"") } else { word.to_owned() }
}

pub(crate) fn fail(error: &dyn std::fmt::Display) -> ExitCode {
    log_stderr!("error: {error}");
    ExitCode::from(2)
}
