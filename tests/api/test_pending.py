"""What waits for somebody: the list of a session, the badge over all of them, and the events that keep both live."""

from __future__ import annotations

import pytest

from answers import there
from people import Person
from serving import Served
from waiting import wait_until

GUESS = "I imagine that you feel tired and alone with the house."
MORE = "When the door closes at night I feel that nobody hears me."
ABOUT_ALICE = "I imagine that you feel left with everything."

Couple = tuple[Person, Person]


def types_of(person: Person) -> list[str]:
    return [item["type"] for item in person.sees_pending()["items"]]


def test_each_step_waits_for_whoever_has_to_take_it(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.judges = lambda prompt: "gaps" if prompt.statement == GUESS else "good"
    server.engine.suggests = "It has been a lonely year."
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    waiting = bob.sees_pending()
    assert [(item["type"], item["priority"], item["seenAt"]) for item in waiting["items"]] == [
        ("share_offer", "high", None)
    ]
    assert waiting["items"][0]["data"] == {"suggestedContent": "It has been a lonely year.", "areaHint": None}
    assert waiting["unviewedCount"] == 1
    shown = bob.sees_session()
    assert [item["type"] for item in shown["pendingActions"]] == ["share_offer"]
    assert shown["counts"] == {"pending": 1}
    assert alice.sees_pending()["items"] == []
    bob.shares_context(MORE)
    assert types_of(bob) == []
    assert types_of(alice) == ["context_received"]
    alice.resubmits("Perhaps you feel unheard.")
    bob.shares_statement(ABOUT_ALICE)
    bob.comes_to("REVEALED")
    assert types_of(alice) == types_of(bob) == ["empathy_awaiting_validation", "validate_partner_empathy"]
    bob.validates("ACCURATE")
    assert types_of(bob) == ["empathy_awaiting_validation"]
    assert types_of(alice) == ["validate_partner_empathy"]


@pytest.mark.both_databases
def test_the_badge_counts_what_was_not_looked_at_in_all_sessions(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.judges = lambda _prompt: "gaps"
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    first = bob.session_id
    bob.joins(alice.starts_session())
    alice.comes_to_guess()
    bob.comes_to_guess()
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    badge = bob.sees_badge()
    assert badge["total"] == 2
    assert {entry["sessionId"]: entry["types"] for entry in badge["sessions"]} == {
        first: ["share_offer"],
        bob.session_id: ["share_offer"],
    }
    item = bob.sees_pending()["items"][0]
    seen = bob.here(f"/pending-actions/{item['itemId']}/seen")
    at = bob.does("POST", seen)["seenAt"]
    assert bob.does("POST", seen)["seenAt"] == at
    assert bob.sees_pending()["items"][0]["seenAt"] == at
    assert bob.sees_badge()["total"] == 1
    assert {entry["id"]: entry["badgeCount"] for entry in bob.sees_list()} == {first: 1, bob.session_id: 0}
    nothing = bob.here("/pending-actions/00000000-0000-4000-8000-000000000000/seen")
    assert bob.is_refused("POST", nothing) == (404, "NOT_FOUND")


def test_a_look_at_the_list_or_the_offer_marks_nothing_as_looked_at(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.finds = ["gaps"]
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    for _ in range(2):
        bob.sees_pending()
        bob.is_offered()
        bob.sees_session()
    assert bob.sees_badge()["total"] == 1


def test_the_events_tell_each_of_them_what_they_may_know(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.judges = lambda prompt: "gaps" if prompt.statement == GUESS else "good"
    with alice.listening() as hers, bob.listening() as his:
        alice.shares_statement(GUESS)
        offered = his.hears("empathy.share_suggestion")
        assert set(offered["data"]) == {"offerId"}
        assert his.hears("notification.item_ready")["data"] == {"type": "share_offer", "priority": "high"}
        assert his.hears("notification.badge_update")["data"] == {"total": 1, "count": 1}
        for kind in (
            "empathy.gap_analysis_starting",
            "empathy.gaps_remain",
            "empathy.partner_considering_share",
        ):
            assert "attemptId" in hers.hears(kind)["data"]
        bob.shares_context(MORE)
        hers.hears("empathy.share_finalized")
        hers.hears("empathy.refining")
        alice.resubmits("Perhaps you feel unheard.")
        hers.hears("empathy.gaps_resolved")
        bob.shares_statement(ABOUT_ALICE)
        about_alice = hers.hears("empathy.revealed")["data"]["attemptId"]
        about_bob = his.hears("empathy.revealed")["data"]["attemptId"]
        assert alice.is_shown_guess()["id"] == about_alice
        assert bob.is_shown_guess()["id"] == about_bob
        alice.validates("ACCURATE")
        bob.validates("ACCURATE")
        for inbox in (hers, his):
            assert inbox.hears("partner.stage_completed")["data"] == {"stage": 2}


def test_receipts_go_from_delivered_to_seen(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.judges = lambda prompt: "gaps" if prompt.statement == GUESS else "good"
    alice.shares_statement(GUESS)
    assert there(alice.comes_to("AWAITING_SHARING")["myAttempt"])["deliveryStatus"] == "PENDING"
    bob.shares_context(MORE)
    assert bob.sees_exchange()["mySharedContext"][0]["deliveryStatus"] == "DELIVERED"
    assert alice.sees_exchange()["hasNewSharedContext"]
    alice.has_on_screen()
    assert not alice.sees_exchange()["hasNewSharedContext"]
    assert bob.sees_exchange()["mySharedContext"][0]["deliveryStatus"] == "SEEN"
    alice.keeps_statement()
    bob.shares_statement(ABOUT_ALICE)
    wait_until(alice.sees_partner_statement, "the reveal")
    assert alice.sees_own_attempt()["deliveryStatus"] == "DELIVERED"
    bob.opens_share_tab()
    assert alice.sees_own_attempt()["deliveryStatus"] == "SEEN"


def test_the_timeline_tells_what_happened_and_never_a_decline(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.judges = lambda prompt: "gaps" if prompt.statement == GUESS else "good"
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    bob.declines_offer()
    before = [(entry["kind"], entry["by"]) for entry in bob.does("GET", bob.here("/timeline"))["items"]]
    assert ("EMPATHY_SENT", "PARTNER") not in before
    bob.shares_statement(ABOUT_ALICE)
    bob.comes_to("REVEALED")
    bob.validates("PARTIAL")
    alice.accepts_difference()
    told = [(entry["kind"], entry["by"]) for entry in alice.does("GET", alice.here("/timeline"))["items"]]
    assert told == [
        ("INVITED", "ME"),
        ("JOINED", "PARTNER"),
        ("COMPACT_SIGNED", "ME"),
        ("FELT_HEARD", "ME"),
        ("COMPACT_SIGNED", "PARTNER"),
        ("FELT_HEARD", "PARTNER"),
        ("EMPATHY_SENT", "ME"),
        ("EMPATHY_REVEALED", "BOTH"),
        ("EMPATHY_VALIDATED", "PARTNER"),
        ("EMPATHY_VALIDATED", "ME"),
        ("STAGE_COMPLETED", "BOTH"),
    ]
