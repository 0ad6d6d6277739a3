"""The analysis behind the exchange: nothing moves without it but by the guesser's own choice; nothing is paid for twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from answers import there
from fakes import finding
from looking import rows
from meetwithoutfear.engines.engine import CallOutcome, EngineError
from meetwithoutfear.prompts.two_sided import GapTask, ShareTask
from meetwithoutfear.store.stage_tables import offers, results
from meetwithoutfear.store.tables import jobs
from people import Person
from serving import Served
from waiting import wait_until

GUESS = "I imagine that you feel tired and alone with the house."
MORE = "When the door closes at night I feel that nobody hears me."

Couple = tuple[Person, Person]


def refused(_prompt: Any) -> Any:
    raise EngineError(CallOutcome.RUBBISH)


def analyses_tried(server: Served) -> int:
    return sum(row.attempts for row in rows(server.settings.database_url, of_kind("analyze")))


def of_kind(kind: str) -> sa.Select[Any]:
    return sa.select(jobs).where(jobs.c.kind == kind)


def test_while_the_engine_is_down_nothing_moves_and_when_it_is_back_everything_does(
    couple: Couple, server: Served
) -> None:
    alice, bob = couple
    server.engine.is_down = True
    alice.shares_statement(GUESS)
    wait_until(lambda: analyses_tried(server) == 1, "the first try has failed")
    assert alice.my_status() == "ANALYZING"
    assert bob.is_offered() is None
    assert not alice.sees("I have looked at what you wrote")
    server.engine.is_down = False
    server.clock.passes(minutes=1)
    alice.comes_to("READY")


def test_an_engine_that_answers_rubbish_moves_nothing_and_praises_nobody(
    couple: Couple, server: Served
) -> None:
    alice, _ = couple
    server.engine.answers = [refused]
    alice.shares_statement(GUESS)
    wait_until(lambda: analyses_tried(server) == 1, "the first try has failed")
    assert alice.my_status() == "ANALYZING"
    server.clock.passes(minutes=1)
    alice.comes_to("READY")


def test_only_after_its_time_may_one_go_on_without_the_analysis(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.is_down = True
    alice.shares_statement(GUESS)
    early = alice.asks("POST", alice.here("/empathy/keep"))
    assert early.status_code == 409
    details = early.json()["error"]["details"]
    assert details["status"] == "ANALYZING"
    assert "KEEP" not in details["allowed"]
    assert details["availableAt"] == "2026-11-15T12:15:00+00:00"
    server.clock.passes(minutes=15, seconds=1)
    seen = alice.sees_exchange()
    assert there(seen["myAttempt"])["overdue"]
    assert "KEEP" in seen["actions"]
    assert alice.keeps_statement()["status"] == "READY"
    server.engine.is_down = False
    server.clock.passes(hours=1)
    bob.shares_statement("I imagine that you feel left with everything.")
    bob.comes_to("REVEALED")
    assert not alice.sees("comes close")


def test_a_slow_engine_that_answers_for_an_old_wording_changes_nothing(
    couple: Couple, server: Served
) -> None:
    alice, bob = couple
    server.engine.judges = lambda prompt: "gaps" if prompt.statement == GUESS else "good"
    server.engine.holds = True
    alice.shares_statement(GUESS)
    wait_until(lambda: len(server.engine.analyses()) == 1, "the analysis has begun")
    alice.takes_back("EMPATHY_STATEMENT")
    assert alice.my_status() is None
    assert alice.shares_statement("Perhaps you feel unseen.")["revision"] == 2
    wait_until(lambda: len(server.engine.analyses()) == 2, "the other analysis has begun")
    server.engine.holds = False
    alice.comes_to("READY")
    assert bob.is_offered() is None
    assert rows(server.settings.database_url, sa.select(offers)) == []


def test_a_suggestion_that_cannot_be_drafted_never_loses_the_offer(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.finds = ["gaps"]
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    offer = bob.is_shown_offer()
    assert offer["suggestedContent"] is None
    assert (
        offer["reason"] == "It may help your partner to hear a little more from you about this: being heard."
    )
    drafts = [prompt for prompt in server.engine.asked if isinstance(prompt, ShareTask)]
    assert len(drafts) == 2


def test_the_suggestion_is_drafted_from_the_subjects_own_words(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.finds, server.engine.suggests = ["gaps"], "It has been a lonely year."
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    assert bob.is_shown_offer()["suggestedContent"] == "It has been a lonely year."
    assert not alice.sees("It has been a lonely year.")


def test_a_retry_does_not_pay_for_the_analysis_twice(couple: Couple, server: Served) -> None:
    """The analysis was made and stored, then the worker stumbled: the next try goes on from there."""
    alice, _ = couple
    engine = server.engine

    def stumble(_prompt: Any) -> Any:
        raise RuntimeError("something else went wrong")

    engine.answers = [lambda prompt: prompt.parse(finding("gaps")), stumble]
    alice.shares_statement(GUESS)
    wait_until(lambda: analyses_tried(server) == 1, "the first try has failed")
    engine.suggests = "It has been a lonely year."
    server.clock.passes(minutes=1)
    alice.comes_to("AWAITING_SHARING")
    assert len(engine.analyses()) == 1
    assert len(rows(server.settings.database_url, sa.select(results))) == 1


def test_both_arrival_orders_give_the_same_offer(alice: Person, bob: Person, server: Served) -> None:
    server.engine.judges = lambda _prompt: "gaps"
    server.engine.suggests = "It has been a lonely year."
    seen = []
    for consent_first in (True, False):
        bob.joins(alice.starts_session())
        alice.comes_to_guess()
        if consent_first:
            alice.shares_statement(GUESS)
            bob.comes_to_guess()
        else:
            bob.comes_to_guess()
            alice.shares_statement(GUESS)
        alice.comes_to("AWAITING_SHARING")
        offer: Mapping[str, object] = bob.is_shown_offer()
        seen.append({key: offer[key] for key in ("suggestedContent", "reason", "iteration", "expiresAt")})
    assert seen[0] == seen[1]


def test_an_engine_that_always_finds_gaps_is_stopped_by_the_breaker(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.judges = lambda _prompt: "gaps"
    alice.shares_statement(GUESS)
    for number in (1, 2, 3, 4):
        alice.comes_to("AWAITING_SHARING")
        assert bob.is_shown_offer()["iteration"] == number
        bob.shares_context(f"{MORE} Number {number}.")
        alice.comes_to("REFINING")
        answer = alice.resubmits(f"{GUESS} Once more, number {number}.")
    assert answer["status"] == "READY"
    url = server.settings.database_url
    found = rows(url, sa.select(results).order_by(results.c.iteration))
    assert [(row.iteration, row.breaker, row.analysis is None) for row in found] == [
        (1, False, False),
        (2, False, False),
        (3, False, False),
        (4, False, False),
        (5, True, True),
    ]
    made = rows(url, sa.select(offers).order_by(offers.c.iteration))
    assert [row.status for row in made] == ["ACCEPTED"] * 4
    wait_until(
        lambda: all(row.state != "READY" for row in rows(url, of_kind("refresh_guidance"))), "all is calm"
    )
    assert alice.sees("You have put real thought into this")
    assert bob.sees("Thank you for all that you have been willing to share.")
    assert not alice.sees("comes close")
    assert not alice.sees("come near")
    assert bob.my_status() is None


def test_the_hints_are_worked_out_anew_when_something_was_shared(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.finds = ["gaps", "gaps"]
    alice.shares_statement(GUESS)
    bob.shares_context(MORE)
    wait_until(lambda: len(server.engine.analyses()) == 2, "the hints are worked out")
    assert server.engine.analyses()[1].shared == (MORE,)
    assert there(alice.comes_to("REFINING")["myAttempt"])["status"] == "REFINING"


def test_what_the_safety_check_flagged_is_left_out_of_the_analysis(
    alice: Person, bob: Person, server: Served
) -> None:
    bob.joins(alice.starts_session())
    alice.comes_to_guess()
    bob.signs_compact()
    bob.says("It has been a lonely year.")
    bob.says("I want to kill myself.")
    bob.says("my sister knows")
    bob.goes_on()
    bob.feels_heard()
    alice.shares_statement(GUESS)
    alice.comes_to("READY")
    analysis: GapTask = server.engine.analyses()[0]
    assert analysis.messages == ("It has been a lonely year.",)


DENIAL = "I don't think you feel tired or alone with the house."


def applied(server: Served) -> list[tuple[str, bool]]:
    return [(row.action, row.overruled) for row in rows(server.settings.database_url, sa.select(results))]


def test_a_model_that_lets_a_plain_denial_pass_is_overruled(couple: Couple, server: Served) -> None:
    alice, bob = couple
    alice.shares_statement(DENIAL)
    alice.comes_to("AWAITING_SHARING")
    assert bob.is_offered() is not None
    assert applied(server) == [("OFFER_SHARING", True)]


def test_a_model_is_believed_about_a_language_that_the_guard_cannot_read(
    couple: Couple, server: Served
) -> None:
    alice, bob = couple
    alice.shares_statement("Ich stelle mir vor, dass du müde bist und dich allein gelassen fühlst.")
    alice.comes_to("READY")
    assert bob.is_offered() is None
    assert applied(server) == [("PROCEED", False)]


def test_a_model_that_cannot_read_a_statement_itself_asks_for_more(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.answers = [lambda prompt: prompt.parse({**finding("good"), "stance": "unclear"})]
    alice.shares_statement("Luulen, että olet väsynyt.")
    alice.comes_to("AWAITING_SHARING")
    assert bob.is_offered() is not None
    assert applied(server) == [("OFFER_OPTIONAL", True)]
