#!/usr/bin/env python3
"""`init` on made-up homes of Windows: Steam by the registry, libraries on another disk, documents that OneDrive moved.

    tests/windows/homes.py RUNNER ck3raven.exe

The registry and the known folders are the runner's; each home sets all of them, and in the end they are as they were.
"""

import json
import os
import shutil
import tempfile

from program import check, finish, own_folder, run, windows

USER_STEAM, MACHINE_STEAM = r"HKCU\Software\Valve\Steam", r"HKLM\SOFTWARE\WOW6432Node\Valve\Steam"
FOLDERS = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Explorer\User Shell Folders"
OWN = own_folder()
GAME = "steamapps/common/Crusader Kings III/game"


def reg(*words):
    return run(*words, program="reg")


class Home:
    """A machine: what Steam wrote into the registry, where documents and settings are, and what lies there."""

    def __init__(self):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="ck3raven-homes-"))
        shutil.rmtree(OWN, ignore_errors=True)
        for key in (USER_STEAM, MACHINE_STEAM):
            reg("delete", key, "/f")
        for name, place in (("AppData", "Roaming"), ("Local AppData", "Local"), ("Personal", "Documents")):
            os.makedirs(self.path(place))
            self.moved(name, place)

    def path(self, name):
        return os.path.join(self.folder, *name.split("/"))

    def made(self, name, text=""):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w") as file:
            file.write(text)
        return self

    def moved(self, folder, place):
        reg("add", FOLDERS, "/v", folder, "/t", "REG_EXPAND_SZ", "/d", windows(self.path(place)), "/f")
        return self

    def steam(self, key, value, place, slashes=False):
        path = windows(self.path(place))
        reg("add", key, "/v", value, "/t", "REG_SZ", "/d", path.lower().replace("\\", "/") if slashes else path, "/f")
        return self

    def init(self, *words):
        """What `init` tells a program, and as it is told to a person."""
        code, told = run("--json", "init", "--yes", *words)
        if "\\\\?\\" in told:
            check("no verbatim path is shown", False, told)
        if not told.startswith("{"):
            raise SystemExit(f"init says: {told}")
        return code, json.loads(told)

    def configuration(self):
        try:
            with open(os.path.join(OWN, "ck3raven.toml"), newline="") as file:
                return file.read()
        except FileNotFoundError:
            return None


def chosen(told):
    return {place["sought"]: place["path"] for place in told["looked_at"] if place["is_chosen"]}


def objections(told):
    return {place["path"]: place["objection"] for place in told["looked_at"] if place["objection"]}


def second_library():
    """Steam as its user's key names it, with slashes; the game on a second disk; documents moved by OneDrive."""
    home = Home().steam(USER_STEAM, "SteamPath", "Steam", slashes=True).moved("Personal", "OneDrive/Dokumente")
    library = windows(home.path("Games/SteamLibrary"))
    home.made("Steam/steamapps/libraryfolders.vdf", '"libraryfolders"\n{\n\t"1"\n\t{\n\t\t"path"\t\t"%s"\n\t}\n}\n' % library.replace("\\", r"\\"))
    home.made(f"Games/SteamLibrary/{GAME}/common/traits/a.txt", "brave = { }\n")
    home.made("Games/SteamLibrary/steamapps/workshop/content/1158310/7/descriptor.mod", 'name = "Seven"\n')
    home.made("OneDrive/Dokumente/Paradox Interactive/Crusader Kings III/dlc_load.json", '{"enabled_mods":[],"disabled_dlcs":[]}')
    # What was left behind when the documents moved.
    home.made("Documents/Paradox Interactive/Crusader Kings III/pdx_settings.txt")
    before = '{\r\n  "theme": "dark"\r\n}\r\n'
    home.made("Roaming/Claude/claude_desktop_config.json", before)
    code, told = home.init("--client", "claude-desktop")
    check("init ends well", code == 0, told)
    found = chosen(told)
    documents = windows(home.path("OneDrive/Dokumente/Paradox Interactive/Crusader Kings III"))
    check("the game is found in the second library", found.get("game") == library + "\\" + GAME.replace("/", "\\"), found)
    check("the workshop is found beside it", found.get("workshop", "").startswith(library), found)
    check("the moved documents are found", found.get("documents") == documents, found)
    rejected = objections(told)
    check("a place without the game is named, with the reason", any("nothing is there" in why for why in rejected.values()), rejected)
    text = home.configuration() or ""
    check("paths are literal strings", f"game = '{found.get('game')}'" in text and "\\\\?\\" not in text, text)
    with open(home.path("Roaming/Claude/claude_desktop_config.json"), newline="") as file:
        client = file.read()
    check("the client is connected", json.loads(client)["mcpServers"]["ck3raven"]["args"] == ["serve"], client)
    check("its own settings and line ends stay", json.loads(client)["theme"] == "dark" and client.count("\n") == client.count("\r\n"), client)
    with open(home.path("Roaming/Claude/claude_desktop_config.json.bak"), newline="") as file:
        check("a copy of what it was is kept", file.read() == before)
    code, told = run("call", "ck3_dir", '{"command":"list","path":"root:game/common/traits"}')
    check("the game that was found is served", "root:game/common/traits/a.txt" in told, told)
    code, told = run("--json", "init", "--yes")
    check("a configuration is not written over", code == 2 or code == 1 and "--force" in told, told)
    return home


