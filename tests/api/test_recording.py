"""What two people live through until they understand each other, and everything each of them could get after each step, is
what it was: see `recording` in conftest.py."""

from __future__ import annotations

import httpx
import pytest

from people import Person
from recorder import LEFT_OUT, OF_A_PERSON, OF_A_SESSION, Recording
from serving import Served
from waiting import PATIENCE_SECONDS

pytestmark = [pytest.mark.unmeasured, pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)]

Couple = tuple[Person, Person]

GUESS = "I imagine that you feel tired and alone with the house."
BETTER = "I imagine that you feel alone, and that nobody hears you."
ABOUT_ALICE = "I imagine that you feel left with everything."
MORE = "When the door closes at night I feel that nobody hears me."


def test_two_people_begin(recording: Recording, alice: Person, bob: Person) -> None:
    recording.follows(alice, bob)
    for path in ("/help", "/guide", "/push/key"):
        recording.reads(alice, path)
    alice.does("PATCH", "/me", {"region": "DE", "timeZone": "Europe/Berlin"})
    alice.does("PUT", "/me/notifications", {"email": False, "push": True, "quietHours": None})
    first = alice.starts_session("Bob", "The house", "COUPLE")
    recording.reads(bob, f"/invitations/{first}")
    bob.does("POST", f"/invitations/{first}/decline")
    recording.reads(bob, f"/invitations/{first}")
    second = alice.invites_again()
    bob.asks("POST", f"/invitations/{first}/accept", {})
    alice.asks("POST", f"/invitations/{second}/accept", {})
    recording.passes(days=14, minutes=1)
    bob.asks("POST", f"/invitations/{second}/accept", {})
    third = alice.invites_again(message="I would like to talk.")
    recording.reads(bob, f"/invitations/{third}")
    bob.joins(third, "RELATIVES")
    alice.asks("POST", alice.here("/messages"), {"content": "Too early."})
    alice.calls_it("FRIENDS")
    alice.signs_compact()
    bob.signs_compact()
    recording.exports(alice)


def test_both_are_heard(recording: Recording, alice: Person, bob: Person) -> None:
    engine = recording.server.engine
    bob.joins(alice.starts_session())
    for one in (alice, bob):
        one.signs_compact()
    recording.goes_on_with(alice, bob)
    engine.says = ["<thinking>FeelHeardCheck: Y</thinking>You have carried this alone."]
    alice.says("It has been a long and lonely year.", intensity=7)
    with recording.one_step():
        alice.asks("POST", alice.here("/messages/stream"), {"content": "And nobody has asked."})
        alice.thinks("I have told nobody.")
        alice.tells_intensity(4, "Calmer now.")
    bob.asks("POST", bob.here("/feel-heard"), {"confirmed": True, "feelings": [{"feeling": "shipshape"}]})
    alice.feels_heard("loneliness", "exhaustion", most="loneliness", words="like a lodger")
    bob.pauses()
    with recording.one_step():
        bob.resumes()
        bob.archives()
    recording.passes(days=3, minutes=1)
    bob.says("I feel pushed aside in my own house.")
    bob.feels_heard()
    recording.exports(alice)


def test_one_is_ahead_of_the_other(recording: Recording, alice: Person, bob: Person) -> None:
    alice.starts_session()
    alice.comes_to_guess()
    recording.goes_on_with(alice, bob)
    alice.shares_statement(GUESS)
    alice.asks("POST", alice.here("/empathy/resubmit"), {"content": BETTER})
    alice.shares_statement(BETTER)
    alice.takes_back("EMPATHY_STATEMENT")
    alice.shares_statement(BETTER)
    bob.joins(alice.link_token)
    with recording.one_step():
        bob.comes_to_guess()


def test_both_come_close(recording: Recording, couple: Couple) -> None:
    alice, bob = couple
    recording.follows(alice, bob)
    with recording.one_step():
        alice.drafts("You are")
        alice.looks_once_more("You never listen, you selfish pig.")
        alice.asks("POST", alice.here("/empathy/consent"), {"consent": False, "content": GUESS})
    alice.shares_statement(GUESS, feelings=["exhaustion"])
    bob.asks("POST", bob.here("/empathy/validate"), {"rating": "ACCURATE"})
    bob.shares_statement(ABOUT_ALICE)
    with recording.one_step():
        bob.has_on_screen()
        alice.opens_share_tab()
    bob.validates("ACCURATE")
    bob.asks("POST", bob.here("/empathy/validate"), {"rating": "PARTIAL"})
    alice.asks("POST", alice.here("/empathy/resubmit"), {"content": BETTER})
    bob.takes_back("EMPATHY_STATEMENT")
    alice.validates("PARTIAL", "Not with everything.")


