"""The ledger of what one has shared, and taking it back."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.empathy.commands import Command, Withdraw, WithdrawContext
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.machine import decide_exchange, decide_together
from meetwithoutfear.domain.needs.commands import ConfirmGround, WithdrawNeed
from meetwithoutfear.domain.needs.need import has_confirmed
from meetwithoutfear.domain.repair.commands import DropAgreement, Reopen
from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.domain.session import Session, SessionStatus
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.waiting import is_collecting_done
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange import withdraw_feedback
from meetwithoutfear.store.ledger import ConsentRecord, access_consent, access_consents, revoke
from meetwithoutfear.store.rooms import Room
from meetwithoutfear.store.sessions import access_session, lock_session, save
from meetwithoutfear.store.together import (
    load_ground,
    load_needs,
    load_pool,
    remove_ground,
    save_idea,
    save_needs,
    unshare_check_ins,
)


async def list_consents(caller: Caller, before: UUID | None, limit: int) -> list[ConsentRecord]:
    async with caller.store.read() as tx:
        return await access_consents(tx, caller.user_id, before=before, limit=limit)


async def revoke_consent(caller: Caller, consent_id: UUID) -> ConsentRecord:
    """What has not been seen comes back; what has been seen is left out of everything from now on."""
    async with caller.store.write() as tx:
        session_id = (await access_consent(tx, caller.user_id, consent_id)).session_id
        await lock_session(tx, session_id)
        record = await access_consent(tx, caller.user_id, consent_id)
        if record.revoked_at is not None:
            return record
        await take_back(tx, caller, record)
        await revoke(tx, consent_id, caller.now)
        return await access_consent(tx, caller.user_id, consent_id)


async def take_back(tx: Tx, caller: Caller, record: ConsentRecord) -> None:
    try:
        session = await access_session(tx, caller.user_id, record.session_id)
    except NotFound:
        return  # they have left: the record is all that is still theirs
    if session.status is SessionStatus.ENDED:
        return
    if record.target is ConsentTarget.VALIDATION_FEEDBACK:
        await withdraw_feedback(tx, Room(session.id, record.side.other), record.number)
    if record.object_id is not None:
        await take_back_object(tx, caller, session, record.target, record.object_id)
    command = withdrawal(session, record)
    if command is not None:
        await save(tx, session, decide_exchange(session, command), caller.now)


async def take_back_object(
    tx: Tx, caller: Caller, session: Session, target: ConsentTarget, object_id: UUID
) -> None:
    """What was taken back is left out from now on. Common ground and agreements are no longer one's own to take back once
    the other one has said yes to them."""
    side = session.side_of(caller.user_id)
    match target:
        case ConsentTarget.NEED:
            await withdraw_need(tx, caller, session, object_id)
        case ConsentTarget.COMMON_GROUND:
            await withdraw_ground(tx, caller, session, object_id)
        case ConsentTarget.STRATEGY_PROPOSAL:
            await withdraw_idea(tx, caller, session, object_id)
        case ConsentTarget.AGREEMENT:
            proposal = session.proposal
            if proposal is not None and proposal.id == object_id and proposal.by is side:
                events = decide_together(session, DropAgreement(side, object_id))
                await save(tx, session, events, caller.now)
        case ConsentTarget.CHECK_IN:
            await unshare_check_ins(tx, object_id, side)
        case _:
            pass


async def withdraw_need(tx: Tx, caller: Caller, session: Session, need_id: UUID) -> None:
    """Before the other one has seen it, it comes back to its writer's list."""
    side = session.side_of(caller.user_id)
    room, revealed = Room(session.id, side), Gate.NEEDS_REVEALED in session.members[side].passed
    before = await load_needs(tx, room)
    after = tuple(
        (replace(need, withdrawn=True) if revealed else replace(need, shared_at=None))
        if need.id == need_id
        else need
        for need in before
    )
    await save_needs(tx, room, before, after)
    if session.status is SessionStatus.ACTIVE:
        left = any(need.is_shared for need in after)
        await save(tx, session, decide_together(session, WithdrawNeed(side, left)), caller.now)


async def withdraw_ground(tx: Tx, caller: Caller, session: Session, item_id: UUID) -> None:
    side, ground = session.side_of(caller.user_id), await load_ground(tx, session.id)
    mine = next((item for item in ground if item.id == item_id), None)
    if mine is None or mine.is_common or session.phase is not None:
        return
    left = tuple(item for item in ground if item.id != item_id)
    await remove_ground(tx, item_id)
    wish = ConfirmGround(side, has_confirmed(left, side), common=False)
    await save(tx, session, decide_together(session, wish), caller.now)


async def withdraw_idea(tx: Tx, caller: Caller, session: Session, idea_id: UUID) -> None:
    """Before the pool is released nothing has crossed: the readiness is taken back with the consent."""
    idea = next((each for each in await load_pool(tx, session.id) if each.id == idea_id), None)
    side = session.side_of(caller.user_id)
    if idea is None:
        return
    if idea.round is not None:
        # What is being ranked stays until it has been: an idea that vanished would tell whose it was.
        await save_idea(tx, idea, replace(idea, withdrawn=session.phase is not Phase.RANKING))
    elif is_collecting_done(session, side):
        await save(tx, session, decide_together(session, Reopen(side)), caller.now)


def withdrawal(session: Session, record: ConsentRecord) -> Command | None:
    """Only the record of the words that stand moves anything."""
    mine = session.exchange.attempts[record.side]
    theirs = session.exchange.attempts[record.side.other]
    if record.target is ConsentTarget.EMPATHY_STATEMENT and record.number == mine.revision:
        return Withdraw(record.side) if mine.status is not None else None
    if record.target is ConsentTarget.SHARED_CONTEXT:
        offer = next((offer for offer in theirs.offers if offer.iteration == record.number), None)
        return WithdrawContext(record.side, offer.id) if offer else None
    return None
