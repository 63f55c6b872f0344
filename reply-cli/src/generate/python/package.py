from __future__ import annotations

from typing import Any, Callable, Mapping, TypeVar, cast

from . import codes
from .envelope import (
    Action,
    Data,
    Denied,
    Error,
    Failed,
    Invalid,
    MalformedEnvelope,
    Meta,
    Problem,
    Reply,
    ReplyType,
    Status,
    Success,
)

__all__ = [
    "Action",
    "Data",
    "Denied",
    "Error",
    "Failed",
    "Invalid",
    "MalformedEnvelope",
    "Meta",
    "Problem",
    "Reply",
    "ReplyType",
    "Status",
    "Success",
    "codes",
    "is_known",
    "match_code",
    "parse",
]

_R = TypeVar("_R")
_BY_TYPE: Mapping[str, type[Any]] = {"S": Success, "I": Invalid, "D": Denied, "E": Failed}


def parse(envelope: Mapping[str, Any]) -> Reply:
    """Reads an answer of the server. A code from a newer server is kept; only what is not an envelope at all raises."""
    try:
        letter, code, meta = envelope["reply_type"], envelope["code"], envelope["meta"]
        base = _BY_TYPE[letter]
        # A known code whose type is not what it was is not the code we know.
        known = codes.BY_CODE.get(code)
        made: type[Any] = known if known is not None and issubclass(known, base) else base
        about = Meta(meta["trace_id"], meta["duration_ms"])
        if letter == "S":
            return cast(Reply, made(code, envelope["data"], about))
        error = envelope["error"]
        told = Error(error["message_key"], error["message"], error["action"])
        return cast(Reply, made(code, envelope["data"], about, told))
    except (KeyError, TypeError) as problem:
        raise MalformedEnvelope(f"not an envelope: {problem}") from problem


def is_known(reply: Reply) -> bool:
    """Whether the code is one of the registry that this package was generated from."""
    return type(reply) in codes.BY_CODE.values()


def match_code(reply: Reply, on: codes.Handlers[_R], otherwise: Callable[[Reply], _R]) -> _R:
    """Handlers for some codes by key, and one for the rest; a key that does not exist does not type-check."""
    key = codes.KEYS.get(reply.code) if is_known(reply) else None
    handlers = cast(Mapping[str, Callable[[Reply], _R]], on)
    return handlers.get(key or "", otherwise)(reply)
