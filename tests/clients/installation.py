"""A modder's installation that looks real: the game in a second Steam library, five workshop mods, two mods of the person's own,
the launcher's database and what it wrote for the game, and a configuration of the server for it."""

import json
import os
import sqlite3

TRAITS = "\ufeffbrave = {\n\tmartial = 2\n}\n\ncraven = {\n\tmartial = -2\n}\n"
EVENTS = "\ufeffnamespace = story_1\nstory_1.1 = {\n\ttype = character_event\n}\n"
WORKSHOP = {"2216670956": "Better Battles", "2217509277": "Big Titles", "2220098919": "Big Titles", "2507209632": "Court & Crown", "2887120253": "Maps: Redrawn"}
LOCAL = {"my_knights": "My Knights", "banner_pack": "Banners/Flags"}


class Installation:
    def __init__(self, folder):
        self.folder = folder
        self.documents = os.path.join(folder, "person", "documents", "Paradox Interactive", "Crusader Kings III")
        library = os.path.join(folder, "second drive", "SteamLibrary", "steamapps")
        self.game = os.path.join(library, "common", "Crusader Kings III", "game")
        self.workshop = os.path.join(library, "workshop", "content", "1158310")
        self.home = os.path.join(folder, "ck3raven")
        self.write(self.game, "common/traits/00_traits.txt", TRAITS)
        self.write(self.game, "common/traits/01_large.txt", "\ufeff" + "".join(f"trait_{n} = {{\n\tmartial = {n % 7}\n}}\n" for n in range(4000)))
        self.write(self.game, "events/story_1_events.txt", EVENTS)
        for number in range(450):
            self.write(self.game, f"history/characters/{number:04}.txt", "\ufeff")
        for number, name in WORKSHOP.items():
            self.write(os.path.join(self.workshop, number), "descriptor.mod", f'name="{name}"\n')
            self.write(os.path.join(self.workshop, number), "common/traits/theirs.txt", TRAITS)
            self.write(self.documents, f"mod/ugc_{number}.mod", f'name="{name}"\npath="{self.workshop}/{number}"\n')
        for folder, name in LOCAL.items():
            self.write(self.documents, f"mod/{folder}/descriptor.mod", f'name="{name}"\n')
            # As Windows writes it.
            self.write(self.documents, f"mod/{folder}/common/traits/mine.txt", TRAITS.replace("\n", "\r\n"))
            self.write(self.documents, f"mod/{folder}/gfx/old/a.txt", "a\n")
            self.write(self.documents, f"mod/{folder}/gfx/old/deep/b.txt", "b\n")
            self.write(self.documents, f"mod/{folder}.mod", f'name="{name}"\npath="mod/{folder}"\n')
        named = [f"mod/ugc_{number}.mod" for number in WORKSHOP] + [f"mod/{folder}.mod" for folder in LOCAL] + ["mod/ugc_1.mod"]
        self.write(self.documents, "mod/ugc_1.mod", f'name="Unsubscribed"\npath="{self.workshop}/1"\n')
        self.write(self.documents, "dlc_load.json", json.dumps({"enabled_mods": named, "disabled_dlcs": []}))
        self.database = sqlite3.connect(os.path.join(self.documents, "launcher-v2.sqlite"), isolation_level=None)
        self.database.executescript(
            "CREATE TABLE playsets (id TEXT, name TEXT, isActive INTEGER, loadOrder TEXT, isRemoved INTEGER, createdOn INTEGER);"
            "CREATE TABLE mods (id TEXT, steamId TEXT, gameRegistryId TEXT, name TEXT, displayName TEXT, dirPath TEXT, archivePath TEXT);"
            "CREATE TABLE playsets_mods (playsetId TEXT, modId TEXT, enabled INTEGER, position INTEGER);"
            "INSERT INTO playsets VALUES ('a', 'Campaign', 1, 'custom', 0, 1), ('b', 'Bare', 0, 'custom', 0, 2);"
        )
        everything = [(number, name, os.path.join(self.workshop, number), f"mod/ugc_{number}.mod") for number, name in WORKSHOP.items()]
        everything += [(folder, name, os.path.join(self.documents, "mod", folder), f"mod/{folder}.mod") for folder, name in LOCAL.items()]
        everything += [("gone", "Unsubscribed", os.path.join(self.workshop, "1"), "mod/ugc_1.mod")]
        for position, (key, name, path, registry) in enumerate(everything):
            self.database.execute("INSERT INTO mods VALUES (?, ?, ?, ?, ?, ?, NULL)", (key, key, registry, name, name, path))
            self.database.execute("INSERT INTO playsets_mods VALUES ('a', ?, 1, ?)", (key, position))
        self.database.execute("INSERT INTO playsets_mods VALUES ('b', 'my_knights', 1, 0)")
        self.write(self.documents, "logs/error.log", '[12:00:01][jomini_script_system.cpp:303]: Script system error!\n  Error: unknown trait [ martiall ]\n  Script location: file: common/traits/mine.txt line: 2\n')
        self.write(self.home, "data/wip/notes.txt", "notes\n")
        self.write(
            self.home,
            "ck3raven.toml",
            f"mode = 'ck3lens'\nlocal_mods_folder = '{self.documents}/mod'\nplayset = '{self.documents}'\nplaysets = ['Bare']\n[roots]\n"
            f"game = '{self.game}'\nsteam = '{self.workshop}'\nuser_docs = '{self.documents}'\nck3raven_data = '{self.home}/data'\n",
        )

    @staticmethod
    def write(folder, name, content):
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(content)

    def activate(self, playset):
        """What the person does in the launcher."""
        self.database.execute("UPDATE playsets SET isActive = (id = ?)", (playset,))

    def environment(self):
        return {**os.environ, "CK3RAVEN_HOME": self.home}
