"""An agent that makes every mistake of a beginner on a modder's installation, and reaches its goal by nothing but what replies say.

    python agent.py path/to/ck3raven legacy|auto|2026-07-28

What it knows is written in `Agent.correct`: which part of a reply's data is a next step. It knows no address, tool, command or name
that no reply and no list of tools gave it, save those of its goals and its mistakes.
"""

import asyncio
import difflib
import os
import pty
import re
import shlex
import sys
import tempfile

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from installation import Installation


class Never(Exception):
    """What no contract and no person can permit here."""


class Agent:
    def __init__(self, client, tools, person):
        self.client = client
        self.tools = {tool.name: tool for tool in tools}
        self.person = person
        self.calls = 0
        self.mistakes = set()

    async def call(self, tool, arguments):
        self.calls += 1
        envelope = (await self.client.call_tool(tool, arguments)).structured_content
        assert envelope["reply_type"] != "E", envelope
        assert "params" not in (envelope["error"] or {}), "the parameters are the data"
        return envelope

    async def achieve(self, tool, arguments, wanted=None):
        """Calls until it is done, each time corrected by the reply before. Returns the successful envelope."""
        said = []
        for _ in range(10):
            reply = await self.call(tool, arguments)
            if reply["reply_type"] == "S":
                return reply
            self.mistakes.add(reply["error"]["message_key"])
            once = {**reply, "meta": None}
            assert once not in said, f"the same again: {reply}"
            said.append(once)
            tool, arguments = await self.correct(tool, arguments, reply, wanted)
        raise AssertionError(f"stuck: {said}")

    async def correct(self, tool, arguments, reply, wanted):
        """The next call, from the reply's data."""
        data = reply["data"]
        if "nearest" in data and "input" in data:
            named = [name for name in self.tools if name in data["expected"]]
            if named:
                return named[0], {}
            said = [name for name, value in arguments.items() if isinstance(value, str) and data["input"].endswith(value)]
            # What looks like a path of the host is not repeated: then it is the address that was given.
            field = said[0] if said else "path"
            return tool, {**arguments, field: data["nearest"][0]}
        if "nearest" in data and "key" in data:
            return tool, {**arguments, "key": data["nearest"][0]}
        if "problems" in data and "total" not in data:
            return tool, self.corrected_fields(tool, arguments, data["problems"], wanted)
        if "lines" in data and "nearest" in data:
            if data["nearest"]:
                passage = data["nearest"][0].split(": ", 1)[1]
                return tool, {**arguments, "old_text": passage}
            return tool, {**arguments, "expected_count": data["found"]}
        if "offered" in data:
            (field,) = [name for name, value in arguments.items() if value in data.values()]
            return tool, {**arguments, field: closest(arguments[field], data["offered"])}
        if "person_runs" in data:
            self.person(data["person_runs"])
            return tool, arguments
        if "first" in data:
            await self.achieve(data["tool"], {"command": data["first"]})
            await self.open(data["tool"], data["then"], data)
            return tool, arguments
        if "scope" in data and "operation" in data:
            await self.open(data["tool"], data["command"], data)
            return tool, arguments
        if "tool" in data and "command" in data:
            await self.achieve(data["tool"], {"command": data["command"]})
            return tool, arguments
        if "zone" in data:
            raise Never(data["zone"])
        raise AssertionError(f"the reply says no next step: {reply}")

    async def open(self, tool, command, data):
        contract = {"intent": "the person asked for it", "scope": data["scope"], "operations": [data["operation"]]}
        await self.achieve(tool, {"command": command, "contract": contract})

    def corrected_fields(self, tool, arguments, problems, wanted):
        schema = self.tools[tool].input_schema["properties"]
        corrected = dict(arguments)
        for problem in problems:
            words = re.findall(r"[a-z_0-9]+", problem["expected"])
            commands = [word for word in words if word in schema.get("command", {}).get("enum", [])]
            fields = [word for word in words if word in schema]
            if problem["field"] not in schema:
                corrected[closest(problem["field"], fields)] = corrected.pop(problem["field"])
            elif commands and ("command" in problem["problem"] or problem["field"] == "command"):
                corrected["command"] = wanted if wanted in commands else commands[0]
            else:
                number = re.search(r"\d+", problem["expected"])
                corrected[problem["field"]] = int(number.group()) if number else words[-1]
        return corrected

    async def every_page(self, tool, arguments, key):
        """Everything of a list, page by page."""
        found, pages = [], 0
        while True:
            data = (await self.achieve(tool, arguments))["data"]
            found += data[key]
            pages += 1
            if not data["truncated"]:
                return found, pages
            arguments = {**arguments, "after": data["after"]}


def closest(word, words):
    near = difflib.get_close_matches(word.lower(), [word.lower() for word in words], 1, 0)
    return next(word for word in words if word.lower() == near[0])


