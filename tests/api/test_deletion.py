"""Whoever deletes their account is gone: from every table, for good. The other one keeps what was shared with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from fakes import FakeClock
from looking import rows
from meetwithoutfear.store.schema import metadata
from people import PASSWORD, Person
from postbox import Mailbox
from serving import Served, served, settings_for
from waiting import wait_until

KEPT = "What Rosalind shared, on purpose"
REVEALED = "What Rosalind guessed, and it was revealed"

pytestmark = pytest.mark.both_databases


def all_that_is_stored(server: Served) -> str:
    found: list[Any] = []
    for table in metadata.sorted_tables:
        stored = rows(server.settings.database_url, sa.select(table))
        found += [f"{table.name} {tuple(row)!r}\n" for row in stored]
    return "".join(found)


def mentions(server: Served, words: str) -> list[str]:
    return [line for line in all_that_is_stored(server).splitlines() if words in line]


def confides(somebody: Person) -> None:
    """Something in each place that holds words."""
    somebody.signs_compact()
    somebody.says("A canary in the chat", intensity=6)
    somebody.thinks("A canary in the journal")
    somebody.tells_intensity(7, "A canary in a note")
    somebody.feels_heard("hurt", most="hurt", words="A canary in own words")
    somebody.drafts("A canary in a draft")


def goes(somebody: Person) -> None:
    assert somebody.asks("DELETE", "/me", {"confirm": True, "password": PASSWORD}).status_code == 204


def test_in_the_middle_of_everything_nothing_of_the_person_stays(
    database_url: str, tmp_path: Path, clock: FakeClock
) -> None:
    with Mailbox().open() as mailbox:
        settings = settings_for(database_url, tmp_path, MWF_SMTP_URL=mailbox.url)
        with served(settings, clock) as server:
            rosalind, bob = (Person(server.url, name).registers() for name in ("Rosalind", "Bob"))
            my_id = rosalind.does("GET", "/me")["user"]["id"]
            bob.starts_session(partner="Rosalind", topic="The move")
            rosalind.joins(bob.invites_again(email=rosalind.email, message="Come."))
            server.engine.judges = lambda prompt: "gaps" if prompt.guesser == "Bob" else "good"
            server.engine.suggests = "A canary in a suggestion"
            confides(rosalind)
            bob.comes_to_guess()
            bob.shares_statement("I imagine that you feel alone.")
            rosalind.shares_context(KEPT)
            bob.comes_to("REFINING")
            rosalind.shares_statement("A canary in a held statement")
            rosalind.drafts("A canary in a new draft")
            rosalind.starts_session(partner="Nobody yet", topic="A canary of a topic")
            rosalind.says("I want to die. A canary in danger")
            rosalind.does("POST", "/auth/link", {"email": rosalind.email})
            rosalind.does("PUT", "/me/notifications", {"email": True, "push": True, "quietHours": None})
            rosalind.does("PATCH", "/me", {"region": "DE"}, headers={"Idempotency-Key": "once"})
            server.rests()
            assert mentions(server, "anary")
            goes(rosalind)
            server.rests()
            for words in (my_id, "anary", "osalind@", "Rosalind'", "A canary"):
                assert mentions(server, words) == [], words
            # What she shared stays in Bob's chat and in what he sees of the exchange.
            assert mentions(server, KEPT)
            assert bob.sees(KEPT)
            [context] = bob.sees_exchange()["sharedContext"]
            assert context["content"] == KEPT
            assert bob.sees_session()["partner"] == {"name": "Your partner", "joined": False, "stage": None}
            for somebody in (rosalind, bob):
                somebody.close()


def test_the_other_one_is_told_that_it_has_ended_and_can_read_on(alice: Person, bob: Person) -> None:
    bob.joins(alice.starts_session())
    bob.comes_to_guess()
    with bob.listening() as inbox:
        goes(alice)
        assert inbox.hears("session.left")["sessionId"] == bob.session_id
    assert bob.sees_session()["status"] == "ENDED"
    assert bob.sees("lonely year")
    assert bob.is_refused("POST", bob.here("/messages"), {"content": "Hello?"}) == (409, "SESSION_ENDED")
    [kind] = [m["kind"] for m in bob.does("GET", bob.here("/timeline"))["items"] if m["kind"] == "ENDED"]
    assert kind == "ENDED"
    bob.archives()
    assert [item["id"] for item in bob.sees_list(archived="true")] == [bob.session_id]
    bob.leaves()


def test_what_was_revealed_stays_with_the_other_one_alone(
    couple: tuple[Person, Person], server: Served
) -> None:
    alice, bob = couple
    alice.shares_statement(REVEALED)
    bob.shares_statement("I imagine that you feel unseen.")
    bob.comes_to("REVEALED")
    bob.validates("ACCURATE")
    alice.validates("PARTIAL", "A canary that was not passed on")
    goes(alice)
    assert mentions(server, "canary") == []
    assert bob.is_shown_guess()["content"] == REVEALED
    assert bob.sees(REVEALED)
    # In his chat, and where the app shows it to him; no ledger, no wordings of hers.
    assert {line.split()[0] for line in mentions(server, REVEALED)} == {"messages", "attempts"}


def test_who_is_gone_is_signed_out_everywhere_and_may_begin_anew(alice: Person, server: Served) -> None:
    other_device = Person(server.url, "Alice").signs_in()
    with other_device.listening() as stream:
        goes(alice)
        stream.hears_the_end()
    for somebody in (alice, other_device):
        assert somebody.is_refused("DELETE", "/me", {"confirm": True}) == (401, "UNAUTHENTICATED")
        assert somebody.is_refused("GET", "/me") == (401, "UNAUTHENTICATED")
    again = {"email": alice.email, "password": "a long walk home"}
    assert alice.is_refused("POST", "/auth/login", again) == (401, "INVALID_CREDENTIALS")
    alice.registers()
    assert alice.sees_list() == []
    other_device.close()


def test_when_both_are_gone_so_is_the_session(couple: tuple[Person, Person], server: Served) -> None:
    alice, bob = couple
    session_id = alice.session_id
    bob.shares_statement("I imagine that you feel unseen.")
    alice.leaves()
    for somebody in (alice, bob):
        goes(somebody)
    wait_until(lambda: not mentions(server, session_id), "nothing of it is left")


def test_it_has_to_be_meant(alice: Person) -> None:
    for body in ({}, {"confirm": False}, {"confirm": "true"}, {"confirm": 1}, None):
        assert alice.is_refused("DELETE", "/me", body) == (422, "VALIDATION_ERROR")
    for password in ({}, {"password": None}, {"password": "not her password"}):
        refused = alice.is_refused("DELETE", "/me", {"confirm": True, **password})
        assert refused == (422, "WRONG_PASSWORD")
    assert alice.does("GET", "/me")["user"]["name"] == "Alice"


def test_who_has_no_password_goes_without(alice: Person, server: Served) -> None:
    guest = Person(server.url, "Bob")
    words = {"name": guest.name, "email": guest.email}
    accepted = guest.does("POST", f"/invitations/{alice.starts_session()}/accept", words)
    guest.carries(accepted["token"])
    assert guest.asks("DELETE", "/me", {"confirm": True}).status_code == 204
    assert guest.is_refused("GET", "/me") == (401, "UNAUTHENTICATED")
    guest.close()


def test_of_the_last_stages_only_what_both_had_before_them_stays(
    couple: tuple[Person, Person], server: Served, clock: FakeClock
) -> None:
    alice, bob = couple
    my_id = alice.does("GET", "/me")["user"]["id"]
    alice.understands(bob)
    alice.adds_need("A canary of a need", description="A canary under it")
    alice.stands_with(bob)
    alice.has_idea("What Alice thought of, for all to see")
    made = alice.agrees_with(bob, clock().date().isoformat())
    alice.resolves()
    alice.looks_back(made, felt="A canary in looking back")
    alice.does("POST", alice.here("/messages"), {"content": "A canary at the very end"})
    server.rests()
    goes(alice)
    server.rests()
    for words in (my_id, "anary"):
        assert mentions(server, words) == [], words
    [agreement] = bob.sees_agreements()
    assert agreement["status"] == "IN_PROGRESS"
    assert [need["need"] for need in bob.compares_needs()["partner"]] == ["to be heard"]
    assert bob.looks_back(made)["agreement"]["id"] == made
    assert bob.sees_session()["status"] == "RESOLVED"
