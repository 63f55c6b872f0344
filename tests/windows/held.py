#!/usr/bin/env python3
"""A file that another program holds open, and a state folder that two servers share.

    tests/windows/held.py RUNNER ck3raven.exe hold.exe
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from program import RUNNER, World, check, expect, finish, own_folder, windows

HOLD = os.path.abspath(sys.argv[3])
FILE = "root:ck3raven_data/wip/w.txt"


class Holder:
    """A program of that system that has a file open, or locked: for some time, or until it is told to release it."""

    def __init__(self, path, *how):
        command = [RUNNER, HOLD, windows(path), *how]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self.process.stdout.readline().strip() != b"held":
            raise SystemExit("the file could not be held")

    def release(self):
        self.process.stdin.close()
        self.process.wait(60)


def in_use(world):
    server = world.serve()
    delete = {"command": "delete", "path": FILE}
    write = {"command": "write", "path": FILE, "content": "two\n"}

    # It does not let go: what was asked for is refused with the cause, nothing changes, and the approval still stands.
    denied = server.call("ck3_file", **delete)
    expect("a deletion waits for a person", denied, "EN-WRITE-D-004")
    code, told = world.operate("approve", denied["data"]["request"])
    check("a person approves it", code == 0, told)
    holder = Holder(world.path("data/wip/w.txt"))
    before = time.monotonic()
    expect("a write of a file in use", server.call("ck3_file", **write), "WA-IO-I-001")
    check("it was tried for a moment", 0.5 < time.monotonic() - before < 20, str(time.monotonic() - before))
    expect("a deletion of a file in use", server.call("ck3_file", **delete), "WA-IO-I-001")
    check("nothing changed", world.text("data/wip/w.txt") == b"brave = { }\n", world.text("data/wip/w.txt"))
    check("nothing was left behind", os.listdir(world.path("data/wip")) == ["w.txt"], os.listdir(world.path("data/wip")))
    holder.release()
    expect("the approval still stands", server.call("ck3_file", **delete), "EN-WRITE-S-002")

    # It lets go at once, as virus scanners do: nobody notices.
    expect("a new file", server.call("ck3_file", **write), "EN-WRITE-S-001")
    holder = Holder(world.path("data/wip/w.txt"), "400")
    expect("a write while a scanner looks", server.call("ck3_file", **dict(write, content="three\n")), "EN-WRITE-S-001")
    check("it was written", world.text("data/wip/w.txt").replace(b"\r\n", b"\n") == b"three\n", world.text("data/wip/w.txt"))
    holder.release()
    server.end()


def take_turns(world, servers, many=40):
    """Both edit one file again and again: no edit is lost."""
    expect("a file for both", servers[0].call("ck3_file", command="write", path=FILE, content="begin\n"), "EN-WRITE-S-001")
    wrong = []

    def work(number):
        for count in range(many):
            line = f"line_{number}_{count}\n"
            while True:
                reply = servers[number].call("ck3_file", command="edit", path=FILE, old_text="begin\n", new_text=f"begin\n{line}")
                if reply["code"] == "EN-WRITE-S-001":
                    break
                # The other was faster, or has the file open at this moment.
                if reply["code"] not in ("WA-WRITE-I-001", "WA-IO-I-001"):
                    wrong.append(reply)
                    return
            servers[number].call("ck3_search", command="symbols", text="brave")

    threads = [threading.Thread(target=work, args=(number,)) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check("two servers take turns", not wrong, json.dumps(wrong[:1]))
    lines = world.text("data/wip/w.txt").decode().splitlines()
    check("no edit was lost", len(lines) == 2 * many + 1, f"{len(lines)} lines")
    for server in servers:
        server.end()
    return 2 * many + 1


def shared(world):
    """Two servers with one state folder: every change is journalled once, too."""
    changes = take_turns(world, [world.serve(), world.serve()])
    code, told = world.operate("--json", "journal", "--lines", "100000")
    entries = [json.loads(line) for line in told.splitlines()] if code == 0 else []
    written = [entry for entry in entries if entry.get("code") == "EN-WRITE-S-001"]
    check("every change is in the journal", len(written) == changes, f"{len(written)} of {len(entries)}: {told[:600]}")
    code, told = world.operate("doctor")
    check("the doctor finds nothing wrong", code == 0, told)


def apart(world):
    """Two servers of one user with different state folders: they meet at the locks that all of the user's servers share."""
    take_turns(world, [world.serve(), world.serve(os.path.join(world.folder, "other"))])
    # A process that holds every lock is waited for, whatever its state is.
    servers = [world.serve(), world.serve(os.path.join(world.folder, "other"))]
    holder = Holder(os.path.join(own_folder(), "state", "locks", "folders.lock"), "lock")
    for server in servers:
        reply = server.call("ck3_file", command="write", path=FILE, content="held\n")
        expect("a change while another process has every lock", reply, "WA-WRITE-I-007")
    holder.release()
    for server in servers:
        expect("and after it", server.call("ck3_file", command="write", path=FILE, content="free\n"), "EN-WRITE-S-001")
        server.end()


for scenario in (in_use, shared, apart):
    folder = tempfile.mkdtemp(prefix="ck3raven-held-")
    scenario(World(folder))
    shutil.rmtree(folder)
finish()
