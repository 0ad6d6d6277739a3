"""Accounts: register, sign in and out, sign-in links, devices, profile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from meetwithoutfear.actions.caller import Caller, Visitor
from meetwithoutfear.actions.passwords import hash_password, is_outdated, is_password
from meetwithoutfear.actions.safety import refuse_threats
from meetwithoutfear.domain.errors import InvalidCredentials, NotFound
from meetwithoutfear.domain.text import NAME_LIMIT, clean_email, clean_line
from meetwithoutfear.store import identity
from meetwithoutfear.store.database import Database, Tx, user_topic
from meetwithoutfear.store.idempotency import Ids, only_once
from meetwithoutfear.store.identity import Device, SignedIn, User
from meetwithoutfear.store.ids import new_token, token_hash
from meetwithoutfear.store.jobs import enqueue
from meetwithoutfear.store.mails import insert_mail

DEVICE_LIFETIME = timedelta(days=90)
SEEN_AGAIN_AFTER = timedelta(hours=1)
LINK_LIFETIME = timedelta(minutes=30)
MAIL_JOB = "send_mail"


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
        user = await identity.insert_user(tx, address, name, hashed, visitor.now)
        return await sign_in_on_device(tx, visitor, user)


async def log_in(visitor: Visitor, email: str, password: str) -> Welcome:
    address = clean_email(email)
    async with visitor.store.read() as tx:
        found = await identity.find_password(tx, address)
    user, stored = found or (None, None)
    if not await is_password(password, stored) or user is None or stored is None:
        raise InvalidCredentials
    fresh = await hash_password(password) if is_outdated(stored) else None
    async with visitor.store.write() as tx:
        if fresh:
            await identity.replace_password(tx, user.id, fresh)
        return await sign_in_on_device(tx, visitor, user)


async def sign_in_on_device(tx: Tx, visitor: Visitor, user: User) -> Welcome:
    token, expires_at = new_token(), visitor.now + DEVICE_LIFETIME
    await identity.insert_device(
        tx, user.id, token_hash(token), visitor.device_name, now=visitor.now, expires_at=expires_at
    )
    return Welcome(user, token, expires_at)


async def request_link(visitor: Visitor, email: str) -> None:
    """Writes as much for an unknown address as for a known one: neither the answer nor its time tells them apart."""
    address = clean_email(email)
    if visitor.settings.smtp_url is None:
        return
    async with visitor.store.write() as tx:
        user = await identity.find_user(tx, address)
        mail_id = await insert_mail(tx, visitor.now, user_id=user.id if user else None)
        await enqueue(tx, MAIL_JOB, {"mailId": str(mail_id)}, visitor.now)


async def make_link(tx: Tx, user_id: UUID, base_url: str, now: datetime) -> str:
    token = new_token()
    await identity.insert_sign_in_link(tx, user_id, token_hash(token), now + LINK_LIFETIME)
    # In the fragment, so that it never reaches a server's log.
    return f"{base_url}/link#{token}"


async def link_for(store: Database, email: str, base_url: str, now: datetime) -> str:
    """For whoever runs the server and hands the link over in person."""
    async with store.write() as tx:
        user = await identity.find_user(tx, clean_email(email))
        if user is None:
            raise NotFound("There is no account with this address.")
        return await make_link(tx, user.id, base_url, now)


async def redeem_link(visitor: Visitor, token: str) -> Welcome:
    async with visitor.store.write() as tx:
        user = await identity.redeem_sign_in_link(tx, token_hash(token), visitor.now)
        return await sign_in_on_device(tx, visitor, user)


async def recognise(visitor: Visitor, token: str) -> SignedIn:
    async with visitor.store.read() as tx:
        signed_in = await identity.access_device(tx, token_hash(token), visitor.now)
    if visitor.now - signed_in.last_seen_at > SEEN_AGAIN_AFTER:
        async with visitor.store.write() as tx:
            await identity.mark_seen(tx, signed_in.device_id, visitor.now, visitor.now + DEVICE_LIFETIME)
    return signed_in


async def log_out(caller: Caller) -> None:
    async with caller.store.write() as tx:
        await identity.delete_device(tx, caller.user_id, caller.device_id)
        tx.wake(user_topic(caller.user_id))


async def list_devices(caller: Caller) -> list[Device]:
    async with caller.store.read() as tx:
        return await identity.access_devices(tx, caller.user_id, caller.now)


async def sign_out_device(caller: Caller, device_id: UUID) -> None:
    async def delete() -> Ids:
        await identity.delete_device(tx, caller.user_id, device_id)
        # Its open streams look up and find that they are signed out.
        tx.wake(user_topic(caller.user_id))
        return {}

    async with caller.store.write() as tx:
        await only_once(tx, caller.user_id, caller.once, caller.now, delete)


async def change_profile(caller: Caller, changes: Mapping[str, str | None]) -> User:
    refuse_threats(changes.get("name"))

    async def change() -> Ids:
        await identity.change_user(tx, caller.user_id, changes)
        return {}

    async with caller.store.write() as tx:
        await only_once(tx, caller.user_id, caller.once, caller.now, change)
        return await identity.change_user(tx, caller.user_id, {})
