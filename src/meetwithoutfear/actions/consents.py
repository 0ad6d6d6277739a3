"""The ledger of what one has shared, and taking it back."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.domain.empathy.commands import Withdraw, WithdrawContext
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.moves import ConsentTarget, SessionCommand
from meetwithoutfear.domain.needs.commands import WithdrawGround, WithdrawNeed
from meetwithoutfear.domain.repair.commands import WithdrawAgreement, WithdrawIdea
from meetwithoutfear.domain.session import Session, SessionStatus
from meetwithoutfear.domain.view import ABSENT_PARTNER
from meetwithoutfear.domain.wire import Own, Time, View
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange import withdraw_feedback
from meetwithoutfear.store.ledger import ConsentRecord, access_consent, access_consents, revoke
from meetwithoutfear.store.rooms import Room
from meetwithoutfear.store.sessions import access_session, lock_session, save
from meetwithoutfear.store.together import unshare_check_ins


@dataclass(frozen=True)
class ConsentView(View):
    """What exactly one has agreed to share, with whom, and when."""

    id: Own[UUID]
    session_id: Own[UUID]
    target_type: Own[ConsentTarget]
    content: Own[str] = field(repr=False)
    to: Own[str]
    granted_at: Own[Time]
    revoked_at: Own[Time | None]
    seen_at: Own[Time | None]


def consent_view(record: ConsentRecord, reader: UUID) -> ConsentView:
    return ConsentView(
        id=record.id,
        session_id=record.session_id,
        target_type=record.target,
        content=record.content.read_as(reader),
        to=record.to or ABSENT_PARTNER,
        granted_at=record.granted_at,
        revoked_at=record.revoked_at,
        seen_at=record.seen_at,
    )


async def list_consents(caller: Caller, before: UUID | None, limit: int) -> list[ConsentView]:
    async with caller.store.read() as tx:
        found = await access_consents(tx, caller.user_id, before=before, limit=limit)
    return [consent_view(record, caller.user_id) for record in found]


async def revoke_consent(caller: Caller, consent_id: UUID) -> ConsentView:
    """What has not been seen comes back; what has been seen is left out of everything from now on."""
    async with caller.store.write() as tx:
        session_id = (await access_consent(tx, caller.user_id, consent_id)).session_id
        await lock_session(tx, session_id)
        record = await access_consent(tx, caller.user_id, consent_id)
        if record.revoked_at is not None:
            return consent_view(record, caller.user_id)
        await take_back(tx, caller, record)
        await revoke(tx, consent_id, caller.now)
        return consent_view(await access_consent(tx, caller.user_id, consent_id), caller.user_id)


async def take_back(tx: Tx, caller: Caller, record: ConsentRecord) -> None:
    try:
        session = await access_session(tx, caller.user_id, record.session_id)
    except NotFound:
        return  # they have left: the record is all that is still theirs
    if session.status is SessionStatus.ENDED:
        return
    if record.target is ConsentTarget.VALIDATION_FEEDBACK:
        await withdraw_feedback(tx, Room(session.id, record.side.other), record.number)
    if record.target is ConsentTarget.CHECK_IN and record.object_id is not None:
        await unshare_check_ins(tx, record.object_id, record.side)
    command = withdrawal(session, record)
    if command is not None:
        await save(tx, session, decide(session, command), caller.now)


def withdrawal(session: Session, record: ConsentRecord) -> SessionCommand | None:
    """What was taken back is left out from now on. Of words that were replaced only the record is left."""
    side, object_id = record.side, record.object_id
    mine, theirs = session.exchange.attempts[side], session.exchange.attempts[side.other]
    match record.target:
        case ConsentTarget.EMPATHY_STATEMENT if record.number == mine.revision and mine.status is not None:
            return Withdraw(side)
        case ConsentTarget.SHARED_CONTEXT:
            offer = next((offer for offer in theirs.offers if offer.iteration == record.number), None)
            return WithdrawContext(side, offer.id) if offer else None
        case ConsentTarget.NEED if object_id:
            return WithdrawNeed(side, object_id)
        case ConsentTarget.COMMON_GROUND if object_id:
            return WithdrawGround(side, object_id)
        case ConsentTarget.STRATEGY_PROPOSAL if object_id:
            return WithdrawIdea(side, object_id)
        case ConsentTarget.AGREEMENT if object_id:
            return WithdrawAgreement(side, object_id)
        case _:
            return None
