"""The ledger: everything one has shared, with whom and when; and what taking it back does."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from looking import everything, rows
from meetwithoutfear.prompts import statements
from meetwithoutfear.store.tables import messages
from people import Person
from serving import Served
from waiting import wait_until

GUESS = "I imagine that you feel tired and alone with the house."
MORE = "When the door closes at night I feel that nobody hears me."
ABOUT_ALICE = "I imagine that you feel left with everything."

Couple = tuple[Person, Person]


@pytest.mark.both_databases
def test_every_crossing_stands_in_the_ledger_with_its_exact_words(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.judges = lambda prompt: "gaps" if prompt.statement == GUESS else "good"
    alice.shares_statement(GUESS)
    bob.shares_context(MORE)
    alice.comes_to("REFINING")
    alice.keeps_statement()
    bob.shares_statement(ABOUT_ALICE)
    bob.comes_to("REVEALED")
    bob.validates("MISSES", "The house is not the point.", share=True)
    mine = [(item["targetType"], item["content"], item["to"]) for item in alice.sees_consents()]
    assert mine == [("EMPATHY_STATEMENT", GUESS, "Bob")]
    theirs = [
        (item["targetType"], item["content"], item["seenAt"] is not None) for item in bob.sees_consents()
    ]
    assert theirs == [
        ("VALIDATION_FEEDBACK", "The house is not the point.", False),
        ("EMPATHY_STATEMENT", ABOUT_ALICE, False),
        ("SHARED_CONTEXT", MORE, True),
    ]
    alice.has_on_screen()
    assert all(item["seenAt"] for item in bob.sees_consents())


def test_a_statement_taken_back_is_a_draft_again_and_the_count_stays(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.finds = ["gaps", "good"]
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    assert bob.is_offered() is not None
    assert alice.takes_back("EMPATHY_STATEMENT")["revokedAt"] is not None
    assert alice.my_status() is None
    assert alice.does("GET", alice.here("/empathy/draft"))["draft"]["content"] == GUESS
    assert bob.is_offered() is None
    assert alice.shares_statement(GUESS)["status"] in {"ANALYZING", "READY"}
    alice.comes_to("READY")
    assert server.engine.analyses()[-1].iteration == 2


def test_what_was_shared_and_not_seen_yet_can_be_taken_back_without_a_trace(
    couple: Couple, server: Served
) -> None:
    alice, bob = couple
    server.engine.finds = ["gaps", "gaps"]
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    before = alice.reads_chat()
    bob.shares_context(MORE)
    bob.takes_back("SHARED_CONTEXT")
    assert alice.my_status() == "AWAITING_SHARING"
    assert alice.reads_chat() == before
    assert alice.sees_exchange()["sharedContext"] == []
    texts = rows(
        server.settings.database_url, sa.select(messages.c.content).where(messages.c.side == "INVITER")
    )
    assert all(MORE not in row.content for row in texts)


def test_what_was_seen_stays_seen_and_is_left_out_of_everything_made_later(
    couple: Couple, server: Served
) -> None:
    alice, bob = couple
    server.engine.judges = lambda _prompt: "gaps"
    alice.shares_statement(GUESS)
    bob.shares_context(MORE)
    alice.has_on_screen()
    bob.takes_back("SHARED_CONTEXT")
    assert alice.my_status() == "REFINING"
    assert alice.sees(MORE)
    alice.says("I try to understand.")
    guide = [prompt for prompt in server.engine.asked if isinstance(prompt, statements.InformedChat)]
    assert guide[-1].shared == ()
    alice.resubmits("Perhaps you feel unheard.")
    wait_until(lambda: server.engine.analyses()[-1].iteration == 2, "it is analysed again")
    assert server.engine.analyses()[-1].shared == ()


def test_after_the_reveal_a_withdrawal_is_noted_and_changes_nothing(couple: Couple) -> None:
    alice, bob = couple
    alice.shares_statement(GUESS)
    bob.shares_statement(ABOUT_ALICE)
    alice.comes_to("REVEALED")
    alice.takes_back("EMPATHY_STATEMENT")
    assert alice.my_status() == "REVEALED"
    assert bob.is_shown_guess()["content"] == GUESS


def test_a_second_tap_gives_the_same_record_and_strangers_find_nothing(couple: Couple) -> None:
    alice, bob = couple
    alice.shares_statement(GUESS)
    record = alice.sees_consents()[0]["id"]
    first = alice.does("POST", f"/me/consents/{record}/revoke")
    assert alice.does("POST", f"/me/consents/{record}/revoke") == first
    assert bob.is_refused("POST", f"/me/consents/{record}/revoke") == (404, "NOT_FOUND")


@pytest.mark.both_databases
def test_the_ledger_comes_in_pages(couple: Couple, alice: Person) -> None:
    for number in range(3):
        alice.shares_statement(f"A guess, number {number}.")
        alice.takes_back("EMPATHY_STATEMENT")
    page = alice.does("GET", "/me/consents", params={"limit": "2"})
    assert len(page["items"]) == 2
    rest = alice.does("GET", "/me/consents", params={"cursor": page["nextCursor"]})
    assert len(rest["items"]) == 1
    assert rest["nextCursor"] is None
    assert alice.is_refused("GET", "/me/consents?cursor=nonsense") == (422, "VALIDATION_ERROR")


def test_words_about_one_who_declined_never_go_to_somebody_else(alice: Person, bob: Person) -> None:
    alice.starts_session()
    alice.comes_to_guess()
    alice.shares_statement(GUESS)
    bob.does("POST", f"/invitations/{alice.link_token}/decline")
    assert alice.my_status() is None
    assert alice.does("GET", alice.here("/empathy/draft"))["draft"]["content"] == GUESS


def test_who_leaves_takes_along_what_was_never_shown(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.judges = lambda _prompt: "gaps"
    server.engine.suggests = "It has been a lonely year."
    alice.shares_statement(GUESS)
    bob.shares_context(MORE)
    alice.comes_to("REFINING")
    bob.leaves()
    left = everything(server.settings.database_url)
    found = {table for table, texts in left.items() if any("lonely year" in text for text in texts)}
    assert found <= {"messages"}, "only in Alice's own chat"
    assert alice.sees(MORE)
    assert alice.is_refused("POST", alice.here("/empathy/resubmit"), {"content": "New."}) == (
        409,
        "SESSION_ENDED",
    )
    alice.leaves()
    gone = everything(server.settings.database_url)
    assert not [table for table, texts in gone.items() if any(GUESS in text for text in texts)]
