"""Stage 4: ideas, suggestions, readiness, rankings and where they meet; then what both agree to try, the end with it or
without, and looking back.

The retrieval contract holds by construction: what is read here is the session's state, its common ground and its pool. No
function of this module, and none that it calls, reads what a member said in private."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from meetwithoutfear.actions.caller import Caller, Here
from meetwithoutfear.actions.execute import Wish, execute, look_at
from meetwithoutfear.domain.errors import Invalid, InvalidTransition
from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.repair import commands as c
from meetwithoutfear.domain.repair import view as v
from meetwithoutfear.domain.repair.agreement import AgreementType, LookBack, Terms
from meetwithoutfear.domain.repair.pool import (
    MOST_IDEAS,
    Experiment,
    Origin,
    Strategy,
    Wanted,
    hidden_of,
    visible_to,
)
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import (
    MOST_NEEDS_OF_A_STRATEGY,
    NEED_LIMIT,
    NOTE_LIMIT,
    STRATEGY_LIMIT,
    TERM_LIMIT,
    clean,
    clean_line,
)
from meetwithoutfear.domain.view import ClosingView
from meetwithoutfear.domain.wire import to_camel
from meetwithoutfear.engines.engine import Engine, EngineError
from meetwithoutfear.prompts import tasks
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.together import TogetherPart

MOST_SUGGESTIONS = 5


def clean_idea(idea: Strategy) -> Strategy:
    if len(idea.needs) > MOST_NEEDS_OF_A_STRATEGY:
        raise Invalid.field("needsAddressed", f"At most {MOST_NEEDS_OF_A_STRATEGY} needs.")
    return replace(
        idea,
        description=clean("description", idea.description, STRATEGY_LIMIT),
        needs=tuple(clean_line("needsAddressed", need, NEED_LIMIT) for need in idea.needs),
        duration=line_or_nothing("duration", idea.duration),
        measure=line_or_nothing("measureOfSuccess", idea.measure),
    )


def line_or_nothing(field: str, text: str | None) -> str | None:
    return clean_line(field, text, TERM_LIMIT) if text and text.strip() else None


async def look_at_pool(caller: Here) -> v.PoolView:
    session = await look_at(caller, {TogetherPart.POOL})
    refuse_before_the_stage(session)
    return v.pool_view(session, session.side_of(caller.user_id))


def refuse_before_the_stage(session: Session) -> None:
    if session.phase is None:
        raise InvalidTransition("First comes what both of you stand on.")


async def propose_idea(caller: Here, engine: Engine, idea: Strategy) -> v.IdeaView:
    """The idea is kept as it was written; how it could be smaller or clearer is offered beside it."""
    idea = replace(clean_idea(idea), id=shared_id())
    acted = await execute(
        caller,
        lambda side, _: c.AddIdeas(side, (replace(idea, owner=side),)),
        private=idea.words,
        ids={"strategyId": str(idea.id)},
    )
    mine = v.idea_view(acted.session, acted.side, UUID(acted.ids["strategyId"]))
    if not acted.screened.care:
        mine = replace(mine, refinement=await refine_idea(engine, acted.session, mine.strategy))
    return acted.shows(mine)


async def refine_idea(engine: Engine, session: Session, idea: v.StrategyView) -> v.RefinementView | None:
    """An offer, no more: an engine that has nothing to offer is no reason to lose the idea."""
    prompt = tasks.IdeaTask(
        description=idea.description,
        duration=idea.duration,
        measure=idea.measure_of_success,
        needs=tuple(item.need for item in session.ground if item.is_common),
    )
    try:
        answer = await engine.answer(prompt)
    except EngineError:
        return None
    if not answer.refined or answer.refined == idea.description:
        return None
    return v.RefinementView(idea.description, answer.refined, answer.reason)


async def reword_idea(caller: Here, idea: Strategy) -> v.IdeaView:
    idea = clean_idea(idea)
    acted = await execute(caller, lambda side, _: c.RewordIdea(side, idea), private=idea.words)
    return acted.shows(v.idea_view(acted.session, acted.side, idea.id))


async def remove_idea(caller: Here, strategy_id: UUID) -> None:
    await execute(caller, lambda side, _: c.RemoveIdea(side, strategy_id))


async def suggest_ideas(caller: Here, count: int, focus: Sequence[str]) -> tuple[v.StrategyView, ...]:
    """From the library and the common ground alone; the caller's own until the pool is released."""
    new = await from_library(caller, count, focus)

    def wish(side: Side, _: Session) -> c.AddIdeas:
        return c.AddIdeas(side, tuple(replace(idea, owner=side) for idea in new))

    acted = await execute(caller, wish, ids={str(idea.id): "" for idea in new})
    seen = v.strategies_view(acted.session.pool, acted.side)
    return tuple(idea for idea in seen if str(idea.id) in acted.ids)


async def from_library(
    caller: Here, count: int, focus: Sequence[str] = (), *, for_the_pool: bool = False
) -> tuple[Strategy, ...]:
    """What both see goes by what the inviter said first, what one sees by their own relation: so nothing of how one of
    them put it for themselves shows in what the other sees."""
    session = await look_at(caller)
    refuse_before_the_stage(session)
    side = session.side_of(caller.user_id)
    # What the other one keeps hidden leaves no gap in what is suggested here.
    known = [idea.experiment for idea in visible_to(session.pool, side) if idea.experiment]
    ground = [item for item in session.ground if item.is_common]
    wanted = [Wanted(item.need, item.category, item.description) for item in ground]
    wanted += [Wanted(need, None, "") for need in focus]
    inviter = session.members[Side.INVITER]
    relation = inviter.first_relation if for_the_pool else session.members[side].relation
    suggest = caller.listener.suggest_experiments
    found = await suggest(wanted, count=count, without=known, relation=relation)
    return tuple(suggestion_of(experiment) for experiment in found)


def suggestion_of(experiment: Experiment) -> Strategy:
    return Strategy(
        shared_id(),
        experiment.description,
        experiment.needs[:MOST_NEEDS_OF_A_STRATEGY],
        experiment.duration,
        experiment.measure,
        Origin.SUGGESTED,
        experiment=experiment.key,
    )


async def be_ready(caller: Here) -> v.ReadinessView:
    """What the library offers is looked for before, with the common ground and nothing else."""
    offered = await from_library(caller, 3 * MOST_IDEAS, for_the_pool=True)

    def words_of(side: Side, session: Session) -> str:
        own = (idea for idea in hidden_of(session.pool, side) if idea.origin is Origin.MEMBER)
        return "\n".join(idea.description for idea in own)

    acted = await execute(caller, lambda side, _: c.BeReady(side, offered), crossing=words_of)
    return v.readiness_view(acted.session, acted.side)


async def reopen(caller: Here) -> v.PhaseView:
    acted = await execute(caller, lambda side, _: c.Reopen(side))
    return v.phase_view(acted.session)


async def rank(caller: Here, ranked_ids: Sequence[UUID]) -> v.RankingView:
    acted = await execute(caller, lambda side, _: c.Rank(side, tuple(ranked_ids)))
    return v.ranking_view(acted.session, acted.side, caller.now)


async def look_at_overlap(caller: Here) -> v.OverlapView:
    session = await look_at(caller, {TogetherPart.POOL})
    seen = v.overlap_view(session, session.side_of(caller.user_id))
    if seen is None:
        raise InvalidTransition("First both of you rank the ideas.")
    return seen


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
