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

from meetwithoutfear.domain.act import Step
from meetwithoutfear.domain.empathy import events as e
from meetwithoutfear.domain.empathy.events import AttemptEvent, StatementEvent
from meetwithoutfear.domain.empathy.exchange import Attempt, Delivery, Offer, Status, Verdict
from meetwithoutfear.domain.empathy.view import Draft
from meetwithoutfear.domain.feelings import AreaHint
from meetwithoutfear.domain.moves import ConsentTarget
from meetwithoutfear.domain.session import Session
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.jobs import Payload, cancel, enqueue
from meetwithoutfear.store.ledger import ConsentKey, mark_seen
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


@dataclass(frozen=True)
class OfferWords:
    """What a new offer says to the subject: a draft of their own words, and its area. No guesser ever sees it."""

    suggestion: str | None = field(default=None, repr=False)
    area: AreaHint | None = None


ATTEMPTS, OFFERS, DRAFTS = Rows(Attempt, attempts), Rows(Offer, offers), Rows(Draft, drafts)
OFFER_WORDS = Rows(OfferWords, offers)


async def save_exchange(tx: Tx, steps: Sequence[Step], words: OfferWords, now: datetime) -> None:
    before, after = steps[0].before, steps[-1].after
    for side, attempt in after.exchange.attempts.items():
        if attempt != before.exchange.attempts[side]:
            known = before.exchange.attempts[side]
            await save_attempt(tx, Room(after.id, side), known, attempt, now, words=words)
    for step in steps:
        if isinstance(step.event, AttemptEvent):
            await save_consequences(tx, step, step.event, now)


async def save_attempt(
    tx: Tx, room: Room, before: Attempt, after: Attempt, now: datetime, *, words: OfferWords
) -> None:
    """An attempt in ANALYZING has exactly one job that will take it out of that status, and the ledger says of everything
    when it was seen."""
    await ATTEMPTS.save(tx, (vars(room), before, after))
    await OFFERS.save_each(tx, before.offers, after.offers, **vars(room), **OFFER_WORDS.row(words))
    was, becomes = (a.status is Status.ANALYZING and (a.revision, a.iteration) for a in (before, after))
    key = f"{room.session_id}:{room.side}"
    if was and was != becomes:
        await cancel(tx, ANALYZE_JOB, f"{key}:{before.revision}", now)
    if becomes and was != becomes:
        place: Payload = {"sessionId": str(room.session_id), "direction": room.side.value}
        payload: Payload = {**place, "revision": after.revision, "iteration": after.iteration}
        await enqueue(tx, ANALYZE_JOB, payload, now, key=f"{key}:{after.revision}")
    if after.delivery is Delivery.SEEN and before.delivery is not Delivery.SEEN:
        target = ConsentTarget.EMPATHY_STATEMENT
        await mark_seen(tx, ConsentKey(room.session_id, room.side, target, after.revision), now)
    known = {offer.id for offer in before.offers if offer.delivery is Delivery.SEEN}
    for offer in after.offers:
        if offer.delivery is Delivery.SEEN and offer.id not in known:
            target = ConsentTarget.SHARED_CONTEXT
            await mark_seen(tx, ConsentKey(room.session_id, room.side.other, target, offer.iteration), now)


async def save_consequences(tx: Tx, step: Step, event: AttemptEvent, now: datetime) -> None:
    session, room = step.after, Room(step.after.id, event.guesser)
    attempt = session.exchange.attempts[event.guesser]
    match event:
        case StatementEvent():
            place = {**vars(room), "revision": attempt.revision}
            await insert_row(tx, statements, content=event.statement, feelings=[], created_at=now, **place)
            await delete_draft(tx, room)
            if isinstance(event, e.BreakerTripped):
                trip = {"iteration": attempt.iteration, "breaker": True, "applied_at": now, "created_at": now}
                await insert_row(tx, results, **place, **trip)
        case e.ContextShared():
            iteration, direction = attempt.offers[-1].iteration, room.side.value
            payload: Payload = {"sessionId": str(session.id), "direction": direction, "iteration": iteration}
            await enqueue(tx, GUIDANCE_JOB, payload, now, key=f"{session.id}:{direction}:{iteration}")
        case e.ContextWithdrawn() | e.OldContextWithdrawn():
            # What was shared and taken back unseen leaves the guesser's chat again.
            for offer in attempt.offers:
                if offer.withdrawn and offer.delivery is not Delivery.SEEN:
                    cause = e.ContextShared.cause_of(room.side, offer.iteration)
                    begins = messages.c.cause.startswith(cause, autoescape=True)
                    await tx.delete(messages, in_room(messages, room), begins)
        case e.Withdrawn():
            if words := step.before.exchange.attempts[event.guesser].statement:
                draft = Draft(words, ready_to_share=False, feelings=(), updated_at=now)
                await save_draft(tx, room, draft, own=True)
        case _:
            pass


async def access_offer_words(tx: Tx, viewer: UUID, session: Session, offer_id: UUID) -> OfferWords:
    """Of an offer made to the viewer."""
    made_to_them = in_room(offers, Room(session.id, session.side_of(viewer).other))
    wanted = sa.select(offers).where(made_to_them, offers.c.id == offer_id)
    return await OFFER_WORDS.one(tx, wanted) or OfferWords()


async def keep_offer_open(tx: Tx, offer_id: UUID, until: datetime) -> None:
    """Somebody works on an answer. Nothing else of that is written down."""
    soon = sa.and_(offers.c.id == offer_id, IS_OPEN, offers.c.expires_at < until)
    await tx.update(offers, soon, expires_at=until)


async def mark_coached(tx: Tx, offer_id: UUID) -> None:
    await tx.update(offers, offers.c.id == offer_id, coached=True)


async def load_draft(tx: Tx, room: Room) -> Draft | None:
    return await DRAFTS.one(tx, sa.select(drafts).where(in_room(drafts, room)))


async def save_draft(tx: Tx, room: Room, draft: Draft, *, own: bool) -> None:
    """What the guide proposes never takes the place of what the member wrote."""
    replaceable = None if own else drafts.c.own.is_(False)
    await DRAFTS.replace(tx, draft, ("session_id", "side"), where=replaceable, own=own, **vars(room))


async def delete_draft(tx: Tx, room: Room) -> None:
    await tx.delete(drafts, in_room(drafts, room))


async def save_feelings(tx: Tx, room: Room, revision: int, feelings: Sequence[str]) -> None:
    """Which feelings the guesser said they mean."""
    here = sa.and_(in_room(statements, room), statements.c.revision == revision)
    await tx.update(statements, here, feelings=list(feelings))


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
    await tx.update(validations, here, shared=False)


async def load_shared_feedback(tx: Tx, room: Room) -> tuple[str, ...]:
    """What the guesser was told of how their statement was for the other."""
    shared = sa.and_(in_room(validations, room), validations.c.shared, validations.c.feedback.is_not(None))
    rows = await tx.all(sa.select(validations.c.feedback).where(shared).order_by(validations.c.number))
    return tuple(row.feedback for row in rows)
