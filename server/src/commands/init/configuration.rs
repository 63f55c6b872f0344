//! The commented configuration that `init` writes.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use world_adapter::RootKey;

use super::detect::ProbedPath;

/// Its text, for the chosen paths.
pub(super) fn text(probed: &[ProbedPath], own: &Path) -> String {
    let mut text = String::from(
        "# ck3raven: what agents see, and what they may do.\n\n\
         # The mode a session starts in: \"ck3lens\" for modding, \"ck3raven-dev\" for developing ck3raven itself.\n\
         mode = \"ck3lens\"\n\
         # The modes an agent may choose.\n\
         modes = [\"ck3lens\"]\n\
         # true: nothing can be changed, and the tools that change things are not offered.\n\
         read_only = false\n\n",
    );
    if let Some(docs) = place(probed, RootKey::UserDocs) {
        let _ = writeln!(text, "# Your own mods: an agent changes them under a contract, and nothing else.");
        let _ = writeln!(text, "local_mods_folder = {}\n", quoted(&own_mods_folder(docs)));
        if playsets(docs).is_some() {
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
        match place(probed, key) {
            Some(path) => _ = writeln!(text, "{} = {}", key.as_str(), quoted(path)),
            None => _ = writeln!(text, "# {} = \"\"", key.as_str()),
        }
    }
    text.push_str("\n[limits]\n# How long a call may take before it is given up.\ntimeout_seconds = 60\n");
    text
}

/// The chosen path of a root.
pub(super) fn place(probed: &[ProbedPath], key: RootKey) -> Option<&Path> {
    let mut chosen = probed.iter().filter(|candidate| candidate.is_chosen);
    chosen.find(|candidate| candidate.sought.root() == Some(key)).map(|found| found.path.as_path())
}

/// The file that lists the enabled mods: the launcher's database, or the list that it wrote for the game.
pub(super) fn playsets(documents: &Path) -> Option<PathBuf> {
    let written = documents.join("dlc_load.json");
    ck3_launcher::newest(documents).or_else(|| written.is_file().then_some(written))
}

/// A path as a TOML string; a literal string if possible, so that backslashes need no escape.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    if text.contains('\'') { format!("{text:?}") } else { format!("'{text}'") }
}

/// Where the player's own mods are, or will be.
fn own_mods_folder(documents: &Path) -> PathBuf {
    documents.join("mod")
}

/// Writes the configuration, and creates the folders that it names: for scratch space, and for local mods if the player has
/// none yet, as the game's launcher does. An existing configuration is kept as `.bak`.
pub(super) fn write(path: &Path, probed: &[ProbedPath], own: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(own.join("wip"))?;
    if let Some(documents) = place(probed, RootKey::UserDocs) {
        std::fs::create_dir_all(own_mods_folder(documents))?;
    }
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    if path.exists() {
        std::fs::rename(path, path.with_extension("toml.bak"))?;
    }
    // Never overwrites a file that appeared meanwhile.
    std::fs::File::create_new(path)?.write_all(text(probed, own).as_bytes())
}
