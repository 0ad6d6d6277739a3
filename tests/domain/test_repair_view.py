"""What each may see of ideas, rankings and agreements, and what not."""

from __future__ import annotations

from dataclasses import fields
from uuid import UUID

import pytest

from domain.journey import agreed, collecting, ranked, ranking, resolved, revealed, side_by_side, understood
from domain.world import AN_AGREEMENT, INVITEE, INVITER, NOW, TERMS
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.repair.agreement import AgreementStatus, Done, Wish
from meetwithoutfear.domain.repair.pool import MOST_IDEAS
from meetwithoutfear.domain.repair.view import (
    LookBackView,
    RankingView,
    ReadinessView,
    StrategyView,
    check_ins_view,
    confirmation_view,
    idea_view,
    overlap_view,
    phase_view,
    pool_view,
    proposal_view,
    ranking_view,
    readiness_view,
    resolution_view,
    together_view,
)
from meetwithoutfear.domain.stages import Phase


def test_a_hidden_idea_is_seen_by_its_writer_alone() -> None:
    pair = collecting()
    pair.alice.has_an_idea()
    hers, his = pool_view(pair.session, INVITER), pool_view(pair.session, INVITEE)
    [idea] = hers.strategies
    assert idea.description == "a walk"
    assert hers.hidden_ids == (idea.id,)
    assert his.strategies == ()
    assert his.hidden_ids == ()
    assert idea_view(pair.session, INVITER, idea.id).total_strategies == 1
    with pytest.raises(NotFound):
        idea_view(pair.session, INVITEE, idea.id)


def test_nothing_of_an_idea_says_whose_it_is() -> None:
    seen = {field.name for field in fields(StrategyView)}
    assert seen == {"id", "description", "needs_addressed", "duration", "measure_of_success"}
    pair = ranking()
    hers, his = pool_view(pair.session, INVITER), pool_view(pair.session, INVITEE)
    assert set(hers.strategies) == set(his.strategies)
    assert hers.strategies != his.strategies, "each has an order of their own"
    assert hers.hidden_ids == ()
    assert hers.ai_suggestions_available is False
    assert hers.phase is Phase.RANKING


def test_suggestions_are_offered_while_there_is_room_for_ideas() -> None:
    pair = collecting()
    assert pool_view(pair.session, INVITER).ai_suggestions_available
    pair.alice.has_an_idea(count=MOST_IDEAS)
    assert not pool_view(pair.session, INVITER).ai_suggestions_available
    assert pool_view(pair.session, INVITEE).ai_suggestions_available


def test_a_readiness_taken_back_is_not_told() -> None:
    pair = collecting()
    pair.alice.is_ready()
    pair.alice.reopens()
    assert readiness_view(pair.session, INVITER) == ReadinessView(False, False, False)
    assert readiness_view(pair.session, INVITEE) == ReadinessView(False, True, False)
    assert readiness_view(ranking().session, INVITEE) == ReadinessView(True, True, True)


def test_of_a_ranking_the_other_sees_that_it_is_there_and_then_where_both_meet() -> None:
    pair = ranking()
    assert overlap_view(pair.session, INVITEE) is None
    pair.alice.ranks()
    assert ranking_view(pair.session, INVITER, NOW) == RankingView(True, NOW, False, True)
    pair.bob.ranks()
    assert ranking_view(pair.session, INVITEE, NOW) == RankingView(True, NOW, True, False)
    first = pair.session.rankings[pair.session.round, INVITER][0]
    seen = overlap_view(pair.session, INVITEE)
    assert seen is not None
    assert [idea.id for idea in seen.overlap] == [first]
    assert seen.phase is Phase.REVEALING


def test_where_they_missed_each_other_it_stays_so_while_a_new_round_begins() -> None:
    pair = ranked(meets=False)
    seen = overlap_view(pair.session, INVITER)
    assert seen is not None
    assert seen.overlap == ()
    assert seen.phase is Phase.NEGOTIATING
    assert phase_view(side_by_side().session).phase is Phase.COLLECTING


