"""Which worker does what, and what comes round by itself. Before that the jobs beside the sessions: whether a reply is still
being made, the rolling summary, common ground in what both have shared, the day to look back, and what waits too long."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from meetwithoutfear.actions.conversation import SUMMARY_JOB, WATCHDOG_JOB, look_after_reply
from meetwithoutfear.actions.guide import RECENT_TURNS, speaker_of
from meetwithoutfear.actions.identity import MAIL_JOB
from meetwithoutfear.actions.sessions import look_after_waits
from meetwithoutfear.config import Settings
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.needs.commands import FindCommonGround
from meetwithoutfear.domain.needs.need import CommonGround
from meetwithoutfear.domain.repair.commands import FollowUp
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.waiting import LAPSE_AFTER
from meetwithoutfear.engines.engine import Engine
from meetwithoutfear.prompts import tasks
from meetwithoutfear.prompts.prompt import Turn
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.exchange import ANALYZE_JOB, GUIDANCE_JOB
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.inbox import forget_inbox_before
from meetwithoutfear.store.jobs import Job, dead_letter, forget_done_before
from meetwithoutfear.store.notes import forget_old
from meetwithoutfear.store.outbox import NOTIFY_JOB
from meetwithoutfear.store.rooms import Room, Summary, load_summary, load_turns_after, save_summary
from meetwithoutfear.store.sessions import access_session, load_sessions_due
from meetwithoutfear.store.together import COMMON_GROUND_JOB, FOLLOW_UP_JOB, load_needs
from meetwithoutfear.worker.mail import MailSender, notify
from meetwithoutfear.worker.reconcile import Reconciler, give_up_analysis, refresh_guidance
from meetwithoutfear.worker.worker import (
    Clock,
    Effect,
    Handler,
    Recurring,
    Worker,
    carry_out,
    id_in,
    nothing_more,
)

SESSIONS_AT_ONCE = 100
INBOX_KEPT = timedelta(days=30)
JOBS_KEPT = timedelta(days=7)

TIDY = Recurring("tidy", every=timedelta(hours=1))
WAITS = Recurring("look_after_waits", every=timedelta(minutes=1))


async def watch_over_reply(clock: Clock, job: Job) -> Effect:
    user_id, session_id, message_id = (id_in(job, name) for name in ("userId", "sessionId", "messageId"))

    async def look(tx: Tx) -> None:
        try:
            await look_after_reply(tx, user_id, session_id, message_id, clock())
        except NotFound:
            return  # the member has left, and taken the message along

    return look


async def summarise(store: Database, engine: Engine, job: Job) -> Effect:
    """Keeps what the guide remembers of a member's own words that it no longer sees in full."""
    user_id, session_id = id_in(job, "userId"), id_in(job, "sessionId")
    try:
        async with store.read() as tx:
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
    partner = session.members.get(side.other)
    output = await engine.answer(
        tasks.SummaryTask(
            me=session.members[side].name,
            partner=partner.name if partner else session.partner_name,
            summary=known.text if known else None,
            facts=known.facts if known else (),
            turns=tuple(Turn(speaker_of(turn), turn.content) for turn in older),
        )
    )
    summary = Summary(output.summary, output.facts, older[-1].seq)
    return partial(save_summary, room=room, summary=summary)


async def find_common_ground(store: Database, engine: Engine, clock: Clock, job: Job) -> Effect:
    """Sees only what both have shared, and of that neither quotes nor what was kept."""
    session_id = id_in(job, "sessionId")
    async with store.read() as tx:
        needs = await load_needs(tx, session_id)
    ours, theirs = (
        tuple(
            tasks.SharedNeed(need.need, need.category, need.description)
            for need in needs[side]
            if need.is_shared
        )
        for side in Side
    )
    found: Sequence[tasks.GroundFinding] = ()
    if ours and theirs:
        found = (await engine.answer(tasks.CommonGroundTask(ours=ours, theirs=theirs))).items
    items = (CommonGround(shared_id(), each.need, each.category, each.description) for each in found)
    return carry_out(session_id, FindCommonGround(tuple(items)), clock)


async def remind_to_look_back(clock: Clock, job: Job) -> Effect:
    """The day to look back. It happens once: the effect and the job's end are one transaction."""
    side, check = Side(str(job.payload["side"])), int(job.payload["check"] or 0)
    command = FollowUp(side, id_in(job, "agreementId"), check)
    return carry_out(id_in(job, "sessionId"), command, clock)


async def keep_waits(store: Database, clock: Clock, _job: Job) -> Effect:
    """Offers that run out, refinements that nobody works on, people who are reminded. It only looks where something is due;
    the rules decide, session by session, each in a transaction of its own. Whatever is interrupted is found again."""
    now = clock()
    async with store.read() as tx:
        due = await load_sessions_due(tx, now, now - LAPSE_AFTER, SESSIONS_AT_ONCE)
    for session_id in due:
        async with store.write() as tx:
            await look_after_waits(tx, session_id, now)
    return nothing_more


async def tidy(clock: Clock, _job: Job) -> Effect:
    """Spent tokens, idempotency keys, old inbox entries, finished jobs."""

    async def forget(tx: Tx) -> None:
        now = clock()
        await forget_old(tx, now)
        await forget_inbox_before(tx, now - INBOX_KEPT)
        await forget_done_before(tx, now - JOBS_KEPT)

    return forget


def build_worker(store: Database, settings: Settings, clock: Clock, engine: Engine) -> Worker:
    handlers: dict[str, Handler] = {
        MAIL_JOB: MailSender(store, settings, clock),
        NOTIFY_JOB: partial(notify, settings, clock),
        SUMMARY_JOB: partial(summarise, store, engine),
        TIDY.kind: partial(tidy, clock),
        WATCHDOG_JOB: partial(watch_over_reply, clock),
        ANALYZE_JOB: Reconciler(store, engine, clock, settings.patience),
        dead_letter(ANALYZE_JOB): partial(give_up_analysis, clock),
        GUIDANCE_JOB: partial(refresh_guidance, store, engine),
        WAITS.kind: partial(keep_waits, store, clock),
        COMMON_GROUND_JOB: partial(find_common_ground, store, engine, clock),
        FOLLOW_UP_JOB: partial(remind_to_look_back, clock),
    }
    return Worker(store, handlers, clock, recurring=(TIDY, WAITS))
