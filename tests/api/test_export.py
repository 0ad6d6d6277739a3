"""Somebody gets everything of theirs in one file, and nothing that the other one kept."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from people import PASSWORD, Person
from serving import Served, served, settings_for

KINDS = (
    "told",
    "journal",
    "note",
    "words",
    "draft",
    "guess",
    "guess again",
    "feedback",
    "context",
    "suggestion",
)


def secret(owner: str, kind: str) -> str:
    return f"The {kind} of {owner}, like a canary"


def exported(somebody: Person) -> tuple[dict[str, Any], str]:
    answer = somebody.asks("GET", "/me/export")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.namelist() == ["export.json", "export.md"]
        return json.loads(archive.read("export.json")), archive.read("export.md").decode()


def tells(somebody: Person) -> None:
    """Everything that is private before the exchange."""
    name = somebody.name
    somebody.signs_compact()
    somebody.says(f"I feel lonely as a canary. {secret(name, 'told')}", intensity=6)
    somebody.thinks(secret(name, "journal"))
    somebody.tells_intensity(7, secret(name, "note"))
    somebody.feels_heard("hurt", most="hurt", words=secret(name, "words"))
    somebody.drafts(secret(name, "draft"))


@pytest.mark.both_databases
def test_everything_of_mine_is_in_it_and_nothing_the_other_has_not_shared(
    alice: Person, bob: Person, server: Served
) -> None:
    server.engine.suggests = {name: secret(name, "suggestion") for name in ("Alice", "Bob")}
    bob.joins(alice.starts_session(topic="The move"))
    for somebody in (alice, bob):
        tells(somebody)
    server.engine.finds = ["gaps"]
    alice.shares_statement(secret("Alice", "guess"), feelings=["hurt"])
    alice.comes_to("AWAITING_SHARING")
    bob.is_offered()
    alice.drafts(secret("Alice", "draft"))

    mine, text = exported(alice)
    for kind in ("told", "journal", "note", "words", "draft", "guess"):
        assert secret("Alice", kind) in json.dumps(mine)
        assert secret("Alice", kind) in text
    assert "of Bob" not in json.dumps(mine) + text
    theirs, text = exported(bob)
    for kind in ("told", "journal", "note", "words", "draft"):
        assert secret("Bob", kind) in json.dumps(theirs)
        assert secret("Bob", kind) in text
    assert secret("Bob", "suggestion") in json.dumps(theirs)
    assert "of Alice" not in json.dumps(theirs) + text
    assert "AWAITING" not in json.dumps(theirs)


def test_what_was_shared_is_in_it_and_a_decline_reads_like_waiting(
    alice: Person, bob: Person, server: Served
) -> None:
    server.engine.suggests = {name: secret(name, "suggestion") for name in ("Alice", "Bob")}
    bob.joins(alice.starts_session())
    for somebody in (alice, bob):
        tells(somebody)
    server.engine.judges = lambda prompt: "gaps" if prompt.guesser == "Alice" else "good"
    alice.shares_statement(secret("Alice", "guess"))
    bob.shares_context(secret("Bob", "context"))
    alice.resubmits(secret("Alice", "guess again"))
    alice.comes_to("AWAITING_SHARING")
    waiting = exported(alice)[0]["sessions"][0]["session"]["empathy"]["myAttempt"]
    bob.declines_offer()
    mine, text = exported(alice)
    [session] = mine["sessions"]
    assert session["session"]["empathy"]["myAttempt"] == waiting
    assert "DECLINE" not in json.dumps(mine)
    assert secret("Bob", "context") in json.dumps(mine)
    assert secret("Bob", "context") in text
    assert [one["content"] for one in session["statements"]] == [
        secret("Alice", "guess"),
        secret("Alice", "guess again"),
    ]
    bob.shares_statement(secret("Bob", "guess"))
    alice.comes_to("REVEALED")
    alice.validates("PARTIAL", secret("Alice", "feedback"))

    theirs, text = exported(bob)
    [session] = theirs["sessions"]
    assert [offer["status"] for offer in session["offers"]] == ["ACCEPTED", "DECLINED"]
    assert secret("Alice", "guess again") in text
    for kind in {*KINDS} - {"guess again"}:
        assert secret("Alice", kind) not in json.dumps(theirs) + text
    mine, text = exported(alice)
    assert secret("Bob", "guess") in text
    assert secret("Alice", "feedback") in text
    for kind in {*KINDS} - {"context", "guess"}:
        assert secret("Bob", kind) not in json.dumps(mine) + text


def test_the_account_is_in_it_and_no_secret_of_the_account(alice: Person, eve: Person) -> None:
    alice.does("PATCH", "/me", {"timeZone": "Europe/Berlin"})
    alice.starts_session("Somebody", "A topic")
    alice.archives()
    mine, _ = exported(alice)
    assert mine["account"] == alice.does("GET", "/me")["user"]
    assert mine["devices"][0]["current"] is True
    assert mine["notifications"]["quietHours"] == {"from": "22:00", "to": "08:00"}
    assert [one["session"]["topic"] for one in mine["sessions"]] == ["A topic"]
    token = str(alice.http.headers["Authorization"]).split()[1]
    for hidden in (token, alice.link_token, PASSWORD, "argon2"):
        assert hidden not in json.dumps(mine)
    assert exported(eve)[0]["sessions"] == []
    del alice.http.headers["Authorization"]
    assert alice.is_refused("GET", "/me/export") == (401, "UNAUTHENTICATED")


def test_an_export_is_not_for_asking_all_the_time(database_url: str, tmp_path: Path) -> None:
    with served(settings_for(database_url, tmp_path, MWF_RATE_LIMITS="on")) as server:
        alice = Person(server.url, "Alice").registers()
        for _ in range(10):
            exported(alice)
        assert alice.is_refused("GET", "/me/export") == (429, "RATE_LIMITED")
        alice.close()


def test_the_last_stages_are_in_it_as_far_as_they_are_mine_to_see(
    couple: tuple[Person, Person], server: Served
) -> None:
    alice, bob = couple
    alice.understands(bob)
    for one in couple:
        one.adds_need(secret(one.name, "need"))
    alice.stands_with(bob)
    for one in couple:
        one.has_idea(secret(one.name, "idea"))
    told, pages = exported(alice)
    [session] = told["sessions"]
    assert secret("Alice", "need") in pages
    assert secret("Alice", "idea") in pages
    assert [need["need"] for need in session["partnerNeeds"]] == ["to be heard"]
    assert [item["need"] for item in session["commonGround"]] == ["to be heard"]
    for kind in ("need", "idea"):
        assert secret("Bob", kind) not in json.dumps(told) + pages
    made = alice.agrees_with(bob)
    alice.resolves()
    bob.looks_back(made, felt=secret("Bob", "look back"))
    told, pages = exported(alice)
    assert secret("Bob", "idea") in pages, "it lies open for both now, and nothing says whose it is"
    assert secret("Bob", "look back") not in json.dumps(told)
    [agreement] = told["sessions"][0]["agreements"]
    assert agreement["status"] == "IN_PROGRESS"
