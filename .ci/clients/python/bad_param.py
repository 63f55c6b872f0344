"""Reads a parameter that the code does not have. It must not type-check."""

from replies import codes


def detail(reply: codes.PathNotFound) -> object:
    return reply.data["nearst"]
