"""Needs and common ground, as rows. What somebody needs stands in their own room; what both stand on belongs to the
session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.discretion.reading import without
from meetwithoutfear.domain.needs.need import CommonGround, Ground, Need, Needs
from meetwithoutfear.domain.notices import Role
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import REFINING_TAG, Stage
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.left_out import read_left_out
from meetwithoutfear.store.rooms import Room, in_room
from meetwithoutfear.store.tables import messages
from meetwithoutfear.store.together_tables import common_ground, needs

STATE = (
    "id", "need", "category", "description", "confirmed", "source", "confidence", "shared_at", "withdrawn",
)  # fmt: skip
CONFIRMED_AT = {Side.INVITER: "confirmed_inviter_at", Side.INVITEE: "confirmed_invitee_at"}
WORDS_FOR_NEEDS = (int(Stage.WITNESS), int(Stage.PERSPECTIVE_STRETCH), REFINING_TAG, int(Stage.NEED_MAPPING))


async def load_needs(tx: Tx, session_id: UUID) -> Mapping[Side, Needs]:
    rows = await tx.all(sa.select(needs).where(needs.c.session_id == session_id).order_by(needs.c.place))
    return {side: tuple(need_from(row) for row in rows if row.side is side) for side in Side}


def need_from(row: Row[Any]) -> Need:
    found = row._mapping  # noqa: SLF001  # SQLAlchemy's name for a row as a mapping
    return Need(evidence=tuple(row.evidence), **{name: found[name] for name in STATE})


async def save_needs(tx: Tx, room: Room, before: Needs, after: Needs) -> None:
    known, places = {need.id: need for need in before}, {need.id: place for place, need in enumerate(after)}
    gone = known.keys() - places.keys()
    if gone:
        await tx.execute(sa.delete(needs).where(in_room(needs, room), needs.c.id.in_(gone)))
    for need in after:
        values = {**{name: getattr(need, name) for name in STATE}, "evidence": list(need.evidence)}
        values["place"] = places[need.id]
        if need.id not in known:
            place = {"session_id": room.session_id, "side": room.side}
            await tx.execute(sa.insert(needs).values(**place, **values))
        elif need != known[need.id]:
            await tx.execute(sa.update(needs).where(needs.c.id == need.id).values(**values))


async def own_words_for_needs(tx: Tx, room: Room) -> tuple[str, ...]:
    """What the member said to the guide from Stage 1 to 3; flagged words are left out of everything, and so is what they
    asked to leave out."""
    said = sa.and_(
        in_room(messages, room),
        messages.c.chat == Chat.MAIN,
        messages.c.role == Role.USER,
        messages.c.stage.in_(WORDS_FOR_NEEDS),
        messages.c.flagged.is_(False),
    )
    rows = await tx.all(sa.select(messages.c.content).where(said).order_by(messages.c.seq))
    hidden = await read_left_out(tx, room)
    kept = (without(row.content, hidden) for row in rows)
    return tuple(words for words in kept if words)


async def load_ground(tx: Tx, session_id: UUID) -> Ground:
    here = common_ground.c.session_id == session_id
    rows = await tx.all(sa.select(common_ground).where(here).order_by(common_ground.c.place))
    return tuple(ground_from(row) for row in rows)


def ground_from(row: Row[Any]) -> CommonGround:
    found = row._mapping  # noqa: SLF001
    confirmed = {side: found[column] for side, column in CONFIRMED_AT.items() if found[column] is not None}
    return CommonGround(row.id, row.need, row.category, row.description, row.kind, row.proposed_by, confirmed)


async def save_ground(tx: Tx, session_id: UUID, before: Ground, after: Ground) -> None:
    known = {item.id: item for item in before}
    gone = known.keys() - {item.id for item in after}
    if gone:
        await tx.execute(sa.delete(common_ground).where(common_ground.c.id.in_(gone)))
    for place, item in enumerate(after, 1):
        times = {column: item.confirmed.get(side) for side, column in CONFIRMED_AT.items()}
        if item.id not in known:
            words = {name: getattr(item, name) for name in ("id", "kind", "need", "category", "description")}
            row = {
                "session_id": session_id,
                "place": place,
                "proposed_by": item.proposed_by,
                **words,
                **times,
            }
            await tx.execute(sa.insert(common_ground).values(**row))
        elif item != known[item.id]:
            await tx.execute(sa.update(common_ground).where(common_ground.c.id == item.id).values(**times))
