"""The empathy exchange of a session, as rows: how both directions stand, every wording, every offer, every consent, and the
statement in the making.

Nothing is overwritten: a new wording is a new row, an offer keeps its answer, the ledger keeps what was agreed to. How the
exchange stands is written by `sessions.save`, in the transaction that also writes messages, inbox entries and jobs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.empathy.events import (
    BreakerTripped,
    Consented,
    ContextShared,
    ContextWithdrawn,
    OldContextWithdrawn,
    Resubmitted,
    Revised,
    StoodBy,
    Withdrawn,
)
from meetwithoutfear.domain.empathy.events import Event as EmpathyEvent
from meetwithoutfear.domain.empathy.exchange import Attempt, Delivery, Offer, Status, Verdict
from meetwithoutfear.domain.empathy.telling import cause_of_context
from meetwithoutfear.domain.feelings import AreaHint
from meetwithoutfear.domain.machine import Step
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.jobs import cancel, enqueue
from meetwithoutfear.store.ledger import ConsentKey, grant, mark_seen
from meetwithoutfear.store.rooms import Room, in_room
from meetwithoutfear.store.rows import Rows, insert_row
from meetwithoutfear.store.stage_tables import (
    IS_OPEN,
    attempts,
    drafts,
    offers,
    results,
    statements,
    validations,
)
from meetwithoutfear.store.tables import messages

ANALYZE_JOB = "analyze"
GUIDANCE_JOB = "refresh_guidance"

Words = Consented | Resubmitted | BreakerTripped | Revised


@dataclass(frozen=True)
class OfferWords:
    """What a new offer says to the subject: a draft of their own words, and its area. No guesser ever sees it."""

    suggestion: str | None = field(default=None, repr=False)
    area: AreaHint | None = None


@dataclass(frozen=True)
class Draft:
    """The member's own wording, or the guide's until there is one."""

    content: str = field(repr=False)
    ready_to_share: bool
    feelings: tuple[str, ...]
    updated_at: datetime


ATTEMPTS, OFFERS, DRAFTS = Rows(Attempt, attempts), Rows(Offer, offers), Rows(Draft, drafts)
OFFER_WORDS = Rows(OfferWords, offers)


@dataclass(frozen=True)
class Change:
    """A session before and after, and every step in between."""

    before: Session
    after: Session
    steps: Sequence[Step]
    now: datetime


async def save_exchange(tx: Tx, change: Change, words: OfferWords) -> None:
    before, after = change.before.exchange, change.after.exchange
    if after == before:
        return
    for side, attempt in after.attempts.items():
        known, room = before.attempts[side], Room(change.after.id, side)
        if attempt != known:
            await ATTEMPTS.save(tx, known, attempt, **vars(room))
            await save_offers(tx, room, known, attempt, words)
            await save_jobs(tx, room, known, attempt, change.now)
            await save_receipts(tx, room, known, attempt, change.now)
    for step in change.steps:
        if isinstance(step.event, EmpathyEvent):
            await save_consequences(tx, step, step.event, change.now)


async def save_offers(tx: Tx, room: Room, before: Attempt, after: Attempt, words: OfferWords) -> None:
    known = {offer.id: offer for offer in before.offers}
    for offer in after.offers:
        if offer.id in known:
            await OFFERS.save(tx, known[offer.id], offer, id=offer.id)
        else:
            await OFFERS.insert(tx, offer, **vars(room), **OFFER_WORDS.row(words))


async def save_jobs(tx: Tx, room: Room, before: Attempt, after: Attempt, now: datetime) -> None:
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


async def save_receipts(tx: Tx, room: Room, before: Attempt, after: Attempt, now: datetime) -> None:
    """The ledger says of everything when it was seen."""
    if is_seen(after) and not is_seen(before):
        target = ConsentTarget.EMPATHY_STATEMENT
        await mark_seen(tx, ConsentKey(room.session_id, room.side, target, after.revision), now)
    known = {offer.id for offer in before.offers if is_seen(offer)}
    for offer in after.offers:
        if is_seen(offer) and offer.id not in known:
            target = ConsentTarget.SHARED_CONTEXT
            await mark_seen(tx, ConsentKey(room.session_id, room.side.other, target, offer.iteration), now)


def is_seen(sent: Attempt | Offer) -> bool:
    return sent.delivery is Delivery.SEEN


def job_key(room: Room, attempt: Attempt) -> str:
    return f"{room.session_id}:{room.side}:{attempt.revision}"


async def save_consequences(tx: Tx, step: Step, event: EmpathyEvent, now: datetime) -> None:
    session, direction = step.after, event.direction
    match event:
        case Consented() | Resubmitted() | BreakerTripped() | Revised():
            await save_words(tx, session, event, now)
            await see_feedback(tx, session, direction, now)
        case StoodBy(_, False):
            await see_feedback(tx, session, direction, now)
        case ContextShared(_, shared):
            iteration = session.exchange.attempts[direction].offers[-1].iteration
            subject = session.members[direction.other].user_id
            target = ConsentTarget.SHARED_CONTEXT
            await grant(tx, subject, ConsentKey(session.id, direction.other, target, iteration), shared, now)
            payload = {"sessionId": str(session.id), "direction": direction.value, "iteration": iteration}
            await enqueue(tx, GUIDANCE_JOB, payload, now, key=f"{session.id}:{direction}:{iteration}")
        case ContextWithdrawn() | OldContextWithdrawn():
            await take_out_unseen(tx, session, direction)
        case Withdrawn():
            if words := step.before.exchange.attempts[direction].statement:
                room = Room(session.id, direction)
                await save_draft_words(tx, room, words, ready=False, feelings=(), own=True, now=now)
        case _:
            pass


async def see_feedback(tx: Tx, session: Session, guesser: Side, now: datetime) -> None:
    """Whoever words it anew or stands by it has seen what the other one said to it. Before the reveal nothing was."""
    if session.exchange.attempts[guesser].revealed_at is None:
        return
    await mark_seen(tx, ConsentKey(session.id, guesser.other, ConsentTarget.VALIDATION_FEEDBACK), now)


async def save_words(tx: Tx, session: Session, event: Words, now: datetime) -> None:
    attempt = session.exchange.attempts[event.direction]
    place = {"session_id": session.id, "side": event.direction, "revision": attempt.revision}
    await insert_row(tx, statements, content=event.statement, feelings=[], created_at=now, **place)
    guesser = session.members[event.direction].user_id
    key = ConsentKey(session.id, event.direction, ConsentTarget.EMPATHY_STATEMENT, attempt.revision)
    await grant(tx, guesser, key, event.statement, now)
    await delete_draft(tx, Room(session.id, event.direction))
    if isinstance(event, BreakerTripped):
        trip = {"iteration": attempt.iteration, "breaker": True, "applied_at": now, "created_at": now}
        await insert_row(tx, results, **place, **trip)


async def take_out_unseen(tx: Tx, session: Session, direction: Side) -> None:
    """What was shared and taken back unseen leaves the guesser's chat again."""
    for offer in session.exchange.attempts[direction].offers:
        if offer.withdrawn and offer.delivery is not Delivery.SEEN:
            begins = messages.c.cause.startswith(
                cause_of_context(direction, offer.iteration), autoescape=True
            )
            await tx.execute(
                sa.delete(messages).where(in_room(messages, Room(session.id, direction)), begins)
            )


