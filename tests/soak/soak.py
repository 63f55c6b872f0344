#!/usr/bin/env python3
"""Runs the real server for a long time under mixed good and hostile calls, with faults, and says whether it held.

    tests/soak/soak.py path/to/ck3raven [seconds] [calls a second]

Four agents call over HTTP on loopback, one over stdio, and one a second HTTP server that is killed again and again. Each reads,
lists, checks, searches, asks the lens, looks at the logs, selects playsets, writes, edits, makes mods, asks for files and folders
to be deleted and renamed (a person approves some), and sends what no tool takes; tools that have no call written for them here
are called by their schema. The person's page is open meanwhile, with streams of events that come and go. Faults: kill -9 with
a change in flight, full disks (the world's and the program's own), slow renames, pipes that nobody reads, connections that do
not go on, playset files and logs that are rewritten, clients over HTTP that do not read what they ask for, handshakes that say much,
and one client with 120 long calls at once, while another measures how long it waits.

Nothing but Python's own library is used. Full disks need the right to mount in a namespace of one's own, slow renames need
strace; what cannot be injected is said, and missed. It ends by itself, and fails if

- a request was not answered exactly once (those of killed servers aside, which are counted),
- a file does not hold what the last change that was answered with S left there, or holds what was answered otherwise,
- a change that was undone is not undone, temporary files of killed servers pile up, or a fault never took effect,
- memory, descriptors or threads of the HTTP server or of the page grew: the last tenth of the run is compared with the second.
"""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import crowd
import faults
import visitors
from calls import arguments, other_requests, rng_of
from ledger import Ledger, Put, Tally

SERVER = os.path.abspath(sys.argv[1])
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 3600.0
RATE = float(sys.argv[3]) if len(sys.argv) > 3 else 45.0
SECRET = "soak-secret-of-this-run"
AGENTS = 6
PROGRAMS = ("HTTP server", "page")


