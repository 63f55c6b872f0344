"""What a modder's agent asks, by rank: fifteen questions to the real server, on a world whose answers are known.

    python questions.py path/to/ck3raven legacy|auto|2026-07-28

The world is the built-in sample, with files beside it that give each question something to find. Every answer is held against its
code and its data.
"""

import asyncio
import json
import os
import stat
import subprocess
import sys
import tempfile

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

BRAVER, CASTLES = "mod:Braver Braves", "mod:Better Castles"

# Beside what the sample has: `brave` in the game, in the first mod's zz_braver.txt and in the last mod's 01_castles.txt.
FILES = {
    "launcher/launcher-settings.json": json.dumps({"rawVersion": "1.20.0.4"}),
    "game/events/use.txt": "namespace = use\nuse.1 = {\n\ttrigger = { has_trait = brave }\n}\n",
    "game/common/defines/00_defines.txt": "NGame = {\n\tGOLD = 100\n\tPRESTIGE = 5\n}\n",
    "steam/123456789/common/defines/zz.txt": "NGame = {\n\tGOLD = 250\n}\n",
    "game/common/on_action/births.txt": "on_birth = {\n\tevents = { birth.0001 }\n\teffect = { add_gold = 1 }\n}\n",
    "steam/123456789/common/on_action/zz.txt": "on_birth = {\n\tevents = { castle.1 }\n\teffect = { add_gold = 2 }\n}\n",
    "game/common/scripted_effects/00_old.txt": "kept_effect = { }\nlost_effect = { }\n",
    "steam/123456789/common/scripted_effects/00_old.txt": "kept_effect = { }\n",
    "user_docs/mod/Braver Braves/common/scripted_effects/00_old.txt": "kept_effect = { }\n",
    "game/localization/french/traits_l_french.yml": "\ufeffl_french:\n trait_craven:0 \"Lâche\"\n",
    "user_docs/mod/Braver Braves/localization/replace/english/mine_l_english.yml": "\ufeffl_english:\n trait_brave:0 \"Bravest\"\n",
    "user_docs/logs/error.log": "".join(
        "[12:00:0%d][E][jomini_script_system.cpp:303]: Script system error!\n  Error: unknown modifier [ martiall ]\n"
        "  Script location: file: common/traits/zz_braver.txt line: 4\n" % second for second in (1, 2)
    ),
}

TIGER = """#!/bin/sh
mod=$(sed -n 's/^path = "\\(.*\\)"$/\\1/p' "$7")
report() { printf '{"severity":"%s","confidence":"strong","key":"%s","message":"%s","info":null,"wiki":null,"locations":[{"path":"common/traits/zz_braver.txt","from":"MOD","stage":null,"fullpath":"%s/common/traits/zz_braver.txt","linenr":%s,"column":1,"length":1,"line":"brave = {","tag":null}]}' "$1" "$2" "$3" "$mod" "$4"; }
printf '['
report warning old-key "an old finding" 1
[ -e "$mod/new" ] && { printf ','; report error new-key "a new finding" 4; }
printf ']'
"""


