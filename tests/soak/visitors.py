"""The person's page in the soak: opened in a terminal of its own, with streams of events that are dropped, or left unread."""

import http.client
import json
import os
import pty
import random
import re
import socket
import subprocess
import time

VIEWS = ["overview", "journal", "changes", "statistics", "codes", "activity", "crashes", "clients", "preview", "story?id=0", "journal?session=absent"]


class Dashboard:
    """The program behind the page, at a pseudo-terminal, because it is for people."""

    def __init__(self, command, environment):
        leader, follower = pty.openpty()
        self.process = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=subprocess.DEVNULL, env=environment)
        os.close(follower)
        self.terminal = leader
        shown, until = "", time.monotonic() + 30
        while time.monotonic() < until and not re.search(r"#\w{64}", shown):
            shown += os.read(leader, 4096).decode("utf-8", "replace")
        found = re.search(r"http://127\.0\.0\.1:(\d+)/#(\w{64})", shown)
        self.port, self.secret = int(found[1]), found[2]

    def request(self, method, path, body=None, secret=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, {"x-ck3raven-secret": secret or self.secret})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def open_stream(self):
        stream = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        head = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nx-ck3raven-secret: {self.secret}\r\n\r\n"
        stream.sendall(head.encode())
        return stream


def visit(tally, dashboard, until):
    """Looks at every view, opens streams and drops them, and sends what no page sends. Each request is answered once."""
    rng = random.Random("visitors")
    hostile = ["{" * 5000, '{"request": "' + "x" * 60_000 + '", "granted": true}', "[]", '{"changes": ["' + "0" * 500 + '"]}']
    hostile.append(json.dumps({"changes": ["x"] * 600}))
    while time.monotonic() < until:
        streams = [dashboard.open_stream() for _ in range(rng.choice([1, 5, 20]))]
        tally.fault("streams of events opened", len(streams))
        for _ in range(6):
            kind = rng.random()
            if kind < 0.7:
                expected, given = (200, 404, 409), ("GET", "/api/" + rng.choice(VIEWS))
            elif kind < 0.9:
                expected, given = (400, 404, 409), ("POST", "/api/" + rng.choice(["decide", "undo"]), rng.choice(hostile))
            else:
                expected, given = (401,), ("GET", "/api/overview", None, "0" * 64)
            tally.ask()
            status, _ = dashboard.request(*given)
            tally.note(f"(page {status})")
            if status not in expected:
                tally.fail(f"the page answered {given[1]} with {status}")
            time.sleep(rng.uniform(0.05, 0.3))
        # Some streams are read to the first event, and all are dropped as they are.
        for stream in streams:
            if rng.random() < 0.3:
                stream.settimeout(5)
                try:
                    stream.recv(1 << 16)
                except OSError:
                    pass
            stream.close()
        time.sleep(rng.uniform(0.2, 2))
