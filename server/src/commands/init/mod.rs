//! `init`: finds the game on this machine, writes a commented configuration, and connects clients.

mod configuration;
mod detect;
mod offer;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use reply_mcp::log_stderr;
use serde_json::{Value, json};

use self::detect::{DetectedKind, Fit, Machine, ProbedPath, choose};
use super::paint::{BAD, BOLD, DIM, GOOD, styled};
use super::show::{self, Format};
use super::{doctor, fail};
use crate::app::{App, AppError};
use crate::clients::{Client, ClientChange, StartCommand, UserFolders};
use crate::state_paths::StatePaths;

pub(crate) use offer::{accept, offer};

/// How often a person is asked where the game is.
const MAX_QUESTIONS: usize = 3;

#[derive(Debug, Args)]
pub(crate) struct InitArgs {
    /// The game's own files: the folder `game` of its installation, or the installation.
    #[arg(long, value_name = "DIR")]
    game: Option<PathBuf>,
    /// The player's documents, with `mod` in it.
    #[arg(long, value_name = "DIR")]
    user_docs: Option<PathBuf>,
    /// The workshop's mods.
    #[arg(long, value_name = "DIR")]
    steam: Option<PathBuf>,
    /// Overwrite an existing configuration; a copy is kept beside it, as `.bak`.
    #[arg(long)]
    force: bool,
    /// Add ck3raven to this client's configuration; a copy of it is kept beside it. May be repeated.
    #[arg(long, value_name = "CLIENT")]
    client: Vec<Client>,
    /// Do not ask.
    #[arg(long, short = 'y')]
    yes: bool,
}

pub(crate) fn run(
    paths: &StatePaths,
    config: Option<&Path>,
    args: &InitArgs,
    format: Format,
    start: impl Fn() -> Result<App, AppError>,
) -> ExitCode {
    let Some(machine) = Machine::here() else { return fail(&AppError::NoHome) };
    let is_asked = format == Format::Text && show::is_person() && !args.yes;
    let mut init =
        InitRun { paths, machine, config, format, is_asked, wrote: None, looked: Vec::new(), clients: Vec::new() };
    match init.configure(args).and_then(|()| init.connect(&args.client)) {
        Ok(()) => init.examine(start),
        Err(code) => code,
    }
}

/// The state of an `init` run.
struct InitRun<'a> {
    paths: &'a StatePaths,
    machine: Machine,
    /// The configuration file that the command line names.
    config: Option<&'a Path>,
    format: Format,
    /// Whether a person answers questions.
    is_asked: bool,
    wrote: Option<PathBuf>,
    /// Where `init` looked, for programs.
    looked: Vec<Value>,
    /// The outcome for each client's configuration, for programs.
    clients: Vec<Value>,
}

