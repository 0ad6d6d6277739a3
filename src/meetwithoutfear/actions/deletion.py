"""Deleting an account: leave every session as one leaves it, then forget the person. One transaction: all or nothing."""

from __future__ import annotations

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.domain.commands import Leave
from meetwithoutfear.domain.errors import Invalid
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.store.deletion import delete_user, forget_member, lock_sessions_of
from meetwithoutfear.store.sessions import load_for_work, save


async def delete_account(caller: Caller, *, confirmed: bool) -> None:
    if not confirmed:
        raise Invalid.field("confirm", "Say true if you want to delete your account with everything in it.")
    async with caller.store.write() as tx:
        for session_id in await lock_sessions_of(tx, caller.user_id):
            session = await load_for_work(tx, session_id)
            side = session.side_of(caller.user_id)
            session = await save(tx, session, decide(session, Leave(side)), caller.now)
            await forget_member(tx, session, side, caller.now)
        await delete_user(tx, caller.user_id)
