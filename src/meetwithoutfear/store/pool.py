"""The pool of ideas and its rankings, as rows. Who wrote an idea is kept with it and leaves this module only for its
writer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.repair.pool import Pool, Strategy, filled
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.together_tables import rankings, strategies

STATE = (
    "id", "owner", "origin", "description", "duration", "measure", "experiment", "round", "withdrawn",
)  # fmt: skip


GIVEN = {side: sa.alias(rankings, f"by_{side.lower()}") for side in Side}


async def read_pool(tx: Tx, session_id: UUID, ranked_in: int | None = None) -> Pool:
    """With the places both have given in that round."""
    wanted = sa.select(strategies)
    for side, given in GIVEN.items():
        on = sa.and_(given.c.strategy_id == strategies.c.id, given.c.side == side, given.c.round == ranked_in)
        wanted = wanted.add_columns(given.c.place.label(f"place_{side.lower()}")).outerjoin(given, on)
    rows = await tx.all(wanted.where(strategies.c.session_id == session_id))
    return tuple(strategy_from(row) for row in rows)


def strategy_from(row: Row[Any]) -> Strategy:
    found = row._mapping  # noqa: SLF001  # SQLAlchemy's name for a row as a mapping
    places = {side: found[f"place_{side.lower()}"] for side in Side}
    return Strategy(
        needs=tuple(row.needs),
        places={side: place for side, place in places.items() if place is not None},
        **{name: found[name] for name in STATE},
    )


def values_of(idea: Strategy) -> dict[str, Any]:
    return {**{name: getattr(idea, name) for name in STATE}, "needs": list(idea.needs)}


async def add_ideas(tx: Tx, session_id: UUID, ideas: Iterable[Strategy]) -> None:
    for idea in ideas:
        await tx.execute(sa.insert(strategies).values(session_id=session_id, **values_of(idea)))


async def write_idea(tx: Tx, idea: Strategy) -> None:
    await tx.execute(sa.update(strategies).where(strategies.c.id == idea.id).values(**values_of(idea)))


async def remove_idea(tx: Tx, idea: Strategy) -> None:
    await tx.execute(sa.delete(strategies).where(strategies.c.id == idea.id))


async def remove_spare(tx: Tx, session_id: UUID) -> None:
    """What the library laid down for a release that did not come."""
    spare = sa.and_(strategies.c.owner.is_(None), strategies.c.round.is_(None))
    await tx.execute(sa.delete(strategies).where(strategies.c.session_id == session_id, spare))


async def release(tx: Tx, session_id: UUID, number: int, needs: Sequence[str]) -> None:
    """Everything that was hidden lies open from now on, all of it filled in alike."""
    for idea in await read_pool(tx, session_id):
        if idea.round is None and not idea.withdrawn:
            values = {**values_of(filled(idea, needs)), "round": number}
            await tx.execute(sa.update(strategies).where(strategies.c.id == idea.id).values(**values))


async def write_ranking(tx: Tx, session_id: UUID, side: Side, number: int, ranked: Sequence[UUID]) -> None:
    """The last word counts, until both have spoken."""
    mine = sa.and_(rankings.c.session_id == session_id, rankings.c.side == side, rankings.c.round == number)
    await tx.execute(sa.delete(rankings).where(mine))
    place = {"session_id": session_id, "side": side, "round": number}
    rows = [{**place, "strategy_id": each, "place": at} for at, each in enumerate(ranked, 1)]
    await tx.execute(sa.insert(rankings), rows)
