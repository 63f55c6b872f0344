#!/usr/bin/env python3
"""Runs the real server for a long time under mixed good and hostile calls, with faults, and says whether it held.

    tests/soak/soak.py path/to/ck3raven [seconds]

Four agents call over HTTP on loopback and one over stdio, each in turn reading, listing, writing, editing, asking for
deletions, and sending what no tool takes. Meanwhile an unread client, slow bodies and killed stdio servers come and go.
Nothing but Python's own library is used. It ends by itself, and fails if

- a request was not answered exactly once,
- a change that was answered with S is not on disk,
- memory, descriptors or threads of the HTTP server grew: the last tenth of the run is compared with the second.
"""

import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

SERVER = os.path.abspath(sys.argv[1])
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 3600.0
SECRET = "soak-secret-of-this-run"
HOSTILE = ["%25" * 2000 + "2f", ":/a" * 3000, "{" * 5000, "\u202e\u200b" * 500, "../" * 500, "x" * 16000, "\\\\server\\share"]


class Tally:
    """What was asked and answered, by all agents."""

    def __init__(self):
        self.lock = threading.Lock()
        self.asked = self.answered = self.twice = 0
        self.codes = {}
        self.failures = []

    def note(self, code):
        with self.lock:
            self.answered += 1
            self.codes[code] = self.codes.get(code, 0) + 1

    def fail(self, why):
        with self.lock:
            self.failures.append(why)


def arguments(rng, wip, number):
    """A tool and what it is given: mostly sense, sometimes not."""
    own = f"root:ck3raven_data/wip/{wip}_{number % 20}.txt"
    text = rng.choice(HOSTILE)
    return rng.choice(
        [
            ("ck3_session", {}),
            ("ck3_dir", {"command": "tree", "path": "root:game"}),
            ("ck3_dir", {"command": "list", "path": "root:game/common/traits"}),
            ("ck3_read", {"path": "root:game/common/traits/00_traits.txt"}),
            ("ck3_read", {"paths": [own, "root:game/absent"]}),
            ("ck3_check", {"path": "root:game/common"}),
            ("ck3_file", {"command": "write", "path": own, "content": f"{wip} {number}\n"}),
            ("ck3_file", {"command": "write", "path": own, "content": f"{wip} {number}\n"}),
            ("ck3_file", {"command": "edit", "path": own, "old_text": wip, "new_text": wip}),
            ("ck3_file", {"command": "write", "path": "root:game/a.txt", "content": text}),
            ("ck3_file", {"command": "delete", "path": own}),
            ("ck3_explain", {"code": text[:100]}),
            ("ck3_dir", {"command": "list", "path": text}),
            ("ck3_dir", {text[:200]: text}),
            ("ck3_contract", {"command": "open", "contract": {"intent": text, "scope": text}}),
        ]
    )


def check_change(tally, world, tool, given, envelope):
    """What was answered with S is what the file holds: each agent has files of its own."""
    if tool == "ck3_file" and given["command"] == "write" and envelope["code"] == "EN-WRITE-S-001":
        name = given["path"].rsplit("/", 1)[1]
        with open(os.path.join(world, "data", "wip", name), encoding="utf-8") as file:
            if file.read() != given["content"]:
                tally.fail(f"{given['path']} does not hold what was written")


def http_agent(tally, port, world, name, until):
    rng = random.Random(name)
    session = None
    number = 0
    while time.monotonic() < until:
        number += 1
        tool, given = ("ck3_session", {"command": "init", "mode": "ck3lens"}) if session is None else arguments(rng, name, number)
        call = dict(given, session=session) if session else given
        body = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": call}}
        body["params"]["_meta"] = {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "soak", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }
        with tally.lock:
            tally.asked += 1
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            headers = {
                "Content-Type": "application/json",
                "Accept": "application/json, text/event-stream",
                "MCP-Protocol-Version": "2026-07-28",
                "Mcp-Method": "tools/call",
                "Mcp-Name": tool,
                "Authorization": f"Bearer {SECRET}",
            }
            connection.request("POST", "/mcp", json.dumps(body), headers)
            text = connection.getresponse().read().decode("utf-8", "replace")
            connection.close()
        except OSError as error:
            tally.fail(f"no answer over HTTP: {error}")
            continue
        found = re.findall(r'\{"jsonrpc".*\}', text)
        answers = [message for message in map(json.loads, found) if message.get("id") == number]
        if len(answers) != 1:
            # Overload is answered by a status, once.
            if not text.strip() and not found:
                tally.note("(status only)")
            else:
                tally.fail(f"{len(answers)} answers to one request: {text[:200]}")
            continue
        envelope = (answers[0].get("result") or {}).get("structuredContent")
        tally.note(envelope["code"] if envelope else "(protocol error)")
        if envelope:
            if session is None and envelope["status"] == "success":
                session = envelope["data"]["session"]
            if envelope["code"] == "MCP-CFG-I-002":
                session = None
            check_change(tally, world, tool, given, envelope)


