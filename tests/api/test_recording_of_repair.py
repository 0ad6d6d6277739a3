"""What two people live through from their needs to the day they look back, and everything each of them could get after each
step, is what it was: see `recording` in conftest.py."""

from __future__ import annotations

import pytest

from people import PASSWORD, Person
from recorder import Recording

pytestmark = [pytest.mark.unmeasured, pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)]

Couple = tuple[Person, Person]


def test_needs_are_named_and_common_ground_is_found(recording: Recording, understood: Couple) -> None:
    alice, bob = understood
    alice.says("Nobody asks me how my day was.")
    recording.follows(alice, bob)
    first, second = alice.finds_needs()
    with recording.one_step():
        alice.does("PATCH", alice.here(f"/needs/{first['id']}"), {"need": "to be listened to"})
        alice.does("DELETE", alice.here(f"/needs/{second['id']}"))
        alice.adds_need("that he stops shouting", "SAFETY")
    alice.asks("POST", alice.here("/needs"), {"need": "", "category": "SAFETY"})
    with recording.one_step():
        own = alice.adds_need("to be loved")
        alice.confirms_needs(first["id"])
        alice.confirms_needs(own["id"], adjustment="to be heard")
    alice.shares_needs(own["id"])
    alice.takes_back("NEED")
    alice.shares_needs(own["id"])
    alice.pauses()
    with recording.one_step():
        bob.finds_needs()
        bob.shares_needs(bob.adds_need("to be heard")["id"], bob.adds_need("rest", "AUTONOMY")["id"])
    alice.resumes()
    alice.does("POST", alice.here("/needs/comparison/seen"))
    alice.asks("POST", alice.here("/needs/consent"), {"needIds": [first["id"]]})
    ground = alice.is_told_of_ground()[0]["id"]
    alice.confirms_ground(ground, confirmed=False)
    alice.confirms_ground(ground)
    wording = alice.proposes_ground(need="to rest", category="AUTONOMY", description="Both of us.")
    bob.confirms_ground(wording["id"], confirmed=False)
    alice.takes_back("COMMON_GROUND")
    bob.confirms_ground(ground)
    recording.exports(alice)


def test_where_nothing_is_shared_that_both_see_it_is_enough(recording: Recording, understood: Couple) -> None:
    alice, bob = understood
    alice.shares_needs(alice.adds_need("to be heard")["id"])
    mine = bob.adds_need("rest", "AUTONOMY")["id"]
    recording.goes_on_with(alice, bob)
    recording.server.engine.is_down = True
    bob.shares_needs(mine)
    recording.server.engine.is_down = False
    recording.passes(minutes=1)
    seen = alice.proposes_ground(kind="SEEN")
    bob.takes_back("NEED")
    bob.confirms_ground(seen["id"])
    for one in understood:
        one.closes()


def test_ideas_are_gathered_and_ranked(recording: Recording, grounded: Couple) -> None:
    alice, bob = grounded
    engine = recording.server.engine
    recording.follows(alice, bob)
    engine.refines = "Ten minutes of listening after supper, for five days"
    mine = alice.has_idea("Talk more", needsAddressed=["to be heard"], duration="5 days")["strategy"]["id"]
    engine.refines = None
    path = alice.here(f"/strategies/{mine}")
    with recording.one_step():
        alice.does("PATCH", path, {"description": "Ten minutes after supper", "measureOfSuccess": "Did we?"})
        alice.does("DELETE", alice.here(f"/strategies/{alice.has_idea('Nothing')['strategy']['id']}"))
    alice.asks("POST", alice.here("/strategies"), {"description": ""})
    alice.asks_for_ideas(count=2)
    bob.has_idea("A walk on Sundays")
    alice.asks("POST", alice.here("/strategies/rank"), {"rankedIds": [mine]})
    alice.asks("POST", alice.here("/agreements"), {"description": "This", "type": "CHECK_IN"})
    alice.is_ready()
    alice.asks("POST", alice.here("/strategies"), {"description": "One more"})
    with recording.one_step():
        alice.reopens()
        alice.is_ready()
    bob.is_ready()
    walk, supper = (idea_called(words, alice) for words in ("A walk on Sundays", "Ten minutes after supper"))
    alice.asks("POST", alice.here("/strategies/rank"), {"rankedIds": [supper, supper]})
    alice.ranks(supper, walk)
    alice.ranks(walk, supper)
    bob.ranks(supper, walk)
    alice.reopens()
    bob.answers(alice.proposes("A walk on Sundays", strategyId=walk)["id"], yes=True)