def test_after_the_pool_was_opened_again_only_new_ideas_may_still_be_changed() -> None:
    pair = ranked(meets=False)
    assert pool_view(pair.session, INVITER).hidden_ids == ()
    pair.alice.has_an_idea("A walk on Sunday")
    new = pair.session.pool[-1]
    assert pool_view(pair.session, INVITER).hidden_ids == (new.id,)
    assert pool_view(pair.session, INVITEE).hidden_ids == ()


def test_an_agreement_says_who_worded_it_and_who_has_said_yes() -> None:
    pair = ranked()
    pair.alice.proposes()
    hers, his = (proposal_view(pair.session, side, AN_AGREEMENT) for side in (INVITER, INVITEE))
    assert hers.awaiting_partner_confirmation
    assert hers.agreement.worded_by_me is True
    assert hers.agreement.agreed_by_me is True
    assert his.agreement.worded_by_me is False
    assert his.agreement.agreed_by_partner is True
    assert not confirmation_view(pair.session, INVITEE, AN_AGREEMENT).session_can_resolve
    pair.bob.agrees()
    agreed_to = confirmation_view(pair.session, INVITEE, AN_AGREEMENT)
    assert agreed_to.session_can_resolve
    assert agreed_to.agreement.status is AgreementStatus.AGREED
    assert agreed_to.agreement.agreed_at == NOW
    assert TERMS.description not in repr(agreed_to)
    with pytest.raises(NotFound):
        proposal_view(pair.session, INVITER, UUID(int=7))


def test_what_stands_at_the_end_is_what_was_not_let_go() -> None:
    pair = agreed()
    pair.alice.proposes()
    pair.alice.resolves()
    seen = resolution_view(pair.session, INVITER)
    assert [agreement.id for agreement in seen.agreements] == [AN_AGREEMENT]
    assert seen.resolved_at == NOW
    assert seen.follow_up_scheduled is False
    assert resolution_view(resolved().session, INVITER).follow_up_scheduled


def test_what_somebody_thought_of_it_is_seen_if_they_shared_it_and_their_wish_never() -> None:
    pair = resolved()
    pair.alice.looks_back(felt="good")
    nothing = check_ins_view(pair.session, INVITEE, AN_AGREEMENT)
    assert (nothing.mine, nothing.partner) == (None, None), "not even that she has spoken"
    pair.bob.looks_back(Wish.EXTEND)
    shared = resolved()
    shared.alice.looks_back(felt="good", shared=True)
    own = check_ins_view(shared.session, INVITER, AN_AGREEMENT).mine
    assert own == LookBackView(Done.PARTLY, Wish.COMPLETE, "good", True, NOW)
    told = check_ins_view(shared.session, INVITEE, AN_AGREEMENT).partner
    assert told == LookBackView(Done.PARTLY, None, "good", True, NOW)


def test_what_is_kept_of_it_all_is_what_was_seen() -> None:
    assert together_view(revealed().session, INVITER) is None
    pair = resolved()
    pair.alice.looks_back(felt="good")
    pair.bob.looks_back(felt="well", shared=True)
    hers, his = together_view(pair.session, INVITER), together_view(pair.session, INVITEE)
    assert hers is not None
    assert his is not None
    assert ([each.felt for each in hers.check_ins], [each.felt for each in his.check_ins]) == (
        ["good"],
        ["well"],
    )
    assert [each.felt for each in hers.partner_check_ins] == ["well"]
    assert his.partner_check_ins == ()
    assert [need.need for need in hers.partner_needs] == [need.need for need in his.needs]
    assert len(hers.ranking) == 3
    assert len(hers.common_ground) == len(hers.agreements) == 1


def test_before_both_have_shared_nothing_of_the_others_needs_is_kept() -> None:
    pair = understood()
    pair.bob.words_a_need()
    pair.bob.shares_needs()
    hers = together_view(pair.session, INVITER)
    assert hers is not None
    assert hers.needs == ()
    assert hers.partner_needs == ()
    assert hers.common_ground == ()
