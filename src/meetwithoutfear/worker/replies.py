"""The watchdog of replies: a message that waits for one while nobody makes it may be asked about again."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from meetwithoutfear.actions.conversation import WATCHDOG_AFTER, WATCHDOG_JOB
from meetwithoutfear.domain.commands import EndReply
from meetwithoutfear.domain.conversation import ReplyState
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.store.chat import access_message, give_up_reply, is_being_made
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.jobs import Job, enqueue
from meetwithoutfear.store.sessions import access_session, save
from meetwithoutfear.worker.worker import Clock, Effect


@dataclass(frozen=True)
class ReplyWatchdog:
    clock: Clock

    async def __call__(self, job: Job) -> Effect:
        async def look(tx: Tx) -> None:
            try:
                await self._look(tx, job)
            except NotFound:
                return  # the member has left, and taken the message along

        return look

    async def _look(self, tx: Tx, job: Job) -> None:
        user_id, session_id, message_id = (
            UUID(str(job.payload[name])) for name in ("userId", "sessionId", "messageId")
        )
        session = await access_session(tx, user_id, session_id)
        message = await access_message(tx, user_id, session_id, message_id)
        if message.reply_state is not ReplyState.PENDING:
            return
        if await is_being_made(tx, message_id):
            later = self.clock() + WATCHDOG_AFTER
            await enqueue(tx, WATCHDOG_JOB, job.payload, self.clock(), run_at=later, key=str(message_id))
            return
        await give_up_reply(tx, message_id)
        side = session.side_of(user_id)
        await save(tx, session, decide(session, EndReply(side, message.chat, message_id)), self.clock())
