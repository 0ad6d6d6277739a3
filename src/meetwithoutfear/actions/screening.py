"""Three questions for each person alone: whether they are to be offered now, and what follows from the answers.

A yes brings help lines with the answer. In a session it begins care, as words of danger would. Before there is a session
there is nothing to hold: that help was wanted is kept, and the first session begins in care, without words or cause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meetwithoutfear.actions.caller import Caller, Here
from meetwithoutfear.actions.safety import SafetyCheck, Screened
from meetwithoutfear.domain.commands import TakeCare
from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.safety.care import quiet_care
from meetwithoutfear.domain.safety.screening import Inquiry, Occasion, Told, finding_in, occasion_due
from meetwithoutfear.domain.session import Session, SessionStatus
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.wire import Own
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.screenings import (
    Screening,
    Standing,
    load_screenings,
    load_standing,
    save_screening,
)
from meetwithoutfear.store.sessions import access_session, save

Answers = Mapping[Inquiry, Told]


@dataclass(frozen=True)
class ScreeningView(Helping):
    """`offered` is null where nothing is to be asked now. Help comes with an answer only."""

    offered: Own[Occasion | None]
    questions: Own[tuple[Inquiry, ...]] = tuple(Inquiry)


def due_alone(standing: Standing) -> Occasion | None:
    """As long as there is no session in which somebody else could be told of them."""
    due = occasion_due(standing.occasions_offered, may_consent=False, has_consented=standing.has_consented)
    return None if standing.sessions else due


def due_in(caller: Caller, session: Session, standing: Standing) -> Occasion | None:
    """Not over and above care, which asks one thing at a time."""
    me = session.members[session.side_of(caller.user_id)]
    if session.status is SessionStatus.ENDED or me.care is not None:
        return None
    may_consent = Gate.FELT_HEARD in me.passed
    return occasion_due(
        standing.occasions_offered, may_consent=may_consent, has_consented=standing.has_consented
    )


async def look_before_sessions(caller: Caller) -> ScreeningView:
    async with caller.store.look() as tx:
        return ScreeningView(due_alone(await load_standing(tx, caller.user_id)))


async def look_in_session(caller: Here) -> ScreeningView:
    async with caller.store.look() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id)
        return ScreeningView(due_in(caller, session, await load_standing(tx, caller.user_id)))


async def answer_before_sessions(caller: Caller, answers: Answers) -> ScreeningView:
    screened = Screened(finding_in(answers))
    async with caller.store.write() as tx:
        standing = await load_standing(tx, caller.user_id)
        await keep(tx, caller, due_alone(standing), screened)
        left = due_alone(await load_standing(tx, caller.user_id))
    return ScreeningView(left, help=screened.help_for(caller.user.region))


async def answer_in_session(caller: Here, answers: Answers) -> ScreeningView:
    """A yes is heard whether or not it was asked for now; a repeat of a request begins nothing again."""
    check = SafetyCheck(caller, finding=finding_in(answers))
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, lock=True)
        standing = await load_standing(tx, caller.user_id)
        screened = Screened(check.finding)
        if await caller.earlier_ids(tx) is None:
            due = due_in(caller, session, standing)
            session, _ = await check.screen(tx, session)
            await keep(tx, caller, due, screened)
            await caller.keep_ids(tx)
        left = due_in(caller, session, await load_standing(tx, caller.user_id))
    return ScreeningView(left, help=screened.help_for(caller.user.region))


async def keep(tx: Tx, caller: Caller, due: Occasion | None, screened: Screened) -> None:
    if due is not None:
        wanted = screened.finding is not None
        await save_screening(tx, caller.user_id, Screening(due, caller.now, help_wanted=wanted))


async def begin_with_care(tx: Tx, caller: Caller, session: Session) -> Session:
    """Who wanted help when there was no session to be held in begins the first one in care; no answer of theirs is known
    any more, so it is without words or cause."""
    known = await load_screenings(tx, caller.user_id)
    wanted = any(each.occasion is Occasion.BEGINNING and each.help_wanted for each in known)
    side = session.side_of(caller.user_id)
    me = session.members[side]
    if not wanted or me.care is not None or me.cleared_at is not None:
        return session
    if (await load_standing(tx, caller.user_id)).sessions > 1:
        return session
    care = quiet_care(caller.now, SafetyCheck(caller).language)
    return await save(tx, session, decide(session, TakeCare(side, care)), caller.now)
