"""The barometer, the chips, and "I feel heard"."""

from __future__ import annotations

import pytest

from meetwithoutfear.domain.feelings import FEELINGS
from people import Person
from serving import Served

LONELY = "I feel so lonely in this house, and nobody asks how I am."


@pytest.fixture
def telling(alice: Person) -> Person:
    alice.starts_session()
    alice.signs_compact()
    alice.says(LONELY)
    return alice


def test_the_chips_are_ranked_by_what_was_said_and_all_others_are_behind_them(telling: Person) -> None:
    found = telling.does("GET", telling.here("/feelings/suggested"))
    shown = [item["feeling"] for item in found["feelings"]]
    assert len(shown) == 8
    assert shown[0] == "loneliness"
    assert {item["feeling"] for item in found["feelings"] + found["more"]} == set(FEELINGS)


def test_only_the_person_says_that_they_feel_heard(telling: Person, bob: Person) -> None:
    bob.joins(telling.link_token)
    with bob.listening() as inbox:
        no = telling.does("POST", telling.here("/feel-heard"), {"confirmed": False, "feelings": []})
        assert no["confirmed"] is False
        assert no["stage"] == 1
        heard = telling.feels_heard("loneliness", "hurt", most="loneliness", words="It is the evenings.")
        assert heard["confirmed"] is True
        assert heard["stage"] == 2
        assert heard["partnerCompleted"] is False
        told = inbox.hears("partner.stage_completed")
    assert told["data"] == {"stage": 1}
    assert telling.sees("takes some courage")
    assert telling.feels_heard("anger") == heard
    assert "loneliness" not in str(bob.sees_session())


def test_who_has_said_nothing_cannot_be_heard(alice: Person) -> None:
    alice.starts_session()
    assert alice.is_refused("POST", alice.here("/feel-heard"), {"confirmed": True}) == (
        409,
        "INVALID_TRANSITION",
    )
    alice.signs_compact()
    answer = alice.asks("POST", alice.here("/feel-heard"), {"confirmed": True})
    error = answer.json()["error"]
    assert error["code"] == "INVALID_TRANSITION"
    assert error["details"]["status"] == "INVITED"
    assert "TALK" in error["details"]["allowed"]
    assert alice.sees_session()["me"]["stage"] == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"confirmed": "perhaps"},
        {"confirmed": True, "feelings": [{"feeling": "blue-ish"}]},
        {"confirmed": True, "feelings": ["hurt"]},
        {"confirmed": True, "words": "x" * 2001},
    ],
)
def test_a_feeling_nobody_knows_is_refused(telling: Person, body: dict[str, object]) -> None:
    assert telling.is_refused("POST", telling.here("/feel-heard"), body) == (422, "VALIDATION_ERROR")
    assert telling.sees_session()["me"]["stage"] == 1


def test_strong_feelings_suggest_a_pause_and_forbid_nothing(telling: Person, server: Served) -> None:
    assert telling.tells_intensity(7)["suggestPause"] is False
    strong = telling.tells_intensity(8, "After the phone call")
    assert strong["suggestPause"] is True
    told = telling.does("GET", telling.here("/emotions"))["items"]
    assert [(one["intensity"], one["context"]) for one in told] == [(7, None), (8, "After the phone call")]
    telling.says("I go on anyway.")
    assert server.engine.asked[-1].intensity == 8


def test_the_barometer_has_ten_steps(telling: Person) -> None:
    for intensity in (0, 11, 2.5, "x", None):
        body = {"intensity": intensity}
        assert telling.is_refused("POST", telling.here("/emotions"), body) == (422, "VALIDATION_ERROR")
    assert telling.does("GET", telling.here("/emotions"))["items"] == []


def test_nobody_reads_the_barometer_of_another(telling: Person, bob: Person, eve: Person) -> None:
    telling.tells_intensity(9)
    bob.joins(telling.link_token)
    assert bob.does("GET", bob.here("/emotions"))["items"] == []
    eve.session_id = telling.session_id
    for path in ("/emotions", "/feelings/suggested", "/inner-thoughts"):
        assert eve.is_refused("GET", eve.here(path)) == (404, "NOT_FOUND")
