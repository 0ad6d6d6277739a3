"""What one member wrote and answered in a session, for themselves alone: every wording of their statement, what they were
invited to share and what became of it, their verdicts, their feelings."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

import sqlalchemy as sa

from meetwithoutfear.domain.empathy.exchange import OfferStatus, Verdict
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange_tables import offers, statements, validations
from meetwithoutfear.store.rooms import ChosenFeeling, Room, in_room
from meetwithoutfear.store.tables import confirmed_feelings, own_words

# Why an invitation closed by itself is the other one's business.
CLOSED = {OfferStatus.EXPIRED: "CLOSED", OfferStatus.SUPERSEDED: "CLOSED"}


@dataclass(frozen=True)
class OwnStatement:
    revision: int
    content: str = field(repr=False)
    feelings: tuple[str, ...]
    created_at: datetime


@dataclass(frozen=True)
class OwnAnswer:
    """To an invitation to share something more."""

    status: str
    suggested_content: str | None = field(repr=False)
    shared_content: str | None = field(repr=False)
    withdrawn: bool
    offered_at: datetime
    shared_at: datetime | None


@dataclass(frozen=True)
class OwnVerdict:
    rating: Verdict
    feedback: str | None = field(repr=False)
    feedback_shared: bool
    created_at: datetime


@dataclass(frozen=True)
class OwnRecord:
    statements: tuple[OwnStatement, ...]
    offers: tuple[OwnAnswer, ...]
    validations: tuple[OwnVerdict, ...]
    feelings: tuple[ChosenFeeling, ...]
    words: str | None = field(repr=False)


async def read_own_record(tx: Tx, room: Room) -> OwnRecord:
    """Offers and verdicts stand under the direction they are about: the other one's guess."""
    about_them = Room(room.session_id, room.side.other)
    words = sa.select(statements).where(in_room(statements, room)).order_by(statements.c.revision)
    asked = sa.select(offers).where(in_room(offers, about_them)).order_by(offers.c.iteration)
    judged = sa.select(validations).where(in_room(validations, about_them)).order_by(validations.c.number)
    felt = sa.select(confirmed_feelings).where(in_room(confirmed_feelings, room))
    return OwnRecord(
        statements=tuple(
            OwnStatement(row.revision, row.content, tuple(row.feelings), row.created_at)
            for row in await tx.all(words)
        ),
        offers=tuple(
            OwnAnswer(
                CLOSED.get(row.status, row.status),
                row.suggestion,
                row.shared or None,
                row.withdrawn,
                row.made_at,
                row.shared_at,
            )
            for row in await tx.all(asked)
        ),
        validations=tuple(
            OwnVerdict(row.rating, row.feedback, row.shared, row.created_at) for row in await tx.all(judged)
        ),
        feelings=tuple(
            ChosenFeeling(row.feeling, row.most) for row in await tx.all(felt.order_by("feeling"))
        ),
        words=await tx.scalar(sa.select(own_words.c.words).where(in_room(own_words, room))),
    )
