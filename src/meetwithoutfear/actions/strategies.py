"""Stage 4: ideas, suggestions, readiness, rankings and where they meet.

The retrieval contract holds by construction: what is read here is the session's state, its common ground and its pool. No
function of this module, and none that it calls, reads what a member said in private."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.doing import Acted, Doing, perform
from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.errors import Conflict, Invalid, InvalidTransition, NotFound
from meetwithoutfear.domain.library import Experiment, Wanted
from meetwithoutfear.domain.needs.need import Ground
from meetwithoutfear.domain.repair.commands import BeReady, ChangeIdeas, Rank, Reopen
from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.domain.repair.pool import (
    MOST_IDEAS,
    Origin,
    Pool,
    Strategy,
    checked_ranking,
    hidden_of,
    library_share,
    overlap_of,
    own_idea,
    released,
    visible_to,
)
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.text import (
    MOST_NEEDS_OF_A_STRATEGY,
    NEED_LIMIT,
    STRATEGY_LIMIT,
    TERM_LIMIT,
    clean,
    clean_line,
)
from meetwithoutfear.domain.view import decide_for
from meetwithoutfear.engines.engine import Engine, EngineError
from meetwithoutfear.prompts import strategy_refinement
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.ledger import ConsentKey, grant_object, mark_seen
from meetwithoutfear.store.sessions import access_session
from meetwithoutfear.store.together import (
    add_ideas,
    load_ground,
    load_pool,
    remove_idea,
    remove_spare,
    save_idea,
    save_ranking,
)

MOST_SUGGESTIONS = 5


@dataclass(frozen=True)
class Idea:
    """An idea as its writer words it."""

    description: str
    needs: Sequence[str] = ()
    duration: str | None = None
    measure: str | None = None

    def cleaned(self) -> Idea:
        if len(self.needs) > MOST_NEEDS_OF_A_STRATEGY:
            raise Invalid.field("needsAddressed", f"At most {MOST_NEEDS_OF_A_STRATEGY} needs.")
        return Idea(
            clean("description", self.description, STRATEGY_LIMIT),
            tuple(clean_line("needsAddressed", need, NEED_LIMIT) for need in self.needs),
            line_or_nothing("duration", self.duration),
            line_or_nothing("measureOfSuccess", self.measure),
        )

    @property
    def words(self) -> str:
        return "\n".join((self.description, *self.needs, self.duration or "", self.measure or ""))


def line_or_nothing(field: str, text: str | None) -> str | None:
    return clean_line(field, text, TERM_LIMIT) if text and text.strip() else None


@dataclass(frozen=True)
class Seen:
    """The pool as one member sees it."""

    ideas: Pool
    session: Session
    side: Side

    @property
    def phase(self) -> Phase:
        return self.session.phase or Phase.COLLECTING


async def look_at_pool(caller: Caller, session_id: UUID) -> Seen:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        refuse_before_the_stage(session)
        pool = await load_pool(tx, session_id)
    side = session.side_of(caller.user_id)
    return Seen(visible_to(pool, side), session, side)


def refuse_before_the_stage(session: Session) -> None:
    if session.phase is None:
        raise InvalidTransition("First comes what both of you stand on.")


@dataclass(frozen=True)
class Proposed:
    idea: Strategy
    total: int
    acted: Acted
    refinement: strategy_refinement.Output | None = None


async def propose(caller: Caller, engine: Engine, session_id: UUID, idea: Idea) -> Proposed:
    """The idea is kept as it was written; how it could be smaller or clearer is offered beside it."""
    idea = idea.cleaned()

    async def act(doing: Doing) -> dict[str, str]:
        mine = hidden_of(await load_pool(doing.tx, session_id), doing.side)
        if len(mine) >= MOST_IDEAS:
            raise Conflict(f"At most {MOST_IDEAS} ideas at a time.")
        await doing.does(ChangeIdeas(doing.side))
        new = strategy_of(idea, doing.side)
        await add_ideas(doing.tx, session_id, [new])
        return {"strategyId": str(new.id)}

    acted = await perform(caller, session_id, act, private=idea.words, may=may_change_ideas)
    seen = await look_at_pool(caller, session_id)
    mine = idea_in(seen, UUID(acted.ids["strategyId"]))
    refinement = None if acted.screened.care else await refined(caller, engine, session_id, mine)
    return Proposed(mine, len(seen.ideas), acted, refinement)


def may_change_ideas(side: Side, session: Session) -> object:
    return decide_for(side, session, ChangeIdeas(side))


def idea_in(seen: Seen, strategy_id: UUID) -> Strategy:
    """What was removed since is not there for a repeat of the request either."""
    found = next((each for each in seen.ideas if each.id == strategy_id), None)
    if found is None:
        raise NotFound
    return found


def strategy_of(idea: Idea, side: Side) -> Strategy:
    return Strategy(
        shared_id(), idea.description, tuple(idea.needs), idea.duration, idea.measure, Origin.MEMBER, side
    )


async def refined(
    caller: Caller, engine: Engine, session_id: UUID, idea: Strategy
) -> strategy_refinement.Output | None:
    """An offer, no more: an engine that has nothing to offer is no reason to lose the idea."""
    ground = await common_ground_of(caller, session_id)
    prompt = strategy_refinement.Input(
        description=idea.description,
        duration=idea.duration,
        measure=idea.measure,
        needs=tuple(item.need for item in ground),
    )
    try:
        answer = await engine.answer(prompt)
    except EngineError:
        return None
    return answer if answer.refined and answer.refined != idea.description else None


async def common_ground_of(caller: Caller, session_id: UUID) -> Ground:
    async with caller.store.read() as tx:
        return tuple(item for item in await load_ground(tx, session_id) if item.is_common)


async def reword(caller: Caller, session_id: UUID, strategy_id: UUID, idea: Idea) -> Proposed:
    idea = idea.cleaned()

    async def act(doing: Doing) -> dict[str, str]:
        known = own_idea(await load_pool(doing.tx, session_id), doing.side, strategy_id)
        await doing.does(ChangeIdeas(doing.side))
        changed = replace(
            known,
            description=idea.description,
            needs=tuple(idea.needs),
            duration=idea.duration,
            measure=idea.measure,
            origin=Origin.MEMBER,
        )
        await save_idea(doing.tx, known, changed)
        return {"strategyId": str(strategy_id)}

    acted = await perform(caller, session_id, act, private=idea.words)
    seen = await look_at_pool(caller, session_id)
    mine = idea_in(seen, strategy_id)
    return Proposed(mine, len(seen.ideas), acted)


async def remove(caller: Caller, session_id: UUID, strategy_id: UUID) -> None:
    async def act(doing: Doing) -> None:
        known = own_idea(await load_pool(doing.tx, session_id), doing.side, strategy_id)
        await doing.does(ChangeIdeas(doing.side))
        await remove_idea(doing.tx, known)

    await perform(caller, session_id, act)


async def suggest(caller: Caller, session_id: UUID, count: int, focus: Sequence[str]) -> Pool:
    """From the library and the common ground alone; the caller's own until the pool is released."""
    found = await from_library(caller, session_id, count, focus)

    async def act(doing: Doing) -> dict[str, str]:
        mine = hidden_of(await load_pool(doing.tx, session_id), doing.side)
        if len(mine) + len(found) > MOST_IDEAS:
            raise Conflict(f"At most {MOST_IDEAS} ideas at a time.")
        await doing.does(ChangeIdeas(doing.side))
        new = [suggestion_of(experiment, doing.side) for experiment in found]
        await add_ideas(doing.tx, session_id, new)
        return {str(idea.id): "" for idea in new}

    acted = await perform(caller, session_id, act)
    seen = await look_at_pool(caller, session_id)
    return tuple(idea for idea in seen.ideas if str(idea.id) in acted.ids)


