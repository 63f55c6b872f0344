//! `init`: finds the game on this machine, writes a commented configuration, and connects clients.

mod configuration;
mod detect;
mod offer;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use reply_mcp::log_stderr;
use serde_json::{Value, json};
use world_adapter::RootKey;

use self::detect::{DetectedKind, Fit, Machine, ProbedPath, choose};
use super::paint::{BAD, BOLD, DIM, GOOD, styled};
use super::show::{self, Format};
use super::{CommandResult, doctor};
use crate::app::{App, AppError};
use crate::clients::{Client, ClientChange, StartCommand, UserFolders};
use crate::state_paths::StatePaths;

pub(crate) use offer::{GameOffer, accept, offer};

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
) -> CommandResult {
    let machine = Machine::here().ok_or(AppError::NoHome)?;
    let is_asked = format == Format::Text && show::is_person() && !args.yes;
    let mut init =
        InitRun { paths, machine, config, format, is_asked, wrote: None, probed: Vec::new(), clients: Vec::new() };
    if init.configure(args)? && init.connect(&args.client)? { init.examine(start) } else { Ok(ExitCode::FAILURE) }
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
    /// The paths that `init` examined, for programs.
    probed: Vec<Value>,
    /// The outcome for each client's configuration, for programs.
    clients: Vec<Value>,
}

impl InitRun<'_> {
    /// Finds the game and writes the configuration, unless the user wants neither; false if the person refused.
    fn configure(&mut self, args: &InitArgs) -> Result<bool, Box<dyn Error>> {
        let path = self.config.unwrap_or(&self.paths.config).to_owned();
        if path.exists() && !args.force {
            let replace =
                || show::agrees(&format!("{} exists. Overwrite it, and keep the old one as .bak?", path.display()));
            if !(self.is_asked && replace()) {
                // Connecting a client is a reason to run `init` again.
                if self.is_asked || !args.client.is_empty() {
                    return Ok(true);
                }
                let path = path.display();
                return Err(format!("{path} exists; change it by hand, or replace it with --force").into());
            }
        }
        let mut probed = paths_from_args(args)?;
        probed.extend(self.machine.probe());
        choose(&mut probed);
        self.list(&probed);
        if !has_game(&probed) && self.is_asked {
            probed.extend(ask_game_folder());
        }
        choose(&mut probed);
        self.probed = probed.iter().map(ProbedPath::describe).collect();
        if !has_game(&probed) {
            self.print(
                "\nno game was found, so nothing was written, and the built-in sample world stays what is served",
            );
            self.print(&format!("name it with {}", styled(BOLD, "ck3raven init --game DIR")));
            return Ok(true);
        }
        if self.config.is_none() && !path.exists() {
            self.print(
                "\nuntil now the built-in sample world is served; with this configuration it is what is marked above",
            );
        }
        if self.is_asked && !show::agrees(&format!("\nwrite {}?", path.display())) {
            self.print("nothing was written");
            return Ok(false);
        }
        configuration::write(&path, &probed, &own_data(self.paths))
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        self.print(&format!("\nwrote {}", path.display()));
        self.wrote = Some(path);
        Ok(true)
    }

    /// Reports the paths that were examined, and which were rejected and why.
    fn list(&self, probed: &[ProbedPath]) {
        if self.format == Format::Json {
            return;
        }
        outln!("{}", styled(BOLD, "looked at"));
        for candidate in probed {
            let mark = match candidate.fit {
                Fit::Not(_) => styled(BAD, "✗"),
                _ if candidate.is_chosen => styled(GOOD, "✓"),
                _ => styled(DIM, "·"),
            };
            let why = styled(DIM, candidate.objection());
            outln!("  {mark} {:<10} {}  {why}", candidate.sought.word(), candidate.path.display());
        }
        if let Some(documents) = configuration::place(probed, RootKey::UserDocs) {
            match configuration::playsets(documents) {
                Some(file) => outln!("  {} {:<10} {}", styled(GOOD, "✓"), "playsets", file.display()),
                None => {
                    let none = styled(DIM, "none yet: start the game's launcher once, or list `[[mods]]`");
                    outln!("  {} {:<10} {none}", styled(DIM, "·"), "playsets");
                }
            }
        }
    }

    /// Adds the server to the configurations of clients: those that were named, or those that the user agrees to. False if a
    /// client that was named is not connected.
    fn connect(&mut self, named: &[Client]) -> Result<bool, Box<dyn Error>> {
        let command = StartCommand::new(self.config);
        let folders = UserFolders::here().ok_or(AppError::NoHome)?;
        let mut is_done = true;
        for client in Client::ALL {
            let is_named = named.contains(&client);
            let is_offered = is_named || (self.is_asked && client.is_installed(&folders));
            if !is_offered {
                continue;
            }
            let (state, copy) = self.connect_one(client, &folders, &command, is_named).unwrap_or_else(|why| {
                is_done = false;
                self.print(&why);
                ("not connected", None)
            });
            let file = client.file(&folders);
            let kept = copy.as_ref().map(|copy| format!(", what it was is {}", copy.display())).unwrap_or_default();
            self.print(&format!("{}: {state} ({}{kept})", client.name(), file.display()));
            let copy = copy.map(|copy| copy.display().to_string());
            let file = file.display().to_string();
            self.clients.push(json!({ "client": client.name(), "file": file, "state": state, "copy": copy }));
        }
        Ok(is_done || named.is_empty())
    }

    /// Adds the server to a client's configuration, if it was named or the user agrees: the outcome, and the copy of what was
    /// there before; or why it failed.
    fn connect_one(
        &self,
        client: Client,
        folders: &UserFolders,
        command: &StartCommand,
        is_named: bool,
    ) -> Result<(&'static str, Option<PathBuf>), String> {
        let name = client.name();
        let change = ClientChange::new(client, folders, command)
            .map_err(|error| format!("\n{name}: {error}; `ck3raven` alone prints what to add"))?;
        let Some(change) = change else { return Ok(("connected already", None)) };
        self.print(&format!("\n{name}, as it would be:\n"));
        // Others chose the rest of the configuration (L103).
        if self.format == Format::Text {
            show::content(&change.difference(), usize::MAX);
        }
        if !is_named && !show::agrees(&format!("connect {name}?")) {
            return Ok(("left as it is", None));
        }
        let copy = change.write().map_err(|error| format!("{name}: {error}"))?;
        Ok(("connected; restart it", copy))
    }

    /// Ends with the doctor's report.
    fn examine(self, start: impl Fn() -> Result<App, AppError>) -> CommandResult {
        let app = start()?;
        if self.format == Format::Text {
            outln!("");
            let code = doctor::run(&app, self.paths, self.format);
            outln!("\n{}", self.next_step());
            return Ok(code);
        }
        let (is_well, found) = doctor::report(&app, self.paths);
        let wrote = self.wrote.map(|path| path.display().to_string());
        show::json(&json!({
            "keeps_sample": app.report.config.is_none(),
            "wrote": wrote,
            "looked_at": self.probed,
            "clients": self.clients,
            "doctor": found,
        }));
        Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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
    let named = game.filter(|game| !game.as_os_str().is_empty() && !game.to_string_lossy().starts_with("${"));
    let found = Machine::here().map(|machine| machine.probe()).unwrap_or_default();
    let mut probed: Vec<ProbedPath> = named.map(ProbedPath::named_game).into_iter().chain(found).collect();
    choose(&mut probed);
    if !has_game(&probed) {
        log_stderr!("ck3raven: no game was found in {} places; `ck3raven init --game DIR` names it", probed.len());
        return;
    }
    match configuration::write(path, &probed, &own_data(paths)) {
        Ok(()) => log_stderr!("ck3raven: found the game, and wrote {}", path.display()),
        Err(error) => log_stderr!("ck3raven: {} cannot be written: {error}", path.display()),
    }
}

