"""On which occasions somebody was offered the questions of the screening, and whether they wanted help then: never what they
answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.safety.screening import Occasion
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.rows import Rows, insert_new
from meetwithoutfear.store.stage_tables import consents
from meetwithoutfear.store.tables import members, screenings


@dataclass(frozen=True)
class Screening:
    occasion: Occasion
    offered_at: datetime
    help_wanted: bool


@dataclass(frozen=True)
class Standing:
    """Of one person in all their sessions."""

    screenings: tuple[Screening, ...]
    sessions: int
    has_consented: bool

    @property
    def occasions_offered(self) -> frozenset[Occasion]:
        return frozenset(each.occasion for each in self.screenings)


SCREENINGS = Rows(Screening, screenings)


async def load_screenings(tx: Tx, user_id: UUID) -> list[Screening]:
    own = sa.select(screenings).where(screenings.c.user_id == user_id)
    return await SCREENINGS.all(tx, own.order_by(screenings.c.occasion))


async def load_standing(tx: Tx, user_id: UUID) -> Standing:
    own = sa.select(sa.func.count()).select_from(members).where(members.c.user_id == user_id)
    granted = sa.select(consents.c.id).where(consents.c.user_id == user_id).limit(1)
    found = await load_screenings(tx, user_id)
    return Standing(tuple(found), await tx.scalar(own) or 0, await tx.scalar(granted) is not None)


async def save_screening(tx: Tx, user_id: UUID, screening: Screening) -> None:
    """The same answer twice at once is one."""
    await insert_new(tx, screenings, **SCREENINGS.row(screening, user_id=user_id))
