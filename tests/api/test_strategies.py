"""The pool over HTTP: ideas that stay hidden until both are ready, private rankings, and where they meet."""

from __future__ import annotations

from typing import Any

import pytest

from looking import everything
from people import Person
from serving import Served

Couple = tuple[Person, Person]
INVALID = (409, "INVALID_TRANSITION")
CONFLICT = (409, "CONFLICT")
NOT_FOUND = (404, "NOT_FOUND")
WRONG = (422, "VALIDATION_ERROR")
NOBODYS = "00000000-0000-4000-8000-000000000000"
HERS, HIS = "Ten minutes without phones after dinner", "A walk on Sunday morning"
AFRAID = "I am afraid of him when he has been drinking."


@pytest.fixture
def pair(grounded: Couple) -> Couple:
    return grounded


def texts(ideas: list[Any]) -> set[str]:
    return {idea["description"] for idea in ideas}


def ids_of(person: Person) -> list[str]:
    return [idea["id"] for idea in person.sees_pool()["strategies"]]


def come_to_rank(pair: Couple) -> list[str]:
    for one in pair:
        one.is_ready()
    return ids_of(pair[0])


def gates(person: Person) -> set[str]:
    found = person.sees_session()["me"]["stages"]["4"]["gates"]
    return {gate for gate, at in found.items() if at}


def test_before_the_last_stage_there_is_nothing_of_it(understood: Couple) -> None:
    alice, _ = understood
    asked: list[tuple[str, str, Any]] = [
        ("GET", "/strategies", None),
        ("POST", "/strategies", {"description": HERS}),
        ("POST", "/strategies/suggest", {}),
        ("POST", "/strategies/ready", None),
        ("POST", "/strategies/reopen", None),
        ("POST", "/strategies/rank", {"rankedIds": [NOBODYS]}),
        ("GET", "/strategies/overlap", None),
        ("POST", "/agreements", {"description": HERS, "type": "CHECK_IN"}),
        ("POST", "/resolve", None),
        ("POST", "/close", None),
    ]
    for method, path, body in asked:
        assert alice.is_refused(method, alice.here(path), body) == INVALID, path


def test_strangers_and_ids_of_others_find_nothing(pair: Couple, eve: Person) -> None:
    alice, bob = pair
    mine = alice.has_idea(HERS)["strategy"]["id"]
    assert bob.is_refused("PATCH", bob.here(f"/strategies/{mine}"), {"description": HIS}) == NOT_FOUND
    assert bob.is_refused("DELETE", bob.here(f"/strategies/{mine}")) == NOT_FOUND
    assert bob.is_refused("DELETE", bob.here("/strategies/not-an-id")) == NOT_FOUND
    eve.session_id = alice.session_id
    asked: list[tuple[str, str, Any]] = [
        ("GET", "", None),
        ("POST", "", {"description": HERS}),
        ("PATCH", f"/{mine}", {"description": HERS}),
        ("DELETE", f"/{mine}", None),
        ("POST", "/suggest", {}),
        ("POST", "/ready", None),
        ("POST", "/reopen", None),
        ("POST", "/rank", {"rankedIds": [mine]}),
        ("GET", "/overlap", None),
    ]
    for method, path, body in asked:
        assert eve.is_refused(method, eve.here(f"/strategies{path}"), body) == NOT_FOUND, path


def test_an_idea_is_kept_as_it_was_written_and_only_its_writer_sees_it(pair: Couple) -> None:
    alice, bob = pair
    made = alice.has_idea(HERS, needsAddressed=["to be heard"], duration="5 days", measureOfSuccess="Did we?")
    assert set(made) == {"strategy", "totalStrategies", "refinement", "help"}
    idea = made["strategy"]
    assert set(idea) == {"id", "description", "needsAddressed", "duration", "measureOfSuccess"}
    assert idea["description"] == HERS
    assert idea["needsAddressed"] == ["to be heard"]
    assert idea["duration"] == "5 days"
    assert idea["measureOfSuccess"] == "Did we?"
    assert made["totalStrategies"] == 1
    assert made["refinement"] is None
    assert bob.has_idea(HIS)["totalStrategies"] == 1, "the count is the caller's own"
    assert alice.sees_pool() == {
        "strategies": [idea],
        "aiSuggestionsAvailable": True,
        "phase": "COLLECTING",
        "hiddenIds": [idea["id"]],
    }
    assert texts(bob.sees_pool()["strategies"]) == {HIS}