def test_one_is_invited_to_share_a_little_more(recording: Recording, couple: Couple) -> None:
    alice, bob = couple
    engine = recording.server.engine
    engine.judges = lambda prompt: "near" if prompt.statement == BETTER else "gaps"
    engine.suggests = "It has been a lonely year."
    recording.goes_on_with(alice, bob)
    alice.shares_statement(GUESS)
    alice.asks("POST", alice.here("/empathy/keep"))
    bob.does("POST", bob.here(f"/pending-actions/{bob.sees_pending()['items'][0]['itemId']}/seen"))
    engine.says = ["<content>It has been lonely.</content>Like this?"] * 2
    turns = [{"role": "user", "content": "Make it shorter."}]
    with recording.one_step():
        bob.answers_offer("refine", instructions="Make it shorter.")
        bob.does("POST", bob.here("/reconciler/refinement-chat/start"))
        bob.asks("POST", bob.here("/reconciler/refinement-chat/message"), {"messages": turns})
    final = {"finalContent": "It has been lonely.", "offerId": bob.is_shown_offer()["offerId"]}
    bob.does("POST", bob.here("/reconciler/refinement-chat/finalize"), final)
    bob.takes_back("SHARED_CONTEXT")
    bob.asks("POST", bob.here("/empathy/share-suggestion/respond"), {"action": "accept", "content": MORE})
    alice.asks("POST", alice.here("/empathy/resubmit"), {"content": BETTER})
    bob.shares_statement(BETTER)


def test_what_was_shared_helps(recording: Recording, couple: Couple) -> None:
    alice, bob = couple
    engine = recording.server.engine
    engine.judges = lambda prompt: "near" if prompt.statement == BETTER else "gaps"
    recording.goes_on_with(alice, bob)
    alice.shares_statement(GUESS)
    bob.shares_context(MORE)
    alice.asks("POST", alice.here("/empathy/validate"), {"rating": "ACCURATE"})
    engine.says = [f"<thinking>ReadyShare: Y</thinking><draft>{BETTER}</draft>Perhaps like this?"] * 2
    with recording.one_step():
        bob.answers_offer("accept", content=MORE)
        alice.has_on_screen()
        alice.does("POST", alice.here("/empathy/refine"), {"message": "Oh."})
    alice.does("POST", alice.here("/empathy/refine"), {"message": "So nobody hears you."})
    alice.resubmits(BETTER)
    bob.takes_back("SHARED_CONTEXT")
    bob.shares_statement(ABOUT_ALICE)
    alice.shares_context("The evenings are long.")
    bob.takes_back("EMPATHY_STATEMENT")


def test_both_need_more_and_neither_gives_it(recording: Recording, couple: Couple) -> None:
    alice, bob = couple
    recording.server.engine.judges = lambda _prompt: "gaps"
    recording.goes_on_with(alice, bob)
    alice.shares_statement(GUESS)
    bob.shares_statement(ABOUT_ALICE)
    bob.declines_offer()
    recording.passes(days=6)
    alice.pauses()
    recording.passes(days=6)
    alice.resumes()
    recording.passes(days=8, minutes=1)
    alice.asks("POST", alice.here("/empathy/share-suggestion/respond"), {"action": "decline"})
    alice.validates("ACCURATE")
    bob.validates("ACCURATE")


def test_a_refinement_is_kept_or_lapses(recording: Recording, couple: Couple) -> None:
    alice, bob = couple
    recording.server.engine.judges = lambda _prompt: "gaps"
    alice.shares_statement(GUESS)
    bob.shares_statement(ABOUT_ALICE)
    recording.goes_on_with(alice, bob)
    bob.shares_context(MORE)
    alice.shares_context("The long evenings in the house are lonely.")
    alice.keeps_statement()
    recording.passes(days=14, minutes=1)


def test_feedback_leads_to_another_wording(recording: Recording, couple: Couple) -> None:
    alice, bob = couple
    engine = recording.server.engine
    alice.shares_statement(GUESS)
    bob.shares_statement(ABOUT_ALICE)
    recording.goes_on_with(alice, bob)
    engine.answers = [lambda prompt: prompt.parse({"proposed_feedback": "I was afraid, not tired."})]
    bob.does("POST", bob.here("/empathy/validation-feedback/draft"), {"notes": "not tired, afraid"})
    bob.validates("MISSES", "I was afraid, not tired.", share=True)
    alice.validates("MISSES", "It is not about the house.", share=True)
    with recording.one_step():
        alice.has_on_screen()
        alice.says("Afraid? I had no idea.")
        alice.takes_back("EMPATHY_STATEMENT")
    alice.resubmits("I imagine that you were afraid.")
    with recording.one_step():
        bob.keeps_statement()
        bob.takes_back("VALIDATION_FEEDBACK")
    bob.validates("ACCURATE")
    alice.validates("MISSES", "It is still not.")
    alice.accepts_difference()
    recording.exports(bob)


