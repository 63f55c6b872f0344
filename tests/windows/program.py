"""The program for Windows, started through a runner (wine here) and spoken to line by line.

Nothing but Python's own library is used.
"""

import json
import os
import subprocess
import sys

RUNNER, PROGRAM = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
failures = []


def windows(path):
    """A path of this machine as the program sees it."""
    return "Z:" + path.replace("/", "\\")


def run(*words, program=PROGRAM, **environment):
    """Runs a program of that system to its end; what it printed, and how it ended."""
    done = subprocess.run(
        [RUNNER, program, *words], stdin=subprocess.DEVNULL, capture_output=True, env=dict(os.environ, **environment), check=False
    )
    told = (done.stdout + done.stderr).decode(errors="replace").replace("\r\n", "\n")
    return done.returncode, told


def own_folder():
    """The folder in which the program keeps what is its own, as this machine names it."""
    _, profile = run("/c", "echo %USERPROFILE%", program="cmd")
    _, path = run("-u", profile.split("\n")[-2].strip() + r"\.ck3raven", program="winepath")
    return path.strip().split("\n")[-1]


def check(what, is_so, seen=""):
    """Holds something against what it should be."""
    if not is_so:
        failures.append(f"{what}: {seen}")
    print(f"{'ok' if is_so else 'WRONG'}  {what}")


def expect(what, reply, code, **data):
    """Holds a reply against its code and some of its data."""
    wrong = [name for name, value in data.items() if reply["data"].get(name) != value]
    check(f"{what}: {reply['code']}", reply["code"] == code and not wrong, json.dumps(reply))


def finish():
    """Ends with what was found."""
    for failure in failures:
        print(failure)
    raise SystemExit(1 if failures else 0)


class World:
    """A small world in a folder of its own, and the configuration that serves it."""

    def __init__(self, folder):
        self.folder = folder
        self.home = os.path.join(folder, "home")
        for name in ["game/common/traits/a.txt", "docs/mod/A/common/b.txt", "vscode/Source/src/x.py", "data/wip/w.txt"]:
            os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
            with open(self.path(name), "w") as file:
                file.write("brave = { }\n")
        self.config = os.path.join(folder, "ck3raven.toml")
        place = lambda name: "'" + windows(self.path(name)) + "'"
        with open(self.config, "w") as file:
            file.write(
                f"mode = 'ck3lens'\napprove_without_terminal = true\nlocal_mods_folder = {place('docs/mod')}\n[[mods]]\nname = 'A'\npath = {place('docs/mod/A')}\n"
                f"[roots]\ngame = {place('game')}\nuser_docs = {place('docs')}\nck3raven_data = {place('data')}\n"
                f"vscode = {place('vscode')}\nrepo = {place('vscode/Source')}\n"
            )

    def path(self, name):
        return os.path.join(self.folder, "world", *name.split("/"))

    def text(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def serve(self, home=None):
        """A server on this world; with a home of its own it shares no state with the others."""
        return Server(home or self.home, self.config)

    def operate(self, *words):
        """One of the person's commands."""
        return run("--config", windows(self.config), *words, CK3RAVEN_HOME=windows(self.home))


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
