//! Playsets of a real size: a game and mods that override a part of it. The same numbers give the same files.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// How much is generated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) scripts: usize,
    /// Bytes of each script of the game, about.
    pub(crate) script_bytes: usize,
    pub(crate) texts: usize,
    pub(crate) mods: usize,
    pub(crate) files_per_mod: usize,
}

/// 3,000 scripts of 60 MB, 300 localization files, 100 mods of 60 files.
pub(crate) const BRIEF: Size = Size { scripts: 3_000, script_bytes: 20_000, texts: 300, mods: 100, files_per_mod: 60 };

/// 7,000 scripts, 1,200 localization files, 200 mods of 60 files.
pub(crate) const FULL: Size = Size { scripts: 7_000, script_bytes: 32_000, texts: 1_200, mods: 200, files_per_mod: 60 };

const FOLDERS: &[&str] = &[
    "common/traits",
    "common/decisions",
    "common/scripted_effects",
    "common/scripted_triggers",
    "common/modifiers",
    "common/buildings",
    "common/culture/traditions",
    "events",
    "history/characters",
    "common/script_values",
];

/// Lays a playset out; the first folder is the game.
pub(crate) fn lay_out(root: &Path, size: Size) -> Vec<PathBuf> {
    let game = root.join("game");
    for number in 0..size.scripts {
        write(&game, &script_path(number), &script(number, 0, size.script_bytes));
    }
    for number in 0..size.texts {
        write(&game, &format!("localization/english/text_{number:04}_l_english.yml"), &texts(number, 250));
    }
    let mut folders = vec![game];
    for of_mod in 1..=size.mods {
        let folder = root.join(format!("mod{of_mod:03}"));
        write(&folder, "descriptor.mod", &format!("name=\"Mod {of_mod}\"\n"));
        for file in 0..size.files_per_mod {
            let number = (of_mod * 131 + file * 17) % size.scripts;
            // One in four replaces a file of the game, the others override objects by name.
            let path = match file % 4 {
                0 => script_path(number),
                _ => script_path(number).replace(".txt", &format!("_{of_mod}.txt")),
            };
            write(&folder, &path, &script(number, of_mod, 4_000));
        }
        folders.push(folder);
    }
    folders
}

pub(crate) fn script_path(number: usize) -> String {
    format!("{}/{:04}_file.txt", FOLDERS[number % FOLDERS.len()], number / FOLDERS.len())
}

/// Objects of about 600 bytes, with blocks in them as scripts have.
fn script(number: usize, of_mod: usize, bytes: usize) -> String {
    let mut text = String::from("\u{feff}# generated\n");
    let mut object = 0;
    while text.len() < bytes {
        let _ = write!(text, "object_{number}_{object} = {{\n\tindex = {object}\n\tcost = {}\n", of_mod * 7 + object);
        for line in 0..6 {
            let _ = write!(
                text,
                "\tmodifier = {{\n\t\tadd = {line}\n\t\thas_trait = trait_{line} # why\n\t\tdesc = \"Text {line}\"\n\t}}\n"
            );
        }
        text.push_str("}\n\n");
        object += 1;
    }
    text
}

fn texts(number: usize, count: usize) -> String {
    let mut text = String::from("\u{feff}l_english:\n");
    for key in 0..count {
        let _ =
            writeln!(text, " text_{number}_{key}:0 \"A sentence of some length, number {key}, with [Root.GetName]\"");
    }
    text
}

pub(crate) fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}
