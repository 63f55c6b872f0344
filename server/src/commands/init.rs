//! `init`: a commented configuration for the game on this machine.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use reply_mcp::log_stderr;
use serde_json::{Value, json};
use world_adapter::RootKey;

use super::detect::{Candidate, candidates};
use super::fail;
use super::paint::{BAD, BOLD, DIM, GOOD, styled};
use super::show::{self, Format};
use crate::state_paths::StatePaths;

#[derive(Debug, Args)]
pub(crate) struct InitArgs {
    /// The game's own files: the folder `game` of its installation.
    #[arg(long, value_name = "DIR")]
    game: Option<PathBuf>,
    /// The player's documents, with `mod` in it.
    #[arg(long, value_name = "DIR")]
    user_docs: Option<PathBuf>,
    /// The workshop's mods.
    #[arg(long, value_name = "DIR")]
    steam: Option<PathBuf>,
    /// Write over a configuration that is there; it is kept beside, as `.bak`.
    #[arg(long)]
    force: bool,
    /// Do not ask.
    #[arg(long, short = 'y')]
    yes: bool,
}

pub(crate) fn run(paths: &StatePaths, config: Option<&Path>, args: &InitArgs, format: Format) -> ExitCode {
    let path = config.unwrap_or(&paths.config);
    if path.exists() && !args.force {
        return fail(&format!("{} exists; change it by hand, or replace it with --force", path.display()));
    }
    let mut looked = Vec::new();
    for (key, told) in
        [(RootKey::Game, &args.game), (RootKey::UserDocs, &args.user_docs), (RootKey::Steam, &args.steam)]
    {
        looked.extend(told.iter().map(|path| Candidate { key, exists: path.is_dir(), path: absolute(path) }));
    }
    looked.extend(candidates());
    let chosen = choose(&looked);
    let own = paths.state.with_file_name("data");
    // What agents see from now on, in place of the sample world.
    let is_sample = config.is_none() && !path.exists();
    if format == Format::Text {
        list(&looked, &chosen);
        if is_sample {
            let roots =
                if chosen.is_empty() { "no game, so nothing but scratch space" } else { "what is marked above" };
            outln!("\nuntil now the built-in sample world is served; with this configuration it is {roots}");
        }
        if show::is_person() && !args.yes && !show::agrees(&format!("write {}?", path.display())) {
            outln!("nothing was written");
            return ExitCode::FAILURE;
        }
    }
    match write(path, &configuration(&chosen, &own), &own) {
        Ok(()) if format == Format::Json => {
            let looked: Vec<Value> = looked.iter().map(|found| found.describe(&chosen)).collect();
            show::json(
                &json!({ "wrote": path.display().to_string(), "replaces_sample": is_sample, "looked_at": looked }),
            );
            ExitCode::SUCCESS
        }
        Ok(()) => {
            outln!("\nwrote {}\nnext: {}", path.display(), styled(BOLD, "ck3raven doctor"));
            ExitCode::SUCCESS
        }
        Err(error) => fail(&format!("{} cannot be written: {error}", path.display())),
    }
}

