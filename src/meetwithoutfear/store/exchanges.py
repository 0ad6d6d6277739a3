"""The empathy exchange of a session, as rows: how both directions stand, every wording, every offer, every consent.

Nothing is overwritten: a new wording is a new row, an offer keeps its answer, the ledger keeps what was agreed to. All of it
is written by `sessions.save`, in the transaction that also writes messages, inbox entries and jobs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.empathy import events as e
from meetwithoutfear.domain.empathy.exchange import Attempt, Delivery, Offer, Status
from meetwithoutfear.domain.empathy.moves import AttemptEvent, StatementEvent
from meetwithoutfear.domain.feelings import AreaHint
from meetwithoutfear.domain.machine import Step
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.consents import Crossing, mark_seen
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.drafts import back_to_draft, discard_draft
from meetwithoutfear.store.exchange_tables import attempts, offers, results, statements
from meetwithoutfear.store.jobs import cancel, enqueue
from meetwithoutfear.store.rooms import Room, in_room
from meetwithoutfear.store.tables import messages

ANALYZE_JOB = "analyze"
GUIDANCE_JOB = "refresh_guidance"
STATE = (
    "status", "reason", "revision", "statement", "attempts", "analysed", "revealed", "rounds", "missed", "verdict",
    "withdrawn", "kept", "stuck", "since", "reads_since", "sent_at", "revealed_at", "delivery",
)  # fmt: skip
ATTEMPT_COLUMNS = [
    attempts.c.id.label("attempt_id"),
    *(attempts.c[name].label(f"attempt_{name}") for name in STATE),
]
OFFER_STATE = ("status", "shared", "withdrawn", "delivery", "made_at", "expires_at", "shared_at")
OFFER_COLUMNS = [
    offers.c.id.label("offer_id"),
    offers.c.iteration.label("offer_iteration"),
    *(offers.c[name].label(f"offer_{name}") for name in OFFER_STATE),
]


def attempt_from(rows: Sequence[Row[Any]]) -> Attempt:
    """One row per offer that was ever made in this direction, or a single one without."""
    found = rows[0]._mapping  # noqa: SLF001  # SQLAlchemy's name for a row as a mapping
    made = sorted((offer_from(row) for row in rows if row.offer_id is not None), key=lambda o: o.iteration)
    state = {name: found[f"attempt_{name}"] for name in STATE}
    return Attempt(id=rows[0].attempt_id, offers=tuple(made), **state)


def offer_from(row: Row[Any]) -> Offer:
    found = row._mapping  # noqa: SLF001
    return Offer(row.offer_id, row.offer_iteration, **{name: found[f"offer_{name}"] for name in OFFER_STATE})


@dataclass(frozen=True)
class OfferWords:
    """What a new offer says to the subject: a draft of their own words, and the area it is about."""

    suggestion: str | None = field(default=None, repr=False)
    area: AreaHint | None = None


@dataclass(frozen=True)
class Change:
    """A session before and after, and every step in between."""

    before: Session
    after: Session
    steps: Sequence[Step]
    now: datetime


async def write_exchange(tx: Tx, change: Change, words: OfferWords) -> None:
    before, after = change.before.exchange, change.after.exchange
    if after == before:
        return
    for side, attempt in after.attempts.items():
        known, room = before.attempts[side], Room(change.after.id, side)
        if attempt != known:
            await write_attempt(tx, room, attempt)
            await write_offers(tx, room, known, attempt, words)
            await write_jobs(tx, room, known, attempt, change.now)
            await write_receipts(tx, room, known, attempt, change.now)
    for step in change.steps:
        if isinstance(step.event, AttemptEvent):
            await write_consequences(tx, step, step.event, change.now)


async def write_attempt(tx: Tx, room: Room, attempt: Attempt) -> None:
    values = {name: getattr(attempt, name) for name in STATE}
    await tx.execute(sa.update(attempts).where(in_room(attempts, room)).values(**values))


async def write_offers(tx: Tx, room: Room, before: Attempt, after: Attempt, words: OfferWords) -> None:
    known = {offer.id: offer for offer in before.offers}
    for offer in after.offers:
        values = {name: getattr(offer, name) for name in OFFER_STATE}
        if offer.id not in known:
            place = {"session_id": room.session_id, "side": room.side, "iteration": offer.iteration}
            said = {"suggestion": words.suggestion, "area": words.area}
            await tx.execute(sa.insert(offers).values(id=offer.id, **place, **said, **values))
        elif offer != known[offer.id]:
            await tx.execute(sa.update(offers).where(offers.c.id == offer.id).values(**values))


async def write_jobs(tx: Tx, room: Room, before: Attempt, after: Attempt, now: datetime) -> None:
    """An attempt in ANALYZING has exactly one job that will take it out of that status."""
    was, becomes = (a.status is Status.ANALYZING and (a.revision, a.iteration) for a in (before, after))
    if was and was != becomes:
        await cancel(tx, ANALYZE_JOB, job_key(room, before), now)
    if becomes and was != becomes:
        payload = {
            "sessionId": str(room.session_id),
            "direction": room.side.value,
            "revision": after.revision,
            "iteration": after.iteration,
        }
        await enqueue(tx, ANALYZE_JOB, payload, now, key=job_key(room, after))


async def write_receipts(tx: Tx, room: Room, before: Attempt, after: Attempt, now: datetime) -> None:
    """The ledger says of everything when it was seen."""
    if is_seen(after) and not is_seen(before):
        target = ConsentTarget.EMPATHY_STATEMENT
        await mark_seen(tx, Crossing(room.session_id, room.side, target, after.revision), now)
    known = {offer.id for offer in before.offers if is_seen(offer)}
    for offer in after.offers:
        if is_seen(offer) and offer.id not in known:
            target = ConsentTarget.SHARED_CONTEXT
            await mark_seen(tx, Crossing(room.session_id, room.side.other, target, offer.iteration), now)


def is_seen(sent: Attempt | Offer) -> bool:
    return sent.delivery is Delivery.SEEN


def job_key(room: Room, attempt: Attempt) -> str:
    return f"{room.session_id}:{room.side}:{attempt.revision}"


async def write_consequences(tx: Tx, step: Step, event: AttemptEvent, now: datetime) -> None:
    session, direction = step.after, event.direction
    match event:
        case StatementEvent():
            await write_words(tx, session, event, now)
        case e.ContextShared():
            iteration = session.exchange.attempts[direction].offers[-1].iteration
            payload = {"sessionId": str(session.id), "direction": direction.value, "iteration": iteration}
            await enqueue(tx, GUIDANCE_JOB, payload, now, key=f"{session.id}:{direction}:{iteration}")
        case e.ContextWithdrawn() | e.OldContextWithdrawn():
            await take_out_unseen(tx, session, direction)
        case e.Withdrawn():
            words = step.before.exchange.attempts[direction].statement
            await back_to_draft(tx, session.id, direction, words, now)
        case _:
            pass


async def write_words(tx: Tx, session: Session, event: StatementEvent, now: datetime) -> None:
    attempt = session.exchange.attempts[event.direction]
    place = {"session_id": session.id, "side": event.direction, "revision": attempt.revision}
    await tx.execute(
        sa.insert(statements).values(**place, content=event.statement, feelings=[], created_at=now)
    )
    await discard_draft(tx, session.id, event.direction)
    if isinstance(event, e.BreakerTripped):
        trip = {
            **place,
            "iteration": attempt.iteration,
            "breaker": True,
            "applied_at": now,
            "created_at": now,
        }
        await tx.execute(sa.insert(results).values(**trip))


async def take_out_unseen(tx: Tx, session: Session, direction: Side) -> None:
    """What was shared and taken back unseen leaves the guesser's chat again."""
    for offer in session.exchange.attempts[direction].offers:
        if offer.withdrawn and offer.delivery is not Delivery.SEEN:
            begins = messages.c.cause.startswith(
                e.ContextShared.cause_of(direction, offer.iteration), autoescape=True
            )
            await tx.execute(
                sa.delete(messages).where(in_room(messages, Room(session.id, direction)), begins)
            )
