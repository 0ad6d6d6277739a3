"""What both agree to try: proposing it, wording it together, ending with it or without, and looking back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.execute import Acted, Wish, execute, look_at
from meetwithoutfear.actions.strategies import line_or_nothing
from meetwithoutfear.domain.errors import Invalid
from meetwithoutfear.domain.repair import commands as c
from meetwithoutfear.domain.repair.agreement import Agreement, Agreements, AgreementType, LookBack, Terms
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import NOTE_LIMIT, STRATEGY_LIMIT, clean
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.together import Part


@dataclass(frozen=True)
class AgreementView:
    """An agreement as one member sees it, and whether there is one that lets them end with it."""

    side: Side
    agreement: Agreement
    can_resolve: bool
    acted: Acted | None = None


def agreement_view(session: Session, side: Side, agreement_id: UUID) -> AgreementView:
    can_resolve = any(each.stands for each in session.agreements)
    return AgreementView(side, session.agreement(agreement_id), can_resolve)


async def list_agreements(caller: Caller, session_id: UUID) -> tuple[Side, Agreements]:
    session = await look_at(caller, session_id, {Part.AGREEMENTS})
    return session.side_of(caller.user_id), session.agreements


async def look_at_agreement(caller: Caller, session_id: UUID, agreement_id: UUID) -> AgreementView:
    session = await look_at(caller, session_id, {Part.AGREEMENTS})
    return agreement_view(session, session.side_of(caller.user_id), agreement_id)


def clean_terms(terms: Terms, caller: Caller) -> Terms:
    if terms.follow_up is not None and terms.follow_up < caller.now.date():
        raise Invalid.field("followUpDate", "This day is over.")
    return Terms(
        clean("description", terms.description, STRATEGY_LIMIT),
        line_or_nothing("duration", terms.duration),
        line_or_nothing("measureOfSuccess", terms.measure),
        terms.follow_up,
    )


async def answer(
    caller: Caller, session_id: UUID, agreement_id: UUID, wish: Wish, crossing: str | None = None
) -> AgreementView:
    ids = {"agreementId": str(agreement_id)}
    acted = await execute(caller, session_id, wish, crossing=crossing, ids=ids)
    seen = agreement_view(acted.session, acted.side, UUID(acted.ids["agreementId"]))
    return replace(seen, acted=acted)


async def propose_agreement(
    caller: Caller, session_id: UUID, kind: AgreementType, terms: Terms, strategy_id: UUID | None
) -> AgreementView:
    made, terms = shared_id(), clean_terms(terms, caller)

    def wish(side: Side, _: Session) -> c.ProposeAgreement:
        return c.ProposeAgreement(side, made, kind, terms, strategy_id)

    return await answer(caller, session_id, made, wish, terms.words)


async def modify_agreement(
    caller: Caller, session_id: UUID, agreement_id: UUID, terms: Terms
) -> AgreementView:
    terms = clean_terms(terms, caller)

    def wish(side: Side, _: Session) -> c.ModifyAgreement:
        return c.ModifyAgreement(side, agreement_id, terms)

    return await answer(caller, session_id, agreement_id, wish, terms.words)


async def confirm_agreement(caller: Caller, session_id: UUID, agreement_id: UUID) -> AgreementView:
    return await answer(
        caller, session_id, agreement_id, lambda side, _: c.ConfirmAgreement(side, agreement_id)
    )


async def drop_agreement(caller: Caller, session_id: UUID, agreement_id: UUID) -> AgreementView:
    return await answer(caller, session_id, agreement_id, lambda side, _: c.DropAgreement(side, agreement_id))


async def resolve(caller: Caller, session_id: UUID) -> Acted:
    return await execute(caller, session_id, lambda side, _: c.Resolve(side))


async def ask_to_close(caller: Caller, session_id: UUID) -> Acted:
    return await execute(caller, session_id, lambda side, _: c.AskToClose(side))


async def check_in(caller: Caller, session_id: UUID, agreement_id: UUID, word: LookBack) -> AgreementView:
    """How it went. The words go to the other one only when their writer says so."""
    felt = clean("felt", word.felt, NOTE_LIMIT) if word.felt and word.felt.strip() else None
    word = replace(word, felt=felt)
    acted = await execute(
        caller,
        session_id,
        lambda side, _: c.CheckIn(side, agreement_id, word),
        crossing=felt if word.shared else None,
        private=None if word.shared else felt,
    )
    return replace(agreement_view(acted.session, acted.side, agreement_id), acted=acted)
