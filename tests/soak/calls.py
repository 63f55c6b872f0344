"""What the agents of the soak ask for: mostly sense, sometimes not."""

import random

from ledger import Drop, Move, Put

HOSTILE = [
    "%25" * 2000 + "2f", ":/a" * 3000, "{" * 5000, "\u202e\u200b" * 500, "../" * 500, "x" * 16000, "\\\\server\\share",
    "[" * 3000 + "]" * 3000, "a = { " * 2000, "\"" * 3001, "\u00e9" * 4000, "mod:" + "A" * 4000,
]
SENSE = [
    "root:game", "root:game/common/traits/00_traits.txt", "root:game/common", "root:game/localization/english",
    "mod:Braver", "mod:Braver/common/traits/zz_traits.txt", "root:ck3raven_data/wip", "trait", "traits", "trait_7", "brave",
    "common/traits", "WA-RES-I-001", "ck3lens",
]
# What takes long, or much memory, if nobody bounds it.
PATTERNS = [
    "(a|a)*b", "(x+x+)+y", "((a{1,100}){1,100}){1,10}", "(?i)" + "[a-z]{50}" * 15, "|".join(f"trait_{n}" for n in range(90)),
    "\\p{L}{1,500}", "(" * 400, "[" * 900, "trait_[0-9]+", ".*.*.*.*=.*", "\\b\\w+\\b", "^", "$",
]
GLOBS = ["*.txt", "**/*.yml", "{" + ",".join("*" * 3 for _ in range(100)) + "}", "**/" * 100, "[" * 200, "{a,{b,{c,*.txt}}}", "*" * 400]
# These have calls of their own below, or change what the ledger must know of.
BY_HAND = {"ck3_session", "ck3_file", "ck3_contract", "ck3_mod"}


def address(name):
    return f"root:ck3raven_data/wip/{name}"


def arguments(rng, agent, number, tools, ledger):
    """A tool, its arguments, and the change that it makes if it succeeds."""
    generated = [tool for tool in tools if tool not in BY_HAND]
    kind = rng.random()
    if kind < 0.30:
        return a_change(rng, agent, number, ledger)
    if kind < 0.45 and generated:
        tool = rng.choice(generated)
        return tool, from_schema(rng, tools[tool], tools[tool]), None
    own = address(f"{agent}_{rng.randrange(20)}.txt")
    return rng.choice(rng.choice([by_hand, over_the_playset])(rng, agent, own)) + (None,)


def a_change(rng, agent, number, ledger):
    """Files for the most part; folders are filled, renamed and deleted."""
    name, new = f"{agent}_{rng.randrange(20)}.txt", f"{agent} {number}\n"
    folder = f"{agent}_folder_{rng.randrange(3)}"
    within = f"{folder}/{rng.choice(['a', 'b/c', 'b/d/e'])}.txt"
    held = ledger.holds(name)
    write = lambda name: ("ck3_file", {"command": "write", "path": address(name), "content": new}, Put(name, new))
    edit = {"command": "edit", "path": address(name), "old_text": held or "absent", "new_text": new}
    often = [write(name), ("ck3_file", edit, Put(name, new)), write(within)]
    if rng.random() < 0.85:
        return rng.choice(often)
    other, spare = f"{agent}_folder_{rng.randrange(3)}", f"{agent}_{rng.randrange(20)}.txt"
    files = len(ledger.files_in(folder))
    return rng.choice([
        ("ck3_file", {"command": "delete", "path": address(name)}, Put(name, None)),
        ("ck3_file", {"command": "delete", "path": address(folder), "expected_files": files}, Drop(folder)),
        ("ck3_file", {"command": "rename", "path": address(folder), "to": address(other)}, Move(folder, other)),
        ("ck3_file", {"command": "rename", "path": address(name), "to": address(spare)}, Move(name, spare)),
    ])


def by_hand(rng, agent, own):
    text = rng.choice(HOSTILE)
    contract = {"intent": "Soak.", "scope": "mod:Braver", "operations": ["write"]}
    return [
        ("ck3_session", {}),
        ("ck3_session", {"command": "playset", "playset": rng.choice(["Soak", "Other", "Absent", text])}),
        ("ck3_dir", {"command": "tree", "path": "root:game"}),
        ("ck3_dir", {"command": "list", "path": "root:game/common/traits"}),
        ("ck3_read", {"path": "root:game/common/traits/00_traits.txt"}),
        ("ck3_read", {"paths": [own, "root:game/absent"]}),
        ("ck3_check", {"path": "root:game/common"}),
        ("ck3_check", {"path": "mod:Braver", "deep": True}),
        ("ck3_check", {"content": text, "path": "mod:Braver/common/traits/x.txt"}),
        ("ck3_file", {"command": "write", "path": "root:game/a.txt", "content": text}),
        ("ck3_file", {"command": "write", "path": own, "content": text, "dry_run": True}),
        ("ck3_file", {"command": "edit", "path": own, "old_text": text, "new_text": text}),
        ("ck3_file", {"command": "delete", "path": "root:ck3raven_data/wip", "expected_files": 10**9}),
        ("ck3_file", {"command": "rename", "path": address(f"{agent}_folder_0"), "to": address(f"{agent}_folder_0/within")}),
        ("ck3_file", {"command": "write", "path": "mod:Braver/common/traits/new.txt", "content": "a = { b = 1 }\n"}),
        ("ck3_mod", {"command": "create", "name": f"Mod of {agent} {rng.randrange(5)}"}),
        ("ck3_mod", {"command": "create", "name": text, "tags": [text] * 10}),
        ("ck3_contract", {"command": "open", "contract": contract}),
        ("ck3_contract", {"command": "open", "contract": {"intent": text, "scope": text}}),
        ("ck3_contract", {"command": "close"}),
        ("ck3_explain", {"code": text[:100]}),
        ("ck3_dir", {"command": "list", "path": text}),
        ("ck3_dir", {text[:200]: text}),
        ("ck3_absent", {"path": text}),
    ]


