"""Mails and pushes that are to be sent. One is marked as handed over before the mail server or the push service gets it: a
crash in between loses one, and no crash doubles one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.account import Letter
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.identity import USER_COLUMNS, User, user_from
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.tables import mails, users


@dataclass(frozen=True)
class Mail:
    id: UUID
    user: User | None
    created_at: datetime
    invitation_id: UUID | None
    session_id: UUID | None
    types: tuple[str, ...] = ()
    """What its reader is told of the session."""
    subscription_id: UUID | None = None
    """The browser it is pushed to, instead of being mailed."""
    letter: Letter | None = None
    """What it says about the account."""
    email: str | None = None
    """Where it goes, if not to the address the account has now."""


async def insert_mail(
    tx: Tx,
    now: datetime,
    *,
    user_id: UUID | None = None,
    invitation_id: UUID | None = None,
    session_id: UUID | None = None,
    types: Sequence[str] = (),
    subscription_id: UUID | None = None,
    letter: Letter | None = None,
    email: str | None = None,
) -> UUID:
    mail_id = private_id()
    about = {"user_id": user_id, "invitation_id": invitation_id, "session_id": session_id}
    how = {
        "types": list(types) or None,
        "subscription_id": subscription_id,
        "letter": letter,
        "email": email,
    }
    await tx.execute(sa.insert(mails).values(id=mail_id, created_at=now, **about, **how))
    return mail_id


async def take_mail(tx: Tx, mail_id: UUID, now: datetime) -> Mail | None:
    """Marks it; nothing if it has been taken before or is gone."""
    taken = await tx.one_or_none(
        sa.update(mails)
        .where(mails.c.id == mail_id, mails.c.handed_over_at.is_(None))
        .values(handed_over_at=now)
        .returning(mails)
    )
    if taken is None:
        return None
    row = await tx.one_or_none(sa.select(*USER_COLUMNS).where(users.c.id == taken.user_id))
    return Mail(
        id=mail_id,
        user=user_from(row) if row else None,
        created_at=taken.created_at,
        invitation_id=taken.invitation_id,
        session_id=taken.session_id,
        types=tuple(taken.types or ()),
        subscription_id=taken.subscription_id,
        letter=taken.letter,
        email=taken.email,
    )


async def give_back_mail(tx: Tx, mail_id: UUID) -> None:
    """The server did not take it: it may be tried again."""
    await tx.execute(sa.update(mails).where(mails.c.id == mail_id).values(handed_over_at=None))


async def last_told(tx: Tx, user_id: UUID, session_id: UUID) -> datetime | None:
    """When somebody was last told of something in a session."""
    told = sa.and_(mails.c.user_id == user_id, mails.c.session_id == session_id)
    found: datetime | None = await tx.scalar(sa.select(sa.func.max(mails.c.created_at)).where(told))
    return found


async def forget_mails_before(tx: Tx, time: datetime) -> None:
    await tx.execute(sa.delete(mails).where(mails.c.created_at < time))
