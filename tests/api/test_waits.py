"""Nobody waits for ever: offers run out, refinements lapse, people are reminded, a long silence can be ended alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from answers import there
from people import Person
from postbox import Mailbox, words_of
from serving import Served, served, settings_for

GUESS = "I imagine that you feel tired and alone with the house."
MORE = "When the door closes at night I feel that nobody hears me."

Couple = tuple[Person, Person]

pytestmark = pytest.mark.both_databases


def test_an_offer_that_nobody_answers_runs_out_and_things_go_on(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.judges = lambda prompt: "gaps" if prompt.statement == GUESS else "good"
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    bob.shares_statement("I imagine that you feel left with everything.")
    bob.comes_to("READY")
    server.clock.passes(days=7, minutes=1)
    bob.comes_to("REVEALED")
    respond = bob.here("/empathy/share-suggestion/respond")
    assert bob.is_refused("POST", respond, {"action": "accept", "content": MORE}) == (409, "OFFER_CLOSED")


def test_looking_at_an_offer_keeps_it_open_for_a_day(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.finds = ["gaps"]
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    server.clock.passes(days=6, hours=23)
    assert bob.is_shown_offer()["expiresAt"] == "2026-11-23T11:00:00.000Z"
    server.clock.passes(hours=23)
    bob.shares_context(MORE)
    assert alice.comes_to("REFINING")["sharedContext"][0]["content"] == MORE


def test_while_the_subject_pauses_the_offer_does_not_run_out(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.finds = ["gaps"]
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    server.clock.passes(days=6)
    bob.pauses()
    server.clock.passes(days=20)
    bob.resumes()
    assert bob.is_shown_offer()["expiresAt"] == "2026-12-12T12:00:00.000Z"
    assert "FINISH_ALONE" not in alice.sees_session()["turn"]["actions"]
    server.clock.passes(days=8, minutes=1)
    assert "FINISH_ALONE" in alice.sees_session()["turn"]["actions"]


def test_a_refinement_nobody_works_on_is_left_as_it_is_after_two_weeks(
    couple: Couple, server: Served
) -> None:
    alice, bob = couple
    server.engine.finds = ["gaps"]
    alice.shares_statement(GUESS)
    bob.shares_context(MORE)
    server.clock.passes(days=10)
    alice.says("I am still thinking.")
    server.clock.passes(days=10)
    assert alice.my_status() == "REFINING"
    server.clock.passes(days=4, minutes=1)
    alice.comes_to("READY")
    assert alice.sees("It has been quiet here for two weeks")


def test_a_long_silence_can_be_ended_alone_and_both_keep_what_they_have(
    couple: Couple, server: Served
) -> None:
    alice, bob = couple
    alice.shares_statement(GUESS)
    alice.comes_to("READY")
    too_early = alice.asks("POST", alice.here("/finish-alone"))
    assert too_early.status_code == 409
    assert too_early.json()["error"]["code"] == "INVALID_TRANSITION"
    server.clock.passes(days=14)
    ended = alice.does("POST", alice.here("/finish-alone"))["session"]
    assert ended["status"] == "ENDED"
    assert alice.does("POST", alice.here("/finish-alone"))["session"]["status"] == "ENDED"
    assert there(alice.says("I would have liked to know.")["reply"])["content"]
    assert bob.sees("This session has come to its end.")
    assert bob.sees_session()["partner"]["name"] == "Alice"
    assert bob.is_refused("POST", bob.here("/messages"), {"content": "Wait!"}) == (409, "SESSION_ENDED")


def test_whose_turn_it_is_is_reminded_after_three_and_seven_days_and_no_more(
    couple: Couple, server: Served
) -> None:
    _, bob = couple
    with bob.listening() as inbox:
        for days in (3, 4, 30):
            server.clock.passes(days=days, minutes=1)
            if days != 30:
                assert inbox.hears("notification.item_ready")["data"]["type"] == "reminder"
        bob.says("I am here.")
        kinds: list[str] = []
        while not kinds or kinds[-1] != "message.created":
            kinds.append(inbox.next()["type"])
    assert "notification.item_ready" not in kinds


def test_a_reminder_also_comes_by_mail_and_says_nothing(database_url: str, tmp_path: Path) -> None:
    with Mailbox().open() as mailbox:
        settings = settings_for(database_url, tmp_path, MWF_SMTP_URL=mailbox.url)
        with served(settings) as server:
            bob = Person(server.url, "Bob").registers()
            bob.starts_session("Alice", "The house")
            server.clock.passes(days=3, minutes=1)
            [letter] = mailbox.wait_for(1)
            bob.close()
    assert letter["Subject"] == "Something waits for you"
    assert "Alice" not in words_of(letter)
    assert "house" not in words_of(letter)
