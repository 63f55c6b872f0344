"""What Claude Desktop does with an installed bundle: starts the program as the manifest says, and calls it. First without
the game, then with it.

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


async def session(act):
    """Starts the program as the client does, and talks to it."""
    program, arguments = started_by(os.path.abspath(sys.argv[1]))
    environment = {"HOME": os.environ["HOME"], "PATH": "/usr/bin:/bin"}
    async with Client(stdio_client(StdioServerParameters(command=program, args=arguments, env=environment)), mode="auto") as client:
        return await act(client)


async def call(client, tool, code, **arguments):
    envelope = (await client.call_tool(tool, arguments)).structured_content
    assert envelope["code"] == code, envelope
    return envelope["data"]


async def without_the_game(client):
    tools = (await client.list_tools()).tools
    await call(client, "ck3_session", "MCP-CFG-S-001")
    await call(client, "ck3_dir", "WA-READ-S-002", command="tree", path="root:game")
    print(f"{len(tools)} tools; the sample world is served where there is no game")


async def with_the_game(client):
    listed = await call(client, "ck3_dir", "WA-READ-S-001", command="list", path="root:game/common/traits")
    assert "root:game/common/traits/of_the_game.txt" in json.dumps(listed), listed
    print("the game is found in Steam's folder once it is there, and served")


asyncio.run(session(without_the_game))
game = os.path.join(os.environ["HOME"], ".local/share/Steam/steamapps/common/Crusader Kings III/game/common/traits")
os.makedirs(game)
with open(os.path.join(game, "of_the_game.txt"), "w") as file:
    file.write("brave = { }\n")
asyncio.run(session(with_the_game))
