"""Accounts: register, sign in and out, devices, profile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from meetwithoutfear.actions.caller import Caller, Visitor
from meetwithoutfear.actions.letters import write_letter
from meetwithoutfear.actions.passwords import hash_password, is_outdated, is_password
from meetwithoutfear.actions.safety import refuse_threats
from meetwithoutfear.domain.account import Letter
from meetwithoutfear.domain.errors import InvalidCredentials, NotFound
from meetwithoutfear.domain.text import NAME_LIMIT, Email, clean_email, clean_line
from meetwithoutfear.store import people
from meetwithoutfear.store.database import Tx, user_topic
from meetwithoutfear.store.idempotency import Ids, only_once
from meetwithoutfear.store.ids import new_token, token_hash
from meetwithoutfear.store.people import Device, SignedIn, User, delete_links

DEVICE_LIFETIME = timedelta(days=90)
SEEN_AGAIN_AFTER = timedelta(hours=1)


@dataclass(frozen=True)
class Welcome:
    """What a fresh sign-in hands over: the only moment at which the token is known in the clear."""

    user: User
    token: str
    expires_at: datetime


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
    fresh = await hash_password(password) if is_outdated(stored) else None
    async with visitor.store.write() as tx:
        user = await still_with_password(tx, user_id, stored)
        if fresh:
            await people.replace_password(tx, user.id, fresh)
        return await sign_in_on_device(tx, visitor, user)


async def still_with_password(tx: Tx, user_id: UUID, stored: str) -> User:
    """The password was looked at with nothing locked; it may have been dropped since."""
    try:
        account = await people.lock_account(tx, user_id)
    except NotFound:
        raise InvalidCredentials from None
    if account.password_hash != stored:
        raise InvalidCredentials
    return account.user


async def sign_in_on_device(tx: Tx, visitor: Visitor, user: User, *, by_link: bool = False) -> Welcome:
    token, expires_at = new_token(), visitor.now + DEVICE_LIFETIME
    await people.insert_device(
        tx,
        user.id,
        token_hash(token),
        visitor.device_name,
        now=visitor.now,
        expires_at=expires_at,
        by_link=by_link,
    )
    return Welcome(user, token, expires_at)


async def recognise(visitor: Visitor, token: str) -> SignedIn:
    async with visitor.store.read() as tx:
        signed_in = await people.access_device(tx, token_hash(token), visitor.now)
    if visitor.now - signed_in.last_seen_at > SEEN_AGAIN_AFTER:
        async with visitor.store.write() as tx:
            await people.mark_device_seen(tx, signed_in.device_id, visitor.now, visitor.now + DEVICE_LIFETIME)
    return signed_in


async def log_out(caller: Caller) -> None:
    async with caller.store.write() as tx:
        await people.delete_device(tx, caller.user_id, caller.device_id)
        tx.wake(user_topic(caller.user_id))


async def list_devices(caller: Caller) -> list[Device]:
    async with caller.store.read() as tx:
        return await people.access_devices(tx, caller.user_id, caller.now)


async def sign_out_device(caller: Caller, device_id: UUID) -> None:
    async def delete() -> Ids:
        await people.delete_device(tx, caller.user_id, device_id)
        # Its open streams look up and find that they are signed out.
        tx.wake(user_topic(caller.user_id))
        return {}

    async with caller.store.write() as tx:
        await only_once(tx, caller.user_id, caller.once, caller.now, delete)


async def sign_out_everywhere(caller: Caller) -> None:
    """Here, too. Links that are under way open nothing any more."""
    async with caller.store.write() as tx:
        await people.lock_account(tx, caller.user_id)
        await people.delete_devices(tx, caller.user_id)
        await delete_links(tx, caller.user_id)
        await write_letter(tx, caller, Letter.SIGNED_OUT, caller.user_id)


async def change_profile(caller: Caller, changes: Mapping[str, str | None]) -> User:
    refuse_threats(changes.get("name"))

    async def change() -> Ids:
        await people.change_user(tx, caller.user_id, changes)
        return {}

    async with caller.store.write() as tx:
        await only_once(tx, caller.user_id, caller.once, caller.now, change)
        return await people.change_user(tx, caller.user_id, {})
