"""Jobs beside the conversation with the guide: whether a reply is still being made, and the rolling summary."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from meetwithoutfear.actions.conversation import look_after_reply
from meetwithoutfear.actions.guide import RECENT_TURNS, speaker_of
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.engines.engine import Engine
from meetwithoutfear.prompts import summary as summary_prompt
from meetwithoutfear.prompts.prompt import Turn
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.jobs import Job
from meetwithoutfear.store.rooms import Room, Summary, load_summary, load_turns_after, save_summary
from meetwithoutfear.store.sessions import access_session
from meetwithoutfear.worker.worker import Clock, Effect, id_in, nothing_more


@dataclass(frozen=True)
class ReplyWatchdog:
    clock: Clock

    async def __call__(self, job: Job) -> Effect:
        user_id, session_id, message_id = (id_in(job, name) for name in ("userId", "sessionId", "messageId"))

        async def look(tx: Tx) -> None:
            try:
                await look_after_reply(tx, user_id, session_id, message_id, self.clock())
            except NotFound:
                return  # the member has left, and taken the message along

        return look


@dataclass(frozen=True)
class Summariser:
    """Keeps what the guide remembers of a member's own words that it no longer sees in full."""

    store: Database
    engine: Engine

    async def __call__(self, job: Job) -> Effect:
        user_id, session_id = id_in(job, "userId"), id_in(job, "sessionId")
        try:
            async with self.store.read() as tx:
                session = await access_session(tx, user_id, session_id)
                side = session.side_of(user_id)
                room = Room(session_id, side)
                known = await load_summary(tx, room)
                new = await load_turns_after(tx, room, Chat.MAIN, known.up_to_seq if known else 0)
        except NotFound:
            return nothing_more
        older = new[: -RECENT_TURNS // 2]
        if not older:
            return nothing_more
        partner = session.partner_of(side)
        output = await self.engine.answer(
            summary_prompt.Input(
                me=session.members[side].name,
                partner=partner.name if partner else session.partner_name,
                summary=known.text if known else None,
                facts=known.facts if known else (),
                turns=tuple(Turn(speaker_of(turn), turn.content) for turn in older),
            )
        )
        summary = Summary(output.summary, output.facts, older[-1].seq)
        return partial(save_summary, room=room, summary=summary)
