"""Garbage on stdin for as long as told, with a correct call among it every now and then, each of which must be answered.

    python garbage.py path/to/ck3raven seconds
"""

import json
import os
import queue
import random
import subprocess
import sys
import threading
import time


def garbage(dice):
    """One line of something that is not the protocol."""
    kinds = [
        lambda: bytes(dice.randrange(256) for _ in range(dice.randrange(200))).replace(b"\n", b""),
        lambda: b"x" * dice.randrange(1_000_000),
        lambda: b"[" * dice.randrange(10_000),
        lambda: b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":' + b'{"a":' * dice.randrange(300),
        lambda: json.dumps(dice.choice([None, 7, "x", [], {}, {"id": 1}, {"jsonrpc": "2.0"}])).encode(),
        lambda: b'{"jsonrpc":"2.0","method":"notifications/no_such_thing","params":{"x":"\\ud800"}}',
        lambda: b'{"jsonrpc":"2.0","id":"answer to nothing","result":{}}',
    ]
    return dice.choice(kinds)() + b"\n"


def main(server, seconds):
    dice = random.Random(7)
    process = subprocess.Popen([server, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ))
    received = queue.Queue()
    threading.Thread(target=lambda: [received.put(json.loads(line)) for line in process.stdout], daemon=True).start()

    def say(line):
        process.stdin.write(line)
        process.stdin.flush()

    def ask(number, method, params):
        say(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n")
        while (answer := received.get(timeout=30)).get("id") != number:
            pass
        return answer

    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "garbage", "version": "1"}}
    ask("hello", "initialize", hello)
    lines = calls = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for _ in range(100):
            say(garbage(dice))
            lines += 1
        answer = ask(f"call {calls}", "tools/call", {"name": "ck3_dir", "arguments": {}})
        assert answer["result"]["structuredContent"]["code"] == "MCP-SYS-S-001", answer
        calls += 1
    process.stdin.close()
    assert process.wait(timeout=30) == 0
    print(f"{lines} lines of garbage in {seconds} s, {calls} calls among them answered, ended with 0")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
