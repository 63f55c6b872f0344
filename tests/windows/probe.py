#!/usr/bin/env python3
"""What differs on Windows, asked of the real program: letter case, files in use, folders that the player moves.

    tests/windows/probe.py RUNNER ck3raven.exe

RUNNER starts a Windows program: wine here. Nothing but Python's own library is used.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

RUNNER, PROGRAM = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
failures = []


def windows(path):
    """A path of this machine as the program sees it."""
    return "Z:" + path.replace("/", "\\")


class Server:
    """The program over stdio, spoken to line by line."""

    def __init__(self, home, config):
        environment = dict(os.environ, CK3RAVEN_HOME=windows(home))
        command = [RUNNER, PROGRAM, "--config", windows(config), "serve"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )
        self.next = 0
        opening = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "probe", "version": "1"}}
        self.ask("initialize", opening)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.next += 1
        self.send({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params})
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("the program ended")
            answer = json.loads(line)
            if answer.get("id") == self.next:
                return answer["result"]

    def call(self, tool, **arguments):
        text = self.ask("tools/call", {"name": tool, "arguments": arguments})["content"][0]["text"]
        if "Z:\\\\" in text or "Z:/" in text or "\\\\?\\" in text:
            failures.append(f"a path of the host in {text}")
        return json.loads(text)

    def end(self):
        self.process.stdin.close()
        if self.process.wait(60) != 0:
            failures.append(f"the program ended with {self.process.returncode}")


def player_renames(path, name):
    """As the player's file manager would."""
    command = [RUNNER, "cmd", "/c", "ren", windows(path), name]
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def expect(what, reply, code, **data):
    """Holds a reply against its code and some of its data."""
    wrong = [name for name, value in data.items() if reply["data"].get(name) != value]
    if reply["code"] != code or wrong:
        failures.append(f"{what}: {json.dumps(reply)}")
    print(f"{'ok' if reply['code'] == code and not wrong else 'WRONG'}  {what}: {reply['code']}")


def main():
    folder = tempfile.mkdtemp(prefix="ck3raven-probe-")
    world = os.path.join(folder, "world")
    for name in ["game/common/traits/a.txt", "docs/mod/A/common/b.txt", "vscode/Source/src/x.py", "data/wip/w.txt"]:
        os.makedirs(os.path.dirname(os.path.join(world, name)), exist_ok=True)
        with open(os.path.join(world, name), "w") as file:
            file.write("brave = { }\n")
    config = os.path.join(folder, "ck3raven.toml")
    place = lambda name: "'" + windows(os.path.join(world, name)) + "'"
    with open(config, "w") as file:
        file.write(
            f"mode = 'ck3lens'\nlocal_mods_folder = {place('docs/mod')}\n[[mods]]\nname = 'A'\npath = {place('docs/mod/A')}\n"
            f"[roots]\ngame = {place('game')}\nuser_docs = {place('docs')}\nck3raven_data = {place('data')}\n"
            f"vscode = {place('vscode')}\nrepo = {place('vscode/Source')}\n"
        )
    server = Server(os.path.join(folder, "home"), config)

    # Letter case (L51, L54, L74): one spelling is right, the others say which.
    expect("a folder as it is spelled", server.call("ck3_dir", command="list", path="root:game/common"), "WA-READ-S-001")
    reply = server.call("ck3_dir", command="list", path="root:game/Common")
    expect("another spelling of a folder", reply, "WA-RES-I-001")
    if "root:game/common" not in json.dumps(reply["data"]):
        failures.append(f"the right spelling is not told: {json.dumps(reply)}")
    hidden = [server.call("ck3_read", path=f"root:vscode/{name}/src/x.py") for name in ["Source", "SOURCE", "source", "Absent"]]
    for reply in hidden:
        expect("a hidden root in any spelling", reply, "WA-RES-I-001")
    expect("a file in another spelling", server.call("ck3_read", path="root:game/common/traits/A.TXT"), "WA-RES-I-001")

    # A rename that changes only letter case.
    write = server.call("ck3_file", command="write", path="root:ck3raven_data/wip/new.txt", content="one\n")
    expect("a write", write, "EN-WRITE-S-001")

    # A file that another program holds open: wine refuses to replace it, as Windows does for one that is not shared.
    with open(os.path.join(world, "data/wip/w.txt")):
        expect("a write beside a reader of this system", server.call(
            "ck3_file", command="write", path="root:ck3raven_data/wip/w.txt", content="two\n"), "EN-WRITE-S-001")

    # The player renames a mod's folder while the program serves, with a program of that system: sharing is asked there.
    local = os.path.join(world, "docs", "mod")
    player_renames(os.path.join(local, "A"), "B")
    if not os.path.isdir(os.path.join(local, "B")):
        failures.append("the folder of a mod could not be renamed while the program serves")
    expect("a mod whose folder was moved", server.call("ck3_dir", command="list", path="mod:A"), "WA-RES-I-001")
    player_renames(os.path.join(local, "B"), "A")

    for name in ["root:game/CON", "root:game/a.txt:stream", "root:game/common/nul.txt", "C:\\Users", "\\\\?\\C:\\x", "root:game/common."]:
        expect(f"the address {name}", server.call("ck3_read", path=name), "WA-RES-I-001")
    server.end()
    shutil.rmtree(folder)
    for failure in failures:
        print(failure)
    raise SystemExit(1 if failures else 0)


main()