class World:
    """The sample world, laid out by the program itself, with more in it."""

    def __init__(self, server, home):
        self.home = home
        self.environment = {**os.environ, "CK3RAVEN_HOME": home}
        subprocess.run([server, "doctor"], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        sample = os.path.join(home, "sample")
        for name, content in FILES.items():
            self.write(f"sample/{name}", content)
        self.write("tiger", TIGER)
        os.chmod(os.path.join(home, "tiger"), stat.S_IRWXU)
        roots = "".join(f"{key} = '{sample}/{key}'\n" for key in ("game", "steam", "user_docs", "ck3raven_data"))
        mods = [("Braver Braves", "user_docs/mod/Braver Braves"), ("Better Castles", "steam/123456789")]
        listed = "".join(f"[[mods]]\nname = '{name}'\npath = '{sample}/{path}'\n" for name, path in mods)
        config = f"mode = 'ck3lens'\nlocal_mods_folder = '{sample}/user_docs/mod'\n[tiger]\npath = '{home}/tiger'\n[roots]\n{roots}{listed}"
        self.write("ck3raven.toml", config)

    def write(self, name, content):
        path = os.path.join(self.home, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(content)


class Asker:
    def __init__(self, client, world):
        self.client = client
        self.world = world
        self.calls = 0

    async def ask(self, code, tool, **arguments):
        self.calls += 1
        result = await self.client.call_tool(tool, arguments)
        envelope = result.structured_content
        assert envelope["code"] == code, (code, envelope)
        assert json.loads(result.content[0].text) == envelope, "text and structure differ"
        assert self.world.home not in result.content[0].text, "a path of the host"
        return envelope["data"]

    async def lens(self, code, command, **arguments):
        return await self.ask(code, "ck3_lens", command=command, **arguments)


def same(found, expected):
    assert found == expected, f"{found!r}\nis not\n{expected!r}"


async def q01_which_definition_counts(asker):
    data = await asker.lens("WA-DB-S-001", "object", key="brave", folder="common/traits")
    brave = data["objects"][0]
    same((brave["in_force"], brave["certainty"], brave["rule"]["id"]), (f"{BRAVER}/common/traits/zz_braver.txt", "certain", "R4"))
    same(
        [(one["address"], one["outcome"]) for one in brave["candidates"]],
        [
            ("root:game/common/traits/00_traits.txt", "overridden"),
            (f"{CASTLES}/common/traits/01_castles.txt", "overridden"),
            (f"{BRAVER}/common/traits/zz_braver.txt", "in_force"),
        ],
    )
    same(data["looked_at"]["game_version"], "1.20.0.4")


async def q02_text_in_load_order_with_what_is_shadowed(asker):
    data = await asker.ask("WA-READ-S-005", "ck3_search", query="kept_effect")
    same(
        [(file["file"], file["shadowed_by"]) for file in data["files"]],
        [
            ("root:game/common/scripted_effects/00_old.txt", f"{CASTLES}/common/scripted_effects/00_old.txt"),
            (f"{BRAVER}/common/scripted_effects/00_old.txt", f"{CASTLES}/common/scripted_effects/00_old.txt"),
            (f"{CASTLES}/common/scripted_effects/00_old.txt", None),
        ],
    )
    none = await asker.ask("WA-READ-S-005", "ck3_search", query="kept_efect")
    same((none["total"], none["nearest"]), (0, ["kept_effect"]))


async def q03_the_whole_definition_beside_the_games(asker):
    data = await asker.lens("WA-DB-S-001", "object", key="brave", folder="common/traits", compare=True)
    brave = data["objects"][0]
    same(brave["body"], "brave = {\n\tindex = 1\n\tpersonality = yes\n\tmartial = 4\n}")
    same(brave["game_body"], "brave = {\n\tindex = 1\n\tpersonality = yes\n\tmartial = 2\n}")
    same(sorted((part["change"], part["text"]) for part in brave["diff"]), [("added", "\tmartial = 4\n"), ("removed", "\tmartial = 2\n")])


async def q04_is_it_well_formed(asker):
    data = await asker.ask("WA-PARSE-I-001", "ck3_check", path=f"{BRAVER}/common/traits/new.txt", content="bold = {\n\tmartial = 1\n")
    same((data["total"], data["problems"][0]["field"]), (1, "line 1, column 8"))
    await asker.ask("WA-PARSE-S-001", "ck3_check", path=BRAVER)


async def q05_who_uses_it(asker):
    data = await asker.ask("WA-READ-S-007", "ck3_search", command="references", query="brave")
    uses = [(file["file"], [hit["line"] for hit in file["uses"]]) for file in data["files"] if file["uses"]]
    same(uses, [("root:game/events/use.txt", [3])])
    same(data["definitions_total"], 3)


async def q06_who_touches_this_and_what_conflicts(asker):
    data = await asker.lens("WA-DB-S-002", "file", path="common/scripted_effects/00_old.txt")
    same(data["in_force"], f"{CASTLES}/common/scripted_effects/00_old.txt")
    same([file["outcome"] for file in data["files"]], ["file_replaced", "file_replaced", "in_force"])
    data = await asker.lens("WA-DB-S-003", "conflicts", source="Braver Braves")
    same([(one["key"], one["in_force"]) for one in data["objects"]], [
        ("kept_effect", f"{CASTLES}/common/scripted_effects/00_old.txt"), ("brave", f"{BRAVER}/common/traits/zz_braver.txt"),
    ])
    same((data["objects_total"], data["files_total"], data["misordered"]), (2, 1, []))


async def q07_what_the_game_said_of_my_mod_since_the_last_time(asker):
    data = await asker.ask("WA-LOG-S-001", "ck3_log", path=BRAVER)
    same((data["entries_total"], data["messages_total"], data["messages"][0]["count"]), (2, 1, 2))
    again = await asker.ask("WA-LOG-S-001", "ck3_log", path=BRAVER, since="last")
    same(again["entries_total"], 0)
    line = "[12:00:09][E][x.cpp:1]: Error: unknown modifier [ martiall ] in file: common/traits/zz_braver.txt line: 4\n"
    asker.world.write("sample/user_docs/logs/error.log", FILES["user_docs/logs/error.log"] + line)
    later = await asker.ask("WA-LOG-S-001", "ck3_log", path=BRAVER, since="last")
    same(later["entries_total"], 1)


async def q08_a_patch_that_wins(asker):
    data = await asker.lens("WA-DB-S-005", "patch", key="castle_01", source="Braver Braves")
    patch = data["patches"][0]
    same((patch["wins"], patch["certainty"], patch["start_from"]), (True, "certain", "castle_01 = {\n\tlevy = 400\n}"))
    target = patch["target"]
    contract = {"intent": "Let castles have more levies.", "scope": BRAVER, "operations": ["write"], "targets": [target]}
    await asker.ask("CT-GATE-S-001", "ck3_contract", command="open", contract=contract)
    await asker.ask("EN-WRITE-S-001", "ck3_file", command="write", path=target, content=patch["start_from"].replace("400", "500") + "\n")
    found = await asker.lens("WA-DB-S-001", "object", key="castle_01")
    same((found["objects"][0]["in_force"], found["objects"][0]["body"]), (target, "castle_01 = {\n\tlevy = 500\n}"))


async def q09_the_text_and_where_it_is_missing(asker):
    data = await asker.lens("WA-DB-S-001", "loc", key="trait_brave")
    same([(one["group"], one["in_force"]) for one in data["objects"]], [("english", f"{BRAVER}/localization/replace/english/mine_l_english.yml")])
    same(data["missing_languages"], ["french"])


async def q10_the_value_of_a_define(asker):
    data = await asker.lens("WA-DB-S-001", "define", key="NGame|GOLD")
    gold = data["objects"][0]
    same((gold["in_force"], gold["body"], gold["rule"]["id"]), (f"{CASTLES}/common/defines/zz.txt", "GOLD = 250", "R6"))
    near = await asker.lens("WA-DB-I-001", "define", key="NGame|GOLDD")
    assert "NGame|GOLD" in near["nearest"], near


async def q11_what_is_in_the_on_action(asker):
    data = await asker.lens("WA-DB-S-004", "on_action", key="on_birth")
    same([(part["field"], part["from"]) for part in data["slots"]], [("effect", f"{CASTLES}/common/on_action/zz.txt")])
    same([(part["field"], part["from"]) for part in data["lost"]], [("effect", "root:game/common/on_action/births.txt")])
    same([part["from"] for part in data["lists"]], ["root:game/common/on_action/births.txt", f"{CASTLES}/common/on_action/zz.txt"])


async def q12_what_if_a_mod_moves_or_goes(asker):
    data = await asker.lens("WA-DB-S-003", "what_if", source="Better Castles", position=1)
    moved = {one["key"]: one["then"] for one in data["objects"]}
    same(moved, {"kept_effect": f"{BRAVER}/common/scripted_effects/00_old.txt"})
    data = await asker.lens("WA-DB-S-003", "what_if", source="Better Castles")
    gone = {one["key"]: one["then"] for one in data["objects"]}
    same(gone.get("NGame|GOLD"), "root:game/common/defines/00_defines.txt")
    # Nothing of it is stored.
    await q10_the_value_of_a_define(asker)


async def q13_only_what_is_new_of_the_deep_validator(asker):
    data = await asker.ask("WA-VAL-S-001", "ck3_check", path=BRAVER, deep=True, baseline="set")
    same(sum(len(file["findings"]) for file in data["files"]), 1)
    asker.world.write("sample/user_docs/mod/Braver Braves/new", "")
    data = await asker.ask("WA-VAL-S-001", "ck3_check", path=BRAVER, deep=True, baseline="new")
    found = [finding["problem"] for file in data["files"] for finding in file["findings"]]
    same(found, ["a new finding"])


async def q14_what_vanished(asker):
    data = await asker.lens("WA-DB-S-003", "vanished", source="Better Castles")
    same([one["key"] for one in data["objects"]], ["lost_effect"])
    same(data["objects"][0]["candidates"][0]["by"], CASTLES)


async def q15_what_kinds_there_are_with_examples(asker):
    data = await asker.ask("WA-READ-S-002", "ck3_dir", command="tree", path="root:game/common")
    same([entry.rsplit("/", 1)[1] for entry in data["directories"]], ["buildings", "defines", "on_action", "scripted_effects", "traits"])
    data = await asker.ask("WA-DB-S-006", "ck3_search", command="symbols", query="", folder="common/traits", source="root:game", limit=3)
    same([one["key"] for one in data["symbols"]], ["brave", "craven"])


QUESTIONS = [value for name, value in sorted(globals().items()) if name[0] == "q" and name[1:3].isdigit()]


async def main(server, mode):
    assert len(QUESTIONS) == 15
    with tempfile.TemporaryDirectory() as home:
        world = World(server, home)
        parameters = StdioServerParameters(command=server, args=["serve"], env=world.environment)
        async with Client(stdio_client(parameters), mode=mode) as client:
            asker = Asker(client, world)
            for question in QUESTIONS:
                await question(asker)
    print(f"{len(QUESTIONS)} questions, {asker.calls} calls: code and data as expected")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
