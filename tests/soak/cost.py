#!/usr/bin/env python3
"""Measures what a byte costs in every field that a client can fill, at four sizes, and says where the cost grows with the size.

    tests/soak/cost.py path/to/ck3raven [word…]

The fields are taken from what the server lists: every text, list and object of every tool's schema, whatever is nested in them,
every prompt's arguments, every resource and template, and the completion of each; besides them the names of tools, of fields and
of prompts, and a file of the same size under those that change files. Each field is filled with texts made to be expensive (the
shapes of server/tests/wire/large.rs), at 1 kB, 10 kB, 100 kB and 1 MB. The cost is the processor time of the server's process
as the kernel counts it, so what else runs on the machine does not count. With words, only the fields whose name has one of them.

For each field the shape is shown whose cost a byte grows most from 10 kB to 1 MB. It fails if one grows more than twofold
(linear: about 1; quadratic: 100). Results: docs/performance.md.
"""

import json
import os
import subprocess
import sys
import tempfile

SIZES = {1_000: 12, 10_000: 6, 100_000: 2, 1_000_000: 1}
MAX_GROWTH = 2.0
# Below this a byte costs too little for its growth to be told from noise: 10 ms for a megabyte.
MIN_COST = 10.0


def shapes(size):
    """Texts of about so many bytes, each expensive in its own way."""
    repeated = lambda part: part * (size // len(part.encode()))
    return {
        "escapes within escapes": "%" + repeated("25") + "2f", "escaped percents": repeated("%25") + "%2f", "colons": repeated(":/a"),
        "braces": repeated("{"), "quotes": repeated('"'), "backslashes": repeated("\\"), "slashes": repeated("a/"),
        "parents": repeated("../"), "control characters": repeated("\u0001"), "marks of direction": repeated("\u00e9\u202e"),
        "one name": "mod:" + repeated("x"), "a deep path": "root:game/" + repeated("a/"), "lines": repeated("key = value\n"),
        "blanks": repeated(" "), "stars": repeated("*?"), "groups": repeated("(a|"),
    }


def of_schema(schema):
    """A small value that fits."""
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type", "string")
    if kind == "object":
        return {name: of_schema(schema["properties"][name]) for name in schema.get("required", [])}
    simple = {"array": [], "integer": schema.get("minimum", 1), "boolean": False}
    return simple.get(kind, "root:game")


def fields_of(schema, place=()):
    """Every place in a value of this schema that takes text: the path to it, with `[]` for an item of a list, `{}` for a name."""
    kind = schema.get("type", "string" if "enum" in schema else None)
    if kind == "string":
        yield place
    elif kind == "array":
        yield place + ("[]",)
        yield place + ("[]*",)
    elif kind == "object":
        yield place + ("{}",)
        for name, of in schema.get("properties", {}).items():
            yield from fields_of(of, place + (name,))


def put(value, place, text):
    """A copy of a value with a text at a place."""
    if not place:
        return text
    head, rest = place[0], place[1:]
    if head == "[]":
        return [text]
    if head == "[]*":
        # The same bytes as many items.
        return [text[start : start + 20] for start in range(0, len(text), 20)]
    value = dict(value) if isinstance(value, dict) else {}
    if head == "{}":
        value[text] = 1
    else:
        value[head] = put(value.get(head, {}), rest, text)
    return value


class Server:
    def __init__(self, program, home):
        self.process = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env={**os.environ, "CK3RAVEN_HOME": home})
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "cost", "version": "1"}})
        self.say({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def say(self, message):
        self.process.stdin.write((json.dumps(message) + "\n").encode())
        self.process.stdin.flush()

    def ask(self, method, params):
        self.number += 1
        self.say({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the server ended over {method} {json.dumps(params)[:200]}")
        return json.loads(line)

    def spent(self):
        """Nanoseconds of processor time of all threads."""
        total = 0
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            try:
                with open(f"/proc/{self.process.pid}/task/{task}/schedstat", encoding="ascii") as file:
                    total += int(file.read().split()[0])
            except FileNotFoundError:
                pass
        return total


def requests_of(server, home):
    """Every field: its name, and how a request is made with a text in it."""
    listed = server.ask("tools/list", {})["result"]["tools"]
    for tool in listed:
        schema, name = tool["inputSchema"], tool["name"]
        commands = schema["properties"].get("command", {}).get("enum", [None])
        for place in fields_of(schema):
            if place == ("command",) or len(commands) == 1:
                chosen = commands[:1]
            else:
                # A field belongs to some commands, and its description says to which.
                described = schema["properties"].get(place[0], {}).get("description", "")
                belongs = described.partition("For ")[2].partition(":")[0] if described.startswith("For ") else ""
                chosen = [command for command in commands if command in belongs.split(", ")] or commands
            for command in chosen:
                fitting = dict(of_schema(schema), **({"command": command} if command else {}))
                title = f"{name}{f' {command}' if command else ''}: {'.'.join(place)}"
                yield title, lambda text, place=place, fitting=fitting, name=name: (
                    "tools/call", {"name": name, "arguments": put(fitting, place, text)})
    yield "tools/call: name", lambda text: ("tools/call", {"name": text, "arguments": {}})
    for prompt in server.ask("prompts/list", {})["result"]["prompts"]:
        name = prompt["name"]
        for argument in prompt.get("arguments", []):
            yield f"prompt {name}: {argument['name']}", lambda text, name=name, argument=argument: (
                "prompts/get", {"name": name, "arguments": {argument["name"]: text}})
            yield f"completion of prompt {name}: {argument['name']}", lambda text, name=name, argument=argument: (
                "completion/complete", {"ref": {"type": "ref/prompt", "name": name}, "argument": {"name": argument["name"], "value": text}})
        yield f"prompt {name}: {{}}", lambda text, name=name: ("prompts/get", {"name": name, "arguments": {text: "x"}})
    yield "prompts/get: name", lambda text: ("prompts/get", {"name": text})
    templates = server.ask("resources/templates/list", {})["result"]["resourceTemplates"]
    for template in templates:
        uri, variable = template["uriTemplate"], template["uriTemplate"].partition("{")[2].partition("}")[0]
        yield f"resource {uri}", lambda text, uri=uri: ("resources/read", {"uri": uri.partition("{")[0] + text})
        ref = {"type": "ref/resource", "uri": uri}
        yield f"completion of {uri}: value", lambda text, ref=ref, variable=variable: (
            "completion/complete", {"ref": ref, "argument": {"name": variable, "value": text}})
        yield f"completion of {uri}: name", lambda text, ref=ref: ("completion/complete", {"ref": ref, "argument": {"name": text, "value": "x"}})
    yield "resources/read: uri", lambda text: ("resources/read", {"uri": text})
    yield "completion/complete: ref.uri", lambda text: (
        "completion/complete", {"ref": {"type": "ref/resource", "uri": text}, "argument": {"name": "x", "value": "x"}})
    yield "completion/complete: ref.name", lambda text: (
        "completion/complete", {"ref": {"type": "ref/prompt", "name": text}, "argument": {"name": "x", "value": "x"}})
    yield "any request: method", lambda text: (text, {})
    wip = "root:ck3raven_data/wip/cost.txt"
    path = os.path.join(home, "sample", "ck3raven_data", "wip", "cost.txt")

    def beside(arguments):
        """A request about a file that holds as much as the text, and other lines."""
        def make(text):
            with open(path, "w", encoding="utf-8") as file:
                file.write("".join(f"line {number} of it\n" for number in range(len(text) // 18)))
            return "tools/call", {"name": "ck3_file", "arguments": {"path": wip, **arguments(text)}}
        return make

    yield "ck3_file write over a file of the size: content", beside(lambda text: {"command": "write", "content": text, "dry_run": True})
    yield "ck3_file edit of a file of the size: old_text", beside(lambda text: {"command": "edit", "old_text": text, "new_text": "x"})
    yield "ck3_file edit of a file of the size: new_text", beside(
        lambda text: {"command": "edit", "old_text": "line 7 of it\n", "new_text": text, "dry_run": True})
    yield "ck3_file edit of every line: old_text", beside(
        lambda text: {"command": "edit", "old_text": " of it", "new_text": "", "expected_count": len(text) // 18, "dry_run": True})


def measure(server, make):
    """The costs of a byte at each size, in nanoseconds, of the shape whose cost grows most; and its name."""
    worst = None
    for shape in shapes(1_000):
        costs = []
        for size, times in SIZES.items():
            text = shapes(size)[shape]
            request = make(text)
            before = server.spent()
            for _ in range(times):
                server.ask(*request)
            costs.append((server.spent() - before) / times / size)
        growth = costs[3] / costs[1] if costs[3] >= MIN_COST else min(costs[3] / costs[1], 1.0)
        if worst is None or growth > worst[0]:
            worst = (growth, costs, shape)
    return worst


def main():
    program, words = os.path.abspath(sys.argv[1]), sys.argv[2:]
    grew = []
    with tempfile.TemporaryDirectory() as home:
        server = Server(program, home)
        print("| field | shape that grows most | 1 kB | 10 kB | 100 kB | 1 MB | 1 MB to 10 kB |\n|---|---|---|---|---|---|---|")
        for name, make in requests_of(server, home):
            if words and not any(word in name for word in words):
                continue
            growth, costs, shape = measure(server, make)
            told = " | ".join(f"{cost:.1f}" for cost in costs)
            print(f"| `{name}` | {shape} | {told} | {costs[3] / costs[1]:.2f} |", flush=True)
            if growth > MAX_GROWTH:
                grew.append(name)
        server.process.stdin.close()
        server.process.wait(60)
    for name in grew:
        print(f"FAILED: {name} is not linear")
    sys.exit(1 if grew else 0)


main()
