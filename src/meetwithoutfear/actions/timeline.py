"""Looking back at a session."""

from __future__ import annotations

from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.domain.timeline import Moment, timeline
from meetwithoutfear.store.sessions import access_session, load_journal


async def look_back(caller: Caller, session_id: UUID) -> list[Moment]:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        return timeline(await load_journal(tx, session_id), session.side_of(caller.user_id))
