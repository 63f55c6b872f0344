//! How a client starts the program that it installed from a bundle: with settings that a person may have left empty.

use std::process::Stdio;

use crate::server::Home;

#[test]
fn started_with_init_it_writes_a_configuration_for_the_game_and_for_nothing_else() {
    let home = Home::new();
    let person = home.path("person");
    std::fs::create_dir_all(&person).unwrap();
    let serve = |game: &str| {
        let mut program = home.program(&["serve", "--init", "--game", game]);
        let ended = program.env("HOME", &person).env_remove("XDG_DATA_HOME").stdin(Stdio::null()).output().unwrap();
        assert!(ended.status.success(), "{ended:?}");
        String::from_utf8(ended.stderr).unwrap()
    };
    for empty in ["", "${user_config.game}", "/nowhere/at/all"] {
        let said = serve(empty);
        assert!(said.contains("no game was found") && said.contains("sample world"), "{said}");
    }
    let installed = home.path("installed");
    std::fs::create_dir_all(installed.join("game/common")).unwrap();
    let said = serve(installed.to_str().unwrap());
    assert!(said.contains("found the game, and wrote"), "{said}");
    // What is there is the person's, and stays.
    let again = serve("");
    assert!(!again.contains("sample world") && !again.contains("wrote"), "{again}");
}

/// Who never modded has documents without the folder for mods; it is made, as the game's launcher would.
#[cfg(unix)]
#[test]
fn a_player_without_a_single_mod_is_served_the_game_that_was_found() {
    let home = Home::new();
    let documents = home.path("person/.local/share/Paradox Interactive/Crusader Kings III");
    std::fs::create_dir_all(&documents).unwrap();
    std::fs::write(documents.join("dlc_load.json"), r#"{"enabled_mods":[],"disabled_dlcs":[]}"#).unwrap();
    let game = home.path("installed/game");
    std::fs::create_dir_all(game.join("common")).unwrap();
    let mut program = home.program(&["serve", "--init", "--game", game.to_str().unwrap()]);
    let program = program.env("HOME", home.path("person")).env_remove("XDG_DATA_HOME").stdin(Stdio::null());
    let ended = program.output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    assert!(documents.join("mod").is_dir());
}
