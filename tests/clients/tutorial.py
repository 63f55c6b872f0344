"""The Python client against the server of the tutorial, in both eras.

    python tutorial.py path/to/library legacy|auto|2026-07-28
"""

import asyncio
import json
import pathlib
import sys
import tempfile

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

BOOKS = pathlib.Path(__file__).parents[2] / "examples" / "library" / "books.txt"

CALLS = [
    ("find_book", {"title": "Emma"}, "SHLF-BOOK-S-001"),
    ("lend_book", {"title": "Emma"}, "SHLF-LOAN-S-001"),
    ("lend_book", {"title": "Emma"}, "SHLF-LOAN-I-001"),
    ("find_book", {"title": "Enma"}, "SHLF-BOOK-I-001"),
    ("lend_book", {"title": "The Oxford English Dictionary"}, "RULE-LOAN-D-001"),
    ("lend_book", {"titel": "Emma"}, "DESK-CALL-I-001"),
]


def check(result, code):
    envelope = result.structured_content
    assert envelope["code"] == code, (code, envelope)
    assert json.loads(result.content[0].text) == envelope, "text and structure differ"
    assert result.is_error == (envelope["reply_type"] != "S"), envelope


async def converse(server, mode, folder):
    books = folder / "books.txt"
    books.write_text(BOOKS.read_text())
    parameters = StdioServerParameters(command=server, args=[], cwd=folder)
    async with Client(stdio_client(parameters), mode=mode) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["find_book", "lend_book"]
        assert all(tool.output_schema and tool.title and tool.annotations for tool in tools)
        for tool, arguments, code in CALLS:
            check(await client.call_tool(tool, arguments), code)
        # A line without its number: the tool panics, and the call is answered.
        books.write_text("Persuasion\n")
        check(await client.call_tool("find_book", {"title": "Persuasion"}), "DESK-CALL-E-001")
        books.unlink()
        check(await client.call_tool("find_book", {"title": "Emma"}), "SHLF-BOOK-E-001")
    assert len(list((folder / "crashes").iterdir())) == 1
    print(f"{len(CALLS) + 2} calls answered as the tutorial says")


with tempfile.TemporaryDirectory() as home:
    asyncio.run(converse(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2], pathlib.Path(home)))