def test_the_same_idea_may_be_there_twice_and_each_is_reworded_and_removed_for_itself(pair: Couple) -> None:
    alice, _ = pair
    first, second = (alice.has_idea(HERS)["strategy"]["id"] for _ in range(2))
    assert first != second
    path = alice.here(f"/strategies/{first}")
    changed = alice.does("PATCH", path, {"description": HIS, "duration": "1 week"})
    assert changed["strategy"]["description"] == HIS
    assert changed["totalStrategies"] == 2
    alice.does("DELETE", path)
    assert alice.is_refused("DELETE", path) == NOT_FOUND
    assert ids_of(alice) == [second]


def test_an_idea_has_its_limits(pair: Couple) -> None:
    alice, _ = pair
    wrong: list[dict[str, Any]] = [
        {},
        {"description": ""},
        {"description": "   "},
        {"description": "x" * 801},
        {"description": "fine", "needsAddressed": ["a", "b", "c", "d"]},
        {"description": "fine", "needsAddressed": [""]},
        {"description": "fine", "duration": "x" * 201},
        {"description": "fine", "measureOfSuccess": "x" * 201},
    ]
    for body in wrong:
        assert alice.is_refused("POST", alice.here("/strategies"), body) == WRONG
    assert ids_of(alice) == []


def test_the_longest_idea_and_three_needs_are_fine(pair: Couple) -> None:
    alice, _ = pair
    longest = alice.has_idea("x" * 800, needsAddressed=["a", "b", "c"], duration="y" * 200)["strategy"]
    assert (len(longest["description"]), len(longest["needsAddressed"])) == (800, 3)


def test_a_clearer_wording_is_offered_and_taking_it_is_the_members_choice(
    server: Served, pair: Couple
) -> None:
    alice, _ = pair
    server.engine.refines = "Ten minutes without phones, this week"
    made = alice.has_idea(HERS)
    assert made["refinement"] == {
        "original": HERS,
        "refined": "Ten minutes without phones, this week",
        "reason": "It is clearer so.",
    }
    assert texts(alice.sees_pool()["strategies"]) == {HERS}
    server.engine.is_down = True
    assert alice.has_idea(HIS)["refinement"] is None, "an engine that is down loses no idea"


def test_suggestions_come_from_the_library_and_are_the_callers_own_until_the_release(pair: Couple) -> None:
    alice, bob = pair
    answer = alice.does("POST", alice.here("/strategies/suggest"), {})
    assert len(answer["suggestions"]) == 3
    assert answer["source"] == "AI_GENERATED"
    for count in (1, 5):
        assert len(alice.asks_for_ideas(count=count, focusNeeds=["rest"])) == count
    assert len(texts(alice.sees_pool()["strategies"])) == 9, "nothing is suggested twice"
    assert bob.sees_pool()["strategies"] == []
    wrong: list[dict[str, Any]] = [
        {"count": 0},
        {"count": 6},
        {"count": "3"},
        {"focusNeeds": ["a", "b", "c", "d"]},
        {"focusNeeds": ["x" * 201]},
    ]
    for body in wrong:
        assert alice.is_refused("POST", alice.here("/strategies/suggest"), body) == WRONG


