"""The oracle of the empathy exchange against sentences of the specification, one case each, written by hand."""

from typing import Any

import pytest

from domain.exchange_oracle import Oracle


def direction(oracle: Oracle, guesser: str) -> dict[str, Any]:
    found = oracle.snapshot()[guesser]
    assert isinstance(found, dict)
    return found


def state(oracle: Oracle, guesser: str) -> tuple[object, object]:
    found = direction(oracle, guesser)
    return found["status"], found["reason"]


def analyse(oracle: Oracle, guesser: str, outcome: str) -> str:
    now = direction(oracle, guesser)
    return oracle.do(
        "analyse", guesser, revision=now["revision"], iteration=now["iteration"], outcome=outcome
    )


@pytest.fixture
def analyzing() -> Oracle:
    """Both are heard, A has consented to a statement about B."""
    oracle = Oracle()
    assert oracle.do("hear", "A") == "ok"
    assert oracle.do("hear", "B") == "ok"
    assert oracle.do("consent", "A", text="first") == "ok"
    return oracle


@pytest.fixture
def awaiting(analyzing: Oracle) -> Oracle:
    assert analyse(analyzing, "A", "SHARING") == "ok"
    return analyzing


@pytest.fixture
def refining(awaiting: Oracle) -> Oracle:
    assert awaiting.do("accept", "B", text="more") == "ok"
    return awaiting


@pytest.fixture
def revealed(analyzing: Oracle) -> Oracle:
    analyse(analyzing, "A", "PROCEED")
    analyzing.do("consent", "B", text="of B")
    analyse(analyzing, "B", "PROCEED")
    assert state(analyzing, "A") == state(analyzing, "B") == ("REVEALED", None)
    return analyzing


def test_a_statement_is_held_until_its_subject_feels_heard() -> None:
    oracle = Oracle()
    assert oracle.do("consent", "A", text="x") == "INVALID_TRANSITION"
    oracle.do("hear", "A")
    assert oracle.do("consent", "A", text="x") == "ok"
    assert state(oracle, "A") == ("HELD", None)
    assert oracle.do("consent", "A", text="x") == "same"
    assert oracle.do("consent", "A", text="y") == "ok"
    assert oracle.do("hear", "B") == "ok"
    assert oracle.do("hear", "B") == "same"
    assert state(oracle, "A") == ("ANALYZING", None)
    assert direction(oracle, "A")["revision"] == 2
    assert direction(oracle, "A")["attempts"] == 0


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        ("PROCEED", ("READY", "ALIGNED")),
        ("OPTIONAL", ("READY", "CLOSE")),
        ("OPTIONAL_FOCUS", ("AWAITING_SHARING", None)),
        ("SHARING", ("AWAITING_SHARING", None)),
    ],
)
def test_the_outcome_of_the_analysis_decides_where_it_goes(
    analyzing: Oracle, outcome: str, expected: tuple[object, object]
) -> None:
    assert analyse(analyzing, "A", outcome) == "ok"
    assert state(analyzing, "A") == expected
    assert direction(analyzing, "A")["results"] == [[1, outcome]]
    assert direction(analyzing, "A")["offers"] == ([] if expected[0] == "READY" else [[1, "PENDING"]])


def test_a_stale_outcome_changes_nothing(analyzing: Oracle) -> None:
    before = analyzing.snapshot()
    assert analyzing.do("analyse", "A", revision=2, iteration=1, outcome="PROCEED") == "same"
    assert analyzing.do("analyse", "A", revision=1, iteration=2, outcome="PROCEED") == "same"
    assert analyzing.do("analyse", "B", revision=0, iteration=1, outcome="PROCEED") == "same"
    assert analyzing.snapshot() == before


def test_only_an_overdue_analysis_may_be_gone_on_without(analyzing: Oracle) -> None:
    assert analyzing.do("keep", "A") == "INVALID_TRANSITION"
    assert analyzing.do("wait", "A") == "ok"
    assert analyzing.do("keep", "A") == "ok"
    assert state(analyzing, "A") == ("READY", "UNANALYSED")
    assert analyzing.do("keep", "A") == "same"
    assert analyzing.do("wait", "A") == "same"


def test_each_entry_of_the_analysis_waits_its_own_fifteen_minutes(analyzing: Oracle) -> None:
    analyzing.do("wait", "A")
    analyzing.do("revoke", "A")
    analyzing.do("consent", "A", text="second")
    assert state(analyzing, "A") == ("ANALYZING", None)
    assert analyzing.do("keep", "A") == "INVALID_TRANSITION"


def test_an_answer_to_a_pending_offer_is_as_good_as_to_an_offered_one(awaiting: Oracle) -> None:
    assert awaiting.do("fetch", "A") == "NOT_FOUND"
    assert awaiting.do("decline", "A") == "NOT_FOUND"
    assert awaiting.do("accept", "B", text="more") == "ok"
    assert state(awaiting, "A") == ("REFINING", None)
    assert awaiting.do("accept", "B", text="more") == "same"
    assert awaiting.do("accept", "B", text="other") == "OFFER_CLOSED"
    assert awaiting.do("decline", "B") == "OFFER_CLOSED"
    assert awaiting.do("fetch", "B") == "NOT_FOUND"


