"""Handles a code that does not exist. It must not type-check."""

import replies
from replies import codes


def detail(reply: replies.Reply) -> str:
    match reply:
        case codes.PathNotFond():
            return "there is no such code"
        case _:
            return ""
