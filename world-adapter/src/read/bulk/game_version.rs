//! Which version of the game is installed, from the launcher's settings file beside the game's folder (L91).

use serde::Deserialize;

use crate::read::bulk::bytes::{ReadSourceError, SourceBytes, read_into};
use crate::read::kind::Kind;
use crate::roots::contained;
use crate::world::WorldAdapter;

/// The settings file, below the installation.
const SETTINGS: &str = "launcher/launcher-settings.json";
/// The longest accepted version.
const MAX_VERSION: usize = 32;

/// The version of the game that is installed, such as 1.20.0.4: numbers and dots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledVersion(String);

impl InstalledVersion {
    /// The version that a text begins with: `v1.20.0.4 (Crane)` is 1.20.0.4.
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim_start().trim_start_matches('v');
        let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
        let version = text[..end].trim_end_matches('.');
        let is_version = version.len() <= MAX_VERSION && version.contains('.') && !version.contains("..");
        (is_version && !version.starts_with('.')).then(|| Self(version.to_owned()))
    }

    /// The version as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The fields of the launcher's settings that hold the version; the first is meant for programs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LauncherSettings {
    raw_version: Option<String>,
    version: Option<String>,
}

impl WorldAdapter {
    /// The current version of the game; Steam may update it at any time. `None` if it is not known.
    pub(super) fn game_version(&self) -> Option<InstalledVersion> {
        let bytes = self.launcher_settings().ok()?;
        let settings: LauncherSettings = serde_json::from_slice(&bytes[bytes.text_start()..]).ok()?;
        let told = [settings.raw_version, settings.version];
        told.iter().flatten().find_map(|text| InstalledVersion::parse(text))
    }

    /// Reads the settings file: no address names it, and no link leads out of the installation.
    fn launcher_settings(&self) -> Result<SourceBytes, ReadSourceError> {
        let installation = self.installation.as_ref().ok_or(ReadSourceError::Absent)?;
        let dir = installation.dir()?;
        // Devices are recognised by name before anything is opened: opening some has effects.
        if contained::kind(&dir, SETTINGS)? != Kind::File {
            return Err(ReadSourceError::NotAFile);
        }
        let mut bytes = SourceBytes::new();
        read_into(&contained::open_file(&dir, SETTINGS)?, &mut bytes)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::InstalledVersion;

    #[test]
    fn a_version_is_what_a_text_begins_with() {
        for (text, expected) in [
            ("1.20.0.4", Some("1.20.0.4")),
            ("1.12.5 (Scythe)", Some("1.12.5")),
            ("v1.13.0.1", Some("1.13.0.1")),
            (" 1.9.", Some("1.9")),
            ("1", None),
            ("", None),
            ("..", None),
            ("1..2", None),
            (".1.2", None),
            ("/home/nate/1.2", None),
            ("1.11111111111111111111111111111111", None),
        ] {
            assert_eq!(InstalledVersion::parse(text).as_ref().map(InstalledVersion::as_str), expected, "{text}");
        }
    }
}
