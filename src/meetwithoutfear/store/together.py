"""Needs, common ground, pool, rankings and agreements of a session: loaded with it once its exchange is over, and saved by
`sessions.save`, step by step, with the work that comes of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import sqlalchemy as sa

from meetwithoutfear.domain.machine import Step
from meetwithoutfear.domain.repair.agreement import Agreement, AgreementStatus, reminder_time
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.store.agreements import load_agreements, save_agreement
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.jobs import enqueue
from meetwithoutfear.store.needs import load_ground, load_needs, save_ground, save_needs
from meetwithoutfear.store.pool import load_pool, load_rankings, save_pool, save_rankings
from meetwithoutfear.store.rooms import Room
from meetwithoutfear.store.tables import users

COMMON_GROUND_JOB = "find_common_ground"
FOLLOW_UP_JOB = "follow_up"


async def with_together(tx: Tx, session: Session) -> Session:
    if not session.have_both_passed(Gate.EXCHANGE_COMPLETED):
        return session
    session = replace(
        session, needs=await load_needs(tx, session.id), ground=await load_ground(tx, session.id)
    )
    if session.phase is None:
        return session
    return replace(
        session,
        pool=await load_pool(tx, session.id),
        rankings=await load_rankings(tx, session.id, session.round - 1),
        agreements=await load_agreements(tx, session.id),
    )


async def save_together(tx: Tx, step: Step, now: datetime) -> None:
    before, after = step.before, step.after
    for side, needs in after.needs.items():
        if needs is not before.needs_of(side):
            await save_needs(tx, Room(after.id, side), before.needs_of(side), needs)
    if after.ground is not before.ground:
        await save_ground(tx, after.id, before.ground, after.ground)
    if after.pool is not before.pool:
        await save_pool(tx, after.id, before.pool, after.pool)
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


def is_begun(agreement: Agreement) -> bool:
    return agreement.status is AgreementStatus.IN_PROGRESS


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
