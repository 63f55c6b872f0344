//! The dashboard's part of `init`: what was found, the configuration as it would be written, and writing exactly that.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;
use thiserror::Error;
use world_adapter::Digest;

use super::configuration;
use super::detect::{Fit, Machine, ProbedPath, choose};
use super::{has_game, own_data};
use crate::state_paths::StatePaths;

/// The game of this machine, for display.
#[derive(Debug, Serialize)]
pub(crate) struct GameOffer {
    /// Where the configuration is, or would be.
    file: String,
    /// Whether there is a configuration: then the dashboard changes nothing.
    is_configured: bool,
    /// Every path that was examined, and why it was rejected.
    looked_at: Vec<Value>,
    /// The text that would be written; `None` if no game was found.
    configuration: Option<ProposedConfiguration>,
}

#[derive(Debug, Serialize)]
struct ProposedConfiguration {
    text: String,
    /// A digest of exactly this text.
    digest: String,
}

/// Why the configuration is not written.
#[derive(Debug, Error)]
pub(crate) enum OfferError {
    #[error("this user has no home folder")]
    NoHome,
    #[error("there is a configuration already, {0}; change it by hand")]
    Configured(String),
    #[error("what was found is not what you were shown; look at it again")]
    Changed,
    #[error("it cannot be written: {0}")]
    Failed(#[from] std::io::Error),
}

/// Everything that was examined, the path that the user named first.
fn probe(named: Option<&Path>) -> Result<Vec<ProbedPath>, OfferError> {
    let machine = Machine::here().ok_or(OfferError::NoHome)?;
    let mut probed: Vec<ProbedPath> = named.map(ProbedPath::named_game).into_iter().chain(machine.probe()).collect();
    choose(&mut probed);
    Ok(probed)
}

/// The configuration for the chosen paths; `None` without a game, or if the path that the user named is not a game: no other
/// path replaces it.
fn propose(probed: &[ProbedPath], named: Option<&Path>, paths: &StatePaths) -> Option<ProposedConfiguration> {
    let is_wrong = named.is_some() && probed.first().is_some_and(|first| matches!(first.fit, Fit::Not(_)));
    (has_game(probed) && !is_wrong).then(|| {
        let text = configuration::text(probed, &own_data(paths));
        let digest = Digest::of(text.as_bytes()).to_string();
        ProposedConfiguration { text, digest }
    })
}

/// What was found of the game, and the configuration that would be written.
pub(crate) fn offer(paths: &StatePaths, config: Option<&Path>, named: Option<&Path>) -> Result<GameOffer, OfferError> {
    let probed = probe(named)?;
    let file = config.unwrap_or(&paths.config);
    Ok(GameOffer {
        file: file.display().to_string(),
        is_configured: file.exists(),
        looked_at: probed.iter().map(ProbedPath::describe).collect(),
        configuration: propose(&probed, named, paths),
    })
}

/// Writes the configuration that the digest stands for, never over another one; returns its path.
pub(crate) fn accept(
    paths: &StatePaths,
    config: Option<&Path>,
    named: Option<&Path>,
    digest: &str,
) -> Result<PathBuf, OfferError> {
    let file = config.unwrap_or(&paths.config);
    if file.exists() {
        return Err(OfferError::Configured(file.display().to_string()));
    }
    let probed = probe(named)?;
    if propose(&probed, named, paths).is_none_or(|proposed| proposed.digest != digest) {
        return Err(OfferError::Changed);
    }
    configuration::write(file, &probed, &own_data(paths))?;
    Ok(file.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configuration_that_was_shown_is_written_once_and_no_other() {
        let home = tempfile::tempdir().unwrap();
        let paths = StatePaths::under(home.path());
        let wrong = offer(&paths, None, Some(&home.path().join("nowhere"))).unwrap();
        assert!(wrong.configuration.is_none() && wrong.looked_at[0]["objection"] == "nothing is there", "{wrong:?}");
        let game = home.path().join("Crusader Kings III");
        std::fs::create_dir_all(game.join("game/common")).unwrap();
        let shown = offer(&paths, None, Some(&game)).unwrap().configuration.unwrap();
        assert!(shown.text.contains("Crusader Kings III"), "{}", shown.text);
        let refused = accept(&paths, None, Some(&game), "another");
        assert!(matches!(refused, Err(OfferError::Changed)) && !paths.config.exists(), "{refused:?}");
        let written = accept(&paths, None, Some(&game), &shown.digest).unwrap();
        assert_eq!(std::fs::read_to_string(written).unwrap(), shown.text);
        assert!(offer(&paths, None, Some(&game)).unwrap().is_configured);
        let refused = accept(&paths, None, Some(&game), &shown.digest);
        assert!(matches!(refused, Err(OfferError::Configured(_))), "{refused:?}");
    }
}
