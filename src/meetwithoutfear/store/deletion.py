"""What goes when a member leaves: everything private of theirs, and everything that was made of it. What they had shared
stays with the other one, in whose chat it stands, and nowhere else.

And what goes when somebody deletes their account: all of it. A session that the other one may still read goes on without
them: their place is kept by a nameless user, who has no address, no password and nothing else, one for each such session, so
that not even two of them can be told to be the same person."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.empathy.exchange import Delivery
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
from meetwithoutfear.store.rows import insert_all, insert_row
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
        await tx.execute(sa.delete(table).where(in_room(table, Room(session.id, side))))
    for table in MADE_OF_BOTH:
        await tx.execute(sa.delete(table).where(table.c.session_id == session.id))
    gone = session.members[side].user_id
    found = sa.and_(
        tables.safety_findings.c.session_id == session.id, tables.safety_findings.c.user_id == gone
    )
    await tx.execute(sa.delete(tables.safety_findings).where(found))
    await erase_together(tx, session, side)
    await erase_as_guesser(tx, session, side)
    await erase_as_subject(tx, session, side)
    for kind in (ANALYZE_JOB, GUIDANCE_JOB):
        await cancel_all(tx, kind, f"{session.id}:", now)
    await cancel_all(tx, COMMON_GROUND_JOB, str(session.id), now)


async def erase_together(tx: Tx, session: Session, side: Side) -> None:
    """Of the last two stages: what was never shown to the other one goes; what both have before them stays, with nothing
    that tells whose it was; and how somebody looked back is theirs unless they shared it."""
    room = Room(session.id, side)
    mine = in_room(stage.needs, room)
    seen = Gate.NEEDS_REVEALED in session.members[side].passed
    kept = (
        sa.and_(stage.needs.c.shared_at.is_not(None), stage.needs.c.withdrawn.is_(False))
        if seen
        else sa.false()
    )
    await tx.execute(sa.delete(stage.needs).where(mine, sa.not_(kept)))
    await tx.execute(sa.update(stage.needs).where(mine).values(evidence=[]))
    own = sa.and_(stage.strategies.c.session_id == session.id, stage.strategies.c.owner == side)
    await tx.execute(sa.delete(stage.strategies).where(own, stage.strategies.c.round.is_(None)))
    await tx.execute(sa.update(stage.strategies).where(own).values(owner=None))
    await tx.execute(sa.delete(stage.rankings).where(in_room(stage.rankings, room)))
    here = sa.select(stage.agreements.c.id).where(stage.agreements.c.session_id == session.id)
    unshared = sa.and_(stage.check_ins.c.side == side, stage.check_ins.c.shared.is_(False))
    await tx.execute(sa.delete(stage.check_ins).where(stage.check_ins.c.agreement_id.in_(here), unshared))


async def erase_as_guesser(tx: Tx, session: Session, side: Side) -> None:
    """A statement that was never shown is nobody's but its writer's."""
    if session.exchange.attempts[side].revealed:
        return
    room = Room(session.id, side)
    await tx.execute(sa.delete(stage.statements).where(in_room(stage.statements, room)))
    await tx.execute(sa.update(stage.attempts).where(in_room(stage.attempts, room)).values(statement=""))
    unshown = stage.consents.c.target_type == ConsentTarget.EMPATHY_STATEMENT
    await tx.execute(sa.delete(stage.consents).where(in_room(stage.consents, room), unshown))


async def erase_as_subject(tx: Tx, session: Session, side: Side) -> None:
    offers, judged = stage.offers, stage.validations
    about_them = Room(session.id, side.other)
    await tx.execute(sa.update(offers).where(in_room(offers, about_them)).values(suggestion=None, area=None))
    await tx.execute(sa.delete(judged).where(in_room(judged, about_them)))


async def forget_member(tx: Tx, session: Session, side: Side, now: datetime) -> None:
    """Of somebody who has left already."""
    partner = session.partner_of(side)
    if partner is None or await is_nameless(tx, partner.user_id):
        await tx.execute(
            sa.delete(tables.jobs).where(tables.jobs.c.payload["sessionId"].as_string() == str(session.id))
        )
        await tx.execute(sa.delete(tables.sessions).where(tables.sessions.c.id == session.id))
        return
    room = Room(session.id, side)
    await tx.execute(sa.delete(stage.statements).where(in_room(stage.statements, room)))
    unseen = sa.and_(stage.offers.c.withdrawn, stage.offers.c.delivery != Delivery.SEEN)
    theirs = in_room(stage.offers, Room(session.id, side.other))
    await tx.execute(sa.update(stage.offers).where(theirs, unseen).values(shared=""))
    await tx.execute(sa.delete(tables.invitations).where(tables.invitations.c.session_id == session.id))
    if side is Side.INVITEE:
        named = sa.update(tables.sessions).where(tables.sessions.c.id == session.id)
        await tx.execute(named.values(partner_name=ABSENT_PARTNER))
    nameless = await insert_nameless(tx, now)
    await tx.execute(sa.update(tables.members).where(in_room(tables.members, room)).values(user_id=nameless))


async def insert_nameless(tx: Tx, now: datetime) -> UUID:
    """Its address is none, so nobody can sign in with it or be written to."""
    user_id = shared_id()
    new = {"id": user_id, "created_at": now, "inbox_seq": 0, "inbox_forgotten": 0}
    await insert_row(tx, tables.users, email=str(user_id), name=ABSENT_PARTNER, **new)
    return user_id


async def is_nameless(tx: Tx, user_id: UUID) -> bool:
    return bool(
        await tx.scalar(sa.select(tables.users.c.email).where(tables.users.c.id == user_id)) == str(user_id)
    )


async def delete_user(tx: Tx, user_id: UUID) -> None:
    """With everything that hangs on the account: devices, links, inbox, ledger, preferences, keys, findings, mails."""
    await tx.execute(
        sa.delete(tables.jobs).where(tables.jobs.c.payload["userId"].as_string() == str(user_id))
    )
    await tx.execute(sa.delete(tables.users).where(tables.users.c.id == user_id))
    # Open streams look up and find that they are signed out.
    tx.wake(user_topic(user_id))


async def begin_anew(tx: Tx, user_id: UUID, device_id: UUID, now: datetime) -> UUID:
    """The account goes as when it is deleted; its address, name and password and the device that asks begin another one."""
    kept = (tables.users.c.email, tables.users.c.name, tables.users.c.password_hash, tables.users.c.proven_at)
    account = (await tx.execute(sa.select(*kept).where(tables.users.c.id == user_id))).mappings().one()
    device = (
        (await tx.execute(sa.select(tables.devices).where(tables.devices.c.id == device_id))).mappings().one()
    )
    await delete_user(tx, user_id)
    fresh = shared_id()
    new = {"id": fresh, "created_at": now, "inbox_seq": 0, "inbox_forgotten": 0}
    await insert_all(tx, tables.users, [{**account, **new}])
    await insert_all(tx, tables.devices, [{**device, "user_id": fresh}])
    return fresh
