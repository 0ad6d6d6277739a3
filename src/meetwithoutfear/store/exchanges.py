"""The empathy exchange of a session, as rows: how both directions stand, every wording, every offer, every consent.

Nothing is overwritten: a new wording is a new row, an offer keeps its answer, the ledger keeps what was agreed to. All of it
is written by `sessions.save`, in the transaction that also writes messages, inbox entries and jobs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.deciding import Happening
from meetwithoutfear.domain.empathy.events import (
    BreakerTripped,
    Consented,
    ContextSeen,
    ContextShared,
    ContextWithdrawn,
    Resubmitted,
    Revised,
    StatementSeen,
    Validated,
    Withdrawn,
)
from meetwithoutfear.domain.empathy.events import Event as EmpathyEvent
from meetwithoutfear.domain.empathy.exchange import Attempt, Exchange, Offer, Status
from meetwithoutfear.domain.empathy.telling import cause_of
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.consents import Crossing, grant, mark_seen
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.drafts import back_to_draft, discard_draft
from meetwithoutfear.store.jobs import cancel, enqueue
from meetwithoutfear.store.rooms import Room
from meetwithoutfear.store.tables import attempts, messages, offers, results, statements

ANALYZE_JOB = "analyze"
GUIDANCE_JOB = "refresh_guidance"
STATE = (
    "status", "reason", "revision", "statement", "attempts", "analysed", "revealed", "rounds", "missed", "verdict",
    "withdrawn", "kept", "stuck", "since", "reads_since", "sent_at", "revealed_at", "delivery",
)  # fmt: skip
ATTEMPT_COLUMNS = [
    attempts.c.id.label("attempt_id"),
    attempts.c.offer_count.label("attempt_offer_count"),
    *(attempts.c[name].label(f"attempt_{name}") for name in STATE),
]
OFFER_STATE = ("status", "shared", "withdrawn", "delivery", "made_at", "expires_at", "shared_at")

Words = Consented | Resubmitted | BreakerTripped | Revised
Steps = Sequence[tuple[Session, Happening]]


def attempt_from(row: Row[Any]) -> Attempt:
    found = row._mapping  # noqa: SLF001  # SQLAlchemy's name for a row as a mapping
    return Attempt(id=row.attempt_id, **{name: found[f"attempt_{name}"] for name in STATE})


async def with_offers(tx: Tx, sessions: Sequence[Session], counts: Mapping[UUID, int]) -> list[Session]:
    """One statement, however many sessions there are; none where no offer was ever made."""
    wanted = [session.id for session in sessions if counts[session.id]]
    if not wanted:
        return list(sessions)
    rows = await tx.all(
        sa.select(offers)
        .where(offers.c.session_id.in_(wanted))
        .order_by(offers.c.session_id, offers.c.iteration)
    )
    return [replace(session, exchange=filled(session, rows)) for session in sessions]


def filled(session: Session, rows: Iterable[Row[Any]]) -> Exchange:
    found: dict[Side, list[Offer]] = {side: [] for side in Side}
    for row in rows:
        if row.session_id == session.id:
            found[row.side].append(offer_from(row))
    return Exchange(
        {
            side: replace(attempt, offers=tuple(found[side]))
            for side, attempt in session.exchange.attempts.items()
        }
    )


def offer_from(row: Row[Any]) -> Offer:
    found = row._mapping  # noqa: SLF001
    return Offer(row.id, row.iteration, **{name: found[name] for name in OFFER_STATE})


async def write_exchange(tx: Tx, before: Session, after: Session, steps: Steps, now: datetime) -> None:
    if after.exchange == before.exchange:
        return
    for side, attempt in after.exchange.attempts.items():
        known = before.exchange.attempts[side]
        if attempt != known:
            await write_attempt(tx, after.id, side, attempt)
            await write_offers(tx, after.id, side, known, attempt)
            await write_jobs(tx, Room(after.id, side), known, attempt, now)
    for session, event in steps:
        if isinstance(event, EmpathyEvent):
            await write_consequences(tx, before, session, event, now)


async def write_attempt(tx: Tx, session_id: UUID, side: Side, attempt: Attempt) -> None:
    here = sa.and_(attempts.c.session_id == session_id, attempts.c.side == side)
    values = {name: getattr(attempt, name) for name in STATE}
    await tx.execute(sa.update(attempts).where(here).values(offer_count=len(attempt.offers), **values))


async def write_offers(tx: Tx, session_id: UUID, side: Side, before: Attempt, after: Attempt) -> None:
    known = {offer.id: offer for offer in before.offers}
    for offer in after.offers:
        values = {name: getattr(offer, name) for name in OFFER_STATE}
        if offer.id not in known:
            place = {"id": offer.id, "session_id": session_id, "side": side, "iteration": offer.iteration}
            await tx.execute(sa.insert(offers).values(**place, **values))
        elif offer != known[offer.id]:
            await tx.execute(sa.update(offers).where(offers.c.id == offer.id).values(**values))


async def write_jobs(tx: Tx, room: Room, before: Attempt, after: Attempt, now: datetime) -> None:
    """An attempt in ANALYZING has exactly one job that will take it out of that status."""
    was, now_is = (a.status is Status.ANALYZING and (a.revision, a.iteration) for a in (before, after))
    if was and was != now_is:
        await cancel(tx, ANALYZE_JOB, job_key(room, before), now)
    if now_is and was != now_is:
        payload = {
            "sessionId": str(room.session_id),
            "direction": room.side.value,
            "revision": after.revision,
            "iteration": after.iteration,
        }
        await enqueue(tx, ANALYZE_JOB, payload, now, key=job_key(room, after))


def job_key(room: Room, attempt: Attempt) -> str:
    return f"{room.session_id}:{room.side}:{attempt.revision}"


async def write_consequences(
    tx: Tx, before: Session, session: Session, event: EmpathyEvent, now: datetime
) -> None:
    direction = event.direction
    context = Crossing(session.id, direction.other, ConsentTarget.SHARED_CONTEXT)
    match event:
        case Consented() | Resubmitted() | BreakerTripped() | Revised():
            await write_words(tx, session, event, now)
        case ContextShared(_, shared):
            iteration = session.exchange.attempts[direction].offers[-1].iteration
            subject = session.members[direction.other].user_id
            await grant(tx, subject, replace(context, number=iteration), shared, now)
            payload = {"sessionId": str(session.id), "direction": direction.value, "iteration": iteration}
            await enqueue(tx, GUIDANCE_JOB, payload, now, key=f"{session.id}:{direction}:{iteration}")
        case ContextWithdrawn():
            await take_out(tx, session, direction)
        case Withdrawn():
            await back_to_draft(tx, session.id, direction, before.exchange.attempts[direction].statement, now)
        case StatementSeen() | Validated():
            revision = session.exchange.attempts[direction].revision
            target = ConsentTarget.EMPATHY_STATEMENT
            await mark_seen(tx, Crossing(session.id, direction, target, revision), now)
        case ContextSeen():
            await mark_seen(tx, context, now)
        case _:
            pass


async def write_words(tx: Tx, session: Session, event: Words, now: datetime) -> None:
    attempt = session.exchange.attempts[event.direction]
    place = {"session_id": session.id, "side": event.direction, "revision": attempt.revision}
    await tx.execute(
        sa.insert(statements).values(**place, content=event.statement, feelings=[], created_at=now)
    )
    guesser = session.members[event.direction].user_id
    crossing = Crossing(session.id, event.direction, ConsentTarget.EMPATHY_STATEMENT, attempt.revision)
    await grant(tx, guesser, crossing, event.statement, now)
    await discard_draft(tx, session.id, event.direction)
    if isinstance(event, BreakerTripped):
        trip = {
            **place,
            "iteration": attempt.iteration,
            "breaker": True,
            "applied_at": now,
            "created_at": now,
        }
        await tx.execute(sa.insert(results).values(**trip))


async def take_out(tx: Tx, session: Session, direction: Side) -> None:
    """What was shared and taken back unseen leaves the guesser's chat again."""
    cause = cause_of(session, direction, ContextShared)
    here = sa.and_(messages.c.session_id == session.id, messages.c.side == direction)
    await tx.execute(sa.delete(messages).where(here, messages.c.cause.startswith(cause, autoescape=True)))
