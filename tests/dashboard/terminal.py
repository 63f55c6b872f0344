"""Runs a command in a terminal of its own, and copies what it shows to standard output: the dashboard is for people at one.

    python3 terminal.py COMMAND…
"""

import os
import pty
import sys

sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:], lambda fd: os.read(fd, 1024), lambda fd: b"")))
