#!/usr/bin/env python3
"""A session of the official Python client with the program for Windows, in both protocol eras.

    python tests/windows/client.py RUNNER ck3raven.exe

The flow of an agent's day on the sample world: look, correct an address, read, be denied, open a contract, write, edit, check.
"""

import asyncio
import json
import os
import sys
import tempfile

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

RUNNER, PROGRAM = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
TRAIT = "mod:Braver Braves/common/traits/zz_braver.txt"
CONTRACT = {"intent": "make braves braver", "scope": "mod:Braver Braves", "operations": ["write"]}


async def session(mode):
    home = "Z:" + tempfile.mkdtemp(prefix="ck3raven-client-").replace("/", "\\")
    parameters = StdioServerParameters(command=RUNNER, args=[PROGRAM, "serve"], env={**os.environ, "CK3RAVEN_HOME": home})
    async with Client(stdio_client(parameters), mode=mode) as client:
        count = 0

        async def call(tool, code, **arguments):
            nonlocal count
            count += 1
            envelope = (await client.call_tool(tool, arguments)).structured_content
            assert envelope["code"] == code, (tool, arguments, envelope)
            assert "Z:" not in json.dumps(envelope), envelope
            return envelope["data"]

        await call("ck3_session", "MCP-CFG-S-001")
        wrong = await call("ck3_dir", "WA-RES-I-001", command="list", path="root:game/Common/traits")
        right = wrong["nearest"][0]
        await call("ck3_dir", "WA-READ-S-001", command="list", path=right)
        read = await call("ck3_read", "WA-READ-S-003", path=TRAIT)
        text = read["content"]
        await call("ck3_file", "EN-WRITE-D-003", command="write", path=TRAIT, content=text)
        await call("ck3_contract", "CT-GATE-S-001", command="open", contract=CONTRACT)
        await call("ck3_file", "EN-WRITE-S-001", command="write", path=TRAIT, content=text + "# edited\n", expected_digest=read["digest"])
        await call("ck3_file", "EN-WRITE-S-001", command="edit", path=TRAIT, old_text="# edited", new_text="# twice")
        again = await call("ck3_read", "WA-READ-S-003", path=TRAIT)
        assert again["content"].endswith("# twice\n") or again["content"].endswith("# twice\r\n"), again["content"][-20:]
        await call("ck3_check", "WA-PARSE-S-001", path="mod:Braver Braves")
        await call("ck3_file", "EN-WRITE-D-001", command="write", path="root:game/a.txt", content="x")
        print(f"{mode}: {count} calls as expected")


for era in ["legacy", "2026-07-28"]:
    asyncio.run(session(era))