async def finds_its_way(agent):
    """1, 2: every slip in an address leads to what was meant."""
    meant = {
        "root:game/common/trait": "root:game/common/traits",
        "root:game/Common/traits": "root:game/common/traits",
        "game/common": "root:game/common",
        "root:game\\common\\traits": "root:game/common/traits",
        "root:gane": "root:game",
        "mod:my_knights": "mod:My Knights",
        "mod:2216670956": "mod:Better Battles",
        "mod:Big Titles": "mod:Big Titles (2217509277)",
        "vanilla:/common": "root:game/common",
    }
    for slip, address in meant.items():
        reply = await agent.achieve("ck3_dir", {"command": "list", "path": slip})
        assert reply["data"]["target"] == address, (slip, reply)
    reply = await agent.achieve("ck3_read", {"path": "root:game/events/story_1_event.txt"})
    assert reply["data"]["target"] == "root:game/events/story_1_events.txt", reply
    assert (await agent.achieve("ck3_dir", {"command": "list", "path": "root:mods"}))["data"]["target"].startswith("mod:")
    assert (await agent.achieve("ck3_dir", {"command": "list", "path": "root:nowhere"}))["data"]["target"].startswith("root:")
    assert (await agent.achieve("ck3_dir", {"command": "list", "path": "wip:/"}))["data"]["target"] == "root:ck3raven_data/wip"
    # 3: a path without a command.
    reply = await agent.achieve("ck3_dir", {"path": "root:game/common"}, wanted="list")
    assert reply["data"]["target"] == "root:game/common", reply
    reply = await agent.achieve("ck3_dir", {"command": "list", "path": "root:game", "limit": 1_000_000})
    assert reply["data"]["target"] == "root:game", reply


async def reads_much(agent):
    """11, 19: what is long is read in parts, each of which names the next; sizes and times are given on request."""
    address, lines = "root:game/common/traits/01_large.txt", 0
    arguments = {"path": address}
    while arguments:
        data = (await agent.achieve("ck3_read", arguments))["data"]
        lines += data["content"].count("\n")
        arguments = {"path": address, "first_line": data["next_line"]} if data["next_line"] else None
    assert lines == data["lines"] == 12_000, (lines, data["lines"])
    found, pages = await agent.every_page("ck3_dir", {"command": "list", "path": "root:game/history/characters"}, "files")
    assert (len(set(found)), pages) == (450, 3), (len(found), pages)
    data = (await agent.achieve("ck3_dir", {"command": "list", "path": "root:game/common/traits", "details": True}))["data"]
    assert {"size", "modified"} <= set(data["details"][0]), data["details"]


async def sees_which_mods_there_are(agent, installation):
    """8, 14: local and workshop mods, what is missing, and playsets that change under the running server."""
    status = (await agent.achieve("ck3_session", {}))["data"]
    by_kind = {kind: [found["address"] for found in status["mods"] if found["ui_hint_domain"] == kind] for kind in ("local_mod", "workshop")}
    assert len(by_kind["local_mod"]) == 2 and len(by_kind["workshop"]) == 5, status["mods"]
    assert [found["name"] for found in status["mods"] if found["state"] == "missing"] == ["Unsubscribed"], status["mods"]
    assert (status["playset"], status["playset_source"], status["playset_notes"]) == ("Campaign", "launcher_database", []), status
    for address in by_kind["local_mod"]:
        await agent.achieve("ck3_dir", {"command": "list", "path": address})
    # The person switches in the launcher; the very next call sees it.
    installation.activate("b")
    status = (await agent.achieve("ck3_session", {}))["data"]
    assert [found["name"] for found in status["mods"]] == ["My Knights"], status["mods"]
    installation.activate("a")
    status = (await agent.achieve("ck3_session", {"command": "playset", "playset": "bare"}))["data"]
    assert (status["playset"], len(status["mods"])) == ("Bare", 1), status
    status = (await agent.achieve("ck3_session", {"command": "playset", "playset": "campain"}))["data"]
    assert (status["playset"], len(status["mods"])) == ("Campaign", 8), status


async def changes_a_mod(agent, own):
    """4 to 7, 18: from the first refusal to the change, through contracts that cover the wrong thing."""
    script = f"{own}/common/traits/mine.txt"
    # A game file is never changed, and the reply says that it is the game's.
    try:
        await agent.achieve("ck3_file", {"command": "edit", "path": "root:game/common/traits/00_traits.txt", "old_text": "x", "new_text": "y"})
        raise AssertionError("the game was changed")
    except Never as zone:
        assert str(zone) == "game"
    # A contract that is of no use stands in the way until it is closed.
    useless = {"intent": "x", "scope": "root:game", "operations": ["write"]}
    await agent.achieve("ck3_contract", {"command": "open", "contract": useless})
    useful = {"intent": "x", "scope": own, "operations": ["rename"]}
    await agent.achieve("ck3_contract", {"command": "open", "contract": useful})
    # Text with the wrong line ends, then text that is not there, then text that is there twice.
    lines = (await agent.achieve("ck3_read", {"path": script}))["data"]["line_ends"]
    assert lines == "crlf", lines
    await agent.achieve("ck3_file", {"command": "edit", "path": script, "old_text": "brave = {\n\tmartial = 2\n}", "new_text": "brave = {\n\tmartial = 3\n}"})
    await agent.achieve("ck3_file", {"command": "edit", "path": script, "old_text": "martial = 33", "new_text": "martial = 4"})
    await agent.achieve("ck3_file", {"command": "edit", "path": script, "old_text": "martial", "new_text": "prowess"})
    read = (await agent.achieve("ck3_read", {"path": script}))["data"]
    assert read["content"].count("prowess") == 2 and "prowess = 4" in read["content"] and read["line_ends"] == "crlf", read
    # A new script file is what the game expects.
    new = f"{own}/common/traits/new.txt"
    await agent.achieve("ck3_file", {"command": "write", "path": new, "content": "bold = {\n\tprowess = 1\n}\n"})
    read = (await agent.achieve("ck3_read", {"path": new}))["data"]
    assert (read["encoding"], read["line_ends"]) == ("utf8_with_bom", "crlf"), read
    # What cannot be done asks nobody; what can be waits for the person.
    before = agent.person.ran
    refused = await agent.call("ck3_file", {"command": "delete", "path": f"{own}/common/traits/none.txt"})
    assert refused["reply_type"] == "I" and agent.person.ran == before, refused
    deleted = await agent.achieve("ck3_file", {"command": "delete", "path": new})
    assert agent.person.ran == before + 1
    return deleted["meta"]["trace_id"]


