"""The exchange over HTTP: each path through it, as the two people live it."""

from __future__ import annotations

import pytest

from answers import there
from people import Person
from serving import Served

GUESS = "I imagine that you feel tired and alone with the house."
BETTER = "I imagine that you feel alone, and that nobody hears you."
MORE = "When the door closes at night I feel that nobody hears me."
ABOUT_ALICE = "I imagine that you feel left with everything."

Couple = tuple[Person, Person]


def reveal(alice: Person, bob: Person) -> None:
    alice.shares_statement(GUESS)
    bob.shares_statement(ABOUT_ALICE)
    alice.comes_to("REVEALED")
    bob.comes_to("REVEALED")


@pytest.mark.both_databases
def test_both_share_both_are_close_both_say_so_and_the_next_stage_opens_for_both(couple: Couple) -> None:
    alice, bob = couple
    reveal(alice, bob)
    assert alice.is_shown_guess()["content"] == ABOUT_ALICE
    assert bob.is_shown_guess()["content"] == GUESS
    assert not bob.validates("ACCURATE")["stageCompleted"]
    assert bob.sees_session()["me"]["stages"]["2"]["status"] == "GATE_PENDING"
    assert alice.validates("ACCURATE")["stageCompleted"]
    for person in couple:
        seen = person.sees_session()
        assert seen["me"]["stage"] == 3
        assert seen["me"]["stages"]["2"]["status"] == "COMPLETED"
        assert there(seen["empathy"]["myAttempt"])["outcome"] == "ACCURATE"


def test_one_guess_is_close_and_the_other_is_refined_before_anybody_sees_anything(
    couple: Couple, server: Served
) -> None:
    alice, bob = couple
    server.engine.judges = lambda prompt: "gaps" if prompt.statement == ABOUT_ALICE else "good"
    alice.shares_statement(GUESS)
    alice.comes_to("READY")
    bob.shares_statement(ABOUT_ALICE)
    bob.comes_to("AWAITING_SHARING")
    assert alice.sees_partner_statement() is None
    assert bob.sees_partner_statement() is None
    alice.shares_context("The long evenings in the house are lonely.")
    bob.comes_to("REFINING")
    bob.resubmits(BETTER)
    bob.comes_to("REVEALED")
    assert alice.is_shown_guess()["content"] == BETTER
    assert bob.is_shown_guess()["content"] == GUESS


