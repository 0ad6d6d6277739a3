"""What both agree to try: proposing it, wording it together, ending with it or without, and looking back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from meetwithoutfear.actions.caller import Caller, Here
from meetwithoutfear.actions.execute import Wish, execute, look_at
from meetwithoutfear.actions.strategies import line_or_nothing
from meetwithoutfear.domain.errors import Invalid
from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.repair import commands as c
from meetwithoutfear.domain.repair import view as v
from meetwithoutfear.domain.repair.agreement import AgreementType, LookBack, Terms
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import NOTE_LIMIT, STRATEGY_LIMIT, clean
from meetwithoutfear.domain.view import ClosingView
from meetwithoutfear.domain.wire import to_camel
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.together import TogetherPart


@dataclass(frozen=True)
class CheckInsAnswer(v.CheckInsView, Helping):
    """What the partner said is here only if they shared it; whether they have spoken at all is not."""


async def list_agreements(caller: Here) -> tuple[v.AgreementView, ...]:
    session = await look_at(caller, {TogetherPart.AGREEMENTS})
    return v.agreements_view(session, session.side_of(caller.user_id))


async def look_at_agreement(caller: Here, agreement_id: UUID) -> CheckInsAnswer:
    session = await look_at(caller, {TogetherPart.AGREEMENTS})
    return check_ins_answer(session, session.side_of(caller.user_id), agreement_id)


def check_ins_answer(session: Session, side: Side, agreement_id: UUID) -> CheckInsAnswer:
    return CheckInsAnswer(**vars(v.check_ins_view(session, side, agreement_id)))


def clean_terms(terms: Terms, caller: Caller) -> Terms:
    if terms.follow_up_date is not None and terms.follow_up_date < caller.now.date():
        raise Invalid.field("followUpDate", "This day is over.")
    description = clean("description", terms.description, STRATEGY_LIMIT)
    details: dict[str, Any] = {
        name: line_or_nothing(to_camel(name), detail) if isinstance(detail, str) else detail
        for name, detail in terms.details.items()
    }
    return Terms(description, **details)


async def propose_agreement(
    caller: Here, kind: AgreementType, terms: Terms, strategy_id: UUID | None
) -> v.ProposalView:
    made, terms = shared_id(), clean_terms(terms, caller)

    def wish(side: Side, _: Session) -> c.ProposeAgreement:
        return c.ProposeAgreement(side, made, kind, terms, strategy_id)

    ids = {"agreementId": str(made)}
    acted = await execute(caller, wish, crossing=terms.words, ids=ids)
    return acted.shows(v.proposal_view(acted.session, acted.side, UUID(acted.ids["agreementId"])))


async def answer(
    caller: Here, agreement_id: UUID, wish: Wish, crossing: str | None = None
) -> v.ConfirmationView:
    acted = await execute(caller, wish, crossing=crossing)
    return acted.shows(v.confirmation_view(acted.session, acted.side, agreement_id))


async def modify_agreement(caller: Here, agreement_id: UUID, terms: Terms) -> v.ConfirmationView:
    terms = clean_terms(terms, caller)

    def wish(side: Side, _: Session) -> c.ModifyAgreement:
        return c.ModifyAgreement(side, agreement_id, terms)

    return await answer(caller, agreement_id, wish, terms.words)


async def confirm_agreement(caller: Here, agreement_id: UUID) -> v.ConfirmationView:
    return await answer(caller, agreement_id, lambda side, _: c.ConfirmAgreement(side, agreement_id))


async def drop_agreement(caller: Here, agreement_id: UUID) -> v.ConfirmationView:
    return await answer(caller, agreement_id, lambda side, _: c.DropAgreement(side, agreement_id))


async def resolve(caller: Here) -> v.ResolutionView:
    acted = await execute(caller, lambda side, _: c.Resolve(side))
    return v.resolution_view(acted.session, acted.side)


async def ask_to_close(caller: Here) -> ClosingView:
    view = (await execute(caller, lambda side, _: c.AskToClose(side))).view
    by_me, by_partner = view.closing.by_me, view.closing.by_partner
    return ClosingView(by_me and by_partner, by_me, by_partner, view)


async def check_in(caller: Here, agreement_id: UUID, word: LookBack) -> CheckInsAnswer:
    """How it went. The words go to the other one only when their writer says so."""
    felt = clean("felt", word.felt, NOTE_LIMIT) if word.felt and word.felt.strip() else None
    word = replace(word, felt=felt)
    acted = await execute(
        caller,
        lambda side, _: c.CheckIn(side, agreement_id, word),
        crossing=felt if word.shared else None,
        private=None if word.shared else felt,
    )
    return acted.shows(check_ins_answer(acted.session, acted.side, agreement_id))
