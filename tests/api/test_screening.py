"""Each person, alone, is asked three questions, and may pass over them; a yes brings help to them, and nobody else learns of
anything."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from answers import there
from looking import rows
from meetwithoutfear.store.tables import screenings
from people import PASSWORD, Person
from serving import Served

ALONE = "/me/screening"
QUESTIONS = ["afraid", "hurt", "ending"]


def offered(somebody: Person, path: str = "") -> str | None:
    found: str | None = somebody.does("GET", path or place(somebody))["offered"]
    return found


def place(somebody: Person) -> str:
    return somebody.here("/screening")


def answers(somebody: Person, **told: str) -> Any:
    return somebody.does("POST", place(somebody), told)


def answers_before(somebody: Person, **told: str) -> Any:
    """Before there is a session."""
    return somebody.does("POST", ALONE, told)


@pytest.mark.both_databases
def test_offered_before_anybody_is_told_and_before_the_first_consent_and_never_again(
    alice: Person, bob: Person
) -> None:
    first = alice.does("GET", ALONE)
    assert first == {"help": None, "offered": "BEGINNING", "questions": QUESTIONS}
    assert offered(alice, ALONE) == "BEGINNING", "to look is not to be asked"
    left = answers_before(alice, afraid="no", hurt="rather_not", ending="no")
    assert left == {"help": None, "offered": None, "questions": QUESTIONS}
    bob.joins(alice.starts_session())
    assert offered(alice) is None
    alice.comes_to_guess()
    assert offered(alice) == "FIRST_CONSENT"
    assert answers(alice)["offered"] is None
    alice.shares_statement("You may be tired.")
    assert offered(alice) is None


def test_it_is_no_gate(alice: Person, bob: Person) -> None:
    bob.joins(alice.starts_session())
    for somebody in (alice, bob):
        somebody.comes_to_guess()
        somebody.shares_statement("You may be tired.")
        assert offered(somebody) is None
        assert offered(somebody, ALONE) is None


def test_who_joins_as_a_newcomer_is_asked_in_the_session(
    alice: Person, person: Callable[[str], Person]
) -> None:
    guest = person("Gabriel")
    guest.joins_as_newcomer(alice.starts_session())
    assert offered(guest, ALONE) is None
    assert offered(guest) == "BEGINNING"
    answers(guest)
    assert offered(guest) is None


def test_passing_over_it_and_saying_no_change_nothing(alice: Person, server: Served) -> None:
    alice.starts_session()
    before = alice.sees_session(), alice.reads_chat()
    for told in ({}, dict.fromkeys(QUESTIONS, "no"), dict.fromkeys(QUESTIONS, "rather_not")):
        assert answers(alice, **told)["help"] is None
    assert (alice.sees_session(), alice.reads_chat()) == before
    assert server.engine.asked == []


@pytest.mark.parametrize(
    ("inquiry", "label", "asked"),
    [
        ("afraid", "fear", "near you right now"),
        ("hurt", "abuse", "near you right now"),
        ("ending", "suicide", "have you thought about how you would end your life"),
    ],
)
def test_a_yes_brings_help_and_care_that_does_not_ask_the_same_back(
    alice: Person, inquiry: str, label: str, asked: str
) -> None:
    alice.does("PATCH", "/me", {"region": "DE"})
    alice.starts_session()
    found = there(answers(alice, **{inquiry: "yes"})["help"])
    assert (found["label"], found["region"]) == (label, "DE")
    assert found["resources"][0]["contact"].startswith("112")
    assert asked in alice.reads_chat()[-1]
    assert alice.sees_care()["about"] == label
    assert alice.is_refused("POST", alice.here("/invitation"), {}) == (409, "SAFETY_HOLD")
    alice.goes_on()
    alice.invites_again()


def test_a_repeat_of_the_request_begins_nothing_again(alice: Person) -> None:
    alice.starts_session()
    key = {"Idempotency-Key": "a phone on a train"}
    first = alice.does("POST", place(alice), {"ending": "yes"}, headers=key)
    said = alice.reads_chat()
    alice.goes_on()
    assert alice.does("POST", place(alice), {"ending": "yes"}, headers=key) == first
    assert alice.sees_session()["care"] is None
    assert alice.reads_chat() == said


def test_in_care_nothing_is_offered_until_it_is_over(alice: Person) -> None:
    alice.starts_session()
    alice.says("I want to kill myself.")
    assert offered(alice) is None
    alice.goes_on()
    assert offered(alice) == "BEGINNING"


def test_in_care_already_a_yes_says_nothing_over_again(alice: Person) -> None:
    alice.starts_session()
    answers(alice, ending="yes")
    before = alice.sees_session()["care"], alice.reads_chat()
    assert there(answers(alice, afraid="yes")["help"])["label"] == "fear"
    assert (alice.sees_session()["care"], alice.reads_chat()) == before


def test_a_yes_before_there_is_a_session_holds_the_first_one_without_words_or_cause(
    alice: Person, server: Served
) -> None:
    assert there(answers_before(alice, hurt="yes")["help"])["label"] == "abuse"
    alice.starts_session()
    assert alice.sees_care()["about"] is None
    assert not alice.sees("hurt")
    assert alice.is_refused("POST", alice.here("/invitation"), {}) == (409, "SAFETY_HOLD")
    said = there(alice.says("Hello?")["reply"])["content"]
    assert "something has worried me" in said
    assert server.engine.asked == []
    alice.goes_on()
    alice.starts_session("Carol")
    assert alice.sees_session()["care"] is None, "only the first"


def test_who_is_invited_is_held_in_the_same_way_and_once(alice: Person, bob: Person) -> None:
    answers_before(bob, ending="yes")
    token = alice.starts_session()
    bob.joins(token)
    assert bob.sees_care()["about"] is None
    bob.goes_on()
    bob.joins(token)
    assert bob.sees_session()["care"] is None


def test_words_of_danger_in_the_first_session_are_answered_as_what_they_are(alice: Person) -> None:
    answers_before(alice, ending="yes")
    alice.starts_session(topic="I am afraid of him, he hits me when he is drunk.")
    assert alice.sees_care()["about"] == "abuse"


def test_an_ended_session_asks_nothing(alice: Person, bob: Person) -> None:
    bob.joins(alice.starts_session())
    bob.leaves()
    assert offered(alice) is None


def test_strangers_and_other_words_are_refused(alice: Person, bob: Person) -> None:
    alice.starts_session()
    bob.session_id = alice.session_id
    assert bob.is_refused("GET", place(bob)) == (404, "NOT_FOUND")
    assert bob.is_refused("POST", place(bob), {"ending": "yes"}) == (404, "NOT_FOUND")
    assert alice.is_refused("POST", place(alice), {"ending": "maybe"})[0] == 422
    assert alice.is_refused("POST", place(alice), {"words": "yes"})[0] == 422


@pytest.mark.both_databases
def test_kept_is_that_it_was_offered_and_whether_help_was_wanted_in_the_own_file_until_the_account_goes(
    alice: Person, bob: Person, server: Served
) -> None:
    answers_before(alice, ending="yes")
    answers_before(bob, ending="no", hurt="rather_not")
    for somebody, wanted in ((alice, True), (bob, False)):
        with zipfile.ZipFile(io.BytesIO(somebody.asks("GET", "/me/export").content)) as archive:
            [kept] = json.loads(archive.read("export.json"))["screenings"]
        assert kept.keys() == {"occasion", "offeredAt", "helpWanted"}
        assert (kept["occasion"], kept["helpWanted"]) == ("BEGINNING", wanted)
    stored = sa.select(screenings.c.user_id)
    assert len(rows(server.settings.database_url, stored)) == len((alice, bob))
    for somebody in (alice, bob):
        somebody.does("DELETE", "/me", {"confirm": True, "password": PASSWORD})
    assert rows(server.settings.database_url, stored) == []
