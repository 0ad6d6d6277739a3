"""The last two stages, as rows: needs and common ground, the pool of ideas and its rankings, agreements with every wording
they had, and what each said when looking back. What somebody needs stands in their own room; what both stand on belongs to
the session. Who wrote an idea is kept with it and leaves this module only for its writer.

What the steps of these stages bring with them is written in the transaction of `sessions.save`: work to be done, ideas laid
open, agreements begun, and the day to look back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.machine import Step
from meetwithoutfear.domain.needs.events import NeedsRevealed
from meetwithoutfear.domain.needs.need import CommonGround, Ground, Need, Needs
from meetwithoutfear.domain.repair.agreement import (
    Agreement,
    AgreementStatus,
    CheckIn,
    Terms,
    Turn,
    reminder_time,
    turned,
)
from meetwithoutfear.domain.repair.events import (
    AgreementDropped,
    PoolReleased,
    ReadinessTakenBack,
    Resolved,
)
from meetwithoutfear.domain.repair.pool import Pool, Strategy, filled, hidden_of
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.jobs import enqueue
from meetwithoutfear.store.ledger import ConsentKey, revoke_object
from meetwithoutfear.store.rooms import Room, in_room
from meetwithoutfear.store.rows import Rows, Values, insert_all
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
TERMS, CHECK_INS = Rows(Terms, agreement_versions), Rows(CheckIn, check_ins)
GIVEN = {side: sa.alias(rankings, f"by_{side.lower()}") for side in Side}


async def load_needs(tx: Tx, room: Room) -> Needs:
    return tuple(await NEEDS.all(tx, sa.select(needs).where(in_room(needs, room)).order_by(needs.c.place)))


async def load_shared_needs(tx: Tx, session_id: UUID) -> Mapping[Side, Needs]:
    """What each has shared and not taken back."""
    shared = sa.and_(needs.c.session_id == session_id, needs.c.shared_at.is_not(None))
    rows = await tx.all(sa.select(needs).where(shared, needs.c.withdrawn.is_(False)).order_by(needs.c.place))
    return {side: tuple(NEEDS.record(row) for row in rows if row.side is side) for side in Side}


async def save_needs(tx: Tx, room: Room, before: Needs, after: Needs) -> None:
    known = {need.id: (place, need) for place, need in enumerate(before)}
    gone = known.keys() - {need.id for need in after}
    if gone:
        await tx.execute(sa.delete(needs).where(in_room(needs, room), needs.c.id.in_(gone)))
    for place, need in enumerate(after):
        if need.id not in known:
            await NEEDS.insert(tx, need, place=place, **vars(room))
            continue
        was, same = known[need.id]
        await NEEDS.save(tx, same, need, id=need.id)
        if place != was:
            await tx.execute(sa.update(needs).where(needs.c.id == need.id).values(place=place))


async def load_ground(tx: Tx, session_id: UUID) -> Ground:
    here = sa.select(common_ground).where(common_ground.c.session_id == session_id)
    return tuple(await GROUND.all(tx, here.order_by(common_ground.c.place)))


async def add_ground(tx: Tx, session_id: UUID, items: Iterable[CommonGround]) -> None:
    last = sa.select(sa.func.coalesce(sa.func.max(common_ground.c.place), 0))
    place = int(await tx.scalar(last.where(common_ground.c.session_id == session_id)) or 0)
    for number, item in enumerate(items, place + 1):
        await GROUND.insert(tx, item, session_id=session_id, place=number)


async def save_ground(tx: Tx, before: Ground, after: Ground) -> None:
    """The same items, as both have spoken of them."""
    for was, item in zip(before, after, strict=True):
        await GROUND.save(tx, was, item, id=item.id)


async def remove_ground(tx: Tx, item_id: UUID) -> None:
    await tx.execute(sa.delete(common_ground).where(common_ground.c.id == item_id))


async def load_pool(tx: Tx, session_id: UUID, ranked_in: int | None = None) -> Pool:
    """With the places both have given in that round."""
    wanted = sa.select(strategies)
    for side, given in GIVEN.items():
        on = sa.and_(given.c.strategy_id == strategies.c.id, given.c.side == side, given.c.round == ranked_in)
        wanted = wanted.add_columns(given.c.place.label(f"place_{side.lower()}")).outerjoin(given, on)
    rows = await tx.all(wanted.where(strategies.c.session_id == session_id))
    return tuple(STRATEGIES.record(row, places=places_in(row)) for row in rows)


def places_in(row: Row[Any]) -> Mapping[Side, int]:
    places = {side: getattr(row, f"place_{side.lower()}") for side in Side}
    return {side: place for side, place in places.items() if place is not None}


async def add_ideas(tx: Tx, session_id: UUID, ideas: Iterable[Strategy]) -> None:
    for idea in ideas:
        await STRATEGIES.insert(tx, idea, session_id=session_id)


async def save_idea(tx: Tx, before: Strategy, after: Strategy) -> None:
    await STRATEGIES.save(tx, before, after, id=after.id)


async def remove_idea(tx: Tx, idea: Strategy) -> None:
    await tx.execute(sa.delete(strategies).where(strategies.c.id == idea.id))


async def remove_spare(tx: Tx, session_id: UUID) -> None:
    """What the library laid down for a release that did not come."""
    spare = sa.and_(strategies.c.owner.is_(None), strategies.c.round.is_(None))
    await tx.execute(sa.delete(strategies).where(strategies.c.session_id == session_id, spare))


async def release_pool(tx: Tx, session_id: UUID, number: int, common: Sequence[str]) -> None:
    """Everything that was hidden lies open from now on, all of it filled in alike."""
    for idea in await load_pool(tx, session_id):
        if idea.round is None and not idea.withdrawn:
            await save_idea(tx, idea, replace(filled(idea, common), round=number))


async def save_ranking(tx: Tx, session_id: UUID, side: Side, number: int, ranked: Sequence[UUID]) -> None:
    """The last word counts, until both have spoken."""
    mine = sa.and_(rankings.c.session_id == session_id, rankings.c.side == side, rankings.c.round == number)
    await tx.execute(sa.delete(rankings).where(mine))
    place = {"session_id": session_id, "side": side, "round": number}
    rows = [{**place, "strategy_id": each, "place": at} for at, each in enumerate(ranked, 1)]
    await insert_all(tx, rankings, rows)


async def load_agreements(tx: Tx, session_id: UUID) -> list[Agreement]:
    """In the order they were made; one statement."""
    present = sa.and_(
        agreement_versions.c.agreement_id == agreements.c.id,
        agreement_versions.c.version == agreements.c.version,
    )
    said = sa.and_(check_ins.c.agreement_id == agreements.c.id, check_ins.c.check == agreements.c.check)
    rows = await tx.all(
        sa.select(
            agreements, *TERMS.select("terms_"), check_ins.c.side.label("said_by"), *CHECK_INS.select("said_")
        )
        .join(agreement_versions, present)
        .outerjoin(check_ins, said)
        .where(agreements.c.session_id == session_id)
        .order_by(agreements.c.created_at, agreements.c.id)
    )
    by_id: dict[UUID, list[Row[Any]]] = {}
    for row in rows:
        by_id.setdefault(row.id, []).append(row)
    return [agreement_from(found) for found in by_id.values()]


def agreement_from(rows: Sequence[Row[Any]]) -> Agreement:
    said = {row.said_by: CHECK_INS.record(row, "said_") for row in rows if row.said_by is not None}
    return AGREEMENTS.record(rows[0], terms=TERMS.record(rows[0], "terms_"), check_ins=said)


async def load_agreement(tx: Tx, session_id: UUID, agreement_id: UUID) -> Agreement:
    for agreement in await load_agreements(tx, session_id):
        if agreement.id == agreement_id:
            return agreement
    raise NotFound


async def save_agreement(
    tx: Tx, session_id: UUID, before: Agreement | None, after: Agreement, now: datetime
) -> None:
    if before is None:
        await AGREEMENTS.insert(tx, after, session_id=session_id, created_at=now)
    else:
        await AGREEMENTS.save(tx, before, after, id=after.id)
    version = {"agreement_id": after.id, "version": after.version}
    if before is None or after.version != before.version:
        await TERMS.insert(tx, after.terms, by=after.proposed_by, created_at=now, **version)
    else:
        await TERMS.save(tx, before.terms, after.terms, **version)


async def save_check_in(tx: Tx, agreement: Agreement, side: Side, word: CheckIn) -> None:
    """Said once more, it is said anew, until both have."""
    place: Values = {"agreement_id": agreement.id, "check": agreement.check, "side": side}
    await CHECK_INS.replace(tx, word, place.keys(), **place)


async def unshare_check_ins(tx: Tx, agreement_id: UUID, side: Side) -> None:
    mine = sa.and_(check_ins.c.agreement_id == agreement_id, check_ins.c.side == side)
    await tx.execute(sa.update(check_ins).where(mine).values(shared=False))


async def save_together(tx: Tx, step: Step, now: datetime) -> None:
    session = step.after
    match step.event:
        case NeedsRevealed():
            await enqueue(tx, COMMON_GROUND_JOB, {"sessionId": str(session.id)}, now, key=str(session.id))
        case ReadinessTakenBack(side):
            await take_back_hidden(tx, session.id, side, now)
        case PoolReleased():
            ground = await load_ground(tx, session.id)
            common = [item.need for item in ground if item.is_common]
            await release_pool(tx, session.id, session.round, common)
        case AgreementDropped(_, agreement_id):
            await drop_agreement(tx, session.id, agreement_id, now)
        case Resolved():
            await begin_agreements(tx, session, now)
        case _:
            pass


async def take_back_hidden(tx: Tx, session_id: UUID, side: Side, now: datetime) -> None:
    """Readiness was the consent to lay these ideas open, and nothing of them has crossed."""
    mine = ConsentKey(session_id, side, ConsentTarget.STRATEGY_PROPOSAL)
    for idea in hidden_of(await load_pool(tx, session_id), side):
        await revoke_object(tx, replace(mine, object_id=idea.id), now)


async def drop_agreement(tx: Tx, session_id: UUID, agreement_id: UUID, now: datetime) -> None:
    agreement = await load_agreement(tx, session_id, agreement_id)
    await save_agreement(tx, session_id, agreement, turned(agreement, Turn.DROP), now)


async def begin_agreements(tx: Tx, session: Session, now: datetime) -> None:
    for agreement in await load_agreements(tx, session.id):
        if agreement.status is AgreementStatus.AGREED:
            begun = turned(agreement, Turn.START)
            await save_agreement(tx, session.id, agreement, begun, now)
            await schedule_follow_up(tx, session, begun, now)


async def schedule_follow_up(tx: Tx, session: Session, agreement: Agreement, now: datetime) -> None:
    """One job for each of them: their mornings come at different times."""
    if agreement.terms.follow_up is None:
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
            run_at=reminder_time(agreement.terms.follow_up, zones.get(member.user_id)),
            key=f"{agreement.id}:{agreement.check}:{side.value}",
        )
