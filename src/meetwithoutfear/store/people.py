"""Users and the devices they are signed in on, links that were mailed or handed over, and invitations. Tokens are stored as
hashes and found by them, never by an id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.errors import EmailTaken, Gone, NotFound, NotSignedIn
from meetwithoutfear.domain.notifications import Purpose
from meetwithoutfear.domain.session import Invitation, InvitationStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import Email
from meetwithoutfear.domain.wire import Own, View
from meetwithoutfear.store.database import Tx, answers_topic, user_topic
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.rows import Rows, is_at
from meetwithoutfear.store.tables import devices, invitations, links, members, sessions, users


@dataclass(frozen=True)
class User(View, called="UserView"):
    id: Own[UUID]
    email: Own[str]
    name: Own[str]
    locale: Own[str | None]
    region: Own[str | None]
    time_zone: Own[str | None]
    email_proven: Own[bool]
    """Whoever reads this address has shown that they do."""
    has_password: Own[bool]
    inherited: Own[bool]
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
    expires_at: datetime


@dataclass(frozen=True)
class Device:
    id: UUID
    name: str
    created_at: datetime
    last_seen_at: datetime


USERS, DEVICES = Rows(User, users), Rows(Device, devices)
USER_COLUMNS = [
    *USERS.select(),
    users.c.proven_at.is_not(None).label("email_proven"),
    users.c.password_hash.is_not(None).label("has_password"),
    users.c.inherited_at.is_not(None).label("inherited"),
]


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
    return await load_user(tx, user_id)


async def find_password(tx: Tx, email: Email) -> tuple[UUID, str | None] | None:
    row = await tx.one_or_none(sa.select(users.c.id, users.c.password_hash).where(users.c.email == email))
    return (row.id, row.password_hash) if row else None


async def load_password(tx: Tx, user_id: UUID) -> str | None:
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
    return Account(USERS.record(row), row.password_hash)


async def find_user(tx: Tx, email: Email) -> User | None:
    return await USERS.one(tx, sa.select(*USER_COLUMNS).where(users.c.email == email))


async def load_user(tx: Tx, user_id: UUID) -> User:
    return await USERS.known(tx, sa.select(*USER_COLUMNS).where(users.c.id == user_id))


theirs = sa.alias(members, "theirs")
PARTNERS_OF = (
    sa.select(theirs.c.user_id)
    .join(members, members.c.session_id == theirs.c.session_id)
    .where(members.c.user_id == sa.bindparam("user"), members.c.left_at.is_(None))
    .distinct()
)
"""Whoever sees their name."""


async def change_user(tx: Tx, user_id: UUID, changes: Mapping[str, Any]) -> User:
    known = await load_user(tx, user_id)
    changed = replace(known, **changes)
    await USERS.save(tx, ({"id": user_id}, known, changed))
    tx.wake(answers_topic(user_id))
    if changed.name != known.name:
        for row in await tx.all(PARTNERS_OF, {"user": user_id}):
            tx.wake(answers_topic(row.user_id))
    return changed


async def replace_password(tx: Tx, user_id: UUID, password_hash: str) -> None:
    await tx.update(users, users.c.id == user_id, password_hash=password_hash)
    tx.wake(answers_topic(user_id))


async def mark_proven(tx: Tx, user_id: UUID, now: datetime) -> None:
    await tx.update(users, users.c.id == user_id, proven_at=now)
    tx.wake(answers_topic(user_id))


async def take_over(tx: Tx, user_id: UUID, now: datetime) -> None:
    """Its owner proves the address from outside: no password and no device that came before opens it any more."""
    await tx.update(users, users.c.id == user_id, password_hash=None, proven_at=now, inherited_at=now)
    await delete_devices(tx, user_id)


async def clear_inherited(tx: Tx, user_id: UUID) -> None:
    await tx.update(users, users.c.id == user_id, inherited_at=None)
    tx.wake(answers_topic(user_id))


async def replace_email(tx: Tx, user_id: UUID, email: str, now: datetime) -> None:
    """Proven, since whoever asks has read what was mailed there."""
    try:
        await tx.update(users, users.c.id == user_id, email=email, proven_at=now)
    except sa.exc.IntegrityError:
        raise EmailTaken from None
    tx.wake(answers_topic(user_id))


async def insert_device(
    tx: Tx, user_id: UUID, hashed: str, device: Device, expires_at: datetime, *, by_link: bool
) -> None:
    linked_at = device.created_at if by_link else None
    place = {"user_id": user_id, "token_hash": hashed, "expires_at": expires_at, "linked_at": linked_at}
    await DEVICES.insert(tx, device, **place)


SIGNED_IN = (
    sa.select(*USER_COLUMNS, devices.c.id.label("device_id"), devices.c.last_seen_at, devices.c.expires_at)
    .join(devices, devices.c.user_id == users.c.id)
    .where(devices.c.token_hash == sa.bindparam("hashed"), devices.c.expires_at > sa.bindparam("now"))
)


async def access_device(tx: Tx, hashed: str, now: datetime) -> SignedIn:
    row = await tx.one_or_none(SIGNED_IN, {"hashed": hashed, "now": now})
    if row is None:
        raise NotSignedIn
    return SignedIn(USERS.record(row), row.device_id, row.last_seen_at, row.expires_at)


async def mark_device_seen(tx: Tx, device_id: UUID, now: datetime, expires_at: datetime) -> None:
    await tx.update(devices, devices.c.id == device_id, last_seen_at=now, expires_at=expires_at)


async def access_devices(tx: Tx, user_id: UUID, now: datetime) -> list[Device]:
    live = sa.select(devices).where(devices.c.user_id == user_id, devices.c.expires_at > now)
    return await DEVICES.all(tx, live.order_by(devices.c.last_seen_at.desc(), devices.c.id))


async def delete_device(tx: Tx, user_id: UUID, device_id: UUID) -> None:
    if not await tx.delete(devices, devices.c.user_id == user_id, devices.c.id == device_id):
        raise NotFound
    # Its open streams look up and find that they are signed out.
    tx.wake(user_topic(user_id))


async def delete_devices(tx: Tx, user_id: UUID, *, but: UUID | None = None) -> None:
    """With what is pushed to them."""
    await tx.delete(devices, devices.c.user_id == user_id, devices.c.id != but if but else sa.true())
    # Their open streams look up and find that they are signed out.
    tx.wake(user_topic(user_id))


async def find_own_device(tx: Tx, user_id: UUID, hashed: str, now: datetime) -> UUID | None:
    """The device with this token, if it is this user's."""
    own = sa.and_(is_at(devices, user_id=user_id, token_hash=hashed), devices.c.expires_at > now)
    found: UUID | None = await tx.scalar(sa.select(devices.c.id).where(own))
    return found


