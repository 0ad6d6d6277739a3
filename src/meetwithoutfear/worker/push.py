"""Hands a push over to the service of somebody's browser. Its name is looked up once, and the address that was found
fit is the one that is spoken to; nothing is followed anywhere else."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import ssl
from datetime import datetime
from enum import Enum

from meetwithoutfear.actions.notifications import Endpoint, may_be_reached, parsed_endpoint
from meetwithoutfear.config import Settings, Vapid
from meetwithoutfear.domain.errors import Invalid, TransientError
from meetwithoutfear.store.outbox import Subscription

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 30
KEPT_FOR_SECONDS = 24 * 60 * 60
AUTHORITIES = ssl.create_default_context()


class Outcome(Enum):
    TAKEN = "TAKEN"
    REFUSED = "REFUSED"
    GONE = "GONE"


async def push(
    settings: Settings, vapid: Vapid, to: Subscription, words: dict[str, str], now: datetime
) -> Outcome:
    from meetwithoutfear.web_push import authorization, encrypted  # noqa: PLC0415  # an extra

    try:
        place = parsed_endpoint(to.endpoint, settings)
        body = encrypted(json.dumps(words).encode(), to.p256dh, to.auth)
        address = await looked_up(place, settings)
    except (Invalid, ValueError):
        return Outcome.GONE
    head = (
        f"POST {place.path} HTTP/1.1\r\nHost: {place.host}:{place.port}\r\nConnection: close\r\n"
        f"Authorization: {authorization(to.endpoint, vapid.key, vapid.subject, now)}\r\n"
        f"TTL: {KEPT_FOR_SECONDS}\r\nContent-Encoding: aes128gcm\r\nContent-Type: application/octet-stream\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return outcome_of(await answered(place, address, head.encode() + body))


async def looked_up(place: Endpoint, settings: Settings) -> str:
    try:
        found = await asyncio.get_running_loop().getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    except OSError as trouble:
        raise TransientError from trouble
    addresses = [str(entry[4][0]) for entry in found]
    if not all(may_be_reached(place, address, settings) for address in addresses):
        raise Invalid.field("endpoint", "This name leads into a house.")
    return addresses[0]


async def answered(place: Endpoint, address: str, request: bytes) -> int:
    """The status code; the rest of the answer is nobody's concern."""
    tls, name = (AUTHORITIES, place.host) if place.secure else (None, None)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            reader, writer = await asyncio.open_connection(address, place.port, ssl=tls, server_hostname=name)
            try:
                writer.write(request)
                status = (await reader.readline()).split()[1]
            finally:
                writer.close()
            return int(status)
    except (OSError, TimeoutError, ValueError, IndexError) as trouble:
        raise TransientError from trouble


def outcome_of(status: int) -> Outcome:
    if status in {404, 410}:
        return Outcome.GONE
    if status == 429 or status >= 500:  # noqa: PLR2004  # too often, or broken: later
        raise TransientError
    if status < 300:  # noqa: PLR2004
        return Outcome.TAKEN
    log.warning("a push service refused a push", extra={"status": status})
    return Outcome.REFUSED
