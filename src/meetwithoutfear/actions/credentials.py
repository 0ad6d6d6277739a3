"""What opens an account, changed by whoever is signed in to it: password and address. And what becomes of what was there,
by the owner's wish: kept, or deleted with the account or without it."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.letters import write_letter
from meetwithoutfear.actions.links import is_still, open_only_by
from meetwithoutfear.actions.passwords import hash_password, is_password
from meetwithoutfear.domain.account import Letter
from meetwithoutfear.domain.commands import Leave
from meetwithoutfear.domain.errors import Conflict, Invalid, LinkNeeded, NoMail, WrongPassword
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.text import clean_email
from meetwithoutfear.store import people
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.deletion import begin_anew, delete_user, forget_member
from meetwithoutfear.store.idempotency import Ids, only_once
from meetwithoutfear.store.people import Account, User
from meetwithoutfear.store.sessions import load_for_work, lock_sessions_of, save

FRESH = timedelta(minutes=30)


async def change_password(caller: Caller, current: str | None, password: str) -> User:
    known, hashed = await given_password(caller, current), await hash_password(password)

    async def change() -> Ids:
        if await lock_as_owner(tx, caller, known) is None:
            linked_at = await people.load_linked_at(tx, caller.user_id, caller.device_id)
            if linked_at is None or caller.now - linked_at > FRESH:
                raise LinkNeeded
        await open_only_by(tx, caller.user_id, hashed, but=caller.device_id)
        await write_letter(tx, caller, Letter.PASSWORD_CHANGED, caller.user_id)
        return {}

    async with caller.store.write() as tx:
        await only_once(tx, caller.user_id, caller.once, caller.now, change)
        return await people.change_user(tx, caller.user_id, {})


async def request_new_email(caller: Caller, email: str, password: str | None) -> None:
    """Nothing changes yet, and nobody learns whether the address has an account: that is told there, by mail."""
    address = clean_email(email)
    if caller.settings.smtp_url is None:
        raise NoMail
    if address == caller.user.email:
        raise Invalid.field("email", "This is your address already.")
    known = await given_password(caller, password)

    async def request() -> Ids:
        await lock_as_owner(tx, caller, known)
        await write_letter(tx, caller, Letter.NEW_EMAIL, caller.user_id, address)
        return {}

    async with caller.store.write() as tx:
        await only_once(tx, caller.user_id, caller.once, caller.now, request)


async def request_proof(caller: Caller) -> None:
    if caller.settings.smtp_url is None:
        raise NoMail
    if caller.user.email_proven:
        return

    async def request() -> Ids:
        await write_letter(tx, caller, Letter.WELCOME, caller.user_id)
        return {}

    async with caller.store.write() as tx:
        await only_once(tx, caller.user_id, caller.once, caller.now, request)


async def keep_inherited(caller: Caller) -> User:
    async with caller.store.write() as tx:
        await people.clear_inherited(tx, caller.user_id)
        return await people.change_user(tx, caller.user_id, {})


async def delete_account(caller: Caller, *, confirmed: bool, password: str | None) -> None:
    """Leave every session as one leaves it, then forget the person. One transaction: all or nothing."""
    if not confirmed:
        raise Invalid.field("confirm", "Say true if you want to delete your account with everything in it.")
    known = await given_password(caller, password)
    async with caller.store.write() as tx:
        sessions = await lock_sessions_of(tx, caller.user_id)
        await lock_as_owner(tx, caller, known)
        await leave_for_good(tx, caller, sessions)
        await delete_user(tx, caller.user_id)


async def delete_inherited(caller: Caller, *, confirmed: bool) -> User:
    """What somebody else had made of the account before its owner came: all of it goes, the address stays."""
    if not confirmed:
        raise Invalid.field("confirm", "Say true if you want to delete everything in this account.")
    async with caller.store.write() as tx:
        sessions = await lock_sessions_of(tx, caller.user_id)
        account = await lock_own_account(tx, caller)
        if not account.user.inherited:
            raise Conflict("There is nothing to decide about in this account.")
        await leave_for_good(tx, caller, sessions)
        fresh = await begin_anew(tx, caller.user_id, caller.device_id, caller.now)
        return await people.change_user(tx, fresh, {})


async def leave_for_good(tx: Tx, caller: Caller, sessions: list[UUID]) -> None:
    for session_id in sessions:
        session = await load_for_work(tx, session_id)
        side = session.side_of(caller.user_id)
        session = await save(tx, session, decide(session, Leave(side)), caller.now)
        await forget_member(tx, session, side, caller.now)


async def given_password(caller: Caller, password: str | None) -> str | None:
    """The stored form of the password, if it is the right one; looked at with nothing locked."""
    if password is None:
        return None
    async with caller.store.read() as tx:
        stored = await people.load_password(tx, caller.user_id)
    return stored if await is_password(password, stored) else None


async def lock_as_owner(tx: Tx, caller: Caller, known: str | None) -> str | None:
    """Where there is a password, it must have been given. Gives its stored form, or nothing where there is none."""
    account = await lock_own_account(tx, caller)
    if account.password_hash is not None and not is_still(known, account):
        raise WrongPassword
    return account.password_hash


async def lock_own_account(tx: Tx, caller: Caller) -> Account:
    """Whoever was signed out while they waited for the lock changes nothing."""
    account = await people.lock_account(tx, caller.user_id)
    await people.load_linked_at(tx, caller.user_id, caller.device_id)
    return account
