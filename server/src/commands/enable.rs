//! `enable`: adds a local mod to the playset that the user maintains: `[[mods]]` of the configuration, or a playset file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ck3_script::Descriptor;
use enforcement::quoted;
use serde_json::{Value, json};
use world_adapter::read_regular;

use super::CommandResult;
use super::show::{self, Format};
use super::whole_file::{self, Turn};
use crate::app;
use crate::config::Settings;
use crate::state_paths::StatePaths;

/// The most files of the local mods folder that are read, and the most bytes of one.
const MAX_DESCRIPTORS: usize = 10_000;
/// The largest configuration or playset file.
const MAX_FILE: u64 = 64 << 20;
const MAX_DESCRIPTOR_BYTES: u64 = 1024 * 1024;

pub(crate) fn run(paths: &StatePaths, config: Option<&Path>, name: &str, format: Format) -> CommandResult {
    // What is enabled at the same time must be seen before this is added to it.
    let _turn = Turn::take(&paths.person_lock()).map_err(|error| format!("nothing was changed: {error}"))?;
    let (settings, source) = app::settings(paths, config)?;
    let config = source.ok_or("the built-in world has no playset of yours; `ck3raven init` writes a configuration")?;
    let local = settings.local_mods_folder.as_deref().ok_or("the configuration names no `local_mods_folder`")?;
    let folder = find(local, name).ok_or_else(|| format!("no mod {} is in the local mods folder", quoted(name)))?;
    if settings.mods.iter().any(|found| found.name == name) && settings.playset.is_none() {
        return Err(format!("{} is enabled already", quoted(name)).into());
    }
    let written = match settings.playset.as_deref() {
        None => add_to_configuration(&config, name, &folder),
        Some(file) if file.extension().is_some_and(|extension| extension == "json") && !is_launchers(file) => {
            add_to_playset(file, name, &folder)
        }
        Some(_) => return Err("the playset is the launcher's: enable the mod there; the next call sees it".into()),
    };
    written.map_err(|error| format!("nothing was changed: {error}"))?;
    if format == Format::Json {
        show::json(&json!({ "enabled": name, "folder": folder.display().to_string() }));
    } else {
        outln!("enabled: {}, at the end of the load order; a running server sees it with the next call", quoted(name));
    }
    Ok(ExitCode::SUCCESS)
}

fn is_launchers(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name == "dlc_load.json")
}

/// The folder of a local mod, by the name in its launcher file. Only a folder in the local mods folder counts (L104).
fn find(local: &Path, name: &str) -> Option<PathBuf> {
    let files = fs::read_dir(local).ok()?.flatten().take(MAX_DESCRIPTORS).map(|entry| entry.path());
    let mut descriptors = files.filter(|path| path.extension().is_some_and(|extension| extension == "mod"));
    descriptors.find_map(|path| {
        let descriptor = Descriptor::parse(&read_regular(&path, MAX_DESCRIPTOR_BYTES).ok()?);
        let last = descriptor.value("path")?.rsplit(['/', '\\']).next()?;
        let folder = local.join(last);
        (descriptor.value("name") == Some(name) && !last.is_empty() && !last.starts_with('.') && folder.is_dir())
            .then_some(folder)
    })
}

fn add_to_configuration(config: &Path, name: &str, folder: &Path) -> io::Result<()> {
    let text = read_text(config)?;
    let (name, path) = (toml_string(name), toml_string(&folder.display().to_string()));
    let new = format!("{}\n\n[[mods]]\nname = {name}\npath = {path}\n", text.trim_end());
    // The new text must parse before it is written.
    if let Err(problems) = Settings::read(&new, config.parent().unwrap_or(Path::new("."))) {
        let problem = problems.first().map(ToString::to_string).unwrap_or_default();
        return Err(io::Error::other(format!("add it to `[[mods]]` by hand ({problem})")));
    }
    whole_file::replace(config, new.as_bytes())
}

fn add_to_playset(file: &Path, name: &str, folder: &Path) -> io::Result<()> {
    let mut playset: Value = serde_json::from_str(read_text(file)?.trim_start_matches('\u{feff}'))?;
    let Some(mods) = playset.get_mut("mods").and_then(Value::as_array_mut) else {
        return Err(io::Error::other("the playset file has no list `mods`"));
    };
    if mods.iter().any(|found| found["name"] == name) {
        return Err(io::Error::other("the playset names it already"));
    }
    mods.push(json!({ "name": name, "path": folder.display().to_string(), "enabled": true }));
    whole_file::replace(file, &serde_json::to_vec_pretty(&playset)?)
}

/// A file of the person's. A pipe in its place would be waited for with the lock held (L101).
fn read_text(file: &Path) -> io::Result<String> {
    String::from_utf8(read_regular(file, MAX_FILE)?).map_err(io::Error::other)
}

/// A basic string of TOML: JSON's notation is valid TOML.
fn toml_string(text: &str) -> String {
    Value::from(text).to_string()
}
