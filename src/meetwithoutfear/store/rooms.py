"""A member's room: what they told in private, as the guide and the analyses may read it. Bound to that member; code that
runs for the partner has no such object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.notices import Role
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Stage
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.tables import confirmed_feelings, emotions, messages, own_words, summaries


@dataclass(frozen=True)
class Room:
    session_id: UUID
    side: Side


@dataclass(frozen=True)
class Turn:
    seq: int
    role: Role
    content: str
    stage: int


@dataclass(frozen=True)
class Summary:
    text: str
    facts: tuple[str, ...]
    up_to_seq: int


@dataclass(frozen=True)
class Emotion:
    id: UUID
    intensity: int
    context: str | None
    created_at: datetime


@dataclass(frozen=True)
class ChosenFeeling:
    feeling: str
    most: bool


def in_room(table: sa.Table, room: Room) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.session_id == room.session_id, table.c.side == room.side)


SPOKEN = messages.c.role.in_([Role.USER, Role.AI])
"""What was said in talking. What came from the partner is given to a prompt by name or not at all."""


async def recent_turns(tx: Tx, room: Room, chat: Chat, limit: int, answering: UUID) -> list[Turn]:
    """Flagged words are the guide's concern when they are said, and afterwards nobody's."""
    seen = sa.or_(messages.c.flagged.is_(False), messages.c.id == answering)
    rows = await tx.all(
        sa.select(messages.c.seq, messages.c.role, messages.c.content, messages.c.stage)
        .where(in_room(messages, room), messages.c.chat == chat, SPOKEN, seen, messages.c.seq.is_not(None))
        .order_by(messages.c.seq.desc())
        .limit(limit)
    )
    return [Turn(row.seq, row.role, row.content, row.stage) for row in reversed(rows)]


async def turns_after(tx: Tx, room: Room, chat: Chat, seq: int) -> list[Turn]:
    rows = await tx.all(
        sa.select(messages.c.seq, messages.c.role, messages.c.content, messages.c.stage)
        .where(
            in_room(messages, room),
            messages.c.chat == chat,
            SPOKEN,
            messages.c.flagged.is_(False),
            messages.c.seq > seq,
        )
        .order_by(messages.c.seq)
    )
    return [Turn(row.seq, row.role, row.content, row.stage) for row in rows]


async def own_sentences(tx: Tx, room: Room, stage: Stage) -> list[str]:
    """What the member said to the guide in one stage, in their own words."""
    rows = await tx.all(
        sa.select(messages.c.content)
        .where(
            in_room(messages, room),
            messages.c.chat == Chat.MAIN,
            messages.c.role == Role.USER,
            messages.c.stage == int(stage),
            messages.c.flagged.is_(False),
        )
        .order_by(messages.c.seq)
    )
    return [row.content for row in rows]


async def read_summary(tx: Tx, room: Room) -> Summary | None:
    row = await tx.one_or_none(sa.select(summaries).where(in_room(summaries, room)))
    return Summary(row.summary, tuple(row.facts), row.up_to_seq) if row else None


async def write_summary(tx: Tx, room: Room, summary: Summary) -> None:
    values = {"summary": summary.text, "facts": list(summary.facts), "up_to_seq": summary.up_to_seq}
    insert = tx.insert(summaries).values(session_id=room.session_id, side=room.side, **values)
    await tx.execute(insert.on_conflict_do_update(index_elements=["session_id", "side"], set_=values))


async def add_emotion(tx: Tx, room: Room, intensity: int, context: str | None, now: datetime) -> Emotion:
    emotion = Emotion(private_id(), intensity, context, now)
    await tx.execute(
        sa.insert(emotions).values(
            id=emotion.id,
            session_id=room.session_id,
            side=room.side,
            intensity=intensity,
            context=context,
            created_at=now,
        )
    )
    return emotion


async def read_emotions(tx: Tx, room: Room, limit: int) -> list[Emotion]:
    rows = await tx.all(
        sa.select(emotions).where(in_room(emotions, room)).order_by(emotions.c.id.desc()).limit(limit)
    )
    return [emotion_from(row) for row in reversed(rows)]


async def access_emotion(tx: Tx, room: Room, emotion_id: UUID) -> Emotion:
    row = await tx.one_or_none(
        sa.select(emotions).where(in_room(emotions, room), emotions.c.id == emotion_id)
    )
    if row is None:
        raise NotFound
    return emotion_from(row)


def emotion_from(row: Row[Any]) -> Emotion:
    return Emotion(row.id, row.intensity, row.context, row.created_at)


async def last_intensity(tx: Tx, room: Room) -> int | None:
    latest = (
        sa.select(emotions.c.intensity).where(in_room(emotions, room)).order_by(emotions.c.id.desc()).limit(1)
    )
    found: int | None = await tx.scalar(latest)
    return found


async def write_confirmed_feelings(
    tx: Tx, room: Room, chosen: Sequence[ChosenFeeling], words: str | None, *, flagged: bool
) -> None:
    await tx.execute(sa.delete(confirmed_feelings).where(in_room(confirmed_feelings, room)))
    await tx.execute(sa.delete(own_words).where(in_room(own_words, room)))
    place = {"session_id": room.session_id, "side": room.side}
    if chosen:
        rows = [{**place, "feeling": choice.feeling, "most": choice.most} for choice in chosen]
        await tx.execute(sa.insert(confirmed_feelings), rows)
    if words:
        await tx.execute(sa.insert(own_words).values(**place, words=words, flagged=flagged))
