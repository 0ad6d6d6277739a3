"""What goes when somebody deletes their account: all of it. A session that the other one may still read goes on without
them: their place is kept by a nameless user, who has no address, no password and nothing else, one for each such session, so
that not even two of them can be told to be the same person.

What they had shared stays where the other one reads it, and nowhere else."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.empathy.exchange import Delivery
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.view import ABSENT_PARTNER
from meetwithoutfear.store.database import Tx, user_topic
from meetwithoutfear.store.exchange_tables import offers, statements
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.rooms import Room, in_room
from meetwithoutfear.store.sessions import lock_session
from meetwithoutfear.store.tables import devices, invitations, jobs, members, sessions, users


async def lock_sessions_of(tx: Tx, user_id: UUID) -> list[UUID]:
    """All of them before anything is written, in the order of their ids: no two commands can wait for each other."""
    mine = sa.select(members.c.session_id).where(members.c.user_id == user_id)
    found = sorted(row.session_id for row in await tx.all(mine))
    for session_id in found:
        await lock_session(tx, session_id)
    return found


async def forget_member(tx: Tx, session: Session, side: Side, now: datetime) -> None:
    """Of somebody who has left already."""
    partner = session.partner_of(side)
    if partner is None or await is_nameless(tx, partner.user_id):
        await tx.execute(sa.delete(jobs).where(jobs.c.payload["sessionId"].as_string() == str(session.id)))
        await tx.execute(sa.delete(sessions).where(sessions.c.id == session.id))
        return
    room = Room(session.id, side)
    await tx.execute(sa.delete(statements).where(in_room(statements, room)))
    unseen = sa.and_(offers.c.withdrawn, offers.c.delivery != Delivery.SEEN)
    theirs = in_room(offers, Room(session.id, side.other))
    await tx.execute(sa.update(offers).where(theirs, unseen).values(shared=""))
    await tx.execute(sa.delete(invitations).where(invitations.c.session_id == session.id))
    if side is Side.INVITEE:
        named = sa.update(sessions).where(sessions.c.id == session.id)
        await tx.execute(named.values(partner_name=ABSENT_PARTNER))
    nameless = await insert_nameless(tx, now)
    await tx.execute(sa.update(members).where(in_room(members, room)).values(user_id=nameless))


async def insert_nameless(tx: Tx, now: datetime) -> UUID:
    """Its address is none, so nobody can sign in with it or be written to."""
    user_id = shared_id()
    values = {"id": user_id, "email": str(user_id), "name": ABSENT_PARTNER, "created_at": now}
    await tx.execute(sa.insert(users).values(**values, inbox_seq=0, inbox_forgotten=0))
    return user_id


async def is_nameless(tx: Tx, user_id: UUID) -> bool:
    return bool(await tx.scalar(sa.select(users.c.email).where(users.c.id == user_id)) == str(user_id))


async def delete_user(tx: Tx, user_id: UUID) -> None:
    """With everything that hangs on the account: devices, links, inbox, ledger, preferences, keys, findings, mails."""
    await tx.execute(sa.delete(jobs).where(jobs.c.payload["userId"].as_string() == str(user_id)))
    await tx.execute(sa.delete(users).where(users.c.id == user_id))
    # Open streams look up and find that they are signed out.
    tx.wake(user_topic(user_id))


async def begin_anew(tx: Tx, user_id: UUID, device_id: UUID, now: datetime) -> UUID:
    """The account goes as when it is deleted; its address, name and password and the device that asks begin another one."""
    kept = (users.c.email, users.c.name, users.c.password_hash, users.c.proven_at)
    account = (await tx.execute(sa.select(*kept).where(users.c.id == user_id))).mappings().one()
    device = (await tx.execute(sa.select(devices).where(devices.c.id == device_id))).mappings().one()
    await delete_user(tx, user_id)
    fresh = shared_id()
    new = {"id": fresh, "created_at": now, "inbox_seq": 0, "inbox_forgotten": 0}
    await tx.execute(sa.insert(users).values({**account, **new}))
    await tx.execute(sa.insert(devices).values({**device, "user_id": fresh}))
    return fresh
