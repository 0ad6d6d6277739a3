"""The empathy exchange in two browsers at once: live, without a reload, and through a lost connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from web.exchange import ABOUT_ALICE, ABOUT_BOB, SUGGESTION
from web.statements import field, quotes, says_how_it_is, sends_statement, writes_statement

if TYPE_CHECKING:
    from web.exchange import Exchange
    from web.person import Person

pytestmark = pytest.mark.browser

COMPOSER = "Your words to the guide"
COACH = "Your words to the coach"
OFFLINE = "No connection right now. We catch up by ourselves"
BETTER = "In the evenings I feel lonely at the empty table."
ABOUT_ALICE_ANEW = "I imagine that the empty table makes you feel lonely in the evenings."
MISSED = "It is not the dishes. It is the silence."
KINDER = "It is less about the dishes than about the silence between us."


def test_two_people_come_to_understand_each_other(exchange: Exchange) -> None:
    engine = exchange.engine
    engine.finds, engine.suggests = ["good", "gaps", "good"], SUGGESTION
    alice, bob = exchange.in_browser(exchange.alice), exchange.in_browser(exchange.bob)
    for person in (alice, bob):
        person.arrives_at(f"You and {'Bob' if person is alice else 'Alice'}")
        person.marks_the_page()

    writes_statement(alice, "Bob", ABOUT_BOB)
    quotes(alice, "Your statement about Bob", ABOUT_BOB)
    alice.reads("as soon as Bob is ready, too")
    bob.no_longer_reads(ABOUT_BOB)
    writes_statement(bob, "Alice", ABOUT_ALICE)
    bob.reads("We are waiting for Alice. There is nothing you need to do.")
    expect(alice.page.get_by_role("link", name="Shared 1 new")).to_be_visible()

    bob.page.context.set_offline(True)
    bob.reads(OFFLINE)
    finds_words_with_the_coach(alice, exchange)
    quotes(alice, "You shared this with Bob", BETTER)
    bob.reads("We are waiting for Alice. There is nothing you need to do.")

    bob.page.context.set_offline(False)
    quotes(bob, "Alice shared this with you", BETTER)
    bob.no_longer_reads(OFFLINE)
    bob.no_longer_reads(SUGGESTION)
    expect(bob.page.get_by_label(field("Alice"))).to_have_value(ABOUT_ALICE)
    bob.writes(field("Alice"), ABOUT_ALICE_ANEW)
    sends_statement(bob, ABOUT_ALICE_ANEW, "Send the new words")

    quotes(alice, "What Bob imagines it is like for you", ABOUT_ALICE_ANEW)
    quotes(bob, "What Alice imagines it is like for you", ABOUT_BOB)
    alice.no_longer_reads(ABOUT_ALICE)
    says_how_it_is(alice, "It feels right")
    alice.reads("You said: It feels right.")
    alice.reads("Bob can read your statement and decides how it is for them.")
    bob.reads("Your partner says that your words feel right.")
    says_how_it_is(bob, "It is right in part")
    alice.reads("Your partner says that your words feel right in part.")
    for person in (alice, bob):
        way = person.page.get_by_role("navigation", name="The way through").get_by_role("listitem")
        expect(way.filter(has_text="Need Mapping")).to_have_attribute("aria-current", "step")
        person.has_never_reloaded()


def finds_words_with_the_coach(alice: Person, exchange: Exchange) -> None:
    alice.presses("Look at it")
    expect(alice.page.get_by_label("Your words for Bob")).to_have_value(SUGGESTION)
    alice.presses("Find other words")
    alice.reads("Nothing of this talk is kept.")
    exchange.engine.is_down = True
    alice.writes(COACH, "Could it sound less like a reproach?")
    alice.page.get_by_label(COACH).press("Enter")
    alice.reads("I could not answer just now. Your words are still here.")
    exchange.engine.is_down = False
    exchange.engine.says = [f"<content>{BETTER}</content>How about this?"]
    alice.presses("Try again")
    alice.reads("How about this?")
    kept = alice.page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")
    assert "reproach" not in kept
    alice.page.get_by_role("figure").filter(has_text=BETTER).get_by_role("button", name="Share this").click()
    asked = alice.page.get_by_role("dialog", name="Share these words with Bob?")
    expect(asked.locator("blockquote")).to_have_text(BETTER)
    asked.get_by_role("button", name="Not yet").click()
    alice.page.get_by_role("figure").filter(has_text=BETTER).get_by_role("button", name="Share this").click()
    asked.get_by_role("button", name="Yes, share them").click()
    alice.reads("Your words are with Bob now.")


def test_a_statement_is_kept_while_it_is_written_and_the_guide_may_propose_one(exchange: Exchange) -> None:
    alice = exchange.in_browser(exchange.alice)
    alice.reads("Now comes something that takes some courage")
    for _ in range(3):
        alice.says_and_is_answered("Perhaps he was tired as well.")
    exchange.engine.says = ["<draft>I imagine that you were tired, too.</draft>Here is a first wording."]
    alice.presses("Write my statement")
    alice.writes(field("Bob"), "You are pathetic.")
    alice.reads("Some of this may sound as if you looked down on Bob.")
    alice.says("Could you help me say it?")
    alice.presses("Take it into my statement")
    expect(alice.page.get_by_label(field("Bob"))).to_be_focused()
    expect(alice.page.get_by_label(field("Bob"))).to_have_value(
        "You are pathetic.\n\nI imagine that you were tired, too."
    )
    expect(alice.page.get_by_label(COMPOSER)).to_have_value("")
    alice.page.get_by_text("Which of these do you mean?").click()
    alice.page.get_by_role("button", name="worn out", exact=True).press("Enter")
    alice.page.context.set_offline(True)
    alice.reads(OFFLINE)
    alice.writes(field("Bob"), ABOUT_BOB)
    alice.reads("Kept on this device.")
    alice.page.context.set_offline(False)
    alice.reads("Saved. Only you see it.")
    alice.page.reload()
    expect(alice.page.get_by_label(field("Bob"))).to_have_value(ABOUT_BOB)
    alice.reads("You mean: worn out")
    alice.presses("Read it once more and send")
    alice.presses("Not yet")
    expect(alice.page.get_by_label(field("Bob"))).to_be_focused()
    assert exchange.alice.my_status() is None
    draft = exchange.alice.does("GET", exchange.alice.here("/empathy/draft"))["draft"]
    assert (draft["content"], draft["feelings"]) == (ABOUT_BOB, ["exhaustion"])


def test_not_now_is_confirmed_and_told_to_nobody(exchange: Exchange) -> None:
    exchange.has_an_offer()
    alice, bob = exchange.in_browser(exchange.alice), exchange.in_browser(exchange.bob)
    bob.reads("We are waiting for Alice. There is nothing you need to do.")
    bob.reads("I would like your partner to have a say before we go on")
    before = bob.conversation().inner_text()
    alice.presses("Look at it")
    alice.presses("Not now")
    alice.reads("nobody is told that you were asked")
    alice.presses("Go back")
    assert exchange.alice.is_offered()
    alice.presses("Not now")
    alice.presses("Leave it")
    alice.reads("That is quite all right.")
    alice.may_not_press("Look at it")
    bob.reads("We are waiting for Alice. There is nothing you need to do.")
    assert bob.conversation().inner_text() == before


def test_words_that_miss_the_mark_come_anew_or_a_difference_is_accepted(exchange: Exchange) -> None:
    exchange.is_revealed()
    alice, bob = exchange.in_browser(exchange.alice), exchange.in_browser(exchange.bob)
    exchange.engine.answers = [lambda prompt: prompt.parse({"proposed_feedback": KINDER})]
    alice.page.get_by_label("It misses the mark", exact=True).check()
    alice.writes("What would you add?", f"{MISSED} You are pathetic.")
    alice.page.get_by_label("Let Bob know these words").check()
    alice.presses("Say so")
    alice.reads("Some of this may sound as if you looked down on Bob.")
    alice.presses("Not yet")
    alice.writes("What would you add?", MISSED)
    alice.presses("Help me word it")
    alice.presses("Use these words")
    expect(alice.page.get_by_label("What would you add?")).to_have_value(KINDER)
    says_how_it_is(alice, "It misses the mark", KINDER)
    alice.reads("Bob knows what you said and may look for new words.")
    alice.may_press("Accept the difference")

    quotes(bob, "Alice says about your statement", KINDER)
    bob.no_longer_reads(MISSED)
    bob.writes(field("Alice"), ABOUT_ALICE_ANEW)
    bob.presses("Read it once more and send")
    bob.reads("Alice sees these new words right away.")
    bob.presses("Send the new words")
    quotes(alice, "What Bob imagines it is like for you", ABOUT_ALICE_ANEW)

    says_how_it_is(alice, "It misses the mark", MISSED)
    bob.presses("Keep it as it is")
    bob.page.get_by_role("dialog").get_by_role("button", name="Keep it as it is").click()
    alice.reads("Your partner has left their words as they were.")
    alice.page.get_by_label("It misses the mark", exact=True).check()
    alice.presses("Accept the difference")
    alice.presses("Go on with it")
    alice.reads("You said: A difference remains.")
    bob.reads("with the difference that remains")


def test_what_was_shared_shows_with_receipts_and_can_be_taken_back(exchange: Exchange) -> None:
    exchange.has_an_offer()
    alice = exchange.in_browser(exchange.alice)
    alice.opens("/")
    badge = alice.page.get_by_role("link", name="With Bob").get_by_text("1 new")
    expect(badge).to_be_visible()
    exchange.alice.shares_statement(ABOUT_BOB)
    alice.page.get_by_role("link", name="With Bob").click()
    alice.page.get_by_role("link", name="Shared 1 new").press("Enter")
    alice.arrives_at("Shared between you and Bob")
    alice.may_press("Look at it")
    expect(alice.page.get_by_role("link", name="Shared", exact=True)).to_be_visible()  # it has been seen
    exchange.alice.shares_context(BETTER)
    given = alice.page.get_by_role("region", name="What you shared")
    expect(given).to_contain_text("Delivered to Bob")
    bob = exchange.in_browser(exchange.bob, "/shared")
    bob.page.get_by_role("region", name="What Alice shared with you").get_by_text(
        BETTER
    ).scroll_into_view_if_needed()
    expect(given).to_contain_text("Seen by Bob")

    mine = alice.page.get_by_role("region", name="Your statement about Bob")
    expect(mine).to_contain_text("Ready. It is shown when both of you are ready.")
    mine.get_by_role("button", name="Take it back").click()
    alice.reads("Nobody has seen it.")
    alice.page.get_by_role("dialog").get_by_role("button", name="Take it back").click()
    expect(mine).to_contain_text("You have not sent a statement yet.")
    alice.follows("Everything you have agreed to share")
    alice.arrives_at("What you have agreed to share")
    entries = alice.page.get_by_role("main").get_by_role("figure").locator("xpath=..")
    expect(entries.filter(has_text=ABOUT_BOB)).to_contain_text("Taken back")
    expect(entries.filter(has_text=BETTER)).to_contain_text("Seen")
    alice.opens(f"/sessions/{exchange.alice.session_id}/timeline")
    alice.reads("You shared something with Bob")
    alice.opens(f"/sessions/{exchange.alice.session_id}")
    expect(alice.page.get_by_label(field("Bob"))).to_have_value(ABOUT_BOB)
    alice.opens("/")
    alice.arrives_at("Hello, Alice")
    expect(badge).to_have_count(0)


def test_nobody_waits_for_ever(exchange: Exchange) -> None:
    exchange.engine.holds = True
    exchange.alice.shares_statement(ABOUT_BOB)
    alice = exchange.in_browser(exchange.alice)
    alice.page.clock.install()
    alice.page.reload()
    alice.reads("The guide is reading your statement")
    alice.may_not_press("Go on without it")
    exchange.clock.passes(minutes=16)
    alice.page.clock.fast_forward("01:05")
    alice.reads("This takes much longer than it should")
    alice.presses("Go on without it")
    alice.reads("as soon as Bob is ready, too")
    exchange.engine.holds = False
    alice.may_not_press("Finish on my own")
    exchange.clock.passes(days=15)
    alice.page.clock.fast_forward("01:05")
    alice.presses("Finish on my own")
    alice.presses("Go on waiting")
    alice.presses("Finish on my own")
    alice.presses("Finish it")
    alice.reads("This session has ended")


def test_a_lost_answer_never_sends_a_statement_twice(exchange: Exchange) -> None:
    alice = exchange.in_browser(exchange.alice)
    alice.presses("Write my statement")
    alice.writes(field("Bob"), ABOUT_BOB)
    alice.presses("Read it once more and send")

    def carry_out_and_lose_the_answer(route: Any) -> None:
        route.fetch()
        route.abort()

    alice.page.route("**/empathy/consent", carry_out_and_lose_the_answer, times=1)
    alice.presses("Send this statement")
    quotes(alice, "Your statement about Bob", ABOUT_BOB)
    alice.may_not_press("Send this statement")
    assert len([one for one in exchange.alice.sees_consents() if one["content"] == ABOUT_BOB]) == 1


def test_words_that_sound_afraid_are_held_until_their_writer_goes_on(exchange: Exchange) -> None:
    afraid = "I think you want me to be afraid. You threatened to hit me and I am scared to go home."
    alice = exchange.in_browser(exchange.alice)
    # The draft saves itself at a pause, and would be heard before the button is found.
    alice.page.route("**/empathy/draft", lambda route: route.abort())
    alice.presses("Write my statement")
    alice.writes(field("Bob"), afraid)
    alice.presses("Read it once more and send")
    alice.presses("Send this statement")
    alice.reads("This is about you now")
    alice.page.unroute("**/empathy/draft")
    assert exchange.alice.my_status() is None
    alice.presses("I want to go on")
    alice.presses("Send this statement")
    quotes(alice, "Your statement about Bob", afraid)
