"""Talking about a guess that is being refined."""

from __future__ import annotations

from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.conversation import Said, Words, say
from meetwithoutfear.actions.replies import Replies
from meetwithoutfear.domain.empathy.exchange import Status
from meetwithoutfear.domain.errors import InvalidTransition
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.store.sessions import access_session


async def refine_in_chat(caller: Caller, replies: Replies, session_id: UUID, message: str) -> Said:
    async with caller.store.read() as tx:
        view = caller.view(await access_session(tx, caller.user_id, session_id)).empathy
    if view.status is not Status.REFINING:
        allowed = [str(action) for action in view.actions]
        raise InvalidTransition(status=view.status and str(view.status), allowed=allowed)
    return await say(caller, replies, session_id, Words(Chat.MAIN, message))
