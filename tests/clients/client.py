"""The Python client against the server: both eras, every reply type, resources, prompts, completion, and a person who is asked.

    python client.py path/to/ck3raven legacy|auto|2026-07-28    on stdio
    python client.py http://… legacy|auto|2026-07-28            what differs over HTTP; CK3RAVEN_HTTP_TOKEN is the secret
"""

import asyncio
import contextlib
import json
import os
import sys

from mcp import MCPError
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import ElicitResult, ResourceTemplateReference

TRAIT = "mod:Braver Braves/common/traits/zz_braver.txt"
WIP = "root:ck3raven_data/wip/client.txt"

CALLS = [
    ("ck3_session", {}, "MCP-CFG-S-001"),
    ("ck3_dir", {}, "MCP-SYS-S-001"),
    ("ck3_dir", {"command": "list", "path": "root:game"}, "WA-READ-S-001"),
    ("ck3_dir", {"command": "tree", "path": "root:game"}, "WA-READ-S-002"),
    ("ck3_dir", {"command": "list", "path": "root:gane"}, "WA-RES-I-001"),
    ("ck3_dir", {"colour": "red"}, "MCP-VAL-I-001"),
    ("ck3_read", {"path": TRAIT}, "WA-READ-S-003"),
    ("ck3_file", {"command": "write", "path": WIP, "content": "x\n"}, "EN-WRITE-S-001"),
    ("ck3_file", {"command": "write", "path": "root:game/a.txt", "content": "x"}, "EN-WRITE-D-001"),
    ("ck3_file", {"command": "write", "path": "mod:Braver Braves/a.txt", "content": "x"}, "EN-WRITE-D-003"),
    ("ck3_file", {"command": "delete", "path": WIP}, "EN-WRITE-D-004"),
    ("ck3_contract", {"command": "list"}, "CT-GATE-S-004"),
    ("ck3_explain", {"code": "WA-RES-I-001"}, "MCP-SYS-S-003"),
    ("ck3_explain", {"code": "WA-RES-I-999"}, "MCP-SYS-I-002"),
]


def check(result, code):
    envelope = result.structured_content
    assert envelope["code"] == code, (code, envelope)
    assert json.loads(result.content[0].text) == envelope, "text and structure differ"
    assert result.is_error == (envelope["reply_type"] != "S"), envelope
    assert set(envelope) == {"status", "reply_type", "code", "data", "meta", "error"}, envelope


async def converse(server, mode):
    parameters = StdioServerParameters(command=server, args=["serve"], env=dict(os.environ))
    async with Client(stdio_client(parameters), mode=mode) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["ck3_session", "ck3_dir", "ck3_read", "ck3_search", "ck3_check", "ck3_lens", "ck3_log", "ck3_file", "ck3_mod", "ck3_contract", "ck3_explain"]
        assert all(tool.output_schema and tool.title and tool.annotations for tool in tools)
        for tool, arguments, code in CALLS:
            check(await client.call_tool(tool, arguments), code)
        await every_call_is_answered(client)
        await an_unknown_tool_is_an_error_of_the_protocol(client)
        await resources_and_prompts(client)


async def every_call_is_answered(client):
    results = await asyncio.gather(*(client.call_tool("ck3_dir", {}) for _ in range(200)))
    assert len(results) == 200
    for result in results:
        check(result, "MCP-SYS-S-001")


async def an_error_is_structured(server, mode):
    """An E: where the journal cannot be written, nothing is changed."""
    home = os.path.join(os.environ["CK3RAVEN_HOME"], "without-journal")
    os.makedirs(os.path.join(home, "state", "journal.jsonl"), exist_ok=True)
    parameters = StdioServerParameters(command=server, args=["serve"], env={**os.environ, "CK3RAVEN_HOME": home})
    async with Client(stdio_client(parameters), mode=mode) as client:
        write = {"command": "write", "path": WIP, "content": "x"}
        check(await client.call_tool("ck3_file", write), "EN-LOG-E-001")


