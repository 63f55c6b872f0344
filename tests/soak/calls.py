"""What the agents of the soak ask for: mostly sense, sometimes not."""

import random

HOSTILE = [
    "%25" * 2000 + "2f", ":/a" * 3000, "{" * 5000, "\u202e\u200b" * 500, "../" * 500, "x" * 16000, "\\\\server\\share",
    "[" * 3000 + "]" * 3000, "a = { " * 2000, "\"" * 3001, "\u00e9" * 4000, "mod:" + "A" * 4000,
]
SENSE = [
    "root:game", "root:game/common/traits/00_traits.txt", "root:game/common", "root:game/localization/english",
    "mod:Braver", "mod:Braver/common/traits/zz_traits.txt", "root:ck3raven_data/wip", "trait", "traits", "trait_7", "brave",
    "common/traits", "WA-RES-I-001", "ck3lens",
]
# These have calls of their own below, or change what the ledger must know of.
BY_HAND = {"ck3_session", "ck3_file", "ck3_contract"}


def address(name):
    return f"root:ck3raven_data/wip/{name}"


def arguments(rng, agent, number, tools, ledger):
    """A tool, its arguments, and the change that it makes if it succeeds: the file's name and what it holds then."""
    name = f"{agent}_{rng.randrange(20)}.txt"
    own, new = address(name), f"{agent} {number}\n"
    held = ledger.holds(name)
    changes = [
        ("ck3_file", {"command": "write", "path": own, "content": new}, (name, new)),
        ("ck3_file", {"command": "edit", "path": own, "old_text": held or "absent", "new_text": new}, (name, new)),
        ("ck3_file", {"command": "delete", "path": own}, (name, None)),
    ]
    generated = [tool for tool in tools if tool not in BY_HAND]
    kind = rng.random()
    if kind < 0.35:
        return rng.choice(changes[:2] if rng.random() < 0.9 else changes)
    if kind < 0.60 and generated:
        tool = rng.choice(generated)
        return tool, from_schema(rng, tools[tool], tools[tool]), None
    return rng.choice(by_hand(rng, own)) + (None,)


def by_hand(rng, own):
    text = rng.choice(HOSTILE)
    contract = {"intent": "Soak.", "scope": "mod:Braver", "operations": ["write"]}
    return [
        ("ck3_session", {}),
        ("ck3_dir", {"command": "tree", "path": "root:game"}),
        ("ck3_dir", {"command": "list", "path": "root:game/common/traits"}),
        ("ck3_read", {"path": "root:game/common/traits/00_traits.txt"}),
        ("ck3_read", {"paths": [own, "root:game/absent"]}),
        ("ck3_check", {"path": "root:game/common"}),
        ("ck3_search", {"query": "brave", "limit": 5}),
        ("ck3_search", {"command": "files", "glob": "*.txt"}),
        ("ck3_check", {"content": text, "path": "mod:Braver/common/traits/x.txt"}),
        ("ck3_file", {"command": "write", "path": "root:game/a.txt", "content": text}),
        ("ck3_file", {"command": "write", "path": own, "content": text, "dry_run": True}),
        ("ck3_file", {"command": "edit", "path": own, "old_text": text, "new_text": text}),
        ("ck3_file", {"command": "write", "path": "mod:Braver/common/traits/new.txt", "content": "a = { b = 1 }\n"}),
        ("ck3_contract", {"command": "open", "contract": contract}),
        ("ck3_contract", {"command": "open", "contract": {"intent": text, "scope": text}}),
        ("ck3_contract", {"command": "close"}),
        ("ck3_explain", {"code": text[:100]}),
        ("ck3_dir", {"command": "list", "path": text}),
        ("ck3_dir", {text[:200]: text}),
        ("ck3_absent", {"path": text}),
    ]


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
