"""The faults of the soak: disks without room, slow renames, clients that do not read or do not go on, a person who decides."""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import threading
import time


def small_disk(folder, megabytes):
    """A file system of its own over a folder, in this program's mount namespace alone; false where that is not permitted."""
    os.makedirs(folder, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0700", "tmpfs", folder]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def fill(folder):
    """Takes all the room of a disk: the file that does."""
    path = os.path.join(folder, ".filler")
    with open(path, "wb") as file:
        size, step = 0, 1 << 24
        while step >= 4096:
            try:
                os.posix_fallocate(file.fileno(), size, step)
                size += step
            except OSError:
                step //= 2
    return path


def full_disks(tally, disks, until, full):
    """Every so often a disk has no room for some seconds: the world's, the program's own, both."""
    rng = random.Random("disks")
    names = list(disks)
    while time.monotonic() < until:
        time.sleep(min(rng.uniform(10, 30), max(0.0, until - time.monotonic())))
        chosen = rng.choice([[name] for name in names] + [names])
        fillers = [fill(disks[name]) for name in chosen]
        full.set()
        tally.fault(f"disk full ({' and '.join(chosen)})")
        time.sleep(rng.uniform(1, 4))
        for filler in fillers:
            os.remove(filler)
        full.clear()


def slow_renames(tally, pids, until):
    """Renames of one server after the other take long for a while. The kernel does the waiting, for strace."""
    rng = random.Random("renames")
    while time.monotonic() < until:
        time.sleep(rng.uniform(5, 15))
        alive = list(pids())
        if not alive:
            continue
        delay = rng.choice([50_000, 200_000, 500_000])
        calls = "rename,renameat,renameat2,linkat,unlinkat"
        tracer = subprocess.Popen(
            ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={calls}", "-e", f"inject={calls}:delay_enter={delay}",
             "-p", str(rng.choice(alive))],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        time.sleep(rng.uniform(2, 5))
        if tracer.poll() is None:
            tally.fault("slow renames")
        tracer.send_signal(signal.SIGINT)
        try:
            tracer.wait(10)
        except subprocess.TimeoutExpired:
            tracer.kill()


def older_session(port, secret):
    """A request that begins a session of the older era."""
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "nuisance", "version": "1"}}
    hello = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
    return (
        f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {secret}\r\nContent-Type: application/json\r\n"
        f"Accept: application/json, text/event-stream\r\nContent-Length: {len(hello)}\r\n\r\n{hello}"
    )


def fill_sessions(port, secret, count=300):
    """As many sessions of the older era as there may be: what they take is bounded, and is not to be taken for growth."""
    for _ in range(count):
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.sendall(older_session(port, secret).encode())
            connection.recv(4096)


def nuisance(tally, port, until, secret):
    """Clients over HTTP that begin and do not go on, or ask and do not read."""
    rng = random.Random("nuisance")
    heads = [
        "POST /mcp HTTP/1.1\r\nHost: ",
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n{",
        "GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n" * 50,
        # Nobody comes back to it.
        older_session(port, secret),
    ]
    while time.monotonic() < until:
        held = []
        for _ in range(20):
            try:
                connection = socket.create_connection(("127.0.0.1", port), timeout=5)
                connection.sendall(rng.choice(heads).encode())
                held.append(connection)
            except OSError:
                pass
        tally.fault("connections left open", len(held))
        time.sleep(rng.uniform(1, 4))
        for connection in held:
            connection.close()
        time.sleep(rng.uniform(1, 4))


def unread(tally, start, until, full):
    """A client on stdio that asks and reads nothing for a while, neither answers nor stderr; then it reads all answers."""
    rng = random.Random("unread")
    while time.monotonic() < until:
        child = start(stderr=subprocess.PIPE)
        count = rng.choice([50, 400])
        lines = []
        for number in range(1, count + 1):
            given = rng.choice([{"command": "tree", "path": "root:game"}, {"path": "\u202e" * 300, "command": "list"}])
            params = {"name": "ck3_dir", "arguments": given}
            lines.append(json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}))
            tally.ask()
        writer = threading.Thread(target=send, args=(child, lines))
        writer.start()
        time.sleep(rng.uniform(2, 6))
        tally.fault("pipes left unread")
        seen = [json.loads(line).get("id") for line in (child.stdout.readline() for _ in range(count)) if line.strip()]
        for number in seen:
            tally.note("(read late)")
        if sorted(seen) != list(range(1, count + 1)):
            tally.fail(f"{len(seen)} answers to {count} requests on pipes that were left unread")
        writer.join(30)
        child.stdin.close()
        # Half of them leave what is still to be said unread, for good.
        if child.wait(60) != 0:
            tally.fail(f"a server whose pipes were left unread ended with {child.returncode}")
        child.stdout.close()
        child.stderr.close()
        time.sleep(rng.uniform(2, 8))


