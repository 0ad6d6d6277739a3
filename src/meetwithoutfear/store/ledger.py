"""The ledger: who agreed that which words go to whom, and when; whether it was taken back, and whether it was seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, assert_never
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.moves import ConsentTarget, Granted, LedgerEntry, Revoked, Seen
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import Private
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.rows import Rows, is_at
from meetwithoutfear.store.stage_tables import consents
from meetwithoutfear.store.tables import members, sessions, users


@dataclass(frozen=True)
class ConsentKey:
    """What goes to the other one: whose, of which kind, and which of them; all of the kind without a number or an id."""

    session_id: UUID
    side: Side
    target: ConsentTarget
    number: int | None = None
    object_id: UUID | None = None


@dataclass(frozen=True)
class ConsentRecord:
    id: UUID
    session_id: UUID
    side: Side
    target: ConsentTarget
    number: int
    object_id: UUID | None
    content: Private[str]
    to: str | None
    """The partner's name; nothing once they have left."""
    granted_at: datetime
    revoked_at: datetime | None
    seen_at: datetime | None


KEYS = Rows(ConsentKey, consents, names={"target": "target_type"})
CONSENTS = Rows(ConsentRecord, consents, names={"target": "target_type"})


async def grant(tx: Tx, user_id: UUID, key: ConsentKey, content: str, now: datetime) -> None:
    new = {"id": private_id(), "user_id": user_id, "content": content, "granted_at": now}
    await KEYS.insert(tx, key, **new)


async def save_entry(tx: Tx, session: Session, entry: LedgerEntry, now: datetime) -> None:
    """What an event does to the ledger."""
    match entry:
        case Granted(side, target, content, number, object_id):
            if number is None:
                # What has an id of its own may be shared again after it was taken back: each time is a record.
                of_kind = sa.select(sa.func.max(consents.c.number)).where(
                    is_of(ConsentKey(session.id, side, target))
                )
                number = int(await tx.scalar(of_kind) or 0) + 1
            key = ConsentKey(session.id, side, target, number, object_id)
            await grant(tx, session.members[side].user_id, key, content, now)
        case Seen(side, target, object_id):
            await mark_seen(tx, ConsentKey(session.id, side, target, object_id=object_id), now)
        case Revoked(side, target, object_id):
            # However often it was shared.
            standing = is_of(ConsentKey(session.id, side, target, object_id=object_id))
            await tx.update(consents, standing, consents.c.revoked_at.is_(None), revoked_at=now)
        case _:
            assert_never(entry)


async def mark_seen(tx: Tx, key: ConsentKey, now: datetime) -> None:
    """What was taken back before is no longer there to be seen."""
    unseen = sa.and_(consents.c.seen_at.is_(None), consents.c.revoked_at.is_(None))
    await tx.update(consents, is_of(key), unseen, seen_at=now)


async def mark_first_seen(tx: Tx, key: ConsentKey, count: int, now: datetime) -> None:
    """The first ones of the kind, in the order in which they came."""
    first = sa.select(consents.c.number).where(is_of(key)).order_by(consents.c.number).limit(count)
    for number in (await tx.execute(first)).scalars().all():
        await mark_seen(tx, replace(key, number=number), now)


def is_of(key: ConsentKey) -> sa.ColumnElement[bool]:
    return is_at(consents, **{name: value for name, value in KEYS.row(key).items() if value is not None})


async def revoke(tx: Tx, consent_id: UUID, now: datetime) -> None:
    await tx.update(consents, consents.c.id == consent_id, revoked_at=now)


partner, partner_user = sa.alias(members, "partner"), sa.alias(users, "partner_user")


def ledger(viewer: UUID) -> sa.Select[Any]:
    name = sa.case(
        (partner.c.left_at.is_not(None), None),
        (partner.c.user_id.is_(None), sessions.c.partner_name),
        else_=partner_user.c.name,
    )
    other = sa.and_(partner.c.session_id == consents.c.session_id, partner.c.side != consents.c.side)
    return (
        sa.select(consents, name.label("to"))
        .join(sessions, sessions.c.id == consents.c.session_id)
        .outerjoin(partner, other)
        .outerjoin(partner_user, partner_user.c.id == partner.c.user_id)
        .where(consents.c.user_id == viewer)
    )


async def access_consents(tx: Tx, viewer: UUID, *, before: UUID | None, limit: int) -> list[ConsentRecord]:
    """The viewer's own, newest first."""
    wanted = ledger(viewer)
    if before is not None:
        wanted = wanted.where(consents.c.id < before)
    newest = wanted.order_by(consents.c.id.desc()).limit(limit)
    return await CONSENTS.all(tx, newest, owner=viewer)


async def access_consent(tx: Tx, viewer: UUID, consent_id: UUID) -> ConsentRecord:
    return await CONSENTS.known(tx, ledger(viewer).where(consents.c.id == consent_id), owner=viewer)
