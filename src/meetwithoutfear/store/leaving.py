"""What goes when a member leaves: everything private of theirs, and everything that was made of it. What they had shared
stays with the other one, in whose chat it stands."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa

from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange_tables import (
    attempts,
    consents,
    drafts,
    guidances,
    offers,
    results,
    statements,
    validations,
)
from meetwithoutfear.store.exchanges import ANALYZE_JOB, GUIDANCE_JOB
from meetwithoutfear.store.jobs import cancel_all
from meetwithoutfear.store.notification_tables import notifications
from meetwithoutfear.store.tables import (
    confirmed_feelings,
    emotions,
    left_out,
    messages,
    own_words,
    safety_findings,
    summaries,
)
from meetwithoutfear.store.together import COMMON_GROUND_JOB
from meetwithoutfear.store.together_tables import agreements, check_ins, needs, rankings, strategies

ROOM = (left_out, messages, confirmed_feelings, own_words, emotions, summaries, drafts, notifications)
MADE_OF_BOTH = (results, guidances)


async def erase_room(tx: Tx, session: Session, side: Side, now: datetime) -> None:
    for table in ROOM:
        await tx.execute(sa.delete(table).where(table.c.session_id == session.id, table.c.side == side))
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
