"""What the reconciler found, step by step, so that a step that was paid for is never paid for again. Neither member ever
sees it whole. And what a member's guide may know of it: closed vocabularies and places in the member's own statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.empathy.exchange import Status, Verdict
from meetwithoutfear.domain.feelings import AreaHint, GuidanceType, PromptSeed
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange_tables import attempts, guidances, results, statements, validations
from meetwithoutfear.store.rooms import Room, in_room


@dataclass(frozen=True)
class Work:
    """One analysis: of which direction, of which wording, in which round."""

    session_id: UUID
    direction: Side
    revision: int
    iteration: int


@dataclass(frozen=True)
class StoredResult:
    analysis: Mapping[str, Any] | None = field(default=None, repr=False)
    drafted: bool = False
    suggestion: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Guidance:
    area: AreaHint | None = None
    guidance: GuidanceType | None = None
    seed: PromptSeed | None = None
    confirmed: tuple[tuple[int, int], ...] = ()


def of_work(work: Work) -> sa.ColumnElement[bool]:
    place = sa.and_(results.c.session_id == work.session_id, results.c.side == work.direction)
    return sa.and_(place, results.c.revision == work.revision, results.c.iteration == work.iteration)


async def read_result(tx: Tx, work: Work) -> StoredResult:
    row = await tx.one_or_none(sa.select(results).where(of_work(work)))
    return StoredResult(row.analysis, row.drafted, row.suggestion) if row else StoredResult()


async def write_analysis(tx: Tx, work: Work, engine: str, analysis: Mapping[str, Any], now: datetime) -> None:
    """Only as long as somebody waits for it: what comes after the end is not even kept."""
    waiting = sa.select(
        attempts.c.session_id,
        attempts.c.side,
        sa.literal(work.revision),
        sa.literal(work.iteration),
        sa.literal(engine),
        sa.literal(dict(analysis), results.c.analysis.type),
        sa.literal(now, results.c.created_at.type),
    ).where(
        attempts.c.session_id == work.session_id,
        attempts.c.side == work.direction,
        attempts.c.status == Status.ANALYZING,
        attempts.c.revision == work.revision,
    )
    names = ["session_id", "side", "revision", "iteration", "engine", "analysis", "created_at"]
    await tx.execute(tx.insert(results).from_select(names, waiting).on_conflict_do_nothing())


async def write_suggestion(tx: Tx, work: Work, suggestion: str | None) -> None:
    await tx.execute(sa.update(results).where(of_work(work)).values(drafted=True, suggestion=suggestion))


async def mark_applied(tx: Tx, work: Work, action: str, *, overruled: bool, now: datetime) -> None:
    await tx.execute(
        sa.update(results).where(of_work(work)).values(action=action, overruled=overruled, applied_at=now)
    )


async def write_guidance(tx: Tx, room: Room, known: Guidance) -> None:
    values = {
        "area": known.area,
        "guidance": known.guidance,
        "seed": known.seed,
        "confirmed": [list(place) for place in known.confirmed],
    }
    insert = tx.insert(guidances).values(session_id=room.session_id, side=room.side, **values)
    await tx.execute(insert.on_conflict_do_update(index_elements=["session_id", "side"], set_=values))


async def read_guidance(tx: Tx, room: Room) -> Guidance:
    row = await tx.one_or_none(sa.select(guidances).where(in_room(guidances, room)))
    if row is None:
        return Guidance()
    return Guidance(
        AreaHint(row.area) if row.area else None,
        GuidanceType(row.guidance) if row.guidance else None,
        PromptSeed(row.seed) if row.seed else None,
        tuple((start, end) for start, end in row.confirmed),
    )


async def write_feelings(tx: Tx, room: Room, revision: int, feelings: Sequence[str]) -> None:
    """Which feelings the guesser said they mean."""
    here = sa.and_(in_room(statements, room), statements.c.revision == revision)
    await tx.execute(sa.update(statements).where(here).values(feelings=list(feelings)))


async def write_verdict(
    tx: Tx, room: Room, rating: Verdict, feedback: str | None, *, shared: bool, now: datetime
) -> int:
    """The subject's own record, under the direction it judges. Gives its number."""
    last = sa.select(sa.func.max(validations.c.number)).where(in_room(validations, room))
    number = int(await tx.scalar(last) or 0) + 1
    await tx.execute(
        sa.insert(validations).values(
            session_id=room.session_id,
            side=room.side,
            number=number,
            rating=rating,
            feedback=feedback,
            shared=shared,
            created_at=now,
        )
    )
    return number


async def withdraw_feedback(tx: Tx, room: Room, number: int) -> None:
    """It was read; from now on nothing is made of it."""
    here = sa.and_(in_room(validations, room), validations.c.number == number)
    await tx.execute(sa.update(validations).where(here).values(shared=False))


async def read_shared_feedback(tx: Tx, room: Room) -> tuple[str, ...]:
    """What the guesser was told of how their statement was for the other."""
    shared = sa.and_(in_room(validations, room), validations.c.shared, validations.c.feedback.is_not(None))
    rows = await tx.all(sa.select(validations.c.feedback).where(shared).order_by(validations.c.number))
    return tuple(row.feedback for row in rows)
