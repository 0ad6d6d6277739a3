"""Each crossing has its entry in the ledger: given when it crosses, seen when the other one shows that they have read it,
and taken back where nothing has crossed."""

from __future__ import annotations

from domain.journey import (
    WITH_A_DAY,
    agreed,
    collecting,
    compared,
    guessed,
    ranked,
    refining,
    resolved,
    sent_back,
    side_by_side,
    understood,
)
from domain.world import AN_AGREEMENT, GUESS, INVITEE, INVITER, MORE, TERMS, World
from meetwithoutfear.domain.moves import ConsentTarget, Event, Granted, LedgerEntry, Revoked, Seen
from meetwithoutfear.domain.needs.commands import ConfirmGround
from meetwithoutfear.domain.repair.pool import hidden_of

FEEDBACK_SEEN = Seen(INVITEE, ConsentTarget.VALIDATION_FEEDBACK)
HIS_NEEDS_SEEN = Seen(INVITEE, ConsentTarget.NEED)
IDEA, AGREEMENT = ConsentTarget.STRATEGY_PROPOSAL, ConsentTarget.AGREEMENT


def entered(pair: World, _happened: list[Event]) -> list[LedgerEntry]:
    """By the last act."""
    return [entry for step in pair.acts[-1].steps for entry in step.event.ledger(step.before, step.after)]


def test_a_statement_is_entered_with_its_number_and_so_is_what_was_shared() -> None:
    pair = guessed()
    assert entered(pair, []) == [Granted(INVITER, ConsentTarget.EMPATHY_STATEMENT, GUESS, 1)]
    assert entered(refining(), []) == [Granted(INVITEE, ConsentTarget.SHARED_CONTEXT, MORE, 1)]


def test_whoever_words_a_statement_anew_or_stands_by_it_has_seen_what_was_said_to_it() -> None:
    pair = sent_back()
    assert FEEDBACK_SEEN in entered(pair, pair.alice.resubmits())
    other = sent_back()
    assert entered(other, other.alice.keeps()) == [FEEDBACK_SEEN]
    lapsed = sent_back()
    assert entered(lapsed, lapsed.alice.lets_it_lapse()) == []
    early = refining()
    assert FEEDBACK_SEEN not in entered(early, early.alice.resubmits())


def test_a_need_is_entered_in_the_words_that_were_shown() -> None:
    pair = understood()
    pair.alice.reviews_needs()
    [need] = pair.alice.needs
    shared = Granted(INVITER, ConsentTarget.NEED, "rest", object_id=need.id)
    assert entered(pair, pair.alice.shares_needs()) == [shared]


def test_whoever_words_common_ground_has_seen_the_others_needs() -> None:
    pair = side_by_side()
    pair.alice.words_ground()
    [item] = pair.session.ground
    given = Granted(INVITER, ConsentTarget.COMMON_GROUND, "rest", object_id=item.id)
    assert entered(pair, [])[:2] == [given, HIS_NEEDS_SEEN]


def test_a_yes_to_common_ground_is_a_receipt_and_a_no_is_none() -> None:
    pair = compared()
    [item] = pair.session.ground
    seen = [Seen(INVITEE, ConsentTarget.COMMON_GROUND, item.id), HIS_NEEDS_SEEN]
    assert entered(pair, pair.alice.confirms_ground()) == seen
    assert entered(pair, pair.alice.confirms_ground(confirmed=False)) == []
    pair.bob.words_ground()
    both = {item.id: False, pair.session.ground[-1].id: True}
    pair.play(ConfirmGround(INVITER, {item.id: True}))
    assert Seen(INVITEE, ConsentTarget.COMMON_GROUND, item.id) not in entered(
        pair, pair.play(ConfirmGround(INVITER, both))
    )


def test_readiness_is_the_consent_to_ones_own_ideas_and_goes_with_it() -> None:
    pair = collecting()
    pair.alice.has_an_idea()
    [mine] = hidden_of(pair.session.pool, INVITER)
    assert entered(pair, pair.alice.is_ready()) == [Granted(INVITER, IDEA, "a walk", object_id=mine.id)]
    assert entered(pair, pair.alice.reopens()) == [Revoked(INVITER, IDEA, mine.id)]
    pair.alice.is_ready()
    pair.bob.is_ready()
    assert entered(pair, pair.bob.ranks()) == [Seen(INVITER, IDEA)]


def test_each_wording_of_an_agreement_is_given_by_who_words_it_and_seen_by_who_answers() -> None:
    pair = ranked()
    seen_by_him, seen_by_her = (Seen(side, AGREEMENT, AN_AGREEMENT) for side in (INVITER, INVITEE))
    given = Granted(INVITER, AGREEMENT, TERMS.words, object_id=AN_AGREEMENT)
    assert entered(pair, pair.alice.proposes()) == [given]
    reworded = entered(pair, pair.bob.rewords())
    assert reworded[0] == seen_by_him
    assert isinstance(reworded[1], Granted)
    assert entered(pair, pair.alice.drops()) == [seen_by_her]
    other = ranked()
    other.alice.proposes()
    assert entered(other, other.alice.takes_the_wording_back()) == []
    reached = entered(agreed_now(), [])
    assert reached[1:] == [seen_by_him, seen_by_her]


def agreed_now() -> World:
    pair = ranked()
    pair.alice.proposes(WITH_A_DAY)
    pair.bob.agrees()
    return pair


def test_a_look_back_is_entered_only_where_it_is_shared() -> None:
    pair, target = resolved(), ConsentTarget.CHECK_IN
    assert entered(pair, pair.alice.looks_back()) == []
    shared = entered(pair, pair.alice.looks_back(shared=True))
    assert shared == [Granted(INVITER, target, "PARTLY", object_id=AN_AGREEMENT)]
    felt = entered(pair, pair.alice.looks_back(felt="Good", shared=True))
    assert felt == [Granted(INVITER, target, "PARTLY\nGood", object_id=AN_AGREEMENT)]


def test_nothing_crosses_with_the_end() -> None:
    pair = agreed()
    assert entered(pair, pair.alice.resolves()) == []
