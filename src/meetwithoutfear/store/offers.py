"""What an offer says to the subject: a draft made of their own words, and the area it is about. No guesser ever sees it."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.feelings import AreaHint
from meetwithoutfear.domain.session import Session
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange_tables import IS_OPEN, offers
from meetwithoutfear.store.exchanges import OfferWords


async def access_offer_words(tx: Tx, viewer: UUID, session: Session, offer_id: UUID) -> OfferWords:
    """Of an offer made to the viewer."""
    about_them = session.side_of(viewer).other
    row = await tx.one_or_none(
        sa.select(offers.c.suggestion, offers.c.area).where(
            offers.c.id == offer_id, offers.c.session_id == session.id, offers.c.side == about_them
        )
    )
    return OfferWords(row.suggestion, AreaHint(row.area) if row.area else None) if row else OfferWords()


async def keep_open_until(tx: Tx, offer_id: UUID, until: datetime) -> None:
    """Somebody works on an answer. Nothing else of that is written down."""
    soon = sa.and_(offers.c.id == offer_id, IS_OPEN, offers.c.expires_at < until)
    await tx.execute(sa.update(offers).where(soon).values(expires_at=until))


async def mark_coached(tx: Tx, offer_id: UUID) -> None:
    await tx.execute(sa.update(offers).where(offers.c.id == offer_id).values(coached=True))