/// Scratch space, beside the program's own state.
fn own_data(paths: &StatePaths) -> PathBuf {
    paths.state.with_file_name("data")
}

fn has_game(probed: &[ProbedPath]) -> bool {
    configuration::place(probed, RootKey::Game).is_some()
}

/// The paths on the command line. A path that does not fit ends the command, instead of being replaced by another one.
fn paths_from_args(args: &InitArgs) -> Result<Vec<ProbedPath>, String> {
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let game = args.game.as_deref().map(ProbedPath::named_game);
    let documents = args.user_docs.as_ref().map(|path| ProbedPath::at(DetectedKind::Documents, absolute(path)));
    let workshop = args.steam.as_ref().map(|path| ProbedPath::at(DetectedKind::Workshop, absolute(path)));
    let mut named: Vec<ProbedPath> = [game, documents, workshop].into_iter().flatten().collect();
    for candidate in &mut named {
        match candidate.fit {
            Fit::Not(why) => return Err(format!("{}: {why}", candidate.path.display())),
            // The user named these paths.
            Fit::Weak(_) | Fit::Good => candidate.fit = Fit::Good,
        }
    }
    Ok(named)
}

/// Asks where the game is, until it is found or the user has no answer.
fn ask_game_folder() -> Option<ProbedPath> {
    for _ in 0..MAX_QUESTIONS {
        let answer = show::ask("\nwhere is the game? Its folder, or just Enter to keep the sample world:")?;
        // Windows adds quotes to a path that is copied from its file manager.
        let answer = answer.trim_matches('"');
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
