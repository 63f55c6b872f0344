# Generated from the registry by `cargo reply bindings --lang python`; do not edit.
"""What every reply has, whatever its code."""

from __future__ import annotations

import dataclasses
from typing import Any, Generic, Literal, Mapping, TypedDict, TypeVar, Union

Data = Mapping[str, Any]
"""The data of a success: the tool's own."""

Status = Literal["success", "invalid", "denied", "error"]
ReplyType = Literal["S", "I", "D", "E"]
"""What a reply means. The set is closed."""

Action = Literal["continue", "correct_and_retry", "escalate", "stop_and_report"]
"""The agent's next step. It follows from the reply type."""


class Problem(TypedDict):
    """One thing wrong with a request."""

    field: str
    problem: str
    expected: str


@dataclasses.dataclass(frozen=True)
class Meta:
    """About the call. Give the trace id to a person when reporting an error."""

    trace_id: str
    duration_ms: int


@dataclasses.dataclass(frozen=True)
class Error:
    """What went wrong. The message is for people: never branch on it.

    The parameters are the reply's `data`; `params` is gone since 0.2.0.
    """

    message_key: str
    message: str
    action: Action


CodeT = TypeVar("CodeT", bound=str, covariant=True)
DataT = TypeVar("DataT", covariant=True)


@dataclasses.dataclass(frozen=True)
class Success(Generic[CodeT, DataT]):
    """The operation completed as requested: continue."""

    code: CodeT
    data: DataT
    meta: Meta
    error: None = None

    @property
    def reply_type(self) -> Literal["S"]:
        return "S"


@dataclasses.dataclass(frozen=True)
class Invalid(Generic[CodeT, DataT]):
    """The request cannot be carried out as stated: correct it and retry."""

    code: CodeT
    data: DataT
    meta: Meta
    error: Error

    @property
    def reply_type(self) -> Literal["I"]:
        return "I"


@dataclasses.dataclass(frozen=True)
class Denied(Generic[CodeT, DataT]):
    """A valid request refused by policy: escalate."""

    code: CodeT
    data: DataT
    meta: Meta
    error: Error

    @property
    def reply_type(self) -> Literal["D"]:
        return "D"


@dataclasses.dataclass(frozen=True)
class Failed(Generic[CodeT, DataT]):
    """The system failed: stop, do not retry, report the trace id."""

    code: CodeT
    data: DataT
    meta: Meta
    error: Error

    @property
    def reply_type(self) -> Literal["E"]:
        return "E"


Reply = Union[Success[str, Any], Invalid[str, Any], Denied[str, Any], Failed[str, Any]]
"""Every answer of the server, open in its code: one from a newer server is none of the classes in `codes`."""


class MalformedEnvelope(ValueError):
    """What is not an envelope."""
