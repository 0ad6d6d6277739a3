"""What opens an account, and whose it is: password and address, changed by whoever is signed in to it; links to sign in, to
choose a new password, to move to another address; and what becomes of what was there, by the owner's wish.

Whoever uses a link has shown that they read its address, and the first to show that has the account: a proof from inside
(signed in to that account, or with its password) changes nothing else, a proof from outside drops every password and every
device that came before it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from meetwithoutfear.actions import identity
from meetwithoutfear.actions.caller import Caller, Visitor
from meetwithoutfear.config import Settings
from meetwithoutfear.domain import errors
from meetwithoutfear.domain.commands import Leave
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.notifications import Letter, Purpose
from meetwithoutfear.domain.text import clean_email
from meetwithoutfear.domain.wire import Guest, View
from meetwithoutfear.store import people
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.deletion import begin_anew, delete_user, forget_member
from meetwithoutfear.store.ids import new_token, token_hash
from meetwithoutfear.store.people import Account, Link, User
from meetwithoutfear.store.sessions import load_for_work, lock_sessions_of, save

FRESH = timedelta(minutes=30)
LINK_LIFETIME = timedelta(minutes=30)
# Opens no proven account: it is gone with the first proof, or waits for somebody who can sign in already.
LONG_LINK_LIFETIME = timedelta(days=1)


async def change_password(caller: Caller, current: str | None, password: str) -> User:
    known, hashed = await check_own_password(caller, current), await identity.hash_password(password)
    async with caller.store.write() as tx:
        if await caller.earlier_ids(tx) is None:
            if await lock_as_owner(tx, caller, known) is None:
                linked_at = await people.load_linked_at(tx, caller.user_id, caller.device_id)
                if linked_at is None or caller.now - linked_at > FRESH:
                    raise errors.LinkNeeded
            await open_only_by(tx, caller.user_id, hashed, but=caller.device_id)
            await identity.write_letter(tx, caller, Letter.PASSWORD_CHANGED, caller.user_id)
            await caller.keep_ids(tx)
        return await people.load_user(tx, caller.user_id)


async def request_new_email(caller: Caller, email: str, password: str | None) -> None:
    """Nothing changes yet, and nobody learns whether the address has an account: that is told there, by mail."""
    address = clean_email(email)
    if caller.settings.smtp_url is None:
        raise errors.NoMail
    if address == caller.user.email:
        raise errors.Invalid.field("email", "This is your address already.")
    known = await check_own_password(caller, password)
    async with caller.store.write() as tx:
        if await caller.earlier_ids(tx) is None:
            await lock_as_owner(tx, caller, known)
            await identity.write_letter(tx, caller, Letter.NEW_EMAIL, caller.user_id, address)
            await caller.keep_ids(tx)


async def request_proof(caller: Caller) -> None:
    if caller.settings.smtp_url is None:
        raise errors.NoMail
    if caller.user.email_proven:
        return
    async with caller.store.write() as tx:
        if await caller.earlier_ids(tx) is None:
            await identity.write_letter(tx, caller, Letter.WELCOME, caller.user_id)
            await caller.keep_ids(tx)


async def keep_inherited(caller: Caller) -> User:
    async with caller.store.write() as tx:
        await people.clear_inherited(tx, caller.user_id)
        return await people.load_user(tx, caller.user_id)


async def delete_account(caller: Caller, *, confirmed: bool, password: str | None) -> None:
    """Leave every session as one leaves it, then forget the person. One transaction: all or nothing."""
    if not confirmed:
        raise errors.Invalid.field(
            "confirm", "Say true if you want to delete your account with everything in it."
        )
    known = await check_own_password(caller, password)
    async with caller.store.write() as tx:
        sessions = await lock_sessions_of(tx, caller.user_id)
        await lock_as_owner(tx, caller, known)
        await leave_for_good(tx, caller, sessions)
        await delete_user(tx, caller.user_id)


async def delete_inherited(caller: Caller, *, confirmed: bool) -> User:
    """What somebody else had made of the account before its owner came: all of it goes, the address stays."""
    if not confirmed:
        raise errors.Invalid.field("confirm", "Say true if you want to delete everything in this account.")
    async with caller.store.write() as tx:
        sessions = await lock_sessions_of(tx, caller.user_id)
        account = await lock_own_account(tx, caller)
        if not account.user.inherited:
            raise errors.Conflict("There is nothing to decide about in this account.")
        await leave_for_good(tx, caller, sessions)
        fresh = await begin_anew(tx, caller.user_id, caller.device_id, caller.now)
        return await people.load_user(tx, fresh)


async def leave_for_good(tx: Tx, caller: Caller, sessions: list[UUID]) -> None:
    for session_id in sessions:
        session = await load_for_work(tx, session_id)
        side = session.side_of(caller.user_id)
        session = await save(tx, session, decide(session, Leave(side)), caller.now)
        await forget_member(tx, session, side, caller.now)


async def check_own_password(caller: Caller, password: str | None) -> str | None:
    """The stored form of the password, if it is the right one; looked at with nothing locked."""
    if password is None:
        return None
    async with caller.store.read() as tx:
        stored = await people.load_password(tx, caller.user_id)
    return stored if await identity.is_password(password, stored) else None


async def lock_as_owner(tx: Tx, caller: Caller, known: str | None) -> str | None:
    """Where there is a password, it must have been given. Gives its stored form, or nothing where there is none."""
    account = await lock_own_account(tx, caller)
    if account.password_hash is not None and not is_still(known, account):
        raise errors.WrongPassword
    return account.password_hash


async def lock_own_account(tx: Tx, caller: Caller) -> Account:
    """Whoever was signed out while they waited for the lock changes nothing."""
    account = await people.lock_account(tx, caller.user_id)
    await people.load_linked_at(tx, caller.user_id, caller.device_id)
    return account


@dataclass(frozen=True)
class Hand:
    """What somebody brings along to a link: a token of a device, a password, the wish to be treated as from outside."""

    token: str | None = None
    password: str | None = None
    take_over: bool = False


@dataclass(frozen=True)
class LinkView(View, called="LinkAnswer"):
    """What whoever holds a link may know before using it."""

    purpose: Guest[Purpose]
    email: Guest[str]
    email_proven: Guest[bool]
    has_password: Guest[bool]
    signed_in: Guest[bool]


async def request_link(visitor: Visitor, email: str, letter: Letter) -> None:
    address = clean_email(email)
    async with visitor.store.write() as tx:
        user = await people.find_user(tx, address)
        await identity.write_letter(tx, visitor, letter, user.id if user else None)


async def make_link(tx: Tx, link: Link, base_url: str, expires_at: datetime) -> str:
    token = new_token()
    await people.insert_link(tx, link, token_hash(token), expires_at)
    # In the fragment, so that it never reaches a server's log.
    return f"{base_url}/link#{token}"


async def link_for(
    store: Database, settings: Settings, email: str, now: datetime, *, purpose: Purpose, new_email: str | None
) -> tuple[str, User]:
    """For whoever runs the server and hands the link over in person."""
    async with store.write() as tx:
        user = await people.find_user(tx, clean_email(email))
        if user is None:
            raise errors.NotFound("There is no account with this address.")
        address = clean_email(new_email or user.email)
        if new_email and await people.find_user(tx, address):
            raise errors.EmailTaken
        link = Link(user.id, purpose, address)
        return await make_link(tx, link, settings.base_url, now + LINK_LIFETIME), user


async def look_at_link(visitor: Visitor, token: str, hand: Hand) -> LinkView:
    async with visitor.store.read() as tx:
        link = await people.find_link(tx, token_hash(token), visitor.now)
        user = await people.load_user(tx, link.user_id)
        device_id = await find_carried_device(tx, visitor, user.id, hand)
    return LinkView(link.purpose, link.email, user.email_proven, user.has_password, device_id is not None)


async def redeem_link(visitor: Visitor, token: str, hand: Hand) -> identity.Welcome:
    known = await check_carried_password(visitor, token, hand)
    async with visitor.store.write() as tx:
        _, account = await people.spend_link(tx, token_hash(token), Purpose.SIGN_IN, visitor.now)
        if hand.password is not None and not is_still(known, account):
            raise errors.WrongPassword
        device_id = await find_carried_device(tx, visitor, account.user.id, hand)
        inside = not hand.take_over and (device_id is not None or known is not None)
        await prove(tx, account, visitor.now, inside=inside)
        return await welcome(tx, visitor, account.user.id, hand)


async def reset_password(visitor: Visitor, token: str, password: str, hand: Hand) -> identity.Welcome:
    hashed = await identity.hash_password(password)
    async with visitor.store.write() as tx:
        _, account = await people.spend_link(tx, token_hash(token), Purpose.NEW_PASSWORD, visitor.now)
        device_id = await find_carried_device(tx, visitor, account.user.id, hand)
        await prove(tx, account, visitor.now, inside=device_id is not None)
        await open_only_by(tx, account.user.id, hashed, but=device_id)
        await identity.write_letter(tx, visitor, Letter.PASSWORD_CHANGED, account.user.id)
        return await welcome(tx, visitor, account.user.id, hand)


async def move_to_address(visitor: Visitor, token: str, hand: Hand) -> identity.Welcome:
    """Only with a sign-in or the password: a stranger who opens the link must not lend an account their address."""
    known = await check_carried_password(visitor, token, hand)
    async with visitor.store.write() as tx:
        link, account = await people.spend_link(tx, token_hash(token), Purpose.NEW_EMAIL, visitor.now)
        device_id = await find_carried_device(tx, visitor, account.user.id, hand)
        if device_id is None and not is_still(known, account):
            raise errors.WrongPassword("Sign in to the account first, or give its password.")
        await people.replace_email(tx, account.user.id, link.email, visitor.now)
        await people.delete_links(tx, account.user.id)
        await identity.write_letter(tx, visitor, Letter.EMAIL_CHANGED, account.user.id, account.user.email)
        return await welcome(tx, visitor, account.user.id, hand)


async def check_carried_password(visitor: Visitor, token: str, hand: Hand) -> str | None:
    """The stored form of the password that was given, looked at with nothing locked."""
    if hand.password is None:
        return None
    async with visitor.store.read() as tx:
        link = await people.find_link(tx, token_hash(token), visitor.now)
        stored = await people.load_password(tx, link.user_id)
    if not await identity.is_password(hand.password, stored):
        raise errors.WrongPassword
    return stored


def is_still(known: str | None, account: Account) -> bool:
    return known is not None and known == account.password_hash


async def find_carried_device(tx: Tx, visitor: Visitor, user_id: UUID, hand: Hand) -> UUID | None:
    if hand.token is None:
        return None
    return await people.find_own_device(tx, user_id, token_hash(hand.token), visitor.now)


async def prove(tx: Tx, account: Account, now: datetime, *, inside: bool) -> None:
    """The first proof decides whose the account is; later ones drop nothing."""
    if account.user.email_proven:
        return
    if inside:
        await people.mark_proven(tx, account.user.id, now)
    else:
        await people.take_over(tx, account.user.id, now)
    await people.delete_links(tx, account.user.id)


async def open_only_by(tx: Tx, user_id: UUID, password_hash: str, *, but: UUID | None) -> None:
    """A new password, and nothing from before it but this device."""
    await people.replace_password(tx, user_id, password_hash)
    await people.delete_devices(tx, user_id, but=but)
    await people.delete_links(tx, user_id)


async def welcome(tx: Tx, visitor: Visitor, user_id: UUID, hand: Hand) -> identity.Welcome:
    """On the device that is signed in already, or on a new one."""
    user = await people.load_user(tx, user_id)
    device_id = await find_carried_device(tx, visitor, user_id, hand)
    if device_id is None or hand.token is None:
        return await identity.sign_in_on_device(tx, visitor, user, by_link=True)
    await people.mark_linked(tx, device_id, visitor.now)
    return identity.Welcome(user, hand.token, visitor.now + identity.DEVICE_LIFETIME)
