"""The gates of the exchange: what each passes alone, what opens for both at once, and where turns and tags begin anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.journey import guessed, heard, ready, refining, revealed, sent_back
from domain.world import CARE, LATER, NOW, Person, World
from meetwithoutfear.domain.commands import Continue, TakeCare
from meetwithoutfear.domain.empathy.commands import Outcome
from meetwithoutfear.domain.empathy.events import AnalysisPassed, Revealed, Validated
from meetwithoutfear.domain.empathy.exchange import Verdict
from meetwithoutfear.domain.events import CareEnded, ExchangeCompleted
from meetwithoutfear.domain.stages import REFINING_TAG, Gate, Stage, StageStatus


def stage_two(person: Person) -> StageStatus:
    return person.view.me.stages[Stage.PERSPECTIVE_STRETCH].status


def tag(person: Person) -> int:
    return person.world.session.tag_of(person.side)


def test_whoever_sends_a_statement_has_passed_a_gate_of_their_own() -> None:
    pair = heard()
    pair.alice.guesses()
    assert pair.alice.member.passed[Gate.EMPATHY_CONSENTED] == NOW
    assert Gate.EMPATHY_CONSENTED not in pair.bob.member.passed
    assert stage_two(pair.alice) is StageStatus.IN_PROGRESS


def test_withdrawing_takes_the_gate_back_and_sending_again_passes_it_anew() -> None:
    pair = guessed()
    pair.alice.withdraws()
    assert Gate.EMPATHY_CONSENTED not in pair.alice.member.passed
    assert Gate.FELT_HEARD in pair.alice.member.passed
    pair.now = LATER
    pair.alice.guesses()
    assert pair.alice.member.passed[Gate.EMPATHY_CONSENTED] == LATER


def test_another_wording_does_not_move_the_gate() -> None:
    pair = refining()
    pair.now = LATER
    pair.alice.resubmits()
    assert pair.alice.member.passed[Gate.EMPATHY_CONSENTED] == NOW


@pytest.mark.parametrize("verdict", [Verdict.ACCURATE, Verdict.PARTIAL])
def test_the_verdict_is_the_subjects_gate_and_not_the_guessers(verdict: Verdict) -> None:
    pair = revealed()
    pair.bob.says(verdict)
    assert pair.bob.member.passed[Gate.EMPATHY_VALIDATED] == NOW
    assert Gate.EMPATHY_VALIDATED not in pair.alice.member.passed


def test_who_has_done_their_part_waits_before_a_gate_that_opens_for_both() -> None:
    pair = revealed()
    pair.bob.accepts_the_difference()
    assert stage_two(pair.bob) is StageStatus.GATE_PENDING
    assert stage_two(pair.alice) is StageStatus.IN_PROGRESS
    assert pair.bob.member.stage is Stage.PERSPECTIVE_STRETCH
    assert Gate.EXCHANGE_COMPLETED not in pair.bob.member.passed


def test_the_second_verdict_opens_the_next_stage_for_both_in_the_same_step() -> None:
    pair = revealed()
    pair.bob.says(Verdict.ACCURATE)
    pair.now = LATER
    happened = pair.alice.says(Verdict.PARTIAL)
    assert [type(event) for event in happened] == [Validated, ExchangeCompleted]
    for person in (pair.alice, pair.bob):
        assert person.member.passed[Gate.EXCHANGE_COMPLETED] == LATER
        assert person.member.stage is Stage.NEED_MAPPING
        assert (stage_two(person), tag(person)) == (StageStatus.COMPLETED, Stage.NEED_MAPPING)


def test_a_verdict_that_it_misses_the_mark_passes_no_gate() -> None:
    pair = revealed()
    pair.bob.says(Verdict.MISSES)
    pair.bob.says(Verdict.MISSES, "because", shared=True)
    assert Gate.EMPATHY_VALIDATED not in pair.bob.member.passed


def test_taking_back_what_was_revealed_closes_no_gate() -> None:
    pair = revealed()
    pair.alice.withdraws()
    assert Gate.EMPATHY_CONSENTED in pair.alice.member.passed


@pytest.mark.parametrize("begin", [refining, sent_back])
def test_messages_are_tagged_while_their_writer_refines_and_not_for_the_subject(
    begin: Callable[[], World],
) -> None:
    pair = begin()
    assert tag(pair.alice) == REFINING_TAG
    assert tag(pair.bob) == Stage.PERSPECTIVE_STRETCH
    pair.alice.keeps()
    assert tag(pair.alice) == Stage.PERSPECTIVE_STRETCH


def test_what_the_guesser_reads_of_the_shared_words_belongs_to_the_refinement() -> None:
    pair = refining()
    tags = {(line.to, line.stage) for line in pair.lines[-5:]}
    assert tags == {(pair.alice.side, REFINING_TAG), (pair.bob.side, Stage.PERSPECTIVE_STRETCH)}


def test_turns_count_anew_when_there_is_something_to_refine_with() -> None:
    pair = guessed()
    pair.alice.speaks()
    pair.bob.speaks()
    pair.alice.is_analysed(Outcome.SHARING)
    assert pair.alice.member.turns == 1
    pair.bob.shares()
    assert (pair.alice.member.turns, pair.bob.member.turns) == (0, 1)


def test_feedback_after_the_reveal_begins_the_count_anew_too_and_the_next_stage_does_for_both() -> None:
    pair = revealed()
    pair.alice.speaks()
    pair.bob.speaks()
    pair.bob.says(Verdict.MISSES, "because", shared=True)
    assert (pair.alice.member.turns, pair.bob.member.turns) == (0, 1)
    pair.alice.speaks()
    pair.alice.says(Verdict.ACCURATE)
    pair.bob.says(Verdict.ACCURATE)
    assert (pair.alice.member.turns, pair.bob.member.turns) == (0, 0)


def test_the_reveal_waits_while_anybody_pauses_and_comes_with_the_resume() -> None:
    for name in ("alice", "bob"):
        pair = ready()
        who: Person = getattr(pair, name)
        who.pauses()
        pair.bob.is_analysed(Outcome.OPTIONAL)
        assert not pair.alice.attempt.revealed
        happened = who.resumes()
        assert [type(event).__name__ for event in happened] == ["PauseEnded", "Revealed", "Revealed"]
        assert pair.alice.attempt.revealed_at == pair.bob.attempt.revealed_at == pair.now


@pytest.mark.parametrize("name", ["alice", "bob"])
def test_the_reveal_does_not_wait_for_somebody_in_care(name: str) -> None:
    pair = ready()
    who: Person = getattr(pair, name)
    pair.play(TakeCare(who.side, CARE))
    happened = pair.bob.is_analysed(Outcome.OPTIONAL)
    assert [type(event) for event in happened] == [AnalysisPassed, Revealed, Revealed]
    assert [type(event) for event in pair.play(Continue(who.side))] == [CareEnded]


def test_as_long_as_one_of_two_pauses_the_reveal_does_not_come() -> None:
    pair = ready()
    pair.alice.pauses()
    pair.bob.pauses()
    pair.bob.is_analysed(Outcome.PROCEED)
    pair.bob.resumes()
    assert not pair.bob.attempt.revealed
    pair.alice.resumes()
    assert pair.bob.attempt.revealed