@pytest.mark.both_databases
def test_both_refine_independently_of_each_other(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.judges = lambda prompt: "good" if prompt.iteration > 1 else "gaps"
    alice.shares_statement(GUESS)
    bob.shares_statement(ABOUT_ALICE)
    bob.shares_context(MORE)
    alice.shares_context("The long evenings in the house are lonely.")
    again = bob.answers_offer("accept", content=MORE)
    assert there(again["sharedMessage"])["content"] == MORE, "and not what came in from the other side"
    for person in couple:
        person.comes_to("REFINING")
        person.resubmits(f"{person.name} has thought again, and imagines more now.")
    for person in couple:
        person.comes_to("REVEALED")
        assert person.is_shown_guess()["content"].endswith("imagines more now.")


def test_keeping_it_as_it_is_is_the_guessers_own_choice(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.judges = lambda prompt: "gaps" if prompt.statement == GUESS else "good"
    alice.shares_statement(GUESS)
    bob.shares_context(MORE)
    alice.comes_to("REFINING")
    assert alice.keeps_statement()["status"] == "READY"
    assert alice.keeps_statement()["status"] == "READY", "a second tap does no harm"
    assert "comes close" not in "".join(alice.reads_chat())
    bob.shares_statement(ABOUT_ALICE)
    bob.comes_to("REVEALED")
    assert bob.is_shown_guess()["content"] == GUESS


def test_a_second_refinement_can_succeed_where_the_first_did_not(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.judges = lambda prompt: "gaps" if prompt.iteration < 3 else "near"
    alice.shares_statement(GUESS)
    bob.shares_context(MORE)
    alice.comes_to("REFINING")
    alice.resubmits(BETTER)
    alice.comes_to("AWAITING_SHARING")
    assert bob.is_shown_offer()["iteration"] == 2
    bob.shares_context("And in the morning nobody asks how the night was.")
    alice.comes_to("REFINING")
    assert [item["content"] for item in alice.sees_exchange()["sharedContext"]] == [
        MORE,
        "And in the morning nobody asks how the night was.",
    ]
    alice.resubmits(f"{BETTER} Neither at night nor in the morning.")
    alice.comes_to("READY")
    assert alice.sees("Much of it seems to come near")


def test_partly_right_keeps_the_feedback_private_and_still_goes_on(couple: Couple) -> None:
    alice, bob = couple
    reveal(alice, bob)
    answer = bob.validates("PARTIAL", "The house was never the point.")
    assert answer["status"] == "VALIDATED"
    assert answer["outcome"] == "PARTIAL"
    assert not alice.sees("The house was never the point.")
    assert alice.sees("Your partner says that your words feel right in part.")


def test_feedback_that_is_shared_leads_to_new_words_and_no_analysis(couple: Couple, server: Served) -> None:
    alice, bob = couple
    reveal(alice, bob)
    asked = len(server.engine.analyses())
    assert bob.validates("MISSES", "I was not tired, I was afraid.", share=True)["status"] == "REFINING"
    assert alice.comes_to("REFINING")["sharedContext"] == []
    assert alice.sees("I was not tired, I was afraid.")
    assert alice.resubmits(BETTER)["status"] == "REVEALED"
    assert bob.is_shown_guess()["content"] == BETTER
    assert bob.validates("ACCURATE")["status"] == "VALIDATED"
    assert len(server.engine.analyses()) == asked


def test_a_difference_that_remains_can_be_accepted_and_is_not_called_accuracy(couple: Couple) -> None:
    alice, bob = couple
    reveal(alice, bob)
    assert bob.validates("MISSES", "It is quite different for me.")["status"] == "REVEALED"
    assert alice.my_status() == "REVEALED"
    assert not alice.sees("It is quite different for me.")
    assert bob.accepts_difference()["status"] == "VALIDATED"
    assert alice.sees_own_attempt()["outcome"] == "DIFFERENCE"


def test_only_two_rounds_follow_the_reveal_and_then_there_is_still_a_way_on(couple: Couple) -> None:
    alice, bob = couple
    reveal(alice, bob)
    for number in (1, 2):
        bob.validates("MISSES", f"Not so, for the {number}. time.", share=True)
        alice.resubmits(f"Perhaps like this, for the {number}. time.")
    assert bob.validates("MISSES", "Still not.", share=True)["status"] == "REVEALED"
    assert alice.sees("Still not.")
    assert bob.accepts_difference()["status"] == "VALIDATED"


def test_a_no_to_sharing_the_statement_changes_nothing(couple: Couple) -> None:
    alice, _ = couple
    alice.drafts(GUESS)
    answer = alice.does("POST", alice.here("/empathy/consent"), {"consent": False, "content": GUESS})
    assert answer["attempt"] is None
    assert alice.my_status() is None
    assert alice.sees_consents() == []


def test_a_held_statement_can_be_changed_and_counts_nothing(alice: Person, bob: Person) -> None:
    alice.starts_session()
    alice.comes_to_guess()
    assert alice.shares_statement(GUESS)["status"] == "HELD"
    assert alice.shares_statement(BETTER)["revision"] == 2
    assert alice.sees_exchange()["waitingFor"] == "PARTNER_JOIN"
    bob.joins(alice.link_token)
    assert alice.sees_exchange()["waitingFor"] == "PARTNER_STAGE1"
    bob.comes_to_guess()
    alice.comes_to("READY")


def test_the_draft_is_kept_and_gone_once_it_is_sent(couple: Couple) -> None:
    alice, _ = couple
    alice.drafts(GUESS, feelings=["loneliness"])
    found = alice.does("GET", alice.here("/empathy/draft"))
    assert found["draft"]["content"] == GUESS
    assert found["draft"]["feelings"] == ["loneliness"]
    assert found["concern"] is None
    alice.shares_statement(GUESS)
    assert alice.does("GET", alice.here("/empathy/draft"))["draft"] is None
    alice.drafts(BETTER)
    assert alice.drafts("")["draft"] is None


def test_contempt_is_pointed_out_and_a_threat_does_not_cross(couple: Couple) -> None:
    alice, _ = couple
    assert alice.drafts("You are a pathetic loser, and you feel it.")["concern"] == "contempt"
    assert alice.looks_once_more("You never listen, you selfish pig.") == "contempt"
    assert alice.looks_once_more("I was afraid all year.") is None
    threat = {"consent": True, "content": "I will make you pay for this."}
    assert alice.is_refused("POST", alice.here("/empathy/consent"), threat) == (422, "NOT_DELIVERED")
    assert alice.my_status() is None


def test_every_message_says_whose_words_it_carries(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.finds = ["gaps", "good", "good"]
    server.engine.suggests = "It has been a lonely year."
    alice.shares_statement("I imagine that you feel tired.")
    bob.shares_context("I was afraid all year.")
    alice.comes_to("REFINING")
    alice.resubmits("I imagine that you were afraid.")
    bob.shares_statement("I imagine that you felt alone.")
    reveal_words = ("I imagine that you were afraid.", "I imagine that you felt alone.")
    bob.comes_to("REVEALED")
    bob.validates("PARTIAL", "Not with everything.", share=True)
    hers, his = whose_words(alice), whose_words(bob)
    assert hers["I imagine that you feel tired."] == his["I imagine that you felt alone."] == "ME"
    assert hers["I was afraid all year."] == "PARTNER"
    assert his["I was afraid all year."] == "ME"
    assert [hers[words] for words in reveal_words] == ["ME", "PARTNER"]
    assert [his[words] for words in reveal_words] == ["PARTNER", "ME"]
    assert hers["Not with everything."] == "PARTNER"
    assert hers["It has been a long and lonely year."] == "ME"
    assert set(hers.values()) == set(his.values()) == {"ME", "PARTNER", "GUIDE"}


def whose_words(person: Person) -> dict[str, str]:
    found = person.does("GET", person.here("/messages"), params={"limit": 100})["items"]
    return {message["content"]: message["author"] for message in found}
