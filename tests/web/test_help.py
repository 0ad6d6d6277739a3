"""Help is one tap away from everywhere, for everybody, whatever else is broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from web.person import Person

pytestmark = pytest.mark.browser

DANGER = "If somebody is in danger right now, call the emergency number"


def test_help_is_there_before_signing_in_and_follows_the_country(alice: Person) -> None:
    alice.opens("/")
    alice.follows("Get help now")
    alice.arrives_at("Get help now")
    alice.reads(DANGER)
    region = alice.page.get_by_label("Country or region")
    region.select_option(label="Germany")
    call = alice.page.get_by_role("link", name="0800 111 0 111")
    expect(call).to_have_attribute("href", "tel:08001110111")
    region.select_option(label="United States")
    expect(alice.page.get_by_role("link", name="741741")).to_have_attribute("href", "sms:741741?body=HOME")
    expect(call).to_have_count(0)


def test_the_country_of_the_settings_comes_first(alice: Person) -> None:
    alice.comes_home()
    alice.follows("Settings")
    alice.page.get_by_label("Country or region").select_option(label="Germany")
    alice.presses("Save")
    alice.reads("Saved.")
    alice.follows("Get help now")
    alice.arrives_at("Get help now")
    expect(alice.page.get_by_label("Country or region")).to_have_value("DE")
    alice.page.reload()
    expect(alice.page.get_by_label("Country or region")).to_have_value("DE")


def test_the_browser_tells_the_country_of_somebody_unknown(visitor: Callable[..., Person]) -> None:
    alice = visitor("Alice", locale="en-GB")
    alice.opens("/help")
    expect(alice.page.get_by_label("Country or region")).to_have_value("GB")


def test_help_opens_while_nobody_knows_who_is_asking(alice: Person) -> None:
    alice.page.route("**/api/v1/me", lambda route: route.abort())
    alice.opens("/help")
    alice.arrives_at("Get help now")
    alice.reads(DANGER)
    expect(
        alice.page.get_by_role("region", name="People who listen").get_by_role("listitem").first
    ).to_be_visible()


def test_without_a_server_the_emergency_number_is_still_there(alice: Person) -> None:
    alice.page.route("**/api/v1/**", lambda route: route.abort())
    alice.opens("/help")
    alice.reads(DANGER)
    alice.reads("We cannot reach the server right now.")
    alice.page.unroute("**/api/v1/**")
    alice.presses("Try again")
    expect(
        alice.page.get_by_role("region", name="People who listen").get_by_role("listitem").first
    ).to_be_visible()


def test_help_speaks_german(visitor: Callable[..., Person]) -> None:
    alice = visitor("Alice", locale="de-AT")
    alice.opens("/")
    alice.follows("Jetzt Hilfe holen")
    alice.arrives_at("Jetzt Hilfe holen")
    expect(alice.page.get_by_label("Land oder Region")).to_have_value("AT")