async def mark_linked(tx: Tx, device_id: UUID, now: datetime) -> None:
    await tx.update(devices, devices.c.id == device_id, linked_at=now)


async def load_linked_at(tx: Tx, user_id: UUID, device_id: UUID) -> datetime | None:
    """When its owner last came to this device by a link. Nobody is signed in on a device that is gone."""
    row = await tx.one_or_none(
        sa.select(devices.c.linked_at).where(is_at(devices, user_id=user_id, id=device_id))
    )
    if row is None:
        raise NotSignedIn
    found: datetime | None = row.linked_at
    return found


async def is_user(tx: Tx, user_id: UUID) -> bool:
    return await tx.scalar(sa.select(users.c.id).where(users.c.id == user_id)) is not None


@dataclass(frozen=True)
class Link:
    """Each for one purpose, gone when used."""

    user_id: UUID
    purpose: Purpose
    email: str
    """The address that whoever holds the link can read."""


LINKS = Rows(Link, links)


async def insert_link(tx: Tx, link: Link, hashed: str, expires_at: datetime) -> None:
    await LINKS.insert(tx, link, token_hash=hashed, expires_at=expires_at)


async def find_link(tx: Tx, hashed: str, now: datetime) -> Link:
    live = sa.select(links).where(links.c.token_hash == hashed, links.c.expires_at > now)
    if link := await LINKS.one(tx, live):
        return link
    raise Gone


async def spend_link(tx: Tx, hashed: str, purpose: Purpose, now: datetime) -> tuple[Link, Account]:
    """Works once: whoever deletes the row has it. The account is locked first, so that two links of one account do not wait
    for each other."""
    link = await find_link(tx, hashed, now)
    if link.purpose is not purpose:
        raise Gone
    try:
        account = await lock_account(tx, link.user_id)
    except NotFound:
        raise Gone from None
    spent = await tx.delete(links, links.c.token_hash == hashed)
    moved = purpose is not Purpose.NEW_EMAIL and link.email != account.user.email
    if not spent or moved:
        raise Gone
    return link, account


async def delete_links(tx: Tx, user_id: UUID) -> None:
    await tx.delete(links, links.c.user_id == user_id)


@dataclass(frozen=True)
class InvitationRow:
    id: UUID
    session_id: UUID
    status: InvitationStatus
    nonce: bytes
    email: str | None
    message: str | None = field(repr=False)
    expires_at: datetime
    inviter_name: str
    partner_name: str
    topic: str | None


INVITATIONS, INVITATION_ROWS = Rows(Invitation, invitations), Rows(InvitationRow, invitations)
FOUND = (
    sa.select(invitations, users.c.name.label("inviter_name"), sessions.c.partner_name, sessions.c.topic)
    .join(sessions, sessions.c.id == invitations.c.session_id)
    .join(members, sa.and_(members.c.session_id == sessions.c.id, members.c.side == Side.INVITER))
    .join(users, users.c.id == members.c.user_id)
)


async def insert_invitation(
    tx: Tx,
    session_id: UUID,
    invitation: Invitation,
    now: datetime,
    *,
    hashed: str,
    nonce: bytes,
    email: str | None,
    message: str | None,
) -> None:
    """The older link dies in the same breath: a session has one open invitation."""
    older = is_at(invitations, session_id=session_id, status=InvitationStatus.OPEN)
    await tx.update(invitations, older, status=InvitationStatus.REPLACED)
    said = {"email": email, "message": message, "created_at": now}
    await INVITATIONS.insert(tx, invitation, session_id=session_id, token_hash=hashed, nonce=nonce, **said)


async def access_invitation(tx: Tx, hashed: str) -> InvitationRow:
    return await INVITATION_ROWS.known(tx, FOUND.where(invitations.c.token_hash == hashed))


async def load_invitation(tx: Tx, invitation_id: UUID) -> InvitationRow | None:
    """For the mail job and for a repeated request of the inviter."""
    return await INVITATION_ROWS.one(tx, FOUND.where(invitations.c.id == invitation_id))