def test_a_fetched_offer_may_be_declined(awaiting: Oracle) -> None:
    assert awaiting.do("fetch", "B") == "ok"
    assert awaiting.do("fetch", "B") == "same"
    assert awaiting.do("decline", "B") == "ok"
    assert awaiting.do("decline", "B") == "same"
    assert state(awaiting, "A") == ("READY", "DECLINED")
    assert awaiting.do("keep", "A") == "INVALID_TRANSITION"


def test_after_the_expiry_an_accept_comes_too_late(awaiting: Oracle) -> None:
    assert awaiting.do("expire", "A") == "ok"
    assert awaiting.do("expire", "A") == "same"
    assert awaiting.do("accept", "B", text="more") == "OFFER_CLOSED"
    assert state(awaiting, "A") == ("READY", "EXPIRED")


def test_three_resubmissions_are_analysed_and_the_fourth_is_accepted_as_it_is(refining: Oracle) -> None:
    for number in (1, 2, 3):
        assert refining.do("resubmit", "A", text=f"again {number}") == "ok"
        assert analyse(refining, "A", "SHARING") == "ok"
        assert refining.do("accept", "B", text=f"more {number}") == "ok"
    assert refining.do("resubmit", "A", text="again 4") == "ok"
    assert state(refining, "A") == ("READY", "BREAKER")
    found = direction(refining, "A")
    assert found["attempts"] == 4
    assert found["revision"] == 5
    assert found["results"] == [*([i, "SHARING"] for i in (1, 2, 3, 4)), [5, "BREAKER"]]
    assert found["offers"] == [[i, "ACCEPTED"] for i in (1, 2, 3, 4)]


def test_the_text_of_the_current_revision_makes_no_revision(refining: Oracle) -> None:
    assert refining.do("resubmit", "A", text="first") == "UNCHANGED"
    assert refining.do("consent", "A", text="first") == "same"
    assert refining.do("consent", "A", text="second") == "INVALID_TRANSITION"
    assert refining.do("resubmit", "A", text="second") == "ok"
    assert refining.do("resubmit", "A", text="second") == "same"
    assert refining.do("resubmit", "A", text="third") == "INVALID_TRANSITION"


def test_refining_ends_by_keeping_or_by_lapsing(refining: Oracle) -> None:
    assert refining.do("lapse", "B") == "same"
    assert refining.do("lapse", "A") == "ok"
    assert state(refining, "A") == ("READY", "LAPSED")
    assert refining.do("keep", "A") == "same"
    assert refining.do("lapse", "A") == "same"


def test_the_reveal_waits_for_both_and_for_whoever_is_paused(analyzing: Oracle) -> None:
    analyse(analyzing, "A", "PROCEED")
    analyzing.do("consent", "B", text="of B")
    assert analyzing.do("pause", "A") == "ok"
    assert analyzing.do("pause", "A") == "same"
    assert analyse(analyzing, "B", "OPTIONAL") == "ok"
    assert state(analyzing, "A") == ("READY", "ALIGNED")
    assert state(analyzing, "B") == ("READY", "CLOSE")
    assert analyzing.do("resume", "B") == "same"
    assert analyzing.do("resume", "A") == "ok"
    assert state(analyzing, "A") == state(analyzing, "B") == ("REVEALED", None)


def test_a_pause_stops_only_ones_own_crossing_actions(awaiting: Oracle) -> None:
    awaiting.do("pause", "B")
    assert awaiting.do("accept", "B", text="more") == "PAUSED"
    assert awaiting.do("accept", "A", text="more") == "NOT_FOUND"
    assert awaiting.do("consent", "B", text="of B") == "PAUSED"
    assert awaiting.do("resubmit", "B", text="of B") == "INVALID_TRANSITION"
    assert awaiting.do("decline", "B") == "ok"
    assert awaiting.do("consent", "A", text="first") == "same"


def test_both_validated_open_stage_three(revealed: Oracle) -> None:
    assert revealed.do("validate", "A", rating="ACCURATE", shared=False) == "ok"
    assert revealed.snapshot()["stage3"] is False
    assert revealed.do("validate", "B", rating="PARTIAL", shared=True) == "ok"
    assert revealed.snapshot()["stage3"] is True
    assert direction(revealed, "A")["verdict"] == "PARTIAL"
    assert revealed.do("validate", "B", rating="PARTIAL", shared=True) == "same"
    assert revealed.do("validate", "B", rating="ACCURATE", shared=True) == "INVALID_TRANSITION"
    assert revealed.do("skip", "B") == "INVALID_TRANSITION"


