"""The ledger of what one has shared, and taking it back."""

from __future__ import annotations

from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.empathy.commands import Command, Withdraw, WithdrawContext
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.machine import decide_exchange
from meetwithoutfear.domain.session import Session, SessionStatus
from meetwithoutfear.store.consents import ConsentRecord, access_consent, access_consents, revoke
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.results import withdraw_feedback
from meetwithoutfear.store.rooms import Room
from meetwithoutfear.store.sessions import access_session, lock_session, save


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
    command = withdrawal(session, record)
    if command is not None:
        await save(tx, session, decide_exchange(session, command), caller.now)


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
