"""The pool of ideas and its rankings, as rows. Who wrote an idea is kept with it and leaves this module only for its
writer."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.repair.pool import Pool, Rankings, Strategy
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.together_tables import rankings, strategies

STATE = (
    "id", "owner", "origin", "description", "duration", "measure", "experiment", "round", "withdrawn",
)  # fmt: skip


async def load_pool(tx: Tx, session_id: UUID) -> Pool:
    rows = await tx.all(sa.select(strategies).where(strategies.c.session_id == session_id))
    return tuple(strategy_from(row) for row in rows)


def strategy_from(row: Row[Any]) -> Strategy:
    found = row._mapping  # noqa: SLF001  # SQLAlchemy's name for a row as a mapping
    return Strategy(needs=tuple(row.needs), **{name: found[name] for name in STATE})


async def load_rankings(tx: Tx, session_id: UUID, since: int) -> Rankings:
    """From that round on."""
    here = sa.and_(rankings.c.session_id == session_id, rankings.c.round >= since)
    found: dict[tuple[int, Side], tuple[UUID, ...]] = {}
    for row in await tx.all(sa.select(rankings).where(here).order_by(rankings.c.place)):
        key = row.round, row.side
        found[key] = (*found.get(key, ()), row.strategy_id)
    return found


async def save_pool(tx: Tx, session_id: UUID, before: Pool, after: Pool) -> None:
    known = {idea.id: idea for idea in before}
    gone = known.keys() - {idea.id for idea in after}
    if gone:
        await tx.execute(sa.delete(strategies).where(strategies.c.id.in_(gone)))
    for idea in after:
        values = {**{name: getattr(idea, name) for name in STATE}, "needs": list(idea.needs)}
        if idea.id not in known:
            await tx.execute(sa.insert(strategies).values(session_id=session_id, **values))
        elif idea != known[idea.id]:
            await tx.execute(sa.update(strategies).where(strategies.c.id == idea.id).values(**values))


async def save_rankings(tx: Tx, session_id: UUID, before: Rankings, after: Rankings) -> None:
    for (number, side), ranked in after.items():
        if before.get((number, side)) == ranked:
            continue
        place = {"session_id": session_id, "side": side, "round": number}
        here = sa.and_(*(rankings.c[name] == value for name, value in place.items()))
        await tx.execute(sa.delete(rankings).where(here))
        rows = [{**place, "strategy_id": each, "place": at} for at, each in enumerate(ranked, 1)]
        await tx.execute(sa.insert(rankings), rows)
