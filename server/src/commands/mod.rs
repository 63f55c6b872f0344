//! The command line: serving, and everything a person does at a terminal.
//!
//! Host paths may be printed here: only the person reads this.

#[macro_use]
mod outln;

mod approvals;
mod browser;
mod call;
mod check;
mod codes;
mod crashes;
mod dashboard;
mod demo;
mod doctor;
mod enable;
mod explain;
pub(crate) mod init;
mod journal;
mod lens;
mod limited;
mod lines;
mod log;
mod paint;
pub(crate) mod plain_path;
mod progress_bar;
mod request_view;
mod search;
mod serve;
mod shell;
mod show;
mod tool_reply;
mod trace;
mod undo;
pub(crate) mod whole_file;
mod wrap;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use reply_kit::visible;
use reply_mcp::log_stderr;

use self::serve::ServeArgs;
use self::show::Format;
use crate::app::{App, AppError};
use crate::clients::{Client, StartCommand};
use crate::state_paths::StatePaths;

/// An MCP server that gives agents a governed, path-safe view of Crusader Kings III and its mods.
#[derive(Debug, Parser)]
#[command(version = env!("CK3RAVEN_VERSION"), about, max_term_width = 100)]
struct Cli {
    /// The configuration file; the usual per-user path by default.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Offer no tool that changes anything.
    #[arg(long, global = true)]
    read_only: bool,
    /// Print JSON, for programs.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve one client over stdio (what a client runs), or many over HTTP.
    Serve(serve::ServeArgs),
    /// Open the dashboard in your browser: see, decide and undo what agents do.
    Dashboard(dashboard::DashboardArgs),
    /// Show what was found, what is wrong, and what to do.
    Doctor,
    /// Show the changes that wait for your approval, and what each would do.
    Approvals(approvals::ApprovalsArgs),
    /// Approve exactly one pending change, once.
    Approve(approvals::ApproveArgs),
    /// Refuse a pending change, or all those of a session.
    Deny {
        /// The id of the request, or its beginning, as `ck3raven approvals` shows it.
        #[arg(required_unless_present = "session")]
        request: Option<String>,
        /// All requests of this session, by the label that `ck3raven approvals` shows; `all` for every session.
        #[arg(long, value_name = "LABEL", conflicts_with = "request")]
        session: Option<String>,
    },
    /// Restore what a change replaced, after showing the difference.
    Undo(undo::UndoArgs),
    /// Add a local mod to your playset: to `[[mods]]` of the configuration, or to its playset file.
    Enable {
        /// The mod's name, as in its descriptor.
        name: String,
    },
    /// Find the game on this machine, write a configuration for it, and connect your clients.
    Init(init::InitArgs),
    /// Play an agent's session on a small world: success, self-correction, denial, contract, approval, crash.
    Demo,
    /// Show the whole story of an id: who asked for what, what was decided and why, what changed, how to undo it.
    Trace(trace::TraceArgs),
    /// Show the journal: the last lines, filtered, or statistics.
    Journal(journal::JournalArgs),
    /// List the crash files of failed calls, the newest first.
    Crashes(crashes::CrashesArgs),
    /// Check the syntax of script and localization files: braces, quotes, operators, headers, byte order marks.
    Check(check::CheckArgs),
    /// Find text or files in the game and every mod of the playset, in load order.
    Search(search::SearchArgs),
    /// Show the game's log messages, each once with its count, by mod, file or text.
    Log(log::LogArgs),
    /// Show what is in force in the playset, what overrides what, and how certain that is.
    Lens(lens::LensArgs),
    /// List the reply codes.
    Codes {
        /// Only codes that begin with this text, or whose key or summary contains it.
        text: Option<String>,
    },
    /// Explain a reply code.
    Explain {
        /// A code or a message key.
        code: String,
    },
    /// Limits itself and becomes another program: used to run the validator.
    #[command(hide = true)]
    Limited(limited::LimitedArgs),
    /// Call a tool once, as an agent would, and print the envelope.
    Call {
        /// The tool, such as `ck3_dir`.
        tool: String,
        /// Its arguments, such as '{"command":"list"}'.
        #[arg(default_value = "{}")]
        arguments: String,
    },
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    Man,
}

/// Runs the program as its command line says.
pub fn run() -> ExitCode {
    reply_mcp::log_panics();
    survive_size_limits();
    let code = Cli::parse_visibly().run();
    reply_mcp::flush_stderr();
    code
}

/// Lets a write past the limit on the size of files (`ulimit -f`) fail, as on a full disk. Left alone, the signal ends the process
/// in the middle of a change, for all agents.
#[cfg(unix)]
fn survive_size_limits() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
    // The action stays replaced for as long as the process lives; a program that it becomes or starts has the usual one again.
    let limit = SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw());
    runtime.block_on(async { drop(signal(limit)) });
}

#[cfg(not(unix))]
fn survive_size_limits() {}