impl InitRun<'_> {
    /// Finds the game and writes the configuration, unless the user wants neither.
    fn configure(&mut self, args: &InitArgs) -> Result<(), ExitCode> {
        let path = self.config.unwrap_or(&self.paths.config).to_owned();
        if path.exists() && !args.force {
            let replace = || show::agrees(&format!("{} exists. Write it anew, and keep it as .bak?", path.display()));
            if !(self.is_asked && replace()) {
                // Connecting a client is a reason to run `init` again.
                if self.is_asked || !args.client.is_empty() {
                    return Ok(());
                }
                let told = format!("{} exists; change it by hand, or replace it with --force", path.display());
                return Err(fail(&told));
            }
        }
        let mut looked = paths_from_args(args)?;
        looked.extend(self.machine.probe());
        self.list(&looked);
        if !has_game(&choose(&looked)) && self.is_asked {
            looked.extend(ask_game_folder());
        }
        let chosen = choose(&looked);
        let is_chosen = |candidate: &ProbedPath| chosen.iter().any(|chosen| std::ptr::eq(*chosen, candidate));
        self.looked = looked.iter().map(|candidate| candidate.describe(is_chosen(candidate))).collect();
        if !has_game(&chosen) {
            self.print(
                "\nno game was found, so nothing was written, and the built-in sample world stays what is served",
            );
            self.print(&format!("name it with {}", styled(BOLD, "ck3raven init --game DIR")));
            return Ok(());
        }
        if self.config.is_none() && !path.exists() {
            self.print(
                "\nuntil now the built-in sample world is served; with this configuration it is what is marked above",
            );
        }
        if self.is_asked && !show::agrees(&format!("\nwrite {}?", path.display())) {
            self.print("nothing was written");
            return Err(ExitCode::FAILURE);
        }
        let own = own_data(self.paths);
        if let Err(error) = configuration::write(&path, &chosen, &own) {
            return Err(fail(&format!("{} cannot be written: {error}", path.display())));
        }
        self.print(&format!("\nwrote {}", path.display()));
        self.wrote = Some(path);
        Ok(())
    }

    /// Reports where it looked, and what was rejected and why.
    fn list(&self, looked: &[ProbedPath]) {
        if self.format == Format::Json {
            return;
        }
        let chosen = choose(looked);
        outln!("{}", styled(BOLD, "looked at"));
        for candidate in looked {
            let is_chosen = chosen.iter().any(|chosen| std::ptr::eq(*chosen, candidate));
            let mark = match candidate.fit {
                Fit::Not(_) => styled(BAD, "✗"),
                _ if is_chosen => styled(GOOD, "✓"),
                _ => styled(DIM, "·"),
            };
            let why = styled(DIM, candidate.objection(is_chosen));
            outln!("  {mark} {:<10} {}  {why}", candidate.sought.word(), candidate.path.display());
        }
        let documents = chosen.iter().find(|candidate| candidate.sought == DetectedKind::Documents);
        if let Some(documents) = documents {
            match configuration::playsets(&documents.path) {
                Some(file) => outln!("  {} {:<10} {}", styled(GOOD, "✓"), "playsets", file.display()),
                None => {
                    let none = styled(DIM, "none yet: start the game's launcher once, or list `[[mods]]`");
                    outln!("  {} {:<10} {none}", styled(DIM, "·"), "playsets");
                }
            }
        }
    }

    /// Adds the server to the configurations of clients: those that were named, or those that the user agrees to.
    fn connect(&mut self, named: &[Client]) -> Result<(), ExitCode> {
        let command = StartCommand::new(self.config);
        let Some(folders) = UserFolders::here() else { return Err(fail(&AppError::NoHome)) };
        let mut is_done = true;
        for client in Client::ALL {
            let is_named = named.contains(&client);
            let is_offered = is_named || (self.is_asked && client.is_installed(&folders));
            if !is_offered {
                continue;
            }
            let (state, copy) = match ClientChange::new(client, &folders, &command) {
                Ok(None) => ("connected already", None),
                Ok(Some(change)) => {
                    self.print(&format!("\n{}, as it would be:\n", client.name()));
                    // Others chose the rest of the configuration (L103).
                    if self.format == Format::Text {
                        show::content(&change.difference(), usize::MAX);
                    }
                    let agrees = || show::agrees(&format!("connect {}?", client.name()));
                    if !is_named && !agrees() {
                        ("left as it is", None)
                    } else {
                        match change.write() {
                            Ok(copy) => ("connected; restart it", copy),
                            Err(error) => {
                                is_done = false;
                                self.print(&format!("{}: {error}", client.name()));
                                ("not connected", None)
                            }
                        }
                    }
                }
                Err(error) => {
                    is_done = false;
                    self.print(&format!("\n{}: {error}; `ck3raven` alone prints what to add", client.name()));
                    ("not connected", None)
                }
            };
            let file = client.file(&folders);
            let kept = copy.as_ref().map(|copy| format!(", what it was is {}", copy.display())).unwrap_or_default();
            self.print(&format!("{}: {state} ({}{kept})", client.name(), file.display()));
            let copy = copy.map(|copy| copy.display().to_string());
            let file = file.display().to_string();
            self.clients.push(json!({ "client": client.name(), "file": file, "state": state, "copy": copy }));
        }
        if is_done || named.is_empty() { Ok(()) } else { Err(ExitCode::FAILURE) }
    }

    /// Ends with the doctor's report.
    fn examine(self, start: impl Fn() -> Result<App, AppError>) -> ExitCode {
        let app = match start() {
            Ok(app) => app,
            Err(error) => return fail(&error),
        };
        if self.format == Format::Text {
            outln!("");
            let code = doctor::run(&app, self.paths, self.format);
            outln!("\n{}", self.next_step());
            return code;
        }
        let (is_well, found) = doctor::report(&app, self.paths);
        let wrote = self.wrote.map(|path| path.display().to_string());
        show::json(&json!({
            "keeps_sample": app.report.config.is_none(),
            "wrote": wrote,
            "looked_at": self.looked,
            "clients": self.clients,
            "doctor": found,
        }));
        if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// What a person does now, as the last thing they read.
    fn next_step(&self) -> String {
        let is_connected =
            |client: &&Value| client["state"].as_str().is_some_and(|state| state.starts_with("connected"));
        let names: Vec<&str> =
            self.clients.iter().filter(is_connected).filter_map(|it| it["client"].as_str()).collect();
        match names[..] {
            [] => format!(
                "next: {} connects a client, and {} alone prints what to add by hand",
                styled(BOLD, "ck3raven init --client NAME"),
                styled(BOLD, "ck3raven")
            ),
            _ => format!("next: restart {}, and ask it what is in your playset", names.join(", ")),
        }
    }

    fn print(&self, text: &str) {
        if self.format == Format::Text {
            outln!("{text}");
        }
    }
}