async def access_offer_words(tx: Tx, viewer: UUID, session: Session, offer_id: UUID) -> OfferWords:
    """Of an offer made to the viewer."""
    made_to_them = in_room(offers, Room(session.id, session.side_of(viewer).other))
    wanted = sa.select(offers).where(made_to_them, offers.c.id == offer_id)
    return await OFFER_WORDS.one(tx, wanted) or OfferWords()


async def keep_offer_open(tx: Tx, offer_id: UUID, until: datetime) -> None:
    """Somebody works on an answer. Nothing else of that is written down."""
    soon = sa.and_(offers.c.id == offer_id, IS_OPEN, offers.c.expires_at < until)
    await tx.execute(sa.update(offers).where(soon).values(expires_at=until))


async def mark_coached(tx: Tx, offer_id: UUID) -> None:
    await tx.execute(sa.update(offers).where(offers.c.id == offer_id).values(coached=True))


async def load_draft(tx: Tx, room: Room) -> Draft | None:
    return await DRAFTS.one(tx, sa.select(drafts).where(in_room(drafts, room)))


async def save_draft_words(
    tx: Tx, room: Room, content: str, *, ready: bool, feelings: Sequence[str], own: bool, now: datetime
) -> None:
    """What the guide proposes never takes the place of what the member wrote."""
    draft = Draft(content, ready, tuple(feelings), now)
    replaceable = None if own else drafts.c.own.is_(False)
    await DRAFTS.replace(tx, draft, ("session_id", "side"), where=replaceable, own=own, **vars(room))


async def delete_draft(tx: Tx, room: Room) -> None:
    await tx.execute(sa.delete(drafts).where(in_room(drafts, room)))


async def save_feelings(tx: Tx, room: Room, revision: int, feelings: Sequence[str]) -> None:
    """Which feelings the guesser said they mean."""
    here = sa.and_(in_room(statements, room), statements.c.revision == revision)
    await tx.execute(sa.update(statements).where(here).values(feelings=list(feelings)))


async def save_verdict(
    tx: Tx, room: Room, rating: Verdict, feedback: str | None, *, shared: bool, now: datetime
) -> int:
    """The subject's own record, under the direction it judges. Gives its number."""
    last = sa.select(sa.func.max(validations.c.number)).where(in_room(validations, room))
    number = int(await tx.scalar(last) or 0) + 1
    said = {"rating": rating, "feedback": feedback, "shared": shared, "created_at": now}
    await insert_row(tx, validations, number=number, **vars(room), **said)
    return number


async def withdraw_feedback(tx: Tx, room: Room, number: int) -> None:
    """It was read; from now on nothing is made of it."""
    here = sa.and_(in_room(validations, room), validations.c.number == number)
    await tx.execute(sa.update(validations).where(here).values(shared=False))


async def load_shared_feedback(tx: Tx, room: Room) -> tuple[str, ...]:
    """What the guesser was told of how their statement was for the other."""
    shared = sa.and_(in_room(validations, room), validations.c.shared, validations.c.feedback.is_not(None))
    rows = await tx.all(sa.select(validations.c.feedback).where(shared).order_by(validations.c.number))
    return tuple(row.feedback for row in rows)
