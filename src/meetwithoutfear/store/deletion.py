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
from meetwithoutfear.store.database import Tx, user_topic
from meetwithoutfear.store.exchange import ANALYZE_JOB, GUIDANCE_JOB
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.jobs import cancel_all
from meetwithoutfear.store.rooms import Room, in_room
from meetwithoutfear.store.rows import insert_all
from meetwithoutfear.store.stage_tables import (
    agreements,
    attempts,
    check_ins,
    consents,
    drafts,
    guidances,
    needs,
    offers,
    rankings,
    results,
    statements,
    strategies,
    validations,
)
from meetwithoutfear.store.tables import (
    confirmed_feelings,
    devices,
    emotions,
    invitations,
    jobs,
    left_out,
    members,
    messages,
    notifications,
    own_words,
    safety_findings,
    sessions,
    summaries,
    users,
)
from meetwithoutfear.store.together import COMMON_GROUND_JOB

ROOM = (left_out, messages, confirmed_feelings, own_words, emotions, summaries, drafts, notifications)
MADE_OF_BOTH = (results, guidances)


async def erase_room(tx: Tx, session: Session, side: Side, now: datetime) -> None:
    for table in ROOM:
        await tx.execute(sa.delete(table).where(in_room(table, Room(session.id, side))))
    for table in MADE_OF_BOTH:
        await tx.execute(sa.delete(table).where(table.c.session_id == session.id))
    gone = session.members[side].user_id
    found = sa.and_(safety_findings.c.session_id == session.id, safety_findings.c.user_id == gone)
    await tx.execute(sa.delete(safety_findings).where(found))
    await erase_together(tx, session, side)
    await erase_as_guesser(tx, session, side)
    await erase_as_subject(tx, session, side)
    for kind in (ANALYZE_JOB, GUIDANCE_JOB):
        await cancel_all(tx, kind, f"{session.id}:", now)
    await cancel_all(tx, COMMON_GROUND_JOB, str(session.id), now)


async def erase_together(tx: Tx, session: Session, side: Side) -> None:
    """Of the last two stages: what was never shown to the other one goes; what both have before them stays, with nothing
    that tells whose it was; and how somebody looked back is theirs unless they shared it."""
    mine = sa.and_(needs.c.session_id == session.id, needs.c.side == side)
    seen = Gate.NEEDS_REVEALED in session.members[side].passed
    kept = sa.and_(needs.c.shared_at.is_not(None), needs.c.withdrawn.is_(False)) if seen else sa.false()
    await tx.execute(sa.delete(needs).where(mine, sa.not_(kept)))
    await tx.execute(sa.update(needs).where(mine).values(evidence=[]))
    own = sa.and_(strategies.c.session_id == session.id, strategies.c.owner == side)
    await tx.execute(sa.delete(strategies).where(own, strategies.c.round.is_(None)))
    await tx.execute(sa.update(strategies).where(own).values(owner=None))
    ranked = sa.and_(rankings.c.session_id == session.id, rankings.c.side == side)
    await tx.execute(sa.delete(rankings).where(ranked))
    here = sa.select(agreements.c.id).where(agreements.c.session_id == session.id)
    unshared = sa.and_(check_ins.c.side == side, check_ins.c.shared.is_(False))
    await tx.execute(sa.delete(check_ins).where(check_ins.c.agreement_id.in_(here), unshared))


async def erase_as_guesser(tx: Tx, session: Session, side: Side) -> None:
    """A statement that was never shown is nobody's but its writer's."""
    if session.exchange.attempts[side].revealed:
        return
    here = sa.and_(statements.c.session_id == session.id, statements.c.side == side)
    await tx.execute(sa.delete(statements).where(here))
    own = sa.and_(attempts.c.session_id == session.id, attempts.c.side == side)
    await tx.execute(sa.update(attempts).where(own).values(statement=""))
    agreed = sa.and_(consents.c.session_id == session.id, consents.c.side == side)
    unshown = consents.c.target_type == ConsentTarget.EMPATHY_STATEMENT
    await tx.execute(sa.delete(consents).where(agreed, unshown))


async def erase_as_subject(tx: Tx, session: Session, side: Side) -> None:
    about_them = sa.and_(offers.c.session_id == session.id, offers.c.side == side.other)
    await tx.execute(sa.update(offers).where(about_them).values(suggestion=None, area=None))
    judged = sa.and_(validations.c.session_id == session.id, validations.c.side == side.other)
    await tx.execute(sa.delete(validations).where(judged))


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
    await tx.execute(
        sa.insert(users).values(
            id=user_id,
            email=str(user_id),
            name=ABSENT_PARTNER,
            created_at=now,
            inbox_seq=0,
            inbox_forgotten=0,
        )
    )
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
    await insert_all(tx, users, [{**account, **new}])
    await insert_all(tx, devices, [{**device, "user_id": fresh}])
    return fresh
