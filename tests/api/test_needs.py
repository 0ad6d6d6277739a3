"""Needs over HTTP: found under one's own words, confirmed, shared, seen side by side, and what both stand on."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from fakes import FakeClock
from looking import everything, rows
from meetwithoutfear.engines.engine import CallOutcome, EngineError
from meetwithoutfear.store.tables import jobs
from meetwithoutfear.store.together import COMMON_GROUND_JOB
from people import Person
from serving import Served
from waiting import wait_until

Couple = tuple[Person, Person]
INVALID = (409, "INVALID_TRANSITION")
NOT_FOUND = (404, "NOT_FOUND")
WRONG = (422, "VALIDATION_ERROR")
NOBODYS = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def pair(understood: Couple) -> Couple:
    return understood


def words_of(person: Person) -> list[str]:
    items = person.does("GET", person.here("/messages"))["items"]
    return [item["content"] for item in items if item["role"] == "USER"]


@pytest.mark.both_databases
def test_the_guide_finds_needs_with_quotes_that_really_are_the_members_own_words(pair: Couple) -> None:
    alice, bob = pair
    alice.says("Nobody asks me how my day was.")
    found = alice.finds_needs()
    assert [need["need"] for need in found] == ["to be heard", "rest"]
    for need in found:
        assert set(need) == {
            *("id", "need", "category", "description", "evidence", "confirmed", "source", "confidence"),
            *("shared", "needsReframing"),
        }
        assert 1 <= len(need["evidence"]) <= 5
        assert all(any(quote in said for said in words_of(alice)) for quote in need["evidence"])
        assert need["source"] == "GUIDE"
        assert need["confirmed"] is False
        assert need["shared"] is False
    assert bob.sees_needs() == []


def test_looking_again_keeps_what_was_confirmed_or_worded_by_oneself(pair: Couple) -> None:
    alice, _ = pair
    first, *_rest = alice.finds_needs()
    alice.confirms_needs(first["id"], adjustment="to be listened to")
    own = alice.adds_need("rest", "AUTONOMY")
    again = alice.finds_needs()
    assert [(need["id"], need["need"]) for need in again[:2]] == [
        (first["id"], "to be listened to"),
        (own["id"], "rest"),
    ]


def test_before_anything_was_said_there_is_nothing_to_find_needs_in(alice: Person, bob: Person) -> None:
    bob.joins(alice.starts_session())
    assert alice.is_refused("POST", alice.here("/needs/extract")) == INVALID
    assert alice.sees_needs() == []


@pytest.mark.parametrize("kind", [CallOutcome.UNAVAILABLE, CallOutcome.RUBBISH])
def test_while_the_engine_does_not_deliver_needs_stay_as_they_are(
    server: Served, pair: Couple, kind: CallOutcome
) -> None:
    alice, _ = pair
    alice.adds_need("rest")
    server.rests()
    before = everything(server.settings.database_url)

    def fails(_prompt: Any) -> Any:
        raise EngineError(kind)

    server.engine.answers = [fails]
    answer = alice.asks("POST", alice.here("/needs/extract"))
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "2"
    assert everything(server.settings.database_url) == before


def test_a_quote_that_nobody_wrote_never_appears(server: Served, pair: Couple) -> None:
    """What an engine makes up is refused by the prompt that asked for it."""
    alice, _ = pair
    invented = {"need": "rest", "category": "AUTONOMY", "description": "So it seems.", "confidence": 0.9}
    server.engine.answers = [
        lambda prompt: prompt.parse({"needs": [{**invented, "evidence": ["He never listens to me."]}]})
    ]
    assert alice.asks("POST", alice.here("/needs/extract")).status_code == 503
    assert alice.sees_needs() == []


def test_own_needs_are_added_reworded_and_removed_until_they_are_shared(pair: Couple) -> None:
    alice, bob = pair
    need = alice.adds_need("to be heard", description="In the evening")
    path = alice.here(f"/needs/{need['id']}")
    assert need["confirmed"] is True
    assert need["source"] == "MEMBER"
    changed = alice.does("PATCH", path, {"need": "rest", "category": "AUTONOMY"})["need"]
    assert changed["need"] == "rest"
    assert changed["category"] == "AUTONOMY"
    assert changed["description"] == "In the evening"
    assert alice.does("PATCH", path, {"description": ""})["need"]["description"] == ""
    for method, body in (("PATCH", {"need": "mine"}), ("DELETE", None)):
        assert bob.is_refused(method, path, body) == NOT_FOUND
    assert alice.asks("DELETE", path).status_code == 204
    assert alice.is_refused("DELETE", path) == NOT_FOUND
    assert alice.sees_needs() == []
    kept = alice.adds_need("to be heard")
    alice.shares_needs()
    for method, body in (("PATCH", {"need": "rest"}), ("DELETE", None)):
        assert alice.is_refused(method, alice.here(f"/needs/{kept['id']}"), body) == (409, "CONFLICT")


def test_a_demand_is_kept_as_it_is_with_a_gentle_word(pair: Couple) -> None:
    alice, _ = pair
    demand = alice.adds_need("you should help more")
    assert demand["need"] == "you should help more"
    assert demand["needsReframing"]
    assert alice.adds_need("to share the load")["needsReframing"] is None


def test_words_too_long_empty_or_of_no_kind_are_refused(pair: Couple) -> None:
    alice, _ = pair
    wrong: list[dict[str, Any]] = [
        {"need": "", "category": "SAFETY"},
        {"need": "   ", "category": "SAFETY"},
        {"need": "x" * 201, "category": "SAFETY"},
        {"need": "two\nlines", "category": "SAFETY"},
        {"need": "rest", "category": "MONEY"},
        {"need": "rest"},
        {"need": "rest", "category": "SAFETY", "description": "x" * 501},
    ]
    for body in wrong:
        assert alice.is_refused("POST", alice.here("/needs"), body) == WRONG
    alice.adds_need("x" * 200, description="y" * 500)
    assert len(alice.sees_needs()) == 1


def test_confirming_passes_the_gate_and_sharing_takes_at_least_one_confirmed_need(pair: Couple) -> None:
    alice, _ = pair
    [found] = alice.finds_needs()
    share, confirm = alice.here("/needs/consent"), alice.here("/needs/confirm")

    def gate() -> Any:
        return alice.sees_session()["me"]["stages"]["3"]["gates"]["needsConfirmed"]

    assert alice.is_refused("POST", share, {"needIds": [found["id"]]}) == WRONG
    assert alice.is_refused("POST", share, {"needIds": []}) == WRONG
    assert alice.is_refused("POST", share, {"needIds": [NOBODYS]}) == NOT_FOUND
    assert alice.is_refused("POST", confirm, {"confirmations": []}) == WRONG
    unknown = {"confirmations": [{"needId": NOBODYS, "confirmed": True}]}
    assert alice.is_refused("POST", confirm, unknown) == NOT_FOUND
    assert gate() is None
    alice.confirms_needs(found["id"])
    assert gate() is not None
    no = {"confirmations": [{"needId": found["id"], "confirmed": False}]}
    alice.does("POST", confirm, no)
    assert gate() is None
    alice.confirms_needs(found["id"])
    assert [need["shared"] for need in alice.shares_needs()] == [True]


def test_nothing_of_ones_needs_is_seen_by_the_other_before_both_have_shared(
    server: Served, pair: Couple
) -> None:
    alice, bob = pair
    before = bob.sees_session()
    with bob.listening() as ear:
        for need in alice.finds_needs():
            alice.confirms_needs(need["id"], adjustment="the marmalade")
        alice.adds_need("a lighthouse")
        alice.shares_needs()
        assert ear.next()["type"] == "needs.partner_shared"
    after = bob.sees_session()
    assert after["partner"] == before["partner"]
    assert bob.is_refused("GET", bob.here("/needs/comparison")) == INVALID
    ground = bob.sees_ground()
    assert ground == {"commonGround": [], "analysisComplete": False, "bothConfirmed": False, "help": None}
    for path in ("", "/needs", "/messages", "/timeline", "/pending-actions", "/common-ground"):
        seen = bob.asks("GET", bob.here(path)).text
        assert "marmalade" not in seen
        assert "lighthouse" not in seen


def test_both_lists_stand_side_by_side_with_what_was_shared_and_without_the_quotes(pair: Couple) -> None:
    alice, bob = pair
    for need in alice.finds_needs():
        alice.confirms_needs(need["id"])
    alice.adds_need("a secret wish")
    hers = alice.sees_needs()
    alice.shares_needs(hers[0]["id"])
    bob.shares_needs(bob.adds_need("rest", "AUTONOMY", "After work")["id"])
    seen = bob.compares_needs()
    assert seen["mine"] == alice.compares_needs()["partner"]
    [shared] = seen["partner"]
    assert shared == {name: hers[0][name] for name in ("id", "need", "category", "description")}
    assert "a secret wish" not in str(seen)
    assert hers[0]["evidence"][0] not in str(seen)


def test_sharing_twice_changes_nothing_and_other_needs_come_too_late(server: Served, pair: Couple) -> None:
    alice, _ = pair
    first, second = alice.adds_need("rest"), alice.adds_need("ease")
    alice.shares_needs(first["id"])
    server.rests()
    before = everything(server.settings.database_url)
    alice.shares_needs(first["id"])
    assert everything(server.settings.database_url) == before
    late = alice.is_refused("POST", alice.here("/needs/consent"), {"needIds": [second["id"]]})
    assert late == (409, "CONFLICT")
    assert [item["targetType"] for item in alice.sees_consents()].count("NEED") == 1


@pytest.mark.both_databases
def test_common_ground_is_found_confirmed_by_both_and_opens_the_last_stage_for_both_at_once(
    pair: Couple,
) -> None:
    alice, bob = pair
    for one in (alice, bob):
        one.shares_needs(one.adds_need("to be heard")["id"])
    [item] = alice.is_told_of_ground()
    assert set(item) == {
        *("id", "need", "category", "description", "kind", "proposedByMe"),
        *("confirmedByMe", "confirmedByPartner", "confirmedAt"),
    }
    assert item["confirmedByMe"] is False
    assert item["confirmedByPartner"] is False
    assert item["confirmedAt"] is None
    alice.confirms_ground(item["id"])
    [seen] = bob.sees_ground()["commonGround"]
    assert seen["confirmedByMe"] is False
    assert seen["confirmedByPartner"] is True
    alice.confirms_ground(item["id"], confirmed=False)
    assert not bob.sees_ground()["commonGround"][0]["confirmedByPartner"]
    alice.confirms_ground(item["id"])
    assert alice.sees_session()["me"]["stage"] == 3
    with alice.listening() as ear:
        assert bob.confirms_ground(item["id"])["bothConfirmed"]
        assert ear.hears("partner.stage_completed")["data"]["stage"] == 3
    for one in (alice, bob):
        assert one.sees_session()["me"]["stage"] == 4
        assert one.sees_ground()["commonGround"][0]["confirmedAt"]
    assert alice.confirms_ground(item["id"], confirmed=False)["bothConfirmed"], "it stands"


def test_where_nothing_is_shared_the_way_on_is_a_wording_of_their_own(pair: Couple) -> None:
    alice, bob = pair
    for one, need in ((alice, "rest"), (bob, "to be heard")):
        one.shares_needs(one.adds_need(need)["id"])
    assert alice.is_told_of_ground() == []
    assert alice.sees("nothing that stands on both lists")
    item = alice.proposes_ground(need="to be a family", category="CONNECTION", description="All of us")
    assert item["proposedByMe"] is True
    assert item["confirmedByMe"] is True
    assert item["kind"] == "NEED"
    [seen] = bob.sees_ground()["commonGround"]
    assert seen["proposedByMe"] is False
    assert seen["confirmedByPartner"] is True
    bob.confirms_ground(seen["id"])
    assert alice.sees_session()["me"]["stage"] == 4


def test_that_they_see_each_others_needs_is_enough_even_before_the_comparison_is_done(
    server: Served, pair: Couple
) -> None:
    alice, bob = pair
    server.engine.is_down = True
    for one, need in ((alice, "rest"), (bob, "to be heard")):
        one.shares_needs(one.adds_need(need)["id"])
    item = alice.proposes_ground(kind="SEEN")
    assert item["kind"] == "SEEN"
    assert item["category"] is None
    assert item["need"] == "We see each other's needs"
    assert not bob.sees_ground()["analysisComplete"]
    bob.confirms_ground(item["id"])
    assert bob.sees_session()["me"]["stage"] == 4


def test_while_the_engine_is_down_the_comparison_is_tried_again(
    server: Served, pair: Couple, clock: FakeClock
) -> None:
    alice, bob = pair
    server.engine.is_down = True
    for one in (alice, bob):
        one.shares_needs(one.adds_need("rest")["id"])
    tried = sa.select(jobs.c.id).where(jobs.c.kind == COMMON_GROUND_JOB, jobs.c.attempts == 1)
    wait_until(lambda: rows(server.settings.database_url, tried), "the first try has failed")
    assert not alice.sees_ground()["analysisComplete"]
    server.engine.is_down = False
    clock.passes(minutes=10)
    assert [item["need"] for item in alice.is_told_of_ground()] == ["rest"]


def test_common_ground_has_its_limits_and_its_time(pair: Couple, eve: Person) -> None:
    alice, bob = pair
    propose, confirm = alice.here("/common-ground/propose"), alice.here("/common-ground/confirm")
    words = {"need": "rest", "category": "AUTONOMY"}
    assert alice.is_refused("POST", propose, words) == INVALID
    for one in (alice, bob):
        one.shares_needs(one.adds_need("rest")["id"])
    wrong: list[dict[str, Any]] = [
        {"need": "", "category": "SAFETY"},
        {"need": "rest"},
        {"need": "x" * 201, "category": "SAFETY"},
        {"need": "rest", "category": "SAFETY", "kind": "OTHER"},
        {"need": "rest", "category": "SAFETY", "description": "x" * 501},
    ]
    for body in wrong:
        assert alice.is_refused("POST", propose, body) == WRONG
    said = {"confirmations": [{"commonGroundId": NOBODYS, "confirmed": True}]}
    assert alice.is_refused("POST", confirm, said) == NOT_FOUND
    assert alice.is_refused("POST", confirm, {"confirmations": []}) == WRONG


def test_strangers_find_nothing_whatever_they_ask_for(pair: Couple, eve: Person) -> None:
    alice, _ = pair
    need = alice.adds_need("rest")["id"]
    eve.session_id = alice.session_id
    confirm, ground = [{"needId": need, "confirmed": True}], [{"commonGroundId": need, "confirmed": True}]
    asked: list[tuple[str, str, Any]] = [
        ("GET", "/needs", None),
        ("POST", "/needs", {"need": "rest", "category": "SAFETY"}),
        ("PATCH", f"/needs/{need}", {"need": "rest"}),
        ("DELETE", f"/needs/{need}", None),
        ("POST", "/needs/extract", None),
        ("POST", "/needs/confirm", {"confirmations": confirm}),
        ("POST", "/needs/consent", {"needIds": [need]}),
        ("GET", "/needs/comparison", None),
        ("GET", "/common-ground", None),
        ("POST", "/common-ground/confirm", {"confirmations": ground}),
        ("POST", "/common-ground/propose", {"need": "rest", "category": "SAFETY"}),
    ]
    for method, path, body in asked:
        assert eve.is_refused(method, eve.here(path), body) == NOT_FOUND, path


def test_with_the_same_key_a_need_is_added_once_and_answered_with_itself(pair: Couple) -> None:
    alice, _ = pair
    body, key = {"need": "rest", "category": "AUTONOMY"}, {"Idempotency-Key": "one"}
    first = alice.does("POST", alice.here("/needs"), body, headers=key)["need"]
    alice.adds_need("ease")
    assert alice.does("POST", alice.here("/needs"), body, headers=key)["need"]["id"] == first["id"]
    assert [need["need"] for need in alice.sees_needs()] == ["rest", "ease"]
    path, key = alice.here(f"/needs/{first['id']}"), {"Idempotency-Key": "two"}
    alice.does("PATCH", path, {"need": "sleep"}, headers=key)
    alice.does("DELETE", path)
    assert alice.is_refused("PATCH", path, {"need": "sleep"}, headers=key) == NOT_FOUND
