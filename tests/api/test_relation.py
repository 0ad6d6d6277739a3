"""What two people are to each other is asked of each of them, and belongs to whoever says it."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from answers import there
from looking import rows
from meetwithoutfear.domain.repair.pool import EXPERIMENTS
from meetwithoutfear.domain.side import Relation
from meetwithoutfear.store.tables import members
from people import PASSWORD, Person
from serving import Served

CONTROL = "She took my keys and does not let me use the car."
SUITS = {one.description: one.relations for one in EXPERIMENTS}


def test_each_says_it_for_themselves_and_sees_their_own_alone(alice: Person, bob: Person) -> None:
    bob.joins(alice.starts_session(relation="COUPLE"), relation="FORMER_COUPLE")
    assert alice.sees_session()["me"]["relation"] == "COUPLE"
    assert bob.sees_session()["me"]["relation"] == "FORMER_COUPLE"
    assert "FORMER_COUPLE" not in str(alice.sees_session())
    assert "relation" not in bob.sees_session()["partner"]


def test_nothing_said_is_nothing_said_until_they_say_it_or_take_it_back(alice: Person) -> None:
    alice.starts_session()
    assert alice.sees_session()["me"]["relation"] is None
    assert alice.calls_it("FLATMATES")["me"]["relation"] == "FLATMATES"
    assert alice.calls_it(None)["me"]["relation"] is None


def test_somebody_new_says_it_as_they_come(alice: Person, server: Served) -> None:
    token = alice.starts_session(relation="FRIENDS")
    carol = Person(server.url, "Carol")
    assert "FRIENDS" not in carol.asks("GET", f"/invitations/{token}").text
    words = {"name": "Carol", "email": carol.email, "password": PASSWORD, "relation": "COLLEAGUES"}
    accepted = carol.does("POST", f"/invitations/{token}/accept", words)
    assert accepted["session"]["me"]["relation"] == "COLLEAGUES"
    carol.close()


@pytest.mark.parametrize("said", ["MARRIED", "couple", 3, ["COUPLE"]])
def test_what_is_none_of_the_words_is_refused(alice: Person, said: object) -> None:
    alice.starts_session(relation="COUPLE")
    body = {"relation": said}
    assert alice.is_refused("PUT", alice.here("/relation"), body) == (422, "VALIDATION_ERROR")
    assert alice.is_refused("PUT", alice.here("/relation"), {}) == (422, "VALIDATION_ERROR")
    new = {"partnerName": "Bob", **body}
    assert alice.is_refused("POST", "/sessions", new) == (422, "VALIDATION_ERROR")
    assert alice.sees_session()["me"]["relation"] == "COUPLE"


def test_a_stranger_finds_nothing(alice: Person, eve: Person) -> None:
    alice.starts_session()
    eve.session_id = alice.session_id
    assert eve.is_refused("PUT", eve.here("/relation"), {"relation": "COUPLE"}) == (404, "NOT_FOUND")


def test_a_correction_tells_the_partner_nothing(alice: Person, bob: Person) -> None:
    bob.joins(alice.starts_session(relation="COUPLE"), relation="COUPLE")
    with bob.listening() as inbox:
        before = bob.sees_session(), bob.sees_list(), bob.reads_chat(), bob.does("GET", bob.here("/timeline"))
        with alice.listening() as hers:
            alice.calls_it("FORMER_COUPLE")
            hers.hears("session.updated")
        assert before == (
            bob.sees_session(), bob.sees_list(), bob.reads_chat(), bob.does("GET", bob.here("/timeline"))
        )  # fmt: skip
        alice.pauses()
        assert inbox.next()["type"] == "session.paused"


def test_an_ordinary_quarrel_holds_nothing_once_they_have_said_what_they_are(alice: Person) -> None:
    alice.starts_session(relation="FLATMATES")
    alice.signs_compact()
    said = alice.says(CONTROL)
    assert there(said["help"])["words"] is not None
    assert "CONTINUE" not in alice.sees_session()["turn"]["actions"]
    alice.invites_again(message="Shall we talk about the car?")


def test_until_they_have_said_it_the_strictest_reading_holds(alice: Person) -> None:
    alice.starts_session()
    assert there(alice.says(CONTROL)["help"])["label"] == "coercion"
    assert "CONTINUE" in alice.sees_session()["turn"]["actions"]
    assert alice.is_refused("POST", alice.here("/invitation"), {}) == (409, "SAFETY_HOLD")


def test_what_the_other_one_said_makes_nothing_lighter(alice: Person, bob: Person) -> None:
    bob.joins(alice.starts_session(relation="FLATMATES"))
    assert there(bob.says(CONTROL)["help"])["label"] == "coercion"
    assert "CONTINUE" in bob.sees_session()["turn"]["actions"]


def test_a_partner_who_is_named_keeps_it_as_strict_as_it_was(alice: Person) -> None:
    alice.starts_session(relation="FOUNDERS")
    alice.says("He is my boyfriend too. He took my phone and does not let me see my friends.")
    assert "CONTINUE" in alice.sees_session()["turn"]["actions"]


def test_the_topic_is_read_by_what_is_said_with_it(alice: Person) -> None:
    alice.starts_session(topic="He took my keys", relation="FLATMATES")
    assert "CONTINUE" not in alice.sees_session()["turn"]["actions"]
    alice.starts_session(topic="He took my keys", relation="COUPLE")
    assert "CONTINUE" in alice.sees_session()["turn"]["actions"]


def test_suggestions_go_by_ones_own_word_and_the_pool_by_the_inviters_first(
    alice: Person, bob: Person
) -> None:
    bob.joins(alice.starts_session(relation="FOUNDERS"), relation="FRIENDS")
    for one in (alice, bob):
        one.comes_to_guess()
    alice.understands(bob)
    alice.stands_with(bob)
    alice.calls_it("COUPLE")
    bob.calls_it("RELATIVES")
    his = [idea["description"] for idea in bob.asks_for_ideas(count=5)]
    hers = [idea["description"] for idea in alice.asks_for_ideas(count=5)]
    assert all(Relation.RELATIVES in SUITS[text] for text in his)
    assert all(Relation.COUPLE in SUITS[text] for text in hers)
    alice.is_ready()
    bob.is_ready()
    laid = {idea["description"] for idea in bob.sees_pool()["strategies"]} - {*his, *hers}
    assert laid
    assert all(Relation.FOUNDERS in SUITS[text] for text in laid)


def test_who_leaves_takes_it_along(alice: Person, bob: Person, database_url: str) -> None:
    bob.joins(alice.starts_session(relation="COUPLE"), relation="FORMER_COUPLE")
    bob.leaves()
    kept = rows(database_url, select(members.c.side, members.c.relation, members.c.first_relation))
    assert {row.side: (row.relation, row.first_relation) for row in kept} == {
        "INVITER": (Relation.COUPLE, Relation.COUPLE),
        "INVITEE": (None, None),
    }