class Soak:
    def __init__(self, world):
        self.tally = Tally()
        self.world = world
        self.config, self.state = os.path.join(world, "ck3raven.toml"), os.path.join(world, "home")
        self.wip = os.path.join(world, "data", "wip")
        self.until = 0.0
        self.tools = {}
        self.full = threading.Event()
        self.servers = {}
        self.ledgers = []
        self.missing = []

    def ledger(self):
        self.ledgers.append(Ledger(self.tally, self.wip))
        return self.ledgers[-1]

    def goes_on(self):
        return time.monotonic() < self.until

    def pace(self, begun):
        """Each agent has its share of the rate."""
        time.sleep(max(0.0, min(AGENTS / RATE - (time.monotonic() - begun), self.until - time.monotonic())))

    def environment(self):
        return {**os.environ, "CK3RAVEN_HOME": self.state, "CK3RAVEN_HTTP_TOKEN": SECRET}

    def run(self, *given):
        """A command of the person at the terminal."""
        command = [SERVER, "--config", self.config, *given]
        return subprocess.run(command, env=self.environment(), capture_output=True, text=True, timeout=120, check=False)

    def serve(self, port):
        """A server over HTTP, whose stderr nobody reads."""
        command = [SERVER, "--config", self.config, "serve", "--http", f"127.0.0.1:{port}"]
        server = subprocess.Popen(command, stderr=subprocess.PIPE, env=self.environment())
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.05)
        return server

    def start_stdio(self, stderr=subprocess.DEVNULL):
        child = subprocess.Popen(
            [SERVER, "--config", self.config, "serve"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, env=self.environment(),
        )
        say(child, {"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "soak", "version": "1"}}})
        child.stdout.readline()
        return child


def say(child, message):
    child.stdin.write((json.dumps(message) + "\n").encode())
    child.stdin.flush()


def post(port, number, method, params, name=None):
    """One request of the newer era, over a connection of its own: every message with its id in what came back, and the rest."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "soak", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    body = {"jsonrpc": "2.0", "id": number, "method": method, "params": {**params, "_meta": meta}}
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": method,
        "Authorization": f"Bearer {SECRET}",
    }
    if name:
        headers["Mcp-Name"] = name
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("POST", "/mcp", json.dumps(body), headers)
        text = connection.getresponse().read().decode("utf-8", "replace")
    finally:
        connection.close()
    found = [json.loads(line) for line in re.findall(r'\{"jsonrpc".*\}', text)]
    return [message for message in found if message.get("id") == number], text


def note(soak, ledger, tool, change, answer):
    """Counts an answer and holds the disk against it."""
    envelope = (answer.get("result") or {}).get("structuredContent")
    code = envelope["code"] if envelope else "(protocol error)"
    soak.tally.note(code, tool)
    if soak.full.is_set() and "-E-" in code:
        soak.tally.fault("errors while a disk was full")
    if change:
        ledger.answered(change, envelope)
    return envelope


def http_agent(soak, name, server):
    """Calls over HTTP. `server` says the port and how often its process was killed."""
    rng, ledger, session, number = rng_of(name), soak.ledger(), None, 0
    waiting, told = [], []
    while soak.goes_on():
        begun, number = time.monotonic(), number + 1
        if session is None:
            tool, given, change = "ck3_session", {"command": "init", "mode": "ck3lens"}, None
        elif told:
            tool, given, change = told.pop(0)
        elif waiting and rng.random() < 0.05:
            # What a person may have approved meanwhile.
            tool, given, change = waiting.pop(rng.randrange(len(waiting)))
        else:
            tool, given, change = arguments(rng, name, number, soak.tools, ledger)
        call = dict(given, session=session) if session and tool != "ck3_explain" else given
        request = "tools/call", {"name": tool, "arguments": call}, tool
        if session and rng.random() < 0.03:
            request, tool, change = other_requests(rng), None, None
        soak.tally.ask()
        try:
            answers, text = post(server.port, number, *request)
        except (OSError, http.client.HTTPException, ValueError) as error:
            answers, text = [], f"no answer over HTTP: {error!r}"
        if len(answers) != 1 and server.was_killed_since(begun):
            soak.tally.killed()
            session = None
            server.up.wait(60)
            if change:
                ledger.answered(change, None, killed=True)
            continue
        if len(answers) != 1:
            # Overload is answered by a status, once.
            if text.strip():
                soak.tally.fail(f"{len(answers)} answers to one request: {text[:200]}")
            else:
                soak.tally.note("(status only)")
            continue
        envelope = note(soak, ledger, tool, change, answers[0])
        if envelope:
            if tool == "ck3_session" and given.get("command") == "init" and envelope["status"] == "success":
                session = envelope["data"]["session"]
            if envelope["code"] == "MCP-CFG-I-002":
                session = None
            if envelope["code"] == "EN-WRITE-D-003" and tool == "ck3_mod" and not told:
                told = as_told(envelope["data"], (tool, given, change))
            if envelope["code"] == "EN-WRITE-D-004" and change and len(waiting) < 10:
                waiting.append((tool, given, change))
        soak.pace(begun)


def as_told(denial, call):
    """What a denial for want of a contract says to do, and the call again."""
    contract = {"intent": "As told.", "scope": denial["scope"], "operations": [denial["operation"]]}
    return [("ck3_contract", {"command": "close"}, None), ("ck3_contract", {"command": "open", "contract": contract}, None), call]


class HttpServer:
    """A server over HTTP, which may be killed and started again."""

    def __init__(self, soak):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.soak = soak
        self.process = soak.serve(self.port)
        self.up = threading.Event()
        self.up.set()
        self.killed_at = float("-inf")

    def was_killed_since(self, begun):
        return self.killed_at >= begun or not self.up.is_set()

    def kill_again_and_again(self):
        rng = rng_of("killer")
        while self.soak.goes_on():
            time.sleep(min(rng.uniform(5, 40), max(0.0, self.soak.until - time.monotonic())))
            self.up.clear()
            self.process.kill()
            self.process.wait()
            self.process.stderr.close()
            self.killed_at = time.monotonic()
            self.soak.tally.fault("HTTP servers killed")
            self.process = self.soak.serve(self.port)
            self.killed_at = time.monotonic()
            self.up.set()


def stdio_agent(soak):
    """Starts servers one after another; half are killed with a change in flight. Then a person undoes a change."""
    rng, ledger, number = rng_of("stdio"), soak.ledger(), 0
    while soak.goes_on():
        child = soak.start_stdio()
        soak.servers["stdio"] = child.pid
        end = min(soak.until, time.monotonic() + rng.uniform(1, 20))
        last = None
        while time.monotonic() < end:
            begun, number = time.monotonic(), number + 1
            tool, given, change = arguments(rng, "stdio", number, soak.tools, ledger)
            before = ledger.holds(change.name) if isinstance(change, Put) else None
            soak.tally.ask()
            say(child, {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": given}})
            answer = json.loads(child.stdout.readline())
            if answer.get("id") != number:
                soak.tally.fail(f"answer {answer.get('id')} to request {number}")
            envelope = note(soak, ledger, tool, change, answer)
            if isinstance(change, Put) and envelope and envelope["status"] == "success":
                last = (change, before, envelope["meta"]["trace_id"])
            soak.pace(begun)
        if rng.random() < 0.5:
            number += 1
            kill_in_flight(soak, rng, ledger, child, number)
        else:
            child.stdin.close()
            if child.wait(60) != 0:
                soak.tally.fail(f"a stdio server ended with {child.returncode}")
        soak.servers.pop("stdio", None)
        child.stdout.close()
        if last and rng.random() < 0.7:
            undo(soak, ledger, *last)


def kill_in_flight(soak, rng, ledger, child, number):
    """kill -9 while changes are made: each is made or not made, and nothing else."""
    changes = []
    for offset in range(rng.choice([1, 3, 8])):
        name = f"stdio_flight_{offset}.txt"
        changes.append(Put(name, f"flight {number} {offset}\n" * rng.choice([1, 1000, 20000])))
        given = {"command": "write", "path": f"root:ck3raven_data/wip/{name}", "content": changes[-1].content}
        soak.tally.ask()
        say(child, {"jsonrpc": "2.0", "id": f"{number}.{offset}", "method": "tools/call",
                    "params": {"name": "ck3_file", "arguments": given}})
    time.sleep(rng.choice([0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3]))
    child.kill()
    child.wait()
    soak.tally.fault("stdio servers killed with changes in flight")
    # What it had answered before it was killed holds; of the rest each file decides.
    answers = {}
    for line in child.stdout.read().decode("utf-8", "replace").split("\n"):
        try:
            message = json.loads(line)
            answers[message.get("id")] = message
        except ValueError:
            pass
    for offset, change in enumerate(changes):
        answer = answers.get(f"{number}.{offset}")
        if answer:
            note(soak, ledger, "ck3_file", change, answer)
        else:
            soak.tally.killed()
            ledger.answered(change, None, killed=True)
    child.stdin.close()


def undo(soak, ledger, change, before, trace_id):
    """A person undoes a change: then it is undone, or the file is as it was."""
    name = change.name
    if ledger.holds(name) != change.content:
        return
    undone = soak.run("undo", trace_id).returncode == 0
    soak.tally.fault("changes undone" if undone else "changes that could not be undone")
    if undone:
        ledger.held[name] = before
    ledger.check(name)


def measure(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        status = dict(line.split(":", 1) for line in file)
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(") ", 1)[1].split()
    ticks = int(fields[11]) + int(fields[12])
    return int(status["VmRSS"].split()[0]), len(os.listdir(f"/proc/{pid}/fd")), int(status["Threads"]), ticks


def lay_out(world):
    for folder in ("game/common/traits", "game/common/defines", "game/localization/english", "data/wip", "docs/logs"):
        os.makedirs(os.path.join(world, folder), exist_ok=True)
    traits = "".join(f"trait_{n} = {{\n\tmartial = 2\n\tflag = brave\n}}\n" for n in range(300))
    words = "l_english:\n" + "".join(f' trait_{n}:0 "Trait {n}"\n' for n in range(300))
    for path, text in (
        ("game/common/traits/00_traits.txt", traits),
        ("game/common/defines/00_defines.txt", "NGame = {\n\tSOAK = 1\n}\n"),
        ("game/localization/english/traits_l_english.yml", words),
        (crowd.FILE, crowd.CONTENT),
        ("docs/mod/braver/common/traits/zz_traits.txt", "trait_7 = {\n\tmartial = 9\n}\n"),
        ("docs/mod/calmer/common/traits/00_traits.txt", "trait_7 = {\n\tmartial = 1\n}\n"),
    ):
        os.makedirs(os.path.dirname(os.path.join(world, path)), exist_ok=True)
        with open(os.path.join(world, path), "w", encoding="utf-8-sig") as file:
            file.write(text)
    for name, mods in (("Soak", ["Braver"]), ("Other", ["Braver", "Calmer"])):
        faults.write_playset(world, name, mods)
    with open(os.path.join(world, "ck3raven.toml"), "w", encoding="utf-8") as file:
        file.write(
            f"mode = 'ck3lens'\napprove_without_terminal = true\nlocal_mods_folder = '{world}/docs/mod'\n"
            f"playset = '{world}/Soak.json'\nplaysets = ['{world}/Other.json']\n"
            f"[roots]\ngame = '{world}/game'\nck3raven_data = '{world}/data'\nuser_docs = '{world}/docs'\n"
        )


def run(soak):
    """The whole run: the samples of the HTTP server, how it ended, and the agents that never came back."""
    disks = {name: os.path.join(soak.world, folder) for name, folder in (("world", "data"), ("state", "home"))}
    can_fill = all(faults.small_disk(path, 512 if name == "state" else 64) for name, path in disks.items())
    lay_out(soak.world)
    main, victim = HttpServer(soak), HttpServer(soak)
    command = [SERVER, "--config", soak.config, "dashboard", "--no-open"]
    page = visitors.Dashboard(command, {**soak.environment(), "TERM": "xterm"})
    listed, text = post(main.port, 1, "tools/list", {})
    if not listed:
        sys.exit(f"the server lists no tools: {text[:300]}")
    faults.fill_sessions(main.port, SECRET)
    soak.tools = {tool["name"]: tool["inputSchema"] for tool in listed[0]["result"]["tools"]}
    soak.until = time.monotonic() + SECONDS
    targets = [(http_agent, (soak, f"agent{n}", main)) for n in range(4)]
    targets += [(http_agent, (soak, "victim", victim)), (victim.kill_again_and_again, ()), (stdio_agent, (soak,))]
    targets += [(faults.nuisance, (soak.tally, main.port, soak.until, SECRET)), (faults.person, (soak.tally, soak.run, soak.until))]
    targets.append((faults.unread, (soak.tally, soak.start_stdio, soak.until, soak.full)))
    targets += [(of, (soak.tally, main.port, SECRET, soak.until)) for of in (crowd.leave_unread, crowd.shake_hands, crowd.flood)]
    targets.append((visitors.visit, (soak.tally, page, soak.until)))
    targets.append((faults.rewritten, (soak.tally, soak.world, soak.until)))
    if can_fill:
        targets.append((faults.full_disks, (soak.tally, disks, soak.until, soak.full)))
    else:
        soak.missing.append("full disks: mounting is not permitted")
    if faults.has("strace"):
        pids = lambda: [main.process.pid, victim.process.pid, *soak.servers.values()]
        targets.append((faults.slow_renames, (soak.tally, pids, soak.until)))
    else:
        soak.missing.append("slow renames: there is no strace")
    threads = [threading.Thread(target=guarded, args=(soak, target, given), daemon=True) for target, given in targets]
    for thread in threads:
        thread.start()
    samples = []
    while soak.goes_on():
        time.sleep(min(SECONDS / 100, 10))
        samples.append((measure(main.process.pid), measure(page.process.pid)))
    for thread in threads:
        thread.join(120)
    stuck = sum(thread.is_alive() for thread in threads)
    for ledger in soak.ledgers:
        ledger.check_all()
    victim.process.kill()
    for process in (main.process, page.process):
        process.send_signal(signal.SIGTERM)
    return samples, [main.process.wait(30), page.process.wait(30)], stuck


def guarded(soak, target, given):
    try:
        target(*given)
    except Exception as error:  # noqa: BLE001: an agent that fails is a failure of the run, with its place
        soak.tally.fail(f"{target.__name__} broke off at line {error.__traceback__.tb_next.tb_lineno}: {error!r}")


def report(soak, samples, ended, stuck):
    """Says what happened; the problems."""
    tally = soak.tally
    tenth = max(1, len(samples) // 10)
    early, late = samples[tenth : 2 * tenth] or samples, samples[-tenth:]
    mean = lambda of, place, index: sum(sample[place][index] for sample in of) / len(of)
    print(f"{SECONDS:.0f} s: {tally.asked} requests, {tally.answered} answered, {tally.unanswerable} of killed servers; ended with {ended}")
    for place, program in enumerate(PROGRAMS):
        for index, name in enumerate(("memory in kB", "descriptors", "threads")):
            most = max(sample[place][index] for sample in samples)
            print(f"{program}, {name}: {mean(early, place, index):.0f} early, {mean(late, place, index):.0f} late, {most} at most")
        tenths = [samples[at : at + tenth] for at in range(0, len(samples) - tenth + 1, tenth)]
        print(f"{program}, memory in MB by tenths of the run: " + " ".join(f"{mean(of, place, 0) / 1024:.1f}" for of in tenths))
        print(f"{program}, processor time: {samples[-1][place][3] / os.sysconf('SC_CLK_TCK'):.0f} s")
    kinds = lambda found: " ".join(f"{kind} {count}" for kind, count in sorted(found.items()))
    print("tools: " + "; ".join(f"{tool}: {kinds(tally.tools.get(tool, {}))}" for tool in sorted(soak.tools)))
    print("codes: " + ", ".join(f"{code} {count}" for code, count in sorted(tally.codes.items())))
    print("faults: " + ", ".join(f"{name} {count}" for name, count in sorted(tally.faults.items())))
    print(f"a client that asks for little waited {tally.longest_wait:.1f} s at most, beside one that asks for much")
    strays = [name for name in os.listdir(soak.wip) if not re.fullmatch(r"\w+(\.txt|_folder_\d)", name)]
    print(f"temporary files of killed servers still there: {len(strays)}")
    for what in soak.missing:
        print(f"NOT INJECTED: {what}")
    problems = list(dict.fromkeys(tally.failures))[:20]
    if tally.asked != tally.answered + tally.unanswerable:
        problems.append("requests and answers do not add up")
    problems += [f"no call of {tool} succeeded" for tool in soak.tools if SECONDS >= 120 and not tally.tools.get(tool, {}).get("S")]
    problems += [f"{code} was answered {count} times" for code, count in tally.codes.items() if code in ("MCP-SYS-E-001", "MCP-SYS-E-002")]
    if stuck or any(ended):
        problems.append(f"{stuck} agents stuck, server ended with {ended}")
    # They are removed when they are ten minutes old, by the next change beside them.
    kills = sum(count for name, count in tally.faults.items() if "killed" in name)
    if len(strays) > max(20, kills * 8 * 900 / max(SECONDS, 900)):
        problems.append(f"{len(strays)} temporary files were left")
    wanted = ["large replies left unread over HTTP", "handshakes that say much", "long calls of one client"]
    wanted += ["HTTP servers killed", "pipes left unread", "changes undone", "streams of events opened", "playset files rewritten"]
    wanted += [] if any("disks" in what for what in soak.missing) else ["errors while a disk was full"]
    wanted += [] if any("renames" in what for what in soak.missing) else ["slow renames"]
    if SECONDS >= 120:
        problems += [f"a fault never took effect: {name}" for name in wanted if not tally.faults.get(name)]
    for place, program in enumerate(PROGRAMS):
        for index, (name, slack) in enumerate((("memory", 8_192), ("descriptors", 16), ("threads", 8))):
            before, after = mean(early, place, index), mean(late, place, index)
            if after > before * 1.2 + slack:
                problems.append(f"{program}: {name} grew from {before:.0f} to {after:.0f}")
    return problems


def main():
    # In a mount namespace of its own, so that the small disks are nobody else's and go with this process.
    if faults.has("unshare") and "SOAK_NAMESPACE" not in os.environ:
        os.environ["SOAK_NAMESPACE"] = "1"
        user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        probe = subprocess.run(["unshare", "--mount", *user, "true"], capture_output=True, check=False)
        if probe.returncode == 0:
            os.execvp("unshare", ["unshare", "--mount", *user, sys.executable, *sys.argv])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as world:
        soak = Soak(world)
        problems = report(soak, *run(soak))
        for folder in ("data", "home"):
            subprocess.run(["umount", "-l", os.path.join(world, folder)], capture_output=True, check=False)
    for problem in problems:
        print(f"FAILED: {problem}")
    sys.exit(1 if problems else 0)


main()