@contextlib.asynccontextmanager
async def connected(server, mode, person):
    """A client of either transport, whose person can be asked."""
    if not server.startswith("http"):
        stdio = StdioServerParameters(command=server, args=["serve"], env=dict(os.environ))
        async with Client(stdio_client(stdio), mode=mode, elicitation_callback=person) as client:
            yield client
        return
    headers = {"Authorization": "Bearer " + os.environ["CK3RAVEN_HTTP_TOKEN"]}
    async with create_mcp_http_client(headers=headers) as http:
        transport = streamable_http_client(server, http_client=http)
        async with Client(transport, mode=mode, elicitation_callback=person) as client:
            yield client


async def a_person_is_asked(server, mode):
    """A deletion needs a person; the client asks them, and what they say is what happens (L26)."""
    said = [
        (ElicitResult(action="decline"), "EN-GATE-D-001"),
        (ElicitResult(action="cancel"), "EN-WRITE-D-004"),
        (ElicitResult(action="accept", content={"allow": False}), "EN-GATE-D-001"),
        (ElicitResult(action="accept", content={"allow": True}), "EN-WRITE-S-002"),
    ]
    asked = []

    async def person(context, params):
        asked.append(params.message)
        await asyncio.sleep(0.2)
        return said[len(asked) - 1][0]

    is_http = server.startswith("http")
    async with connected(server, mode, person) as client:
        session = {}
        if is_http:
            check(await client.call_tool("ck3_dir", {}), "MCP-CFG-I-003")
            begun = await client.call_tool("ck3_session", {"command": "init", "mode": "ck3lens"})
            session = {"session": begun.structured_content["data"]["session"]}
        # A file for each question: what was refused is not asked again for a while.
        for number, (_, code) in enumerate(said):
            path = f"{WIP}.{mode}.{number}.txt"
            write = {"command": "write", "path": path, "content": "x", **session}
            check(await client.call_tool("ck3_file", write), "EN-WRITE-S-001")
            check(await client.call_tool("ck3_file", {"command": "delete", "path": path, **session}), code)
            assert len(asked) == number + 1 and "delete" in asked[number] and path in asked[number], asked
        again = {"command": "delete", "path": f"{WIP}.{mode}.0.txt", **session}
        check(await client.call_tool("ck3_file", again), "EN-GATE-D-001")
    assert len(asked) == len(said), asked


async def an_unknown_tool_is_an_error_of_the_protocol(client):
    try:
        await client.call_tool("no_such_tool", {})
    except MCPError as error:
        assert error.code == -32602, error
    else:
        raise AssertionError("an unknown tool was answered")


async def resources_and_prompts(client):
    assert [str(found.uri) for found in (await client.list_resources()).resources][0] == "ck3raven://codes"
    template = (await client.list_resource_templates()).resource_templates[0]
    assert template.uri_template == "ck3raven://codes/{code}"
    page = await client.read_resource("ck3raven://codes/WA-RES-I-001")
    assert "PATH_NOT_FOUND" in page.contents[0].text
    reference = ResourceTemplateReference(uri=template.uri_template, type="ref/resource")
    completed = await client.complete(reference, {"name": "code", "value": "WA-RES"})
    assert "WA-RES-I-001" in completed.completion.values
    prompt = await client.get_prompt("ck3raven", {"goal": "Make brave braver."})
    assert prompt.messages[0].content.text.endswith("Make brave braver.")
    assert (await client.list_prompts()).prompts[0].name == "ck3raven"


if __name__ == "__main__":
    asyncio.run(a_person_is_asked(*sys.argv[1:]))
    if sys.argv[1].startswith("http"):
        print("a session, four questions to a person: as expected")
        sys.exit()
    asyncio.run(converse(*sys.argv[1:]))
    asyncio.run(an_error_is_structured(*sys.argv[1:]))
    print(f"{len(CALLS) + 206} calls, resources, completion, prompt, four questions to a person: as expected")
