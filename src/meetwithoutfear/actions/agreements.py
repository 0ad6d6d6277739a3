"""What both agree to try: proposing it, wording it together, ending with it or without, and looking back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.doing import Act, Acted, Doing, perform
from meetwithoutfear.actions.safety import May
from meetwithoutfear.actions.strategies import line_or_nothing
from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.errors import Invalid, NotFound
from meetwithoutfear.domain.repair.agreement import (
    Agreement,
    AgreementStatus,
    AgreementType,
    CheckIn,
    Terms,
    checked_in,
    confirmed,
    modified,
)
from meetwithoutfear.domain.repair.commands import (
    AskToClose,
    ConfirmAgreement,
    DropAgreement,
    ModifyAgreement,
    ProposeAgreement,
    Resolve,
)
from meetwithoutfear.domain.repair.commands import CheckIn as CheckInCommand
from meetwithoutfear.domain.repair.pool import released
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import NOTE_LIMIT, STRATEGY_LIMIT, clean
from meetwithoutfear.domain.view import decide_for
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.ledger import ConsentKey, grant_object, mark_seen
from meetwithoutfear.store.sessions import access_session
from meetwithoutfear.store.together import (
    load_agreement,
    load_agreements,
    load_pool,
    save_agreement,
    save_check_in,
    schedule_follow_up,
)

STANDING = frozenset({AgreementStatus.AGREED, AgreementStatus.IN_PROGRESS, AgreementStatus.COMPLETED})


@dataclass(frozen=True)
class Agreed:
    """An agreement as one member sees it, and whether there is one that lets them end with it."""

    side: Side
    agreement: Agreement
    can_resolve: bool
    acted: Acted | None = None


async def list_agreements(caller: Caller, session_id: UUID) -> tuple[Side, list[Agreement]]:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        return session.side_of(caller.user_id), await load_agreements(tx, session_id)


async def look_at_agreement(caller: Caller, session_id: UUID, agreement_id: UUID) -> Agreed:
    side, found = await list_agreements(caller, session_id)
    wanted = next((each for each in found if each.id == agreement_id), None)
    if wanted is None:
        raise NotFound
    return Agreed(side, wanted, any(each.status in STANDING for each in found))


def cleaned(terms: Terms, caller: Caller) -> Terms:
    if terms.follow_up is not None and terms.follow_up < caller.now.date():
        raise Invalid.field("followUpDate", "This day is over.")
    return Terms(
        clean("description", terms.description, STRATEGY_LIMIT),
        line_or_nothing("duration", terms.duration),
        line_or_nothing("measureOfSuccess", terms.measure),
        terms.follow_up,
    )


def words_of(terms: Terms) -> str:
    return "\n".join(text for text in (terms.description, terms.duration, terms.measure) if text)


async def propose_agreement(
    caller: Caller, session_id: UUID, kind: AgreementType, terms: Terms, strategy_id: UUID | None
) -> Agreed:
    terms = cleaned(terms, caller)

    async def act(doing: Doing) -> dict[str, str]:
        if strategy_id is not None:
            pool = released(await load_pool(doing.tx, session_id))
            if all(idea.id != strategy_id for idea in pool):
                raise Invalid.field("strategyId", "This is not in the pool.")
        new = Agreement(
            shared_id(), kind, terms, doing.side, strategy_id=strategy_id, agreed={doing.side: caller.now}
        )
        await doing.does(ProposeAgreement(doing.side, new.id, terms.follow_up is not None))
        await save_agreement(doing.tx, session_id, None, new, caller.now)
        await record(doing, new)
        return {"agreementId": str(new.id)}

    def may(side: Side, session: Session) -> object:
        return decide_for(side, session, ProposeAgreement(side, session_id, follow_up=False))

    return await agreed(caller, session_id, act, words_of(terms), may)


async def agreed(
    caller: Caller, session_id: UUID, act: Act, crossing: str | None = None, may: May | None = None
) -> Agreed:
    acted = await perform(caller, session_id, act, crossing=crossing, may=may)
    found = await look_at_agreement(caller, session_id, UUID(acted.ids["agreementId"]))
    return Agreed(found.side, found.agreement, found.can_resolve, acted)


async def see_agreement(doing: Doing, agreement_id: UUID, *sides: Side) -> None:
    """Whoever answers a wording has seen it. A yes is to words that the other one wrote, so these have been seen, too."""
    for side in sides:
        crossing = ConsentKey(doing.session.id, side, ConsentTarget.AGREEMENT, object_id=agreement_id)
        await mark_seen(doing.tx, crossing, doing.caller.now)


async def record(doing: Doing, agreement: Agreement) -> None:
    crossing = ConsentKey(doing.session.id, doing.side, ConsentTarget.AGREEMENT)
    words, now = words_of(agreement.terms), doing.caller.now
    await grant_object(doing.tx, doing.caller.user_id, replace(crossing, object_id=agreement.id), words, now)


async def confirm_agreement(caller: Caller, session_id: UUID, agreement_id: UUID) -> Agreed:
    async def act(doing: Doing) -> dict[str, str]:
        known = await load_agreement(doing.tx, session_id, agreement_id)
        if doing.side not in known.agreed:
            follow_up = known.terms.follow_up is not None
            await doing.does(ConfirmAgreement(doing.side, agreement_id, follow_up))
            new = confirmed(known, doing.side, caller.now)
            await save_agreement(doing.tx, session_id, known, new, caller.now)
            await record(doing, new)
            await see_agreement(doing, agreement_id, *Side)
        return {"agreementId": str(agreement_id)}

    return await agreed(caller, session_id, act)


async def modify_agreement(caller: Caller, session_id: UUID, agreement_id: UUID, terms: Terms) -> Agreed:
    """What is left out stays as it was; the same words again are no new version."""
    terms = cleaned(terms, caller)

    async def act(doing: Doing) -> dict[str, str]:
        known = await load_agreement(doing.tx, session_id, agreement_id)
        wanted = Terms(
            terms.description,
            terms.duration or known.terms.duration,
            terms.measure or known.terms.measure,
            terms.follow_up or known.terms.follow_up,
        )
        if (known.proposed_by, known.terms) != (doing.side, wanted):
            await doing.does(ModifyAgreement(doing.side, agreement_id))
            new = modified(known, doing.side, wanted, caller.now)
            await save_agreement(doing.tx, session_id, known, new, caller.now)
            await see_agreement(doing, agreement_id, doing.side.other)
            await record(doing, new)
        return {"agreementId": str(agreement_id)}

    return await agreed(caller, session_id, act, words_of(terms))


async def drop_agreement(caller: Caller, session_id: UUID, agreement_id: UUID) -> Agreed:
    async def act(doing: Doing) -> dict[str, str]:
        known = await load_agreement(doing.tx, session_id, agreement_id)
        if known.status is not AgreementStatus.ABANDONED:
            await doing.does(DropAgreement(doing.side, agreement_id))
            if known.proposed_by is not doing.side:
                await see_agreement(doing, agreement_id, known.proposed_by)
        return {"agreementId": str(agreement_id)}

    return await agreed(caller, session_id, act)


async def resolve(caller: Caller, session_id: UUID) -> tuple[Acted, list[Agreement]]:
    async def act(doing: Doing) -> None:
        await doing.does(Resolve(doing.side))

    acted = await perform(caller, session_id, act)
    _, found = await list_agreements(caller, session_id)
    return acted, [each for each in found if each.status in STANDING]


async def ask_to_close(caller: Caller, session_id: UUID) -> Acted:
    async def act(doing: Doing) -> None:
        # Whose wish has been fulfilled need not be told that it is too late to wish.
        if doing.session.members[doing.side].close_asked_at is None:
            await doing.does(AskToClose(doing.side))

    return await perform(caller, session_id, act)


async def check_in(caller: Caller, session_id: UUID, agreement_id: UUID, word: CheckIn) -> Agreed:
    """How it went. The words go to the other one only when their writer says so."""
    felt = clean("felt", word.felt, NOTE_LIMIT) if word.felt and word.felt.strip() else None
    word = CheckIn(word.done, word.wish, felt, word.shared, caller.now)

    async def act(doing: Doing) -> dict[str, str]:
        known = await load_agreement(doing.tx, session_id, agreement_id)
        new = checked_in(known, doing.side, word, caller.now)
        settled = new.status is not known.status or new.check != known.check
        await doing.does(CheckInCommand(doing.side, agreement_id, word.shared, settled))
        await save_check_in(doing.tx, known, doing.side, word)
        await save_agreement(doing.tx, session_id, known, new, caller.now)
        if new.check != known.check:
            await schedule_follow_up(doing.tx, doing.session, new, caller.now)
        if word.shared:
            crossing = ConsentKey(session_id, doing.side, ConsentTarget.CHECK_IN)
            words = f"{word.done.value}\n{felt}" if felt else word.done.value
            await grant_object(
                doing.tx, caller.user_id, replace(crossing, object_id=agreement_id), words, caller.now
            )
        return {"agreementId": str(agreement_id)}

    shared = felt if word.shared else None
    acted = await perform(caller, session_id, act, crossing=shared, private=None if word.shared else felt)
    found = await look_at_agreement(caller, session_id, agreement_id)
    return Agreed(found.side, found.agreement, found.can_resolve, acted)
