"""What the steps of the last two stages bring with them, in the transaction of `sessions.save`: work to be done, ideas laid
open, agreements begun, and the day to look back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.machine import Step
from meetwithoutfear.domain.needs.events import NeedsRevealed
from meetwithoutfear.domain.repair.agreement import (
    Agreement,
    AgreementStatus,
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
from meetwithoutfear.domain.repair.pool import hidden_of
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.agreements import read_agreement, read_agreements, write_agreement
from meetwithoutfear.store.consents import Crossing, revoke_object
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.jobs import enqueue
from meetwithoutfear.store.needs import read_ground
from meetwithoutfear.store.pool import read_pool, release
from meetwithoutfear.store.tables import users

COMMON_GROUND_JOB = "find_common_ground"
FOLLOW_UP_JOB = "follow_up"


async def write_together(tx: Tx, step: Step, now: datetime) -> None:
    session = step.after
    match step.event:
        case NeedsRevealed():
            await enqueue(tx, COMMON_GROUND_JOB, {"sessionId": str(session.id)}, now, key=str(session.id))
        case ReadinessTakenBack(side):
            await take_back_hidden(tx, session.id, side, now)
        case PoolReleased():
            ground = await read_ground(tx, session.id)
            common = [item.need for item in ground if item.is_common]
            await release(tx, session.id, session.round, common)
        case AgreementDropped(_, agreement_id):
            await drop(tx, session.id, agreement_id, now)
        case Resolved():
            await begin_agreements(tx, session, now)
        case _:
            pass


async def take_back_hidden(tx: Tx, session_id: UUID, side: Side, now: datetime) -> None:
    """Readiness was the consent to lay these ideas open, and nothing of them has crossed."""
    mine = Crossing(session_id, side, ConsentTarget.STRATEGY_PROPOSAL)
    for idea in hidden_of(await read_pool(tx, session_id), side):
        await revoke_object(tx, replace(mine, object_id=idea.id), now)


async def drop(tx: Tx, session_id: UUID, agreement_id: UUID, now: datetime) -> None:
    agreement = await read_agreement(tx, session_id, agreement_id)
    await write_agreement(tx, session_id, agreement, turned(agreement, Turn.DROP), now)


async def begin_agreements(tx: Tx, session: Session, now: datetime) -> None:
    for agreement in await read_agreements(tx, session.id):
        if agreement.status is AgreementStatus.AGREED:
            begun = turned(agreement, Turn.START)
            await write_agreement(tx, session.id, agreement, begun, now)
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
