"""What the exchange refuses: every way that would skip something, told in the caller's own terms, with nothing changed."""

from __future__ import annotations

from typing import Any

from looking import everything
from people import Person
from serving import Served
from waiting import wait_until

GUESS = "I imagine that you feel tired and alone with the house."
MORE = "When the door closes at night I feel that nobody hears me."

Couple = tuple[Person, Person]
INVALID = (409, "INVALID_TRANSITION")


def test_a_held_statement_cannot_be_refined(alice: Person, server: Served) -> None:
    alice.starts_session()
    alice.comes_to_guess()
    alice.shares_statement(GUESS)
    server.rests()
    before = everything(server.settings.database_url)
    assert alice.is_refused("POST", alice.here("/empathy/resubmit"), {"content": MORE}) == INVALID
    assert alice.is_refused("POST", alice.here("/empathy/refine"), {"message": MORE}) == INVALID
    assert alice.is_refused("POST", alice.here("/empathy/keep")) == INVALID
    assert everything(server.settings.database_url) == before


def test_nothing_can_be_validated_before_the_reveal(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.holds = True
    alice.shares_statement(GUESS)
    wait_until(server.engine.analyses, "the analysis has begun")
    before = everything(server.settings.database_url)
    assert bob.is_refused("POST", bob.here("/empathy/validate"), {"rating": "ACCURATE"}) == INVALID
    assert bob.is_refused("POST", bob.here("/empathy/skip-refinement")) == INVALID
    assert everything(server.settings.database_url) == before


def test_waiting_for_the_other_cannot_be_skipped(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.finds = ["gaps"]
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    assert alice.is_refused("POST", alice.here("/empathy/resubmit"), {"content": MORE}) == INVALID
    assert alice.is_refused("POST", alice.here("/empathy/keep")) == INVALID
    assert bob.is_refused("POST", bob.here("/empathy/validate"), {"rating": "ACCURATE"}) == INVALID


def test_a_refinement_is_not_revealed_before_it_is_sent(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.judges = lambda prompt: "gaps" if prompt.statement == GUESS else "good"
    alice.shares_statement(GUESS)
    bob.shares_context(MORE)
    alice.comes_to("REFINING")
    bob.shares_statement("I imagine that you feel left with everything.")
    bob.comes_to("READY")
    assert bob.sees_partner_statement() is None
    unchanged = alice.is_refused("POST", alice.here("/empathy/resubmit"), {"content": GUESS})
    assert unchanged == (422, "UNCHANGED")


def test_nothing_goes_backwards_after_a_verdict(couple: Couple) -> None:
    alice, bob = couple
    alice.shares_statement(GUESS)
    bob.shares_statement("I imagine that you feel left with everything.")
    bob.comes_to("REVEALED")
    bob.validates("ACCURATE")
    assert bob.validates("ACCURATE")["status"] == "VALIDATED", "a second tap does no harm"
    words = {"rating": "MISSES", "feedback": "After all not.", "shareFeedback": True}
    assert bob.is_refused("POST", bob.here("/empathy/validate"), words) == INVALID
    assert alice.is_refused("POST", alice.here("/empathy/resubmit"), {"content": MORE}) == INVALID
    assert (
        alice.is_refused("POST", alice.here("/empathy/consent"), {"consent": True, "content": MORE})
        == INVALID
    )


def test_before_one_is_heard_there_is_nothing_to_guess(alice: Person) -> None:
    alice.starts_session()
    alice.signs_compact()
    words = {"consent": True, "content": GUESS}
    assert alice.is_refused("POST", alice.here("/empathy/consent"), words) == INVALID


def test_an_answer_that_comes_too_late_or_to_another_offer_is_told_so(couple: Couple, server: Served) -> None:
    alice, bob = couple
    server.engine.judges = lambda _prompt: "gaps"
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    first = bob.is_shown_offer()["offerId"]
    bob.answers_offer("accept", content=MORE, offerId=first)
    assert bob.answers_offer("accept", content=MORE, offerId=first)["status"] == "ACCEPTED", "a second tap"
    respond = bob.here("/empathy/share-suggestion/respond")
    closed = (409, "OFFER_CLOSED")
    assert bob.is_refused("POST", respond, {"action": "decline"}) == closed
    assert bob.is_refused("POST", respond, {"action": "accept", "content": "Something else."}) == closed
    alice.comes_to("REFINING")
    alice.resubmits("Perhaps you feel unheard.")
    alice.comes_to("AWAITING_SHARING")
    late = {"action": "decline", "offerId": first}
    assert bob.is_refused("POST", respond, late) == closed
    nowhere = {"action": "decline", "offerId": "00000000-0000-4000-8000-000000000000"}
    assert bob.is_refused("POST", respond, nowhere) == (404, "NOT_FOUND")


def test_while_one_pauses_nothing_of_theirs_crosses_and_the_reveal_waits(couple: Couple) -> None:
    alice, bob = couple
    alice.shares_statement(GUESS)
    alice.comes_to("READY")
    bob.pauses()
    guess = "I imagine that you feel left with everything."
    words = {"consent": True, "content": guess}
    assert bob.is_refused("POST", bob.here("/empathy/consent"), words) == (409, "PAUSED")
    bob.resumes()
    alice.pauses()
    bob.shares_statement(guess)
    bob.comes_to("READY")
    assert bob.sees_partner_statement() is None
    alice.resumes()
    bob.comes_to("REVEALED")


def test_words_of_fear_hold_what_would_cross_until_the_person_says_to_go_on(couple: Couple) -> None:
    alice, bob = couple
    afraid = {"consent": True, "content": "I am afraid of you, you hit me when I say what I feel."}
    assert alice.is_refused("POST", alice.here("/empathy/consent"), afraid) == (409, "SAFETY_HOLD")
    assert alice.my_status() is None
    assert "CONTINUE" in alice.sees_session()["turn"]["actions"]
    before = bob.sees_session()
    alice.goes_on()
    assert alice.does("POST", alice.here("/empathy/consent"), afraid)["attempt"]["status"] is not None
    assert bob.sees_session() == before


BAD: dict[str, tuple[str, Any]] = {
    "an empty statement": ("/empathy/consent", {"consent": True, "content": ""}),
    "a statement that is too long": ("/empathy/consent", {"consent": True, "content": "x" * 2001}),
    "a consent that is no yes": ("/empathy/consent", {"consent": "yes", "content": GUESS}),
    "a feeling that is none": ("/empathy/draft", {"content": GUESS, "feelings": ["hungry"]}),
    "no verdict": ("/empathy/validate", {}),
    "two verdicts": ("/empathy/validate", {"rating": "ACCURATE", "validated": True}),
    "an unknown verdict": ("/empathy/validate", {"rating": "SO_SO"}),
    "feedback that is not there": ("/empathy/validate", {"rating": "MISSES", "shareFeedback": True}),
    "an answer without words": ("/empathy/share-suggestion/respond", {"action": "accept"}),
    "a wish without words": ("/empathy/share-suggestion/respond", {"action": "refine"}),
    "an unknown answer": ("/empathy/share-suggestion/respond", {"action": "perhaps"}),
    "a share that is too long": (
        "/empathy/share-suggestion/respond",
        {"action": "accept", "content": "x" * 1001},
    ),
    "a talk without words": ("/reconciler/refinement-chat/message", {"messages": []}),
    "a talk that is too long": (
        "/reconciler/refinement-chat/message",
        {"messages": [{"role": "user", "content": "more"}] * 41},
    ),
    "a turn that is too long": (
        "/reconciler/refinement-chat/message",
        {"messages": [{"role": "user", "content": "x" * 4001}]},
    ),
}


def test_bad_input_is_named_and_changes_nothing(couple: Couple, server: Served) -> None:
    alice, _ = couple
    server.rests()
    before = everything(server.settings.database_url)
    for what, (path, body) in BAD.items():
        assert alice.is_refused("POST", alice.here(path), body) == (422, "VALIDATION_ERROR"), what
    assert everything(server.settings.database_url) == before