/// For a client that starts the server without a person at a terminal: if there is no configuration, writes one for the game at
/// `game` or for the one that is found. Without a game nothing is written, and the sample world is served.
pub(crate) fn prepare(paths: &StatePaths, config: Option<&Path>, game: Option<&Path>) {
    let path = config.unwrap_or(&paths.config);
    if path.exists() {
        return;
    }
    // If the user left the setting empty, a client passes an empty word, or the setting's own name.
    let told = game.filter(|game| !game.as_os_str().is_empty() && !game.to_string_lossy().starts_with("${"));
    let found = Machine::here().map(|machine| machine.probe()).unwrap_or_default();
    let looked: Vec<ProbedPath> = told.map(ProbedPath::named_game).into_iter().chain(found).collect();
    let chosen = choose(&looked);
    if !has_game(&chosen) {
        log_stderr!("ck3raven: no game was found in {} places; `ck3raven init --game DIR` names it", looked.len());
        return;
    }
    let own = own_data(paths);
    match configuration::write(path, &chosen, &own) {
        Ok(()) => log_stderr!("ck3raven: found the game, and wrote {}", path.display()),
        Err(error) => log_stderr!("ck3raven: {} cannot be written: {error}", path.display()),
    }
}

/// Scratch space, beside the program's own state.
fn own_data(paths: &StatePaths) -> PathBuf {
    paths.state.with_file_name("data")
}

fn has_game(chosen: &[&ProbedPath]) -> bool {
    chosen.iter().any(|candidate| candidate.sought == DetectedKind::Game)
}

/// The paths on the command line. A path that does not fit ends the command, instead of being replaced by another one.
fn paths_from_args(args: &InitArgs) -> Result<Vec<ProbedPath>, ExitCode> {
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let game = args.game.as_deref().map(ProbedPath::named_game);
    let documents = args.user_docs.as_ref().map(|path| ProbedPath::at(DetectedKind::Documents, absolute(path)));
    let workshop = args.steam.as_ref().map(|path| ProbedPath::at(DetectedKind::Workshop, absolute(path)));
    let mut told: Vec<ProbedPath> = [game, documents, workshop].into_iter().flatten().collect();
    for candidate in &mut told {
        match candidate.fit {
            Fit::Not(why) => return Err(fail(&format!("{}: {why}", candidate.path.display()))),
            // The user named these paths.
            Fit::Weak(_) | Fit::Good => candidate.fit = Fit::Good,
        }
    }
    Ok(told)
}

/// Asks where the game is, until it is found or the user has no answer.
fn ask_game_folder() -> Option<ProbedPath> {
    for _ in 0..MAX_QUESTIONS {
        let mut out = anstream::stdout();
        let question = "\nwhere is the game? Its folder, or just Enter to keep the sample world:";
        write!(out, "{question} ").and_then(|()| out.flush()).ok()?;
        let mut answer = String::new();
        io::stdin().read_line(&mut answer).ok().filter(|read| *read > 0)?;
        // Windows adds quotes to a path that is copied from its file manager.
        let answer = answer.trim().trim_matches('"');
        if answer.is_empty() {
            return None;
        }
        let named = ProbedPath::named_game(Path::new(answer));
        match named.fit {
            Fit::Not(why) => outln!("{}: {why}", named.path.display()),
            Fit::Good | Fit::Weak(_) => return Some(named),
        }
    }
    None
}
