//! Made-up home directories of each system.

use std::fs;

use super::*;

/// A temporary home directory, and the machine around it.
struct FakeMachine {
    folder: tempfile::TempDir,
    machine: Machine,
}

impl FakeMachine {
    fn new(system: System) -> Self {
        let folder = tempfile::tempdir().unwrap();
        // Canonical, because the system's temporary folder may have a short name.
        let home = plain(&folder.path().canonicalize().unwrap()).join("home");
        let data = match system {
            System::Linux => below(&home, ".local/share"),
            System::MacOs => below(&home, "Library/Application Support"),
            System::Windows => below(&home, "AppData/Roaming"),
        };
        let machine = Machine { system, home, data, documents: None, steam: Vec::new() };
        Self { folder, machine }
    }

    fn path(&self, name: &str) -> PathBuf {
        below(&self.machine.home, name)
    }

    fn file(&self, name: &str, content: &str) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// The game with a workshop in one of Steam's libraries.
    fn library(&self, name: &str) -> &Self {
        self.file(&format!("{name}/steamapps/common/{GAME}/game/common/traits/a.txt"), "");
        self.file(&format!("{name}/steamapps/workshop/content/{GAME_ID}/1/descriptor.mod"), "")
    }

    fn documents(&self, name: &str) -> &Self {
        self.file(&format!("{name}/Paradox Interactive/{GAME}/dlc_load.json"), "{}")
    }

    /// The folders that were found, by their path below the home directory.
    fn found(&self) -> Vec<String> {
        let mut probed = self.machine.probe();
        choose(&mut probed);
        let home = &self.machine.home;
        let show = |found: &ProbedPath| found.path.strip_prefix(home).unwrap().display().to_string().replace('\\', "/");
        probed.iter().filter(|found| found.is_chosen).map(show).collect()
    }

    #[track_caller]
    fn assert_finds(&self, library: &str, documents: &str) {
        let expected = [
            format!("{library}/steamapps/common/{GAME}/game"),
            format!("{library}/steamapps/workshop/content/{GAME_ID}"),
            format!("{documents}/Paradox Interactive/{GAME}"),
        ];
        assert_eq!(self.found(), expected, "in {}", self.folder.path().display());
    }
}

const FLATPAK: &str = ".var/app/com.valvesoftware.Steam/.local/share";
const PROTON: &str = "steamapps/compatdata/1158310/pfx/drive_c/users/steamuser";

#[test]
fn linux_has_steam_the_native_game_and_its_data() {
    let home = FakeMachine::new(System::Linux);
    home.library(".local/share/Steam").documents(".local/share");
    home.assert_finds(".local/share/Steam", ".local/share");
}

#[test]
fn linux_has_steam_in_a_flatpak_and_in_a_snap_with_documents_of_their_own() {
    for sandbox in [FLATPAK, "snap/steam/common/.local/share"] {
        let home = FakeMachine::new(System::Linux);
        home.library(&format!("{sandbox}/Steam")).documents(sandbox);
        home.assert_finds(&format!("{sandbox}/Steam"), sandbox);
    }
}

#[test]
fn a_steam_deck_has_the_game_on_a_card_and_protons_documents() {
    for documents in ["Documents", "My Documents"] {
        let home = FakeMachine::new(System::Linux);
        let card = home.path("card");
        let list = format!("\"libraryfolders\"\n{{\n\t\"1\"\n\t{{\n\t\t\"path\"\t\t\"{}\"\n\t}}\n}}\n", card.display());
        home.file(".local/share/Steam/steamapps/libraryfolders.vdf", &list.replace('\\', r"\\"));
        home.library("card").documents(&format!("card/{PROTON}/{documents}"));
        home.assert_finds("card", &format!("card/{PROTON}/{documents}"));
    }
}

#[test]
fn macos_has_both_under_the_library_and_in_documents() {
    let home = FakeMachine::new(System::MacOs);
    home.library("Library/Application Support/Steam").documents("Documents");
    home.assert_finds("Library/Application Support/Steam", "Documents");
}

#[test]
fn windows_has_steam_where_the_registry_says_and_documents_where_onedrive_moved_them() {
    let mut home = FakeMachine::new(System::Windows);
    home.library("D/Games/Steam").documents("OneDrive/Dokumente");
    // What remained when OneDrive moved the documents.
    fs::create_dir_all(home.path(&format!("Documents/Paradox Interactive/{GAME}"))).unwrap();
    home.machine.steam = vec![home.path("D/Games/Steam"), home.path("C/Program Files (x86)/Steam")];
    home.machine.documents = Some(home.path("OneDrive/Dokumente"));
    home.assert_finds("D/Games/Steam", "OneDrive/Dokumente");
    home.machine.documents = None;
    home.documents("OneDrive/Documents");
    home.assert_finds("D/Games/Steam", "OneDrive/Documents");
}

#[test]
fn what_is_rejected_is_listed_with_its_reason() {
    let home = FakeMachine::new(System::Linux);
    home.library(".local/share/Steam").library(&format!("{FLATPAK}/Steam"));
    home.file(&format!("snap/steam/common/.local/share/Steam/steamapps/common/{GAME}/game/readme.txt"), "");
    home.file(&format!(".local/share/Paradox Interactive/{GAME}"), "a file");
    let mut probed = home.machine.probe();
    choose(&mut probed);
    let told = |sought: DetectedKind| -> Vec<&str> {
        probed.iter().filter(|candidate| candidate.sought == sought).map(ProbedPath::objection).collect()
    };
    let no_game = "it has no folder `common`, so these are not the game's files";
    assert_eq!(told(DetectedKind::Game), ["", "another was found first", no_game]);
    assert_eq!(told(DetectedKind::Documents)[..2], ["it is a file", "nothing is there"]);
    assert_eq!(told(DetectedKind::Steam), ["", "nothing is there", "nothing is there", "nothing is there", "", ""]);
}

#[test]
fn a_game_is_named_by_its_files_or_by_where_it_was_installed() {
    let home = FakeMachine::new(System::Linux);
    home.library("x");
    let installed = home.path(&format!("x/steamapps/common/{GAME}"));
    for named in [installed.clone(), installed.join("game")] {
        let found = ProbedPath::named_game(&named);
        assert_eq!((found.path, found.fit), (installed.join("game"), Fit::Good));
    }
    assert_eq!(ProbedPath::named_game(&home.path("nowhere")).fit, Fit::Not("nothing is there"));
}

#[test]
fn steams_list_of_libraries_is_read() {
    let text = "\"libraryfolders\"\n{\n\t\"0\"\n\t{\n\t\t\"path\"\t\t\"D:\\\\Steam\"\n\t\t\"label\"\t\t\"\"\n\t}\n}\n";
    assert_eq!(named_libraries(text), [PathBuf::from(r"D:\Steam")]);
    assert!(named_libraries("\"path\"\n{ \"path").is_empty());
}
