"""Talking with the guide while guessing, refining and waiting: which prompt answers, what it may see, how it is tagged."""

from __future__ import annotations

from typing import Any

from answers import there
from fakes import shown
from meetwithoutfear.prompts import chats, statements
from people import Person
from serving import Served
from waiting import wait_until

GUESS = "I imagine that you feel tired and alone with the house."
MORE = "When the door closes at night I feel that nobody hears me."

Couple = tuple[Person, Person]


GUIDES = statements.PerspectiveChat | statements.InformedChat | chats.JournalChat


def last_asked(server: Served) -> Any:
    """What the guide was asked last; a summary may come in between."""
    return next(prompt for prompt in reversed(server.engine.asked) if isinstance(prompt, GUIDES))


def refining(couple: Couple, server: Served) -> Couple:
    alice, bob = couple
    server.engine.judges = lambda _prompt: "gaps"
    alice.shares_statement(GUESS)
    bob.shares_context(MORE)
    alice.comes_to("REFINING")
    wait_until(lambda: len(server.engine.analyses()) == 2, "the hints are asked for")
    server.rests()
    return alice, bob


def test_before_the_statement_it_is_about_the_guess_and_a_draft_is_kept(
    couple: Couple, server: Served
) -> None:
    alice, _ = couple
    for _ in range(3):
        alice.says("Perhaps he is tired as well.")
    server.engine.says = [f"<thinking>ReadyShare: Y</thinking><draft>{GUESS}</draft>Here is a first wording."]
    answer = alice.says("How could I say it?")
    assert isinstance(last_asked(server), statements.PerspectiveChat)
    assert answer["draft"] == GUESS
    assert answer["readyToShare"] is True
    kept = alice.does("GET", alice.here("/empathy/draft"))["draft"]
    assert kept["content"] == GUESS
    assert kept["readyToShare"] is True
    alice.drafts("My own words.")
    server.engine.says = ["<draft>Other words of the guide.</draft>Or like this."]
    alice.says("Hm.")
    assert alice.does("GET", alice.here("/empathy/draft"))["draft"]["content"] == "My own words."


def test_while_waiting_the_guide_only_listens(couple: Couple, server: Served) -> None:
    alice, _ = couple
    alice.shares_statement(GUESS)
    alice.comes_to("READY")
    alice.says("Waiting is hard.")
    assert isinstance(last_asked(server), chats.JournalChat)


def test_refining_begins_a_new_count_and_tags_both_roles(couple: Couple, server: Served) -> None:
    alice, bob = refining(couple, server)
    answer = alice.says("I did not know that.")
    prompt = last_asked(server)
    assert isinstance(prompt, statements.InformedChat)
    assert prompt.turn == 1
    assert prompt.statement == GUESS
    assert prompt.shared == (MORE,)
    assert answer["message"]["stage"] == there(answer["reply"])["stage"] == 21
    assert alice.sees_exchange()["messageCountSinceSharedContext"] == 1
    assert bob.says("I am curious.")["message"]["stage"] == 2
    stages = {item["role"]: item["stage"] for item in alice.does("GET", alice.here("/messages"))["items"]}
    assert stages["SHARED_CONTEXT"] == 21


def test_the_guide_in_refining_knows_what_was_shared_and_hints_of_a_closed_vocabulary_and_nothing_else(
    couple: Couple, server: Served
) -> None:
    alice, _ = refining(couple, server)
    alice.says("I did not know that.")
    prompt = last_asked(server)
    seen = shown(prompt)
    assert MORE in seen
    assert (str(prompt.area), str(prompt.guidance)) == ("being heard", "explore_deeper_feelings")
    for internal in (
        "nobody's eyes",
        "AWAITING_SHARING",
        "It has been a long and lonely year. nobody",
        "gaps",
    ):
        assert internal not in seen
    assert not hasattr(prompt, "status")
    assert not hasattr(prompt, "reason")


def test_a_draft_comes_from_the_second_turn_on_and_can_be_sent_as_it_is(
    couple: Couple, server: Served
) -> None:
    alice, _ = refining(couple, server)
    better = "I imagine that nobody hears you when the door closes."
    server.engine.says = [f"<draft>{better}</draft>Take your time."]
    early = alice.does("POST", alice.here("/empathy/refine"), {"message": "Oh."})
    assert early["proposedRevision"] is None
    server.engine.says = [f"<thinking>ReadyShare: Y</thinking><draft>{better}</draft>Perhaps like this?"]
    answer = alice.does("POST", alice.here("/empathy/refine"), {"message": "So nobody hears you."})
    assert answer["response"] == "Perhaps like this?"
    assert answer["proposedRevision"] == better
    assert answer["canResubmit"] is True
    assert alice.resubmits(better)["status"] == "ANALYZING"


def test_feedback_after_the_reveal_is_what_the_guide_refines_with(couple: Couple, server: Served) -> None:
    alice, bob = couple
    alice.shares_statement(GUESS)
    bob.shares_statement("I imagine that you feel left with everything.")
    bob.comes_to("REVEALED")
    server.rests()
    draft = bob.here("/empathy/validation-feedback/draft")
    server.engine.answers = [lambda prompt: prompt.parse({"proposed_feedback": "I was afraid, not tired."})]
    assert (
        bob.does("POST", draft, {"notes": "not tired, afraid"})["proposedFeedback"]
        == "I was afraid, not tired."
    )
    asked = len(server.engine.asked)
    cared_for = bob.does("POST", draft, {"notes": "I want to kill myself tonight."})
    assert cared_for["proposedFeedback"] is None
    assert cared_for["help"]["resources"]
    assert len(server.engine.asked) == asked
    bob.goes_on()
    bob.validates("MISSES", "I was afraid, not tired.", share=True)
    alice.says("I see.")
    assert last_asked(server).feedback == ("I was afraid, not tired.",)


def test_before_the_reveal_there_is_nothing_to_give_feedback_on(couple: Couple) -> None:
    alice, _ = couple
    refused = alice.is_refused("POST", alice.here("/empathy/validation-feedback/draft"), {"notes": "So so."})
    assert refused == (409, "INVALID_TRANSITION")
