"""What goes when a member leaves: everything private of theirs, and everything that was made of it. What they had shared
stays with the other one, in whose chat it stands, and nowhere else.

And what goes when somebody deletes their account: all of it. A session that the other one may still read goes on without
them: their place is kept by a nameless user, who has no address, no password and nothing else, one for each such session, so
that not even two of them can be told to be the same person."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.empathy.exchange import Delivery
from meetwithoutfear.domain.moves import ConsentTarget
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.view import ABSENT_PARTNER
from meetwithoutfear.store import stage_tables as stage
from meetwithoutfear.store import tables
from meetwithoutfear.store.database import Tx, user_topic
from meetwithoutfear.store.exchange import ANALYZE_JOB, GUIDANCE_JOB
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.jobs import cancel_all
from meetwithoutfear.store.rooms import Room, in_room
from meetwithoutfear.store.rows import insert_all, insert_row, is_at
from meetwithoutfear.store.together import COMMON_GROUND_JOB

ROOM = (
    tables.left_out,
    tables.messages,
    tables.confirmed_feelings,
    tables.own_words,
    tables.emotions,
    tables.summaries,
    stage.drafts,
    tables.notifications,
)
MADE_OF_BOTH = (stage.results, stage.guidances)


async def erase_room(tx: Tx, session: Session, side: Side, now: datetime) -> None:
    for table in ROOM:
        await tx.delete(table, in_room(table, Room(session.id, side)))
    for table in MADE_OF_BOTH:
        await tx.delete(table, table.c.session_id == session.id)
    gone = {"session_id": session.id, "user_id": session.members[side].user_id}
    await tx.delete(tables.safety_findings, is_at(tables.safety_findings, **gone))
    await erase_together(tx, session, side)
    await erase_exchange(tx, session, side)
    for kind in (ANALYZE_JOB, GUIDANCE_JOB):
        await cancel_all(tx, kind, f"{session.id}:", now)
    await cancel_all(tx, COMMON_GROUND_JOB, str(session.id), now)


async def erase_together(tx: Tx, session: Session, side: Side) -> None:
    """Of the last two stages: what was never shown to the other one goes; what both have before them stays, with nothing
    that tells whose it was; and how somebody looked back is theirs unless they shared it."""
    room, needs, ideas = Room(session.id, side), stage.needs, stage.strategies
    unseen = sa.or_(needs.c.shared_at.is_(None), needs.c.withdrawn)
    seen = Gate.NEEDS_REVEALED in session.members[side].passed
    await tx.delete(needs, in_room(needs, room), unseen if seen else sa.true())
    await tx.update(needs, in_room(needs, room), evidence=[])
    own = is_at(ideas, session_id=session.id, owner=side)
    await tx.delete(ideas, own, ideas.c.round.is_(None))
    await tx.update(ideas, own, owner=None)
    await tx.delete(stage.rankings, in_room(stage.rankings, room))
    here = sa.select(stage.agreements.c.id).where(stage.agreements.c.session_id == session.id)
    unshared = is_at(stage.check_ins, side=side, shared=False)
    await tx.delete(stage.check_ins, stage.check_ins.c.agreement_id.in_(here), unshared)


async def erase_exchange(tx: Tx, session: Session, side: Side) -> None:
    """A statement that was never shown is nobody's but its writer's."""
    mine, about_them = Room(session.id, side), Room(session.id, side.other)
    if not session.exchange.attempts[side].revealed:
        await tx.delete(stage.statements, in_room(stage.statements, mine))
        await tx.update(stage.attempts, in_room(stage.attempts, mine), statement="")
        unshown = is_at(stage.consents, target_type=ConsentTarget.EMPATHY_STATEMENT)
        await tx.delete(stage.consents, in_room(stage.consents, mine), unshown)
    await tx.update(stage.offers, in_room(stage.offers, about_them), suggestion=None, area=None)
    await tx.delete(stage.validations, in_room(stage.validations, about_them))


async def forget_member(tx: Tx, session: Session, side: Side, now: datetime) -> None:
    """Of somebody who has left already."""
    partner = session.members.get(side.other)
    if partner is None or await is_nameless(tx, partner.user_id):
        await tx.delete(tables.jobs, tables.jobs.c.payload["sessionId"].as_string() == str(session.id))
        await tx.delete(tables.sessions, tables.sessions.c.id == session.id)
        return
    room = Room(session.id, side)
    await tx.delete(stage.statements, in_room(stage.statements, room))
    unseen = sa.and_(stage.offers.c.withdrawn, stage.offers.c.delivery != Delivery.SEEN)
    theirs = in_room(stage.offers, Room(session.id, side.other))
    await tx.update(stage.offers, theirs, unseen, shared="")
    await tx.delete(tables.invitations, tables.invitations.c.session_id == session.id)
    if side is Side.INVITEE:
        await tx.update(tables.sessions, tables.sessions.c.id == session.id, partner_name=ABSENT_PARTNER)
    # Its address is none, so nobody can sign in with it or be written to.
    nameless = fresh_user(now)
    await insert_row(tx, tables.users, email=str(nameless["id"]), name=ABSENT_PARTNER, **nameless)
    await tx.update(tables.members, in_room(tables.members, room), user_id=nameless["id"])


def fresh_user(now: datetime) -> dict[str, Any]:
    return {"id": shared_id(), "created_at": now, "inbox_seq": 0, "inbox_forgotten": 0}


async def is_nameless(tx: Tx, user_id: UUID) -> bool:
    address = await tx.scalar(sa.select(tables.users.c.email).where(tables.users.c.id == user_id))
    return bool(address == str(user_id))


async def delete_user(tx: Tx, user_id: UUID) -> None:
    """With everything that hangs on the account: devices, links, inbox, ledger, preferences, keys, findings, mails."""
    await tx.delete(tables.jobs, tables.jobs.c.payload["userId"].as_string() == str(user_id))
    await tx.delete(tables.users, tables.users.c.id == user_id)
    # Open streams look up and find that they are signed out.
    tx.wake(user_topic(user_id))


async def begin_anew(tx: Tx, user_id: UUID, device_id: UUID, now: datetime) -> UUID:
    """The account goes as when it is deleted; its address, name and password and the device that asks begin another one."""
    users, devices, fresh = tables.users, tables.devices, fresh_user(now)
    kept = sa.select(users.c.email, users.c.name, users.c.password_hash, users.c.proven_at)
    account = (await tx.execute(kept.where(users.c.id == user_id))).mappings().one()
    here = sa.select(devices).where(devices.c.id == device_id)
    device = (await tx.execute(here)).mappings().one()
    await delete_user(tx, user_id)
    await insert_all(tx, users, [{**account, **fresh}])
    await insert_all(tx, devices, [{**device, "user_id": fresh["id"]}])
    return UUID(str(fresh["id"]))