def send(child, lines):
    try:
        child.stdin.write(("\n".join(lines) + "\n").encode())
        child.stdin.flush()
    except OSError:
        pass


def person(tally, run, until):
    """A program in a person's place, which the configuration lets approve: it approves some requests and refuses others."""
    rng = random.Random("person")
    while time.monotonic() < until:
        time.sleep(rng.uniform(2, 5))
        listed = run("approvals", "--json").stdout
        waiting = [found["request"] for found in json.loads(listed or "[]") if found["operation"] in ("delete", "rename", "create_mod")]
        for request in waiting[:4]:
            decision = "approve" if rng.random() < 0.8 else "deny"
            if run(decision, request).returncode == 0:
                tally.fault(f"requests a person {'approved' if decision == 'approve' else 'refused'}")


def write_playset(world, name, mods):
    """Puts a playset file in place, whole: a reader sees the old one or the new one."""
    path = os.path.join(world, f"{name}.json")
    listed = [{"name": mod, "path": f"docs/mod/{mod.lower()}", "enabled": True} for mod in mods]
    with open(f"{path}.new", "w", encoding="utf-8") as file:
        json.dump({"name": name, "mods": listed}, file)
    os.replace(f"{path}.new", path)


def rewritten(tally, world, until):
    """Files that people and the game write while agents are served: playsets, whole and broken, and logs."""
    rng = random.Random("rewritten")
    log = os.path.join(world, "docs", "logs", "error.log")
    lines = [
        "[12:00:00][E][jomini_script_system.cpp:303]: Script system error!\n  Error: brave is unknown\n  file: common/traits/zz_traits.txt line: 2\n",
        "[12:00:01][E][pdx_persistent_reader.cpp:268]: Error: \"Unexpected token: x, near line: 3\" in file: \"/home/somebody/common/traits/x.txt\" near line: 3\n",
        "[" * 20_000 + "\n", "\x00\u202e" * 3000 + "\n", "[99:99:99][X][:::]:" + "C:\\Users\\somebody\\" * 500 + "\n", "x" * 300_000, "\n" * 500,
    ]
    while time.monotonic() < until:
        time.sleep(rng.uniform(0.5, 3))
        try:
            rewrite(tally, world, rng, log, lines)
        except OSError:
            # The machine's own disk may be full for a while: that is nobody's failure here, and the game goes on too.
            tally.fault("files that could not be rewritten")


def rewrite(tally, world, rng, log, lines):
    mods = rng.choice([["Braver"], ["Braver", "Calmer"], ["Calmer", "Braver"]])
    write_playset(world, "Other", mods)
    if rng.random() < 0.1:
        with open(os.path.join(world, "Other.json"), "w", encoding="utf-8") as file:
            file.write(rng.choice(["{", "[" * 10_000, "", '{"name": "Other", "mods": 7}']))
    tally.fault("playset files rewritten")
    is_large = os.path.exists(log) and os.path.getsize(log) > 4_000_000
    with open(log, "w" if is_large or rng.random() < 0.05 else "a", encoding="utf-8", errors="surrogatepass") as file:
        file.write(rng.choice(lines) * rng.choice([1, 10]))
    tally.fault("lines of logs written")


def has(program):
    return shutil.which(program) is not None