/// For a client that starts the server with no person before it: where there is no configuration, writes one for the game that
/// `game` names or that is found. Without a game nothing is written, and the sample world is served.
pub(crate) fn prepare(paths: &StatePaths, config: Option<&Path>, game: Option<&Path>) {
    let path = config.unwrap_or(&paths.config);
    if path.exists() {
        return;
    }
    // A client whose person left the setting empty gives an empty word, or the setting's own name.
    let told = game.filter(|game| !game.as_os_str().is_empty() && !game.to_string_lossy().starts_with("${"));
    let told =
        told.map(|game| Some(game.join("game")).filter(|inner| inner.is_dir()).unwrap_or_else(|| absolute(game)));
    let told = told.map(|path| Candidate { key: RootKey::Game, exists: path.is_dir(), path });
    let looked: Vec<Candidate> = told.into_iter().chain(candidates()).collect();
    let chosen = choose(&looked);
    if !chosen.iter().any(|candidate| candidate.key == RootKey::Game) {
        log_stderr!("ck3raven: no game was found in {} places; `ck3raven init --game DIR` names it", looked.len());
        return;
    }
    let own = paths.state.with_file_name("data");
    match write(path, &configuration(&chosen, &own), &own) {
        Ok(()) => log_stderr!("ck3raven: found the game, and wrote {}", path.display()),
        Err(error) => log_stderr!("ck3raven: {} cannot be written: {error}", path.display()),
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The first place of each kind that exists.
fn choose(looked: &[Candidate]) -> Vec<&Candidate> {
    let first = |key: RootKey| looked.iter().find(|candidate| candidate.key == key && candidate.exists);
    [RootKey::Game, RootKey::Steam, RootKey::UserDocs].into_iter().filter_map(first).collect()
}

impl Candidate {
    /// For programs.
    fn describe(&self, chosen: &[&Candidate]) -> Value {
        let is_chosen = chosen.iter().any(|chosen| std::ptr::eq(*chosen, self));
        json!({ "root": self.key.as_str(), "path": self.path.display().to_string(), "exists": self.exists, "is_chosen": is_chosen })
    }
}

fn list(looked: &[Candidate], chosen: &[&Candidate]) {
    outln!("{}", styled(BOLD, "looked at"));
    for candidate in looked {
        let is_chosen = chosen.iter().any(|chosen| std::ptr::eq(*chosen, candidate));
        let (mark, why) = match (candidate.exists, is_chosen) {
            (true, true) => (styled(GOOD, "✓"), ""),
            (true, false) => (styled(DIM, "·"), "another was found first"),
            (false, _) => (styled(BAD, "✗"), "nothing is there"),
        };
        outln!("  {mark} {:<10} {}  {}", candidate.key.as_str(), candidate.path.display(), styled(DIM, why));
    }
}

fn configuration(chosen: &[&Candidate], own: &Path) -> String {
    let place = |key: RootKey| chosen.iter().find(|candidate| candidate.key == key).map(|candidate| &candidate.path);
    let mut text = String::from(
        "# ck3raven: what agents see, and what they may do.\n\n\
         # The mode a session starts in: \"ck3lens\" for modding, \"ck3raven-dev\" for developing ck3raven itself.\n\
         mode = \"ck3lens\"\n\
         # The modes an agent may choose.\n\
         modes = [\"ck3lens\"]\n\
         # true: nothing can be changed, and the tools that change things are not offered.\n\
         read_only = false\n\n",
    );
    if let Some(docs) = place(RootKey::UserDocs) {
        let _ = writeln!(text, "# Your own mods: an agent changes them under a contract, and nothing else.");
        let _ = writeln!(text, "local_mods_folder = {}\n", quoted(&docs.join("mod")));
        if ck3_launcher::newest(docs).is_some() || docs.join("dlc_load.json").is_file() {
            text.push_str(
                "# The launcher's active playset, from its database or else dlc_load.json; or name a playset file, or list\n\
                 # `[[mods]]` with name and path, in load order. Changes are seen while the server runs.\n",
            );
            let _ = writeln!(text, "playset = {}", quoted(docs));
            text.push_str(
                "# What an agent may select besides, for its own session: \"all\" of the launcher's, or a list of names and files.\n\
                 # playsets = \"all\"\n\n",
            );
        }
    }
    let _ = writeln!(text, "# Where approvals are given: \"client\" asks in it where it can, \"terminal\" never does.");
    let _ = writeln!(text, "# approvals = \"terminal\"\n");
    let _ = writeln!(text, "[roots]\n# Scratch space and the program's data; agents write in its folder `wip` freely.");
    let _ = writeln!(text, "ck3raven_data = {}", quoted(own));
    for (key, about) in [
        (RootKey::Game, "The game's own files: read, never changed."),
        (RootKey::Steam, "The workshop's mods: read, never changed."),
        (RootKey::UserDocs, "The player's documents: seen as far as a mod of the playset lies in them."),
    ] {
        let _ = writeln!(text, "# {about}");
        match place(key) {
            Some(path) => _ = writeln!(text, "{} = {}", key.as_str(), quoted(path)),
            None => _ = writeln!(text, "# {} = \"\"", key.as_str()),
        }
    }
    text.push_str("\n[limits]\n# How long a call may take before it is given up.\ntimeout_seconds = 60\n");
    text
}

/// A path as a TOML string; a literal one where it can be, so that backslashes stay what they are.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    if text.contains('\'') { format!("{text:?}") } else { format!("'{text}'") }
}

fn write(path: &Path, text: &str, own: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(own.join("wip"))?;
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    if path.exists() {
        std::fs::rename(path, path.with_extension("toml.bak"))?;
    }
    // Never over a file that appeared meanwhile.
    std::fs::File::create_new(path)?.write_all(text.as_bytes())
}
