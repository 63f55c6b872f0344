"""How long `object` and `file` take through the real server, against `pwd` in the same run: 100 mods, 9,300 files.

    python3 tests/bench/lens.py path/to/ck3raven

The playset has the shape of the brief corpus of `index/benches/lens`. Medians of 200 calls each, interleaved, in milliseconds of the
client's clock. Outside CI: it needs a quiet machine and a release build.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

FOLDERS = ["common/traits", "common/decisions", "common/scripted_effects", "common/scripted_triggers", "common/modifiers", "common/buildings",
           "common/culture/traditions", "events", "history/characters", "common/script_values"]
SCRIPTS, TEXTS, MODS, FILES = 3_000, 300, 100, 60
ROUNDS = 200


def path_of(number, suffix=""):
    return f"{FOLDERS[number % len(FOLDERS)]}/{number // len(FOLDERS):04}_file{suffix}.txt"


def script(number, size):
    objects = (f"object_{number}_{n} = {{\n\tcost = {n}\n" + "\tmodifier = {\n\t\tadd = 1\n\t}\n" * 20 + "}\n" for n in range(size // 600))
    return "".join(objects)


def write(folder, name, content):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(content)


def lay_out(home):
    game = os.path.join(home, "game")
    for number in range(SCRIPTS):
        write(game, path_of(number), script(number, 20_000))
    for number in range(TEXTS):
        lines = "".join(f' text_{number}_{key}:0 "A sentence of some length, number {key}"\n' for key in range(250))
        write(game, f"localization/english/text_{number:04}_l_english.yml", "\ufeffl_english:\n" + lines)
    listed = ""
    for mod in range(1, MODS + 1):
        folder = os.path.join(home, f"mods/{mod:03}")
        write(folder, "descriptor.mod", f'name="Mod {mod}"\n')
        for file in range(FILES):
            number = (mod * 131 + file * 17) % SCRIPTS
            write(folder, path_of(number, "" if file % 4 == 0 else f"_{mod}"), script(number, 4_000))
        listed += f"[[mods]]\nname = 'Mod {mod}'\npath = '{folder}'\n"
    write(home, "data/wip/a.txt", "")
    write(home, "ck3raven.toml", f"mode = 'ck3lens'\n[roots]\ngame = '{game}'\nck3raven_data = '{home}/data'\n{listed}")


class Server:
    def __init__(self, server, home):
        self.child = subprocess.Popen([server, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                      env={**os.environ, "CK3RAVEN_HOME": home})
        self.number = 0
        hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
        self.request("initialize", hello)
        self.child.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')

    def request(self, method, params):
        self.number += 1
        line = json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}).encode() + b"\n"
        started = time.perf_counter()
        self.child.stdin.write(line)
        self.child.stdin.flush()
        answer = self.child.stdout.readline()
        took = (time.perf_counter() - started) * 1e3
        return took, json.loads(answer)["result"]

    def call(self, tool, **arguments):
        took, result = self.request("tools/call", {"name": tool, "arguments": arguments})
        assert not result["isError"], result
        return took


def main(server):
    with tempfile.TemporaryDirectory() as home:
        lay_out(home)
        # Stamps are trusted when they are older than this.
        time.sleep(2.1)
        running = Server(server, home)
        print(f"the first question, from nothing: {running.call('ck3_lens', command='conflicts', limit=1):.0f} ms")
        calls = {
            "pwd": ("ck3_dir", {}),
            "file": ("ck3_lens", {"command": "file", "path": path_of(0)}),
            "object, in its folder": ("ck3_lens", {"command": "object", "key": "object_0_1", "folder": "common/traits"}),
            "object, without a folder": ("ck3_lens", {"command": "object", "key": "object_0_1"}),
        }
        figures = {name: [] for name in calls}
        for _ in range(ROUNDS):
            for name, (tool, arguments) in calls.items():
                figures[name].append(running.call(tool, **arguments))
        pwd = statistics.median(figures["pwd"])
        print("| what | p50 | above `pwd` |\n|---|---|---|")
        for name, taken in figures.items():
            p50 = statistics.median(taken)
            print(f"| {name} | {p50:.2f} ms | {p50 - pwd:.2f} ms |")
        running.child.stdin.close()
        running.child.wait(60)


if __name__ == "__main__":
    main(*sys.argv[1:])