def test_two_rounds_after_the_reveal_are_neither_analysed_nor_counted(revealed: Oracle) -> None:
    for number in (1, 2):
        assert revealed.do("validate", "B", rating="MISSES", shared=True) == "ok"
        assert state(revealed, "A") == ("REFINING", None)
        assert revealed.do("validate", "B", rating="MISSES", shared=True) == "INVALID_TRANSITION"
        assert revealed.do("resubmit", "A", text=f"again {number}") == "ok"
        assert state(revealed, "A") == ("REVEALED", None)
    assert revealed.do("validate", "B", rating="MISSES", shared=True) == "ok"
    assert state(revealed, "A") == ("REVEALED", None)
    assert revealed.do("validate", "B", rating="MISSES", shared=True) == "same"
    found = direction(revealed, "A")
    assert found["rounds"] == 2
    assert found["attempts"] == 0
    assert found["revision"] == 3
    assert found["results"] == [[1, "PROCEED"]]


def test_unshared_feedback_sends_nobody_back(revealed: Oracle) -> None:
    revealed.do("pause", "B")
    assert revealed.do("validate", "B", rating="MISSES", shared=True) == "PAUSED"
    assert revealed.do("validate", "B", rating="MISSES", shared=False) == "ok"
    assert revealed.do("validate", "B", rating="MISSES", shared=False) == "same"
    assert state(revealed, "A") == ("REVEALED", None)
    assert revealed.do("skip", "B") == "ok"
    assert revealed.do("skip", "B") == "same"
    assert direction(revealed, "A")["verdict"] == "DIFFERENCE"


def test_a_statement_kept_after_the_reveal_goes_back_before_its_subject(revealed: Oracle) -> None:
    assert revealed.do("keep", "A") == "INVALID_TRANSITION"
    revealed.do("validate", "B", rating="MISSES", shared=True)
    assert revealed.do("keep", "A") == "ok"
    assert revealed.do("keep", "A") == "same"
    assert state(revealed, "A") == ("REVEALED", None)


@pytest.mark.parametrize("rating", ["ACCURATE", "PARTIAL"])
def test_the_subject_may_validate_after_all(revealed: Oracle, rating: str) -> None:
    revealed.do("validate", "B", rating="MISSES", shared=True)
    assert revealed.do("validate", "B", rating=rating, shared=False) == "ok"
    assert state(revealed, "A") == ("VALIDATED", None)


def test_nothing_may_be_judged_before_the_reveal(refining: Oracle) -> None:
    assert refining.do("validate", "B", rating="ACCURATE", shared=False) == "INVALID_TRANSITION"
    assert refining.do("skip", "B") == "INVALID_TRANSITION"


def test_a_withdrawn_statement_is_a_draft_that_keeps_its_counter(awaiting: Oracle) -> None:
    assert awaiting.do("revoke", "B") == "NOT_FOUND"
    assert awaiting.do("revoke", "A") == "ok"
    assert awaiting.do("revoke", "A") == "NOT_FOUND"
    assert state(awaiting, "A") == (None, None)
    assert direction(awaiting, "A")["offers"] == [[1, "SUPERSEDED"]]
    assert awaiting.do("accept", "B", text="more") == "OFFER_CLOSED"
    assert awaiting.do("consent", "A", text="first") == "ok"
    assert state(awaiting, "A") == ("ANALYZING", None)
    found = direction(awaiting, "A")
    assert found["attempts"] == 1
    assert found["revision"] == 2
    assert found["iteration"] == 2


def test_consenting_again_past_three_trips_the_breaker(analyzing: Oracle) -> None:
    analyse(analyzing, "A", "PROCEED")
    for number in (1, 2, 3, 4):
        assert analyzing.do("revoke", "A") == "ok"
        assert analyzing.do("consent", "A", text=f"again {number}") == "ok"
    assert state(analyzing, "A") == ("READY", "BREAKER")
    assert direction(analyzing, "A")["results"] == [[1, "PROCEED"], [5, "BREAKER"]]


def test_a_revealed_statement_is_only_marked_withdrawn(revealed: Oracle) -> None:
    before = revealed.snapshot()
    assert revealed.do("revoke", "A") == "ok"
    assert revealed.snapshot() == before
    assert revealed.do("revoke", "A") == "NOT_FOUND"


def test_unseen_context_can_be_taken_back_while_refining(refining: Oracle) -> None:
    assert refining.do("revoke_context", "A") == "NOT_FOUND"
    assert refining.do("revoke_context", "B") == "ok"
    assert refining.do("revoke_context", "B") == "NOT_FOUND"
    assert state(refining, "A") == ("READY", "DECLINED")


def test_leaving_ends_the_session_for_both(awaiting: Oracle) -> None:
    assert awaiting.do("leave", "A") == "ok"
    assert awaiting.do("leave", "A") == "same"
    assert awaiting.do("leave", "B") == "SESSION_ENDED"
    assert awaiting.do("accept", "B", text="more") == "SESSION_ENDED"
    assert awaiting.do("expire", "A") == "same"
    assert awaiting.snapshot()["ended"] is True
    assert direction(awaiting, "A")["offers"] == [[1, "SUPERSEDED"]]
