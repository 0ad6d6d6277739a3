"""Passwords: argon2id with OWASP's parameters, in a few threads of its own, so that a rush of sign-ins can neither block
the event loop nor eat the memory."""

from __future__ import annotations

import asyncio
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from meetwithoutfear.domain.errors import Invalid

SHORTEST, LONGEST = 8, 128
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
THREADS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="password")


async def hash_password(password: str) -> str:
    if not SHORTEST <= len(password) <= LONGEST:
        raise Invalid.field("password", f"A password has {SHORTEST} to {LONGEST} characters.")
    return await in_thread_hash(password)


async def in_thread_hash(password: str) -> str:
    return await asyncio.get_running_loop().run_in_executor(THREADS, HASHER.hash, as_bytes(password))


async def is_password(password: str, stored: str | None) -> bool:
    """Without a stored hash the same work is done in vain: an unknown address takes as long as a wrong password."""
    candidate = as_bytes(password)
    return await asyncio.get_running_loop().run_in_executor(THREADS, matches, candidate, stored)


def matches(password: bytes, stored: str | None) -> bool:
    try:
        HASHER.verify(stored or decoy(), password)
    except (Argon2Error, InvalidHashError):
        return False
    return stored is not None


def is_outdated(stored: str) -> bool:
    return HASHER.check_needs_rehash(stored)


@cache
def decoy() -> str:
    return HASHER.hash(b"nobody's password")


def as_bytes(password: str) -> bytes:
    """The same password whichever keyboard composed its accents; a lone surrogate is odd, but not an error of ours."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
