"""Compares with a code that does not exist. It must not type-check."""

from replies import codes


def detail(reply: codes.Known) -> bool:
    return reply.code == "WA-RES-I-998"
