"""A member's room: what they told in private, as the guide and the analyses may read it. Bound to that member; code that
runs for the partner has no such object.

Which of their own sentences they asked to leave out of every draft is kept as the message and the place in it, never a word.
What was said to the write coach about it is written nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.discretion.reading import pieces, without
from meetwithoutfear.domain.feelings import ChosenFeeling
from meetwithoutfear.domain.notices import Role
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import REFINING_TAG, Stage
from meetwithoutfear.domain.wire import Own, Time, View
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.rows import Rows, insert_all, insert_row, is_at
from meetwithoutfear.store.tables import (
    confirmed_feelings,
    emotions,
    left_out,
    members,
    messages,
    own_words,
    summaries,
)

WORDS_FOR_NEEDS = (int(Stage.WITNESS), int(Stage.PERSPECTIVE_STRETCH), REFINING_TAG, int(Stage.NEED_MAPPING))


@dataclass(frozen=True)
class Room:
    session_id: UUID
    side: Side


@dataclass(frozen=True)
class ChatTurn:
    seq: int
    role: Role
    content: str = field(repr=False)
    stage: int


@dataclass(frozen=True)
class Summary:
    text: str = field(repr=False)
    facts: tuple[str, ...] = field(repr=False)
    up_to_seq: int


@dataclass(frozen=True)
class Emotion(View, called="EmotionView"):
    id: Own[UUID]
    intensity: Own[int]
    context: Own[str | None] = field(repr=False)
    created_at: Own[Time]


@dataclass(frozen=True)
class OwnSentence:
    """Of what the member said to the guide, in any stage."""

    message_id: UUID
    start: int
    end: int
    text: str = field(repr=False)


TURNS, EMOTIONS = Rows(ChatTurn, messages), Rows(Emotion, emotions)
SUMMARIES = Rows(Summary, summaries, names={"text": "summary"})
FEELINGS, LEFT_OUT = Rows(ChosenFeeling, confirmed_feelings), Rows(OwnSentence, left_out)


def in_room(table: sa.Table, room: Room) -> sa.ColumnElement[bool]:
    return is_at(table, **vars(room))


def of_viewer(
    wanted: sa.Select[Any], table: sa.Table, viewer: UUID | sa.BindParameter[UUID], *, of_other: bool = False
) -> sa.Select[Any]:
    """What is found through the viewer's own memberships alone; `of_other` is what stands under the other's side there."""
    side = members.c.side != table.c.side if of_other else members.c.side == table.c.side
    joined = wanted.join(members, sa.and_(members.c.session_id == table.c.session_id, side))
    return joined.where(members.c.user_id == viewer, members.c.left_at.is_(None))


SPOKEN = messages.c.role.in_([Role.USER, Role.AI])
"""What was said in talking. What came from the partner is given to a prompt by name or not at all."""


def said_in(room: Room, *stages: int) -> sa.ColumnElement[bool]:
    """What the member said to the guide in these stages, or in any. Flagged words are left out of everything."""
    return sa.and_(
        in_room(messages, room),
        messages.c.chat == Chat.MAIN,
        messages.c.role == Role.USER,
        messages.c.stage.in_(map(int, stages)) if stages else sa.true(),
        messages.c.flagged.is_(False),
    )


async def load_recent_turns(tx: Tx, room: Room, chat: Chat, limit: int, answering: UUID) -> list[ChatTurn]:
    """Flagged words are the guide's concern when they are said, and afterwards nobody's."""
    seen = sa.or_(messages.c.flagged.is_(False), messages.c.id == answering)
    wanted = sa.select(messages).where(
        in_room(messages, room), messages.c.chat == chat, SPOKEN, seen, messages.c.seq.is_not(None)
    )
    return (await TURNS.all(tx, wanted.order_by(messages.c.seq.desc()).limit(limit)))[::-1]


async def load_turns_after(tx: Tx, room: Room, chat: Chat, seq: int) -> list[ChatTurn]:
    here = sa.and_(in_room(messages, room), messages.c.chat == chat, SPOKEN, messages.c.flagged.is_(False))
    wanted = sa.select(messages).where(here, messages.c.seq > seq)
    return await TURNS.all(tx, wanted.order_by(messages.c.seq))


async def load_own_messages(tx: Tx, room: Room, *stages: int) -> list[tuple[UUID, str]]:
    wanted = sa.select(messages.c.id, messages.c.content).where(said_in(room, *stages))
    return [(row.id, row.content) for row in await tx.all(wanted.order_by(messages.c.seq))]


async def load_own_words(tx: Tx, room: Room, *stages: int) -> list[str]:
    return [content for _, content in await load_own_messages(tx, room, *stages)]


async def load_words_for_needs(tx: Tx, room: Room) -> tuple[str, ...]:
    """What the member said to the guide from Stage 1 to 3, without what they asked to leave out."""
    said = await load_own_words(tx, room, *WORDS_FOR_NEEDS)
    hidden = await load_left_out(tx, room)
    return tuple(words for content in said if (words := without(content, hidden)))


async def load_own_sentences(tx: Tx, room: Room) -> list[OwnSentence]:
    return [
        OwnSentence(message_id, piece.start, piece.end, piece.text)
        for message_id, content in await load_own_messages(tx, room)
        for piece in pieces(content)
    ]


async def load_left_out(tx: Tx, room: Room) -> tuple[str, ...]:
    """The sentences themselves, as they stand in the member's own messages."""
    rows = await tx.all(
        sa.select(messages.c.content, left_out.c.start, left_out.c.end)
        .join(messages, messages.c.id == left_out.c.message_id)
        .where(in_room(left_out, room))
        .order_by(messages.c.seq, left_out.c.start)
    )
    return tuple(row.content[row.start : row.end] for row in rows)


