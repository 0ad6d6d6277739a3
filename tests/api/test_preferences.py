"""How somebody wants to be told, over HTTP."""

from __future__ import annotations

import pytest

from people import Person

USUAL = {"email": True, "push": True, "quietHours": {"from": "22:00", "to": "08:00"}}


@pytest.mark.both_databases
def test_there_are_usual_preferences_and_they_can_be_changed(alice: Person, bob: Person) -> None:
    assert alice.does("GET", "/me/notifications") == USUAL
    mine = {"email": False, "push": True, "quietHours": {"from": "00:30", "to": "23:59"}}
    for _ in range(2):
        assert alice.does("PUT", "/me/notifications", mine) == mine
    assert alice.does("GET", "/me/notifications") == mine
    assert alice.does("PUT", "/me/notifications", {**mine, "quietHours": None})["quietHours"] is None
    assert alice.does("GET", "/me/notifications")["quietHours"] is None
    assert bob.does("GET", "/me/notifications") == USUAL


@pytest.mark.parametrize(
    "change",
    [
        {"email": "yes"},
        {"push": 1},
        {"quietHours": {"from": "22:00"}},
        {"quietHours": {"from": "24:00", "to": "08:00"}},
        {"quietHours": {"from": "22:00", "to": "8"}},
        {"quietHours": "always"},
        {"more": True},
    ],
)
def test_what_cannot_be_meant_changes_nothing(alice: Person, change: dict[str, object]) -> None:
    assert alice.is_refused("PUT", "/me/notifications", {**USUAL, **change}) == (422, "VALIDATION_ERROR")
    assert alice.does("GET", "/me/notifications") == USUAL


def test_without_a_key_there_is_no_push(alice: Person) -> None:
    assert alice.does("GET", "/push/key") == {"key": None}
