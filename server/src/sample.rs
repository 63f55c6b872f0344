//! The built-in sample world, so that the first command works on a machine without the game.

use std::fs;
use std::io;
use std::path::Path;

use world_adapter::{Mode, RootKey};

use crate::config::{ModEntry, Settings};

/// The content of the sample world.
const FILES: &[(&str, &str)] = &[
    (
        "game/common/traits/00_traits.txt",
        "brave = {\n\tindex = 1\n\tpersonality = yes\n\tmartial = 2\n}\n\ncraven = {\n\tindex = 2\n\tpersonality = yes\n\tmartial = -2\n}\n",
    ),
    (
        "game/common/buildings/00_castle.txt",
        "castle_01 = {\n\tconstruction_time = slow_construction_time\n\tlevy = 250\n}\n",
    ),
    ("game/events/birth_events.txt", "namespace = birth\n\nbirth.0001 = {\n\ttype = character_event\n}\n"),
    (
        "game/localization/english/traits_l_english.yml",
        "\u{feff}l_english:\n trait_brave:0 \"Brave\"\n trait_craven:0 \"Craven\"\n",
    ),
    (
        "user_docs/mod/Braver Braves/descriptor.mod",
        "name=\"Braver Braves\"\nversion=\"0.1\"\nsupported_version=\"1.*\"\n",
    ),
    (
        "user_docs/mod/Braver Braves/common/traits/zz_braver.txt",
        "brave = {\n\tindex = 1\n\tpersonality = yes\n\tmartial = 4\n}\n",
    ),
    ("steam/123456789/descriptor.mod", "name=\"Better Castles\"\nversion=\"2.3\"\n"),
    ("steam/123456789/common/buildings/zz_castles.txt", "castle_01 = {\n\tlevy = 400\n}\n"),
    // Loaded last, and yet it loses: `zz_braver.txt` of an earlier mod comes later by name.
    ("steam/123456789/common/traits/01_castles.txt", "brave = {\n\tindex = 1\n\tmartial = 3\n}\n"),
    ("ck3raven_data/wip/README.txt", "Scratch space: writing here needs no contract.\n"),
];

/// Creates the world once: later changes and deletions in it are kept. Returns a configuration for it.
pub(crate) fn lay_out(folder: &Path) -> io::Result<Settings> {
    let done = folder.join("laid-out");
    if !done.exists() {
        for (name, content) in FILES {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(&path, content)?;
        }
        fs::write(done, "This world is laid out once; delete its folder for a fresh one.\n")?;
    }
    let root = |key: RootKey| (key, folder.join(key.as_str()));
    let entry = |name: &str, path: &str| ModEntry { name: name.to_owned(), path: folder.join(path) };
    Ok(Settings {
        mode: Some(Mode::Ck3lens),
        modes: Mode::ALL.to_vec(),
        roots: [RootKey::Game, RootKey::Steam, RootKey::UserDocs, RootKey::Ck3ravenData].map(root).to_vec(),
        mods: vec![entry("Braver Braves", "user_docs/mod/Braver Braves"), entry("Better Castles", "steam/123456789")],
        local_mods_folder: Some(folder.join("user_docs/mod")),
        ..Settings::default()
    })
}
