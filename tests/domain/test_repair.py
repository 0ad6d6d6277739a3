"""Stage 4 as the session goes through it: its phases, who may do what in them, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

import pytest

from domain.journey import WITH_A_DAY, agreed, collecting, ranked, ranking, resolved, side_by_side
from domain.world import AN_AGREEMENT, CARE, INVITEE, INVITER, LIBRARY, OTHER_TERMS, TERMS, Person, World
from meetwithoutfear.domain.commands import TakeCare
from meetwithoutfear.domain.errors import (
    Conflict,
    DomainError,
    Invalid,
    InvalidTransition,
    NotFound,
    Paused,
    SafetyHold,
    SessionEnded,
)
from meetwithoutfear.domain.machine import PHASES
from meetwithoutfear.domain.repair.agreement import AgreementStatus, Done, LookBack, Wish
from meetwithoutfear.domain.repair.commands import RemoveIdea, RewordIdea
from meetwithoutfear.domain.repair.events import (
    AgreementDropped,
    AgreementReached,
    CheckedIn,
    CloseAsked,
    Closed,
    FollowUpSettled,
    GotReady,
    IdeaWithdrawn,
    OverlapFound,
    OverlapMissed,
    PoolReleased,
    PoolReopened,
    Ranked,
    ReadinessTakenBack,
    RepairEvent,
    Resolved,
)
from meetwithoutfear.domain.repair.pool import MOST_IDEAS, hidden_of, released, visible_to
from meetwithoutfear.domain.session import SessionStatus
from meetwithoutfear.domain.stages import Gate, Phase, Stage, StageStatus, stage_status

ANOTHER = UUID(int=401)
IN_PHASE: dict[Phase, Callable[[], World]] = {
    Phase.COLLECTING: collecting,
    Phase.RANKING: ranking,
    Phase.REVEALING: ranked,
    Phase.NEGOTIATING: lambda: ranked(meets=False),
    Phase.AGREED: agreed,
}
ACTS: dict[str, Callable[[Person], list[object]]] = {
    "add ideas": lambda person: [*person.has_an_idea()],
    "be ready": lambda person: [*person.is_ready()],
    "reopen": lambda person: [*person.reopens()],
    "rank": lambda person: [*person.ranks()],
    "propose": lambda person: [*person.proposes()],
    "resolve": lambda person: [*person.resolves()],
    "close": lambda person: [*person.asks_to_close()],
    "look back": lambda person: [*person.looks_back()],
    "be asked to look back": lambda person: [*person.is_asked_to_look_back()],
}
ALLOWED = {
    Phase.COLLECTING: {"add ideas", "be ready", "close"},
    Phase.RANKING: {"reopen", "rank", "close"},
    Phase.REVEALING: {"reopen", "propose", "close"},
    Phase.NEGOTIATING: {"add ideas", "be ready", "propose", "close"},
    Phase.AGREED: {"propose", "resolve"},
}


@pytest.mark.parametrize("phase", Phase)
def test_each_phase_allows_what_belongs_to_it_and_refuses_the_rest(phase: Phase) -> None:
    for name, act in ACTS.items():
        pair = IN_PHASE[phase]()
        assert pair.session.phase is phase
        if name in ALLOWED[phase]:
            assert act(pair.alice), name
        else:
            assert_nothing_comes_of(act, pair, name)


def assert_nothing_comes_of(act: Callable[[Person], list[object]], pair: World, name: str) -> None:
    before = pair.session
    try:
        happened = act(pair.alice)
    except DomainError:
        happened = []
    assert (happened, pair.session) == ([], before), name


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
def test_before_its_stage_nothing_of_it_is_possible(act: Callable[[Person], list[object]]) -> None:
    with pytest.raises(InvalidTransition):
        act(side_by_side().alice)


def test_both_ready_lays_the_pool_open_in_the_same_step() -> None:
    pair = collecting()
    assert pair.alice.is_ready() == [GotReady(INVITER)]
    assert pair.bob.is_ready() == [GotReady(INVITEE, LIBRARY[:8]), PoolReleased()]
    assert pair.session.phase is Phase.RANKING
    assert Gate.PROPOSALS_CREATED in pair.alice.member.passed
    assert pair.bob.is_ready() == []


def test_who_is_ready_adds_nothing_until_they_take_it_back() -> None:
    pair = collecting()
    pair.alice.is_ready()
    with pytest.raises(Conflict):
        pair.alice.has_an_idea()
    assert pair.alice.reopens() == [ReadinessTakenBack(INVITER)]
    assert pair.alice.reopens() == []
    assert pair.alice.has_an_idea()


def test_who_pauses_or_is_held_is_not_ready_and_the_pool_waits_for_them() -> None:
    pair = collecting()
    pair.bob.pauses()
    with pytest.raises(Paused):
        pair.bob.is_ready()
    pair.bob.resumes()
    pair.alice.is_ready()
    pair.alice.pauses()
    assert pair.bob.is_ready() == [GotReady(INVITEE, LIBRARY[:8])]
    assert PoolReleased() in pair.alice.resumes()
    held = collecting()
    held.play(TakeCare(INVITER, CARE))
    with pytest.raises(SafetyHold):
        held.alice.is_ready()


def ids_of(pair: World) -> tuple[UUID, ...]:
    return tuple(idea.id for idea in released(pair.session.pool))


def test_an_idea_is_ones_own_to_change_until_the_pool_is_laid_open() -> None:
    pair = collecting()
    pair.alice.has_an_idea()
    [mine] = hidden_of(pair.session.pool, INVITER)
    for command in (RewordIdea(INVITEE, mine), RemoveIdea(INVITEE, mine.id)):
        with pytest.raises(NotFound):
            pair.play(command)
    pair.play(RewordIdea(INVITER, replace(mine, description="a longer walk", duration="a week")))
    pair.alice.has_an_idea("tea")
    [worded, tea] = hidden_of(pair.session.pool, INVITER)
    assert worded.description == "a longer walk"
    assert worded.duration == "a week"
    pair.play(RemoveIdea(INVITER, tea.id))
    assert hidden_of(pair.session.pool, INVITER) == (worded,)
    assert visible_to(pair.session.pool, INVITEE) == ()
    pair.alice.is_ready()
    pair.bob.is_ready()
    with pytest.raises(NotFound):
        pair.play(RemoveIdea(INVITER, worded.id))


def test_nobody_has_more_than_a_dozen_ideas_at_a_time() -> None:
    pair = collecting()
    pair.alice.has_an_idea(count=11)
    with pytest.raises(Conflict):
        pair.alice.has_an_idea(count=2)
    pair.alice.has_an_idea()
    with pytest.raises(Conflict):
        pair.alice.has_an_idea()
    assert len(hidden_of(pair.session.pool, INVITER)) == MOST_IDEAS


def test_an_idea_taken_back_while_it_is_hidden_takes_the_readiness_with_it() -> None:
    pair = collecting()
    pair.alice.has_an_idea()
    [mine] = hidden_of(pair.session.pool, INVITER)
    assert pair.alice.takes_an_idea_back(mine.id) == []
    pair.alice.is_ready()
    assert pair.bob.takes_an_idea_back(mine.id) == []
    assert pair.alice.takes_an_idea_back(mine.id) == [ReadinessTakenBack(INVITER)]
    assert hidden_of(pair.session.pool, INVITER) == (mine,)


def test_an_idea_that_lies_open_is_left_out_from_when_it_was_ranked() -> None:
    pair = collecting()
    pair.alice.has_an_idea()
    [mine] = hidden_of(pair.session.pool, INVITER)
    pair.alice.is_ready()
    pair.bob.is_ready()
    assert pair.alice.takes_an_idea_back(mine.id) == [], "it would tell whose it was"
    pair.alice.ranks()
    pair.bob.ranks()
    assert pair.bob.takes_an_idea_back(mine.id) == []
    assert pair.alice.takes_an_idea_back(mine.id) == [IdeaWithdrawn(mine.id)]
    assert mine.id not in ids_of(pair)
    assert pair.alice.takes_an_idea_back(mine.id) == []
    with pytest.raises(Invalid):
        pair.alice.proposes(strategy_id=mine.id)
    pair.alice.proposes(strategy_id=ids_of(pair)[0])


def test_a_hidden_idea_stays_hidden_where_they_have_agreed_without_it() -> None:
    pair = ranked(meets=False)
    pair.bob.has_an_idea()
    [his] = hidden_of(pair.session.pool, INVITEE)
    pair.alice.proposes()
    pair.bob.agrees()
    assert pair.bob.takes_an_idea_back(his.id) == []
    assert visible_to(pair.session.pool, INVITER) == visible_to(released(pair.session.pool), INVITER)


def test_a_ranking_can_be_given_anew_until_both_have_ranked() -> None:
    pair = ranking()
    first, last = ids_of(pair)[:3], ids_of(pair)[-3:]
    assert pair.alice.ranks(meets=False) == [Ranked(INVITER, last)]
    assert pair.alice.ranks() == [Ranked(INVITER, first)]
    assert pair.bob.ranks() == [Ranked(INVITEE, first), OverlapFound()]
    with pytest.raises(InvalidTransition):
        pair.alice.ranks()
    for gate in (Gate.PROPOSALS_RANKED, Gate.OVERLAP_IDENTIFIED, Gate.RANKINGS_SUBMITTED):
        assert gate in pair.alice.member.passed


def test_lists_that_do_not_meet_begin_a_new_round_of_ideas() -> None:
    pair = ranking()
    pair.alice.ranks()
    assert pair.bob.ranks(meets=False) == [Ranked(INVITEE, ids_of(pair)[-3:]), OverlapMissed()]
    assert (pair.session.phase, pair.session.round) == (Phase.NEGOTIATING, 2)
    for person in (pair.alice, pair.bob):
        assert Gate.OVERLAP_IDENTIFIED in person.member.passed
        assert not {Gate.STRATEGIES_SUBMITTED, Gate.RANKINGS_SUBMITTED} & set(person.member.passed)
    assert [*pair.alice.is_ready(), *pair.bob.is_ready()][-1] == PoolReleased()
    again = pair.session
    assert again.phase is Phase.RANKING


@pytest.mark.parametrize("where", [ranking, ranked])
def test_either_opens_the_pool_again_and_rankings_begin_anew(where: Callable[[], World]) -> None:
    pair = where()
    assert pair.bob.reopens() == [PoolReopened(INVITEE)]
    assert pair.session.phase is Phase.NEGOTIATING
    assert pair.session.round == 2
    assert pair.bob.reopens() == []


def test_without_a_ranking_of_both_there_is_nothing_to_agree_on() -> None:
    """A pool that was opened again before both had ranked."""
    pair = ranking()
    pair.alice.reopens()
    with pytest.raises(InvalidTransition):
        pair.alice.proposes()


def test_an_agreement_is_proposed_reworded_and_agreed_to_by_the_other() -> None:
    pair = ranked()
    pair.alice.proposes(WITH_A_DAY)
    assert pair.alice.rewords(TERMS) == [], "the same words are no new version"
    assert pair.alice.agrees() == [], "whoever worded it has said yes already"
    pair.bob.rewords()
    assert pair.bob.agrees() == []
    assert pair.alice.agrees() == [AgreementReached(INVITER, AN_AGREEMENT)]
    assert pair.session.agreements[0].terms == replace(OTHER_TERMS, follow_up_date=WITH_A_DAY.follow_up_date)
    assert pair.session.phase is Phase.AGREED
    assert {Gate.AGREEMENT_REACHED, Gate.FOLLOW_UP_SCHEDULED} <= set(pair.bob.member.passed)


def test_without_a_day_nobody_looks_back() -> None:
    assert Gate.FOLLOW_UP_SCHEDULED not in agreed().alice.member.passed


def test_one_proposal_at_a_time_and_only_that_one_is_answered() -> None:
    pair = ranked()
    pair.alice.proposes()
    for act in (pair.bob.proposes, pair.bob.reopens):
        with pytest.raises(Conflict):
            act()
    with pytest.raises(NotFound):
        pair.bob.agrees(ANOTHER)
    assert pair.bob.drops() == [AgreementDropped(INVITEE, AN_AGREEMENT)]
    assert pair.bob.drops() == []
    for act in (pair.bob.agrees, pair.bob.rewords):
        with pytest.raises(InvalidTransition):
            act()


def test_a_wording_is_taken_back_by_who_worded_it_until_it_is_answered() -> None:
    pair = ranked()
    pair.alice.proposes()
    assert pair.bob.takes_the_wording_back() == []
    assert pair.alice.takes_the_wording_back() == [AgreementDropped(INVITER, AN_AGREEMENT)]
    assert pair.alice.takes_the_wording_back() == []
    pair.alice.proposes()
    pair.bob.agrees()
    assert pair.alice.takes_the_wording_back() == []
    with pytest.raises(InvalidTransition):
        pair.alice.drops()


def test_who_is_held_words_no_agreement() -> None:
    pair = ranked()
    pair.play(TakeCare(INVITER, CARE))
    with pytest.raises(SafetyHold):
        pair.alice.proposes()
    pair.bob.proposes()
    with pytest.raises(SafetyHold):
        pair.alice.rewords()


def test_a_proposal_is_answered_before_a_new_pool_is_laid_open() -> None:
    """Otherwise the other one would be asked to say yes where nobody can."""
    pair = ranked(meets=False)
    pair.alice.is_ready()
    pair.bob.proposes()
    assert pair.bob.is_ready() == [GotReady(INVITEE, LIBRARY[7:15])]
    assert pair.alice.drops() == [AgreementDropped(INVITER, AN_AGREEMENT), PoolReleased()]
    other = ranked(meets=False)
    other.alice.is_ready()
    other.bob.proposes()
    other.bob.is_ready()
    other.alice.agrees()
    assert other.session.phase is Phase.AGREED


def test_only_with_an_agreement_of_both_can_it_be_resolved_and_by_either() -> None:
    for phase in set(Phase) - {Phase.AGREED}:
        with pytest.raises(InvalidTransition):
            IN_PHASE[phase]().alice.resolves()
    for person in ("alice", "bob"):
        pair = agreed()
        getattr(pair, person).resolves()
        assert pair.session.status is SessionStatus.RESOLVED
        passed = pair.alice.member.passed
        assert stage_status(Stage.STRATEGIC_REPAIR, passed) is StageStatus.COMPLETED
        assert pair.bob.resolves() == []


def test_an_open_proposal_is_let_go_with_the_end() -> None:
    pair = agreed()
    pair.alice.proposes()
    assert pair.bob.resolves() == [Resolved(INVITEE), AgreementDropped(INVITEE, ANOTHER)]
    assert pair.session.proposal is None


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.AGREED])
def test_it_ends_without_an_agreement_when_both_have_asked(phase: Phase) -> None:
    pair = IN_PHASE[phase]()
    assert pair.alice.asks_to_close() == [CloseAsked(INVITER)]
    assert pair.alice.asks_to_close() == []
    assert pair.bob.view.closing.by_me is False
    assert pair.bob.view.closing.by_partner is True
    assert pair.bob.asks_to_close()[:2] == [CloseAsked(INVITEE), Closed()]
    assert pair.session.status is SessionStatus.ENDED
    with pytest.raises(SessionEnded):
        pair.alice.has_an_idea()


def test_whoever_words_an_agreement_no_longer_asks_to_end_without_one() -> None:
    pair = ranked()
    pair.alice.asks_to_close()
    pair.alice.proposes()
    assert pair.alice.member.close_asked_at is None
    assert pair.bob.asks_to_close() == [CloseAsked(INVITEE)]


def test_neither_does_who_says_yes_to_it() -> None:
    pair = ranked()
    pair.bob.asks_to_close()
    pair.alice.proposes()
    pair.bob.agrees()
    assert not pair.alice.view.closing.by_partner


def test_each_is_asked_to_look_back_and_it_is_settled_by_both() -> None:
    pair = resolved()
    for person in (pair.alice, pair.bob):
        person.is_asked_to_look_back()
        assert person.member.due == AN_AGREEMENT
    word = LookBack(Done.PARTLY, Wish.COMPLETE)
    assert pair.alice.looks_back() == [CheckedIn(INVITER, AN_AGREEMENT, word)]
    assert pair.alice.is_asked_to_look_back() == []
    assert (pair.alice.member.due, pair.bob.member.due) == (None, AN_AGREEMENT)
    assert pair.bob.looks_back()[-1] == FollowUpSettled(AN_AGREEMENT)
    assert pair.bob.member.due is None
    assert pair.session.agreements[0].status is AgreementStatus.COMPLETED
    for look in (pair.bob.looks_back, pair.alice.looks_back):
        with pytest.raises(InvalidTransition):
            look()


def test_looking_back_unasked_is_fine() -> None:
    pair = resolved()
    assert pair.alice.looks_back()
    assert pair.alice.member.due is None


def test_what_one_of_them_would_go_on_with_is_looked_back_on_once_more() -> None:
    pair = resolved()
    pair.alice.looks_back()
    pair.bob.looks_back(Wish.EXTEND)
    [agreement] = pair.session.agreements
    assert agreement.status is AgreementStatus.IN_PROGRESS
    assert agreement.check == 2
    assert pair.alice.is_asked_to_look_back() == [], "that day is over"
    assert pair.alice.is_asked_to_look_back(check=2)
    pair.bob.leaves()
    assert pair.bob.is_asked_to_look_back(check=2) == []


def every_way_through() -> list[World]:
    """All that two people can do in Stage 4, in as few stories as it takes."""
    pairs = [with_all_that_is_worded(), settled()]
    for phase, begin in IN_PHASE.items():
        if phase is not Phase.AGREED:
            pair = begin()
            pair.alice.asks_to_close()
            pair.bob.asks_to_close()
            pairs.append(pair)
    for begin in (ranking, ranked):
        pair = begin()
        pair.alice.reopens()
        pairs.append(pair)
    for begin in (collecting, lambda: ranked(meets=False)):
        pair = begin()
        for act in (pair.alice.has_an_idea, pair.alice.is_ready, pair.alice.reopens):
            act()
        for person in (pair.alice, pair.bob):
            person.is_ready()
        pairs.append(pair)
    met, missed = ranking(), ranking()
    for pair, meets in ((met, True), (missed, False)):
        pair.alice.ranks()
        pair.bob.ranks(meets=meets)
    return [*pairs, met, missed]


def with_all_that_is_worded() -> World:
    """A proposal is reworded, let go, made again and agreed to, in each phase that has one."""
    story = agreed()
    for pair in (story, ranked(), ranked(meets=False)):
        [mine] = (idea for idea in released(pair.session.pool) if idea.owner is INVITER)
        pair.alice.takes_an_idea_back(mine.id)
        for act in (
            pair.alice.proposes,
            pair.bob.rewords,
            pair.alice.drops,
            pair.alice.proposes,
            pair.bob.agrees,
        ):
            act()
        story.acts += pair.acts if pair is not story else []
    return story


def settled() -> World:
    pair = agreed()
    pair.alice.resolves()
    for person in (pair.alice, pair.bob):
        person.is_asked_to_look_back()
    pair.alice.looks_back()
    pair.bob.looks_back()
    return pair


def test_every_row_of_the_table_of_phases_is_taken() -> None:
    taken = {
        (step.before.phase, type(step.event)): step.after.phase
        for pair in every_way_through()
        for step in pair.steps
        if isinstance(step.event, RepairEvent)
    }
    assert taken == PHASES