def test_where_no_lists_meet_there_is_a_second_round(recording: Recording, grounded: Couple) -> None:
    alice, bob = grounded
    ideas = [
        one.has_idea(words)["strategy"]["id"]
        for one, words in ((alice, "Ten minutes after supper"), (bob, "A walk on Sundays"))
    ]
    for one in grounded:
        one.is_ready()
    recording.goes_on_with(alice, bob)
    for one, idea in zip(grounded, ideas, strict=True):
        one.ranks(idea)
    with recording.one_step():
        bob.has_idea("Breakfast together")
        bob.is_ready()
        bob.reopens()
    made = alice.proposes("Ten minutes after supper")["id"]
    bob.answers(made, yes=False, modification="Five minutes after supper")
    for one in grounded:
        one.is_ready()
    alice.answers(made, yes=False)
    for one in grounded:
        one.closes()


def test_they_stop_amid_the_ideas(recording: Recording, grounded: Couple) -> None:
    for one in grounded:
        one.is_ready()
    recording.goes_on_with(*grounded)
    alice, bob = grounded
    bob.reopens()
    alice.closes()
    bob.closes()


def test_they_agree_and_look_back(recording: Recording, ranked: Couple) -> None:
    alice, bob = ranked
    recording.follows(alice, bob)
    wanted = alice.sees_overlap()["overlap"][0]["id"]
    made = alice.proposes(
        "Ten minutes after supper", strategyId=wanted, duration="5 days", followUpDate="2026-11-20"
    )["id"]
    bob.asks("POST", bob.here("/strategies/reopen"))
    bob.answers(made, yes=False, modification="Five minutes without phones", measureOfSuccess="Did we?")
    alice.answers(made, yes=True)
    with recording.one_step():
        other = bob.proposes("A walk on Sundays")["id"]
        alice.answers(other, yes=False, modification="A walk on Saturdays")
    bob.answers(other, yes=False)
    with recording.one_step():
        kept = bob.proposes("Breakfast together", followUpDate="2026-12-10")["id"]
        alice.answers(kept, yes=True)
        alice.proposes("A letter")
    alice.asks("POST", alice.here("/close"))
    alice.asks("POST", alice.here(f"/agreements/{made}/check-in"), {"done": "YES", "wish": "COMPLETE"})
    alice.resolves()
    bob.resolves()
    recording.passes(days=5)
    alice.looks_back(made, done="PARTLY", wish="EXTEND", felt="Better than I thought.")
    alice.looks_back(made, done="PARTLY", wish="EXTEND", felt="Better than I thought.", share=True)
    bob.looks_back(made, done="YES", wish="COMPLETE", felt="Short.")
    recording.passes(days=8)
    with recording.one_step():
        alice.looks_back(made)
        bob.looks_back(made, share=True)
    recording.passes(days=12)
    with recording.one_step():
        bob.looks_back(kept, done="NO", wish="ABANDON")
        alice.looks_back(kept)
    recording.exports(alice, bob)


def test_they_end_without_an_agreement(recording: Recording, ranked: Couple) -> None:
    alice, bob = ranked
    recording.goes_on_with(alice, bob)
    alice.closes()
    made = alice.proposes("Ten minutes after supper")["id"]
    alice.closes()
    bob.answers(made, yes=False)
    bob.closes()
    bob.asks("POST", bob.here("/agreements"), {"description": "This", "type": "CHECK_IN"})


def test_somebody_goes_for_good(recording: Recording, ranked: Couple, eve: Person) -> None:
    alice, bob = ranked
    eve.session_id = alice.session_id
    recording.goes_on_with(alice, bob, eve)
    eve.asks("POST", eve.here("/messages"), {"content": "Let me in."})
    bob.asks("DELETE", "/me", {"confirm": True, "password": "a guess"})
    bob.does("DELETE", "/me", {"confirm": True, "password": PASSWORD})
    alice.asks("POST", alice.here("/agreements"), {"description": "This", "type": "CHECK_IN"})


def idea_called(words: str, person: Person) -> str:
    return next(str(idea["id"]) for idea in person.sees_pool()["strategies"] if idea["description"] == words)
