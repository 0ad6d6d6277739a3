"""Every screen from needs to the day of looking back: accessible, fitting, light and dark."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from web.accessibility import WALKED, is_fine
from web.repair import DINNER, WALK, card, confirms_need, has_idea, stands_by, takes_into_list

if TYPE_CHECKING:
    from web.exchange import Exchange
    from web.person import Person

pytestmark = pytest.mark.browser

NEEDS = "What you and Bob need"
REPAIR = "Something to try with Bob"
ENDED = "A session that has ended"


@pytest.fixture(params=WALKED)
def size(request: pytest.FixtureRequest) -> dict[str, Any]:
    return {"viewport": {"width": request.param, "height": 700}, "reduced_motion": "reduce"}


@pytest.mark.slow
def test_the_screens_of_needs_are_accessible_and_fit(exchange: Exchange, size: dict[str, Any]) -> None:
    exchange.alice.understands(exchange.bob)
    alice = exchange.in_browser(exchange.alice, **size)
    alice.reads("what each of you needs")
    is_fine(alice, "You and Bob")
    alice.follows("Look at what we need")
    alice.may_press("Find needs in my words")
    is_fine(alice, NEEDS)
    alice.presses("Find needs in my words")
    confirms_need(alice, "to be heard")
    alice.presses("Name a need myself")
    alice.writes("I need", "You should help me more")
    is_fine(alice, NEEDS)
    alice.presses("Add this need")
    card(alice, "You should help me more").get_by_role("button", name="Word it differently").click()
    alice.reads("So far:")
    is_fine(alice, NEEDS)
    alice.presses("Leave it")
    is_fine(alice, NEEDS)
    alice.presses("Choose what to share")
    alice.page.get_by_role("checkbox", name="to be heard").check()
    is_fine(alice, NEEDS)
    alice.presses("Share these needs")
    alice.reads("What you have shared")
    is_fine(alice, NEEDS)
    the_common_ground(alice, exchange)


def the_common_ground(alice: Person, exchange: Exchange) -> None:
    exchange.bob.shares_needs(
        exchange.bob.adds_need("to be heard", description="At the end of a long day")["id"],
        exchange.bob.adds_need("rest after work", "AUTONOMY")["id"],
    )
    stands_by(alice, "to be heard")
    alice.reads("You say yes to this. Waiting for Bob.")
    is_fine(alice, NEEDS)
    alice.presses("Name something else")
    is_fine(alice, NEEDS)


@pytest.mark.slow
def test_the_screens_of_ideas_are_accessible_and_fit(exchange: Exchange, size: dict[str, Any]) -> None:
    exchange.alice.understands(exchange.bob).stands_with(exchange.bob)
    alice = exchange.in_browser(exchange.alice, "/together", **size)
    alice.presses("Add an idea")
    is_fine(alice, REPAIR)
    alice.presses("Leave it")
    exchange.engine.refines = f"{DINNER}, from Monday to Friday"
    has_idea(alice, DINNER)
    alice.presses("Suggest some ideas")
    alice.page.get_by_role("article").nth(3).wait_for()
    is_fine(alice, REPAIR)
    alice.presses("I am ready")
    alice.may_press("Take it back and go on collecting")
    is_fine(alice, REPAIR)
    exchange.engine.refines = None
    exchange.bob.has_idea(WALK)
    exchange.bob.is_ready()
    alice.reads("Your list is still empty.")
    is_fine(alice, REPAIR)
    takes_into_list(alice, DINNER, WALK)
    is_fine(alice, REPAIR)
    alice.presses("This is my order")
    alice.reads("Your order is given")
    is_fine(alice, REPAIR)
    ids = {idea["description"]: idea["id"] for idea in exchange.bob.sees_pool()["strategies"]}
    exchange.bob.ranks(ids[DINNER])
    the_agreement(alice, exchange)


def the_agreement(alice: Person, exchange: Exchange) -> None:
    alice.reads("This is where you meet")
    is_fine(alice, REPAIR)
    alice.presses(f"Put this into words: {DINNER}")
    is_fine(alice, REPAIR)
    alice.presses("Show it to Bob")
    alice.reads("Your words, waiting for Bob")
    is_fine(alice, REPAIR)
    open_one = exchange.bob.sees_agreements()[0]["id"]
    day = (exchange.clock() + timedelta(days=7)).date().isoformat()
    exchange.bob.answers(open_one, yes=True, modification=WALK, followUpDate=day)
    alice.reads("Bob has changed the wording.")
    is_fine(alice, REPAIR)
    alice.presses("Let it go")
    is_fine(alice, REPAIR)
    alice.presses("Go back")
    alice.presses("Yes, let us try it")
    alice.reads("You have agreed")
    is_fine(alice, REPAIR)
    alice.presses("End here with this")
    alice.reads("We ask you both how it went")
    is_fine(alice, "You and Bob, and what you will try")
    the_day_to_look_back(alice, exchange, open_one)


def the_day_to_look_back(alice: Person, exchange: Exchange, agreement_id: str) -> None:
    exchange.clock.passes(days=8)
    alice.reads("Today is the day to look back")
    alice.page.get_by_label("Partly").check()
    is_fine(alice, "You and Bob, and what you will try")
    alice.opens("/")
    alice.reads("Time to look back")
    is_fine(alice, "Hello, Alice")
    exchange.alice.looks_back(agreement_id, felt="It was good.", share=True)
    exchange.bob.looks_back(agreement_id, felt="A little odd at first.", share=True)
    for path, heading, words in [
        ("/together", "You and Bob, and what you will try", "A little odd at first."),
        ("", "You and Bob", "You have something to try"),
        ("/timeline", "How it went so far", "You agreed on something to try"),
        ("/shared", "Shared between you and Bob", "An agreement with Bob"),
        ("/again", "Start a session", "Who is it with?"),
    ]:
        alice.opens(f"/sessions/{exchange.alice.session_id}{path}")
        alice.reads(words)
        is_fine(alice, heading)
    alice.opens("/consents")
    alice.reads("How it went, told to Bob")
    is_fine(alice, "What you have agreed to share")


@pytest.mark.slow
def test_the_screens_of_an_end_without_an_agreement_are_accessible_and_fit(
    exchange: Exchange, size: dict[str, Any]
) -> None:
    exchange.alice.understands(exchange.bob).stands_with(exchange.bob)
    exchange.bob.closes()
    alice = exchange.in_browser(exchange.alice, "/together", **size)
    alice.reads("Bob would like to end here without an agreement.")
    is_fine(alice, REPAIR)
    alice.presses("End it here")
    is_fine(alice, REPAIR)
    alice.page.get_by_role("dialog").get_by_role("button", name="End it here").click()
    alice.reads("Where you have come to")
    is_fine(alice, ENDED)


def test_the_screens_speak_german_too(exchange: Exchange) -> None:
    exchange.alice.understands(exchange.bob).stands_with(exchange.bob)
    exchange.alice.has_idea(DINNER)
    alice = exchange.in_browser(
        exchange.alice,
        "/together",
        locale="de",
        reduced_motion="reduce",
        viewport={"width": 320, "height": 700},
    )
    alice.reads("Deine Ideen")
    is_fine(alice, "Etwas zum Ausprobieren mit Bob")
    alice.presses("Ich bin so weit")
    exchange.bob.is_ready()
    alice.presses(f"Damit könnte ich leben: {DINNER}")
    is_fine(alice, "Etwas zum Ausprobieren mit Bob")
