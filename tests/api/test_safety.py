"""What happens when something somebody writes sounds like danger: care for them, and not a byte for anybody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from answers import there
from fakes import shown
from people import Person
from serving import Served

DESPAIR = "I want to kill myself."
FEAR = "I am afraid of him, he hits me when he is drunk."
HINT = "Sometimes I just want to disappear."
THREAT = "If you leave me I will kill you."


@pytest.fixture
def alice_and_bob(alice: Person, bob: Person) -> tuple[Person, Person]:
    bob.joins(alice.starts_session())
    for somebody in (alice, bob):
        somebody.signs_compact()
    return alice, bob


def test_the_guide_leaves_its_task_and_answers_with_care(
    alice_and_bob: tuple[Person, Person], server: Served
) -> None:
    alice, _ = alice_and_bob
    alice.does("PATCH", "/me", {"region": "DE"})
    said = alice.says(DESPAIR)
    assert server.engine.asked == []
    assert there(said["help"])["label"] == "suicide"
    assert there(said["help"])["region"] == "DE"
    assert there(said["help"])["resources"][0]["contact"].startswith("112")
    assert there(said["reply"])["replyTo"] == said["message"]["id"]
    assert alice.reads_chat()[-2:] == [DESPAIR, there(said["reply"])["content"]]
    with alice.saying(DESPAIR) as events:
        told = list(events)
    assert [name for name, _ in told] == ["metadata", "chunk", "complete"]
    assert told[-1][1]["help"]["label"] == "suicide"
    alice.goes_on()
    alice.says("The garden needs water.")
    assert len(server.engine.asked) == 1
    assert "The garden needs water." in shown(server.engine.asked[0])
    assert DESPAIR not in shown(server.engine.asked[0])


Writing = Callable[[Person], Any]
ENDPOINTS: dict[str, Writing] = {
    "message": lambda alice: alice.says(FEAR),
    "journal": lambda alice: alice.thinks(FEAR),
    "barometer": lambda alice: alice.tells_intensity(9, FEAR),
    "feel heard": lambda alice: alice.feels_heard(words=FEAR),
    "topic": lambda alice: alice.does("POST", "/sessions", {"partnerName": "Rob", "topic": FEAR}),
    "partner's name": lambda alice: alice.does("POST", "/sessions", {"partnerName": FEAR}),
}


@pytest.mark.parametrize("write", ENDPOINTS.values(), ids=ENDPOINTS.keys())
def test_every_place_to_write_is_listened_to(alice_and_bob: tuple[Person, Person], write: Writing) -> None:
    alice, _ = alice_and_bob
    alice.says("It began in May.")
    answer = write(alice)
    assert answer["help"]["label"] in {"abuse", "fear"}
    session = answer.get("session") or alice.sees_session()
    assert "CONTINUE" in session["turn"]["actions"]
    alice.session_id = session["id"]
    assert any("afraid" in line or "hurt" in line for line in alice.reads_chat() + alice.reads_journal())


def test_danger_holds_what_would_be_sent_until_they_say_to_go_on(alice: Person) -> None:
    alice.starts_session()
    alice.says(FEAR)
    held = alice.sees_session()["turn"]["actions"]
    assert "CONTINUE" in held
    assert "INVITE" not in held
    assert alice.is_refused("POST", alice.here("/invitation"), {}) == (409, "SAFETY_HOLD")
    session = alice.goes_on()
    assert "CONTINUE" not in session["turn"]["actions"]
    alice.invites_again(message="Shall we try this?")
    assert alice.goes_on().items() <= alice.sees_session().items()


def test_words_of_fear_in_an_invitation_are_held_once_and_then_theirs_to_send(
    alice: Person, bob: Person
) -> None:
    first = alice.starts_session()
    words = {"message": FEAR}
    assert alice.is_refused("POST", alice.here("/invitation"), words) == (409, "SAFETY_HOLD")
    assert bob.does("GET", f"/invitations/{first}")["message"] is None
    assert alice.reads_chat()[-1] != FEAR
    alice.goes_on()
    key = {"Idempotency-Key": "a phone on a train"}
    link = alice.does("POST", alice.here("/invitation"), words, headers=key)
    chat = alice.reads_chat()
    assert alice.does("POST", alice.here("/invitation"), words, headers=key) == link
    assert alice.reads_chat() == chat
    assert bob.does("GET", f"/invitations/{link['invitation']['token']}")["message"] == FEAR


def test_a_threat_is_not_delivered(alice: Person) -> None:
    alice.starts_session()
    for path, body in (
        (alice.here("/invitation"), {"message": THREAT}),
        ("/sessions", {"partnerName": "Bob", "topic": THREAT}),
        ("/sessions", {"partnerName": THREAT}),
    ):
        assert alice.is_refused("POST", path, body) == (422, "NOT_DELIVERED")
    assert alice.is_refused("PATCH", "/me", {"name": THREAT}) == (422, "NOT_DELIVERED")
    assert len(alice.sees_list()) == 1


def test_the_partner_can_tell_nothing_of_it(alice_and_bob: tuple[Person, Person]) -> None:
    alice, bob = alice_and_bob
    alice.says("It began in May.")
    with bob.listening() as inbox:
        before = bob.sees_session(), bob.sees_list(), bob.reads_chat()
        for write in (DESPAIR, FEAR, HINT):
            alice.says(write)
            alice.thinks(write)
            alice.tells_intensity(10, write)
        alice.goes_on()
        assert (bob.sees_session(), bob.sees_list(), bob.reads_chat()) == before
        alice.pauses()
        assert inbox.next()["type"] == "session.paused"


def test_a_faint_hint_is_a_quiet_line_and_the_guide_goes_on(
    alice_and_bob: tuple[Person, Person], server: Served
) -> None:
    alice, _ = alice_and_bob
    said = alice.says("I cannot take this any more.")
    assert there(said["reply"])["content"] == "I hear you."
    assert server.engine.asked[-1].turns[-1].text == "I cannot take this any more."
    assert there(said["help"])["words"]
    assert there(said["help"])["resources"]


FAINT = ("I cannot take this any more.", "I feel so hopeless.")
FEARED = ("I used to be afraid of him.", "Years ago I was afraid of him at night.")


def test_faint_signs_add_up_to_one_gentle_question_in_a_session(
    alice_and_bob: tuple[Person, Person], server: Served
) -> None:
    alice, _ = alice_and_bob
    assert there(alice.says(FAINT[0])["reply"])["content"] == "I hear you."
    asked = alice.says(FAINT[1])
    assert "are you having thoughts of ending your life" in there(asked["reply"])["content"]
    assert there(asked["help"])["label"] == "suicide"
    assert not alice.sees_care()["urgent"]
    assert alice.is_refused("POST", alice.here("/feel-heard"), {"confirmed": True}) == (409, "SAFETY_HOLD")
    for words in ("no", "yes"):
        alice.says(words)
    assert alice.sees_session()["care"] is None
    server.clock.passes(minutes=1)
    for words in FAINT * 2:
        said = alice.says(words)
        assert there(said["reply"])["content"] == "I hear you."
        assert there(there(said["help"])["words"])
    assert FAINT[1] not in shown(server.engine.asked[-4])
    alice.says(FEARED[0])
    assert "are you afraid of being hurt" in there(alice.says(FEARED[1])["reply"])["content"]


def test_the_journal_counts_with_the_conversation_and_the_other_session_does_not(
    alice_and_bob: tuple[Person, Person],
) -> None:
    alice, _ = alice_and_bob
    alice.thinks(FAINT[0])
    here = alice.session_id
    alice.starts_session("Carol")
    alice.signs_compact()
    assert there(alice.says(FAINT[1])["reply"])["content"] == "I hear you."
    alice.session_id = here
    assert "ending your life" in there(alice.says(FAINT[1])["reply"])["content"]


def test_what_is_saved_with_every_comma_does_not_add_up_by_itself(
    alice_and_bob: tuple[Person, Person],
) -> None:
    alice, _ = alice_and_bob
    alice.says("It began in May.")
    for words in FAINT * 2:
        assert there(alice.tells_intensity(7, words)["help"])["words"]
    alice.feels_heard()
    for pause in range(3):
        alice.drafts(f"{FAINT[0]} {pause}")
    assert there(alice.says(FAINT[1])["reply"])["content"] == "I hear you."
    assert alice.sees_session()["care"] is None


def test_where_to_find_help_is_open_to_everybody(person: Callable[[str], Person]) -> None:
    somebody = person("Somebody")
    anywhere = somebody.does("GET", "/help")
    assert anywhere["resources"]
    assert anywhere["label"] is None
    german = somebody.does("GET", "/help", params={"region": "DE"})
    assert "0800 111 0 111" in str(german)
    assert all(line["source"] for line in german["resources"])
    assert somebody.does("GET", "/help", params={"region": "atlantis"[:8]})["resources"]
    assert somebody.does("GET", "/guide") == {"engine": "embedded", "embedded": True}
