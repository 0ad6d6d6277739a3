"""Users, the devices they are signed in on, and sign-in links. Tokens are stored as hashes and found by them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.errors import EmailTaken, Gone, NotFound, NotSignedIn
from meetwithoutfear.domain.text import Email
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id, shared_id
from meetwithoutfear.store.tables import devices, sign_in_links, users


@dataclass(frozen=True)
class User:
    id: UUID
    email: str
    name: str
    locale: str | None
    region: str | None
    time_zone: str | None


@dataclass(frozen=True)
class SignedIn:
    """Who is calling, from which device."""

    user: User
    device_id: UUID
    last_seen_at: datetime


@dataclass(frozen=True)
class Device:
    id: UUID
    name: str
    created_at: datetime
    last_seen_at: datetime


USER_COLUMNS = [
    users.c.id,
    users.c.email,
    users.c.name,
    users.c.locale,
    users.c.region,
    users.c.time_zone,
]


def user_from(row: Row[Any]) -> User:
    return User(row.id, row.email, row.name, row.locale, row.region, row.time_zone)


async def insert_user(tx: Tx, email: Email, name: str, password_hash: str | None, now: datetime) -> User:
    insert = tx.insert(users).values(
        id=shared_id(),
        email=email,
        name=name,
        password_hash=password_hash,
        inbox_seq=0,
        inbox_forgotten=0,
        created_at=now,
    )
    row = await tx.one_or_none(insert.on_conflict_do_nothing().returning(*USER_COLUMNS))
    if row is None:
        raise EmailTaken
    return user_from(row)


async def find_password(tx: Tx, email: Email) -> tuple[User, str | None] | None:
    row = await tx.one_or_none(sa.select(*USER_COLUMNS, users.c.password_hash).where(users.c.email == email))
    return (user_from(row), row.password_hash) if row else None


async def find_user(tx: Tx, email: Email) -> User | None:
    row = await tx.one_or_none(sa.select(*USER_COLUMNS).where(users.c.email == email))
    return user_from(row) if row else None


async def change_user(tx: Tx, user_id: UUID, changes: Mapping[str, str | None]) -> User:
    if changes:
        await tx.execute(sa.update(users).where(users.c.id == user_id).values(**changes))
    row = await tx.one_or_none(sa.select(*USER_COLUMNS).where(users.c.id == user_id))
    if row is None:
        raise NotFound
    return user_from(row)


async def replace_password(tx: Tx, user_id: UUID, password_hash: str) -> None:
    await tx.execute(sa.update(users).where(users.c.id == user_id).values(password_hash=password_hash))


async def insert_device(
    tx: Tx, user_id: UUID, hashed: str, name: str, *, now: datetime, expires_at: datetime
) -> UUID:
    device_id = private_id()
    await tx.execute(
        sa.insert(devices).values(
            id=device_id,
            user_id=user_id,
            token_hash=hashed,
            name=name,
            created_at=now,
            last_seen_at=now,
            expires_at=expires_at,
        )
    )
    return device_id


async def access_device(tx: Tx, hashed: str, now: datetime) -> SignedIn:
    row = await tx.one_or_none(
        sa.select(*USER_COLUMNS, devices.c.id.label("device_id"), devices.c.last_seen_at)
        .join(devices, devices.c.user_id == users.c.id)
        .where(devices.c.token_hash == hashed, devices.c.expires_at > now)
    )
    if row is None:
        raise NotSignedIn
    return SignedIn(user_from(row), row.device_id, row.last_seen_at)


async def mark_seen(tx: Tx, device_id: UUID, now: datetime, expires_at: datetime) -> None:
    await tx.execute(
        sa.update(devices).where(devices.c.id == device_id).values(last_seen_at=now, expires_at=expires_at)
    )


async def access_devices(tx: Tx, user_id: UUID, now: datetime) -> list[Device]:
    rows = await tx.all(
        sa.select(devices)
        .where(devices.c.user_id == user_id, devices.c.expires_at > now)
        .order_by(devices.c.last_seen_at.desc(), devices.c.id)
    )
    return [Device(row.id, row.name, row.created_at, row.last_seen_at) for row in rows]


async def delete_device(tx: Tx, user_id: UUID, device_id: UUID) -> None:
    gone = await tx.execute(sa.delete(devices).where(devices.c.user_id == user_id, devices.c.id == device_id))
    if gone.rowcount == 0:
        raise NotFound


async def insert_sign_in_link(tx: Tx, user_id: UUID, hashed: str, expires_at: datetime) -> None:
    await tx.execute(
        sa.insert(sign_in_links).values(token_hash=hashed, user_id=user_id, expires_at=expires_at)
    )


async def redeem_sign_in_link(tx: Tx, hashed: str, now: datetime) -> User:
    """Works once: whoever deletes the row has it."""
    spent = await tx.one_or_none(
        sa.delete(sign_in_links)
        .where(sign_in_links.c.token_hash == hashed)
        .returning(sign_in_links.c.user_id, sign_in_links.c.expires_at)
    )
    if spent is None or spent.expires_at <= now:
        raise Gone
    return await change_user(tx, spent.user_id, {})


async def delete_expired(tx: Tx, now: datetime) -> None:
    await tx.execute(sa.delete(devices).where(devices.c.expires_at <= now))
    await tx.execute(sa.delete(sign_in_links).where(sign_in_links.c.expires_at <= now))


async def is_user(tx: Tx, user_id: UUID) -> bool:
    return await tx.scalar(sa.select(users.c.id).where(users.c.id == user_id)) is not None