def packaged():
    """Claude Desktop as a package, whose settings are not where they seem to be."""
    home = Home().made("Local/Packages/Claude_abc/LocalCache/Roaming/Claude/claude_desktop_config.json", "{}")
    home.made("Roaming/Claude/claude_desktop_config.json", "{}")
    code, told = home.init("--client", "claude-desktop")
    with open(home.path("Local/Packages/Claude_abc/LocalCache/Roaming/Claude/claude_desktop_config.json")) as file:
        client = json.load(file)
    check("a packaged client is connected in the file that it reads", "ck3raven" in client.get("mcpServers", {}), told)
    with open(home.path("Roaming/Claude/claude_desktop_config.json")) as file:
        check("the file that it does not read stays", file.read() == "{}")
    return home


def machine_wide():
    """Steam as the machine's key names it; OneDrive has the documents, and Windows was not told."""
    home = Home().steam(MACHINE_STEAM, "InstallPath", "Program Files (x86)/Steam")
    home.made(f"Program Files (x86)/Steam/{GAME}/common/traits/a.txt")
    code, told = home.init()
    found = chosen(told)
    check("Steam is found by the machine's key", found.get("game", "").startswith(windows(home.path("Program Files (x86)"))), found)
    check("init ends well without documents", code == 0, told)
    return home


def not_the_game():
    """A folder of that name without the game's files in it."""
    home = Home().steam(USER_STEAM, "SteamPath", "Steam", slashes=True).made(f"Steam/{GAME}/readme.txt")
    code, told = home.init()
    check("what is not the game is rejected, and said why", any("no folder `common`" in why for why in objections(told).values()), told)
    check("the sample world stays", code == 0 and told["keeps_sample"] and home.configuration() is None, told)
    return home


def by_hand():
    """The game where nobody looks; a person names the installation, as the file manager copies it."""
    home = Home().made(f"elsewhere/{GAME}/common/traits/a.txt")
    code, told = home.init("--game", windows(home.path("elsewhere/steamapps/common/Crusader Kings III")))
    check("the installation may be named", code == 0 and chosen(told).get("game", "").endswith("\\game"), told)
    return home


def hand_written():
    """Configurations as people write them there: the messages say what to do."""
    home = Home()
    config = home.path("hand.toml")
    with open(config, "wb") as file:
        file.write('[roots]\ngame = "C:\\Users\\me\\game"\n'.encode())
    code, told = run("--config", windows(config), "doctor")
    check("backslashes in double quotes: the message says what to write", code != 0 and "'" in told and "line 2" in told, told)
    for what, encoding in (("UTF-8 with a byte order mark", "utf-8"), ("UTF-16", "utf-16-le")):
        with open(config, "wb") as file:
            file.write('\ufeffmode = "ck3lens"\r\n'.encode(encoding))
        code, told = run("--config", windows(config), "doctor")
        check(f"{what} and CRLF are read", "ck3lens" in told and "error:" not in told, told)
    return home


kept = {name: reg("query", FOLDERS, "/v", name)[1] for name in ("AppData", "Local AppData", "Personal")}
try:
    for scenario in (second_library, packaged, machine_wide, not_the_game, by_hand, hand_written):
        shutil.rmtree(scenario().folder)
finally:
    for key in (USER_STEAM, MACHINE_STEAM):
        reg("delete", key, "/f")
    for name, told in kept.items():
        value = told.rstrip().splitlines()[-1].split("REG_EXPAND_SZ")[-1].strip() if "REG_EXPAND_SZ" in told else None
        if value:
            reg("add", FOLDERS, "/v", name, "/t", "REG_EXPAND_SZ", "/d", value, "/f")
finish()
