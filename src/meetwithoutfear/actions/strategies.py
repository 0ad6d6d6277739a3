"""Stage 4: ideas, suggestions, readiness, rankings and where they meet.

The retrieval contract holds by construction: what is read here is the session's state, its common ground and its pool. No
function of this module, and none that it calls, reads what a member said in private."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from meetwithoutfear.actions.caller import Here
from meetwithoutfear.actions.execute import execute, look_at
from meetwithoutfear.domain.errors import Invalid, InvalidTransition
from meetwithoutfear.domain.library import Experiment, Wanted
from meetwithoutfear.domain.repair import commands as c
from meetwithoutfear.domain.repair import view as v
from meetwithoutfear.domain.repair.pool import MOST_IDEAS, Origin, Strategy, hidden_of, visible_to
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import (
    MOST_NEEDS_OF_A_STRATEGY,
    NEED_LIMIT,
    STRATEGY_LIMIT,
    TERM_LIMIT,
    clean,
    clean_line,
)
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
    found = await from_library(caller, count, focus)
    new = tuple(suggestion_of(experiment) for experiment in found)

    def wish(side: Side, _: Session) -> c.AddIdeas:
        return c.AddIdeas(side, tuple(replace(idea, owner=side) for idea in new))

    acted = await execute(caller, wish, ids={str(idea.id): "" for idea in new})
    seen = v.strategies_view(acted.session.pool, acted.side)
    return tuple(idea for idea in seen if str(idea.id) in acted.ids)


async def from_library(
    caller: Here, count: int, focus: Sequence[str] = (), *, for_the_pool: bool = False
) -> tuple[Experiment, ...]:
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
    return await caller.listener.suggest_experiments(wanted, count=count, without=known, relation=relation)


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
    found = await from_library(caller, 3 * MOST_IDEAS, for_the_pool=True)
    offered = tuple(suggestion_of(experiment) for experiment in found)

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
