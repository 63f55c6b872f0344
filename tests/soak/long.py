"""A server that lives long: 100,000 calls on one stdio server, and 10,000 sessions one after another over HTTP.

    tests/soak/long.py path/to/ck3raven [calls] [sessions]

Every call must succeed; memory and open files at a tenth of the way and at the end are printed, and must be alike. Not in CI: it takes
minutes.
"""

import http.client
import json
import os
import subprocess
import sys
import tempfile

AHEAD = 32


def state(pid):
    status = open(f"/proc/{pid}/status").read()
    kilobytes = int(next(line for line in status.splitlines() if line.startswith("VmRSS:")).split()[1])
    return kilobytes / 1024, len(os.listdir(f"/proc/{pid}/fd"))


def alike(what, early, late):
    print(f"{what}: memory {early[0]:.1f} MB after a tenth, {late[0]:.1f} MB at the end; open files {early[1]}, {late[1]}", flush=True)
    assert late[0] < early[0] * 1.25 + 4 and late[1] <= early[1] + 4, "it grew"


def calls_on_stdio(server, home, many):
    program = subprocess.Popen([server, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, "CK3RAVEN_HOME": home})
    kinds = [("ck3_dir", {"command": "list", "path": "root:game/common"}), ("ck3_read", {"path": "mod:Braver Braves/common/traits/zz_braver.txt"}), ("ck3_session", {}), ("ck3_dir", {"command": "list", "path": "root:gane"})]

    def say(message):
        program.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        program.stdin.flush()

    say({"id": "hello", "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "long", "version": "1"}}})
    program.stdout.readline()
    say({"method": "notifications/initialized"})
    sent = received = 0
    early = None
    while received < many:
        while sent < many and sent - received < AHEAD:
            tool, arguments = kinds[sent % len(kinds)]
            say({"id": sent, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
            sent += 1
        answer = json.loads(program.stdout.readline())
        wanted = "I" if answer["id"] % len(kinds) == 3 else "S"
        assert answer["result"]["structuredContent"]["reply_type"] == wanted, answer
        received += 1
        if received == many // 10:
            early = state(program.pid)
    alike(f"{many} calls on stdio", early, state(program.pid))
    program.stdin.close()
    assert program.wait(30) == 0


def sessions_over_http(server, home, many):
    program = subprocess.Popen([server, "serve", "--http", "127.0.0.1:0", "--no-secret"], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, "CK3RAVEN_HOME": home})
    authority = next(line.split("http://")[1].split("/mcp")[0] for line in program.stderr if "http://" in line)
    connection = http.client.HTTPConnection(authority)
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": {"name": "long", "version": "1"}, "io.modelcontextprotocol/clientCapabilities": {}}

    def post(body, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("POST", "/mcp", json.dumps({"jsonrpc": "2.0", **body}), {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **headers})
        answer = connection.getresponse()
        text = answer.read().decode()
        lines = [line.removeprefix("data: ") for line in text.splitlines() if line.removeprefix("data: ").startswith("{")]
        return answer, json.loads(lines[-1]) if lines else {}

    def call(tool, **arguments):
        body = {"id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments, "_meta": meta}}
        _, answer = post(body, MCP_Protocol_Version="2026-07-28", Mcp_Method="tools/call", Mcp_Name=tool)
        reply = answer["result"]["structuredContent"]
        assert reply["reply_type"] == "S", reply
        return reply["data"]

    hello = {"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "long", "version": "1"}}}
    early = None
    for number in range(many):
        # The newer era: a handle. The older: a session of the protocol, closed by its client.
        if number % 2 == 0:
            session = call("ck3_session", command="init", mode="ck3lens")["session"]
            call("ck3_dir", command="list", path="root:game", session=session)
        else:
            answer, _ = post(hello)
            session = answer.getheader("mcp-session-id")
            post({"method": "notifications/initialized"}, Mcp_Session_Id=session, MCP_Protocol_Version="2025-11-25")
            _, listed = post({"id": 2, "method": "tools/list"}, Mcp_Session_Id=session, MCP_Protocol_Version="2025-11-25")
            assert listed["result"]["tools"], listed
            connection.request("DELETE", "/mcp", headers={"Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25"})
            closed = connection.getresponse()
            closed.read()
            assert closed.status < 300, closed.status
        if number == many // 10:
            early = state(program.pid)
    alike(f"{many} sessions over HTTP", early, state(program.pid))
    program.terminate()
    assert program.wait(30) == 0


def main():
    server = os.path.abspath(sys.argv[1])
    calls, sessions = (int(sys.argv[index]) if len(sys.argv) > index else default for index, default in ((2, 100_000), (3, 10_000)))
    with tempfile.TemporaryDirectory() as home:
        calls_on_stdio(server, home, calls)
        sessions_over_http(server, home, sessions)


main()
