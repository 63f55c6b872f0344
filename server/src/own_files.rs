//! The program's state, and the files that decide visibility, lie outside everything that agents can reach (L66, L104).

use std::path::{Path, PathBuf};

use world_adapter::{Playset, RootKey, create_private_folder};

use crate::app::AppError;
use crate::config::Settings;
use crate::permissions;
use crate::state_paths::StatePaths;

/// Neither the state nor the configuration lies beneath anything that an agent can address, and nothing that an agent can
/// address lies beneath them.
pub(crate) fn check_own_files(
    settings: &Settings,
    paths: &StatePaths,
    config: Option<&Path>,
    playset: &Playset,
) -> Result<(), AppError> {
    permissions::secure(&paths.state)?;
    let own = paths.state.canonicalize()?;
    let config = config.and_then(|config| config.canonicalize().ok());
    // It may be the state of another server of this user.
    let locks = StatePaths::shared_locks().and_then(|folder| {
        create_private_folder(&folder).ok()?;
        folder.canonicalize().ok()
    });
    let own_files = || [Some(own.as_path()), config.as_deref(), locks.as_deref()].into_iter().flatten();
    for found in playset.mods() {
        if let Some(what) = own_files().find(|what| found.overlaps(what)) {
            let other = format!("the mod `{}` of the playset", found.name());
            return Err(AppError::OwnFiles { what: what.display().to_string(), other });
        }
    }
    let roots = settings.roots.iter().map(|(_, path)| path.as_path());
    let mods = settings.mods.iter().map(|entry| entry.path.as_path()).chain(settings.local_mods_folder.as_deref());
    for path in roots.chain(mods) {
        // A path that does not exist is reported later, with everything else that is wrong.
        let Ok(path) = path.canonicalize() else { continue };
        if let Some(what) = own_files().find(|what| what.starts_with(&path) || path.starts_with(what)) {
            return Err(AppError::OwnFiles { what: what.display().to_string(), other: path.display().to_string() });
        }
    }
    Ok(())
}

/// The files that name a playset's mods lie outside everything that agents can write: they decide what agents see (L104).
pub(crate) fn check_playset_files(settings: &Settings, files: &[PathBuf], playset: &Playset) -> Result<(), AppError> {
    let in_reach = |(key, path): &(RootKey, PathBuf)| match key {
        RootKey::Ck3ravenData => Some(path.join("wip")),
        RootKey::Repo => Some(path.clone()),
        _ => None,
    };
    for file in files {
        if let Some(other) = around(file, settings.roots.iter().filter_map(in_reach), settings, playset) {
            return Err(AppError::OwnFiles { what: format!("the playset file {}", file.display()), other });
        }
    }
    Ok(())
}

/// The validator lies outside everything that agents can write: it runs with the person's rights (L95, L104).
pub(crate) fn check_validator(settings: &Settings, playset: &Playset) -> Result<(), AppError> {
    let Some(tiger) = &settings.tiger else { return Ok(()) };
    let roots = settings.roots.iter().filter(|(key, _)| *key != RootKey::Game).map(|(_, path)| path.clone());
    match around(&tiger.path, roots, settings, playset) {
        Some(other) => Err(AppError::Validator { program: tiger.path.display().to_string(), other }),
        None => Ok(()),
    }
}

/// The folder or mod in which a file lies, of these folders and of the mods; or in which its target lies, if it is a link.
fn around(
    file: &Path,
    folders: impl Iterator<Item = PathBuf>,
    settings: &Settings,
    playset: &Playset,
) -> Option<String> {
    let named = file.parent().and_then(|folder| folder.canonicalize().ok()?.join(file.file_name()?).into());
    let places: Vec<PathBuf> = [named, file.canonicalize().ok()].into_iter().flatten().collect();
    let mods = settings.mods.iter().map(|entry| entry.path.clone()).chain(settings.local_mods_folder.clone());
    let mut folders = folders.chain(mods).filter_map(|path| path.canonicalize().ok());
    if let Some(folder) = folders.find(|folder| places.iter().any(|place| place.starts_with(folder))) {
        return Some(folder.display().to_string());
    }
    let found = playset.mods().iter().find(|found| places.iter().any(|place| found.holds(place)))?;
    Some(format!("the mod `{}`", found.name()))
}
