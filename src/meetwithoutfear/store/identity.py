"""Users and the devices they are signed in on. Tokens are stored as hashes and found by them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.errors import EmailTaken, NotFound, NotSignedIn
from meetwithoutfear.domain.text import Email
from meetwithoutfear.store.database import Tx, user_topic
from meetwithoutfear.store.ids import private_id, shared_id
from meetwithoutfear.store.tables import devices, users


@dataclass(frozen=True)
class User:
    id: UUID
    email: str
    name: str
    locale: str | None
    region: str | None
    time_zone: str | None
    email_proven: bool
    """Whoever reads this address has shown that they do."""
    has_password: bool
    inherited: bool
    """Its owner came from outside to an account that somebody had made, and has not said what becomes of what was there."""


@dataclass(frozen=True)
class Account:
    """A user, held against changes by anybody else, with what only a sign-in may look at."""

    user: User
    password_hash: str | None = field(repr=False)


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
    users.c.proven_at.is_not(None).label("email_proven"),
    users.c.password_hash.is_not(None).label("has_password"),
    users.c.inherited_at.is_not(None).label("inherited"),
]


def user_from(row: Row[Any]) -> User:
    return User(
        id=row.id,
        email=row.email,
        name=row.name,
        locale=row.locale,
        region=row.region,
        time_zone=row.time_zone,
        email_proven=row.email_proven,
        has_password=row.has_password,
        inherited=row.inherited,
    )


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
    user_id = await tx.scalar(insert.on_conflict_do_nothing().returning(users.c.id))
    if user_id is None:
        raise EmailTaken
    # Read again: SQLite 3.40 takes a column for filled that it has just left empty, when RETURNING asks whether it is.
    return await change_user(tx, user_id, {})


async def find_password(tx: Tx, email: Email) -> tuple[UUID, str | None] | None:
    row = await tx.one_or_none(sa.select(users.c.id, users.c.password_hash).where(users.c.email == email))
    return (row.id, row.password_hash) if row else None


async def read_password(tx: Tx, user_id: UUID) -> str | None:
    found: str | None = await tx.scalar(sa.select(users.c.password_hash).where(users.c.id == user_id))
    return found


async def lock_account(tx: Tx, user_id: UUID) -> Account:
    """Whoever signs in, proves an address or changes what opens the account waits here for whoever does so already. The
    whole row at once, since the address is a key: to ask for more of it later could wait in a circle."""
    row = await tx.one_or_none(
        sa.select(*USER_COLUMNS, users.c.password_hash).where(users.c.id == user_id).with_for_update()
    )
    if row is None:
        raise NotFound
    return Account(user_from(row), row.password_hash)


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


async def mark_proven(tx: Tx, user_id: UUID, now: datetime) -> None:
    await tx.execute(sa.update(users).where(users.c.id == user_id).values(proven_at=now))


async def take_over(tx: Tx, user_id: UUID, now: datetime) -> None:
    """Its owner proves the address from outside: no password and no device that came before opens it any more."""
    taken = {"password_hash": None, "proven_at": now, "inherited_at": now}
    await tx.execute(sa.update(users).where(users.c.id == user_id).values(**taken))
    await delete_devices(tx, user_id)


async def keep_inherited(tx: Tx, user_id: UUID) -> None:
    await tx.execute(sa.update(users).where(users.c.id == user_id).values(inherited_at=None))


async def replace_email(tx: Tx, user_id: UUID, email: str, now: datetime) -> None:
    """Proven, since whoever asks has read what was mailed there."""
    change = sa.update(users).where(users.c.id == user_id).values(email=email, proven_at=now)
    try:
        await tx.execute(change)
    except sa.exc.IntegrityError:
        raise EmailTaken from None


async def insert_device(
    tx: Tx, user_id: UUID, hashed: str, name: str, *, now: datetime, expires_at: datetime, by_link: bool
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
            linked_at=now if by_link else None,
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


async def delete_devices(tx: Tx, user_id: UUID, *, but: UUID | None = None) -> None:
    """With what is pushed to them."""
    theirs = sa.delete(devices).where(devices.c.user_id == user_id)
    await tx.execute(theirs if but is None else theirs.where(devices.c.id != but))
    # Their open streams look up and find that they are signed out.
    tx.wake(user_topic(user_id))


async def find_own_device(tx: Tx, user_id: UUID, hashed: str, now: datetime) -> UUID | None:
    """The device with this token, if it is this user's."""
    found: UUID | None = await tx.scalar(
        sa.select(devices.c.id).where(
            devices.c.user_id == user_id, devices.c.token_hash == hashed, devices.c.expires_at > now
        )
    )
    return found


async def mark_linked(tx: Tx, device_id: UUID, now: datetime) -> None:
    await tx.execute(sa.update(devices).where(devices.c.id == device_id).values(linked_at=now))


async def read_linked(tx: Tx, user_id: UUID, device_id: UUID) -> datetime | None:
    """When its owner last came to this device by a link. Nobody is signed in on a device that is gone."""
    row = await tx.one_or_none(
        sa.select(devices.c.linked_at).where(devices.c.user_id == user_id, devices.c.id == device_id)
    )
    if row is None:
        raise NotSignedIn
    found: datetime | None = row.linked_at
    return found


async def delete_expired(tx: Tx, now: datetime) -> None:
    await tx.execute(sa.delete(devices).where(devices.c.expires_at <= now))


async def is_user(tx: Tx, user_id: UUID) -> bool:
    return await tx.scalar(sa.select(users.c.id).where(users.c.id == user_id)) is not None