async def leave_out(tx: Tx, room: Room, chosen: Iterable[OwnSentence]) -> None:
    """To ask twice changes nothing."""
    for one in chosen:
        await LEFT_OUT.replace(tx, one, ("message_id", "start"), **vars(room))


async def load_summary(tx: Tx, room: Room) -> Summary | None:
    return await SUMMARIES.one(tx, sa.select(summaries).where(in_room(summaries, room)))


async def save_summary(tx: Tx, room: Room, summary: Summary) -> None:
    await SUMMARIES.replace(tx, summary, ("session_id", "side"), **vars(room))


async def add_emotion(tx: Tx, room: Room, intensity: int, context: str | None, now: datetime) -> Emotion:
    emotion = Emotion(private_id(), intensity, context, now)
    await EMOTIONS.insert(tx, emotion, **vars(room))
    return emotion


async def load_emotions(tx: Tx, room: Room, limit: int) -> list[Emotion]:
    wanted = sa.select(emotions).where(in_room(emotions, room)).order_by(emotions.c.id.desc()).limit(limit)
    return (await EMOTIONS.all(tx, wanted))[::-1]


async def access_emotion(tx: Tx, room: Room, emotion_id: UUID) -> Emotion:
    wanted = sa.select(emotions).where(in_room(emotions, room), emotions.c.id == emotion_id)
    return await EMOTIONS.known(tx, wanted)


async def load_last_intensity(tx: Tx, room: Room) -> int | None:
    latest = await load_emotions(tx, room, 1)
    return latest[0].intensity if latest else None


async def save_confirmed_feelings(
    tx: Tx, room: Room, chosen: Sequence[ChosenFeeling], words: str | None, *, flagged: bool
) -> None:
    await tx.delete(confirmed_feelings, in_room(confirmed_feelings, room))
    await tx.delete(own_words, in_room(own_words, room))
    await insert_all(tx, confirmed_feelings, [FEELINGS.row(choice, **vars(room)) for choice in chosen])
    if words:
        await insert_row(tx, own_words, **vars(room), words=words, flagged=flagged)
