"""From common ground to something both will try, and to the day they look back on it."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import fields
from datetime import timedelta
from typing import Any

import pytest

from answers import there
from fakes import FakeClock
from looking import everything
from meetwithoutfear.domain.repair.agreement import Details
from meetwithoutfear.domain.wire import to_camel
from people import Person
from serving import Served

Couple = tuple[Person, Person]
INVALID = (409, "INVALID_TRANSITION")
CONFLICT = (409, "CONFLICT")
NOT_FOUND = (404, "NOT_FOUND")
WRONG = (422, "VALIDATION_ERROR")
NOBODYS = "00000000-0000-4000-8000-000000000000"
IDEA = "Ten minutes without phones after dinner"
AFRAID = "I am afraid of him when he has been drinking."
DETAILS = [to_camel(each.name) for each in fields(Details)]
FIELDS = {
    *("id", "type", "strategyId", "description", "status", "version", *DETAILS),
    *("wordedByMe", "agreedByMe", "agreedByPartner", "agreedAt"),
}


@pytest.fixture
def pair(ranked: Couple) -> Couple:
    return ranked


@pytest.fixture
def agreed(pair: Couple, clock: FakeClock) -> str:
    """They have agreed on something, and on the day they look back; its id."""
    alice, bob = pair
    day = (clock() + timedelta(days=7)).date().isoformat()
    made: str = alice.proposes(IDEA, followUpDate=day)["id"]
    bob.answers(made, yes=True)
    return made


def gates(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = person.sees_session()["me"]["stages"]["4"]["gates"]
    return found


@pytest.mark.both_databases
def test_two_people_come_to_an_agreement_and_look_back_on_it(
    server: Served, grounded: tuple[Person, Person], clock: FakeClock
) -> None:
    alice, bob = grounded
    alice.has_idea(IDEA)
    assert alice.is_ready() == {"ready": True, "partnerReady": False, "canStartRanking": False}
    assert bob.is_ready() == {"ready": True, "partnerReady": True, "canStartRanking": True}
    pool = bob.sees_pool()
    assert pool["phase"] == "RANKING"
    assert len(pool["strategies"]) == 8
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
    assert there(bob.sees_check_in(proposed["id"])["partner"])["felt"] == "Good"
    assert bob.looks_back(proposed["id"])["agreement"]["status"] == "COMPLETED"
    assert not alice.sees_pending()["items"]


def test_an_agreement_is_proposed_by_one_and_agreed_to_by_the_other(pair: Couple, clock: FakeClock) -> None:
    alice, bob = pair
    strategy = alice.sees_overlap()["overlap"][0]["id"]
    day = (clock() + timedelta(days=7)).date().isoformat()
    words = {
        "strategyId": strategy,
        "description": IDEA,
        "type": "COMMITMENT",
        "duration": "1 week",
        "measureOfSuccess": "Did we do it?",
        "followUpDate": f"{day}T10:00:00Z",
    }
    with bob.listening() as ear:
        made = alice.does("POST", alice.here("/agreements"), words)
        assert ear.hears("agreement.proposed")["data"] == {"agreementId": made["agreement"]["id"]}
    assert made["awaitingPartnerConfirmation"] is True
    assert made["help"] is None
    mine = made["agreement"]
    assert set(mine) == FIELDS
    assert mine["status"] == "PROPOSED"
    assert mine["version"] == 1
    assert mine["type"] == "COMMITMENT"
    assert mine["strategyId"] == strategy
    assert mine["followUpDate"] == day
    assert mine["agreedByMe"] is True
    assert mine["agreedByPartner"] is False
    assert mine["agreedAt"] is None
    [seen] = bob.sees_agreements()
    assert seen["wordedByMe"] is False
    assert seen["agreedByMe"] is False
    assert seen["agreedByPartner"] is True
    answer = bob.answers(mine["id"], yes=True)
    assert answer["agreement"]["status"] == "AGREED"
    assert answer["sessionCanResolve"] is True
    assert answer["agreement"]["agreedAt"]
    assert alice.sees_pool()["phase"] == "AGREED"
    assert gates(alice)["agreementReached"]
    assert gates(alice)["followUpScheduled"]
    assert [item["targetType"] for item in bob.sees_consents()].count("AGREEMENT") == 1


@pytest.mark.parametrize("detail", DETAILS)
def test_whatever_an_agreement_says_is_kept_until_it_is_said_anew(
    pair: Couple, clock: FakeClock, detail: str
) -> None:
    """And a line of it is one line, of no more than two hundred characters."""
    alice, bob = pair
    days = [(clock() + timedelta(days=number)).date().isoformat() for number in (3, 4)]
    first, second = days if detail == "followUpDate" else ("In the kitchen", "In the garden")
    made = alice.proposes(IDEA, **{detail: first})["id"]
    confirm = bob.here(f"/agreements/{made}/confirm")
    for wrong in ("x" * 201, "two\nlines", 5):
        body = {"confirmed": True, "modification": IDEA, detail: wrong}
        assert bob.is_refused("POST", confirm, body) == WRONG
    assert bob.is_refused("POST", confirm, {"confirmed": True, detail: second}) == WRONG
    for said, kept in (({}, first), ({detail: None}, first), ({detail: second}, second)):
        bob.answers(made, yes=True, modification="Other words", **said)
        assert bob.sees_check_in(made)["agreement"] == {**bob.sees_agreements()[0], detail: kept}
    alice.answers(made, yes=True)
    with zipfile.ZipFile(io.BytesIO(alice.asks("GET", "/me/export").content)) as archive:
        [session] = json.loads(archive.read("export.json"))["sessions"]
    assert session["agreements"][0][detail] == second


def test_an_agreement_has_its_limits(pair: Couple, clock: FakeClock) -> None:
    alice, _ = pair
    path, fine = alice.here("/agreements"), {"description": IDEA, "type": "MICRO_EXPERIMENT"}
    yesterday = (clock() - timedelta(days=1)).date().isoformat()
    wrong: list[dict[str, Any]] = [
        {"description": IDEA},
        {"type": "MICRO_EXPERIMENT"},
        {**fine, "type": "PROMISE"},
        {**fine, "description": ""},
        {**fine, "description": "x" * 801},
        {**fine, "duration": "x" * 201},
        {**fine, "measureOfSuccess": "x" * 201},
        {**fine, "followUpDate": yesterday},
        {**fine, "followUpDate": "soon"},
        {**fine, "strategyId": NOBODYS},
    ]
    for body in wrong:
        assert alice.is_refused("POST", path, body) == WRONG, body
    assert alice.sees_agreements() == []
    today = clock().date().isoformat()
    made = alice.does("POST", path, {**fine, "description": "x" * 800, "followUpDate": today})
    confirm = alice.here(f"/agreements/{made['agreement']['id']}/confirm")
    not_so: list[dict[str, Any]] = [
        {},
        {"confirmed": "perhaps"},
        {"confirmed": True, "duration": "1 week"},
        {"confirmed": False, "modification": "x" * 801},
        {"confirmed": False, "modification": ""},
        {"confirmed": False, "modification": IDEA, "followUpDate": yesterday},
    ]
    for body in not_so:
        assert alice.is_refused("POST", confirm, body) == WRONG, body


def test_strangers_and_ids_of_others_find_nothing(pair: Couple, eve: Person) -> None:
    alice, _ = pair
    mine = alice.proposes(IDEA)["id"]
    for path in (f"/agreements/{NOBODYS}/confirm", "/agreements/not-an-id/confirm"):
        assert alice.is_refused("POST", alice.here(path), {"confirmed": True}) == NOT_FOUND
    assert alice.is_refused("GET", alice.here(f"/agreements/{NOBODYS}/check-in")) == NOT_FOUND
    eve.session_id = alice.session_id
    asked: list[tuple[str, str, Any]] = [
        ("GET", "/agreements", None),
        ("POST", "/agreements", {"description": IDEA, "type": "CHECK_IN"}),
        ("POST", f"/agreements/{mine}/confirm", {"confirmed": True}),
        ("GET", f"/agreements/{mine}/check-in", None),
        ("POST", f"/agreements/{mine}/check-in", {"done": "YES", "wish": "COMPLETE"}),
        ("POST", "/resolve", None),
        ("POST", "/close", None),
    ]
    for method, path, body in asked:
        assert eve.is_refused(method, eve.here(path), body) == NOT_FOUND, path


def test_other_words_keep_the_id_raise_the_version_and_ask_the_first_one_anew(pair: Couple) -> None:
    alice, bob = pair
    made = alice.proposes(IDEA, duration="1 week")["id"]
    answer = bob.answers(made, yes=False, modification="Five minutes without phones")
    other = answer["agreement"]
    assert other["id"] == made
    assert other["version"] == 2
    assert other["status"] == "PROPOSED"
    assert other["description"] == "Five minutes without phones"
    assert other["duration"] == "1 week"
    assert other["agreedByMe"] is True
    assert other["agreedByPartner"] is False
    assert not answer["sessionCanResolve"]
    assert [item["type"] for item in alice.sees_pending()["items"]] == ["agreement_to_confirm"]
    assert bob.answers(made, yes=True)["agreement"]["status"] == "PROPOSED", (
        "whoever worded it cannot agree alone"
    )
    assert alice.answers(made, yes=True)["agreement"]["status"] == "AGREED"
    late = alice.is_refused(
        "POST", alice.here(f"/agreements/{made}/confirm"), {"confirmed": False, "modification": "No"}
    )
    assert late == INVALID


def test_a_no_lets_the_proposal_go_and_another_one_can_be_made(
    server: Served, pair: Couple, clock: FakeClock
) -> None:
    alice, bob = pair
    made = alice.proposes(IDEA)["id"]
    another = {"description": "Another", "type": "CHECK_IN"}
    assert bob.is_refused("POST", bob.here("/agreements"), another) == CONFLICT
    assert bob.is_refused("POST", bob.here("/strategies/reopen")) == CONFLICT
    assert bob.answers(made, yes=False)["agreement"]["status"] == "ABANDONED"
    server.rests()
    before = everything(server.settings.database_url)
    assert bob.answers(made, yes=False)["agreement"]["status"] == "ABANDONED"
    assert everything(server.settings.database_url) == before
    assert bob.is_refused("POST", bob.here(f"/agreements/{made}/confirm"), {"confirmed": True}) == INVALID
    clock.passes(minutes=1)
    assert bob.proposes("Another")["status"] == "PROPOSED"
    assert [each["status"] for each in alice.sees_agreements()] == ["ABANDONED", "PROPOSED"]


def test_who_has_paused_or_is_held_words_nothing_for_the_other(pair: Couple) -> None:
    alice, _ = pair
    words = {"description": IDEA, "type": "CHECK_IN"}
    alice.pauses()
    assert alice.is_refused("POST", alice.here("/agreements"), words) == (409, "PAUSED")
    alice.resumes()
    alice.says(AFRAID)
    assert alice.is_refused("POST", alice.here("/agreements"), words) == (409, "SAFETY_HOLD")
    alice.goes_on()
    assert alice.proposes(IDEA)["agreedByMe"]


def test_a_session_is_resolved_by_either_once_both_have_agreed(
    server: Served, pair: Couple, clock: FakeClock
) -> None:
    alice, bob = pair
    refused = alice.asks("POST", alice.here("/resolve")).json()["error"]
    assert refused["code"] == "INVALID_TRANSITION"
    assert refused["details"]["status"] == "REVEALING"
    made = alice.proposes(IDEA)["id"]
    assert alice.is_refused("POST", alice.here("/resolve")) == INVALID
    bob.answers(made, yes=True)
    assert not gates(alice)["followUpScheduled"]
    with alice.listening() as ear:
        answer = bob.resolves()
        ear.hears("session.resolved")
    assert set(answer) == {"resolved", "resolvedAt", "agreements", "followUpScheduled"}
    assert answer["resolved"] is True
    assert answer["followUpScheduled"] is False
    assert [each["status"] for each in answer["agreements"]] == ["IN_PROGRESS"]
    server.rests()
    before = everything(server.settings.database_url)
    assert alice.resolves()["resolvedAt"] == answer["resolvedAt"]
    assert everything(server.settings.database_url) == before
    assert alice.is_refused("POST", alice.here("/close")) == INVALID


def test_it_ends_without_an_agreement_when_both_have_asked(server: Served, pair: Couple) -> None:
    alice, bob = pair
    for _ in range(2):
        answer = alice.closes()
        assert answer["closed"] is False
        assert answer["askedByMe"] is True
        assert answer["askedByPartner"] is False
    assert bob.sees_session()["status"] == "ACTIVE"
    answer = bob.closes()
    assert answer["closed"] is True
    assert answer["session"]["status"] == "ENDED"
    assert bob.closes()["closed"], "a repeated tap is no mistake"
    assert alice.sees_session()["status"] == "ENDED"
    assert alice.compares_needs()["partner"], "what they have understood can still be read"
    refused = alice.is_refused("POST", alice.here("/agreements"), {"description": IDEA, "type": "CHECK_IN"})
    assert refused == (409, "SESSION_ENDED")


def test_what_is_said_when_looking_back_is_seen_by_the_other_only_when_shared(
    server: Served, pair: Couple, agreed: str, clock: FakeClock
) -> None:
    alice, bob = pair
    early = {"done": "YES", "wish": "COMPLETE"}
    assert alice.is_refused("POST", alice.here(f"/agreements/{agreed}/check-in"), early) == INVALID
    alice.resolves()
    wrong: list[dict[str, Any]] = [
        {"done": "MAYBE", "wish": "COMPLETE"},
        {"done": "YES"},
        {"done": "YES", "wish": "FORGET"},
        {"done": "YES", "wish": "COMPLETE", "felt": "x" * 1001},
    ]
    for body in wrong:
        assert alice.is_refused("POST", alice.here(f"/agreements/{agreed}/check-in"), body) == WRONG
    clock.passes(days=8)
    server.rests()
    before = bob.sees_session()
    mine = alice.looks_back(agreed, done="PARTLY", felt="The lighthouse", wish="EXTEND")
    assert there(mine["mine"])["done"] == "PARTLY"
    assert there(mine["mine"])["wish"] == "EXTEND"
    assert there(mine["mine"])["shared"] is False
    seen = bob.sees_check_in(agreed)
    assert seen["mine"] is None
    assert seen["partner"] is None
    assert bob.sees_session() == before
    alice.looks_back(agreed, done="PARTLY", felt="The lighthouse", wish="EXTEND", share=True)
    told = there(bob.sees_check_in(agreed)["partner"])
    assert told["felt"] == "The lighthouse"
    assert told["wish"] is None, "what one wants of it stays one's own"
    assert alice.sees_consents()[0]["targetType"] == "CHECK_IN"


def reminded(person: Person) -> int:
    chat = person.reads_chat()
    return sum("the day to look back" in line for line in chat)


def test_to_go_on_for_a_while_brings_a_new_day_and_one_more_reminder(
    server: Served, pair: Couple, agreed: str, clock: FakeClock
) -> None:
    alice, bob = pair
    alice.resolves()
    clock.passes(days=8)
    server.rests()
    alice.looks_back(agreed, wish="EXTEND")
    answer = bob.looks_back(agreed)
    assert answer["agreement"]["status"] == "IN_PROGRESS"
    assert answer["agreement"]["followUpDate"] == (clock() + timedelta(days=7)).date().isoformat()
    assert (answer["mine"], answer["partner"]) == (None, None), "a new look back begins"
    assert alice.sees_pending()["items"] == []
    clock.passes(days=8)
    server.rests()
    for one in pair:
        assert [item["type"] for item in one.sees_pending()["items"]] == ["follow_up_due"]
        assert reminded(one) == 2


def test_with_the_same_key_everything_happens_once(server: Served, pair: Couple, clock: FakeClock) -> None:
    alice, bob = pair

    def twice(person: Person, path: str, body: Any = None) -> Any:
        key = {"Idempotency-Key": f"{person.name} {path} {body}"}
        first = person.does("POST", person.here(path), body, headers=key)
        server.rests()
        before = everything(server.settings.database_url)
        assert person.does("POST", person.here(path), body, headers=key) == first
        assert everything(server.settings.database_url) == before
        return first

    made = twice(alice, "/agreements", {"description": IDEA, "type": "CHECK_IN"})["agreement"]["id"]
    twice(bob, f"/agreements/{made}/confirm", {"confirmed": False, "modification": "Five minutes"})
    twice(alice, f"/agreements/{made}/confirm", {"confirmed": True})
    twice(alice, "/resolve")
    twice(bob, f"/agreements/{made}/check-in", {"done": "NO", "wish": "ABANDON"})
