"""Deleting an account: leave every session as one leaves it, then forget the person. One transaction: all or nothing."""

from __future__ import annotations

from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.credentials import given_password, lock_as_owner, lock_own_account
from meetwithoutfear.domain.commands import Leave
from meetwithoutfear.domain.errors import Conflict, Invalid
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.store import people
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.deletion import begin_anew, delete_user, forget_member
from meetwithoutfear.store.people import User
from meetwithoutfear.store.sessions import load_for_work, lock_sessions_of, save


async def delete_account(caller: Caller, *, confirmed: bool, password: str | None) -> None:
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
