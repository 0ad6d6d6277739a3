"""What counts as seen: what the app says it has shown, and what somebody has acted on. Reading alone counts for nothing, so
that a second device, a list or an export does not take from anybody what they could still take back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from people import PASSWORD, Person
from serving import Served

GUESS = "I imagine that you feel tired and alone with the house."
MORE = "When the door closes at night I feel that nobody hears me."
ABOUT_ALICE = "I imagine that you feel left with everything."
NOT_QUITE = "The house is not the point."
HERS, HIS = "Ten minutes without phones after dinner", "A walk on Sunday morning"
WRONG = (422, "VALIDATION_ERROR")
READS = (
    "", "/messages", "/messages?limit=1", "/empathy/status", "/empathy/partner", "/timeline", "/pending-actions",
    "/empathy/draft", "/inner-thoughts", "/needs/comparison", "/common-ground", "/strategies", "/agreements",
)  # fmt: skip

Couple = tuple[Person, Person]


@pytest.fixture
def told(couple: Couple, server: Served) -> Couple:
    """Bob has shared something with Alice, and she has not looked yet."""
    alice, bob = couple
    server.engine.judges = lambda prompt: "gaps" if prompt.statement == GUESS else "good"
    alice.shares_statement(GUESS)
    bob.shares_context(MORE)
    return alice, bob


@pytest.fixture
def revealed(couple: Couple) -> Couple:
    alice, bob = couple
    alice.shares_statement(GUESS)
    bob.shares_statement(ABOUT_ALICE)
    alice.comes_to("REVEALED")
    return alice, bob


def receipt(person: Person) -> str:
    return str(person.sees_own_attempt()["deliveryStatus"])


def receipt_of_context(person: Person) -> str:
    return str(person.sees_exchange()["mySharedContext"][0]["deliveryStatus"])


def read_everything(person: Person) -> None:
    for path in READS:
        person.asks("GET", person.here(path))
    for path in ("/sessions", "/me/export", "/me/consents", "/notifications/badge-count"):
        assert person.asks("GET", path).is_success
    with person.listening(after=0) as ear:
        ear.next()


def second_device(person: Person, server: Served) -> Person:
    other = Person(server.url, person.name)
    other.does("POST", "/auth/login", {"email": person.email, "password": PASSWORD})
    return other.signs_in()


def test_reading_a_list_on_a_second_device_does_not_end_the_take_back(told: Couple, server: Served) -> None:
    alice, bob = told
    phone = second_device(alice, server)
    phone.session_id = alice.session_id
    for device in (alice, phone):
        read_everything(device)
        assert MORE in device.reads_chat()
    phone.close()
    assert receipt_of_context(bob) == "DELIVERED"
    assert bob.is_seen("SHARED_CONTEXT") == [False]
    assert alice.sees_exchange()["hasNewSharedContext"]
    bob.takes_back("SHARED_CONTEXT")
    assert alice.my_status() == "AWAITING_SHARING"
    assert not alice.sees(MORE)


def test_what_was_on_screen_is_seen_and_what_comes_after_it_is_not(told: Couple) -> None:
    alice, bob = told
    before = alice.does("GET", alice.here("/messages"))["items"]
    seq = next(item["seq"] for item in before if item["content"] == MORE)
    for up_to in (1, seq - 1):
        alice.does("POST", alice.here("/messages/seen"), {"seq": up_to})
        assert receipt_of_context(bob) == "DELIVERED"
    with bob.listening() as ear:
        alice.does("POST", alice.here("/messages/seen"), {"seq": seq})
        ear.hears("empathy.status_updated")
    assert receipt_of_context(bob) == "SEEN"
    [seen_at] = [item["seenAt"] for item in bob.sees_consents()]
    alice.does("POST", alice.here("/messages/seen"), {"seq": seq})
    assert [item["seenAt"] for item in bob.sees_consents()] == [seen_at], "it is seen once"
    bob.takes_back("SHARED_CONTEXT")
    assert alice.my_status() == "REFINING"
    assert alice.sees(MORE)


def test_ones_own_words_in_ones_own_chat_are_no_receipt(told: Couple) -> None:
    _, bob = told
    bob.has_on_screen(MORE)
    assert receipt_of_context(bob) == "DELIVERED"


def test_ones_own_statement_is_no_receipt(revealed: Couple) -> None:
    alice, bob = revealed
    alice.has_on_screen(GUESS)
    assert (receipt(alice), receipt(bob)) == ("DELIVERED", "DELIVERED")
    alice.has_on_screen(ABOUT_ALICE)
    assert (receipt(alice), receipt(bob)) == ("DELIVERED", "SEEN")


def test_a_new_wording_is_seen_when_it_was_shown_itself(revealed: Couple) -> None:
    alice, bob = revealed
    bob.has_on_screen(GUESS)
    assert receipt(alice) == "SEEN"
    bob.validates("MISSES", NOT_QUITE, share=True)
    alice.resubmits("Perhaps you feel unheard.")
    assert receipt(alice) == "DELIVERED"
    bob.has_on_screen(GUESS)
    assert receipt(alice) == "DELIVERED"
    bob.has_on_screen()
    assert receipt(alice) == "SEEN"


def test_feedback_is_seen_on_screen_and_each_for_itself(revealed: Couple) -> None:
    alice, bob = revealed
    bob.validates("MISSES", NOT_QUITE, share=True)
    read_everything(alice)
    assert bob.is_seen("VALIDATION_FEEDBACK") == [False]
    alice.has_on_screen(NOT_QUITE)
    alice.resubmits("Perhaps you feel unheard.")
    bob.validates("PARTIAL", "Closer.", share=True)
    alice.has_on_screen(NOT_QUITE)
    assert bob.is_seen("VALIDATION_FEEDBACK") == [False, True]
    alice.has_on_screen("Closer.")
    assert bob.is_seen("VALIDATION_FEEDBACK") == [True, True]


@pytest.mark.parametrize("act", [lambda alice: alice.resubmits("New words."), Person.keeps_statement])
def test_whoever_answers_feedback_has_seen_it(revealed: Couple, act: Callable[[Person], None]) -> None:
    alice, bob = revealed
    bob.validates("MISSES", NOT_QUITE, share=True)
    act(alice)
    assert bob.is_seen("VALIDATION_FEEDBACK") == [True]


@pytest.mark.parametrize("act", [lambda alice: alice.resubmits("New words."), Person.keeps_statement])
def test_whoever_acts_on_what_was_shared_has_seen_it(told: Couple, act: Callable[[Person], None]) -> None:
    alice, bob = told
    act(alice)
    assert receipt_of_context(bob) == "SEEN"
    assert bob.is_seen("SHARED_CONTEXT") == [True]


@pytest.mark.parametrize("rating", ["ACCURATE", "PARTIAL"])
def test_whoever_judges_a_statement_has_seen_it(revealed: Couple, rating: str) -> None:
    alice, bob = revealed
    bob.validates(rating)
    assert receipt(alice) == "SEEN"
    assert alice.is_seen("EMPATHY_STATEMENT") == [True]


def test_the_share_tab_shows_what_was_shared_and_revealed_but_no_feedback(revealed: Couple) -> None:
    alice, bob = revealed
    bob.validates("MISSES", NOT_QUITE, share=True)
    alice.opens_share_tab()
    assert receipt(bob) == "SEEN"
    assert bob.is_seen("VALIDATION_FEEDBACK") == [False]


def test_what_was_not_there_yet_cannot_have_been_shown(told: Couple, eve: Person) -> None:
    alice, bob = told
    last = alice.does("GET", alice.here("/messages"))["items"][-1]["seq"]
    for seq in (0, -1, last + 1, 2**80, "1", 1.5, None, True):
        assert alice.is_refused("POST", alice.here("/messages/seen"), {"seq": seq}) == WRONG
    assert alice.is_refused("POST", alice.here("/messages/seen"), {}) == WRONG
    assert receipt_of_context(bob) == "DELIVERED"
    for path, body in (
        ("/messages/seen", {"seq": 1}),
        ("/share-tab/seen", None),
        ("/needs/comparison/seen", None),
    ):
        assert eve.is_refused("POST", alice.here(path), body) == (404, "NOT_FOUND")


def test_after_the_end_a_late_look_changes_nothing_and_is_no_error(told: Couple) -> None:
    alice, bob = told
    bob.leaves()
    alice.has_on_screen()
    alice.opens_share_tab()
    assert alice.sees(MORE)


def test_needs_are_seen_when_the_lists_were_shown_or_something_was_made_of_them(couple: Couple) -> None:
    alice, bob = couple
    alice.understands(bob)
    assert alice.is_refused("POST", alice.here("/needs/comparison/seen")) == (409, "INVALID_TRANSITION")
    for one in couple:
        one.shares_needs(one.adds_need("to be heard")["id"])
    alice.compares_needs()
    assert bob.is_seen("NEED") == [False]
    alice.does("POST", alice.here("/needs/comparison/seen"))
    assert bob.is_seen("NEED") == [True]
    assert alice.is_seen("NEED") == [False]
    bob.confirms_ground(bob.is_told_of_ground()[0]["id"])
    assert alice.is_seen("NEED") == [True]


def test_common_ground_is_seen_by_a_yes_and_a_no_leaves_no_trace(couple: Couple) -> None:
    alice, bob = couple
    alice.understands(bob)
    for one, need in ((alice, "to rest"), (bob, "to be heard")):
        one.shares_needs(one.adds_need(need)["id"])
    bob.is_told_of_ground()
    first, second = (
        alice.proposes_ground(need=need, category="SAFETY")["id"] for need in ("to rest", "to last")
    )
    assert bob.is_seen("NEED") == [True]
    bob.confirms_ground(first, confirmed=False)
    assert alice.is_seen("COMMON_GROUND") == [False, False]
    bob.confirms_ground(second)
    assert alice.is_seen("COMMON_GROUND") == [True, False]


@pytest.fixture
def collecting(couple: Couple) -> Couple:
    alice, bob = couple
    alice.understands(bob).stands_with(bob)
    return alice, bob


def test_a_ranking_is_a_receipt_for_all_ideas_and_tells_none_from_another(collecting: Couple) -> None:
    alice, bob = collecting
    alice.has_idea(HERS)
    alice.has_idea("A note on the table")
    for one in collecting:
        one.is_ready()
    read_everything(bob)
    assert alice.is_seen("STRATEGY_PROPOSAL") == [False, False]
    bob.ranks(next(idea["id"] for idea in bob.sees_pool()["strategies"] if idea["description"] == HERS))
    assert alice.is_seen("STRATEGY_PROPOSAL") == [True, True]


def test_ideas_that_were_taken_back_with_the_readiness_were_never_seen(collecting: Couple) -> None:
    alice, bob = collecting
    idea = alice.has_idea(HERS)["strategy"]["id"]
    alice.is_ready()
    alice.reopens()
    [record] = [item for item in alice.sees_consents() if item["targetType"] == "STRATEGY_PROPOSAL"]
    assert record["revokedAt"] is not None
    alice.does("PATCH", alice.here(f"/strategies/{idea}"), {"description": HIS})
    for one in collecting:
        one.is_ready()
    bob.ranks(bob.sees_pool()["strategies"][0]["id"])
    assert alice.is_seen("STRATEGY_PROPOSAL") == [True, False], (
        "the wording that crossed, and the one that did not"
    )


def test_an_agreement_is_seen_by_whoever_answers_it_and_by_both_once_both_have_confirmed(
    collecting: Couple,
) -> None:
    alice, bob = collecting
    for one in collecting:
        one.is_ready()
    wanted = alice.sees_pool()["strategies"][0]["id"]
    for one in collecting:
        one.ranks(wanted)
    made = alice.proposes(HERS)["id"]
    read_everything(bob)
    assert alice.is_seen("AGREEMENT") == [False]
    bob.answers(made, yes=False, modification=HIS)
    assert (alice.is_seen("AGREEMENT"), bob.is_seen("AGREEMENT")) == ([True], [False])
    alice.answers(made, yes=True)
    assert (alice.is_seen("AGREEMENT"), bob.is_seen("AGREEMENT")) == ([True, True], [True])


def test_a_proposal_that_is_let_go_was_seen_if_it_was_the_other_one_who_let_it_go(collecting: Couple) -> None:
    alice, bob = collecting
    for one in collecting:
        one.is_ready()
    wanted = alice.sees_pool()["strategies"][0]["id"]
    for one in collecting:
        one.ranks(wanted)
    alice.answers(alice.proposes(HERS)["id"], yes=False)
    assert alice.is_seen("AGREEMENT") == [False]
    bob.answers(alice.proposes(HIS)["id"], yes=False)
    assert alice.is_seen("AGREEMENT") == [True, False]
