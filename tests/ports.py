"""Ports that nobody has."""

from __future__ import annotations

import random
import socket

RESERVED = range(20_000, 32_000)
"""Below those that systems hand out by themselves: no connection takes one before the server has started."""


def free_port() -> int:
    while True:
        port = random.SystemRandom().choice(RESERVED)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