impl Cli {
    /// Parses the command line, or ends with what is wrong with it. What is said then repeats arguments, so they are parsed once
    /// more with everything in them visible (L103).
    fn parse_visibly() -> Self {
        Self::try_parse().unwrap_or_else(|error| {
            let shown = std::env::args_os().map(|word| visible(&word.to_string_lossy()).into_owned());
            Self::try_parse_from(shown).err().unwrap_or(error).exit()
        })
    }

    fn run(self) -> ExitCode {
        let code = self.dispatch().unwrap_or_else(|error| fail(&error));
        if outln::all_was_written() {
            return code;
        }
        log_stderr!("error: what was to be shown could not be written");
        ExitCode::from(74)
    }

    fn dispatch(self) -> CommandResult {
        if let Some(Command::Limited(args)) = &self.command {
            return Ok(limited::run(args));
        }
        let paths = StatePaths::find().ok_or(AppError::NoHome)?;
        let config = self.config.as_deref();
        let start = || App::start(&paths, config, self.read_only);
        let format = if self.json { Format::Json } else { Format::Text };
        match self.command {
            None if show::is_person() => {
                greet(config);
                dashboard::run(start()?, paths.clone(), self.config, &dashboard::DashboardArgs::default())
            }
            None => serve::run(start()?, &paths, ServeArgs::default()),
            Some(Command::Serve(args)) => {
                if args.init {
                    init::prepare(&paths, config, args.game.as_ref().map(Path::new));
                }
                serve::run(start()?, &paths, args)
            }
            Some(Command::Dashboard(args)) => dashboard::run(start()?, paths.clone(), self.config, &args),
            Some(Command::Doctor) => Ok(doctor::run(&start()?, &paths, format)),
            Some(Command::Approvals(args)) => approvals::list(&paths, &args, format),
            Some(Command::Approve(args)) => approvals::approve(&paths, &args, format),
            Some(Command::Deny { session: Some(session), .. }) => approvals::deny_session(&paths, &session, format),
            Some(Command::Deny { request, .. }) => approvals::deny(&paths, &request.unwrap_or_default(), format),
            Some(Command::Undo(args)) if args.list => {
                // The start settles the changes of a killed process. If it fails, the known changes are listed all the same.
                if undo::has_unsettled(&paths) {
                    drop(start());
                }
                undo::list(&paths, format)
            }
            Some(Command::Undo(args)) => undo::run(&start()?, &paths, &args, format),
            Some(Command::Enable { name }) => enable::run(&paths, config, &name, format),
            Some(Command::Init(args)) => init::run(&paths, config, &args, format, start),
            Some(Command::Demo) => demo::run(&paths, format),
            Some(Command::Trace(args)) => trace::run(&paths, &args, || start().ok(), format),
            Some(Command::Journal(args)) => journal::run(&paths, &args, format),
            Some(Command::Crashes(args)) => crashes::run(&paths, &args, format),
            Some(Command::Check(args)) => Ok(check::run(&args, format)),
            Some(Command::Search(args)) => search::run(&start()?, &args, format),
            Some(Command::Log(args)) => log::run(&start()?, &args, format),
            Some(Command::Lens(args)) => lens::run(&start()?, args, format),
            Some(Command::Limited(args)) => Ok(limited::run(&args)),
            Some(Command::Codes { text }) => codes::run(text.as_deref(), format),
            Some(Command::Explain { code }) => explain::run(&code, format),
            Some(Command::Completions { shell }) => Ok(shell::completions(shell)),
            Some(Command::Man) => shell::man(),
            Some(Command::Call { tool, arguments }) => call::run(&start()?, &tool, &arguments, format),
        }
    }
}

/// Printed for a person who starts the server by hand: how to connect a client, with the snippet for this machine.
fn greet(config: Option<&Path>) {
    outln!("ck3raven speaks MCP on stdin and stdout; a client starts it. `ck3raven init` connects yours; by hand:\n");
    let command = StartCommand::new(config);
    for (clients, place, client) in [
        ("Claude Desktop, Cursor", "claude_desktop_config.json, .cursor/mcp.json", Client::ClaudeDesktop),
        ("Claude Code", "in a terminal", Client::ClaudeCode),
        ("VS Code", ".vscode/mcp.json", Client::VsCode),
    ] {
        outln!("{clients} ({place}):\n{}\n", command.by_hand(client));
    }
    // No JSON: every shell of Windows wants other quotes.
    outln!("Try it without a client: ck3raven search brave");
    outln!("See what it serves:      ck3raven doctor");
    outln!("Watch a whole session:   ck3raven demo");
    outln!("Use your own game:       ck3raven init");
}

/// The exit code of a command that did its work, or why it could not.
type CommandResult = Result<ExitCode, Box<dyn std::error::Error>>;

/// Prints on stderr why a command failed.
fn fail(error: &dyn std::fmt::Display) -> ExitCode {
    let text = paint::shown(&format!("error: {error}"));
    log_stderr!("{}", show::error_width().map_or(text.as_str().into(), |width| wrap::wrapped(&text, width)));
    ExitCode::from(2)
}