async def from_library(
    caller: Caller, session_id: UUID, count: int, focus: Sequence[str] = (), *, for_the_pool: bool = False
) -> tuple[Experiment, ...]:
    """What both see goes by what the inviter said first, what one sees by their own relation: so nothing of how one of
    them put it for themselves shows in what the other sees."""
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        refuse_before_the_stage(session)
        ground = [item for item in await load_ground(tx, session_id) if item.is_common]
        # What the other one keeps hidden leaves no gap in what is suggested here.
        side = session.side_of(caller.user_id)
        seen = visible_to(await load_pool(tx, session_id), side)
    known = [idea.experiment for idea in seen if idea.experiment]
    wanted = [Wanted(item.need, item.category, item.description) for item in ground]
    wanted += [Wanted(need, None, "") for need in focus]
    inviter = session.members[Side.INVITER]
    relation = inviter.first_relation if for_the_pool else session.members[side].relation
    return await caller.listener.suggest_experiments(wanted, count=count, without=known, relation=relation)


def suggestion_of(experiment: Experiment, owner: Side | None) -> Strategy:
    return Strategy(
        shared_id(),
        experiment.description,
        experiment.needs[:MOST_NEEDS_OF_A_STRATEGY],
        experiment.duration,
        experiment.measure,
        Origin.SUGGESTED,
        owner,
        experiment=experiment.key,
    )