def test_only_two_rounds_follow_and_a_difference_may_remain(recording: Recording, couple: Couple) -> None:
    alice, bob = couple
    alice.shares_statement(GUESS)
    bob.shares_statement(ABOUT_ALICE)
    recording.goes_on_with(alice, bob)
    for number in (1, 2):
        with recording.one_step():
            bob.validates("MISSES", f"Not so, for the {number}. time.", share=True)
            alice.resubmits(f"Perhaps like this, for the {number}. time.")
    bob.validates("MISSES", "Still not.", share=True)
    bob.accepts_difference()
    alice.validates("MISSES", "Not quite.", share=True)
    alice.accepts_difference()
    alice.takes_back("EMPATHY_STATEMENT")


def test_guessing_again_and_again_comes_to_an_end(recording: Recording, couple: Couple) -> None:
    alice, bob = couple
    recording.server.engine.judges = lambda prompt: "good" if prompt.statement == ABOUT_ALICE else "gaps"
    bob.shares_statement(ABOUT_ALICE)
    recording.goes_on_with(alice, bob)
    alice.shares_statement(GUESS)
    for number in range(1, 5):
        with recording.one_step():
            bob.shares_context(f"{MORE} That was evening number {number}.")
            alice.resubmits(f"{BETTER} That is thought number {number}.")
    with recording.one_step():
        alice.has_on_screen()
        bob.takes_back("SHARED_CONTEXT")


def test_statements_are_taken_back(recording: Recording, couple: Couple) -> None:
    alice, bob = couple
    engine = recording.server.engine
    engine.judges = lambda prompt: "gaps" if prompt.statement == GUESS else "good"
    recording.goes_on_with(alice, bob)
    for statements in ([GUESS], [BETTER] * 3):
        with recording.one_step():
            for words in statements:
                alice.shares_statement(words)
                alice.takes_back("EMPATHY_STATEMENT")
    alice.shares_statement(GUESS)


def test_an_engine_that_does_not_answer(recording: Recording, couple: Couple) -> None:
    alice, bob = couple
    engine = recording.server.engine
    engine.is_down = True
    recording.goes_on_with(alice, bob)
    alice.shares_statement(GUESS)
    alice.asks("POST", alice.here("/empathy/keep"))
    alice.asks("POST", alice.here("/messages"), {"content": "Is anybody there?"})
    recording.passes(minutes=16)
    alice.keeps_statement()
    bob.shares_statement(ABOUT_ALICE)
    bob.takes_back("EMPATHY_STATEMENT")
    bob.shares_statement(ABOUT_ALICE)
    engine.is_down = False
    recording.passes(hours=2)
    alice.asks_again(alice.last_message()["id"])


def test_a_long_silence(recording: Recording, couple: Couple) -> None:
    alice, bob = couple
    alice.shares_statement(GUESS)
    recording.goes_on_with(alice, bob)
    alice.asks("POST", alice.here("/finish-alone"))
    recording.passes(days=7, minutes=1)
    recording.passes(days=7)
    alice.does("POST", alice.here("/finish-alone"))
    alice.says("I would have liked to know.")
    bob.asks("POST", bob.here("/messages"), {"content": "Wait!"})


def test_somebody_is_in_care(recording: Recording, couple: Couple) -> None:
    alice, bob = couple
    recording.goes_on_with(alice, bob)
    alice.says("I want to kill myself tonight.")
    alice.asks("POST", alice.here("/empathy/consent"), {"consent": True, "content": GUESS})
    bob.shares_statement(ABOUT_ALICE)
    alice.says("There are pills in the drawer.")
    with recording.one_step():
        alice.drafts("Kept all the same.")
        alice.says("My sister is here now.")
    alice.goes_on()
    alice.asks("POST", alice.here("/empathy/consent"), {"consent": True, "content": "I will break your arm."})
    alice.says("I am afraid of him when he has been drinking.")
    alice.asks("POST", alice.here("/empathy/consent"), {"consent": True, "content": GUESS})
    alice.goes_on()
    alice.shares_statement(GUESS)


def test_somebody_leaves(recording: Recording, couple: Couple) -> None:
    alice, bob = couple
    recording.server.engine.judges = lambda _prompt: "gaps"
    alice.shares_statement(GUESS)
    recording.goes_on_with(alice, bob)
    bob.shares_context(MORE)
    bob.leaves()
    alice.asks("POST", alice.here("/empathy/resubmit"), {"content": BETTER})
    alice.leaves()


def test_everything_that_can_be_read_is_recorded(server: Served) -> None:
    """Or there is a reason why not."""
    prefix = "/api/v1"
    document = httpx.get(f"{server.url}{prefix}/openapi.json", timeout=PATIENCE_SECONDS).json()
    read = {path.removeprefix(prefix) for path, methods in document["paths"].items() if "get" in methods}
    recorded = {*OF_A_PERSON, *(f"/sessions/{{session_id}}{path}" for path in OF_A_SESSION)}
    assert {path.partition("?")[0] for path in recorded} == read - LEFT_OUT.keys()
    assert LEFT_OUT.keys() <= read