def over_the_playset(rng, _agent, _own):
    """Lens, search and logs, which look at everything."""
    text, pattern = rng.choice(HOSTILE), rng.choice(PATTERNS)
    mod = rng.choice(["Braver", "Calmer"])
    return [
        ("ck3_lens", {"command": "object", "key": f"trait_{rng.randrange(300)}", "compare": True}),
        ("ck3_lens", {"command": "object", "key": text[:900]}),
        ("ck3_lens", {"command": "file", "path": "common/traits/00_traits.txt"}),
        ("ck3_lens", {"command": "file", "path": text}),
        ("ck3_lens", {"command": "conflicts", "folder": rng.choice(["common/traits", "common", text])}),
        ("ck3_lens", {"command": "order", "folder": "common/traits"}),
        ("ck3_lens", {"command": "vanished"}),
        ("ck3_lens", {"command": "loc", "key": f"trait_{rng.randrange(300)}", "language": "english"}),
        ("ck3_lens", {"command": "define", "key": "NGame.SOAK"}),
        ("ck3_lens", {"command": "on_action", "key": "on_birth"}),
        ("ck3_lens", {"command": "patch", "key": "trait_7", "source": mod}),
        ("ck3_lens", {"command": "what_if", "source": mod, "position": 1}),
        ("ck3_lens", {"command": "what_if", "source": text, "position": 1000, "after": text}),
        ("ck3_search", {"query": "brave", "limit": 5}),
        ("ck3_search", {"query": pattern[:1000], "regex": True, "ignore_case": rng.random() < 0.5, "limit": 1000}),
        ("ck3_search", {"query": text[:1000], "word": True, "cursor": text[:8000]}),
        ("ck3_search", {"command": "files", "glob": rng.choice(GLOBS)[:500]}),
        ("ck3_log", {"log": "all", "order": "frequent"}),
        ("ck3_log", {"since": "last", "limit": 500}),
        ("ck3_log", {"text": text, "engine": text, "after": text, "path": "mod:Braver"}),
    ]


def other_requests(rng):
    """What is not a call of a tool: the method, its parameters and the name that goes into the header."""
    text = rng.choice([text for text in HOSTILE if text.isascii()])[:4000]
    code = {"type": "ref/resource", "uri": "ck3raven://codes/{code}"}
    return rng.choice([
        ("tools/list", {}, None),
        ("prompts/get", {"name": "ck3raven", "arguments": {"goal": text}}, "ck3raven"),
        ("resources/read", {"uri": "ck3raven://codes"}, "ck3raven://codes"),
        ("resources/read", {"uri": f"ck3raven://codes/{text}"}, f"ck3raven://codes/{text}"),
        ("completion/complete", {"ref": code, "argument": {"name": "code", "value": text}}, None),
    ])


def from_schema(rng, schema, whole):
    """A value that fits a schema in form: so a tool that nobody wrote calls for is called as well."""
    if "$ref" in schema:
        node = whole
        for part in schema["$ref"].lstrip("#/").split("/"):
            node = node[part]
        return from_schema(rng, node, whole)
    for choice in ("oneOf", "anyOf"):
        if choice in schema and "properties" not in schema:
            return from_schema(rng, rng.choice(schema[choice]), whole)
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if "const" in schema:
        return schema["const"]
    kind = schema.get("type", "string")
    kind = rng.choice(kind) if isinstance(kind, list) else kind
    if kind == "object":
        required = schema.get("required", [])
        properties = {name: of for name, of in schema.get("properties", {}).items() if name != "session"}
        return {name: from_schema(rng, of, whole) for name, of in properties.items() if name in required or rng.random() < 0.4}
    if kind == "array":
        return [from_schema(rng, schema.get("items", {}), whole) for _ in range(rng.choice([0, 1, 2, 30]))]
    if kind in ("integer", "number"):
        return rng.choice([0, 1, 2, 10, 100, -1, 10**6, 2**53])
    if kind == "boolean":
        return rng.random() < 0.5
    if kind == "null":
        return None
    return rng.choice(SENSE) if rng.random() < 0.8 else rng.choice(HOSTILE)


def rng_of(*names):
    return random.Random(" ".join(map(str, names)))