async def be_ready(caller: Caller, session_id: UUID) -> Acted:
    """Whoever is ready last lays the library's share beside the ideas, hidden like them: to release the pool then takes
    nothing more, even when it has to wait."""
    spare = await from_library(caller, session_id, 3 * MOST_IDEAS, for_the_pool=True)
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        mine = hidden_of(await load_pool(tx, session_id), session.side_of(caller.user_id))
    words = "\n".join(idea.description for idea in mine if idea.origin is Origin.MEMBER)

    async def act(doing: Doing) -> None:
        pool = await load_pool(doing.tx, session_id)
        if not decide_for(doing.side, doing.session, BeReady(doing.side)):
            return
        if Gate.STRATEGIES_SUBMITTED in doing.session.members[doing.side.other].passed:
            await remove_spare(doing.tx, session_id)
            known = {idea.experiment for idea in pool if idea.owner or idea.round}
            fresh = [experiment for experiment in spare if experiment.key not in known]
            laid = [suggestion_of(each, None) for each in fresh[: library_share(pool)]]
            await add_ideas(doing.tx, session_id, laid)
        await consent_to(doing, pool)
        await doing.does(BeReady(doing.side))

    return await perform(caller, session_id, act, crossing=words or None)


async def consent_to(doing: Doing, pool: Pool) -> None:
    crossing = ConsentKey(doing.session.id, doing.side, ConsentTarget.STRATEGY_PROPOSAL)
    for idea in hidden_of(pool, doing.side):
        if idea.origin is Origin.MEMBER:
            await grant_object(
                doing.tx,
                doing.caller.user_id,
                replace(crossing, object_id=idea.id),
                idea.description,
                doing.caller.now,
            )


async def reopen(caller: Caller, session_id: UUID) -> Acted:
    async def act(doing: Doing) -> None:
        await doing.does(Reopen(doing.side))

    return await perform(caller, session_id, act)


async def rank(caller: Caller, session_id: UUID, ranked_ids: Sequence[UUID]) -> Acted:
    async def act(doing: Doing) -> None:
        number, side = doing.session.round, doing.side
        # Who may rank at all is told before what is wrong with a ranking.
        decide_for(side, doing.session, Rank(side, meets=None))
        pool = await load_pool(doing.tx, session_id, number)
        ranked = checked_ranking(pool, ranked_ids)
        places = {idea_id: place for place, idea_id in enumerate(ranked, 1)}
        own = tuple(replace(idea, places=with_place(idea, side, places)) for idea in pool)
        both = Gate.RANKINGS_SUBMITTED in doing.session.members[side.other].passed
        await doing.does(Rank(side, meets=bool(overlap_of(own)) if both else None))
        await save_ranking(doing.tx, session_id, side, number, ranked)
        # Whoever ranks has seen all of them: a receipt for the ranked ones alone would tell which those are.
        await mark_seen(
            doing.tx, ConsentKey(session_id, side.other, ConsentTarget.STRATEGY_PROPOSAL), caller.now
        )

    return await perform(caller, session_id, act)


def with_place(idea: Strategy, side: Side, places: dict[UUID, int]) -> dict[Side, int]:
    others = {who: place for who, place in idea.places.items() if who is not side}
    return {**others, side: places[idea.id]} if idea.id in places else others


async def look_at_overlap(caller: Caller, session_id: UUID) -> Seen:
    """Where the rankings of the last complete round meet. Nothing else of a ranking is ever shown."""
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        side = session.side_of(caller.user_id)
        if Gate.OVERLAP_IDENTIFIED not in session.members[side].passed:
            raise InvalidTransition("First both of you rank the ideas.")
        pool = released(await load_pool(tx, session_id, last_ranked_round(session)))
    shared = overlap_of(pool)
    return Seen(tuple(idea for idea in visible_to(pool, side) if idea.id in shared), session, side)


def last_ranked_round(session: Session) -> int:
    """A new round begins where one has ended."""
    return session.round if session.phase in {Phase.REVEALING, Phase.AGREED} else session.round - 1
