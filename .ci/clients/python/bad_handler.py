"""Has a handler for a key that does not exist. It must not type-check."""

import replies


def detail(reply: replies.Reply) -> str:
    return replies.match_code(reply, {"PATH_NOT_FOND": lambda found: ""}, lambda other: other.code)
