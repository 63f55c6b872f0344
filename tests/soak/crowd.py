"""Clients over HTTP that take more than their share, in the soak: replies that they do not read, handshakes that hold much, calls by
the hundred. Another client meanwhile measures how long it waits."""

import http.client
import json
import random
import socket
import time

# A client that asks for little waits at most so long for its turn, whatever others ask for.
LONGEST_WAIT = 30.0
CALLS = 120
FILE = "game/common/crowd/a.txt"
# It takes long to search, and long to send.
CONTENT = ("a" * 990 + "\n") * 3000


def request(secret, port, message, session=None):
    """A request over HTTP as text."""
    body = json.dumps(message) if isinstance(message, dict) else message
    header = f"Mcp-Session-Id: {session}\r\n" if session else ""
    return (
        f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {secret}\r\nContent-Type: application/json\r\n"
        f"Accept: application/json, text/event-stream\r\n{header}Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


def handshake(capabilities):
    params = f'{{"protocolVersion": "2025-11-25", "capabilities": {capabilities}, "clientInfo": {{"name": "crowd", "version": "1"}}}}'
    return f'{{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {params}}}'


class Client:
    """A client of the older era, with a session of the tools'."""

    def __init__(self, port, secret):
        self.port, self.secret, self.number = port, secret, 0
        self.session = None
        # There is a bound on sessions, and those that nobody uses give way only after a while.
        until = time.monotonic() + 30
        while self.session is None and time.monotonic() < until:
            self.session = self.post(handshake("{}"))[1]
            if self.session is None:
                time.sleep(1)
        self.post({"jsonrpc": "2.0", "method": "notifications/initialized"})
        answer = self.call("ck3_session", command="init", mode="ck3lens")
        self.handle = answer["data"]["session"]

    def post(self, message):
        """The body of the answer, and the session that it began."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=90)
        headers = {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        if self.session:
            headers["Mcp-Session-Id"] = self.session
        try:
            connection.request("POST", "/mcp", message if isinstance(message, str) else json.dumps(message), headers)
            answer = connection.getresponse()
            return answer.read().decode("utf-8", "replace"), answer.getheader("mcp-session-id")
        finally:
            connection.close()

    def message(self, tool, **given):
        self.number += 1
        return {"jsonrpc": "2.0", "id": self.number, "method": "tools/call", "params": {"name": tool, "arguments": given}}

    def call(self, tool, **given):
        """The envelope; `None` where the session was ended for another, or there was no room."""
        message = self.message(tool, **given)
        for line in self.post(message)[0].splitlines():
            if line.startswith("data: {"):
                found = json.loads(line[6:])
                if found.get("id") == message["id"]:
                    return found["result"]["structuredContent"]
        return None

    def begin(self, tool, **given):
        """Asks over a connection of its own, whose answer is not read yet."""
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(30)
        connection.connect(("127.0.0.1", self.port))
        connection.sendall(request(self.secret, self.port, self.message(tool, session=self.handle, **given), self.session))
        return connection


def begin_many(client, count, tool, **given):
    begun = []
    for _ in range(count):
        try:
            begun.append(client.begin(tool, **given))
        except OSError:
            # There is a bound on connections, and others have some.
            break
    return begun


def leave_unread(tally, port, secret, until):
    """Clients that ask for much at once and read none of it."""
    rng = random.Random("unread over HTTP")
    while time.monotonic() < until:
        client = Client(port, secret)
        begun = begin_many(client, 40, "ck3_read", path=f"root:{FILE}", max_bytes=2_900_000)
        tally.fault("large replies left unread over HTTP", len(begun))
        time.sleep(rng.uniform(2, 8))
        for connection in begun:
            connection.close()
        time.sleep(rng.uniform(2, 8))


def shake_hands(tally, port, secret, until):
    """Handshakes that say much, in sessions that nobody uses."""
    rng = random.Random("handshakes")
    pads = [("[]", 20_000), ("0", 30_000), ('{"":0}', 9_000), ('{"":0}', 90_000)]
    while time.monotonic() < until:
        pad, count = rng.choice(pads)
        heavy = "[" + ",".join([pad] * count) + "]"
        capabilities = f'{{"experimental": {{"x": {{"y": {heavy}}}}}, "extensions": {{"x": {{}}}}}}'
        with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
            try:
                connection.sendall(request(secret, port, handshake(capabilities)))
                status = connection.recv(12)[9:12]
            except OSError:
                status = b""
        tally.fault("handshakes that say much")
        # A body that is too large may be cut off before it has been sent.
        if status not in (b"200", b"413", b"503", b""):
            tally.fail(f"a handshake that says much was answered with {status}")
        time.sleep(rng.uniform(0.2, 1))


def flood(tally, port, secret, until):
    """One client asks for much at once; another asks for little, and measures how long that takes."""
    while time.monotonic() < until:
        greedy, patient = Client(port, secret), Client(port, secret)
        begun = begin_many(greedy, CALLS, "ck3_search", command="text", query="(a|aa)+$b", regex=True)
        tally.fault("long calls of one client", len(begun))
        for _ in range(10):
            if time.monotonic() >= until:
                break
            asked = time.monotonic()
            answer = patient.call("ck3_dir", session=patient.handle)
            waited = time.monotonic() - asked
            tally.waited(waited)
            if answer is None or answer["status"] != "success":
                tally.fail(f"a client that asks for little was answered with {answer and answer['code']} after {waited:.1f} s")
            elif waited > LONGEST_WAIT:
                tally.fail(f"a client that asks for little waited {waited:.1f} s")
            time.sleep(0.5)
        for connection in begun:
            connection.close()
        time.sleep(5)