@pytest.mark.both_databases
def test_both_ready_lays_the_pool_open_and_locks_it(server: Served, pair: Couple) -> None:
    alice, bob = pair
    mine = alice.has_idea(HERS)["strategy"]["id"]
    bob.has_idea(HIS, duration="1 week")
    assert alice.is_ready() == {"ready": True, "partnerReady": False, "canStartRanking": False}
    assert "strategiesSubmitted" in gates(alice)
    assert "strategiesSubmitted" not in gates(bob)
    assert texts(bob.sees_pool()["strategies"]) == {HIS}
    with alice.listening() as ear:
        assert bob.is_ready() == {"ready": True, "partnerReady": True, "canStartRanking": True}
        ear.hears("strategies.released")
    hers, his = alice.sees_pool(), bob.sees_pool()
    assert hers["phase"] == his["phase"] == "RANKING"
    assert sorted(hers["strategies"], key=str) == sorted(his["strategies"], key=str)
    assert {HERS, HIS} < texts(hers["strategies"])
    assert len(hers["strategies"]) == 8, "a full measure, whoever has written how many"
    assert all(all(idea.values()) for idea in hers["strategies"]), "every idea has every field"
    assert alice.sees_pool() == hers, "the order is stable"
    assert not hers["aiSuggestionsAvailable"]
    locked: list[tuple[str, str, Any]] = [
        ("POST", "", {"description": HERS}),
        ("POST", "/suggest", {}),
    ]
    for method, path, body in locked:
        answer = alice.asks(method, alice.here(f"/strategies{path}"), body)
        assert answer.status_code == 409
        assert answer.json()["error"]["details"]["status"] == "RANKING"
        assert "RANK" in answer.json()["error"]["details"]["allowed"]
    for method, body in (("PATCH", {"description": HIS}), ("DELETE", None)):
        assert alice.is_refused(method, alice.here(f"/strategies/{mine}"), body) == NOT_FOUND
    assert "proposalsCreated" in gates(alice) & gates(bob)


def test_a_ranking_is_checked_kept_private_and_given_anew_until_both_have_ranked(pair: Couple) -> None:
    alice, bob = pair
    first, second, third, *_ = come_to_rank(pair)
    wrong: list[list[str]] = [[], [first, first], [NOBODYS], ["not an id"]]
    for ranking in wrong:
        assert alice.is_refused("POST", alice.here("/strategies/rank"), {"rankedIds": ranking}) == WRONG
    answer = alice.ranks(first)
    assert set(answer) == {"submitted", "submittedAt", "partnerSubmitted", "awaitingReveal"}
    assert answer["submitted"] is True
    assert answer["partnerSubmitted"] is False
    assert answer["awaitingReveal"] is True
    assert "rankingsSubmitted" in gates(alice) - gates(bob)
    assert alice.is_refused("GET", alice.here("/strategies/overlap")) == INVALID
    before = bob.sees_pool()
    alice.ranks(second, third)
    assert bob.sees_pool() == before
    answer = bob.ranks(third, first)
    assert answer["partnerSubmitted"] is True
    assert answer["awaitingReveal"] is False
    for one in pair:
        seen = one.sees_overlap()
        assert [idea["id"] for idea in seen["overlap"]] == [third], "the last ranking of each counts"
        assert seen["phase"] == "REVEALING"
    assert {"proposalsRanked", "overlapIdentified"} <= gates(alice) & gates(bob)
    late = alice.is_refused("POST", alice.here("/strategies/rank"), {"rankedIds": [first]})
    assert late == INVALID
    assert alice.sees_overlap() == alice.sees_overlap()


@pytest.mark.both_databases
def test_lists_that_do_not_meet_lead_to_new_hidden_ideas_and_a_second_round(pair: Couple) -> None:
    alice, bob = pair
    first, second, *_ = come_to_rank(pair)
    alice.ranks(first)
    bob.ranks(second)
    missed = bob.sees_overlap()
    assert missed["overlap"] == []
    assert missed["phase"] == "NEGOTIATING"
    assert "overlapIdentified" in gates(alice)
    known = texts(alice.sees_pool()["strategies"])
    alice.has_idea(HERS)
    assert texts(bob.sees_pool()["strategies"]) == known, "what is new is hidden again"
    alice.is_ready()
    assert texts(bob.sees_pool()["strategies"]) == known
    assert bob.is_ready()["canStartRanking"]
    fresh = texts(bob.sees_pool()["strategies"]) - known
    assert HERS in fresh
    assert len(fresh) == 8, "with so many of the library that nobody can reckon whose they are"
    wanted = next(idea["id"] for idea in bob.sees_pool()["strategies"] if idea["description"] == HERS)
    for one in pair:
        one.ranks(wanted)
    assert texts(alice.sees_overlap()["overlap"]) == {HERS}


