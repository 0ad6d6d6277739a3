"""Accounts: register, sign in and out, devices, profile; passwords; and letters about an account, as rows with a job each.

Passwords are kept as argon2id with OWASP's parameters, in a few threads of its own, so that a rush of sign-ins can neither
block the event loop nor eat the memory."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from uuid import UUID

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from meetwithoutfear.actions.caller import Caller, Visitor
from meetwithoutfear.actions.safety import refuse_threats
from meetwithoutfear.domain.errors import Invalid, InvalidCredentials, NotFound
from meetwithoutfear.domain.notifications import Letter
from meetwithoutfear.domain.text import NAME_LIMIT, Email, clean_email, clean_line
from meetwithoutfear.domain.wire import Own, Time, View
from meetwithoutfear.store import people
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import new_token, private_id, token_hash
from meetwithoutfear.store.jobs import enqueue
from meetwithoutfear.store.outbox import insert_mail
from meetwithoutfear.store.people import Device, SignedIn, User

MAIL_JOB = "send_mail"
DEVICE_LIFETIME = timedelta(days=90)
SEEN_AGAIN_AFTER = timedelta(hours=1)

SHORTEST, LONGEST = 8, 128
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
THREADS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="password")


@dataclass(frozen=True)
class Welcome(View, called="SignIn"):
    """What a fresh sign-in hands over: the only moment at which the token is known in the clear."""

    user: User
    token: Own[str] = field(repr=False)
    expires_at: Own[Time]


@dataclass(frozen=True)
class DeviceView(View):
    id: Own[UUID]
    name: Own[str]
    created_at: Own[Time]
    last_seen_at: Own[Time]
    current: Own[bool]


async def register(visitor: Visitor, email: str, password: str, name: str) -> Welcome:
    address, name = clean_email(email), clean_line("name", name, NAME_LIMIT)
    refuse_threats(name)
    hashed = await hash_password(password)
    async with visitor.store.write() as tx:
        user = await begin_account(tx, visitor, address, name, hashed)
        return await sign_in_on_device(tx, visitor, user)


async def begin_account(tx: Tx, visitor: Visitor, email: Email, name: str, password_hash: str | None) -> User:
    """It works at once. Whose it is, only a link that reaches its address can tell."""
    user = await people.insert_user(tx, email, name, password_hash, visitor.now)
    await write_letter(tx, visitor, Letter.WELCOME, user.id)
    return user


async def log_in(visitor: Visitor, email: str, password: str) -> Welcome:
    address = clean_email(email)
    async with visitor.store.read() as tx:
        found = await people.find_password(tx, address)
    user_id, stored = found or (None, None)
    if not await is_password(password, stored) or user_id is None or stored is None:
        raise InvalidCredentials
    fresh = await hash_password(password) if HASHER.check_needs_rehash(stored) else None
    async with visitor.store.write() as tx:
        user = await lock_with_password(tx, user_id, stored)
        if fresh:
            await people.replace_password(tx, user.id, fresh)
        return await sign_in_on_device(tx, visitor, user)


async def lock_with_password(tx: Tx, user_id: UUID, stored: str) -> User:
    """The password was looked at with nothing locked; it may have been dropped since."""
    try:
        account = await people.lock_account(tx, user_id)
    except NotFound:
        raise InvalidCredentials from None
    if account.password_hash != stored:
        raise InvalidCredentials
    return account.user


async def sign_in_on_device(tx: Tx, visitor: Visitor, user: User, *, by_link: bool = False) -> Welcome:
    token, now, expires_at = new_token(), visitor.now, visitor.now + DEVICE_LIFETIME
    device = Device(private_id(), visitor.device_name, now, now)
    await people.insert_device(tx, user.id, token_hash(token), device, expires_at, by_link=by_link)
    return Welcome(user, token, expires_at)


async def recognise(visitor: Visitor, token: str) -> SignedIn:
    async with visitor.store.look() as tx:
        signed_in = await people.access_device(tx, token_hash(token), visitor.now)
    if visitor.now - signed_in.last_seen_at > SEEN_AGAIN_AFTER:
        async with visitor.store.write() as tx:
            await people.mark_device_seen(tx, signed_in.device_id, visitor.now, visitor.now + DEVICE_LIFETIME)
    return signed_in


async def log_out(caller: Caller) -> None:
    async with caller.store.write() as tx:
        await people.delete_device(tx, caller.user_id, caller.device_id)


async def list_devices(caller: Caller) -> list[DeviceView]:
    async with caller.store.read() as tx:
        found = await people.access_devices(tx, caller.user_id, caller.now)
    return [device_view(device, caller) for device in found]


def device_view(device: Device, caller: Caller) -> DeviceView:
    return DeviceView(**vars(device), current=device.id == caller.device_id)


async def sign_out_device(caller: Caller, device_id: UUID) -> None:
    async with caller.store.write() as tx:
        if await caller.earlier_ids(tx) is None:
            await people.delete_device(tx, caller.user_id, device_id)
            await caller.keep_ids(tx)


async def sign_out_everywhere(caller: Caller) -> None:
    """Here, too. Links that are under way open nothing any more."""
    async with caller.store.write() as tx:
        await people.lock_account(tx, caller.user_id)
        await people.delete_devices(tx, caller.user_id)
        await people.delete_links(tx, caller.user_id)
        await write_letter(tx, caller, Letter.SIGNED_OUT, caller.user_id)


async def change_profile(caller: Caller, changes: Mapping[str, str | None]) -> User:
    refuse_threats(changes.get("name"))
    async with caller.store.write() as tx:
        if await caller.earlier_ids(tx) is None:
            await people.change_user(tx, caller.user_id, changes)
            await caller.keep_ids(tx)
        return await people.load_user(tx, caller.user_id)


async def write_letter(
    tx: Tx, sender: Caller | Visitor, letter: Letter, user_id: UUID | None, email: str | None = None
) -> None:
    """To the address the account has when it is sent, unless another is given. Without a user as much is written, and
    nothing is sent: neither an answer nor its time tells known addresses from unknown ones."""
    if sender.settings.smtp_url is not None:
        mail_id = await insert_mail(tx, sender.now, user_id=user_id, letter=letter, email=email)
        await enqueue(tx, MAIL_JOB, {"mailId": str(mail_id)}, sender.now)


async def hash_password(password: str) -> str:
    if not SHORTEST <= len(password) <= LONGEST:
        raise Invalid.field("password", f"A password has {SHORTEST} to {LONGEST} characters.")
    return await asyncio.get_running_loop().run_in_executor(THREADS, HASHER.hash, as_bytes(password))


async def is_password(password: str, stored: str | None) -> bool:
    """Without a stored hash the same work is done in vain: an unknown address takes as long as a wrong password."""
    return await asyncio.get_running_loop().run_in_executor(THREADS, matches, as_bytes(password), stored)


def matches(password: bytes, stored: str | None) -> bool:
    try:
        HASHER.verify(stored or decoy(), password)
    except (Argon2Error, InvalidHashError):
        return False
    return stored is not None


@cache
def decoy() -> str:
    return HASHER.hash(b"nobody's password")


def as_bytes(password: str) -> bytes:
    """The same password whichever keyboard composed its accents; a lone surrogate is odd, but not an error of ours."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
