"""The last two stages, as rows: needs and common ground, the pool of ideas and its rankings, agreements with every wording
they had, and what each said when looking back. All of it is loaded with its session once the exchange is over, and saved
by `sessions.save`, step by step, with the work that comes of it. Who wrote an idea is kept with it and leaves the session
only for its writer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from enum import Enum, auto
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.act import Step
from meetwithoutfear.domain.needs.need import CommonGround, Ground, Need, Needs
from meetwithoutfear.domain.repair.agreement import (
    Agreement,
    Agreements,
    AgreementStatus,
    LookBack,
    Terms,
    reminder_time,
)
from meetwithoutfear.domain.repair.pool import Pool, Rankings, Strategy
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.jobs import enqueue
from meetwithoutfear.store.rooms import Room
from meetwithoutfear.store.rows import Rows, Values, insert_all, is_at
from meetwithoutfear.store.stage_tables import (
    agreement_versions,
    agreements,
    check_ins,
    common_ground,
    needs,
    rankings,
    strategies,
)
from meetwithoutfear.store.tables import users

COMMON_GROUND_JOB = "find_common_ground"
FOLLOW_UP_JOB = "follow_up"
NEEDS, STRATEGIES = Rows(Need, needs), Rows(Strategy, strategies)
GROUND = Rows(
    CommonGround,
    common_ground,
    spread={"confirmed": {side: f"confirmed_{side.lower()}_at" for side in Side}},
)
AGREEMENTS = Rows(
    Agreement, agreements, spread={"agreed": {side: f"agreed_{side.lower()}_at" for side in Side}}
)
TERMS = Rows(
    Terms, agreement_versions, names={"measure_of_success": "measure", "follow_up_date": "follow_up"}
)
LOOKS_BACK = Rows(LookBack, check_ins)


class TogetherPart(Enum):
    """What of it is loaded, a statement each. To decide takes all of it; to look at one list, that list."""

    NEEDS = auto()
    GROUND = auto()
    POOL = auto()
    AGREEMENTS = auto()


WHOLE = frozenset(TogetherPart)


BEGUN: set[UUID] = set()
MOST_REMEMBERED = 100_000
"""Sessions of which this process knows that there is more than the exchange, which is so for good: whoever looks at one
takes a snapshot at once. To have forgotten one, or to be wrong, costs a statement."""


def has_begun(session: Session) -> bool:
    if not session.have_both_passed(Gate.EXCHANGE_COMPLETED):
        return False
    if len(BEGUN) >= MOST_REMEMBERED:
        BEGUN.clear()
    BEGUN.add(session.id)
    return True


async def with_together(tx: Tx, session: Session, parts: Collection[TogetherPart] = WHOLE) -> Session:
    if not has_begun(session):
        return session
    if TogetherPart.NEEDS in parts:
        session = replace(session, needs=await load_needs(tx, session.id))
    if TogetherPart.GROUND in parts and session.have_both_passed(Gate.NEEDS_REVEALED):
        session = replace(session, ground=await load_ground(tx, session.id))
    if TogetherPart.POOL in parts and session.phase is not None:
        pool, rankings = await load_pool(tx, session.id, session.round - 1)
        session = replace(session, pool=pool, rankings=rankings)
    if TogetherPart.AGREEMENTS in parts and session.phase is not None:
        session = replace(session, agreements=await load_agreements(tx, session.id))
    return session


async def load_needs(tx: Tx, session_id: UUID) -> Mapping[Side, Needs]:
    rows = await tx.all(sa.select(needs).where(needs.c.session_id == session_id).order_by(needs.c.place))
    return {side: tuple(NEEDS.record(row) for row in rows if row.side is side) for side in Side}


async def load_ground(tx: Tx, session_id: UUID) -> Ground:
    here = sa.select(common_ground).where(common_ground.c.session_id == session_id)
    return tuple(await GROUND.all(tx, here.order_by(common_ground.c.place)))


async def load_pool(tx: Tx, session_id: UUID, since: int) -> tuple[Pool, Rankings]:
    """With the places that both have given from that round on; one statement."""
    given = sa.and_(rankings.c.strategy_id == strategies.c.id, rankings.c.round >= since)
    wanted = sa.select(*STRATEGIES.select("idea_"), rankings.c.side, rankings.c.round)
    here = wanted.outerjoin(rankings, given).where(strategies.c.session_id == session_id)
    rows = await tx.all(here.order_by(rankings.c.place))
    pool, ranked = dict[UUID, Strategy](), dict[tuple[int, Side], tuple[UUID, ...]]()
    for row in rows:
        idea = pool.setdefault(row.idea_id, STRATEGIES.record(row, "idea_"))
        if row.side is not None:
            key = row.round, row.side
            ranked[key] = (*ranked.get(key, ()), idea.id)
    return tuple(pool.values()), ranked


async def load_agreements(tx: Tx, session_id: UUID) -> Agreements:
    """In the order they were made; one statement."""
    present = sa.and_(
        agreement_versions.c.agreement_id == agreements.c.id,
        agreement_versions.c.version == agreements.c.version,
    )
    said = sa.and_(check_ins.c.agreement_id == agreements.c.id, check_ins.c.check == agreements.c.check)
    rows = await tx.all(
        sa.select(
            agreements,
            *TERMS.select("terms_"),
            check_ins.c.side.label("said_by"),
            *LOOKS_BACK.select("said_"),
        )
        .join(agreement_versions, present)
        .outerjoin(check_ins, said)
        .where(agreements.c.session_id == session_id)
        .order_by(agreements.c.created_at, agreements.c.id)
    )
    by_id: dict[UUID, list[Row[Any]]] = {}
    for row in rows:
        by_id.setdefault(row.id, []).append(row)
    found = []
    for same in by_id.values():
        words = {row.said_by: LOOKS_BACK.record(row, "said_") for row in same if row.said_by is not None}
        terms = TERMS.record(same[0], "terms_")
        found.append(AGREEMENTS.record(same[0], terms=terms, check_ins=words))
    return tuple(found)


async def save_together(tx: Tx, step: Step, now: datetime) -> None:
    before, after = step.before, step.after
    for side, mine in after.needs.items():
        if mine is not before.needs_of(side):
            await save_needs(tx, Room(after.id, side), before.needs_of(side), mine)
    if after.ground is not before.ground:
        await save_ground(tx, after.id, before.ground, after.ground)
    if after.pool is not before.pool:
        await STRATEGIES.save_each(tx, before.pool, after.pool, session_id=after.id)
    if after.rankings is not before.rankings:
        await save_rankings(tx, after.id, before.rankings, after.rankings)
    known = {agreement.id: agreement for agreement in before.agreements}
    for agreement in after.agreements:
        was = known.get(agreement.id)
        if agreement != was:
            await save_agreement(tx, after.id, was, agreement, now)
        if is_begun(agreement) and (was is None or not is_begun(was) or was.check != agreement.check):
            await schedule_follow_up(tx, after, agreement, now)
    if after.have_both_passed(Gate.NEEDS_REVEALED) and not before.have_both_passed(Gate.NEEDS_REVEALED):
        await enqueue(tx, COMMON_GROUND_JOB, {"sessionId": str(after.id)}, now, key=str(after.id))


async def save_needs(tx: Tx, room: Room, before: Needs, after: Needs) -> None:
    was = {need.id: place for place, need in enumerate(before)}
    await NEEDS.save_each(tx, before, (need for need in after if need.id in was))
    for place, need in enumerate(after):
        if need.id not in was:
            await NEEDS.insert(tx, need, place=place, **vars(room))
        elif place != was[need.id]:
            await tx.update(needs, needs.c.id == need.id, place=place)


async def save_ground(tx: Tx, session_id: UUID, before: Ground, after: Ground) -> None:
    known = {item.id for item in before}
    await GROUND.save_each(tx, before, (item for item in after if item.id in known))
    for place, item in enumerate(after, 1):
        if item.id not in known:
            await GROUND.insert(tx, item, session_id=session_id, place=place)


async def save_rankings(tx: Tx, session_id: UUID, before: Rankings, after: Rankings) -> None:
    for (number, side), ranked in after.items():
        if before.get((number, side)) == ranked:
            continue
        place = {"session_id": session_id, "side": side, "round": number}
        await tx.delete(rankings, is_at(rankings, **place))
        rows = [{**place, "strategy_id": each, "place": at} for at, each in enumerate(ranked, 1)]
        await insert_all(tx, rankings, rows)


async def save_agreement(
    tx: Tx, session_id: UUID, before: Agreement | None, after: Agreement, now: datetime
) -> None:
    if before is None:
        await AGREEMENTS.insert(tx, after, session_id=session_id, created_at=now)
    else:
        await AGREEMENTS.save(tx, ({"id": after.id}, before, after))
    version = {"agreement_id": after.id, "version": after.version}
    if before is None or after.version != before.version:
        await TERMS.insert(tx, after.terms, by=after.proposed_by, created_at=now, **version)
    else:
        await TERMS.save(tx, (version, before.terms, after.terms))
    for side, word in after.check_ins.items():
        if before is not None and word != before.check_ins.get(side):
            # Said once more, it is said anew, until both have.
            place: Values = {"agreement_id": after.id, "check": after.check, "side": side}
            await LOOKS_BACK.replace(tx, word, place.keys(), **place)


async def unshare_check_ins(tx: Tx, agreement_id: UUID, side: Side) -> None:
    await tx.update(check_ins, is_at(check_ins, agreement_id=agreement_id, side=side), shared=False)


def is_begun(agreement: Agreement) -> bool:
    return agreement.status is AgreementStatus.IN_PROGRESS


async def schedule_follow_up(tx: Tx, session: Session, agreement: Agreement, now: datetime) -> None:
    """One job for each of them: their mornings come at different times."""
    if agreement.terms.follow_up_date is None:
        return
    ids = [member.user_id for member in session.members.values()]
    rows = await tx.all(sa.select(users.c.id, users.c.time_zone).where(users.c.id.in_(ids)))
    zones = {row.id: row.time_zone for row in rows}
    for side, member in session.members.items():
        payload = {"sessionId": str(session.id), "agreementId": str(agreement.id), "side": side.value}
        await enqueue(
            tx,
            FOLLOW_UP_JOB,
            {**payload, "check": agreement.check},
            now,
            run_at=reminder_time(agreement.terms.follow_up_date, zones.get(member.user_id)),
            key=f"{agreement.id}:{agreement.check}:{side.value}",
        )
