#!/usr/bin/env python3
"""What differs on Windows, asked of the real program: letter case, names, folders that the player moves.

    tests/windows/probe.py RUNNER ck3raven.exe
"""

import json
import os
import shutil
import subprocess
import tempfile

from program import RUNNER, World, check, expect, failures, finish, windows

HOSTILE = [
    "root:game/CON", "root:game/common/nul.txt", "root:ck3raven_data/wip/COM1.txt", "root:ck3raven_data/wip/aux", "root:ck3raven_data/wip/conin$",
    "root:game/a.txt:stream", "root:ck3raven_data/wip/crlf.txt::$DATA", "root:ck3raven_data/wip:$I30:$INDEX_ALLOCATION/x",
    "C:\\Users", "C:x.txt", "Z:/tmp/x.txt", "root:game/C:/Windows/win.ini", "\\\\server\\share\\x", "//server/share/x", "\\\\?\\C:\\x", "\\\\.\\C:", "\\??\\C:\\x",
    "root:game/common.", "root:game/common ", "root:game\\common", "root:game/common/..\\..\\x", "root:ck3raven_data/wip/PROGRA~1/x",
]

def player_renames(path, name):
    """As the player's file manager would."""
    command = [RUNNER, "cmd", "/c", "ren", windows(path), name]
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def main():
    folder = tempfile.mkdtemp(prefix="ck3raven-probe-")
    world = World(folder)
    server = world.serve()

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

    # A rename that changes only letter case: the person approves it. wine 8 leaves the disk's spelling as it was, whoever asks.
    rename = {"command": "rename", "path": "root:ck3raven_data/wip/w.txt", "to": "root:ck3raven_data/wip/W.txt"}
    reply = server.call("ck3_file", **rename)
    if reply["code"] == "EN-WRITE-D-004":
        world.operate("approve", reply["data"]["request"])
        reply = server.call("ck3_file", **rename)
    expect("a rename that changes only letter case", reply, "EN-WRITE-S-003")

    # Line ends and byte order marks are the file's own, whatever the agent sends.
    with open(world.path("data/wip/crlf.txt"), "wb") as file:
        file.write(b"\xef\xbb\xbfone = 1\r\ntwo = 2\r\n")
    edit = {"command": "edit", "path": "root:ck3raven_data/wip/crlf.txt", "old_text": "one = 1\ntwo", "new_text": "one = 3\nmore = 4\ntwo"}
    expect("an edit across lines of a file with CRLF", server.call("ck3_file", **edit), "EN-WRITE-S-001")
    written = world.text("data/wip/crlf.txt")
    check("it keeps CRLF and the byte order mark", written == b"\xef\xbb\xbfone = 3\r\nmore = 4\r\ntwo = 2\r\n", written)

    # A reader of this system does not stop a write.
    with open(world.path("data/wip/crlf.txt")):
        expect("a write beside a reader of this system", server.call(
            "ck3_file", command="write", path="root:ck3raven_data/wip/crlf.txt", content="two\n"), "EN-WRITE-S-001")

    # The player renames a mod's folder while the program serves, with a program of that system: sharing is asked there.
    local = world.path("docs/mod")
    player_renames(os.path.join(local, "A"), "B")
    if not os.path.isdir(os.path.join(local, "B")):
        failures.append("the folder of a mod could not be renamed while the program serves")
    expect("a mod whose folder was moved", server.call("ck3_dir", command="list", path="mod:A"), "WA-RES-I-001")
    player_renames(os.path.join(local, "B"), "A")

    # Devices, streams, drives, shares, and what Windows strips from the end of a name.
    for name in HOSTILE:
        expect(f"the address {name!r}", server.call("ck3_read", path=name), "WA-RES-I-001")
        refused = server.call("ck3_file", command="write", path=name, content="x")
        check(f"no write to {name!r}: {refused['code']}", "-S-" not in refused["code"] and "-E-" not in refused["code"], json.dumps(refused))
    server.end()
    shutil.rmtree(folder)
    finish()


main()
