"""What Claude Desktop does with an installed bundle: starts the program as the manifest says, and calls it.

    python bundle.py FOLDER      the bundle's content; HOME is empty
"""

import asyncio
import json
import os
import stat
import sys

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client


def started_by(folder):
    """The command of the manifest, with its variables filled in as a person who leaves the settings empty would."""
    with open(os.path.join(folder, "manifest.json")) as file:
        manifest = json.load(file)
    config = manifest["server"]["mcp_config"]
    settings = {name: setting.get("default", "") for name, setting in manifest.get("user_config", {}).items()}

    def filled(text):
        text = text.replace("${__dirname}", folder)
        for name, value in settings.items():
            text = text.replace("${user_config." + name + "}", value)
        return text

    program = filled(config["command"])
    # Zip has no executable bit; the client that installs the bundle sets it.
    os.chmod(program, os.stat(program).st_mode | stat.S_IXUSR)
    return program, [filled(argument) for argument in config["args"]]


async def main():
    program, arguments = started_by(os.path.abspath(sys.argv[1]))
    environment = {"HOME": os.environ["HOME"], "PATH": "/usr/bin:/bin"}
    server = StdioServerParameters(command=program, args=arguments, env=environment)
    async with Client(stdio_client(server), mode="auto") as client:
        tools = (await client.list_tools()).tools
        session = (await client.call_tool("ck3_session", {})).structured_content
        assert session["code"] == "MCP-CFG-S-001", session
        tree = (await client.call_tool("ck3_dir", {"command": "tree", "path": "root:game"})).structured_content
        assert tree["code"] == "WA-READ-S-002", tree
    print(f"{len(tools)} tools; the sample world is served where there is no game")


asyncio.run(main())
