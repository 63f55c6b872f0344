#!/usr/bin/env python3
"""Ctrl-C in a console: the server finishes what is in flight, and ends well.

    tests/windows/console.py RUNNER ck3raven.exe
"""

import os
import pty
import select
import shutil
import tempfile
import time

from program import PROGRAM, RUNNER, check, finish, windows

SECONDS = 60


def until(terminal, text, said=b""):
    """Reads what a program says on its console, up to some text."""
    deadline = time.monotonic() + SECONDS
    while text not in said and time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                said += os.read(terminal, 65536)
            except OSError:
                break
    return said


home = tempfile.mkdtemp(prefix="ck3raven-console-")
process, terminal = pty.fork()
if process == 0:
    os.environ["CK3RAVEN_HOME"] = windows(home)
    os.execv(RUNNER, [RUNNER, PROGRAM, "serve", "--http", "127.0.0.1:0"])
check("it serves on a console", b"serving on" in until(terminal, b"serving on"))
os.write(terminal, b"\x03")
said = until(terminal, b"shutting down")
check("Ctrl-C shuts it down", b"shutting down" in said, said)
until(terminal, b"never said")
check("and it ends well", os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0)
shutil.rmtree(home)
finish()
