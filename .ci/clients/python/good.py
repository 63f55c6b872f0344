"""A client that handles every reply type and some codes. It must type-check and run."""

from typing import Any, assert_never

import replies
from replies import codes


def next_step(reply: replies.Reply) -> str:
    match reply:
        case replies.Success():
            return "continue"
        case replies.Invalid():
            return reply.error.action
        case replies.Denied():
            return reply.error.action
        case replies.Failed():
            return f"report {reply.meta.trace_id}"
        case _:
            assert_never(reply)


def detail(reply: replies.Reply) -> str:
    match reply:
        case codes.PathNotFound():
            # The code tells the parameters.
            return ",".join(reply.data["nearest"])
        case codes.FileTooLarge():
            return f"{reply.data['size'] + 1} bytes"
        case _:
            return reply.code if replies.is_known(reply) else f"unknown code {reply.code}"


def envelope(letter: str, code: str, data: dict[str, Any], action: str) -> dict[str, Any]:
    error = {"message_key": "K", "message": "…", "action": action}
    return {"reply_type": letter, "code": code, "data": data, "meta": {"trace_id": "t", "duration_ms": 1}, "error": error}


def path_not_found(reply: codes.PathNotFound) -> str:
    return reply.data["problem"]


def main() -> None:
    data = {"input": "x", "problem": "not_found", "expected": "an address", "nearest": ["a", "b"]}
    known = replies.parse(envelope("I", "WA-RES-I-001", data, "correct_and_retry"))
    newer = replies.parse(envelope("D", "EN-WRITE-D-999", {}, "escalate"))
    moved = replies.parse(envelope("E", "WA-RES-I-001", {}, "stop_and_report"))
    assert next_step(known) == "correct_and_retry"
    assert detail(known) == "a,b"
    assert next_step(newer) == "escalate"
    assert detail(newer) == "unknown code EN-WRITE-D-999"
    assert next_step(moved) == "report t" and not replies.is_known(moved)
    assert replies.match_code(known, {"PATH_NOT_FOUND": path_not_found}, lambda other: other.code) == "not_found"
    assert replies.match_code(newer, {"PATH_NOT_FOUND": path_not_found}, lambda other: other.code) == "EN-WRITE-D-999"
    for bad in ({}, {"reply_type": "W", "code": "x", "data": {}, "meta": {}}, envelope("S", "x", {}, "continue") | {"meta": None}):
        try:
            replies.parse(bad)
        except replies.MalformedEnvelope:
            continue
        raise AssertionError(f"taken for an envelope: {bad}")


main()
