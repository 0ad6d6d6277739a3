"""The write coach: a conversation that is nowhere but in the client, and words that cross exactly as they were shown."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from answers import there
from hearing import events_in
from looking import everything, rows
from meetwithoutfear.prompts.chats import CoachChat
from meetwithoutfear.store.stage_tables import offers
from people import Person
from serving import Served

GUESS = "I imagine that you feel tired and alone with the house."
SAID = "Somehow I never told you how the evenings are for me."
SHORTER = "The evenings are long for me, and I never told you."

Couple = tuple[Person, Person]


@pytest.fixture
def invited(couple: Couple, server: Served) -> Couple:
    alice, bob = couple
    server.engine.judges = lambda _prompt: "gaps"
    server.engine.suggests = "It has been a lonely year."
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    return alice, bob


def talk(bob: Person, *said: str) -> dict[str, Any]:
    roles = ("user", "assistant")
    turns = [{"role": roles[number % 2], "content": words} for number, words in enumerate(said)]
    path = bob.here("/reconciler/refinement-chat/message")
    with bob.http.stream("POST", path, json={"messages": turns}) as answer:
        assert answer.is_success
        return {name: data for name, data in events_in(answer) if name != "chunk"}


def test_a_talk_with_the_coach_leaves_nothing_behind_but_a_later_expiry(
    invited: Couple, server: Served
) -> None:
    _, bob = invited
    url = server.settings.database_url
    server.clock.passes(days=6, hours=12)
    server.rests()
    bob.sees_session()
    before = everything(url)
    start = bob.does("POST", bob.here("/reconciler/refinement-chat/start"))
    assert start["suggestedContent"] == "It has been a lonely year."
    assert start["areaHint"] is None
    server.engine.says = [f"<content>{SHORTER}</content>How is this?"]
    answer = talk(bob, SAID)
    assert answer["complete"]["proposedContent"] == SHORTER
    assert answer["complete"]["response"] == "How is this?"
    after = everything(url)
    changed = {table for table in before if before[table] != after[table]}
    assert changed == {"offers"}
    expiry = rows(url, sa.select(offers.c.expires_at, offers.c.status))[0]
    assert (expiry.expires_at - server.clock()).total_seconds() == 24 * 3600
    assert expiry.status == "PENDING"
    for table in after.values():
        assert not any(SAID in row or SHORTER in row for row in table)


def test_what_is_finalized_is_exactly_what_was_shown_and_a_repeat_does_no_harm(
    invited: Couple, server: Served
) -> None:
    alice, bob = invited
    offer = bob.is_shown_offer()["offerId"]
    words = {"finalContent": SHORTER, "offerId": offer}
    done = bob.does("POST", bob.here("/reconciler/refinement-chat/finalize"), words)
    assert done["sharedMessage"]["content"] == SHORTER
    assert done["nextAction"] == "rerun_reconciler"
    received = alice.comes_to("REFINING")["sharedContext"]
    assert [context["content"] for context in received] == [SHORTER]
    assert not alice.sees("It has been a lonely year.")
    assert rows(server.settings.database_url, sa.select(offers.c.coached))[0].coached
    alice.resubmits("Perhaps the evenings are long for you.")
    alice.comes_to("AWAITING_SHARING")
    closed = bob.is_refused("POST", bob.here("/reconciler/refinement-chat/finalize"), words)
    assert closed == (409, "OFFER_CLOSED")


def test_a_repeat_after_the_guesser_has_moved_on_says_to_wait(invited: Couple, server: Served) -> None:
    alice, bob = invited
    server.engine.judges = lambda _prompt: "good"
    words = {"finalContent": SHORTER, "offerId": bob.is_shown_offer()["offerId"]}
    finalize = bob.here("/reconciler/refinement-chat/finalize")
    bob.does("POST", finalize, words)
    alice.resubmits("Perhaps the evenings are long for you.")
    alice.comes_to("READY")
    assert bob.does("POST", finalize, words)["nextAction"] == "wait_for_partner"


def test_other_words_are_for_review_and_move_nothing(invited: Couple, server: Served) -> None:
    alice, bob = invited
    server.engine.says = [f"<content>{SHORTER}</content>Like this?"]
    answer = bob.answers_offer("refine", instructions="Make it shorter.")
    assert answer["status"] == "OFFERED"
    assert answer["proposedContent"] == SHORTER
    assert alice.my_status() == "AWAITING_SHARING"
    assert not alice.sees(SHORTER)


def test_the_coach_sees_what_the_subject_may_know_and_nothing_of_the_held_statement(
    invited: Couple, server: Served
) -> None:
    _, bob = invited
    talk(bob, SAID, "Go on.", "That is all.")
    prompt = next(p for p in reversed(server.engine.asked) if isinstance(p, CoachChat))
    rendered = prompt.render()
    everything_shown = "\n".join([rendered.static, rendered.dynamic, *(turn.text for turn in rendered.turns)])
    assert SAID in everything_shown
    assert GUESS not in everything_shown


def test_without_an_invitation_there_is_no_coach(couple: Couple) -> None:
    alice, _ = couple
    assert alice.is_refused("POST", alice.here("/reconciler/refinement-chat/start")) == (404, "NOT_FOUND")
    turns = {"messages": [{"role": "user", "content": SAID}]}
    path = alice.here("/reconciler/refinement-chat/message")
    assert alice.is_refused("POST", path, turns) == (404, "NOT_FOUND")


def test_a_coach_that_cannot_answer_says_so(invited: Couple, server: Served) -> None:
    _, bob = invited
    server.engine.is_down = True
    assert talk(bob, SAID)["error"]["code"] == "ENGINE_UNAVAILABLE"
    refine = {"action": "refine", "instructions": "Make it shorter."}
    refused = bob.is_refused("POST", bob.here("/empathy/share-suggestion/respond"), refine)
    assert refused[0] == 503


def test_despair_told_to_the_coach_is_answered_with_care_and_never_reaches_an_engine(
    invited: Couple, server: Served
) -> None:
    _, bob = invited
    asked = len(server.engine.asked)
    answer = talk(bob, "I want to kill myself tonight.")
    assert answer["complete"]["help"]["resources"]
    assert "proposedContent" not in answer["complete"]
    reworded = bob.answers_offer("refine", instructions="I want to kill myself tonight.")
    assert reworded["proposedContent"] is None
    assert there(reworded["help"])["resources"]
    assert len(server.engine.asked) == asked
