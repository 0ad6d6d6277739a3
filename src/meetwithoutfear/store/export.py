"""Everything one person wrote, was told and answered in all their sessions, for themselves alone: one statement for each
kind, however many sessions there are. Everything is found through the person's own memberships."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.empathy.exchange import OfferStatus, Verdict
from meetwithoutfear.domain.empathy.view import Draft
from meetwithoutfear.domain.feelings import ChosenFeeling
from meetwithoutfear.domain.timeline import Entry
from meetwithoutfear.store.chat import MESSAGES, Message
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange import DRAFTS
from meetwithoutfear.store.rooms import EMOTIONS, FEELINGS, Emotion, of_viewer
from meetwithoutfear.store.rows import Rows
from meetwithoutfear.store.sessions import entry_from
from meetwithoutfear.store.stage_tables import drafts, offers, statements, validations
from meetwithoutfear.store.tables import (
    confirmed_feelings,
    emotions,
    journal,
    left_out,
    members,
    messages,
    own_words,
    summaries,
)

# Why an invitation closed by itself is the other one's business.
CLOSED = {OfferStatus.EXPIRED: "CLOSED", OfferStatus.SUPERSEDED: "CLOSED"}

BySession = Mapping[UUID, Sequence[Row[Any]]]


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
    """Of one session."""

    draft: Draft | None
    statements: Sequence[OwnStatement]
    offers: Sequence[OwnAnswer]
    validations: Sequence[OwnVerdict]
    feelings: Sequence[ChosenFeeling]
    words: str | None = field(repr=False)
    emotions: Sequence[Emotion] = field(repr=False)
    summary: str | None = field(repr=False)
    left_out: Sequence[str] = field(repr=False)
    """Sentences of their own that they asked to leave out of drafts."""


STATEMENTS = Rows(OwnStatement, statements)
ANSWERS = Rows(
    OwnAnswer,
    offers,
    names={"suggested_content": "suggestion", "shared_content": "shared", "offered_at": "made_at"},
)
VERDICTS = Rows(OwnVerdict, validations, names={"feedback_shared": "shared"})


async def load_records(tx: Tx, viewer: UUID, session_ids: Sequence[UUID]) -> dict[UUID, OwnRecord]:
    """Offers and verdicts stand under the direction they are about: the other one's guess."""
    wording = await rows_of(tx, viewer, statements, statements.c.revision)
    asked = await rows_of(tx, viewer, offers, offers.c.iteration, of_other=True)
    judged = await rows_of(tx, viewer, validations, validations.c.number, of_other=True)
    felt = await rows_of(tx, viewer, confirmed_feelings, confirmed_feelings.c.feeling)
    told = await rows_of(tx, viewer, emotions, emotions.c.id)
    single = [
        await rows_of(tx, viewer, table, table.c.session_id) for table in (drafts, own_words, summaries)
    ]
    hidden = await load_hidden(tx, viewer)
    records = {}
    for here in session_ids:
        draft, words, summary = (rows[here][0] if rows[here] else None for rows in single)
        records[here] = OwnRecord(
            draft=DRAFTS.record(draft) if draft else None,
            statements=[STATEMENTS.record(row) for row in wording[here]],
            offers=[answer_from(row) for row in asked[here]],
            validations=[VERDICTS.record(row) for row in judged[here]],
            feelings=[FEELINGS.record(row) for row in felt[here]],
            words=words.words if words else None,
            emotions=[EMOTIONS.record(row) for row in told[here]],
            summary=summary.summary if summary else None,
            left_out=hidden[here],
        )
    return records


async def load_hidden(tx: Tx, viewer: UUID) -> Mapping[UUID, Sequence[str]]:
    places = sa.select(left_out, messages.c.content).join(messages, messages.c.id == left_out.c.message_id)
    wanted = of_viewer(places, left_out, viewer).order_by(messages.c.seq, left_out.c.start)
    found = defaultdict(list)
    for row in await tx.all(wanted):
        found[row.session_id].append(row.content[row.start : row.end])
    return found


async def load_chats(tx: Tx, viewer: UUID) -> Mapping[UUID, Sequence[Message]]:
    """What waits for the end of care is in no chat yet."""
    found = defaultdict(list)
    for here, rows in (await rows_of(tx, viewer, messages, messages.c.seq)).items():
        found[here] = [MESSAGES.record(row, owner=viewer) for row in rows if row.seq is not None]
    return found


async def load_journals(tx: Tx, viewer: UUID) -> Mapping[UUID, list[Entry]]:
    """Of the sessions as a whole: what of it the viewer may know, the timeline says."""
    mine = sa.select(members.c.session_id).where(members.c.user_id == viewer, members.c.left_at.is_(None))
    wanted = sa.select(journal).where(journal.c.session_id.in_(mine)).order_by(journal.c.seq)
    found = defaultdict(list)
    for row in await tx.all(wanted):
        found[row.session_id].append(entry_from(row))
    return found


async def rows_of(
    tx: Tx, viewer: UUID, table: sa.Table, order: sa.Column[Any], *, of_other: bool = False
) -> BySession:
    wanted = of_viewer(sa.select(table), table, viewer, of_other=of_other)
    found = defaultdict(list)
    for row in await tx.all(wanted.order_by(order)):
        found[row.session_id].append(row)
    return found


def answer_from(row: Row[Any]) -> OwnAnswer:
    closed = CLOSED.get(row.status, row.status)
    return ANSWERS.record(row, status=closed, shared_content=row.shared or None)