async def moves_and_deletes_folders(agent, own):
    """17: a whole folder, and back again."""
    await agent.achieve("ck3_file", {"command": "rename", "path": f"{own}/gfx/old", "to": f"{own}/gfx/older"})
    refused = await agent.call("ck3_file", {"command": "delete", "path": f"{own}/gfx/older"})
    assert refused["reply_type"] != "S", "a folder with files in it is not deleted by the way"
    deleted = await agent.achieve("ck3_file", {"command": "delete", "path": f"{own}/gfx/older", "files": 2})
    listed = await agent.call("ck3_dir", {"command": "list", "path": f"{own}/gfx"})
    assert f"{own}/gfx/older" not in listed["data"].get("directories", []), listed
    agent.person(f"ck3raven undo {deleted['meta']['trace_id']}")
    tree = await agent.achieve("ck3_read", {"path": f"{own}/gfx/older/deep/b.txt"})
    assert tree["data"]["content"] == "b\n", tree


async def reads_the_log(agent):
    """15: the reply for a log's address names the tool that reads logs, and the log names the file in force."""
    reply = await agent.achieve("ck3_read", {"path": "root:user_docs/logs/error.log"})
    location = reply["data"]["messages"][0]["locations"][0]
    read = await agent.achieve("ck3_read", {"path": location["in_force"], "first_line": location["line"], "last_line": location["line"]})
    assert read["data"]["first_line"] == location["line"], read


async def overrides_a_trait(agent, folder):
    """The job: which definition counts, where one of ours would win, and that it does."""
    found = (await agent.achieve("ck3_lens", {"key": "brav"}, wanted="object"))["data"]["objects"][0]
    read = await agent.achieve("ck3_read", {"path": found["in_force"], "first_line": found["line"]})
    assert found["key"] in read["data"]["content"], (found, read)
    patch = (await agent.achieve("ck3_lens", {"command": "patch", "key": found["key"], "source": folder}))["data"]["patches"][0]
    content = patch["start_from"].replace("2", "9") + "\n"
    await agent.achieve("ck3_file", {"command": "write", "path": patch["target"], "content": content})
    found = (await agent.achieve("ck3_lens", {"command": "object", "key": found["key"]}))["data"]["objects"][0]
    assert found["in_force"] == patch["target"], found


def at_a_terminal(command, environment):
    """Runs a command in a terminal of its own, and answers yes to whatever it asks."""
    child, terminal = pty.fork()
    if child == 0:
        os.execve(command[0], command, environment)
    os.write(terminal, b"y\n")
    shown = b""
    try:
        while part := os.read(terminal, 4096):
            shown += part
    except OSError:
        # The terminal is gone with the command.
        pass
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, shown.decode()


class Person:
    """Does at a terminal what a reply asks for."""

    def __init__(self, server, installation):
        self.server, self.installation, self.ran = server, installation, 0

    def __call__(self, command):
        self.ran += 1
        program, *arguments = shlex.split(command)
        assert program == "ck3raven", command
        at_a_terminal([self.server, *arguments], self.installation.environment())


async def main(server, mode):
    with tempfile.TemporaryDirectory() as folder:
        installation = Installation(folder)
        parameters = StdioServerParameters(command=server, args=["serve"], env=installation.environment())
        async with Client(stdio_client(parameters), mode=mode) as client:
            agent = Agent(client, (await client.list_tools()).tools, Person(server, installation))
            await sees_which_mods_there_are(agent, installation)
            await finds_its_way(agent)
            await reads_much(agent)
            await changes_a_mod(agent, "mod:My Knights")
            await moves_and_deletes_folders(agent, "mod:My Knights")
            await reads_the_log(agent)
            await overrides_a_trait(agent, "my_knights")
            print(f"{agent.calls} calls, {len(agent.mistakes)} kinds of mistakes corrected by what the replies said, goals reached")


asyncio.run(main(os.path.abspath(sys.argv[1]), sys.argv[2]))