def test_either_opens_a_ranked_pool_again_and_the_rankings_are_history(pair: Couple) -> None:
    alice, bob = pair
    first, second, *_ = come_to_rank(pair)
    for one in pair:
        one.ranks(first)
    with alice.listening() as ear:
        assert bob.reopens() == {"phase": "NEGOTIATING"}
        ear.hears("strategies.reopened")
    assert bob.reopens() == {"phase": "NEGOTIATING"}
    assert {"strategiesSubmitted", "rankingsSubmitted"}.isdisjoint(gates(alice))
    assert [idea["id"] for idea in alice.sees_overlap()["overlap"]] == [first], (
        "where they met stays to be seen"
    )
    come_to_rank(pair)
    alice.ranks(second)
    assert [idea["id"] for idea in alice.sees_overlap()["overlap"]] == [first]
    bob.ranks(second)
    assert [idea["id"] for idea in alice.sees_overlap()["overlap"]] == [second]


def test_of_ideas_and_rankings_no_event_and_nothing_else_tells_the_other(pair: Couple) -> None:
    alice, bob = pair
    before = bob.sees_session()
    with bob.listening() as ear:
        alice.has_idea("a lighthouse")
        alice.asks_for_ideas(count=2)
        alice.is_ready()
        event = ear.next()
        assert event["type"] == "strategies.partner_ready"
        assert event["data"] == {}
    assert bob.sees_session()["partner"] == before["partner"]
    bob.is_ready()
    paths = ("/strategies", "/messages", "/timeline", "/pending-actions")
    seen = [bob.asks("GET", bob.here(path)).text for path in paths]
    with bob.listening() as ear:
        alice.ranks(*ids_of(alice))
        event = ear.next()
        assert event["type"] == "strategies.partner_ranked"
        assert event["data"] == {}
    assert [bob.asks("GET", bob.here(path)).text for path in paths] == seen


@pytest.mark.both_databases
def test_with_the_same_key_everything_happens_once(server: Served, pair: Couple) -> None:
    alice, bob = pair
    asked: list[tuple[str, str, Any]] = [
        ("POST", "", {"description": HERS}),
        ("POST", "/suggest", {"count": 2}),
        ("POST", "/ready", None),
    ]
    for number, (method, path, body) in enumerate(asked):
        key = {"Idempotency-Key": f"key {number}"}
        first = alice.does(method, alice.here(f"/strategies{path}"), body, headers=key)
        server.rests()
        before = everything(server.settings.database_url)
        assert alice.does(method, alice.here(f"/strategies{path}"), body, headers=key) == first
        assert everything(server.settings.database_url) == before
    bob.is_ready()
    ranking, key = {"rankedIds": ids_of(alice)[:1]}, {"Idempotency-Key": "ranked"}
    alice.does("POST", alice.here("/strategies/rank"), ranking, headers=key)
    bob.ranks(*ids_of(bob))
    repeated = alice.does("POST", alice.here("/strategies/rank"), ranking, headers=key)
    assert repeated["submitted"] is True
    assert repeated["awaitingReveal"] is False


def test_an_idea_removed_since_is_not_there_for_a_repeat_either(pair: Couple) -> None:
    alice, _ = pair
    body, key = {"description": HERS}, {"Idempotency-Key": "one"}
    made = alice.does("POST", alice.here("/strategies"), body, headers=key)["strategy"]["id"]
    alice.does("DELETE", alice.here(f"/strategies/{made}"))
    assert alice.is_refused("POST", alice.here("/strategies"), body, headers=key) == NOT_FOUND
