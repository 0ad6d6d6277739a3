"""What an analysis compares: the only query that looks into both rooms, for the one job that may."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from meetwithoutfear.domain.notices import Role
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.domain.stages import Stage
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange_tables import statements
from meetwithoutfear.store.rooms import Room, in_room
from meetwithoutfear.store.tables import confirmed_feelings, messages, own_words


@dataclass(frozen=True)
class Material:
    """Of the subject: what they said in Stage 1, and the feelings and words they confirmed. Of the guesser: which feelings
    they said they mean. Flagged words are left out."""

    messages: tuple[str, ...] = field(repr=False)
    confirmed: tuple[str, ...]
    strongest: tuple[str, ...]
    words: str | None = field(repr=False)
    guessed: tuple[str, ...]


async def read_material(tx: Tx, guesser: Room, subject: Room, revision: int) -> Material:
    found: dict[str, list[str]] = {"said": [], "feeling": [], "most": [], "words": [], "guessed": []}
    for row in await tx.all(union_of(guesser, subject, revision)):
        found[row.kind].append(row.text)
    return Material(
        messages=tuple(found["said"]),
        confirmed=(*found["most"], *found["feeling"]),
        strongest=tuple(found["most"]),
        words=next(iter(found["words"]), None),
        guessed=tuple(json.loads(found["guessed"][0])) if found["guessed"] else (),
    )


def union_of(guesser: Room, subject: Room, revision: int) -> sa.Select[Any]:
    said = sa.select(
        sa.literal("said").label("kind"), messages.c.content.label("text"), messages.c.seq
    ).where(
        in_room(messages, subject),
        messages.c.chat == Chat.MAIN,
        messages.c.role == Role.USER,
        messages.c.stage == int(Stage.WITNESS),
        messages.c.flagged.is_(False),
    )
    kind = sa.case((confirmed_feelings.c.most, "most"), else_="feeling")
    felt = sa.select(kind, confirmed_feelings.c.feeling, sa.literal(0)).where(
        in_room(confirmed_feelings, subject)
    )
    words = sa.select(sa.literal("words"), own_words.c.words, sa.literal(0)).where(
        in_room(own_words, subject), own_words.c.flagged.is_(False)
    )
    meant = sa.select(sa.literal("guessed"), sa.cast(statements.c.feelings, sa.Text), sa.literal(0)).where(
        in_room(statements, guesser), statements.c.revision == revision
    )
    whole = sa.union_all(said, felt, words, meant).subquery()
    return sa.select(whole).order_by(whole.c.seq, whole.c.text)
