"""Jobs of the last two stages: looking for common ground in what both have shared, and the day to look back."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from meetwithoutfear.actions.sessions import load_open_session
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.needs.commands import FindCommonGround
from meetwithoutfear.domain.needs.need import CommonGround, Need
from meetwithoutfear.domain.repair.commands import FollowUp
from meetwithoutfear.domain.side import Side
from meetwithoutfear.engines.engine import Engine
from meetwithoutfear.prompts import common_ground
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.jobs import Job
from meetwithoutfear.store.sessions import save
from meetwithoutfear.store.together import load_needs
from meetwithoutfear.worker.worker import Clock, Effect


@dataclass(frozen=True)
class GroundFinder:
    """Sees only what both have shared, and of that neither quotes nor what was kept."""

    store: Database
    engine: Engine
    clock: Clock

    async def __call__(self, job: Job) -> Effect:
        session_id = UUID(str(job.payload["sessionId"]))
        async with self.store.read() as tx:
            needs = await load_needs(tx, session_id)
        ours, theirs = (tuple(shared_need(n) for n in needs[side] if n.is_shared) for side in Side)
        found = []
        if ours and theirs:
            found = list((await self.engine.answer(common_ground.Input(ours=ours, theirs=theirs))).items)

        async def conclude(tx: Tx) -> None:
            session = await load_open_session(tx, session_id)
            if session is not None:
                items = (
                    CommonGround(shared_id(), each.need, each.category, each.description) for each in found
                )
                await save(tx, session, decide(session, FindCommonGround(tuple(items))), self.clock())

        return conclude


def shared_need(need: Need) -> common_ground.SharedNeed:
    return common_ground.SharedNeed(need.need, need.category, need.description)


@dataclass(frozen=True)
class FollowUpReminder:
    """It happens once: the effect and the job's end are one transaction."""

    clock: Clock

    async def __call__(self, job: Job) -> Effect:
        session_id, agreement_id = (UUID(str(job.payload[name])) for name in ("sessionId", "agreementId"))
        side, check = Side(str(job.payload["side"])), int(job.payload["check"] or 0)

        async def remind(tx: Tx) -> None:
            session = await load_open_session(tx, session_id)
            if session is not None:
                events = decide(session, FollowUp(side, agreement_id, check))
                await save(tx, session, events, self.clock())

        return remind