def stdio_agent(tally, config, state, world, until, seed):
    """Starts servers one after another; some are killed, and what they answered before must be true."""
    rng = random.Random(seed)
    number = 0
    while time.monotonic() < until:
        child = subprocess.Popen(
            [SERVER, "--config", config, "serve"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "CK3RAVEN_HOME": state},
        )
        hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "soak", "version": "1"}}}
        child.stdin.write((json.dumps(hello) + "\n").encode())
        child.stdin.flush()
        child.stdout.readline()
        end = min(until, time.monotonic() + rng.uniform(1, 20))
        while time.monotonic() < end:
            number += 1
            tool, given = arguments(rng, "stdio", number)
            call = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": given}}
            with tally.lock:
                tally.asked += 1
            child.stdin.write((json.dumps(call) + "\n").encode())
            child.stdin.flush()
            answer = json.loads(child.stdout.readline())
            if answer.get("id") != number:
                tally.fail(f"answer {answer.get('id')} to request {number}")
            envelope = (answer.get("result") or {}).get("structuredContent")
            tally.note(envelope["code"] if envelope else "(protocol error)")
            if envelope:
                check_change(tally, world, tool, given, envelope)
        if rng.random() < 0.5:
            child.kill()
        else:
            child.stdin.close()
        if child.wait(30) not in (0, -signal.SIGKILL):
            tally.fail(f"a stdio server ended with {child.returncode}")


def nuisance(port, until):
    """Clients that begin and do not go on, and one that does not read."""
    rng = random.Random("nuisance")
    while time.monotonic() < until:
        held = []
        for _ in range(20):
            try:
                connection = socket.create_connection(("127.0.0.1", port), timeout=5)
                head = rng.choice(["POST /mcp HTTP/1.1\r\nHost: ", "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n{"])
                connection.sendall(head.encode())
                held.append(connection)
            except OSError:
                pass
        time.sleep(rng.uniform(0.5, 3))
        for connection in held:
            connection.close()


def measure(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        status = dict(line.split(":", 1) for line in file)
    return int(status["VmRSS"].split()[0]), len(os.listdir(f"/proc/{pid}/fd")), int(status["Threads"])


def main():
    with tempfile.TemporaryDirectory() as world:
        for folder in ("game/common/traits", "data/wip"):
            os.makedirs(os.path.join(world, folder))
        with open(os.path.join(world, "game/common/traits/00_traits.txt"), "w", encoding="utf-8-sig") as file:
            file.write("".join(f"trait_{n} = {{\n\tmartial = 2\n}}\n" for n in range(300)))
        config, state = os.path.join(world, "ck3raven.toml"), os.path.join(world, "state")
        with open(config, "w", encoding="utf-8") as file:
            file.write(f"mode = 'ck3lens'\n[roots]\ngame = '{world}/game'\nck3raven_data = '{world}/data'\n")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        server = subprocess.Popen(
            [SERVER, "--config", config, "serve", "--http", f"127.0.0.1:{port}"],
            stderr=subprocess.PIPE, env={**os.environ, "CK3RAVEN_HOME": state, "CK3RAVEN_HTTP_TOKEN": SECRET},
        )
        time.sleep(2)
        until = time.monotonic() + SECONDS
        tally = Tally()
        threads = [threading.Thread(target=http_agent, args=(tally, port, world, f"agent{n}", until)) for n in range(4)]
        threads.append(threading.Thread(target=stdio_agent, args=(tally, config, state, world, until, "one")))
        threads.append(threading.Thread(target=nuisance, args=(port, until)))
        for thread in threads:
            thread.start()
        samples = []
        while time.monotonic() < until:
            time.sleep(min(SECONDS / 100, 10))
            samples.append(measure(server.pid))
        for thread in threads:
            thread.join(120)
        stuck = [thread for thread in threads if thread.is_alive()]
        server.send_signal(signal.SIGTERM)
        ended = server.wait(30)
        tenth = max(1, len(samples) // 10)
        early, late = samples[tenth : 2 * tenth] or samples, samples[-tenth:]
        mean = lambda of, index: sum(sample[index] for sample in of) / len(of)
        print(f"{SECONDS:.0f} s: {tally.asked} requests, {tally.answered} answered; ended with {ended}")
        for index, name in enumerate(("memory in kB", "descriptors", "threads")):
            print(f"{name}: {mean(early, index):.0f} early, {mean(late, index):.0f} late, {max(s[index] for s in samples)} at most")
        print(", ".join(f"{code} {count}" for code, count in sorted(tally.codes.items())))
        problems = list(dict.fromkeys(tally.failures))[:20]
        if tally.asked != tally.answered + len(tally.failures):
            problems.append("requests and answers do not add up")
        if stuck or ended != 0:
            problems.append(f"{len(stuck)} agents stuck, server ended with {ended}")
        for index, (name, slack) in enumerate((("memory", 8_192), ("descriptors", 16), ("threads", 8))):
            if mean(late, index) > mean(early, index) * 1.2 + slack:
                problems.append(f"{name} grew from {mean(early, index):.0f} to {mean(late, index):.0f}")
        for problem in problems:
            print(f"FAILED: {problem}")
        sys.exit(1 if problems else 0)


main()
