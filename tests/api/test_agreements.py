"""From common ground to something both will try, and to the day they look back on it."""

from __future__ import annotations

from datetime import timedelta

from fakes import FakeClock
from people import Person
from serving import Served

IDEA = "Ten minutes without phones after dinner"


def test_two_people_come_to_an_agreement_and_look_back_on_it(
    server: Served, couple: tuple[Person, Person], clock: FakeClock
) -> None:
    alice, bob = couple
    alice.understands(bob).stands_with(bob)
    alice.has_idea(IDEA)
    assert alice.is_ready() == {"ready": True, "partnerReady": False, "canStartRanking": False}
    assert bob.is_ready() == {"ready": True, "partnerReady": True, "canStartRanking": True}
    pool = bob.sees_pool()
    assert pool["phase"] == "RANKING"
    assert len(pool["strategies"]) == 4
    wanted = next(idea["id"] for idea in pool["strategies"] if idea["description"] == IDEA)
    others = [idea["id"] for idea in pool["strategies"] if idea["id"] != wanted]
    assert alice.ranks(wanted, *others)["awaitingReveal"]
    assert not bob.ranks(others[0], wanted)["awaitingReveal"]
    assert [idea["description"] for idea in alice.sees_overlap()["overlap"]]
    day = (clock() + timedelta(days=7)).date().isoformat()
    proposed = alice.proposes(IDEA, strategyId=wanted, duration="1 week", followUpDate=day)
    agreed = bob.answers(proposed["id"], yes=True)
    assert agreed["sessionCanResolve"]
    assert alice.resolves()["followUpScheduled"]
    assert bob.sees_session()["status"] == "RESOLVED"
    clock.passes(days=8)
    server.rests()
    for one in (alice, bob):
        assert [item["type"] for item in one.sees_pending()["items"]] == ["follow_up_due"]
    alice.looks_back(proposed["id"], felt="Good", share=True)
    assert bob.sees_check_in(proposed["id"])["partner"]["felt"] == "Good"
    assert bob.looks_back(proposed["id"])["agreement"]["status"] == "COMPLETED"
    assert not alice.sees_pending()["items"]


def test_a_member_is_told_which_ideas_they_may_still_change_and_of_no_released_one(
    couple: tuple[Person, Person],
) -> None:
    alice, bob = couple
    alice.understands(bob).stands_with(bob)
    mine = alice.has_idea(IDEA)["strategy"]["id"]
    assert alice.sees_pool()["hiddenIds"] == [mine]
    assert bob.sees_pool()["hiddenIds"] == []
    alice.is_ready()
    bob.is_ready()
    assert alice.sees_pool()["hiddenIds"] == []
    alice.reopens()
    new = alice.has_idea("A walk on Sunday")["strategy"]["id"]
    assert alice.sees_pool()["hiddenIds"] == [new]
